"""EVAL as a weighted sum of named features: w1·f1(s) + w2·f2(s) + …

>>> import zermelo
>>> centre = lambda position, player: len([m for m in position.moves() if m == "4"])
>>> mobility = lambda position, player: len(position.moves())
>>> judge = Evaluation({"centre open": (0.1, centre), "mobility": (0.01, mobility)})
>>> position = zermelo.game("connect-four").start()
>>> judge(position, 0), judge.terms(position, 0)["mobility"]
(0.17, (0.01, 7))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from zermelo.textbook.position import Position

Feature = Callable[[Position, int], float]


@dataclass(frozen=True)
class Evaluation:
    """Named features with their weights; the weights can be changed one by one."""

    features: Mapping[str, tuple[float, Feature]]

    def __call__(self, position: Position, player: int) -> float:
        return sum(weight * amount for weight, amount in self.terms(position, player).values())

    def terms(self, position: Position, player: int) -> dict[str, tuple[float, float]]:
        """Weight and amount of every feature, to see what an evaluation is made of."""
        return {name: (weight, feature(position, player)) for name, (weight, feature) in self.features.items()}

    def with_weights(self, **weights: float) -> Evaluation:
        """The same features with other weights; spaces in names are written as underscores."""
        changed = dict(self.features)
        for name, weight in weights.items():
            known = name.replace("_", " ")
            changed[known] = (weight, changed[known][1])
        return replace(self, features=changed)
