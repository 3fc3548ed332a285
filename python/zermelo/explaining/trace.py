"""One trace of a search: every event in order, and for every node what happened there.

The search is the textbook's, on the same positions, with a pencil in hand. Everything drawn or told about a search
comes from here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from os import PathLike
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.textbook.position import CHANCE, MAX, Path, utility
from zermelo.tree import STAND_PAT, Tree

Window = tuple[float, float]
METHODS = ("minimax", "alpha-beta", "expectiminimax")


class ExplainError(ZermeloError, ValueError):
    """A search cannot be explained on this tree."""


@dataclass(frozen=True)
class Event:
    """Something that happened at a node."""

    kind: str
    """"enter", "return" (a child's value came back), "stand pat" (the same, of the choice to stop here), "bound" (what
    a chance node can still be worth), "probe" (one reply to an outcome is looked at first), "probed" (what that says
    about the outcome), "narrow" (the window changed), "cut", "table" (the node is known) or "leave"."""
    node: int
    """The number of the node."""
    window: Window
    """The window at that moment; for "bound", what the node can still be worth."""
    value: float | None = None
    """The value so far, or the one that came back."""
    child: int | None = None
    """The child it is about."""


@dataclass
class Node:
    """What happened at a node."""

    number: int
    """In the order of the tree from left to right, 0 for the root."""
    parent: int | None
    move: str
    """The move that leads to it."""
    turn: int | None
    depth: int
    path: Path
    probability: float | None = None
    children: list[int] = field(default_factory=list)
    visit: int | None = None
    """When the search came here, counted from 1; None if it never did."""
    window_in: Window | None = None
    window_out: Window | None = None
    value: float | None = None
    kind: str = "pruned"
    """"exact", "at least", "at most", "estimate" of an unfinished game, "pruned", or "known" below a table hit."""
    best: int | None = None
    """The child that gave the value."""
    cut_by: int | None = None
    """The child after which the search left the others alone."""
    same_as: int | None = None
    """The node with the same subtree whose value the table held."""
    probed: int | None = None
    """The reply that was looked at in a probe, before the node itself."""
    in_probe: bool = False
    """Is it the reply that was looked at in a probe?"""
    reason: str = ""
    """Why it is worth this, or why it was left alone, in words."""

    @property
    def is_leaf(self) -> bool:
        """Has it no children in the tree?"""
        return self.turn is None

    @property
    def only_probed(self) -> bool:
        """Did the probe make it unnecessary to look at the node itself?"""
        return self.probed is not None and self.window_in is None


@dataclass(frozen=True, repr=False)
class Trace:
    """A search of an explicit tree, step by step."""

    tree: Tree
    method: str
    nodes: list[Node]
    events: list[Event]
    strict: bool = False
    """Were values equal to a bound no reason to cut?"""
    bounds: Window | None = None
    """The lowest and highest utility, known beforehand: with them expectiminimax prunes."""
    table: bool = False
    """Was a table of the subtrees seen kept?"""
    probe: bool = False
    """Were chance nodes probed, by one reply to each outcome, before they were looked at (Star2; otherwise Star1)?"""

    @property
    def prunes(self) -> bool:
        """Does the search use windows?"""
        return self.method == "alpha-beta" or self.bounds is not None

    @property
    def value(self) -> float:
        """What the root is worth to MAX."""
        value = self.nodes[0].value
        assert value is not None, "the root is always visited"
        return value

    @property
    def line(self) -> Path:
        """Best play from the root."""
        node, line = self.nodes[0], []
        while node.best is not None or node.same_as is not None:
            if node.same_as is not None:  # go on where the same was seen before
                node = self.nodes[node.same_as]
            if node.best is not None:
                node = self.nodes[node.best]
                line.append(node.move)
        return tuple(line)

    def visited(self) -> list[Node]:
        """The nodes the search came to, in that order."""
        return sorted((node for node in self.nodes if node.visit is not None), key=lambda node: node.visit or 0)

    def examined_leaves(self) -> list[Node]:
        """The leaves the search looked at."""
        return [node for node in self.nodes if node.is_leaf and node.visit is not None]

    def pruned_leaves(self) -> list[Node]:
        """The leaves the search never looked at because they cannot matter."""
        return [node for node in self.nodes if node.is_leaf and node.kind == "pruned"]

    def known_leaves(self) -> list[Node]:
        """The leaves the search did not look at because the table knew what they amount to."""
        return [node for node in self.nodes if node.is_leaf and node.kind == "known"]

    def __repr__(self) -> str:
        parts = [repr(str(self.tree)), f"method={self.method!r}"]
        parts += ["strict=True"] if self.strict else []
        parts += [f"bounds={self.bounds!r}"] if self.bounds else []
        parts += ["table=True"] if self.table else []
        parts += ["probe=True"] if self.probe else []
        return f"zermelo.explain({', '.join(parts)})"

    def svg(self) -> str:
        """The tree as a picture."""
        from zermelo.explaining.svg import tree_svg

        return tree_svg(self)

    _repr_svg_ = svg

    def html(self) -> str:
        """A page to step through."""
        from zermelo.explaining.stepper import stepper_html

        return stepper_html(self)

    def film(self, frames: int = 6) -> str:
        """The tree at several moments, one picture."""
        from zermelo.explaining.film import film_svg

        return film_svg(self, frames)

    def tikz(self) -> str:
        """The picture for LaTeX."""
        from zermelo.explaining.tikz import tree_tikz

        return tree_tikz(self)

    def dot(self) -> str:
        """The tree for Graphviz."""
        from zermelo.explaining.dot import tree_dot

        return tree_dot(self)

    def __str__(self) -> str:
        from zermelo.explaining.words import words

        return words(self)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the trace as the file's ending says: svg, html, tex, dot, json, txt, png or pdf."""
        from zermelo.explaining.files import save

        save(self, path)

    def as_json(self) -> dict[str, Any]:
        """The trace as plain data; infinite bounds are null."""

        def number(value: float | None) -> float | None:
            return value if value is not None and abs(value) != inf else None

        def window(bounds: Window | None) -> list[float | None] | None:
            return None if bounds is None else [number(bound) for bound in bounds]

        return {
            "method": self.method,
            "strict": self.strict,
            "bounds": window(self.bounds),
            "table": self.table,
            "probe": self.probe,
            "value": self.value,
            "line": list(self.line),
            "tree": self.tree.as_json(),
            "nodes": [
                {
                    "number": node.number,
                    "parent": node.parent,
                    "move": node.move,
                    "turn": "chance" if node.turn == CHANCE else node.turn,
                    "visit": node.visit,
                    "window_in": window(node.window_in),
                    "window_out": window(node.window_out),
                    "value": node.value,
                    "kind": node.kind,
                    "best": node.best,
                    "cut_by": node.cut_by,
                    "same_as": node.same_as,
                    "probed": node.probed,
                    "reason": node.reason,
                }
                for node in self.nodes
            ],
            "events": [
                {
                    "kind": event.kind,
                    "node": event.node,
                    "window": window(event.window),
                    "value": number(event.value),
                    "child": event.child,
                }
                for event in self.events
            ],
        }


