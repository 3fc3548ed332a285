"""PDN, games of checkers as text: tags, moves, comments, variations and judgements.

Portable Draughts Notation 3.0 (http://pdn.fmjd.org) and what came before it. Jumps are read in short, `22x8`, and in
full, `22x15x8`; written in short where one jump alone can be meant. A result at the end or in the tag is kept as it
stands: some write `1-0` for a win of Black, who begins, and some for one of White.

>>> game = read('[Black "Anderson"] 1. 11-15 23-19! 2. 8-11 (2. 9-14 22-17) {Glasgow.} 22-17 1/2-1/2')[0]
>>> game.tags["Black"], [step.move for step in game.steps], game.result
('Anderson', ['11-15', '23-19', '8-11', '22-17'], '1/2-1/2')
>>> game.steps[1].nags, game.steps[2].comment, game.steps[2].variations[0][1].move
([1], 'Glasgow.', '22-17')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import ClassVar

from zermelo.formats.movetext import MARKS, RESULTS, Line, Reader, first_position, written
from zermelo.formats.record import Record

TYPE = "21"
"""The number of English draughts in the tag GameType."""

_JUDGEMENT = re.compile(r"\(\s*([!?]{1,2})\s*\)")


def read(text: str) -> list[Record]:
    """All games of a PDN text.

    Raises:
        FormatError: Something is not PDN or not checkers, or a move is not legal; the sentence names the line.
    """
    return list(games(text))


def games(text: str) -> Iterator[Record]:
    """The games of a PDN text one by one, for large files."""
    return _Reader(text).games()


class _Reader(Reader):
    NAME: ClassVar = "PDN"
    GAME: ClassVar = "checkers"
    # As in PGN, but there may be spaces within a move.
    TOKEN: ClassVar = re.compile(
        r"\s*(?:\d*\.+\s*)*([(){};\[\]]|\d{1,2}(?:\s*[-xX:×]\s*\d{1,2})+(?!\d)[!?*]*|[^\s(){};\[\]]+)"
    )
    # Elsewhere a win counts two.
    RESULTS: ClassVar = {result: result for result in RESULTS} | {"2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2"}
    # An asterisk close to a move says that it was forced.
    MARKS: ClassVar = MARKS | {"*": 7}

    def game(self) -> Record | None:
        record = super().game()
        if record is not None and record.result == "*":  # the asterisk ends a game whatever its result
            record.result = self.RESULTS.get(record.tags.get("Result", "*"), "*")
        return record

    def check_tag(self, name: str, value: str) -> None:
        kind = value.partition(",")[0].strip()
        if name == "GameType" and kind != TYPE:
            raise self.fail(f"game type {kind[:20]!r} is not English draughts, which is {TYPE}")

    def open(self, lines: list[Line]) -> None:
        judgement = _JUDGEMENT.match(self.text, self.at)
        if judgement is None or not lines[-1].steps:
            super().open(lines)
        else:
            lines[-1].steps[-1].nags.append(MARKS[judgement[1]])
            self.at = judgement.end()

    def word(self, word: str, record: Record, line: Line) -> bool:
        if word.startswith("/"):
            raise self.fail("a position that is set up in the middle of a game cannot be kept")
        return super().word(word, record, line)

    def plain(self, move: str) -> str:
        return "".join(move.split())


def write(records: Iterable[Record]) -> str:
    """Games as PDN; the first move of Black has number 1."""
    return "\n".join(_game(record) for record in records)


def _game(record: Record) -> str:
    first = first_position("checkers", record.start)
    return written(record, {"GameType": record.tags.get("GameType", TYPE)}, first.turn or 0)
