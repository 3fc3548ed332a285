"""Iterative deepening: look one ply ahead, then two, then three, and have an answer whenever the time is up."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.textbook.alpha_beta import alpha_beta
from zermelo.textbook.cutoff import Rule
from zermelo.textbook.position import Path, Position


class Answer(NamedTuple):
    """The answer of the last search that was completed."""

    value: float
    path: Path
    depth: int


def iterative_deepening(position: Position, enough: Rule, deepest: int = 100) -> Answer:
    """The best line of the deepest search completed before `enough` says stop; it is asked before every search.

    The first search, one ply deep, is always made: an answer is owed.

    >>> import zermelo
    >>> from zermelo.textbook.cutoff import out_of_nodes
    >>> iterative_deepening(zermelo.game("tree").start(), out_of_nodes(1))
    Answer(value=3.0, path=('1', '1'), depth=2)
    """
    depth = 1
    answer = Answer(*alpha_beta(position, depth=depth), depth)
    while depth < deepest and not enough([position]):
        depth += 1
        answer = Answer(*alpha_beta(position, depth=depth), depth)
    return answer