def trace(
    tree: Tree,
    method: str = "alpha-beta",
    *,
    strict: bool = False,
    bounds: Window | None = None,
    table: bool = False,
    probe: bool = False,
) -> Trace:
    """Searches a tree and keeps a trace of everything.

    Args:
        tree: A tree of two players, MAX and MIN, and chance where the method allows it.
        method: "minimax", "alpha-beta" or "expectiminimax".
        strict: Where the search prunes, cut on strict inequality only.
        bounds: For expectiminimax, the lowest and the highest utility there can be: then it prunes.
        table: Keep a table of the subtrees seen, and do not search the same one again.
        probe: Where the search prunes at chance nodes, look at one reply to every outcome first.

    Raises:
        ExplainError: The method is unknown, the tree has chance nodes or players that the method does not know, the
            bounds are not those of the tree, or there is a probe without bounds.
    """
    if method not in METHODS:
        raise ExplainError(f'cannot explain "{method}": there are {", ".join(METHODS)}')
    nodes: list[Node] = []
    _number(tree, None, "", 0, (), nodes)
    for node in nodes:
        if node.turn == CHANCE and method != "expectiminimax":
            raise ExplainError(f"{method} does not apply to a tree with chance nodes: explain expectiminimax")
    leaves = tree.leaves()
    if any(node.turn is not None and node.turn > 1 for node in nodes) or any(len(leaf) > 2 for leaf in leaves):
        raise ExplainError("only searches of MAX and MIN are explained, and this tree has more players")
    if any(len(leaf) == 2 and abs(sum(leaf) - sum(leaves[0])) > 1e-9 for leaf in leaves):
        raise ExplainError("only searches of MAX and MIN are explained: one's gain must be the other's loss")
    if bounds is not None:
        if method != "expectiminimax":
            raise ExplainError(f"bounds are for expectiminimax: {method} needs none")
        lowest, highest = min(leaf[MAX] for leaf in leaves), max(leaf[MAX] for leaf in leaves)
        if not bounds[0] <= lowest <= highest <= bounds[1]:
            raise ExplainError(
                f"the bounds {show(bounds[0])} to {show(bounds[1])} do not hold: "
                f"the leaves are worth {show(lowest)} to {show(highest)}"
            )
    if probe and bounds is None:
        raise ExplainError("a probe is for expectiminimax that prunes: tell the bounds, too")
    made = Trace(tree, method, nodes, [], strict, bounds, table, probe)
    _Search(made).run()
    return made


