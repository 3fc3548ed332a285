"""What kind of mistake a program has: the one that would lead to all of its answers, or what they have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

from zermelo.grade.marking import Expected, close, leaves_seen
from zermelo.grade.student import Answer
from zermelo.grade.tasks import DEPTH_MISTAKES, HUGE, Task
from zermelo.misconceptions import MISCONCEPTIONS, PROGRAM_MISTAKES, Misconception, Outcome, outcome
from zermelo.textbook.position import CHANCE, Path
from zermelo.tree import MIN, Tree

BOTH_ARE_RIGHT = ("cut on equality", "no cut on equality")
"""Either rule is taught, so neither is a mistake."""


@dataclass(frozen=True)
class Marked:
    """A question with the right answer, the student's, and what is wrong with it."""

    task: Task
    right: Expected
    answer: Answer
    symptom: str | None


@dataclass(frozen=True)
class Suspect:
    """A mistake and what it would lead to."""

    mistake: Misconception
    predict: Callable[[Task], tuple[Tree, Outcome]]
    """The tree that the wrong search sees, and what it makes of it."""
    aspects: tuple[str, ...] = ("value", "leaves", "move")
    """What of the answers it accounts for."""

    def explains(self, task: Task, answer: Answer) -> bool:
        """Would this mistake have given this answer?"""
        if answer.value is None:
            return False
        tree, found = self.predict(task)
        if not close(found.value, answer.value):
            return False
        if "leaves" in self.aspects and set(found.examined) != set(leaves_seen(task, answer, tree)):
            return False
        return "move" not in self.aspects or None in (found.move, answer.move) or found.move == answer.move


def recognise(marked: Sequence[Marked], method: str, *, takes_depth: bool) -> Suspect | None:
    """The mistake that accounts for every answer, right and wrong.

    Moves, and then leaves, are only left out of the account where values alone give the mistake away: a program may
    have a second mistake or a habit of its own there.
    """
    leaves = ("leaves",) if method == "alpha-beta" else ()
    shown_by = {"value": {"wrong value"}, "leaves": {"prunes too little", "other order"}, "move": {"wrong move"}}
    for aspects in (("value", *leaves, "move"), ("value", *leaves), ("value",)):
        shows = set().union(*(shown_by[aspect] for aspect in aspects))
        if not any(mark.symptom in shows for mark in marked):
            continue
        for suspect in _suspects(marked, method, aspects, takes_depth=takes_depth):
            if all(suspect.explains(mark.task, mark.answer) for mark in marked):
                return suspect
    return None


def _suspects(
    marked: Sequence[Marked], method: str, aspects: tuple[str, ...], *, takes_depth: bool
) -> Iterator[Suspect]:
    rules = (False, True) if method == "alpha-beta" else (False,)
    for mistake in (*MISCONCEPTIONS, *PROGRAM_MISTAKES):
        if method in mistake.methods and mistake.name not in BOTH_ARE_RIGHT:
            for strict in rules:
                yield Suspect(mistake, _predictor(method, strict, mistake=mistake.name), aspects)
    for strict in rules:
        if takes_depth:
            for mistake in DEPTH_MISTAKES:
                yield Suspect(mistake, _predictor(method, strict, at_depth=mistake.name), aspects)
        begins = _begins(marked)
        if begins != (-inf, inf):
            yield Suspect(_begins_at(*begins), _predictor(method, strict, begins=begins), aspects)
            if aspects == ("value",):
                yield Suspect(_window_begins_at(*begins), _within(*begins), aspects)


def _predictor(
    method: str,
    strict: bool,
    *,
    mistake: str | None = None,
    at_depth: str | None = None,
    begins: tuple[float, float] = (-inf, inf),
) -> Callable[[Task], tuple[Tree, Outcome]]:
    def predict(task: Task) -> tuple[Tree, Outcome]:
        tree = task.seen_with(at_depth)
        return tree, outcome(tree, method, mistake=mistake, strict=strict, begins=begins)

    return predict


def _within(alpha: float, beta: float) -> Callable[[Task], tuple[Tree, Outcome]]:
    """The value as far as it lies within a window, which is what fail-hard alpha-beta returns."""

    def predict(task: Task) -> tuple[Tree, Outcome]:
        found = outcome(task.searched, "minimax")
        value = found.value if task.searched.turn is None else min(max(found.value, alpha), beta)
        return task.searched, replace(found, value=value)

    return predict


def _begins(marked: Iterable[Marked]) -> tuple[float, float]:
    """With what the best so far begins, seen where the only move is worse than anything."""
    begins = {"max": -inf, "min": inf}
    for mark in marked:
        tree, value = mark.task.tree, mark.answer.value
        if str(tree) in (f"max({-HUGE})", f"min({HUGE})") and mark.symptom == "wrong value" and value is not None:
            begins["min" if tree.turn == MIN else "max"] = value
    return begins["max"], begins["min"]


def _begins_at(for_max: float, for_min: float) -> Misconception:
    parts, right = [], []
    if for_max != -inf:
        parts.append(f"MAX's at {show(for_max)}")
        right.append("−∞ for MAX")
    if for_min != inf:
        parts.append(f"MIN's at {show(for_min)}")
        right.append("∞ for MIN")
    name = f"best begins at {show(for_max if for_max != -inf else for_min)}"
    told = (
        f"The best so far begins too good, {' and '.join(parts)}: begin at {' and '.join(right)}, so that any move is "
    )
    return Misconception(name, f"{told}better than none.")


