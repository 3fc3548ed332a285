"""MAX^N: any number of players, each choosing what is best for itself, with or without chance.

Luckhardt & Irani 1986; the lectures' vectors of utilities. Of moves that are equally good for the one who chooses, the
first is taken; with three players or more, another choice can change the others' values.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from zermelo.textbook.position import CHANCE, Path, Position


def max_n(position: Position, players: int, depth: float = inf) -> tuple[Sequence[float], Path]:
    """What a position is worth to each player, and the PATH of best play up to the next event of chance."""
    turn = position.turn
    if turn is None:
        utilities = position.utilities
        assert utilities is not None, "a terminal state has utilities"
        return utilities, ()
    if depth == 0:
        return [position.evaluate(player) for player in range(players)], ()
    if turn == CHANCE:
        means = [0.0] * players
        for event, probability in position.chances():
            values, _ = max_n(position.play(event), players, depth - 1)
            means = [mean + probability * value for mean, value in zip(means, values, strict=True)]
        return means, ()
    best_values: Sequence[float] = [-inf] * players
    best_path: Path = ()
    for action in position.moves():
        values, path = max_n(position.play(action), players, depth - 1)
        if values[turn] > best_values[turn]:
            best_values, best_path = values, (action, *path)
    return best_values, best_path