def _number(tree: Tree, parent: int | None, move: str, depth: int, path: Path, nodes: list[Node]) -> int:
    node = Node(len(nodes), parent, move, tree.turn, depth, path)
    nodes.append(node)
    for index, (name, child) in enumerate(tree.children):
        number = _number(child, node.number, name, depth + 1, (*path, name), nodes)
        nodes[number].probability = tree.probabilities[index] if tree.turn == CHANCE else None
        node.children.append(number)
    return node.number


class _Search:
    def __init__(self, made: Trace) -> None:
        self.trace = made
        self.visits = 0
        self.seen: dict[int, int] = {}  # by the number that equal subtrees share, where one was searched last
        self.shared = _shared(made) if made.table else {}

    def run(self) -> None:
        self.search(0, self.trace.tree, -inf, inf)

    def tell(self, kind: str, node: Node, window: Window, value: float | None = None, child: int | None = None) -> None:
        self.trace.events.append(Event(kind, node.number, window, value, child))

    def search(self, number: int, tree: Tree, alpha: float, beta: float) -> float:
        node = self.trace.nodes[number]
        self.visit(node)
        node.window_in, node.reason = (alpha, beta), ""
        self.tell("enter", node, (alpha, beta))
        known = self.look_up(node, alpha, beta)
        if known is not None:
            value = known
        elif tree.turn is None:
            value = utility(tree, MAX)
            node.kind = "estimate" if tree.estimated else "exact"
            node.reason = "EVAL of an unfinished game" if tree.estimated else "the end of the game"
        elif tree.turn == CHANCE:
            value = self.mean(node, tree, alpha, beta)
            node.kind = self.kind(node, value)
        else:
            value, (alpha, beta) = self.best(node, tree, alpha, beta)
        node.value, node.window_out = value, (alpha, beta)
        if tree.turn is not None and known is None and number in self.shared:
            self.seen[self.shared[number]] = number
        self.tell("leave", node, (alpha, beta), value)
        return value

    def visit(self, node: Node) -> None:
        if node.visit is None:  # not again after a probe
            self.visits += 1
            node.visit = self.visits

    def look_up(self, node: Node, alpha: float, beta: float) -> float | None:
        """The value of the same subtree seen before, if it is exact or its bound decides here."""
        twin = self.seen.get(self.shared.get(node.number, -1))
        if twin is None or node.is_leaf:
            return None
        before = self.trace.nodes[twin]
        value = before.value
        assert value is not None, "the table holds what was searched"
        if not (
            before.kind == "exact"
            or (before.kind == "at least" and value >= beta)
            or (before.kind == "at most" and value <= alpha)
        ):
            return None
        where = "/".join(before.path) or "the root"
        node.kind, node.same_as = before.kind, twin
        node.reason = f"the same as {where}, known to be worth {_kind(before.kind)}{show(value)}"
        for below in self.trace.nodes[node.number + 1 : _end(self.trace.nodes, node)]:
            if below.visit is None:
                below.kind, below.reason = "known", f"not looked at again: the same as below {where}"
        self.tell("table", node, (alpha, beta), value, twin)
        return value

    def kind(self, node: Node, value: float) -> str:
        """What the value of a node says: all, if the children leave no doubt or it lies inside the window."""
        assert node.window_in is not None, "the node was entered"
        low, high = node.window_in
        if not self.trace.prunes or low < value < high or (low, high) == (-inf, inf) or self.is_sure(node):
            return "exact"
        return "at most" if value <= low else "at least"

    def is_sure(self, node: Node) -> bool:
        """Was every child looked at, and is none whose value is a bound possibly better than the best?"""
        below = [self.trace.nodes[child] for child in node.children]
        harmless = {MAX: {"exact", "estimate", "at most"}, CHANCE: {"exact", "estimate"}}.get(
            node.turn or 0, {"exact", "estimate", "at least"}
        )
        best = None if node.best is None else self.trace.nodes[node.best]
        return all(child.visit is not None and child.kind in harmless for child in below) and (
            best is None or best.kind in {"exact", "estimate"}
        )

    def mean(self, node: Node, tree: Tree, alpha: float, beta: float) -> float:
        """The mean over the outcomes; with known bounds, the lecture's equations (20) and (21), likeliest first."""
        order = list(zip(node.children, tree.children, tree.probabilities, strict=True))
        if self.trace.bounds is not None:
            order.sort(key=lambda outcome: -outcome[2])
        reach = _Reach([probability for _, _, probability in order], self.trace.bounds or (-inf, inf))
        if self.trace.probe:
            for index, (child, (_, below), _) in enumerate(order):
                self.probe(child, below, index, reach, (alpha, beta))
                if not reach.probed[index]:
                    continue
                self.tell("bound", node, reach.mean(), None, child)
                if (decided := self.decided(reach, alpha, beta)) is not None:
                    return self.cut_by_probes(node, child, reach, decided, (alpha, beta))
        done, terms = 0.0, []
        for index, (child, (_, below), probability) in enumerate(order):
            child_alpha, child_beta = -inf, inf
            if self.trace.prunes and probability > 0:
                child_alpha, child_beta = reach.window(index, alpha, beta)
            value = self.search(child, below, child_alpha, child_beta)
            done += probability * value
            terms.append(f"{probability:.3g}·{show(value)}")
            self.tell("return", node, (alpha, beta), done, child)
            if not self.trace.prunes:
                continue
            reach.know(index, value)
            below_window = value < child_alpha or (value == child_alpha and not self.trace.strict)
            above_window = value > child_beta or (value == child_beta and not self.trace.strict)
            # Against rounding: a child outside its window takes the mean outside of its own.
            least, most = reach.mean()
            least, most = max(least, beta) if above_window else least, min(most, alpha) if below_window else most
            if index == len(order) - 1:
                done = least if above_window else most
                break
            self.tell("bound", node, (least, most), done, child)
            if below_window or above_window:
                node.cut_by = child
                self.explain_chance_cut(node, below_window, reach, index, (least, most), (alpha, beta))
                reached = most if below_window else least
                self.tell("cut", node, (alpha, beta), reached, child)
                self.leave_probed(node)
                return reached
        node.reason = f"the mean {' + '.join(terms)} = {show(done)}"
        return done

    def probe(self, number: int, tree: Tree, index: int, reach: _Reach, window: Window) -> None:
        """Looks at one reply to an outcome, where that may decide: whoever replies gets at least as much."""
        low, high = reach.bounds
        if tree.turn is None or tree.turn == CHANCE or not (window[1] < high if tree.turn == MAX else window[0] > low):
            return
        node = self.trace.nodes[number]
        reply = self.trace.nodes[node.children[0]]
        node.probed, reply.in_probe = reply.number, True
        self.visit(node)
        self.tell("probe", node, (-inf, inf), None, reply.number)
        value = self.search(reply.number, tree.children[0][1], -inf, inf)
        reach.probed[index] = True
        (reach.least if tree.turn == MAX else reach.most)[index] = value
        node.value, node.kind = value, "at least" if tree.turn == MAX else "at most"
        who = "MAX gets at least" if tree.turn == MAX else "MIN holds MAX to at most"
        node.reason = f"by the probe, {who} {show(value)} here"
        self.tell("probed", node, (-inf, inf), value, reply.number)

    def decided(self, reach: _Reach, alpha: float, beta: float) -> bool | None:
        """Is the mean outside the window for certain, below it (True) or above it (False)?"""
        least, most = reach.mean()
        if most < alpha or (most == alpha and not self.trace.strict):
            return True
        return False if least > beta or (least == beta and not self.trace.strict) else None

    def cut_by_probes(self, node: Node, last: int, reach: _Reach, below: bool, window: Window) -> float:
        """The probes alone have decided: all that they left out is left alone."""
        reached = reach.mean()[1 if below else 0]
        left = sum(part for part, probed in zip(reach.parts, reach.probed, strict=True) if not probed)
        most, bound = ("most", reach.bounds[1]) if below else ("least", reach.bounds[0])
        others = f"even if all outcomes without a probe ({left:.3g}) were worth the {most}, {show(bound)}, "
        has = f"MAX has {show(window[0])}" if below else f"MIN has {show(window[1])}"
        node.reason = (
            f"the probes are enough: {others if left > 1e-9 else ''}the mean were at {most} {show(reached)}, "
            f"and {has} elsewhere: the rest cannot matter"
        )
        node.cut_by = last
        self.explain_skipped(node)
        self.tell("cut", node, window, reached, last)
        self.leave_probed(node)
        return reached

    def leave_probed(self, node: Node) -> None:
        """Below a chance node that was cut off, the outcomes that were only probed are cut off after their probe."""
        for outcome in (self.trace.nodes[child] for child in node.children):
            if outcome.only_probed and len(outcome.children) > 1:
                outcome.cut_by = outcome.probed
                self.explain_skipped(outcome)
                self.tell("cut", outcome, (-inf, inf), outcome.value, outcome.probed)

    def best(self, node: Node, tree: Tree, alpha: float, beta: float) -> tuple[float, Window]:
        maximises = tree.turn == MAX
        prunes = self.trace.prunes
        value = -inf if maximises else inf
        for index, (child, (name, below)) in enumerate(zip(node.children, tree.children, strict=True)):
            found = self.trace.nodes[child].value if child == node.probed else None
            if found is None:
                found = self.search(child, below, alpha, beta) if prunes else self.search(child, below, -inf, inf)
            if found > value if maximises else found < value:
                value, node.best = found, child
            self.tell("stand pat" if name == STAND_PAT else "return", node, (alpha, beta), value, child)
            if not prunes:
                continue
            bound = beta if maximises else alpha
            beyond = value > bound if maximises else value < bound
            if beyond or (value == bound and not self.trace.strict):
                node.cut_by = child
                self.explain_cut(node, value, bound, len(node.children) - index - 1)
                self.tell("cut", node, (alpha, beta), value, child)
                break
            if value > alpha if maximises else value < beta:
                alpha, beta = (value, beta) if maximises else (alpha, value)
                self.tell("narrow", node, (alpha, beta), value, child)
        node.kind = self.kind(node, value)
        if not node.reason:
            node.reason = self.explain_choice(node, value)
        return value, (alpha, beta)

    def explain_cut(self, node: Node, value: float, bound: float, left: int) -> None:
        me, other = ("MAX", "MIN") if node.turn == MAX else ("MIN", "MAX")
        can = "can already get" if me == "MAX" else "can already hold MAX to"
        rest = _rest(left, "move")
        node.reason = f"{me} {can} {show(value)} here, and {other} has {show(bound)} elsewhere: {rest}"
        self.explain_skipped(node)

    def explain_chance_cut(
        self, node: Node, below: bool, reach: _Reach, index: int, mean: Window, window: Window
    ) -> None:
        left = sum(reach.parts[index + 1 :])
        rest = _rest(len(reach.parts) - index - 1, "outcome")
        best, bound = ("best", reach.bounds[1]) if below else ("worst", reach.bounds[0])
        known = (reach.most if below else reach.least)[index + 1 :]
        how = f"went {best}, {show(bound)}" if set(known) == {bound} else f"went as {best} as the probes allow"
        only = f"only {show(mean[1])}" if below else f"still {show(mean[0])}"
        has = f"MAX has {show(window[0])}" if below else f"MIN has {show(window[1])}"
        node.reason = f"even if all else ({left:.3g}) {how}, the mean were {only}, and {has} elsewhere: {rest}"
        self.explain_skipped(node)

    def explain_skipped(self, node: Node) -> None:
        for number in node.children:
            skipped = self.trace.nodes[number]
            if skipped.visit is None:
                skipped.reason = f"left alone: {node.reason}"

    def explain_choice(self, node: Node, value: float) -> str:
        who = "MAX" if node.turn == MAX else "MIN"
        best = self.trace.nodes[node.best].move if node.best is not None else ""
        word = "largest" if who == "MAX" else "smallest"
        if node.kind != "exact":
            return f"worth {node.kind} {show(value)}, which is all that matters here"
        if best == STAND_PAT:
            return f"{who} stands pat: no exchange is better than EVAL, {show(value)}"
        return f"{who} chooses {best}, the {word} of {_count(len(node.children), 'value')}: {show(value)}"


