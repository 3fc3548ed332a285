"""GGF, the Generic Game Format, for othello: many games in a file, with evaluations and times of moves.

It is described at https://www.skatgame.net/mburo/ggsa/ggf and used by the archives of the Generic Game Server. Black is
`*`, white is `O`, and a result is told for black. Players, place, date, ratings and times are kept as tags under the
names that PGN has for them, other properties under their own. What a program thought of a move and how long it took
stands in the comment, as PGN writes it.

>>> (game,) = read('''(;GM[Othello]PC[GGS/os]PB[ann]PW[bob]RE[+2.000]TY[8]
... BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5//1.5]W[f6/-3.20/0.01];)''')
>>> game.tags["Black"], game.result, [step.move for step in game.steps]
('ann', '+2.000', ['f5', 'f6'])
>>> game.steps[1].comment, evaluation(game.steps[1]), seconds(game.steps[0])
('[%eval -3.20] [%emt 0.01]', -3.2, 1.5)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import zermelo
from zermelo._native import Position
from zermelo.errors import IllegalMoveError, PositionError
from zermelo.formats import FormatError
from zermelo.formats.record import Record, Step
from zermelo.formats.transcript import PASS, play, quoted

TAGS = {
    "PC": "Site",
    "DT": "Date",
    "PB": "Black",
    "PW": "White",
    "RB": "BlackElo",
    "RW": "WhiteElo",
    "TI": "TimeControl",
    "TB": "BlackTimeControl",
    "TW": "WhiteTimeControl",
}
"""Properties by the name of their tag."""
NAMES = {tag: name for name, tag in TAGS.items()}
SIDES = ("B", "W")
UNKNOWN = "?"
"""The result of a game that has none."""

# The number of games in a match stands before its first game.
_BEGIN = re.compile(r"[\s\d|]*\(;")
_END = re.compile(r"\s*;\s*\)")
_PROPERTY = re.compile(r"\s*([A-Za-z]++)\s*\[([^\]]*)\]")
_EVALUATION = re.compile(r"\[%eval ([^\s\]]+)\]")
_TIME = re.compile(r"\[%emt ([^\s\]]+)\]")
_NAME = re.compile(r"[A-Za-z]+")


def read(text: str) -> list[Record]:
    """All games of a GGF text.

    Raises:
        FormatError: Something is not GGF or not othello, or a move is not legal; the sentence names the line.
    """
    return list(games(text))


def games(text: str) -> Iterator[Record]:
    """The games of a GGF text one by one, for large files."""
    reader = _Reader(text.removeprefix("\ufeff"))
    while (record := reader.game()) is not None:
        yield record


def evaluation(step: Step) -> float | None:
    """What the player thought the position was worth in discs when making the move, if the comment says so."""
    return _number(_EVALUATION.search(step.comment))


def seconds(step: Step) -> float | None:
    """How many seconds the move took, if the comment says so."""
    return _number(_TIME.search(step.comment))


def _number(found: re.Match[str] | None) -> float | None:
    """A number of seconds or discs; minutes and hours may stand before a colon."""
    if found is None:
        return None
    try:
        value = 0.0
        for part in found[1].split(":"):
            value = value * 60 + float(part)
    except ValueError:
        return None
    return value


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def fail(self, what: str) -> FormatError:
        return FormatError(f"GGF, line {self.text.count(chr(10), 0, self.at) + 1}: {what}")

    def rest(self) -> str:
        """What stands here, for a sentence."""
        words = self.text[self.at : self.at + 1000].split(maxsplit=1)
        return quoted(words[0]) if words else "the end of the text"

    def game(self) -> Record | None:
        begin = _BEGIN.match(self.text, self.at)
        if begin is None:
            if not self.text[self.at :].strip():
                return None
            raise self.fail(f"a game begins with (; and not with {self.rest()}")
        self.at = begin.end()
        record = Record("othello")
        position = None
        while (end := _END.match(self.text, self.at)) is None:
            found = _PROPERTY.match(self.text, self.at)
            if found is None:
                raise self.fail(f"a property is NAME[value], and a game ends with ;) but here is {self.rest()}")
            self.at = found.start(1)
            # Its own names have two letters and may be written small; longer ones are tags of others.
            name = found[1].upper() if len(found[1]) <= 2 else found[1]
            value = " ".join(found[2].split())
            if name in SIDES:
                position = self.move(record, position or _first(record), name, value)
            elif name == "BO" and position is not None:
                raise self.fail("the board stands after the first move")
            else:
                self.property(record, name, value)
            self.at = found.end()
        self.at = end.end()
        return record

    def property(self, record: Record, name: str, value: str) -> None:
        if name == "GM":
            if value.lower() != "othello":
                raise self.fail(f"the game is {quoted(value)} and not othello")
        elif name == "BO":
            record.start = self.board(value)
        elif name == "RE":
            record.result = "*" if value in {UNKNOWN, ""} else value
        elif name in {"KB", "KW"}:
            raise self.fail("moves of a game with komi cannot be kept")
        else:
            record.tags[TAGS.get(name, name)] = value

    def board(self, value: str) -> str | None:
        size, _, squares = value.partition(" ")
        if size != "8":
            raise self.fail(f"the board is 8 by 8, not {quoted(size)}")
        game = zermelo.game("othello")
        try:
            position = game.position(squares)
        except PositionError as error:
            raise self.fail(str(error)) from error
        return None if position == game.start() else position.text

    def move(self, record: Record, position: Position, side: str, value: str) -> Position:
        move, *thoughts = (part.strip() for part in value.split("/"))
        if len(thoughts) > 2:
            raise self.fail(f"{quoted(value)} is more than a move, its evaluation and its time")
        if position.turn is not None and SIDES[position.turn] != side:
            # Many leave passes out.
            if position.moves() != [PASS]:
                raise self.fail(f"it is not the turn of {('black', 'white')[SIDES.index(side)]}")
            position = play(record.steps, position, PASS)
        steps = len(record.steps)
        try:
            position = play(record.steps, position, move)
        except IllegalMoveError as error:
            raise self.fail(str(error)) from error
        words = zip(("eval", "emt"), thoughts, strict=False)
        if len(record.steps) > steps:
            record.steps[-1].comment = " ".join(f"[%{word} {''.join(said.split())}]" for word, said in words if said)
        return position


def _first(record: Record) -> Position:
    game = zermelo.game("othello")
    return game.start() if record.start is None else game.position(record.start)


def write(records: Iterable[Record]) -> str:
    """Games as GGF, each in a line. Comments are kept only as far as they are evaluations and times.

    Raises:
        FormatError: A game is not othello.
    """
    return "".join(_game(record) for record in records)


def _game(record: Record) -> str:
    if record.game != "othello":
        raise FormatError(f"GGF is written for othello only, not for {record.game}")
    tags = {NAMES.get(tag, tag): value for tag, value in record.tags.items()}
    names = {"PC": UNKNOWN, "PB": UNKNOWN, "PW": UNKNOWN, "TY": "8"} | tags
    first = _first(record)
    properties = [("GM", "Othello"), *((name, value) for name, value in names.items() if _NAME.fullmatch(name))]
    properties.append(("RE", UNKNOWN if record.result == "*" else record.result))
    properties.append(("BO", _board(first)))
    side = first.turn or 0
    for step in record.steps:
        thoughts = [found[1] if found else "" for found in (p.search(step.comment) for p in (_EVALUATION, _TIME))]
        move = "pa" if step.move == PASS else step.move
        properties.append((SIDES[side], "/".join([move, *thoughts]).rstrip("/")))
        side = 1 - side
    return "(;" + "".join(f"{name}[{_harmless(value)}]" for name, value in properties) + ";)\n"


def _board(position: Position) -> str:
    squares, side = position.text.replace("X", "*").split()
    return " ".join(["8", *(squares[row : row + 8] for row in range(0, 64, 8)), side])


def _harmless(value: str) -> str:
    return " ".join(value.replace("]", ")").split())
