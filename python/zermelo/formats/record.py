"""A game on record: where it began, the moves that were made, and what was said about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

import zermelo
from zermelo._native import Position


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended before its rules ended it."""

    by: Literal["resignation", "time", "record"]
    player: int = -1
    """Who has lost; -1 when nobody has, or when it is not known."""
    result: str = "*"
    """What a file says, when that is all that is known."""

    def words(self, game: str, players: Sequence[str], unit: str | None) -> str:
        """The end as a sentence.

        >>> Ended("record", 1, "1-0").words("chess", ("white", "black"), None)
        'white wins (as recorded)'
        >>> Ended("time", 0).words("chess", ("white", "black"), None)
        'white ran out of time: black wins'
        """
        if self.by == "record":
            return f"{_result_words(game, players, unit, self.result)} (as recorded)"
        how = "resigned" if self.by == "resignation" else "ran out of time"
        told = f"{players[self.player]} {how}"
        return f"{told}: {players[1 - self.player]} wins" if len(players) == 2 else told


def recorded(game: str, result: str) -> Ended:
    """The end of a game of which a file tells the result.

    Who has lost stays open in checkers, where some write `1-0` for a win of Black, who begins, and some for one of
    White. In othello and backgammon a result is a number for the first player.
    """
    if game == "chess":
        return Ended("record", {"1-0": 1, "0-1": 0}.get(result, -1), result)
    amount = _amount(result)
    if not amount:
        return Ended("record", -1, result)
    # GGF tells resignation and time behind the number.
    by: Literal["resignation", "time", "record"] = "record"
    if game == "othello":
        by = "resignation" if result.endswith(":r") else "time" if result.endswith(":t") else by
    return Ended(by, int(amount > 0), result)


def _amount(result: str) -> float | None:
    """The number in a result such as `+2` or `-64.00:r`."""
    try:
        return float(result.partition(":")[0])
    except ValueError:
        return None


def _result_words(game: str, players: Sequence[str], unit: str | None, result: str) -> str:
    if result == "1/2-1/2":
        return "draw"
    if game == "chess":
        return {"1-0": "white wins", "0-1": "black wins"}.get(result, result)
    amount = _amount(result)
    if amount is None:
        return result
    if amount == 0:
        return "draw"
    if game == "backgammon":  # in matches, too, where utilities tell only who wins
        unit = "points"
    if unit is not None and abs(amount) == 1:
        unit = unit.removesuffix("s")
    return f"{players[amount < 0]} wins by {abs(amount):g}{f' {unit}' if unit else ''}"


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
