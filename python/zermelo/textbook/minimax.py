"""MINIMAX: best play against best play, every line followed to its end.

Russell & Norvig, figure "An algorithm for calculating minimax decisions"; the lectures' MINIMAX and MINMAX.
"""

from __future__ import annotations

from math import inf

from zermelo.textbook.position import MAX, Path, Position, utility


def minimax_decision(position: Position) -> str:
    """The move that is best for the player whose turn it is; the first of equals.

    >>> import zermelo
    >>> minimax_decision(zermelo.game("tic-tac-toe").position("xx./oo./... x"))
    'c3'
    """
    _, path = minimax(position)
    return path[0]


def minimax(position: Position, depth: float = inf) -> tuple[float, Path]:
    """The VALUE of a position for MAX and the PATH of best play, looking `depth` plies ahead."""
    turn = position.turn
    if turn is None:
        return utility(position, MAX), ()
    if depth == 0:
        return position.evaluate(MAX), ()
    best_value = -inf if turn == MAX else inf
    best_path: Path = ()
    for action in position.moves():
        value, path = minimax(position.play(action), depth - 1)
        if value > best_value if turn == MAX else value < best_value:
            best_value, best_path = value, (action, *path)
    return best_value, best_path


def max_value(position: Position) -> float:
    """MAX-VALUE, for games in which MAX and MIN alternate."""
    if position.turn is None:
        return utility(position, MAX)
    v = -inf
    for action in position.moves():
        v = max(v, min_value(position.play(action)))
    return v


def min_value(position: Position) -> float:
    """MIN-VALUE, for games in which MAX and MIN alternate."""
    if position.turn is None:
        return utility(position, MAX)
    v = inf
    for action in position.moves():
        v = min(v, max_value(position.play(action)))
    return v
