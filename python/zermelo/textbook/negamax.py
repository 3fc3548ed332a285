"""NEGAMAX: minimax in one function, because one player's gain is the other's loss.

The lectures' MINMAX with its "NEW-VALUE = −VALUE(RESULT-SUCC)"; here the sign is turned only when the turn really
passes to the other player, since in some games the same player may move again.
"""

from __future__ import annotations

from math import inf

from zermelo.textbook.position import MAX, Path, Position, utility


def negamax(position: Position, player: int = MAX, depth: float = inf) -> tuple[float, Path]:
    """The VALUE of a position of a zero-sum game for `player` and the PATH of best play.

    >>> import zermelo
    >>> position = zermelo.game("tic-tac-toe").position("xx./oo./... x")
    >>> negamax(position), negamax(position, player=1)
    ((1.0, ('c3',)), (-1.0, ('c3',)))
    """
    turn = position.turn
    if turn is None:
        return utility(position, player), ()
    if depth == 0:
        return position.evaluate(player), ()
    if turn != player:
        value, path = negamax(position, turn, depth)
        return -value, path
    best_value = -inf
    best_path: Path = ()
    for action in position.moves():
        value, path = negamax(position.play(action), player, depth - 1)
        if value > best_value:
            best_value, best_path = value, (action, *path)
    return best_value, best_path
