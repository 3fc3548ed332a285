"""DEEP-ENOUGH as something to build: rules for where a search stops looking, combined with `|`, `&` and `~`.

The lecture's five questions: has one side won? how many ply have we explored? how promising is the path? how much
time is left? how stable is the configuration? A rule is asked about a *line*: the positions from the root to here.

>>> import zermelo
>>> rule = deeper_than(2) & stable(0.1) | deeper_than(6) | won()
>>> start = zermelo.game("connect-four").start()
>>> rule([start]), rule([start] * 7)
(False, True)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

from zermelo.textbook.position import MAX, Position

Line = Sequence[Position]


@dataclass(frozen=True)
class Rule:
    """A question about a line; True says: stop here and judge."""

    test: Callable[[Line], bool]

    def __call__(self, line: Line) -> bool:
        return self.test(line)

    def __or__(self, other: Rule) -> Rule:
        return Rule(lambda line: self(line) or other(line))

    def __and__(self, other: Rule) -> Rule:
        return Rule(lambda line: self(line) and other(line))

    def __invert__(self) -> Rule:
        return Rule(lambda line: not self(line))


def won() -> Rule:
    """Has one side won, or is the game over in another way?"""
    return Rule(lambda line: line[-1].turn is None)


def deeper_than(plies: int) -> Rule:
    """Have we explored so many ply?"""
    return Rule(lambda line: len(line) > plies)


def out_of_time(seconds: float) -> Rule:
    """Are so many seconds gone, counted from the making of the rule?"""
    end = monotonic() + seconds
    return Rule(lambda line: monotonic() >= end)


def out_of_nodes(nodes: int) -> Rule:
    """Has the rule been asked so often?"""
    asked = [0]

    def test(line: Line) -> bool:
        asked[0] += 1
        return asked[0] > nodes

    return Rule(test)


def stable(tolerance: float) -> Rule:
    """Is EVAL here close to EVAL one ply before?"""

    def test(line: Line) -> bool:
        if len(line) < 2 or line[-1].turn is None:
            return False
        return abs(line[-1].evaluate(MAX) - line[-2].evaluate(MAX)) <= tolerance

    return Rule(test)


def unpromising(loss: float) -> Rule:
    """Has the player who chose the path at the root already lost so much of EVAL along it?"""

    def test(line: Line) -> bool:
        root, here = line[0], line[-1]
        player = root.turn
        if here.turn is None or player is None or player < 0:
            return False
        return root.evaluate(player) - here.evaluate(player) >= loss

    return Rule(test)
