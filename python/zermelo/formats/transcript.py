"""Transcripts of othello: the squares in the order they were played, passes left out, a game in a line.

>>> (game,) = read("F5D6C3D3C4F4F6")
>>> [step.move for step in game.steps]
['f5', 'd6', 'c3', 'd3', 'c4', 'f4', 'f6']
>>> write([game])
'f5d6c3d3c4f4f6\\n'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import zermelo
from zermelo._native import Position
from zermelo.errors import IllegalMoveError
from zermelo.formats import FormatError
from zermelo.formats.record import Record, Step

PASS = "pass"
PASSES = frozenset({PASS, "pa", "ps", "--"})
"""How a pass is written, in small letters, where it is not left out."""

_MOVE = re.compile(r"\s*(pass|pa|ps|--|[a-h][1-8])", re.IGNORECASE)


def read(text: str) -> list[Record]:
    """All games of a text, one in each line that is not empty. The result of a finished game is the difference in discs
    for black, such as `+6`.

    Raises:
        FormatError: Something is no square, or a move is not legal; the sentence names the line.
    """
    return list(games(text))


def games(text: str) -> Iterator[Record]:
    """The games of a text one by one, for large files."""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if line.strip():
            try:
                yield _game(line.rstrip())
            except (FormatError, IllegalMoveError) as error:
                raise FormatError(f"transcript, line {number}: {error}") from error


def _game(line: str) -> Record:
    record = Record("othello")
    position = zermelo.game("othello").start()
    at = 0
    while at < len(line):
        found = _MOVE.match(line, at)
        if found is None:
            wrong = quoted(line[at:].split(maxsplit=1)[0])
            raise FormatError(f'{wrong} after {at} signs is no square: squares are a1 to h8, as in "f5d6c3"')
        position = play(record.steps, position, found[1])
        at = found.end()
    record.result = _result(position)
    return record


def play(steps: list[Step], position: Position, move: str) -> Position:
    """Adds a move to the steps, after the pass that it implies if it does, and gives the position that follows.

    Raises:
        IllegalMoveError: The move is not legal, nor is it after a pass.
    """
    move = move.lower()
    passing = move in PASSES
    if passing and position.turn is None:
        return position  # some write passes down until both have passed
    if not passing and position.moves() == [PASS]:
        steps.append(Step(PASS))
        position = position.play(PASS)
    after = position.play(move)
    steps.append(Step(PASS if passing else move))
    return after


def quoted(text: str) -> str:
    """What a file says, for a sentence: in one line and not too long."""
    shown = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text[:40])
    return f'"{shown}"'


def _result(position: Position) -> str:
    """The difference in discs for black, or that there is none yet."""
    return "*" if position.utilities is None else f"{position.utilities[0]:+.0f}"


def write(records: Iterable[Record]) -> str:
    """Games as transcripts, a line each; comments and players are lost.

    Raises:
        FormatError: A game does not begin at the usual start, which a transcript cannot tell.
    """
    lines = []
    for record in records:
        if record.start is not None:
            raise FormatError("a transcript tells only games that begin at the usual start")
        lines.append("".join(step.move for step in record.steps if step.move.lower() not in PASSES).lower() + "\n")
    return "".join(lines)
