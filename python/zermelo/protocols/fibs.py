"""FIBS boards: the lines `board:…` by which GNU Backgammon and external players tell each other a position.

The format is boardstyle 3 of the First Internet Backgammon Server, <http://www.fibs.com/fibs_interface.html>: names,
score, 26 numbers of checkers (positive for one colour, negative for the other, the bars at both ends), whose turn it
is, dice, cube. GNU Backgammon shows the board always as its second player sees it; the colour whose turn it is has
rolled, is to roll, or has doubled.

>>> import zermelo
>>> board = board_of(zermelo.game("backgammon").start().play("31"))
>>> board.own[5], board.own[23], board.dice
(5, 2, (3, 1))
>>> read(write(board)) == board
True
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass
from functools import cache

import zermelo
from zermelo._native import BuiltInGame, Position
from zermelo.protocols.thinking import ProtocolError

FIELDS = 52
"""What follows `board:`."""
BAR = 25
UNLIMITED = 9999
"""The length of a match that is none, on FIBS; GNU Backgammon writes 0."""
MATCH_FIELDS = (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1)
"""Bits of the match ID: cube, owner, player, Crawford, state, turn, doubled, resigned, dice, length, score, jacoby."""
NOBODY = 3


@dataclass(frozen=True, slots=True)
class Board:
    """A position, seen by the side that rolls, has rolled or has doubled."""

    own: tuple[int, ...]
    """Its checkers on its points 1 to 24 and on the bar."""
    other: tuple[int, ...]
    """The other side's, by that side's points."""
    dice: tuple[int, int] = (0, 0)
    """Zeros before the roll."""
    cube: int = 1
    may_double: tuple[bool, bool] = (True, True)
    """Has this side, and the other, access to the cube?"""
    doubled: bool = False
    """Is the other side to take or to drop?"""
    length: int = 0
    """Of the match; 0 for money."""
    score: tuple[int, int] = (0, 0)
    crawford: bool = False

    def position(self, *, cube: bool = True) -> Position:
        """The position in our game, this side being white; without the cube if there is none.

        Raises:
            ProtocolError: The cube is none.
            PositionError: It is not a position of backgammon.
        """
        power = self.cube.bit_length() - 1
        if self.cube < 1 or self.cube != 1 << power:
            raise ProtocolError(f"the cube is {self.cube}: it is 1, 2, 4 and so on up to 64")
        own, other = self.may_double
        owner = NOBODY if power == 0 or own == other else 0 if own else 1
        doubled = self.doubled and cube
        fields = [power, owner] if cube else [0, NOBODY]
        fields += [0, int(self.crawford), 1, int(doubled), int(doubled), 0, *self.dice, self.length, *self.score, 0]
        bits = shift = 0
        for value, width in zip(fields, MATCH_FIELDS, strict=True):
            bits |= (value & (1 << width) - 1) << shift
            shift += width
        checkers = shift = 0
        for count in (*self.other, *self.own):
            checkers |= (1 << count) - 1 << shift
            shift += count + 1
        if shift > 80:
            raise ProtocolError("a side has more than 15 checkers")
        return rules(self.length, cube).position(f"{_letters(checkers, 10)}:{_letters(bits, 9)}")


@cache
def rules(length: int, cube: bool) -> BuiltInGame:
    """Backgammon for a match of this length, or for money."""
    return zermelo.game("backgammon", match=length, cube="on" if cube else "off")


def read(line: str) -> Board:
    """The board of a line.

    Raises:
        ProtocolError: It is none, and why.
    """
    head, *fields = line.strip().split(":")
    if head != "board":
        raise ProtocolError(f'"{head[:40]}" is no board: a line begins with board: and has {FIELDS} fields')
    if len(fields) not in {FIELDS, FIELDS + 1}:
        raise ProtocolError(f"a board has {FIELDS} fields, not {len(fields)}")
    length, mine, yours, *numbers = map(_number, fields[2:])
    points, (turn, *dice), (cube, may, other_may, doubled, colour, direction) = (
        numbers[:26],
        numbers[26:31],
        numbers[31:37],
    )
    for name, value in (("turn", turn), ("colour", colour), ("direction", direction)):
        if abs(value) != 1:
            raise ProtocolError(f"the {name} is {value}: it must be 1 or -1")
    one, two = dice[:2] if dice[0] else dice[2:]
    if not (1 <= one <= 6 and 1 <= two <= 6) and (one, two) != (0, 0):
        raise ProtocolError(f"the dice are {one} and {two}: both are 1 to 6, or 0 before the roll")
    if any(abs(count) > 15 for count in points):
        raise ProtocolError("there are more than 15 checkers on a point")
    if not all(0 <= points < 2**15 for points in (mine, yours)):
        raise ProtocolError(f"the score is {mine} to {yours}: points are not negative, and less than 32,768")
    own_places = range(1, BAR + 1)
    if direction * turn * colour > 0:  # who moves upwards counts from the other end
        own_places = range(BAR - 1, -1, -1)
    length = 0 if length == UNLIMITED else length
    score, may_double = (mine, yours), (bool(may), bool(other_may))
    if turn != colour:
        score, may_double = (yours, mine), (bool(other_may), bool(may))
    # Who is asked about the cube cannot be in the Crawford game; the last field says that it was played.
    crawford = length > 0 and length - 1 in score and numbers[46] == 0 and one > 0 and cube == 1
    return Board(
        own=tuple(max(0, turn * points[place]) for place in own_places),
        other=tuple(max(0, -turn * points[BAR - place]) for place in own_places),
        dice=(max(one, two), min(one, two)),
        cube=cube,
        may_double=may_double,
        doubled=bool(doubled),
        length=length,
        score=score,
        crawford=crawford,
    )


def _number(field: str) -> int:
    try:
        return int(field)
    except ValueError:
        raise ProtocolError(f'"{field[:40]}" stands in a board where a number belongs') from None


def write(board: Board, names: tuple[str, str] = ("zermelo", "opponent")) -> str:
    """The line of a board, without the end of the line; the side whose turn it is moves from 24 to 1."""
    points = [own - other for own, other in zip(board.own[:24], board.other[23::-1], strict=True)]
    dice = board.dice
    off = [15 - sum(side) for side in (board.own, board.other)]
    fields: list[object] = [*(name.replace(":", "_") for name in names), board.length, *board.score]
    fields += [-board.other[24], *points, board.own[24], 1, *dice, *dice, board.cube, *map(int, board.may_double)]
    fields += [int(board.doubled), 1, -1, 0, BAR, *off, 0, 0, 0, 0, int(board.crawford), 0]
    return ":".join(map(str, ["board", *fields]))


def board_of(position: Position) -> Board:
    """A position of our game as a board: its text holds the IDs of GNU Backgammon."""
    code, _, match = position.text.partition(" ")[0].partition(":")
    checkers, bits = (int.from_bytes(b64decode(part + "=" * (-len(part) % 4)), "little") for part in (code, match))
    sides: list[list[int]] = [[], []]
    for side in sides:
        for _ in range(BAR):
            count = 0
            while checkers & 1:
                count, checkers = count + 1, checkers >> 1
            side.append(count)
            checkers >>= 1
    fields = []
    for width in MATCH_FIELDS:
        fields.append(bits & (1 << width) - 1)
        bits >>= width
    power, owner, player, crawford, _, _, doubled, _, one, two, length, white, black, _ = fields
    return Board(
        own=tuple(sides[1]),
        other=tuple(sides[0]),
        dice=(one, two),
        cube=1 << power,
        may_double=(owner in {NOBODY, player}, owner in {NOBODY, 1 - player}),
        doubled=bool(doubled),
        length=length,
        score=(white, black) if player == 0 else (black, white),
        crawford=bool(crawford),
    )


def _letters(bits: int, size: int) -> str:
    """Bits as the IDs have them."""
    return b64encode(bits.to_bytes(size, "little")).decode().rstrip("=")
