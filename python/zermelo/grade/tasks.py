"""What a student's search is asked: trees that grow from a leaf to some hundred nodes, and positions of real games.

The same seed gives the same questions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

import zermelo
from zermelo.misconceptions import Misconception
from zermelo.textbook.position import CHANCE, MAX
from zermelo.tree import MIN, Tree, tree, unfold

METHODS = {
    "minimax": "minimax",
    "alphabeta": "alpha-beta",
    "alpha_beta": "alpha-beta",
    "expectimax": "expectiminimax",
    "expectiminimax": "expectiminimax",
}
"""The functions that can be graded, and the search that each should be."""
HUGE = 1_000_000
"""A leaf that shows what the best so far begins with."""
ODDS = {
    1: ((1.0,),),
    2: ((0.5, 0.5), (0.25, 0.75), (0.9, 0.1)),
    3: ((0.25, 0.5, 0.25), (0.2, 0.3, 0.5), (0.6, 0.3, 0.1)),
}

DEPTH_MISTAKES = (
    Misconception(
        "one ply too few",
        "With a limited depth it stops one ply too early: a depth of 0 is where EVAL is asked, and every move takes 1.",
    ),
    Misconception(
        "one ply too many",
        "With a limited depth it goes one ply too far: EVAL is asked at a depth of 0, before any further move.",
    ),
    Misconception("depth ignored", "The depth is ignored: it looks to the end of the game whatever depth is given."),
    Misconception(
        "depth not counted down",
        "The depth is never used up: every move takes 1 from it, so a child is searched with depth - 1.",
    ),
    Misconception(
        "EVAL for the player to move",
        "EVAL is asked for the player to move: values are MAX's throughout, so it is position.evaluate(0).",
    ),
    Misconception("EVAL for MIN", "EVAL is asked for MIN: values are MAX's throughout, so it is position.evaluate(0)."),
    Misconception("no EVAL", "At the limit of the depth it answers 0: what lies there is judged by EVAL."),
)
"""What goes wrong where a search stops before the end of the game."""


@dataclass(frozen=True)
class Task:
    """A question: a tree, and how many plies to look ahead if not to the end."""

    tree: Tree
    depth: int | None = None
    source: str = "a tree"

    @property
    def given_depth(self) -> int:
        """What a function with a parameter for the depth is given."""
        return self.tree.height() + 2 if self.depth is None else self.depth

    @cached_property
    def searched(self) -> Tree:
        """The tree that the right search sees."""
        return self.seen_with(None)

    def seen_with(self, mistake: str | None) -> Tree:
        """The tree as a search sees it that stops at the depth, or with this mistake at doing so."""
        if self.depth is None:
            return self.tree
        depth = self.depth + {"one ply too few": -1, "one ply too many": 1}.get(mistake or "", 0)
        endless = mistake == "depth ignored" or (mistake == "depth not counted down" and depth > 0)
        return self.tree if endless else limited(self.tree, max(depth, 0), mistake)

    def as_data(self) -> list[Any]:
        """What the student's process is given."""
        return _data(self.tree)

    def __str__(self) -> str:
        return str(self.tree) if self.depth is None else f"{self.tree} to depth {self.depth}"


def estimate(tree: Tree) -> float:
    """EVAL of an inner node for MAX: the mean of the leaves below it."""
    leaves = tree.leaves()
    return sum(leaf[MAX] for leaf in leaves) / len(leaves)


def limited(tree: Tree, depth: int, mistake: str | None = None) -> Tree:
    """The tree down to a depth, with EVAL where it goes on.

    >>> print(limited(tree("((3 12) 5)"), 1))
    max(7.5 5)
    """
    if tree.turn is None:
        return tree
    if depth == 0:
        sign = -1 if mistake == "EVAL for MIN" or (mistake == "EVAL for the player to move" and tree.turn != MAX) else 1
        judged = 0.0 if mistake == "no EVAL" else sign * estimate(tree)
        return Tree(leaf=(judged, -judged), estimated=True)
    return replace(tree, children=tuple((name, limited(child, depth - 1, mistake)) for name, child in tree.children))


def _data(tree: Tree) -> list[Any]:
    if tree.turn is None:
        return [tree.leaf[MAX]]
    odds = tree.probabilities or (None,) * len(tree.children)
    children = [[name, p, _data(child)] for (name, child), p in zip(tree.children, odds, strict=True)]
    return [tree.turn, estimate(tree), children]


