"""Time: what a player may spend on a move, and the clocks of a game."""

from __future__ import annotations

import re
from dataclasses import dataclass

from zermelo.errors import OptionError

_CONTROL = re.compile(r"(?:(\d{1,4})/)?(?:(\d{1,4}):)?(\d{1,7}(?:\.\d+)?)(?:\+(\d{1,5}(?:\.\d+)?))?")

Left = tuple[float, float, int | None]
"""Seconds left, the increment, moves to go until more is added."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a player may spend on a move."""

    clock: Left | None = None
    other_clock: Left | None = None
    """That of the other player."""
    time: float | None = None
    """Seconds for this move."""
    nodes: int | None = None
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds for the game, or for every so many moves, and an increment for each move."""

    seconds: float
    increment: float = 0.0
    moves: int | None = None

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Reads `[MOVES/][MINUTES:]SECONDS[+INCREMENT]`.

        Raises:
            OptionError: It is not written so.

        >>> TimeControl.parse("40/1:30+0.5")
        TimeControl(seconds=90.0, increment=0.5, moves=40)
        """
        found = _CONTROL.fullmatch(text.strip())
        seconds = 60 * float(found[2] or 0) + float(found[3]) if found else 0.0
        if found is None or seconds <= 0 or found[1] == "0":
            raise OptionError(
                f'"{text}" is no clock: write seconds and increment, such as 10+0.1, or 40/60 for 40 moves'
            )
        return cls(seconds, float(found[4] or 0), int(found[1]) if found[1] else None)

    def __str__(self) -> str:
        moves = f"{self.moves}/" if self.moves else ""
        return f"{moves}{self.seconds:g}" + (f"+{self.increment:g}" if self.increment else "")


class Clock:
    """The two clocks of a game."""

    def __init__(self, control: TimeControl, margin: float) -> None:
        self.control, self.margin = control, margin
        self.left = [control.seconds, control.seconds]
        self.made = [0, 0]

    def __getitem__(self, seat: int) -> Left:
        """What a player has left."""
        moves = self.control.moves
        return self.left[seat], self.control.increment, moves - self.made[seat] % moves if moves else None

    def spend(self, seat: int, seconds: float) -> bool:
        """Takes off what a move took; was it in time?"""
        self.left[seat] -= seconds
        if self.left[seat] < -self.margin:
            return False
        self.left[seat] = max(self.left[seat], 0.0) + self.control.increment
        self.made[seat] += 1
        if self.control.moves and self.made[seat] % self.control.moves == 0:
            self.left[seat] += self.control.seconds
        return True
