"""A game on record: where it began, the moves that were made, and what was said about them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import zermelo
from zermelo._native import Position


@dataclass(eq=False, slots=True)
class Step:
    """A move, with what was said about it and what could have been played instead."""

    move: str
    before: str = ""
    """What stands before the move."""
    comment: str = ""
    """What stands after it."""
    nags: list[int] = field(default_factory=list)
    """Numeric annotation glyphs: 1 good, 2 mistake, 3 brilliant, 4 blunder, 5 interesting, 6 dubious, and others."""
    # Not shown: variations can be nested more deeply than Python likes to print.
    variations: list[list[Step]] = field(default_factory=list, repr=False)
    """Lines that begin instead of this move."""


@dataclass(eq=False)
class Record:
    """A whole game."""

    game: str
    """The name of its rules."""
    tags: dict[str, str] = field(default_factory=dict)
    """What is known about it: players, date, place and so on."""
    start: str | None = None
    """The text of the first position; None for the usual one."""
    steps: list[Step] = field(default_factory=list, repr=False)
    result: str = "*"
    comment: str = ""
    """What stands before the first move."""
    options: dict[str, object] = field(default_factory=dict)
    """The options of its rules."""

    def positions(self) -> Iterator[Position]:
        """The positions of the main line, the first one included."""
        game = zermelo.game(self.game, **self.options)
        position = game.start() if self.start is None else game.position(self.start)
        yield position
        for step in self.steps:
            position = position.play(step.move)
            yield position
