"""What a match says about the strength of two players: Elo difference with error bars, and the sequential test.

Both are computed from pairs of games, the same opening with both colours, which are far less noisy than games one by
one. The test is the generalised sequential probability ratio test on the five results that a pair can have, with
logistic Elo (M. Van den Bergh, "A practical introduction to the GSPRT", as used by Fishtest).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt
from typing import Any, Literal

Pairs = Sequence[float]
"""How many pairs brought the first player 0, ½, 1, 1½ and 2 points."""

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The same as a share of what a pair can bring."""
NORMAL_95 = 1.959963984540054
"""95 % of a normal distribution lie within this many standard deviations."""
UNSEEN = 1e-3
"""Results that never happened count as if they had this often, as at Fishtest; otherwise they would be impossible."""


def expected_score(elo: float) -> float:
    """The share of the points that a player with this advantage gets.

    >>> round(expected_score(100), 3)
    0.64
    """
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of(score: float) -> float:
    """The advantage that a share of the points means; infinite for all or nothing.

    >>> round(elo_of(0.64))
    100
    """
    if score <= 0 or score >= 1:
        return inf if score >= 1 else -inf
    return -400 * log10(1 / score - 1)


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:+.3f} [{self.low:+.3f}, {self.high:+.3f}]"


@dataclass(frozen=True, slots=True)
class Elo:
    """An advantage with its 95 % interval."""

    difference: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.difference:+.1f} [{self.low:+.1f}, {self.high:+.1f}]"


def elo(pairs: Pairs) -> Elo | None:
    """The Elo difference that the pairs show; None before the first pair.

    The interval is that of the mean score, carried over to Elo; from a handful of pairs it is too narrow. When all
    pairs ended alike, which shows no spread, it is Wilson's for a yes or no.
    """
    count = sum(pairs)
    if not count:
        return None
    mean, variance = moments(pairs)
    if variance > 0:
        middle, error = mean, NORMAL_95 * sqrt(variance / count)
    else:
        doubt = NORMAL_95**2 / count
        middle = (mean + doubt / 2) / (1 + doubt)
        error = sqrt(doubt * mean * (1 - mean) + doubt**2 / 4) / (1 + doubt)
    return Elo(elo_of(mean), elo_of(middle - error), elo_of(middle + error))


def moments(pairs: Pairs) -> tuple[float, float]:
    """Mean and variance of the share of the points in a pair."""
    count = sum(pairs)
    mean = sum(number * score for number, score in zip(pairs, SCORES, strict=True)) / count
    return mean, sum(number * (score - mean) ** 2 for number, score in zip(pairs, SCORES, strict=True)) / count


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test: is the first player elo1 stronger, or only elo0? With the chances of error to accept."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The chance to accept what is only elo0 stronger."""
    beta: float = 0.05
    """The chance to refuse what is elo1 stronger."""

    def __post_init__(self) -> None:
        """Refuses what is no test."""
        if not self.elo0 < self.elo1:
            raise ValueError(f"a test needs two different ratings, the smaller first: not {self.elo0:g},{self.elo1:g}")
        for name, chance in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < chance < 0.5:
                raise ValueError(f"{name} is {chance:g}: it must be above 0 and below 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the log-likelihood ratio decides (Wald)."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Pairs) -> float:
        """The log-likelihood ratio of the pairs; 0 before the first."""
        count = sum(pairs)
        if not count:
            return 0.0
        seen = [number or UNSEEN for number in pairs]
        total = sum(seen)
        shares = [number / total for number in seen]
        likely0, likely1 = (_most_likely(shares, expected_score(elo)) for elo in (self.elo0, self.elo1))
        return total * sum(p * log(p1 / p0) for p, p0, p1 in zip(shares, likely0, likely1, strict=True))

    def verdict(self, pairs: Pairs) -> Literal["yes", "no"] | None:
        """ "yes": elo1 or more; "no": elo0 or less; None: play on."""
        low, high = self.bounds
        llr = self.llr(pairs)
        return "yes" if llr >= high else "no" if llr <= low else None

    def as_json(self, pairs: Pairs) -> dict[str, Any]:
        """The test as JSON has it."""
        return {
            "elo0": self.elo0,
            "elo1": self.elo1,
            "alpha": self.alpha,
            "beta": self.beta,
            "llr": self.llr(pairs),
            "bounds": list(self.bounds),
            "verdict": self.verdict(pairs),
        }


def _most_likely(shares: Sequence[float], mean: float) -> list[float]:
    """Of all distributions over `SCORES` with this mean, the one under which the observed shares are the most likely.

    It is p / (1 + x (a − mean)) with the x that makes the mean right (Van den Bergh). The sum that must vanish falls
    with x, so halving finds it.
    """
    away = [score - mean for score in SCORES]
    low, high = -1 / max(away), -1 / min(away)
    for _ in range(200):
        x = (low + high) / 2
        excess = sum(share * distance / (1 + x * distance) for share, distance in zip(shares, away, strict=True))
        low, high = (x, high) if excess > 0 else (low, x)
    return [share / (1 + x * distance) for share, distance in zip(shares, away, strict=True)]
