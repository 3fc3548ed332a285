"""Is an answer right? What a search should find and look at, and what is wrong with an answer that is not."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isclose

from zermelo.grade.student import Answer
from zermelo.grade.tasks import Task
from zermelo.misconceptions import Window, outcome
from zermelo.textbook.position import MAX, Path
from zermelo.tree import Tree


@dataclass(frozen=True)
class Expected:
    """The right answer."""

    value: float
    moves: tuple[str, ...]
    """The best moves; none where nobody chooses."""
    leaves: tuple[Path, ...]
    """The leaves that the search looks at, cutting on equality."""
    may: frozenset[Path]
    """The leaves that it may look at without being called wasteful."""
    needless: tuple[Path, ...]
    """The leaves that it leaves alone by every rule."""


def expected(task: Task, method: str) -> Expected:
    """The right answer to a question.

    >>> from zermelo.tree import tree
    >>> expected(Task(tree("((3 12 8) (2 4 6) (14 5 2))")), "alpha-beta").needless
    (('2', '2'), ('2', '3'))
    """
    tree = task.searched
    plain = outcome(tree, "minimax" if method == "alpha-beta" else method)
    best = [name for name in tree.moves() if close(plain.values[(name,)], plain.value)]
    if method != "alpha-beta":
        return Expected(plain.value, tuple(best), plain.examined, frozenset(plain.examined), ())
    may: set[Path] = set()
    _loosest(tree, (), (-inf, inf), may)
    needless = tuple(path for path in plain.examined if path not in may)
    return Expected(plain.value, tuple(best), outcome(tree, method).examined, frozenset(may), needless)


def _loosest(tree: Tree, path: Path, window: Window, looked: set[Path]) -> float:
    """The alpha-beta that looks at most: it cuts on strict inequality, and what it returns stays within the window."""
    alpha, beta = window
    if tree.turn is None:
        looked.add(path)
        return tree.leaf[MAX]
    for name, child in tree.children:
        found = _loosest(child, (*path, name), (alpha, beta), looked)
        if found > beta if tree.turn == MAX else found < alpha:
            return beta if tree.turn == MAX else alpha
        alpha, beta = (max(alpha, found), beta) if tree.turn == MAX else (alpha, min(beta, found))
    return alpha if tree.turn == MAX else beta


def close(one: float, other: float) -> bool:
    """Are two values the same but for rounding?"""
    return isclose(one, other, rel_tol=1e-6, abs_tol=1e-9)


def leaves_seen(task: Task, answer: Answer, tree: Tree) -> tuple[Path, ...]:
    """The leaves of a tree, the task's or part of it, that were looked at, in that order."""
    paths = _paths(task.tree, ())
    leaves = set(_leaves(tree, ()))
    seen = (paths[number] for number in answer.seen if 0 <= number < len(paths))
    return tuple(path for path in seen if path in leaves)


def _paths(tree: Tree, path: Path) -> list[Path]:
    return [path, *(below for name, child in tree.children for below in _paths(child, (*path, name)))]


def _leaves(tree: Tree, path: Path) -> list[Path]:
    if tree.turn is None:
        return [path]
    return [leaf for name, child in tree.children for leaf in _leaves(child, (*path, name))]


def symptom(task: Task, right: Expected, answer: Answer) -> str | None:
    """What is wrong with an answer, in a word or two; None if it is right.

    What kept the function from answering comes first, then a wrong value, a wrong move, and last what it looked at.
    """
    if answer.trouble is not None:
        return answer.trouble
    assert answer.value is not None, "without trouble there is a value"
    if not close(answer.value, right.value):
        return "wrong value"
    if right.moves and answer.move is not None and answer.move not in right.moves:
        return "wrong move" if answer.move in task.tree.moves() else "no such move"
    seen = leaves_seen(task, answer, task.searched)
    if set(seen) <= right.may:
        return None
    return "prunes too little" if _in_order(task.searched, seen) else "other order"


def _in_order(tree: Tree, seen: tuple[Path, ...]) -> bool:
    places = {path: number for number, path in enumerate(_leaves(tree, ()))}
    order = [places[path] for path in seen]
    return order == sorted(order)