class _Reach:
    """What the outcomes of a chance node can be worth, as far as is known."""

    def __init__(self, parts: list[float], bounds: Window) -> None:
        self.parts, self.bounds = parts, bounds
        self.least, self.most = ([bound] * len(parts) for bound in bounds)
        self.probed = [False] * len(parts)

    def know(self, index: int, value: float) -> None:
        self.least[index] = self.most[index] = value

    def mean(self) -> Window:
        """The least and the most that the mean can be."""
        least, most = (
            sum(part * value for part, value in zip(self.parts, values, strict=True))
            for values in (self.least, self.most)
        )
        return least, most

    def window(self, index: int, alpha: float, beta: float) -> Window:
        """What an outcome must be worth for the mean to lie inside the window, if the others go best or worst."""
        (least, most), (low, high), part = self.mean(), self.bounds, self.parts[index]
        child_alpha = (alpha - (most - part * self.most[index])) / part
        child_beta = (beta - (least - part * self.least[index])) / part
        return child_alpha if child_alpha >= low else -inf, child_beta if child_beta <= high else inf


def _shared(made: Trace) -> dict[int, int]:
    """For every node a number that it shares with the nodes whose subtrees are the same."""
    known: dict[object, int] = {}
    shared: dict[int, int] = {}

    def share(number: int, tree: Tree) -> int:
        below = tuple(
            (name, share(child, subtree))
            for child, (name, subtree) in zip(made.nodes[number].children, tree.children, strict=True)
        )
        looks = (tree.turn, below, tree.probabilities, tree.leaf, tree.estimated)
        shared[number] = known.setdefault(looks, len(known))
        return shared[number]

    share(0, made.tree)
    return shared


def _end(nodes: list[Node], node: Node) -> int:
    """The number after the last node below this one."""
    while node.children:
        node = nodes[node.children[-1]]
    return node.number + 1


def show(value: float | None) -> str:
    """A number as people write it."""
    return (
        "?" if value is None else "∞" if value == inf else "−∞" if value == -inf else f"{value:.4g}".replace("-", "−")
    )


def _kind(kind: str) -> str:
    return f"{kind} " if kind in {"at least", "at most"} else ""


def _rest(left: int, noun: str) -> str:
    return "nothing is left to look at" if left == 0 else f"the remaining {_count(left, noun)} cannot matter"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
