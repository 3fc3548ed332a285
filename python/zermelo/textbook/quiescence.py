"""Quiescence search: do not judge a position in the middle of an exchange.

Two kinds. The first goes on with *noisy* moves, such as captures, until there are none; the player may also "stand
pat", that is stop and take EVAL as it is. The second asks EVAL itself: a position is quiet when its EVAL is close to
that of its parent and of its children. Both end some lines at odd and some at even depth; since a position looks
better to whoever moved last, the *biasing factor* is taken off for that player.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from zermelo.textbook.position import MAX, Position, utility


def biased(position: Position, bias: float) -> float:
    """EVAL for MAX, less the biasing factor when MAX made the last move, plus it when MIN did."""
    return position.evaluate(MAX) + (bias if position.turn == MAX else -bias)


def quiescence(
    position: Position,
    noisy: Callable[[Position, str], bool],
    alpha: float = -inf,
    beta: float = inf,
    bias: float = 0.0,
) -> float:
    """The value for MAX when only noisy moves are made, and each player may stop at any time."""
    turn = position.turn
    if turn is None:
        return utility(position, MAX)
    v = biased(position, bias)  # standing pat
    for action in position.moves():
        if (v >= beta) if turn == MAX else (v <= alpha):
            return v
        if noisy(position, action):
            alpha, beta = (max(alpha, v), beta) if turn == MAX else (alpha, min(beta, v))
            value = quiescence(position.play(action), noisy, alpha, beta, bias)
            v = max(v, value) if turn == MAX else min(v, value)
    return v


def is_quiet(position: Position, parent: Position | None, tolerance: float) -> bool:
    """Is EVAL here close to that of the parent and of all children?"""
    here = position.evaluate(MAX)
    others = [position.play(action) for action in position.moves()]
    others += [] if parent is None else [parent]
    return all(other.turn is not None and abs(here - other.evaluate(MAX)) <= tolerance for other in others)


def until_quiet(
    position: Position, depth: int, tolerance: float, extra: int = 4, bias: float = 0.0, parent: Position | None = None
) -> float:
    """Minimax to `depth`, and up to `extra` plies deeper where the position is not quiet."""
    turn = position.turn
    if turn is None:
        return utility(position, MAX)
    if depth <= 0 and (depth <= -extra or is_quiet(position, parent, tolerance)):
        return biased(position, bias)
    values = [
        until_quiet(position.play(action), depth - 1, tolerance, extra, bias, position) for action in position.moves()
    ]
    return max(values) if turn == MAX else min(values)
