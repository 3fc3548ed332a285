"""What the notations of chess and of draughts have in common: tags, numbered moves, comments, variations, results.

Portable Draughts Notation was made after Portable Game Notation. Here is how both are read and written; `pgn` and `pdn`
say what is special in each. Nothing here calls itself again, so variations may be nested as deeply as a file likes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import ClassVar

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
# In a game on record nobody may have claimed the draw.
OPTIONS: dict[str, object] = {"draws": "never"}

_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]', re.DOTALL)


@dataclass
class Line:
    """A line of moves while it is read."""

    steps: list[Step]
    position: Position
    before_last: Position
    """Where a variation of the last move begins."""
    comment: str = ""
    """Said before its next move."""


class Reader:
    """Reads one game after the other; a notation fills in what is its own."""

    NAME: ClassVar[str]
    """Of the notation, for what is said about errors."""
    GAME: ClassVar[str]
    TOKEN: ClassVar[re.Pattern[str]] = re.compile(r"\s*(?:\d*\.+\s*)*([(){};\[\]]|[^\s(){};\[\]]+)")
    """What matters next, after spaces and the numbers of moves."""
    RESULTS: ClassVar[Mapping[str, str]] = {result: result for result in RESULTS}
    """Every spelling of the results."""
    MARKS: ClassVar[Mapping[str, int]] = MARKS
    """Annotation glyphs for what may stand behind a move."""

    def __init__(self, text: str) -> None:
        self.text = text.removeprefix("\ufeff")
        self.at = 0

    def fail(self, what: str) -> FormatError:
        """The error to raise, with the line that was come to."""
        return FormatError(f"{self.NAME}, line {self.text.count(chr(10), 0, self.at) + 1}: {what}")

    def games(self) -> Iterator[Record]:
        """All games, one by one."""
        while (record := self.game()) is not None:
            yield record

    def skip(self) -> str:
        """Goes to the next thing that matters, and gives its first word or bracket; empty at the end."""
        while (found := self.TOKEN.match(self.text, self.at)) is not None:
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
        """The next game; None when there is none."""
        record = Record(self.GAME, options=OPTIONS)
        first = first_position(self.GAME, None)
        while self.skip() == "[":
            found = _TAG.match(self.text, self.at)
            if found is None:
                raise self.fail(f'a tag is [Name "value"], not {self.line()[:60]}')
            name, value = found[1], re.sub(r"\\(.)", r"\1", found[2], flags=re.DOTALL)
            self.check_tag(name, value)
            record.tags[name] = value
            if name == "FEN":
                first = self.set_up(value)
                record.start = first.text
            self.at = found.end()
        if not self.skip() and not record.tags:
            return None
        self.moves(record, first)
        return record

    def check_tag(self, name: str, value: str) -> None:
        """Refuses tags that say that this is another game."""

    def set_up(self, fen: str) -> Position:
        """The position that a tag gives."""
        try:
            return first_position(self.GAME, fen)
        except PositionError as error:
            raise self.fail(str(error)) from error

    def moves(self, record: Record, first: Position) -> None:
        """The move text up to the result."""
        lines = [Line(record.steps, first, first)]
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

    def open(self, lines: list[Line]) -> None:
        """A variation begins."""
        line = lines[-1]
        if not line.steps:
            raise self.fail("a variation before the first move")
        self.at += 1
        variation: list[Step] = []
        line.steps[-1].variations.append(variation)
        lines.append(Line(variation, line.before_last, line.before_last))

    def close(self, lines: list[Line]) -> None:
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

    def comment(self, record: Record, line: Line, main: bool) -> None:
        """Something is said about the last move, the next one or the game."""
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

    def word(self, word: str, record: Record, line: Line) -> bool:
        """A move, a glyph or a result; says whether it was a result."""
        if word in self.RESULTS:
            record.result = self.RESULTS[word]
        elif word.startswith("$"):
            if not line.steps or not word[1:].isdecimal() or len(word) > 4:
                raise self.fail(f'"{word[:20]}" is no annotation of a move')
            line.steps[-1].nags.append(int(word[1:]))
        elif word in self.MARKS:
            if not line.steps:
                raise self.fail(f'"{word}" stands before the first move')
            line.steps[-1].nags.append(self.MARKS[word])
        elif word in {"}", "]"}:
            raise self.fail(f'"{word}" stands where a move must')
        elif not word.isdecimal():  # a number without its point
            self.move(word, line)
        self.at += len(word)
        return word in self.RESULTS

    def move(self, word: str, line: Line) -> None:
        """A move with the marks behind it."""
        plain = word.rstrip("".join(self.MARKS))
        step = Step(self.plain(plain), before=line.comment)
        try:
            after = line.position.play(step.move)
        except IllegalMoveError as error:
            raise self.fail(str(error)) from error
        mark = word[len(plain) :]
        if mark:
            step.nags.append(self.MARKS.get(mark, 1 if mark[0] == "!" else 2))
        line.comment = ""
        line.steps.append(step)
        line.before_last, line.position = line.position, after

    def plain(self, move: str) -> str:
        """The move as it is kept."""
        return move


def first_position(game: str, start: str | None) -> Position:
    """Where a game on record begins."""
    rules = zermelo.game(game, **OPTIONS)
    return rules.start() if start is None else rules.position(start)


def written(record: Record, tags: Mapping[str, str], ply: int) -> str:
    """A game with these tags besides its own and the usual ones; its first move has this number, counted from 0."""
    heads = {name: record.tags.get(name, "????.??.??" if name == "Date" else "?") for name in SEVEN}
    heads["Result"] = record.result
    heads |= {name: value for name, value in record.tags.items() if name not in heads}
    heads |= tags
    if record.start is not None:
        heads |= {"SetUp": "1", "FEN": record.start}
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in heads.items()]
    return "\n".join([*lines, "", *_wrapped(_words(record, ply)), ""])


def _joined(one: str, other: str) -> str:
    return f"{one} {other}" if one and other else one or other


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


@dataclass
class _Waiting:
    """A line of moves while it is written."""

    steps: list[Step]
    position: Position
    ply: int
    index: int = 0
    """Its next step."""
    variation: int = 0
    """The next variation of that step, which itself is written once this is not 0."""
    numbered: bool = True
    """Must the next move have its number?"""


def _words(record: Record, ply: int) -> Iterator[str]:
    """The words of the move text; lines that wait are kept in a list instead of calling itself."""
    if record.comment:
        yield _comment(record.comment)
    waiting = [_Waiting(record.steps, first_position(record.game, record.start), ply)]
    while waiting:
        line = waiting[-1]
        if line.index == len(line.steps):
            waiting.pop()
            if waiting:
                yield ")"
            continue
        step = line.steps[line.index]
        if line.variation == 0:
            yield from _step(step, line)
        if line.variation < len(step.variations):
            yield "("
            waiting.append(_Waiting(step.variations[line.variation], line.position, line.ply))
            line.variation += 1
        else:
            line.position = line.position.play(step.move)
            line.numbered = bool(step.comment or step.variations)
            line.ply, line.index, line.variation = line.ply + 1, line.index + 1, 0
    yield record.result


def _step(step: Step, line: _Waiting) -> Iterator[str]:
    """A move with its number, glyphs and comments."""
    if step.before:
        yield _comment(step.before)
    number, first = line.ply // 2 + 1, line.ply % 2 == 0
    if first or line.numbered or step.before:
        yield f"{number}." if first else f"{number}..."
    yield _spelled(line.position, step.move)
    yield from (f"${nag}" for nag in step.nags)
    if step.comment:
        yield _comment(step.comment)


def _spelled(position: Position, move: str) -> str:
    """The move as the game writes it, however it was spelled."""
    moves = position.moves()
    if move in moves:
        return move
    after = position.play(move)
    return next(text for text in moves if position.play(text) == after)


def _comment(said: str) -> str:
    return "{" + said.replace("}", ")").replace("\n", " ") + "}"


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """Words in lines of at most 80 columns; brackets stand close."""
    line: list[str] = []
    length, opened = inf, False
    for word, bracket in _pieces(words):
        joint = "" if opened or (bracket and word == ")") else " "
        if length + len(joint) + len(word) > WIDTH:
            if line:
                yield "".join(line)
            line, length = [word], float(len(word))
        else:
            line += [joint, word]
            length += len(joint) + len(word)
        opened = bracket and word == "("
    if line:
        yield "".join(line)


def _pieces(words: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """The words of comments one by one; whether it is a bracket of a variation."""
    for word in words:
        if word.startswith("{"):
            yield from ((piece, False) for piece in word.split(" "))
        else:
            yield word, word in {"(", ")"}
