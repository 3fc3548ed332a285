"""One game between two players, with clocks; what goes wrong is a loss with its reason."""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random
from typing import Any

from zermelo._native import BuiltInGame, Position
from zermelo.arena.clock import Clock, Limits, TimeControl
from zermelo.arena.openings import Opening
from zermelo.arena.players import Player, Situation
from zermelo.arena.uci_client import PlayerFailure
from zermelo.errors import IllegalMoveError
from zermelo.formats.record import Record, Step
from zermelo.game import CHANCE, Game
from zermelo.protocols.positions import codes

RESIGN_MOVES = 3
"""So often in a row both players must agree that one is lost."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """How games are played; one of the limits of time, nodes and depth unless the players have their own."""

    clock: TimeControl | None = None
    time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    margin: float = 0.05
    """Seconds by which a player may be late before it loses."""
    resign: int | None = None
    """A game is decided when both players say so, by this many hundredths; None plays it out."""
    longest: int | None = None
    """A game is drawn after so many plies; None plays it out."""

    def as_json(self) -> dict[str, Any]:
        """The conditions as JSON has them."""
        return {
            "clock": None if self.clock is None else str(self.clock),
            "time": self.time,
            "nodes": self.nodes,
            "depth": self.depth,
            "margin": self.margin,
            "resign": self.resign,
            "longest": self.longest,
        }


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game."""

    players: tuple[str, str]
    """Their names, who moves first in the rules first."""
    opening: Opening
    moves: tuple[str, ...]
    """After the opening, as programs write them."""
    points: tuple[float, float]
    """1, ½ or 0 for each."""
    reason: str
    """"rules", "time", "illegal move", "failure", "resigned" or "length"."""
    detail: str = ""
    """More about it, in words."""
    seconds: tuple[float, ...] = ()
    """What every move took."""
    utilities: tuple[float, ...] | None = None
    """What the rules say that it was worth to each; None when it ended otherwise."""

    def as_json(self) -> dict[str, Any]:
        """The game as JSON has it."""
        return {
            "players": list(self.players),
            "moves": list(self.moves),
            "points": list(self.points),
            "reason": self.reason,
            "detail": self.detail,
            "seconds": [round(seconds, 3) for seconds in self.seconds],
            "utilities": None if self.utilities is None else list(self.utilities),
        }

    @classmethod
    def from_json(cls, opening: Opening, found: dict[str, Any]) -> Played:
        """What `as_json` wrote."""
        first, second = found["players"]
        one, other = found["points"]
        return cls(
            (str(first), str(second)),
            opening,
            tuple(found["moves"]),
            (float(one), float(other)),
            found["reason"],
            found["detail"],
            tuple(found["seconds"]),
            None if found["utilities"] is None else tuple(found["utilities"]),
        )

    def record(self, rules: Game | BuiltInGame, tags: dict[str, str]) -> Record:
        """The game on record."""
        result = {(1.0, 0.0): "1-0", (0.0, 1.0): "0-1"}.get(self.points, "1/2-1/2")
        endings = {"rules": "normal", "time": "time forfeit", "resigned": "adjudication", "length": "adjudication"}
        names = {"White": self.players[0], "Black": self.players[1]}
        steps = [Step(move) for move in (*self.opening.moves, *self.moves)]
        if steps and self.detail:
            steps[-1].comment = self.detail
        return Record(
            rules.name,
            tags | names | {"Termination": endings.get(self.reason, "rules infraction")},
            self.opening.start if self.opening.start is not None else _set_up(rules),
            steps,
            result,
            options=dict(getattr(rules, "options", {})),
        )


def _set_up(rules: Game | BuiltInGame) -> str | None:
    """The text of the start, where it is not the one that everybody knows."""
    return rules.start().text if getattr(rules, "options", {}).get("chess960") else None


def play(
    players: tuple[Player, Player],
    rules: Game | BuiltInGame,
    opening: Opening,
    conditions: Conditions,
    *,
    seed: int = 0,
    dice: int = 0,
) -> Played:
    """Plays a game to its end. What chance brings follows from `dice` and how often it has decided before.

    Raises:
        PlayerFailure: A player cannot even begin.
    """
    for number, player in enumerate(players):
        player.begin(rules, seed + number)
    start, position = opening.begin(rules)
    history = list(opening.moves)
    clock = None if conditions.clock is None else Clock(conditions.clock, conditions.margin)
    scores: list[tuple[int, int | None]] = []
    took: list[float] = []
    points: tuple[float, float] | None = None
    reason, detail = "rules", ""
    rolls = 0
    while (seat := position.turn) is not None:
        if seat == CHANCE:
            events, weights = zip(*position.chances(), strict=True)
            history += Random(f"{dice}/{rolls}").choices(events, weights)
            position, rolls = position.play(history[-1]), rolls + 1
            continue
        limits = Limits(
            clock=None if clock is None else clock[seat],
            other_clock=None if clock is None else clock[1 - seat],
            time=conditions.time,
            nodes=conditions.nodes,
            depth=conditions.depth,
        )
        began = time.perf_counter()
        try:
            answer = players[seat].choose(Situation(start, tuple(history), position, limits))
        except PlayerFailure as failure:
            points, reason, detail = _lost(seat), "failure", str(failure)
            break
        took.append(time.perf_counter() - began)
        if clock is not None:
            late = not clock.spend(seat, took[-1])
        else:
            late = not players[seat].own_limits and _late(conditions, took[-1])
        if late:
            points, reason, detail = _lost(seat), "time", f"{players[seat].name} overstepped the time"
            break
        try:
            after = position.play(answer.move)
        except IllegalMoveError as error:
            points, reason, detail = _lost(seat), "illegal move", f"{players[seat].name}: {error}"
            break
        history += codes(position, [answer.move])
        position = after
        scores.append((seat, answer.score))
        if position.turn is not None:
            loser = _resigned(scores, conditions.resign)
            if loser is not None:
                points, reason = _lost(loser), "resigned"
                break
            if conditions.longest is not None and len(history) >= conditions.longest:
                points, reason = (0.5, 0.5), "length"
                break
    names = (players[0].name, players[1].name)
    moves = tuple(history[len(opening.moves) :])
    worth = None if position.utilities is None or points is not None else tuple(position.utilities)
    return Played(names, opening, moves, points or _points(position), reason, detail, tuple(took), worth)


def _late(conditions: Conditions, seconds: float) -> bool:
    return conditions.time is not None and seconds > conditions.time + conditions.margin


def _lost(seat: int) -> tuple[float, float]:
    """The points when this player has lost."""
    return (0.0, 1.0) if seat == 0 else (1.0, 0.0)


def _points(position: Position) -> tuple[float, float]:
    """The points by the rules."""
    first, second = position.utilities or (0.0, 0.0)
    return (0.5, 0.5) if first == second else _lost(0 if first < second else 1)


def _resigned(scores: list[tuple[int, int | None]], limit: int | None) -> int | None:
    """Who is lost by what both players have said of their last moves."""
    last = scores[-2 * RESIGN_MOVES :]
    if limit is None or len(last) < 2 * RESIGN_MOVES:
        return None
    for loser in (0, 1):
        views = [None if score is None else -score if seat == loser else score for seat, score in last]
        if all(view is not None and view >= limit for view in views) and {seat for seat, _ in last} == {0, 1}:
            return loser
    return None
