"""Explaining a search: one trace of everything it did, told in words, drawn as a picture, or as JSON."""

from __future__ import annotations

from zermelo._native import BuiltInGame, Position
from zermelo.explain.stepper import stepper_html
from zermelo.explain.svg import tree_svg
from zermelo.explain.trace import METHODS, Event, ExplainError, Node, Trace, trace
from zermelo.explain.words import words
from zermelo.game import Game
from zermelo.tree import Tree, tree, unfold

__all__ = ["METHODS", "Event", "ExplainError", "Node", "Trace", "explain", "stepper_html", "trace", "tree_svg", "words"]


def explain(
    what: str | Tree | Position | Game | BuiltInGame,
    *,
    depth: int | None = None,
    method: str | None = None,
    strict: bool = False,
) -> Trace:
    """Searches step by step and keeps a trace; in a notebook it draws itself.

    Args:
        what: A tree or its text, such as `((3 12 8) (2 4 6) (14 5 2))`, a position, or a game, which means its start.
        depth: Plies to unfold of a game; unfinished lines end in EVAL.
        method: "minimax", "alpha-beta" or "expectiminimax"; unless said, alpha-beta where there is no chance.
        strict: Cut on strict inequality only, as in Berkeley's course; otherwise on equality too.

    >>> print(words(explain("((3 12 8) (2 4 6) (14 5 2))")).splitlines()[-1])
    alpha-beta: 3 for MAX by 1 1; 7 of 9 leaves examined, 2 left alone
    """
    if isinstance(what, str):
        unfolded = tree(what)
    elif isinstance(what, Tree):
        unfolded = what
    else:
        unfolded = unfold(what if isinstance(what, Position) else what.start(), depth)
    if method is None:
        method = "expectiminimax" if unfolded.has_chance() else "alpha-beta"
    return trace(unfolded, method, strict=strict)
