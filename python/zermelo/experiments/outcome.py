"""What an experiment brings: a table, sentences worked out from its numbers, and a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import fmean, linear_regression, stdev
from typing import Any

Cell = str | int | float
Progress = Callable[[float], object]
"""Hears now and then which share of the work is done, from 0 to 1."""


@dataclass(frozen=True)
class Outcome:
    """The result of an experiment; in a notebook it draws itself."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    conclusions: tuple[str, ...]
    """What the numbers say, worked out from them."""
    svg: str
    """The plot."""

    def column(self, name: str) -> list[Cell]:
        """The cells below a heading; where several columns have it, those of the first."""
        index = self.columns.index(name)
        return [row[index] for row in self.rows]

    def as_json(self) -> dict[str, Any]:
        """The result as plain data, without the plot."""
        return {
            "title": self.title,
            "columns": list(self.columns),
            "rows": [list(row) for row in self.rows],
            "conclusions": list(self.conclusions),
        }

    def _repr_svg_(self) -> str:
        return self.svg


def mean_and_error(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error, which is 0 for a single number.

    >>> mean_and_error([1.0, 0.0, 1.0, 0.0])
    (0.5, 0.28867513459481287)
    """
    return fmean(numbers), stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0


def fitted_exponent(branching: float, points: Sequence[tuple[int, float]]) -> tuple[float, float]:
    """The c of the best fitting branching^(c·m + constant) through points (m, count), and its standard error.

    >>> exponent, error = fitted_exponent(10, [(2, 10), (4, 100), (6, 1000)])
    >>> round(exponent, 3), round(error, 3)
    (0.5, 0.0)
    """
    depths = [float(depth) for depth, _ in points]
    logs = [log(count) / log(branching) for _, count in points]
    slope, intercept = linear_regression(depths, logs)
    residuals = [y - slope * x - intercept for x, y in zip(depths, logs, strict=True)]
    middle = fmean(depths)
    freedom = max(1, len(points) - 2)
    error = sqrt(sum(r * r for r in residuals) / freedom / sum((x - middle) ** 2 for x in depths))
    return slope, error
