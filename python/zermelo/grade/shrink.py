"""The smallest tree that still shows a mistake: nodes are taken away and numbers made simple as long as it fails.

>>> from zermelo.tree import tree
>>> shown = Task(tree("((3 (12 7) 8) (2 4 6) (14 5 2))"))
>>> print(shrink(shown, lambda task: task.tree.height() >= 1 and (2.0, -2.0) in task.tree.leaves()))
min(2)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from zermelo.grade.tasks import Task
from zermelo.textbook.position import CHANCE
from zermelo.tree import Tree

MOST_TRIES = 2_000


def shrink(task: Task, fails: Callable[[Task], bool], *, most: int = MOST_TRIES) -> Task:
    """A task as small as can be found that fails too; at most so many are tried."""
    tries = 0
    smaller = True
    while smaller:
        smaller = False
        for candidate in _simpler(task):
            tries += 1
            if tries > most:
                return task
            if fails(candidate):
                task, smaller = candidate, True
                break
    return task


def _simpler(task: Task) -> Iterator[Task]:
    """Simpler tasks, those first that take most away."""
    depth = task.depth
    for _, child in task.tree.children:
        yield replace(task, tree=child)
        if depth:
            yield replace(task, tree=child, depth=depth - 1)
    if depth is not None:
        yield replace(task, depth=None)
    if depth:
        yield replace(task, depth=depth - 1)
    for tree in _fewer(task.tree):
        yield replace(task, tree=tree)
    for tree in _plainer(task.tree):
        yield replace(task, tree=tree)


def _fewer(tree: Tree) -> Iterator[Tree]:
    """The tree with something taken away."""
    if tree.turn is None:
        return
    yield from (Tree(leaf=leaf) for leaf in dict.fromkeys(tree.leaves()))
    if len(tree.children) > 1:
        yield from (_with_children(tree, tree.children[:n] + tree.children[n + 1 :]) for n in range(len(tree.children)))
    for number, (name, child) in enumerate(tree.children):
        before, after = tree.children[:number], tree.children[number + 1 :]
        smaller = [below for _, below in child.children]
        for made in [*smaller, *_fewer(child)]:
            yield replace(tree, children=(*before, (name, made), *after))


def _with_children(tree: Tree, children: tuple[tuple[str, Tree], ...]) -> Tree:
    if tree.turn != CHANCE:
        return replace(tree, children=children)
    names = [name for name, _ in children]
    kept = [p for (name, _), p in zip(tree.children, tree.probabilities, strict=True) if name in names]
    return replace(tree, children=children, probabilities=tuple(p / sum(kept) for p in kept))


def _plainer(tree: Tree) -> Iterator[Tree]:
    """A tree of the same size with plainer names, probabilities or numbers; each step leads to something plainer."""
    renamed = _renamed(tree)
    if renamed != tree:
        yield renamed
    evened = _with_odds(tree, {})
    if evened != tree:
        yield evened
    if _has_long_odds(tree):
        yield from (_with_odds(tree, {2: odds}) for odds in ((0.25, 0.75), (0.75, 0.25)))
    leaves = [leaf[0] for leaf in tree.leaves()]
    numbers = sorted(set(leaves))
    for first in (1, 0, -(len(numbers) // 2), -len(numbers)):
        ranks = {number: float(first + place) for place, number in enumerate(numbers)}
        if sum(_effort(ranks[leaf]) for leaf in leaves) < sum(map(_effort, leaves)):
            yield _mapped(tree, ranks)
    for number in numbers:
        for plain in (0.0, 1.0, 2.0, -1.0, -2.0, *(float(round(number * f)) for f in (0.1, 0.5, 0.9))):
            if _effort(plain) < _effort(number):
                yield _mapped(tree, {number: plain})


def _effort(number: float) -> float:
    """How hard a number is on the reader: 1 is nicer than 0, which is nicer than −1, and large ones are worst."""
    return 0.5 if number == 0 else abs(number) - 0.9 if number > 0 else -number


def _mapped(tree: Tree, numbers: dict[float, float]) -> Tree:
    if tree.turn is None:
        worth = numbers.get(tree.leaf[0], tree.leaf[0])
        return replace(tree, leaf=(worth, -worth))
    return replace(tree, children=tuple((name, _mapped(child, numbers)) for name, child in tree.children))


def _renamed(tree: Tree) -> Tree:
    children = tuple((str(n), _renamed(child)) for n, (_, child) in enumerate(tree.children, start=1))
    return replace(tree, children=children)


def _with_odds(tree: Tree, odds: dict[int, tuple[float, ...]]) -> Tree:
    """The tree with these probabilities at chance nodes of so many children, or with even ones."""
    number = len(tree.children)
    likely = odds.get(number, (1 / number,) * number) if tree.turn == CHANCE else ()
    return replace(
        tree, probabilities=likely, children=tuple((name, _with_odds(child, odds)) for name, child in tree.children)
    )


def _has_long_odds(tree: Tree) -> bool:
    return any(len(repr(p)) > 4 for p in tree.probabilities) or any(_has_long_odds(child) for _, child in tree.children)
