"""What the textbook algorithms ask of a position: the lectures' game model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self

MAX = 0
"""The first player. The other one, MIN, wants MAX's utility to be small."""
CHANCE = -1
"""Whose turn it is when dice or cards decide."""

Path = tuple[str, ...]
"""Moves in a row."""


class Position(Protocol):
    """A situation in a game."""

    @property
    def turn(self) -> int | None:
        """PLAYER: MAX, another player, CHANCE, or None in a terminal state."""

    @property
    def utilities(self) -> Sequence[float] | None:
        """UTILITY of a terminal state for each player."""

    def moves(self) -> Sequence[str]:
        """ACTIONS, or MOVEGEN."""

    def chances(self) -> Sequence[tuple[str, float]]:
        """What chance may bring, with probabilities."""

    def play(self, action: str, /) -> Self:
        """RESULT of an action."""

    def evaluate(self, player: int) -> float:
        """EVAL, or STATIC: an estimate of the utility for this player."""


def utility(position: Position, player: int) -> float:
    """UTILITY of a terminal state for this player."""
    utilities = position.utilities
    assert utilities is not None, "only a terminal state has a utility"
    return utilities[player]


class HiddenPosition(Position, Protocol):
    """A situation in a game in which players do not see everything."""

    def observation(self, player: int) -> str:
        """What this player has seen so far."""

    def worlds(self, player: int) -> Sequence[tuple[Self, float]]:
        """The positions that this player cannot tell from the true one, with probabilities."""
