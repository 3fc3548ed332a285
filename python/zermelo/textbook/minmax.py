"""MINMAX with MOVEGEN, STATIC and DEEP-ENOUGH: the older vocabulary, results as (VALUE, PATH).

Rich & Knight's procedure as the lecture numbers it, for games in which the players alternate. The value is that of the
player given, and changes its sign from ply to ply.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import NamedTuple

from zermelo.textbook.position import Path, Position

PLAYER_ONE, PLAYER_TWO = 0, 1


class Structure(NamedTuple):
    """What MINMAX returns."""

    value: float
    path: Path


def movegen(position: Position, player: int) -> Sequence[str]:
    """MOVEGEN: the moves that the player can make, none when the game is over."""
    return position.moves() if position.turn == player else ()


def static(position: Position, player: int) -> float:
    """STATIC: how good the position is for the player."""
    utilities = position.utilities
    return position.evaluate(player) if utilities is None else utilities[player]


def opposite(player: int) -> int:
    """OPPOSITE: the other player."""
    return PLAYER_TWO if player == PLAYER_ONE else PLAYER_ONE


def minmax(position: Position, depth: int, player: int, deep_enough: Callable[[Position, int], bool]) -> Structure:
    """MINMAX(Position, Depth, Player); call it with depth 0 and the player to move.

    >>> import zermelo
    >>> position = zermelo.game("tic-tac-toe").position("xx./oo./... x")
    >>> minmax(position, 0, PLAYER_ONE, lambda position, depth: depth >= 2)
    Structure(value=1.0, path=('c3',))
    """
    if deep_enough(position, depth):  # step 1
        return Structure(static(position, player), ())
    successors = movegen(position, player)  # step 2
    if not successors:  # step 3
        return Structure(static(position, player), ())
    best_score = -inf  # step 4
    best_path: Path = ()
    for succ in successors:
        result_succ = minmax(position.play(succ), depth + 1, opposite(player), deep_enough)  # 4a
        new_value = -result_succ.value  # 4b
        if new_value > best_score:  # 4c
            best_score, best_path = new_value, (succ, *result_succ.path)
    return Structure(best_score, best_path)  # step 5