def _window_begins_at(alpha: float, beta: float) -> Misconception:
    window = f"({show(alpha)}, {show(beta)})"
    told = f"The window at the root is {window}, so that no value outside it can be found: begin with (−∞, ∞)."
    return Misconception(f"window begins at {window}", told)


def in_words(mark: Marked, method: str) -> tuple[str, str]:
    """The kind of a mistake that nobody recognised, and a sentence about it."""
    task, right, answer, symptom = mark.task, mark.right, mark.answer, mark.symptom
    assert symptom is not None, "only what is wrong is told"
    sentences = {
        "time": f"It does not answer {answer.told}: is there a loop that never ends?",
        "memory": "It needs more memory than it may have: does it keep or copy something without end?",
        "crash": f"It ends {answer.told}.",
        "exit": f"It ends Python {answer.told}: a function returns its value and leaves Python running.",
        "death": f"It ended without an answer, {answer.told}.",
        "endless recursion": f"It calls itself without end, {answer.told}: it must stop where position.turn is None.",
        "no result": "It returns None: is a return missing on one way through the function?",
        "no number": f"It returns {answer.shown}: it should be a number, or a number and a move.",
        "move before value": f"It returns {answer.shown}: the value comes first, then the move.",
        "no such move": f'It answers with "{answer.move}", which is no move here: there are '
        f"{', '.join(task.tree.moves())}.",
        "wrong value": f"It finds {show(answer.value)} where {show(right.value)} is right.",
        "wrong move": f"The value is right, but the move {answer.move} does not lead to it: "
        f"{' or '.join(right.moves)} would.",
        "prunes too little": "The values are right, but it looks at leaves that cannot matter.",
        "other order": "It takes the moves in another order than position.moves() gives them: which leaves alpha-beta "
        "can leave alone depends on the order, so keep to that one.",
    }
    if symptom == "wrong value" and method == "alpha-beta":
        seen = leaves_seen(task, answer, task.searched)
        skipped = [path for path in right.leaves if path not in seen]
        if skipped:
            return (
                "prunes too much",
                f"It prunes too much: it left {where(skipped[0])} alone, which alpha-beta looks at.",
            )
    return symptom, sentences[symptom]


def show(value: float | None) -> str:
    """A number as people write it, a million in full."""
    return "?" if value is None else "∞" if value == inf else "−∞" if value == -inf else f"{value:.7g}"


def where(path: Path) -> str:
    """A node by the moves that lead to it."""
    return "/".join(path) or "the root"


def in_common(marked: Sequence[Marked], symptom: str | None) -> str:
    """What all trees with this symptom have and most others have not; empty if there is no such thing."""
    failing = [mark.task for mark in marked if mark.symptom == symptom]
    passing = [mark.task for mark in marked if mark.symptom is None]
    best, least = "", 0.5
    for told, has in FEATURES.items():
        share = sum(map(has, passing)) / len(passing) if passing else 1.0
        if share < least and all(map(has, failing)):
            best, least = told, share
    if not best:
        return ""
    return f" It is so {'exactly' if least == 0 else 'only'} where {best}."


def _any(tree: Tree, holds: Callable[[Tree], bool]) -> bool:
    return holds(tree) or any(_any(child, holds) for _, child in tree.children)


def _moves_again(tree: Tree) -> bool:
    return tree.turn != CHANCE and any(child.turn == tree.turn for _, child in tree.children if child.turn is not None)


def _repeats(tree: Tree) -> bool:
    inner = _inner(tree)
    return len(set(inner)) < len(inner)


def _inner(tree: Tree) -> list[Tree]:
    return [tree, *(node for _, child in tree.children for node in _inner(child))] if tree.children else []


FEATURES: dict[str, Callable[[Task], bool]] = {
    "the depth is limited": lambda task: task.depth is not None,
    "the game is over already": lambda task: task.tree.turn is None,
    "MIN is to move at the root": lambda task: task.tree.turn == MIN,
    "chance decides at the root": lambda task: task.tree.turn == CHANCE,
    "chance decides somewhere": lambda task: task.tree.has_chance(),
    "a player moves twice in a row": lambda task: _any(task.tree, _moves_again),
    "some player has a single move": lambda task: _any(task.tree, lambda tree: len(tree.moves()) == 1),
    "some leaves are worth the same": lambda task: len(set(task.tree.leaves())) < len(task.tree.leaves()),
    "every leaf is worth less than 0": lambda task: all(leaf[0] < 0 for leaf in task.tree.leaves()),
    "every leaf is worth more than 0": lambda task: all(leaf[0] > 0 for leaf in task.tree.leaves()),
    "some leaf is worth less than 0": lambda task: any(leaf[0] < 0 for leaf in task.tree.leaves()),
    "the same position comes up again (is a bound of it remembered as its value?)": lambda task: _repeats(task.tree),
    "moves have names other than numbers": lambda task: _any(
        task.tree, lambda tree: any(not name.isdigit() for name, _ in tree.children)
    ),
    "the tree is deeper than two plies": lambda task: task.tree.height() > 2,
}
