"""MAT, the match files of backgammon that Jellyfish began and GNU Backgammon, eXtreme Gammon and most servers read.

A file is one match, or a session for money. White's moves stand in the left column, black's in the right one, each by
the side's own count of points. What is known about the match stands in lines such as `; [Event "Open"]` before it.
Every game is a record: its first step is the opening roll, white's die first. Choosing to roll when a double was
possible is a step too, though files do not mention it. Results are points for white: `+2`, `-1`. A game may end before
its last move, when somebody resigned.

>>> (game,) = read(''' 3 point match
...
...  Game 1
...  ann : 0                           bob : 0
...   1)                                31: 8/5 6/5
...   2) 64: 24/14                      Doubles => 2
...   3)  Drops
...                                       Wins 1 point
... ''')
>>> game.tags["White"], game.result, [step.move for step in game.steps]
('ann', '-1', ['13', '8/5 6/5', 'roll', '64', '24/14', 'double', 'drop'])
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import zermelo
from zermelo._native import Position
from zermelo.errors import IllegalMoveError, OptionError, PositionError
from zermelo.formats import FormatError
from zermelo.formats.record import Record, Step
from zermelo.formats.transcript import quoted

SIDES = ("White", "Black")
COLUMN = 34
"""Where the right column begins in what is written."""
OPENINGS = 30
"""The rolls that can open a game; no other node of chance has as many."""
RULES = {"Jacoby": "jacoby", "Crawford": "crawford"}
"""Lines about the rules that are options here."""

_LENGTH = re.compile(r"\s*(\d{1,6})\s+point match\b.*", re.IGNORECASE)
_GAME = re.compile(r"\s*Game\s+(\d{1,6})\s*", re.IGNORECASE)
_ABOUT = re.compile(r'\s*;\s*\[([^"\]]*?)\s*"([^"]*)"\]\s*')
_SCORE = re.compile(r"\s*(\S.*?)\s*:\s*(\d{1,5})\s{2,}(\S.*?)\s*:\s*(\d{1,5})\s*")
_LINE = re.compile(r"\s*\d{1,6}\)")
_WINS = re.compile(r"wins\s+(\d{1,6})\s+points?(\s+and\s+the\s+match)?\.?", re.IGNORECASE)
_ROLL = re.compile(r"([1-6])([1-6]):\s*(.*)", re.DOTALL)
_DOUBLE = re.compile(r"(?:re)?doubles(?:\s*=>\s*(\d+))?", re.IGNORECASE)
# An entry of a line begins with dice or a word about the cube; two spaces or more go before the second.
_ENTRY = re.compile(r"(?:^|(?<=\s))(?=[1-6][1-6]:|(?:re)?doubles|takes|drops|wins)", re.IGNORECASE)


def read(text: str) -> list[Record]:
    """All games of a match file.

    Raises:
        FormatError: Something is not in this format, or a move is not legal; the sentence names the line.
    """
    return list(games(text))


def games(text: str) -> Iterator[Record]:
    """The games of a match file one by one."""
    reader = _Reader()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        try:
            finished = reader.line(line.rstrip())
        except (FormatError, IllegalMoveError, PositionError, OptionError) as error:
            raise FormatError(f"MAT, line {number}: {error}") from error
        if finished is not None:
            yield finished
    if (last := reader.finish()) is not None:
        yield last


def joined(records: Iterable[Record]) -> Iterator[Record]:
    """The same games, where one that goes on from the end of another becomes a part of it: a match is one game here.

    A game that somebody resigned ends before its rules end it, so the next one stays a game of its own.
    """
    whole: Record | None = None
    last: Position | None = None
    for record in records:
        *_, end = record.positions()
        if whole is not None and last is not None and is_opening(last) and record.start == last.text:
            whole.steps += record.steps
            whole.result = record.result
        else:
            if whole is not None:
                yield whole
            whole = record
        last = end
    if whole is not None:
        yield whole


@dataclass
class _Reader:
    length: int = 0
    about: dict[str, str] = field(default_factory=dict)
    record: Record | None = None
    position: Position | None = None
    number: str = ""
    """Of the game whose players are to be named next."""
    crawford_played: bool = False

    def line(self, line: str) -> Record | None:
        """Reads a line; gives the game that was finished when the next one begins."""
        if not line.strip():
            return None
        if found := _ABOUT.fullmatch(line):
            self.about[found[1]] = found[2]
        elif line.lstrip().startswith(";"):
            pass
        elif found := _GAME.fullmatch(line):
            finished = self.finish()
            self.number = found[1]
            return finished
        elif self.record is None:
            if found := _LENGTH.fullmatch(line):
                self.length = int(found[1])
            elif self.number and (found := _SCORE.fullmatch(line)):
                self.begin(found)
            elif self.number:
                raise FormatError(f'players and score, such as "ann : 0   bob : 0", are missing before {quoted(line)}')
            else:
                raise FormatError(f"{quoted(line.strip())} stands before the first game")
        else:
            self.entries(line)
        return None

    def finish(self) -> Record | None:
        """The game read so far, with its result if its end tells it."""
        record, self.record = self.record, None
        if record is not None and record.result == "*" and self.position is not None:
            points = _won(record, self.position)
            record.result = f"{points:+d}" if points else "*"
        return record

    def begin(self, found: re.Match[str]) -> None:
        options: dict[str, object] = {"cube": "off" if self.about.get("CubeLimit") == "1" else "on"}
        if self.length:
            options["match"] = self.length
        for name, option in RULES.items():
            if name in self.about:
                options[option] = self.about[name].lower()
        tags = {name: value for name, value in self.about.items() if name not in {*RULES, "CubeLimit"}}
        tags |= {"White": found[1], "Black": found[3], "Game": self.number}
        score = f"{int(found[2])}-{int(found[4])}"
        self.record = Record("backgammon", tags=tags, options=options)
        game = zermelo.game("backgammon", **options)
        self.position = game.start()
        if self.length and score != "0-0":
            self.position = zermelo.game("backgammon", **options, score=score).start()
            if self.length - 1 in (int(found[2]), int(found[4])):
                # After the Crawford game a side lacks one point, but doubles are allowed again.
                if self.crawford_played:
                    self.position = game.position(_without_crawford(self.position.text))
                self.crawford_played = True
            self.record.start = self.position.text

    def entries(self, line: str) -> None:
        assert self.record is not None
        assert self.position is not None
        numbered = _LINE.match(line)
        body = line[numbered.end() :] if numbered else line
        starts = [found.start() for found in _ENTRY.finditer(body)]
        if not starts or body[: starts[0]].strip():
            if numbered and not body.strip():
                return
            raise FormatError(
                f'{quoted(body.strip())} is neither a roll and a play, such as "31: 8/5 6/5", nor the cube'
            )
        for at, start in enumerate(starts):
            entry = body[start : starts[at + 1] if at + 1 < len(starts) else None].strip()
            # The first entry of a line is the right column's when the left one is empty.
            column = at if len(starts) > 1 else int(start > COLUMN // 2)
            self.entry(entry, column)

    def entry(self, entry: str, column: int) -> None:
        assert self.record is not None
        assert self.position is not None
        if found := _WINS.fullmatch(entry):
            self.record.result = f"{int(found[1]) * (1 if self.winner(column) == 0 else -1):+d}"
        elif found := _ROLL.fullmatch(entry):
            one, other = sorted((found[1], found[2]), reverse=True)
            if not self.record.steps:
                self.play(other + one if column else one + other)
            else:
                if self.position.turn != zermelo.CHANCE:
                    self.play("roll")
                self.play(one + other)
            said = found[3].strip()
            self.play("cannot move" if said.strip("?") == "" else said)
        elif _DOUBLE.fullmatch(entry):
            self.play("double")
        elif entry.lower() in {"takes", "take"}:
            self.play("take")
        elif entry.lower() in {"drops", "drop"}:
            self.play("drop")
        else:
            raise FormatError(f'{quoted(entry)} is neither a roll and a play, such as "31: 8/5 6/5", nor the cube')

    def winner(self, column: int) -> int:
        """Who won: the side that the position tells, or the column that says so."""
        assert self.position is not None
        if self.position.utilities is not None:
            return int(self.position.utilities[0] < 0)
        return column

    def play(self, move: str) -> None:
        assert self.record is not None
        assert self.position is not None
        position = self.position
        if self.record.steps and is_opening(position):
            raise FormatError(f"the game is over before {quoted(move)}")
        after = position.play(move)
        listed = [*position.moves(), *(event for event, _ in position.chances())]
        # Written as we write it.
        text = move if move in listed else next(other for other in listed if position.play(other) == after)
        self.record.steps.append(Step(text))
        self.position = after


def write(records: Iterable[Record]) -> str:
    """Games as a match file; comments are lost.

    Raises:
        FormatError: A game is not backgammon, begins elsewhere than at its opening, or belongs to another match.
    """
    lines: list[str] = []
    first: Record | None = None
    games = 0
    for record in records:
        if record.game != "backgammon":
            raise FormatError(f"MAT is written for backgammon only, not for {record.game}")
        if first is None:
            first = record
            lines += _heading(record)
            number = record.tags.get("Game", "")
            games = int(number) - 1 if number.isdecimal() else 0
        elif {**record.options, "score": None} != {**first.options, "score": None}:
            raise FormatError("a match file tells one match, but the games have different rules")
        for game in _split(record):
            games += 1
            lines += ["", f" Game {games}", *game]
    return "\n".join(lines) + "\n" if lines else ""


def _heading(record: Record) -> list[str]:
    about = {name: value for name, value in record.tags.items() if name not in {*SIDES, "Game"}}
    if str(record.options.get("cube", "off")).lower() not in {"on", "true"}:
        about["CubeLimit"] = "1"
    for name, option in RULES.items():
        if option in record.options:
            about[name] = str(record.options[option]).capitalize()
    lines = [f'; [{_harmless(name)} "{_harmless(value)}"]' for name, value in about.items()]
    return [*lines, f" {record.options.get('match', 0)} point match"]


def _split(record: Record) -> Iterator[list[str]]:
    """The lines of each game in a record, which may be a whole match."""
    positions = list(record.positions())
    names = [_harmless(record.tags.get(side, side)).replace(":", " ") or side for side in SIDES]
    if not is_opening(positions[0]):
        raise FormatError("a match file tells only games from their opening on")
    begins = [index for index, position in enumerate(positions[:-1]) if is_opening(position)] or [0]
    for begin, end in zip(begins, [*begins[1:], len(positions) - 1], strict=True):
        score = _score(positions[begin])
        heads = [f" {name} : {points}" for name, points in zip(names, score, strict=True)]
        lines = [f"{heads[0]:<{COLUMN}}{heads[1]}"]
        last = positions[end]
        entries = _entries(positions[begin:end], [step.move for step in record.steps[begin:end]])
        for number in range(0, len(entries), 2):
            left, right = (*entries[number : number + 2], "")[:2]
            lines.append(f"{number // 2 + 1:3}) {left:<{COLUMN - 5}}{right}".rstrip())
        won = _won(record, last, score)
        if won:
            column = " " * (6 if won > 0 else COLUMN + 1)
            lines.append(f"{column}Wins {abs(won)} point{'s' * (abs(won) > 1)}")
        yield lines


def _entries(positions: list[Position], moves: list[str]) -> list[str]:
    """What stands in the columns, left and right in turn: who has doubled goes on in the same one after the answer."""
    entries: list[str] = []
    dice, cube = "", 1
    for position, move in zip(positions, moves, strict=True):
        if position.turn == zermelo.CHANCE:
            dice = "".join(sorted(move, reverse=True))
        elif move not in {"roll", "double", "take", "drop"}:
            if not entries and position.turn:
                entries.append("")
            said = "Cannot Move" if move == "cannot move" else move
            entries.append(f"{dice}: {said}")
        elif move != "roll":
            cube *= 2 if move == "double" else 1
            entries.append({"double": f" Doubles => {cube}", "take": " Takes", "drop": " Drops"}[move])
    return entries


def _won(record: Record, last: Position, score: list[int] | None = None) -> int:
    """The points that white won in a game that ends here, less than 0 for black; 0 when nobody has."""
    if is_opening(last) and record.steps:
        before = _score(next(record.positions())) if score is None else score
        white, black = (after - points for after, points in zip(_score(last), before, strict=True))
        return white - black
    if record.result not in {"*", ""}:
        return int(float(record.result))
    if record.options.get("match") and last.utilities is not None:
        # The same end by the rules for money, which tell points: without length, score and the Crawford game.
        board = last.text.partition(":")[0]
        bits = _bits(last.text) & ((1 << 21) - 1) & ~(1 << 7)
        last = zermelo.game("backgammon", cube="on").position(f"{board}:{_letters(bits)}")
    return int(last.utilities[0]) if last.utilities is not None else 0


def is_opening(position: Position) -> bool:
    """Does a game begin here, perhaps one within a match?"""
    return len(position.chances()) == OPENINGS


def _bits(text: str) -> int:
    return int.from_bytes(base64.b64decode(text.split(maxsplit=1)[0].partition(":")[2]), "little")


def _letters(bits: int) -> str:
    return base64.b64encode(bits.to_bytes(9, "little")).decode()


def _score(position: Position) -> list[int]:
    """The points in the match: two fields of fifteen bits in the match ID."""
    bits = _bits(position.text)
    return [bits >> 36 & 0x7FFF, bits >> 51 & 0x7FFF]


def _without_crawford(text: str) -> str:
    """The text of a position with the eighth bit of its match ID cleared."""
    board = text.partition(":")[0]
    bits = _bits(text) & ~(1 << 7)
    return f"{board}:{_letters(bits)}"


def _harmless(value: str) -> str:
    return " ".join(value.replace('"', "'").replace("]", ")").split())
