"""Pure strategies on a game tree: counted, enumerated, and the best ones found by brute force.

A pure strategy of MAX names a move for every position of MAX that can come up while MAX keeps to it. The theorem behind
minimax: there are s* and t* with min over t of U(s*, t) = max over s of U(s, t*), and both are the minimax value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from typing import NamedTuple

from zermelo.errors import ZermeloError
from zermelo.textbook.position import MAX, Path, Position, utility

MIN = 1
LIMIT = 100_000
"""Brute force beyond so many pairs of strategies would take too long."""

Strategy = Mapping[Path, str]
"""The move for every line that leads to a position of the player."""


class TooManyStrategiesError(ZermeloError, ValueError):
    """The game has more pure strategies than brute force can go through."""


class Solution(NamedTuple):
    """What brute force finds."""

    value: float
    s_star: Strategy
    t_star: Strategy


def count_strategies(position: Position, player: int) -> int:
    """The number of pure strategies.

    A strategy decides ⌈h/2⌉ times on any one line, but it needs a decision for every reply of the other player. In a
    full tree of branching factor b and height h the first player decides in n = (b^⌈h/2⌉ − 1) / (b − 1) positions that
    can come up, and has b^n strategies; b^⌈h/2⌉, which some slides give, is right only up to h = 2.

    >>> import zermelo
    >>> tree = zermelo.game("tree").start()
    >>> count_strategies(tree, MAX), count_strategies(tree, MIN)
    (3, 27)
    """
    if position.turn is None:
        return 1
    counts = [count_strategies(position.play(action), player) for action in position.moves()]
    return sum(counts) if position.turn == player else prod(counts)


def strategies(position: Position, player: int, line: Path = ()) -> Iterator[Strategy]:
    """Every pure strategy of a player."""
    if position.turn is None:
        yield {}
    elif position.turn == player:
        for action in position.moves():
            for rest in strategies(position.play(action), player, (*line, action)):
                yield {line: action, **rest}
    else:
        below = [list(strategies(position.play(action), player, (*line, action))) for action in position.moves()]
        for choice in product(*below):
            yield {where: action for part in choice for where, action in part.items()}


def payoff(position: Position, s: Strategy, t: Strategy) -> float:
    """U(s, t): what MAX gets when MAX plays s and MIN plays t."""
    line: Path = ()
    while position.turn is not None:
        action = (s if position.turn == MAX else t)[line]
        line, position = (*line, action), position.play(action)
    return utility(position, MAX)


def brute_force(position: Position) -> Solution:
    """s* = arg max min U(s, t) and t* = arg min max U(s, t), over all pairs of strategies.

    Raises:
        TooManyStrategiesError: There are more than LIMIT pairs.

    >>> import zermelo
    >>> brute_force(zermelo.game("tree").start()).value
    3.0
    """
    pairs = count_strategies(position, MAX) * count_strategies(position, MIN)
    if pairs > LIMIT:
        raise TooManyStrategiesError(f"there are {pairs:,} pairs of strategies: brute force takes at most {LIMIT:,}")
    all_s, all_t = list(strategies(position, MAX)), list(strategies(position, MIN))
    table = [[payoff(position, s, t) for t in all_t] for s in all_s]
    best_s = max(range(len(all_s)), key=lambda i: min(table[i]))
    best_t = min(range(len(all_t)), key=lambda j: max(row[j] for row in table))
    return Solution(min(table[best_s]), all_s[best_s], all_t[best_t])
