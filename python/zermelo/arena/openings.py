"""Openings: where the games of a match begin, so that they differ and neither side is lost from the start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Protocol

import zermelo
from zermelo._native import BuiltInGame, Position
from zermelo.errors import OptionError, ZermeloError
from zermelo.formats import FormatError
from zermelo.game import Game
from zermelo.protocols.positions import codes

Rules = Game | BuiltInGame
PLIES = 8
"""Random plies unless said."""
BALANCE = 0.06
"""A random opening is fair when its value is at most this share of the greatest utility; in chess a pawn and a half."""
JUDGE_NODES = 2_000
"""Positions that the engine looks at to judge an opening."""
TRIES = 200
"""Random openings that are tried for one that is fair."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A position to begin in, and moves from there that are played before the players are asked."""

    start: str | None = None
    """The text of the position; None for the usual one."""
    moves: tuple[str, ...] = ()
    """As programs write them."""

    def begin(self, rules: Rules) -> tuple[Position, Position]:
        """Where it begins and where the players take over."""
        first = rules.start() if self.start is None else rules.position(self.start)
        position = first
        for move in self.moves:
            position = position.play(move)
        return first, position

    def as_json(self) -> dict[str, Any]:
        """The opening as JSON has it."""
        return {"start": self.start, "moves": list(self.moves)}


class Openings(Protocol):
    """The opening of every pair, by its number."""

    def __getitem__(self, number: int, /) -> Opening: ...


class RandomOpenings:
    """Random legal moves from the start; the same seed and number give the same opening."""

    def __init__(self, rules: Rules, *, seed: int = 0, plies: int = PLIES, balance: float | None = BALANCE) -> None:
        """Prepares.

        Args:
            rules: The game.
            seed: For the random moves.
            plies: How many.
            balance: The greatest value that is fair, as a share of the greatest utility; None takes any opening.
        """
        self.rules, self.seed, self.plies = rules, seed, plies
        self.limit: float | None = None if balance is None else balance * max(map(abs, rules.facts["bounds"]))
        self.judge = None if balance is None else zermelo.Engine(rules, memory=2**20)

    def __getitem__(self, number: int) -> Opening:
        """The opening of a pair.

        Raises:
            OptionError: None of many was fair.
        """
        random = Random(f"{self.seed}/{number}")
        for _ in range(TRIES):
            moves: list[str] = []
            position = self.rules.start()
            while len(moves) < self.plies and position.turn is not None:
                moves.append(random.choice(position.move_codes()))
                position = position.play(moves[-1])
            if position.turn is not None and self.fair(position):
                return Opening(None, tuple(moves))
        raise OptionError(
            f"none of {TRIES} random openings of {self.plies} plies is fair: take fewer plies, or openings from a file"
        )

    def fair(self, position: Position) -> bool:
        """Is neither side better off?"""
        if self.judge is None or self.limit is None:
            return True
        self.judge.clear()  # an opening must not depend on those before it
        value = self.judge.search(position, nodes=JUDGE_NODES).value
        return abs(float(value.utility)) <= self.limit


class ListedOpenings:
    """Openings from a list, in an order that the seed decides; after the last one the first comes again."""

    def __init__(self, openings: Iterable[Opening], *, seed: int = 0) -> None:
        self.openings = list(openings)
        if not self.openings:
            raise OptionError("there are no openings")
        Random(seed).shuffle(self.openings)

    def __getitem__(self, number: int) -> Opening:
        return self.openings[number % len(self.openings)]


def read(rules: Rules, file: Path, *, plies: int | None = None) -> list[Opening]:
    """The openings in a file: games (.pgn), positions (.epd), or in any other file a line for each.

    A line is a position as the game writes it, or `moves` and the moves. Empty lines and lines that begin with # do not
    count.

    Args:
        rules: The game.
        file: Where they are.
        plies: Take at most so many plies of a game.

    Raises:
        FormatError: The file is not in its format; the sentence names the line.
    """
    from zermelo.formats import epd, pgn

    text = file.read_text(encoding="utf-8", errors="replace")
    kind = file.suffix.lower()
    if kind in {".pgn", ".epd"} and rules.name != "chess":
        raise FormatError(f'"{file}" holds openings of chess, not of {rules.name}')
    if kind == ".pgn":
        listed = [
            (f"game {number}", record.start, [step.move for step in record.steps])
            for number, record in enumerate(pgn.games(text), start=1)
        ]
    elif kind == ".epd":
        listed = [
            (f"position {number}", entry.position.text, []) for number, entry in enumerate(epd.read(text), start=1)
        ]
    else:
        listed = list(_lines(text))
    return [_opening(rules, start, moves[:plies], f'"{file}", {where}') for where, start, moves in listed]


def _lines(text: str) -> Iterator[tuple[str, str | None, list[str]]]:
    """Where each opening stands, its position and its moves."""
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        words = line.split()
        if words and not words[0].startswith("#"):
            moves = words[0] == "moves"
            yield f"line {number}", None if moves else line.strip(), words[1:] if moves else []


def _opening(rules: Rules, start: str | None, moves: list[str], where: str) -> Opening:
    """An opening that can be played."""
    try:
        first = rules.start() if start is None else rules.position(start)
        opening = Opening(None if start is None else first.text, tuple(codes(first, moves)))
    except ZermeloError as error:
        raise FormatError(f"{where}: {error}") from error
    if opening.begin(rules)[1].turn is None:
        raise FormatError(f"{where}: the game is over there, take fewer plies of it")
    return opening
