"""Random game trees as a game written in Python, and as the text that the built-in game `tree` reads.

A tree is a nested tuple: ("leaf", utilities), (player, children) or (CHANCE, children, probabilities).
"""

from __future__ import annotations

from random import Random
from typing import Any

import zermelo

Tree = tuple[Any, ...]


def random_tree(random: Random, *, players: int, chance: bool, height: int, spread: int, constant: int = 0) -> Tree:
    """A random tree with many ties: leaves are whole numbers from -spread to spread."""
    if height == 0 or random.random() < 0.1:
        utilities = [random.randint(-spread, spread) for _ in range(players)]
        if players == 2:
            utilities[1] = constant - utilities[0]
        return ("leaf", tuple(float(utility) for utility in utilities))
    children = tuple(
        random_tree(random, players=players, chance=chance, height=height - 1, spread=spread, constant=constant)
        for _ in range(random.randint(1, 4))
    )
    if chance and random.random() < 0.3:
        weights = [random.randint(1, 4) for _ in children]
        # Eighths and the like would hide rounding; these do not sum to 1 exactly.
        return (zermelo.CHANCE, children, tuple(weight / sum(weights) for weight in weights))
    return (random.randrange(players), children)


def tree_text(tree: Tree) -> str:
    """The tree in the notation of the built-in game `tree`."""
    if tree[0] == "leaf":
        return "<" + " ".join(f"{utility:g}" for utility in tree[1]) + ">"
    if tree[0] == zermelo.CHANCE:
        parts = [f"{probability!r}:{tree_text(child)}" for child, probability in zip(tree[1], tree[2], strict=True)]
        return f"chance({' '.join(parts)})"
    return f"p{tree[0]}({' '.join(tree_text(child) for child in tree[1])})"


def leaves(tree: Tree) -> list[tuple[float, ...]]:
    """The utilities at all leaves."""
    return [tree[1]] if tree[0] == "leaf" else [leaf for child in tree[1] for leaf in leaves(child)]


class TreeGame(zermelo.Game):
    """An explicit tree as a game written in Python: a state is the path of child numbers from the root."""

    unit: str | None = "utility"

    def __init__(self, tree: Tree, *, chance: bool, players: int, constant: float | None) -> None:
        self.tree = tree
        self.chance = chance
        self.players = tuple(f"p{player}" for player in range(players))
        self.sum = constant
        utilities = [utility for leaf in leaves(tree) for utility in leaf]
        self.bounds = (min(utilities), max(utilities))

    def node(self, state: tuple[int, ...]) -> Tree:
        node = self.tree
        for child in state:
            node = node[1][child - 1]
        return node

    def initial(self) -> tuple[int, ...]:
        return ()

    def turn(self, state: tuple[int, ...]) -> int | None:
        kind = self.node(state)[0]
        return None if kind == "leaf" else kind

    def moves(self, state: tuple[int, ...]) -> range:
        return range(1, len(self.node(state)[1]) + 1)

    def chances(self, state: tuple[int, ...]) -> list[tuple[int, float]]:
        return list(enumerate(self.node(state)[2], start=1))

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def utilities(self, state: tuple[int, ...]) -> tuple[float, ...]:
        utilities: tuple[float, ...] = self.node(state)[1]
        return utilities
