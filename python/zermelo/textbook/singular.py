"""Singular extensions: where one move stands out from all others, look at that move further, and at the others not."""

from __future__ import annotations

from zermelo.textbook.position import MAX, Position, utility


def singular_move(position: Position, margin: float) -> str | None:
    """The one move whose EVAL is better or worse by `margin` than that of every other move; None when none stands out.

    >>> import zermelo
    >>> singular_move(zermelo.game("tic-tac-toe").start(), 0.05)
    'b2'
    """
    sign = 1 if position.turn == MAX else -1
    judged = sorted((sign * static(position.play(action)), action) for action in position.moves())
    if len(judged) < 2:
        return None
    # The best move stands out from the second best, or the worst from the second worst; the best is likelier played.
    above, below = judged[-1][0] - judged[-2][0], judged[1][0] - judged[0][0]
    distance, action = (above, judged[-1][1]) if above >= below else (below, judged[0][1])
    return action if distance >= margin else None


def static(position: Position) -> float:
    """UTILITY or EVAL for MAX."""
    return utility(position, MAX) if position.turn is None else position.evaluate(MAX)


def singular_minimax(position: Position, depth: int, margin: float, extra: int = 4) -> float:
    """Minimax to `depth`; at the horizon a singular move is followed for up to `extra` plies more.

    There the player may also stay with EVAL, since the other moves are still to be had.
    """
    turn = position.turn
    if turn is None:
        return utility(position, MAX)
    if depth > 0:
        values = [singular_minimax(position.play(action), depth - 1, margin, extra) for action in position.moves()]
        return max(values) if turn == MAX else min(values)
    action = singular_move(position, margin) if extra > 0 else None
    if action is None:
        return position.evaluate(MAX)
    dramatic = singular_minimax(position.play(action), 0, margin, extra - 1)
    others = [static(position.play(other)) for other in position.moves() if other != action]
    return max([dramatic, *others]) if turn == MAX else min([dramatic, *others])
