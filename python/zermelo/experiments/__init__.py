"""Experiments about search: each a function with a seed that gives a table, what it says, and a plot.

>>> outcome = run("transformations", size="small")
>>> outcome.columns[:3], outcome.rows[0][:3]
(('EVAL x becomes', 'kind', '% kept without chance'), ('3x + 7', 'positive linear', 100.0))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from zermelo.errors import ZermeloError
from zermelo.experiments.eval_ordering import eval_ordering
from zermelo.experiments.orders import orders
from zermelo.experiments.outcome import Outcome, Progress
from zermelo.experiments.pathology import pathology
from zermelo.experiments.transformations import transformations

__all__ = ["EXPERIMENTS", "SIZES", "Experiment", "ExperimentError", "Outcome", "run"]

SIZES = ("normal", "small")


class ExperimentError(ZermeloError, LookupError):
    """There is no experiment of that name or size."""


@dataclass(frozen=True)
class Experiment:
    """Something to find out."""

    question: str
    function: Callable[..., Outcome]
    small: Mapping[str, object] = field(default_factory=dict)
    """What to ask of the function for a quick look."""


EXPERIMENTS = {
    "orders": Experiment(
        "How many leaves do minimax and alpha-beta look at, children in best, random and worst order?",
        orders,
        {"leaves": 1_500, "trees": 6},
    ),
    "eval-ordering": Experiment(
        "What does sorting the children by EVAL save alpha-beta in real games?",
        eval_ordering,
        {"deepest": 5, "positions": 4},
    ),
    "transformations": Experiment(
        "Which transformations of EVAL keep the decision, without chance and with it?",
        transformations,
        {"trees": 60},
    ),
    "pathology": Experiment(
        "Does looking deeper decide better, in Pearl's games, in Nau's, and in real ones?",
        pathology,
        {"trees": 400, "positions": 50},
    ),
}


def run(name: str, *, seed: int = 0, size: str = "normal", progress: Progress | None = None) -> Outcome:
    """Runs an experiment.

    Args:
        name: One of `EXPERIMENTS`.
        seed: For the random numbers; the same seed gives the same result.
        size: "normal", some ten seconds, or "small", a quick look.
        progress: Hears now and then which share of the work is done.

    Raises:
        ExperimentError: There is no such experiment, or no such size.
    """
    if name not in EXPERIMENTS:
        raise ExperimentError(f'there is no experiment "{name}": there are {", ".join(EXPERIMENTS)}')
    if size not in SIZES:
        raise ExperimentError(f'there is no size "{size}": there are {", ".join(SIZES)}')
    experiment = EXPERIMENTS[name]
    options = experiment.small if size == "small" else {}
    return experiment.function(seed, progress=progress, **options)
