"""Minimax over a randomly selected subtree: the lecture's basic idea of Monte Carlo roll-outs in go.

At each node some of the children are chosen at random; the others are ignored.
"""

from __future__ import annotations

from random import Random

from zermelo.textbook.position import MAX, Path, Position, utility


def random_subset_minimax(position: Position, width: int, depth: int, random: Random) -> tuple[float, Path]:
    """The VALUE for MAX and the PATH in a random subtree of at most `width` children a node and `depth` plies."""
    turn = position.turn
    if turn is None:
        return utility(position, MAX), ()
    if depth == 0:
        return position.evaluate(MAX), ()
    moves = list(position.moves())
    chosen = moves if len(moves) <= width else random.sample(moves, width)
    results = []
    for action in chosen:
        value, path = random_subset_minimax(position.play(action), width, depth - 1, random)
        results.append((value, (action, *path)))
    return max(results) if turn == MAX else min(results)
