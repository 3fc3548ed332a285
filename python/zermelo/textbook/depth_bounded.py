"""Depth-bounded ALPHA-BETA with EVAL: what to do when the game is too long to look to its end.

The lecture's listing in one function of s, d, α and β. One printing of it has `β ← min(α, v)` in the MIN branch, which
throws the window away; right is `β ← min(β, v)`, and `tests/test_textbook.py` shows a tree on which the slip is caught.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from zermelo.textbook.position import MAX, Position, utility

Eval = Callable[[Position], float]


def evaluation(position: Position) -> float:
    """The game's own EVAL for MAX."""
    return position.evaluate(MAX)


def depth_bounded_alpha_beta(
    s: Position, d: int, alpha: float = -inf, beta: float = inf, eval_: Eval = evaluation
) -> float:
    """The value of s for MAX, looking d plies ahead and judging what lies there by EVAL.

    >>> import zermelo
    >>> depth_bounded_alpha_beta(zermelo.game("tree").start(), 2)
    3.0
    """
    turn = s.turn
    if turn is None:
        return utility(s, MAX)
    if d == 0:
        return eval_(s)
    if turn == MAX:
        v = -inf
        for a in s.moves():
            v = max(v, depth_bounded_alpha_beta(s.play(a), d - 1, alpha, beta, eval_))
            if v >= beta:
                return v
            alpha = max(alpha, v)
    else:
        v = inf
        for a in s.moves():
            v = min(v, depth_bounded_alpha_beta(s.play(a), d - 1, alpha, beta, eval_))
            if v <= alpha:
                return v
            beta = min(beta, v)
    return v
