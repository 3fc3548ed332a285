"""Explaining a search: one trace of everything it did, told in words, drawn, stepped through, or as JSON."""

from __future__ import annotations

from zermelo._native import BuiltInGame, Position
from zermelo.explaining.film import compared_svg
from zermelo.explaining.trace import METHODS, Event, ExplainError, Node, Trace, Window, trace
from zermelo.game import Game, game
from zermelo.tree import Noisy, Tree, is_tree_text, tree, unfold

__all__ = ["METHODS", "Event", "ExplainError", "Node", "Trace", "compared_svg", "explain", "trace"]


def explain(
    what: str | Tree | Position | Game | BuiltInGame,
    *,
    depth: int | None = None,
    method: str | None = None,
    strict: bool = False,
    bounds: Window | None = None,
    table: bool = False,
    probe: bool = False,
    noisy: Noisy | None = None,
) -> Trace:
    """Searches step by step and keeps a trace; in a notebook it draws itself.

    Args:
        what: A tree or its text, such as `((3 12 8) (2 4 6) (14 5 2))`, a position, or a game or its name, which
            mean its start.
        depth: Plies to unfold of a game; unfinished lines end in EVAL.
        method: "minimax", "alpha-beta" or "expectiminimax"; unless said, alpha-beta where there is no chance.
        strict: Cut on strict inequality only, as in Berkeley's course; otherwise on equality too.
        bounds: The lowest and the highest utility there can be: with them expectiminimax prunes (Star1).
        table: Do not search the same subtree twice.
        probe: With bounds, look at one reply to every outcome of chance first (Star2).
        noisy: The moves that go on below `depth`, such as captures: quiescence search. `zermelo.tree.declared_noisy`
            are those that the game itself declares.

    Raises:
        ExplainError: The tree is not one for this method; the sentence says why.

    >>> print(str(explain("((3 12 8) (2 4 6) (14 5 2))")).splitlines()[-1])
    alpha-beta: 3 for MAX by 1 1; 7 of 9 leaves examined, 2 left alone
    """
    if isinstance(what, str):
        what = tree(what) if is_tree_text(what) else game(what)
    if isinstance(what, Tree):
        unfolded = what
    elif isinstance(what, Position | Game | BuiltInGame):
        position = what if isinstance(what, Position) else what.start()
        facts = position.game.facts
        if facts["hidden"]:
            raise ExplainError(f"{facts['name']} has hidden information, which a search of a tree would give away")
        unfolded = unfold(position, depth, noisy=noisy)
    else:
        raise ExplainError(f"a tree, its text, a position or a game is explained, not {type(what).__name__}")
    if method is None:
        method = "expectiminimax" if unfolded.has_chance() else "alpha-beta"
    return trace(unfolded, method, strict=strict, bounds=bounds, table=table, probe=probe)
