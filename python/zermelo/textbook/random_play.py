"""Random play: every legal move is equally likely; chance follows its probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from zermelo.textbook.position import CHANCE, Path, Position


def random_play(position: Position, random: Random) -> tuple[Sequence[float], Path]:
    """Plays a random game to its end: what it was worth to each player, and all that happened."""
    path: Path = ()
    while (turn := position.turn) is not None:
        if turn == CHANCE:
            events, probabilities = zip(*position.chances(), strict=True)
            action = random.choices(events, probabilities)[0]
        else:
            action = random.choice(position.moves())
        path = (*path, action)
        position = position.play(action)
    utilities = position.utilities
    assert utilities is not None, "a terminal state has utilities"
    return utilities, path
