"""Does looking deeper decide better? Not in Pearl's games, but in Nau's, whose leaves are alike, and in real ones.

Pearl's and Nau's games are full binary trees of wins and losses; EVAL of a node is the number of wins below it, an
excellent judge of both. What counts is the decision: only roots with one winning and one losing move are taken, and
the question is how often a search of depth d chooses the winning one (a tie counts half). In Pearl's games the leaves
are independent, and minimax of good estimates makes worse ones, until the search sees the end of the game (Nau 1979,
Pearl 1983). In real games neighbours resemble each other, and looking deeper helps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import add
from random import Random
from statistics import linear_regression

from zermelo.experiments.outcome import Cell, Outcome, Progress, mean_and_error
from zermelo.experiments.plot import Panel, Series, plot
from zermelo.experiments.real_games import move_values, random_position
from zermelo.game import game
from zermelo.tree import random_wins

REAL_GAMES: dict[str, tuple[dict[str, object], int]] = {
    "kalah": ({"houses": 4, "seeds": 3}, 12),
    "connect-four": ({}, 27),
}
"""Real games from where the truth can be found: their options, and the random moves that lead to the positions."""


def pathology(
    seed: int = 0,
    *,
    height: int = 12,
    trees: int = 1000,
    positions: int = 300,
    progress: Progress | None = None,
) -> Outcome:
    """Measures how often a search of each depth decides right.

    Args:
        seed: For the random numbers.
        height: Moves of Pearl's and Nau's games; searches go two plies less deep, since there they see the end.
        trees: So many roots that matter are decided in each of these.
        positions: So many positions that matter are decided in each real game.
        progress: Hears how far it has come.
    """
    depths = range(1, height - 1)
    kinds: dict[str, tuple[Callable[[Random], Iterator[list[float]]], int]] = {}
    for kind, name in (("pearl", "Pearl's game"), ("nau", "Nau's game")):
        kinds[name] = (split_game(kind, height, depths), trees)
    for name, (options, plies) in REAL_GAMES.items():
        kinds[name] = (real_game(name, options, plies, depths), positions)
    columns = ["plies"]
    rows: list[list[Cell]] = [[depth] for depth in depths]
    drawn = []
    trends = {}
    for number, (name, (decide, most)) in enumerate(kinds.items()):
        decided = []
        for right in decide(Random(f"{seed} {name}")):
            decided.append(right)
            if progress and len(decided) % 50 == 0:
                progress((number + len(decided) / most) / len(kinds))
            if len(decided) == most:
                break
        measured = [mean_and_error(column) for column in zip(*decided, strict=True)]
        columns += [name, "±"]
        for row, (share, error) in zip(rows, measured, strict=True):
            row += [round(100 * share, 1), round(100 * error, 1)]
        points = tuple((float(d), 100 * share) for d, (share, _) in zip(depths, measured, strict=True))
        drawn.append(Series(name, points, tuple(100 * error for _, error in measured)))
        # The same roots are decided at every depth, so the trend is measured root by root.
        trends[name] = mean_and_error([linear_regression(depths, right).slope for right in decided])
    svg = plot(
        [Panel(tuple(drawn))],
        title="Does looking deeper decide better?",
        x="plies looked ahead",
        y="right decisions, %",
        wide=1.4,
    )
    told = tuple(conclusion(name, depths[-1], kinds[name][1], *trend) for name, trend in trends.items())
    return Outcome(
        "Right decisions in percent, by plies looked ahead", tuple(columns), tuple(map(tuple, rows)), told, svg
    )


def conclusion(name: str, deepest: int, decided: int, change: float, error: float) -> str:
    """What looking deeper does in a game, in words."""
    much = f"{100 * abs(change):.2f} ± {100 * error:.2f} percentage points of right decisions"
    about = f"up to {deepest} plies, {decided:,} roots"
    if change < -2 * error:
        return f"{name}: pathological, every ply more costs {much} ({about})."
    if change > 2 * error:
        return f"{name}: looking deeper helps, every ply more gains {much} ({about})."
    return f"{name}: no trend can be told, {much} a ply ({about})."


def split_game(kind: str, height: int, depths: Sequence[int]) -> Callable[[Random], Iterator[list[float]]]:
    """For roots of Pearl's or Nau's game in which the choice matters: is each depth right (1, 0, or ½ by a tie)?"""

    def decide(random: Random) -> Iterator[list[float]]:
        while True:
            leaves = list(map(int, random_wins(random, kind, height=height)))
            left, right = backed_up(leaves, height)
            if left == right:
                continue
            below = wins_below(leaves, height)
            found = [backed_up(below[depth], depth) for depth in depths]
            yield [0.5 if a == b else float((a > b) == (left > right)) for a, b in found]

    return decide


def wins_below(leaves: list[int], height: int) -> dict[int, list[int]]:
    """EVAL of all nodes by their depth: the number of MAX's wins among the leaves below.

    >>> wins_below([1, 0, 1, 1], 2)
    {2: [1, 0, 1, 1], 1: [1, 2], 0: [3]}
    """
    found = {height: leaves}
    for depth in range(height - 1, -1, -1):
        row = found[depth + 1]
        found[depth] = list(map(add, row[::2], row[1::2]))
    return found


def backed_up(row: list[int], depth: int) -> list[int]:
    """Minimax values of the root's two children, from the values at a depth; MAX moves at the root.

    >>> backed_up([3, 5, 2, 9], 2)
    [3, 2]
    """
    for above in range(depth - 1, 0, -1):
        better = max if above % 2 == 0 else min
        row = list(map(better, row[::2], row[1::2]))
    return row


def real_game(
    name: str, options: dict[str, object], plies: int, depths: Sequence[int]
) -> Callable[[Random], Iterator[list[float]]]:
    """For positions of a real game in which the choice matters: how often is each depth right?"""

    def decide(random: Random) -> Iterator[list[float]]:
        rules = game(name, **options)
        while True:
            position = random_position(rules, plies, random)
            truth = move_values(position)
            best = max(truth.values())
            if min(truth.values()) == best:
                continue
            right = []
            for depth in depths:
                found = move_values(position, depth)
                chosen = [action for action, worth in found.items() if worth == max(found.values())]
                right.append(sum(truth[action] == best for action in chosen) / len(chosen))
            yield right

    return decide
