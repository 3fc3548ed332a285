"""PGN, chess games as text: tags, moves, comments, variations, annotation glyphs and clock times.

The standard of 1994 (Edwards), with what is in use since: `[%clk 0:05:00]` in comments, FEN tags of Chess960.
Reading is generous (moves in any spelling, missing tags), writing keeps to the export format: seven tags first, lines
of at most 80 columns. Nothing here calls itself again, so variations may be nested as deeply as a file likes.

>>> game = read('[White "Anderssen"] 1. e4 e5 2. f4! {The gambit.} exf4 (2... Bc5) 1-0')[0]
>>> game.tags["White"], [step.move for step in game.steps], game.result
('Anderssen', ['e4', 'e5', 'f4', 'exf4'], '1-0')
>>> game.steps[2].nags, game.steps[2].comment, game.steps[3].variations[0][0].move
([1], 'The gambit.', 'Bc5')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import inf

import zermelo
from zermelo._native import Position
from zermelo.errors import IllegalMoveError, PositionError
from zermelo.formats import FormatError
from zermelo.formats.record import Record, Step

SEVEN = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The tags that every game has, in this order."""
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
MARKS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
WIDTH = 80

# What matters next, after spaces and the numbers of moves.
_TOKEN = re.compile(r"\s*(?:\d*\.+\s*)*([(){};\[\]]|[^\s(){};\[\]]+)")
_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_CLOCK = re.compile(r"\[%clk\s+(\d+):(\d{1,2}):(\d{1,2}(?:\.\d+)?)\s*\]")
# In a game on record nobody may have claimed the draw.
OPTIONS: dict[str, object] = {"draws": "never"}


def read(text: str) -> list[Record]:
    """All games of a PGN text.

    Raises:
        FormatError: Something is not PGN, or a move is not legal; the sentence names the line.
    """
    return list(games(text))


def games(text: str) -> Iterator[Record]:
    """The games of a PGN text one by one, for large files."""
    reader = _Reader(text.removeprefix("\ufeff"))
    while (record := reader.game()) is not None:
        yield record


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


@dataclass
class _Line:
    """A line of moves while it is read."""

    steps: list[Step]
    position: Position
    before_last: Position
    """Where a variation of the last move begins."""
    comment: str = ""
    """Said before its next move."""


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def fail(self, what: str) -> FormatError:
        return FormatError(f"PGN, line {self.text.count(chr(10), 0, self.at) + 1}: {what}")

    def skip(self) -> str:
        """Goes to the next thing that matters, and gives its first word or bracket; empty at the end."""
        while (found := _TOKEN.match(self.text, self.at)) is not None:
            self.at, word = found.start(1), found[1]
            if word[0] != "%" or (self.at > 0 and self.text[self.at - 1] != "\n"):
                return word
            self.line()  # a line for other programs
        self.at = len(self.text)
        return ""

    def line(self) -> str:
        """The rest of the line."""
        end = self.text.find("\n", self.at)
        end = len(self.text) if end < 0 else end
        rest, self.at = self.text[self.at : end], end
        return rest

    def game(self) -> Record | None:
        record = Record("chess", options=OPTIONS)
        while self.skip() == "[":
            found = _TAG.match(self.text, self.at)
            if found is None:
                raise self.fail(f'a tag is [Name "value"], not {self.line()[:60]}')
            record.tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
            self.at = found.end()
        if not self.skip() and not record.tags:
            return None
        try:
            first = _first(record.tags.get("FEN"))
        except PositionError as error:
            raise self.fail(str(error)) from error
        record.start = first.text if "FEN" in record.tags else None
        self.moves(record, first)
        return record

    def moves(self, record: Record, first: Position) -> None:
        """The move text up to the result."""
        lines = [_Line(record.steps, first, first)]
        while True:
            line, word = lines[-1], self.skip()
            if word == "":
                break
            if word == "[":
                if len(lines) == 1:
                    break  # the next game; this one lacks its result
                raise self.fail("a tag within a variation")
            if word in {"{", ";"}:
                self.comment(record, line, len(lines) == 1)
            elif word == "(":
                self.open(lines)
            elif word == ")":
                self.close(lines)
            elif self.word(word, record, line) and len(lines) == 1:  # some programs end variations with a result too
                break
        if len(lines) > 1:
            raise self.fail(f"{len(lines) - 1:,} variations are not closed")
        if lines[0].comment and record.steps:
            record.steps[-1].comment = _joined(record.steps[-1].comment, lines[0].comment)

    def open(self, lines: list[_Line]) -> None:
        """A variation begins."""
        line = lines[-1]
        if not line.steps:
            raise self.fail("a variation before the first move")
        self.at += 1
        variation: list[Step] = []
        line.steps[-1].variations.append(variation)
        lines.append(_Line(variation, line.before_last, line.before_last))

    def close(self, lines: list[_Line]) -> None:
        """A variation ends."""
        line = lines[-1]
        if len(lines) == 1:
            raise self.fail("a variation ends that did not begin")
        if not line.steps:
            raise self.fail("a variation without moves")
        if line.comment:
            line.steps[-1].comment = _joined(line.steps[-1].comment, line.comment)
        self.at += 1
        lines.pop()

    def comment(self, record: Record, line: _Line, main: bool) -> None:
        if self.text[self.at] == ";":
            self.at += 1
            said = self.line().strip()
        else:
            end = self.text.find("}", self.at)
            if end < 0:
                raise self.fail("a comment that begins here is not closed")
            said = " ".join(self.text[self.at + 1 : end].split())
            self.at = end + 1
        if line.steps and not line.comment:
            line.steps[-1].comment = _joined(line.steps[-1].comment, said)
        elif main and not line.steps:
            record.comment = _joined(record.comment, said)
        else:
            line.comment = _joined(line.comment, said)

    def word(self, word: str, record: Record, line: _Line) -> bool:
        """A move, a glyph or a result; says whether it was a result."""
        if word in RESULTS:
            record.result = word
        elif word.startswith("$"):
            if not line.steps or not word[1:].isdecimal() or len(word) > 4:
                raise self.fail(f'"{word[:20]}" is no annotation of a move')
            line.steps[-1].nags.append(int(word[1:]))
        elif word in MARKS:
            if not line.steps:
                raise self.fail(f'"{word}" stands before the first move')
            line.steps[-1].nags.append(MARKS[word])
        elif word in {"}", "]"}:
            raise self.fail(f'"{word}" stands where a move must')
        elif not word.isdecimal():  # a number without its point
            self.move(word, line)
        self.at += len(word)
        return word in RESULTS

    def move(self, word: str, line: _Line) -> None:
        plain = word.rstrip("!?")
        try:
            after = line.position.play(plain)
        except IllegalMoveError as error:
            raise self.fail(str(error)) from error
        step = Step(plain, before=line.comment)
        mark = word[len(plain) :]
        if mark:
            step.nags.append(MARKS.get(mark, 1 if mark[0] == "!" else 2))
        line.comment = ""
        line.steps.append(step)
        line.before_last, line.position = line.position, after


