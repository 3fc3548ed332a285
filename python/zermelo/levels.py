"""Levels of play: a ladder from beginner to all that the engine can.

A weak level looks at few positions and judges them with noise, so it overlooks and misjudges as people do; it never
plays a random move. One ladder serves every game: noise is a share of the greatest utility, in chess 0.04 is a pawn.

>>> import zermelo
>>> level("club").limits(zermelo.game("chess"), nodes=50_000)
{'depth': None, 'nodes': 3000, 'time': 1.0, 'noise': 0.03}
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, log
from typing import Any, TypeVar

from zermelo._native import BuiltInGame
from zermelo.errors import OptionError
from zermelo.game import Game

Number = TypeVar("Number", int, float)


@dataclass(frozen=True, slots=True)
class Level:
    """How well to play."""

    name: str
    elo: int | None
    """The chess rating it is meant to have, which is a name for the rung and no measurement; None for no limit."""
    nodes: int | None
    """Positions to visit for a move at most."""
    depth: int | None
    """Plies to look ahead at most."""
    time: float | None
    """Seconds for a move at most, where no clock runs."""
    noise: float
    """Standard deviation of the noise on the evaluation, as a share of the game's greatest utility."""

    def limits(
        self,
        game: Game | BuiltInGame,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
    ) -> dict[str, Any]:
        """The keywords of a search: these limits, or the level's where stricter, and noise in the game's unit."""
        greatest = max(map(abs, game.facts["bounds"]))
        return {
            "depth": _least(depth, self.depth),
            "nodes": _least(nodes, self.nodes),
            "time": _least(time, self.time),
            "noise": self.noise * greatest,
        }


LEVELS = (
    #     name        elo   nodes    depth time  noise
    Level("beginner", 600, 200, 2, 1.0, 0.100),
    Level("casual", 1000, 800, 4, 1.0, 0.060),
    Level("club", 1400, 3_000, None, 1.0, 0.030),
    Level("expert", 1800, 15_000, None, 2.0, 0.012),
    Level("master", 2200, 100_000, None, 3.0, 0.004),
    Level("full", None, None, None, None, 0.0),
)
"""The ladder, the weakest first."""

NAMES = tuple(rung.name for rung in LEVELS)
FULL = LEVELS[-1]
_RATED = [(rung.elo, rung) for rung in LEVELS if rung.elo is not None]
LOWEST_ELO, HIGHEST_ELO = _RATED[0][0], _RATED[-1][0]


def level(name: str) -> Level:
    """The level of this name.

    Raises:
        OptionError: There is none.
    """
    for rung in LEVELS:
        if rung.name == name.strip().lower():
            return rung
    raise OptionError(f'there is no level "{name}": there are {", ".join(NAMES)}')


def level_of_elo(elo: int) -> Level:
    """A level between the rungs, for programs that ask for a rating.

    Raises:
        OptionError: The ladder does not reach there.

    >>> level_of_elo(1600).nodes
    6708
    """
    if not LOWEST_ELO <= elo <= HIGHEST_ELO:
        raise OptionError(f"a rating of {elo} cannot be played: it must be {LOWEST_ELO} to {HIGHEST_ELO}")
    above = next(index for index, (rating, _) in enumerate(_RATED) if elo <= rating)
    high, upper = _RATED[above]
    low, lower = _RATED[max(above - 1, 0)]
    part = (elo - low) / (high - low) if high > low else 0.0
    assert upper.nodes is not None, "rated levels limit the nodes"
    assert lower.nodes is not None, "rated levels limit the nodes"
    nodes = round(exp(log(lower.nodes) + part * (log(upper.nodes) - log(lower.nodes))))
    noise = lower.noise + part * (upper.noise - lower.noise)
    return replace(upper, name=f"{elo}", elo=elo, nodes=nodes, noise=noise)


def _least(one: Number | None, other: Number | None) -> Number | None:
    """The stricter of two limits."""
    return min((limit for limit in (one, other) if limit is not None), default=None)
