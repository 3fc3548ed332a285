"""A position that counts its visitors and, if asked, makes sooner wins worth more, as the native searches do inside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import zermelo

PLY = 1 / 65_536


@dataclass
class Watched:
    """Counts how often the textbook asks whose turn it is: once per node."""

    position: zermelo.Position
    hurried: bool = False
    ply: int = 0
    visits: list[int] = field(default_factory=lambda: [0])

    @property
    def turn(self) -> int | None:
        self.visits[0] += 1
        return self.position.turn

    @property
    def utilities(self) -> Sequence[float] | None:
        utilities = self.position.utilities
        if utilities is None or not self.hurried:
            return utilities
        return [utility * (2 - self.ply * PLY) for utility in utilities]

    def moves(self) -> list[str]:
        return self.position.moves()

    def chances(self) -> list[tuple[str, float]]:
        return self.position.chances()

    def play(self, action: str, /) -> Watched:
        return Watched(self.position.play(action), self.hurried, self.ply + 1, self.visits)

    def evaluate(self, player: int) -> float:
        return self.position.evaluate(player)


def plies_of(value: float) -> int | None:
    """The distance to the end that a hurried value tells."""
    return round((2 - abs(value)) / PLY) if abs(value) > 1 else None
