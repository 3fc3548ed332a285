"""PGN, chess games as text: tags, moves, comments, variations, annotation glyphs and clock times.

The standard of 1994 (Edwards), with what is in use since: `[%clk 0:05:00]` in comments, FEN tags of Chess960.
Reading is generous (moves in any spelling, missing tags), writing keeps to the export format: seven tags first, lines
of at most 80 columns.

>>> game = read('[White "Anderssen"] 1. e4 e5 2. f4! {The gambit.} exf4 (2... Bc5) 1-0')[0]
>>> game.tags["White"], [step.move for step in game.steps], game.result
('Anderssen', ['e4', 'e5', 'f4', 'exf4'], '1-0')
>>> game.steps[2].nags, game.steps[2].comment, game.steps[3].variations[0][0].move
([1], 'The gambit.', 'Bc5')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import ClassVar

from zermelo.formats.movetext import OPTIONS, RESULTS, Reader, first_position, written
from zermelo.formats.record import Record, Step

__all__ = ["OPTIONS", "RESULTS", "clock", "games", "read", "write"]

_CLOCK = re.compile(r"\[%clk\s+(\d+):(\d{1,2}):(\d{1,2}(?:\.\d+)?)\s*\]")


def read(text: str) -> list[Record]:
    """All games of a PGN text.

    Raises:
        FormatError: Something is not PGN, or a move is not legal; the sentence names the line.
    """
    return list(games(text))


def games(text: str) -> Iterator[Record]:
    """The games of a PGN text one by one, for large files."""
    return _Reader(text).games()


def clock(step: Step) -> float | None:
    """The seconds that a player had left after a move, if a comment says so.

    >>> clock(Step("e4", comment="[%clk 1:30:57]"))
    5457.0
    """
    found = _CLOCK.search(step.comment)
    if found is None:
        return None
    hours, minutes, seconds = found.groups()
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


class _Reader(Reader):
    NAME: ClassVar = "PGN"
    GAME: ClassVar = "chess"


def write(records: Iterable[Record]) -> str:
    """Games as PGN, in the export format; moves are written in SAN."""
    return "\n".join(_game(record) for record in records)


def _game(record: Record) -> str:
    first = first_position("chess", record.start)
    ply = 2 * int(first.text.split()[5]) - 2 + (first.turn or 0)
    return written(record, {}, ply)
