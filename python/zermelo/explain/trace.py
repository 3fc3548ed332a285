"""One trace of a search: every event in order, and for every node what happened there.

The search is the textbook's, on the same positions, with a pencil in hand. Everything drawn or told about a search
comes from here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.textbook.position import CHANCE, MAX, Path, utility
from zermelo.tree import Tree

Window = tuple[float, float]
METHODS = ("minimax", "alpha-beta", "expectiminimax")


class ExplainError(ZermeloError, ValueError):
    """A search cannot be explained on this tree."""


@dataclass(frozen=True)
class Event:
    """Something that happened at a node."""

    kind: str
    """"enter", "return" (a child's value came back), "narrow" (the window changed), "cut" or "leave"."""
    node: int
    """The number of the node."""
    window: Window
    """The window at that moment."""
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
    """"exact", "at least", "at most", "estimate" of an unfinished game, or "pruned"."""
    best: int | None = None
    """The child that gave the value."""
    cut_by: int | None = None
    """The child after which the search left the others alone."""
    reason: str = ""
    """Why it is worth this, or why it was left alone, in words."""

    @property
    def is_leaf(self) -> bool:
        """Has it no children in the tree?"""
        return self.turn is None


@dataclass(frozen=True)
class Trace:
    """A search of an explicit tree, step by step."""

    tree: Tree
    method: str
    strict: bool
    nodes: list[Node]
    events: list[Event]

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
        while node.best is not None:
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
        """The leaves the search never looked at."""
        return [node for node in self.nodes if node.is_leaf and node.visit is None]

    def _repr_svg_(self) -> str:
        from zermelo.explain.svg import tree_svg

        return tree_svg(self)

    def as_json(self) -> dict[str, Any]:
        """The trace as plain data; infinite bounds are null."""

        def number(value: float | None) -> float | None:
            return value if value is not None and abs(value) != inf else None

        def window(bounds: Window | None) -> list[float | None] | None:
            return None if bounds is None else [number(bound) for bound in bounds]

        return {
            "method": self.method,
            "strict": self.strict,
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


def trace(tree: Tree, method: str = "alpha-beta", *, strict: bool = False) -> Trace:
    """Searches a tree and keeps a trace of everything.

    Args:
        tree: A tree of two players, MAX and MIN, and chance where the method allows it.
        method: "minimax", "alpha-beta" or "expectiminimax".
        strict: For alpha-beta, cut on strict inequality only.

    Raises:
        ExplainError: The method is unknown, or the tree has chance nodes or players that the method does not know.
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
    made = Trace(tree, method, strict, nodes, [])
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
        self.prunes = made.method == "alpha-beta"
        self.visits = 0

    def run(self) -> None:
        self.search(0, self.trace.tree, -inf, inf)

    def tell(self, kind: str, node: Node, window: Window, value: float | None = None, child: int | None = None) -> None:
        self.trace.events.append(Event(kind, node.number, window, value, child))

    def search(self, number: int, tree: Tree, alpha: float, beta: float) -> float:
        node = self.trace.nodes[number]
        self.visits += 1
        node.visit, node.window_in = self.visits, (alpha, beta)
        self.tell("enter", node, (alpha, beta))
        if tree.turn is None:
            value = utility(tree, MAX)
            node.kind = "estimate" if tree.estimated else "exact"
            node.reason = "EVAL of an unfinished game" if tree.estimated else "the end of the game"
        elif tree.turn == CHANCE:
            value = self.mean(node, tree)
        else:
            value, (alpha, beta) = self.best(node, tree, alpha, beta)
        node.value, node.window_out = value, (alpha, beta)
        self.tell("leave", node, (alpha, beta), value)
        return value

    def mean(self, node: Node, tree: Tree) -> float:
        total = 0.0
        for child, (_, below), probability in zip(node.children, tree.children, tree.probabilities, strict=True):
            value = self.search(child, below, -inf, inf)
            total += probability * value
            self.tell("return", node, (-inf, inf), total, child)
        node.kind = "exact"
        terms = [
            f"{p:.3g}·{show(self.trace.nodes[child].value)}"
            for child, p in zip(node.children, tree.probabilities, strict=True)
        ]
        node.reason = f"the mean {' + '.join(terms)} = {show(total)}"
        return total

    def best(self, node: Node, tree: Tree, alpha: float, beta: float) -> tuple[float, Window]:
        maximises = tree.turn == MAX
        value = -inf if maximises else inf
        for index, (child, (_, below)) in enumerate(zip(node.children, tree.children, strict=True)):
            found = self.search(child, below, alpha, beta) if self.prunes else self.search(child, below, -inf, inf)
            if found > value if maximises else found < value:
                value, node.best = found, child
            self.tell("return", node, (alpha, beta), value, child)
            if not self.prunes:
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
        assert node.window_in is not None, "the node was entered"
        low, high = node.window_in
        if not self.prunes or low < value < high or (low, high) == (-inf, inf):
            node.kind = "exact"
        elif value <= low:
            node.kind = "at most"
        else:
            node.kind = "at least"
        if not node.reason:
            node.reason = self.explain_choice(node, value)
        return value, (alpha, beta)

    def explain_cut(self, node: Node, value: float, bound: float, left: int) -> None:
        me, other = ("MAX", "MIN") if node.turn == MAX else ("MIN", "MAX")
        rest = "nothing is left to look at" if left == 0 else f"the remaining {_count(left, 'move')} cannot matter"
        can = "can already get" if me == "MAX" else "can already hold MAX to"
        node.reason = f"{me} {can} {show(value)} here, and {other} has {show(bound)} elsewhere: {rest}"
        for number in node.children:
            skipped = self.trace.nodes[number]
            if skipped.visit is None:
                skipped.reason = f"left alone: {node.reason}"

    def explain_choice(self, node: Node, value: float) -> str:
        who = "MAX" if node.turn == MAX else "MIN"
        best = self.trace.nodes[node.best].move if node.best is not None else ""
        word = "largest" if who == "MAX" else "smallest"
        if node.kind == "exact":
            return f"{who} chooses {best}, the {word} of {_count(len(node.children), 'value')}: {show(value)}"
        return f"worth {node.kind} {show(value)}, which is all that matters here"


def show(value: float | None) -> str:
    """A number as people write it."""
    return "?" if value is None else "∞" if value == inf else "−∞" if value == -inf else f"{value:.4g}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
