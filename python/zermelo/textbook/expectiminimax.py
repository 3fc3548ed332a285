"""EXPECTIMINIMAX: minimax with averages where chance decides.

Russell & Norvig, "Stochastic games". With one player there are no MIN nodes, and it is expectimax.
"""

from __future__ import annotations

from math import inf

from zermelo.textbook.position import CHANCE, MAX, Path, Position, utility


def expectiminimax(position: Position, depth: float = inf) -> tuple[float, Path]:
    """The expected VALUE of a position for MAX and the PATH of best play up to the next event of chance."""
    turn = position.turn
    if turn is None:
        return utility(position, MAX), ()
    if depth == 0:
        return position.evaluate(MAX), ()
    if turn == CHANCE:
        mean = 0.0
        for event, probability in position.chances():
            value, _ = expectiminimax(position.play(event), depth - 1)
            mean += probability * value
        return mean, ()
    best_value = -inf if turn == MAX else inf
    best_path: Path = ()
    for action in position.moves():
        value, path = expectiminimax(position.play(action), depth - 1)
        if value > best_value if turn == MAX else value < best_value:
            best_value, best_path = value, (action, *path)
    return best_value, best_path