def _first(fen: str | None) -> Position:
    rules = zermelo.game("chess", **OPTIONS)
    return rules.start() if fen is None else rules.position(fen)


def _joined(one: str, other: str) -> str:
    return f"{one} {other}" if one and other else one or other


def write(records: Iterable[Record]) -> str:
    """Games as PGN, in the export format; moves are written in SAN."""
    return "\n".join(_game(record) for record in records)


def _game(record: Record) -> str:
    tags = {name: record.tags.get(name, "????.??.??" if name == "Date" else "?") for name in SEVEN}
    tags["Result"] = record.result
    tags |= {name: value for name, value in record.tags.items() if name not in tags}
    if record.start is not None:
        tags |= {"SetUp": "1", "FEN": record.start}
    heads = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items()]
    return "\n".join([*heads, "", *_wrapped(_words(record)), ""])


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def _words(record: Record) -> Iterator[str]:
    """The words of the move text; lines that wait are kept in a list instead of calling itself."""
    first = _first(record.start)
    if record.comment:
        yield f"{{{_harmless(record.comment)}}}"
    # Each entry: the steps, the next one, the position before it, whether its number must be told, variations left.
    waiting: list[tuple[list[Step], int, Position, bool, int]] = [(record.steps, 0, first, True, 0)]
    while waiting:
        steps, index, position, numbered, variation = waiting.pop()
        if index == len(steps):
            if waiting:
                yield ")"
            continue
        step = steps[index]
        if variation == 0:
            if step.before:
                yield f"{{{_harmless(step.before)}}}"
            number, white = position.text.split()[5], position.turn == 0
            if white or numbered or step.before:
                yield f"{number}." if white else f"{number}..."
            # However the move was spelled, it is written as the game writes it.
            codes = dict(zip(position.move_codes(), position.moves(), strict=True))
            yield step.move if step.move in codes.values() else _san(position, step.move, codes)
            yield from (f"${nag}" for nag in step.nags)
            if step.comment:
                yield f"{{{_harmless(step.comment)}}}"
        if variation < len(step.variations):
            waiting.append((steps, index, position, numbered, variation + 1))
            yield "("
            waiting.append((step.variations[variation], 0, position, True, 0))
        else:
            told = bool(step.comment or step.variations)
            waiting.append((steps, index + 1, position.play(step.move), told, 0))
    yield record.result


def _san(position: Position, move: str, codes: dict[str, str]) -> str:
    """The move as the game writes it."""
    after = position.play(move)
    return next(san for san in codes.values() if position.play(san) == after)


def _harmless(comment: str) -> str:
    return comment.replace("}", ")").replace("\n", " ")


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """Words in lines of at most 80 columns; brackets stand close."""
    line: list[str] = []
    length, glue = inf, ""
    for word in _pieces(words):
        joint = "" if word == ")" or glue == "(" else " "
        if length + len(joint) + len(word) > WIDTH:
            if line:
                yield "".join(line)
            line, length = [word], float(len(word))
        else:
            line += [joint, word]
            length += len(joint) + len(word)
        glue = word
    if line:
        yield "".join(line)


def _pieces(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        yield from word.split(" ") if word.startswith("{") else (word,)