def tasks(function: str, seed: int, *, depths: bool) -> list[Task]:
    """The questions for a function, small ones first; with limited depths if it takes one."""
    chance = METHODS[function] == "expectiminimax"
    making = _Making(Random(f"{function} {seed}" if chance else seed), chance, has_min=function != "expectimax")
    heights = [1] * 8 + [2] * 16 + [3] * 20 + [4] * 20 + [5] * 4
    trees = [*making.small(), *map(making.any, heights)]
    asked = [Task(made) for made in sorted(trees, key=Tree.nodes)]
    if depths:
        limits = [Task(made, making.random.randint(0, 3)) for made in (making.any(1 + n // 8) for n in range(32))]
        asked += sorted(limits, key=lambda task: task.tree.nodes())
    return asked + making.games()


class _Making:
    """Makes trees of the kind that a function is asked about."""

    def __init__(self, random: Random, chance: bool, *, has_min: bool) -> None:
        self.random, self.chance, self.has_min = random, chance, has_min

    def small(self) -> list[Tree]:
        """Trees that have broken many a program: over at once, one move only, ties, nothing above or below 0."""
        texts = ["max(a)", "max(0 b)", "max(-3 -1 -2)", f"max({-HUGE})", "max(max(a b) c)", "max(a max(b c))"]
        texts += ["max(a a)", "max(max(a))"]
        if self.has_min:
            texts += ["min(a)", "min(b 0)", "min(3 1 2)", f"min({HUGE})", "max(min(a))", "min(max(a b) max(c d))"]
            texts += ["max(min(a b) min(c d))", "min(min(a b) max(c d))", "max(min(a a) min(a a))", "min(a min(b c))"]
        if self.chance:
            texts += [
                "chance(1:a)",
                "chance(0.25:a 0.75:b)",
                "max(chance(0.9:a 0.1:b) c)",
                "chance(0.5:max(a b) 0.5:c)",
            ]
        leaves = [_leaf(0), _leaf(self.random.randint(1, 9)), _leaf(-self.random.randint(1, 9))]
        trees = leaves + [self.filled(text) for text in texts]
        if self.has_min:
            # Here a position comes up again with another window: a bound remembered as its value is found out.
            texts = ["max(min(a max(b c)) min(max(b c) d))", "min(max(d min(c b)) max(min(c b) a))"]
            trees += [self.filled(text, ordered=True) for text in texts]
        return trees

    def filled(self, text: str, *, ordered: bool = False) -> Tree:
        drawn = self.random.sample(range(-9, 10), 4)
        numbers = dict(zip("abcd", sorted(drawn) if ordered else drawn, strict=True))
        # Only letters that stand alone: those of max, min and chance are part of a word.
        words = text.replace("(", "( ").replace(")", " )").replace(":", ": ").split(" ")
        return tree(" ".join(str(numbers.get(word, word)) for word in words).replace(": ", ":"))

    def any(self, height: int) -> Tree:
        """A tree of any shape: uneven, with ties or without, with players who move again."""
        lowest, highest = self.random.choice(((-1, 1), (-9, 9), (-20, -1), (1, 20), (-1000, 1000)))
        branching = 4 if height < 4 else 3
        turn = self.random.choice((MAX, MIN)) if self.has_min else MAX
        again = self.random.choice((0.0, 0.0, 0.3))
        return self.node(height, turn, (lowest, highest), branching, again, root=True)

    def node(
        self, height: int, turn: int, spread: tuple[int, int], branching: int, again: float, *, root: bool = False
    ) -> Tree:
        random = self.random
        if height == 0 or (not root and random.random() < 0.1):
            return _leaf(random.randint(*spread))
        number = random.randint(1 if random.random() < 0.3 else 2, min(branching, 3) if self.chance else branching)
        after = turn if not self.has_min or random.random() < again else 1 - turn
        by_chance = self.chance and random.random() < 0.4
        children = [
            self.node(height - 1, turn if by_chance else after, spread, branching, again) for _ in range(number)
        ]
        named = tuple((str(index), child) for index, child in enumerate(children, start=1))
        return Tree(CHANCE, named, random.choice(ODDS[number])) if by_chance else Tree(turn, named)

    def games(self) -> list[Task]:
        """Positions of real games, unfolded to their end."""
        if self.chance:
            dice = Dice(players=2 if self.has_min else 1)
            return [Task(unfold(dice.position(repr(state))), source="a game of dice") for state in dice.chosen()]
        made = []
        for empty in (3, 4, 5):
            position = self.played(zermelo.game("tic-tac-toe").start(), 9 - empty)
            made.append(Task(unfold(position), source=f"tic-tac-toe from {position.text}"))
        for houses, seeds in ((3, 1), (2, 3)):
            start = zermelo.game("kalah", houses=houses, seeds=seeds).start()
            made.append(Task(unfold(start), source=f"kalah from {start.text}"))
        return made

    def played(self, start: zermelo.Position, moves: int) -> zermelo.Position:
        """A position after so many random moves in which the game is not over."""
        while True:
            position = start
            for _ in range(moves):
                if position.turn is None:
                    break
                position = position.play(self.random.choice(position.moves()))
            if position.turn is not None:
                return position


class Dice(zermelo.Game):
    """Roll a die of three faces and add, or stop; a 1 loses what was rolled. Then it is the other's turn, once."""

    chance = True
    unit = "points"
    bounds = (-20.0, 20.0)
    longest = 9

    def __init__(self, players: int) -> None:
        self.rollers = players

    def chosen(self) -> list[tuple[int, int, int, bool]]:
        """Where to begin: points of the first player, of the second, whose turn, and whether the die is rolling."""
        last = self.rollers - 1
        return [(0, 0, last, False), (3, 4, last, False), (2, 2, last, True), (4, 0, 0, False)]

    def initial(self) -> tuple[int, int, int, bool]:
        return 0, 0, 0, False

    def turn(self, state: tuple[int, int, int, bool]) -> int | None:
        player, rolling = state[2], state[3]
        return None if player >= self.rollers else zermelo.CHANCE if rolling else player

    def moves(self, state: tuple[int, int, int, bool]) -> list[str]:
        return ["roll", "stop"] if state[state[2]] < 5 else ["stop"]

    def chances(self, state: tuple[int, int, int, bool]) -> list[tuple[str, float]]:
        return [("1", 0.25), ("2", 0.25), ("3", 0.5)]

    def play(self, state: tuple[int, int, int, bool], move: str) -> tuple[int, int, int, bool]:
        first, second, player, rolling = state
        if not rolling:
            return (first, second, player, True) if move == "roll" else (first, second, player + 1, False)
        points = [first, second]
        points[player] = 0 if move == "1" else points[player] + int(move)
        return points[0], points[1], player + (move == "1"), False

    def utilities(self, state: tuple[int, int, int, bool]) -> tuple[int, int]:
        return state[0] - state[1], state[1] - state[0]


def _leaf(number: float) -> Tree:
    return Tree(leaf=(float(number), float(-number)))
