"""Making questions: trees are grown from a seed until one is worth asking about.

Worth asking about means that the usual misconceptions lead to different wrong answers. Easy trees have two plies and no
ties; in medium ones ties make the rule of cutting matter; hard ones are tall enough for deep cut-offs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count, pairwise, permutations
from math import inf
from random import Random

from zermelo.errors import ZermeloError
from zermelo.explaining.trace import Trace, show, trace
from zermelo.misconceptions import MISCONCEPTIONS, outcome
from zermelo.quiz.answers import leaves_text, number_text, window_text
from zermelo.quiz.picture import ROOT, WHO
from zermelo.quiz.question import Question
from zermelo.quiz.trees import grow, leaf_paths
from zermelo.textbook.position import CHANCE, Path
from zermelo.tree import MAX, MIN, Tree

KINDS = ("pruned leaves", "window", "value", "order", "expected value", "move")
DIFFICULTIES = (1, 2, 3)
METHOD = {"value": "minimax", "expected value": "expectiminimax"}
"""The search that a kind of question is about, where it is not alpha-beta."""
LIKELY = (
    "cut on equality",
    "no cut on equality",
    "no pruning",
    "last of equals",
    "bound passed to a sibling",
    "probabilities ignored",
    "likeliest outcome only",
    "MAX and MIN swapped",
    "off by one ply",
    "no deep cut-offs",
    "averaged twice",
    "everybody maximises",
    "chance plays for MAX",
    "chance plays for MIN",
    "β ← min(α, v)",
)
"""The misconceptions, the likeliest first: it is named where several lead to the same answer."""
APPLIES = {misconception.name: misconception.methods for misconception in MISCONCEPTIONS}


class QuizError(ZermeloError, ValueError):
    """There is no such quiz."""


def ask(kind: str, seed: int, *, difficulty: int = 2) -> Question:
    """A question, the same for the same seed.

    Args:
        kind: "pruned leaves", "window", "value", "order", "expected value" or "move".
        seed: For the random numbers.
        difficulty: 1 easy, 2 medium, 3 hard.

    Raises:
        QuizError: There is no such kind or difficulty.

    >>> question = ask("value", 1, difficulty=1)
    >>> print(question.tree)
    max(N2=min(A=8 B=26) N3=min(C=5 D=18))
    >>> question.mark("8").right, question.mark("18").misconception
    (True, 'MAX and MIN swapped')
    """
    if kind not in KINDS:
        raise QuizError(f'there are no questions of the kind "{kind}": there are {", ".join(KINDS)}')
    if difficulty not in DIFFICULTIES:
        raise QuizError(f"the difficulty is {difficulty}: it must be 1 (easy), 2 (medium) or 3 (hard)")
    draft, mistakes = next(_worthy(kind, seed, difficulty))
    right = draft.answer()
    assert right is not None, "a question without an answer is not worth asking"
    text, how = draft.words()
    return Question(
        kind=kind,
        seed=seed,
        difficulty=difficulty,
        tree=draft.tree,
        method=draft.method,
        strict=draft.strict,
        node=draft.path[-1] if draft.path else ROOT,
        orders=tuple(" ".join(order) for order in draft.orders),
        text=text,
        how=how,
        answer=right,
        why=draft.why(),
        mistakes=mistakes,
    )


def _worthy(kind: str, seed: int, difficulty: int) -> Iterator[tuple[_Draft, dict[str, str]]]:
    """Drafts that are worth asking, with what misconceptions lead to; about one in ten is."""
    for attempt in count():
        draft = _draft(kind, difficulty, Random(f"{kind} {difficulty} {seed} {attempt}"))
        if draft is not None and (mistakes := draft.mistakes(difficulty, seed)):
            yield draft, mistakes


@dataclass(frozen=True)
class _Draft:
    """What is asked of a tree, before it is known whether it is worth asking."""

    kind: str
    method: str
    tree: Tree
    strict: bool
    path: Path = ()
    orders: tuple[Path, ...] = ()

    def answer(self, mistake: str | None = None) -> str | None:
        """What a search leads to, right or with a misconception; None if to no single answer."""
        if self.kind == "order":
            return self.best_order(mistake)
        found = outcome(self.tree, self.method, mistake=mistake, strict=self.strict)
        match self.kind:
            case "pruned leaves":
                seen = set(found.examined)
                return leaves_text([path[-1] for path in leaf_paths(self.tree) if path not in seen])
            case "window":
                window = found.windows.get(self.path)
                return None if window is None else window_text(window)
            case "move":
                return found.move
        return number_text(found.value)

    def best_order(self, mistake: str | None) -> str | None:
        counts = self.counts(mistake)
        return None if counts.count(min(counts)) > 1 else " ".join(self.orders[counts.index(min(counts))])

    def counts(self, mistake: str | None = None) -> list[int]:
        """The leaves examined in each of the orders."""
        trees = [reordered(self.tree, order) for order in self.orders]
        return [len(outcome(tree, self.method, mistake=mistake, strict=self.strict).examined) for tree in trees]

    def mistakes(self, difficulty: int, seed: int) -> dict[str, str]:
        """Wrong answers and their likeliest misconception; empty if the question is not worth asking."""
        right = self.answer()
        if right is None or not self.interesting(right):
            return {}
        if any(self.answer(name) in {right, None} for name in self.needed(difficulty, seed)):
            return {}
        mistakes: dict[str, str] = {}
        for name in LIKELY:
            if self.method in APPLIES[name]:
                wrong = self.answer(name)
                if wrong is not None and wrong != right:
                    mistakes.setdefault(wrong, name)
        fewest = 1 if self.kind in {"move", "order"} else 2 if difficulty == 1 else 3
        return mistakes if len(mistakes) >= fewest else {}

    def interesting(self, right: str) -> bool:
        match self.kind:
            case "pruned leaves":
                return right != leaves_text([])
            case "window":
                return right != window_text((-inf, inf))
            case "move":
                # Only one child is best: the answer does not depend on who is preferred among equals.
                values = [child.value()[MAX] for _, child in self.tree.children]
                return values.count(max(values) if self.tree.turn == MAX else min(values)) == 1
        return True

    def needed(self, difficulty: int, seed: int) -> list[str]:
        """The misconceptions that must lead to another answer."""
        equality = "cut on equality" if self.strict else "no cut on equality"
        match self.kind, difficulty:
            case "pruned leaves", 2:
                return [equality]
            case "pruned leaves", 3:
                return [equality, "no deep cut-offs"]
            case "window", 2:
                return ["bound passed to a sibling"]
            case "window", 3:
                return ["no deep cut-offs", "bound passed to a sibling"]
            case "move", 2 | 3:
                # Not always: the equal child comes after the best, which would then never be the last.
                return ["last of equals"] if seed % 3 else []
            case "expected value", _:
                return ["probabilities ignored"]
        return []

    def words(self) -> tuple[str, str]:
        """The question, and how to write the answer."""
        owner = {MAX: "belongs to MAX", MIN: "belongs to MIN", CHANCE: "is a chance node"}[self.tree.turn or 0]
        root = f"The root {ROOT} {owner}; the leaves say what MAX gets."
        if self.strict:
            rule = "only when its value passes the bound: v > β at MAX, v < α at MIN; equality is not enough."
        else:
            rule = "as soon as its value reaches the bound: v ≥ β at MAX, v ≤ α at MIN; equality is enough."
        search = f"{root} Alpha-beta searches the tree from left to right. It leaves a node {rule}"
        match self.kind:
            case "pruned leaves":
                return f"{search} Which leaves are never examined?", "The letters of the leaves, such as B C, or none."
            case "window":
                node = self.path[-1]
                asked = f"With which window (α, β) does it enter {node}?"
                return f"{search} {asked}", "Both bounds, such as (-inf, 3)."
            case "move":
                moves = ", ".join(self.tree.moves())
                better = (
                    "At the root, a child replaces the best so far only if its value is better, not if it is equal."
                )
                return f"{search} {better} Which child does {ROOT} choose in the end?", f"One of {moves}."
            case "order":
                kept = f"The children of {ROOT} may be searched in another order, while everything below them stays."
                return (
                    f"{search} {kept} In which of these orders does it examine the fewest leaves?",
                    f"The number of an order, 1 to {len(self.orders)}.",
                )
            case "value":
                return f"{root} What is the minimax value of {ROOT}?", "A number."
        chance = "Chance decides at the round nodes, with the probabilities on the lines."
        return f"{root} {chance} What is the expectiminimax value of {ROOT}?", "A number, such as 2.35."

    def why(self) -> str:
        """The reason for the answer, from the trace."""
        made = trace(self.tree, self.method, strict=self.strict)
        names = {node.number: node.path[-1] if node.path else ROOT for node in made.nodes}
        inner = [node for node in made.nodes if not node.is_leaf]
        match self.kind:
            case "pruned leaves":
                told = list(_cuts(made))
            case "window":
                told = list(_bounds(made, self.path))
            case "move":
                told = [f"{names[child]}: {made.nodes[child].reason}" for child in made.nodes[0].children]
                told.append(f"{ROOT}: {made.nodes[0].reason}")
            case "order":
                told = [
                    f"{' '.join(order)}: {examined} leaves"
                    for order, examined in zip(self.orders, self.counts(), strict=True)
                ]
            case _:
                told = [
                    f"{names[node.number]}: {node.reason}"
                    if node.turn == CHANCE or not node.path
                    else f"{names[node.number]} is worth {show(node.value)}"
                    for node in sorted(inner, key=lambda node: (-node.depth, node.number))
                ]
        return ". ".join(told) + "."


def _draft(kind: str, difficulty: int, random: Random) -> _Draft | None:
    tree = grow(kind, difficulty, random)
    if tree is None:
        return None
    strict = difficulty > 1 and kind != "move" and random.random() < 0.5
    draft = _Draft(kind, METHOD.get(kind, "alpha-beta"), tree, strict)
    if kind == "window":
        windows = outcome(tree, draft.method, strict=strict).windows
        inner = [path for path in windows if path and _at(tree, path).turn is not None]
        return replace(draft, path=random.choice(inner))
    if kind == "order":
        return replace(draft, orders=tuple(random.sample(list(permutations(tree.moves())), 4)))
    return draft


def _cuts(made: Trace) -> Iterator[str]:
    """The leaves that each cut-off saves, and why, in the order of the search."""
    for event in made.events:
        if event.kind == "cut":
            node = made.nodes[event.node]
            skipped = [made.nodes[child].path for child in node.children if made.nodes[child].visit is None]
            letters = [(*path, *below)[-1] for path in skipped for below in leaf_paths(_at(made.tree, path))]
            if letters:
                yield f"{' '.join(letters)} at {node.path[-1]}: {node.reason}"


def _bounds(made: Trace, path: Path) -> Iterator[str]:
    """Where both bounds of the window of a node come from."""
    above = [node for node in made.nodes if path[: len(node.path)] == node.path]
    for bound, letter, who in ((0, "α", MAX), (1, "β", MIN)):
        final = above[-1].window_in
        assert final is not None, "only visited nodes are asked about"
        if abs(final[bound]) == inf:
            yield f"{letter} is {show(final[bound])}: {WHO[who]} has found nothing yet on the way to {path[-1]}"
            continue
        giver = next(
            parent
            for parent, child in pairwise(above)
            if child.window_in is not None and child.window_in[bound] == final[bound]
        )
        name = giver.path[-1] if giver.path else ROOT
        yield f"{letter} is {show(final[bound])}: {WHO[who]} has that already at {name}"


def reordered(tree: Tree, order: Path) -> Tree:
    """The tree with the children of its root in this order."""
    return replace(tree, children=tuple((name, tree.play(name)) for name in order))


def _at(tree: Tree, path: Path) -> Tree:
    for name in path:
        tree = tree.play(name)
    return tree
