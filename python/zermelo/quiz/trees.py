"""Trees to ask about, grown at random, with names for their nodes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from zermelo.quiz.picture import ROOT
from zermelo.textbook.position import CHANCE, Path
from zermelo.tree import MAX, MIN, Tree

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_LEAVES = {1: 9, 2: 13, 3: 18}
"""By difficulty: with eighteen, the tree still fits on a terminal of 80 columns."""
MOST_CHANCE_LEAVES = 14
"""The same for trees with probabilities, which need more room."""
WIDTHS = {1: (2, 3, 3), 2: (2, 2, 3), 3: (2, 2, 2, 3)}
"""How many children a node has, drawn by difficulty."""
WITH_CHANCE: dict[int, list[tuple[int, ...]]] = {
    1: [(MAX, CHANCE), (MIN, CHANCE), (CHANCE, MAX), (CHANCE, MIN)],
    2: [(MAX, CHANCE, MIN), (MIN, CHANCE, MAX), (CHANCE, MAX, MIN), (MAX, MIN, CHANCE)],
    3: [(MAX, CHANCE, MIN, CHANCE), (CHANCE, MAX, CHANCE, MIN), (MAX, CHANCE, MIN, MAX)],
}
"""Whose plies there are in a tree with chance, drawn by difficulty."""


def grow(kind: str, difficulty: int, random: Random) -> Tree | None:
    """A named tree for a question of this kind; None if it has become too large."""
    if kind == "expected value":
        owners: tuple[int, ...] = random.choice(WITH_CHANCE[difficulty])
    else:
        first = MIN if difficulty == 3 and random.random() < 0.3 else MAX
        owners = tuple((first + ply) % 2 for ply in range(difficulty + 1))
    values = _values(difficulty, random)
    # Where one of three children is asked for, the rest is kept narrow.
    three = kind in {"move", "order"}
    widths = (2, 2, 2, 2, 3) if three and difficulty > 1 else WIDTHS[difficulty]
    stops = 0.0 if difficulty < 3 else 0.3 if three else 0.15

    def node(ply: int) -> Tree:
        if ply == len(owners) or (ply >= 2 and random.random() < stops):
            value = float(next(values))
            return Tree(leaf=(value, -value))
        wide = 3 if three and ply == 0 else random.choice(widths)
        children = tuple(("", node(ply + 1)) for _ in range(wide))
        return Tree(owners[ply], children, _shares(wide, random) if owners[ply] == CHANCE else ())

    made = node(0)
    most = min(MOST_LEAVES[difficulty], MOST_CHANCE_LEAVES if made.has_chance() else len(LETTERS))
    return named(made) if len(made.leaves()) <= most else None


def _values(difficulty: int, random: Random) -> Iterator[int]:
    """What leaves are worth: all different in an easy tree; otherwise ties are what it is about."""
    if difficulty == 1:
        yield from random.sample(range(1, 31), 30)
    while True:
        yield random.randint(-2, 7)


def _shares(number: int, random: Random) -> tuple[float, ...]:
    """Probabilities in tenths, none of them 0."""
    cuts = sorted(random.sample(range(1, 10), number - 1))
    return tuple((high - low) / 10 for low, high in zip([0, *cuts], [*cuts, 10], strict=True))


def named(tree: Tree) -> Tree:
    """The tree with its children named: inner nodes N2, N3, … ply by ply, leaves A, B, C, … from left to right.

    >>> from zermelo.tree import tree
    >>> print(named(tree("((3 12) 5 (2 4))")))
    max(N2=min(A=3 B=12) C=5 N3=min(D=2 E=4))
    """
    inner: dict[tuple[int, ...], str] = {(): ROOT}
    ply: list[tuple[tuple[int, ...], Tree]] = [((), tree)]
    while ply:
        ply = [((*path, index), child) for path, node in ply for index, (_, child) in enumerate(node.children)]
        for path, node in ply:
            if node.turn is not None:
                inner[path] = f"N{len(inner) + 1}"
    letters = iter(LETTERS)

    def rename(node: Tree, path: tuple[int, ...]) -> Tree:
        children = []
        for index, (_, child) in enumerate(node.children):
            name = inner.get((*path, index)) or next(letters)
            children.append((name, rename(child, (*path, index))))
        return replace(node, children=tuple(children))

    return rename(tree, ())


def leaf_paths(tree: Tree, path: Path = ()) -> Iterator[Path]:
    """The ways to all leaves from left to right; each ends with the name of the leaf."""
    if tree.turn is None:
        yield path
    for name, child in tree.children:
        yield from leaf_paths(child, (*path, name))
