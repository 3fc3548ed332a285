"""ALPHA-BETA: the value of minimax without looking at what cannot matter.

Russell & Norvig, figure "The alpha-beta algorithm". They cut on equality too; Berkeley's course cuts on strict
inequality only (`strict=True`), which looks at more but keeps the value of every move that ties for best exact.
Fail-soft: a result outside the window is the tightest bound that was found, not the edge of the window.
"""

from __future__ import annotations

from math import inf

from zermelo.textbook.position import MAX, Path, Position, utility


def alpha_beta_decision(position: Position) -> str:
    """The move that is best for the player whose turn it is; the first of equals.

    >>> import zermelo
    >>> alpha_beta_decision(zermelo.game("tic-tac-toe").position("xx./oo./... x"))
    'c3'
    """
    _, path = alpha_beta(position)
    return path[0]


def alpha_beta(
    position: Position, alpha: float = -inf, beta: float = inf, depth: float = inf, *, strict: bool = False
) -> tuple[float, Path]:
    """The VALUE of a position for MAX within the window, and the PATH of best play.

    The result r and the true value v: if α < r < β then v = r; if r ≤ α then v ≤ r; if r ≥ β then v ≥ r.
    """
    turn = position.turn
    if turn is None:
        return utility(position, MAX), ()
    if depth == 0:
        return position.evaluate(MAX), ()
    best_value = -inf if turn == MAX else inf
    best_path: Path = ()
    for action in position.moves():
        value, path = alpha_beta(position.play(action), alpha, beta, depth - 1, strict=strict)
        if value > best_value if turn == MAX else value < best_value:
            best_value, best_path = value, (action, *path)
        if turn == MAX:
            if best_value > beta or (best_value == beta and not strict):  # MIN has better elsewhere: a β-cutoff
                return best_value, best_path
            alpha = max(alpha, best_value)
        else:
            if best_value < alpha or (best_value == alpha and not strict):  # MAX has better elsewhere: an α-cutoff
                return best_value, best_path
            beta = min(beta, best_value)
    return best_value, best_path
