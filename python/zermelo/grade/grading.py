"""Grading a student's file: every function is asked the same questions, marked, and its mistake is named and shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from pathlib import Path as File
from time import monotonic
from typing import Any

from zermelo.explaining.trace import Trace, trace
from zermelo.grade.diagnosis import Marked, Suspect, in_common, in_words, recognise, show, where
from zermelo.grade.marking import Expected, expected, leaves_seen, symptom
from zermelo.grade.runner import NAMES
from zermelo.grade.shrink import MOST_TRIES, shrink
from zermelo.grade.student import Answer, GradeError, Student
from zermelo.grade.tasks import METHODS, Task, tasks
from zermelo.textbook.position import Path

COSTLY = ("time", "memory", "death")
"""Troubles after which the student's process begins afresh."""
MOST_COSTLY = 3
"""After so many of them no more questions are asked."""
MOST_RESTARTS = 100
"""So many smaller trees are tried where the student's process begins afresh for each."""
MOST_SECONDS = 60
"""For the questions to a function, and again for making the tree smaller."""
MOST_SHOWN = 12
"""Leaves that are listed."""


@dataclass(frozen=True)
class Failure:
    """The smallest question found to which the answer was wrong."""

    task: Task
    method: str
    right: Expected
    answer: Answer

    @property
    def seen(self) -> tuple[Path, ...]:
        """The leaves that the student's function looked at."""
        return leaves_seen(self.task, self.answer, self.task.searched)

    def trace(self) -> Trace:
        """The right search of the tree, to be drawn or told."""
        return trace(self.task.searched, self.method)

    def as_json(self) -> dict[str, Any]:
        """The failure as plain data."""
        answer, right = self.answer, self.right
        value = None if answer.value is None or abs(answer.value) == inf else answer.value
        return {
            "tree": str(self.task.tree),
            "depth": self.task.depth,
            "source": self.task.source,
            "expected": {"value": right.value, "moves": list(right.moves), "leaves": list(map(list, right.leaves))},
            "came": {
                "value": value,
                "move": answer.move,
                "result": answer.shown,
                "trouble": answer.trouble,
                "leaves": list(map(list, self.seen)),
            },
        }

    def __str__(self) -> str:
        """What was asked, what is right and what came, in three or four lines."""
        right, answer = self.right, self.answer
        lines = [f"tree   {self.task}"]
        if self.task.source != "a tree":
            lines[0] += f"\n       (made smaller from {self.task.source})"
        if self.task.depth is not None:
            lines.append("EVAL   of an inner node is the mean of the leaves below it")
        if self.method != "alpha-beta":
            lines.append(f"right  {_result(right.value, ' or '.join(right.moves))}")
            if answer.trouble is None:
                lines.append(f"yours  {_result(answer.value, answer.move)}")
            return "\n".join(lines)
        lines.append(f"right  {_result(right.value, ' or '.join(right.moves))}, looking at {_listed(right.leaves)}")
        if answer.trouble is None:
            lines.append(f"yours  {_result(answer.value, answer.move)}, looking at {_listed(self.seen)}")
        needless = [path for path in self.seen if path in right.needless]
        if needless:
            lines.append(f"       {_listed(needless)} cannot matter")
        return "\n".join(lines)


def _result(value: float | None, move: str | None) -> str:
    return f"{show(value)} by move {move}" if move else show(value)


def _listed(paths: Sequence[Path]) -> str:
    more = f" and {len(paths) - MOST_SHOWN} more" if len(paths) > MOST_SHOWN else ""
    return (" ".join(map(where, paths[:MOST_SHOWN])) or "no leaf") + more


@dataclass(frozen=True)
class GradedFunction:
    """The marks of a function."""

    name: str
    method: str
    passed: int
    asked: int
    kind: str | None
    """The mistake in a few words; None if there is none."""
    told: str
    """The verdict in a sentence or two."""
    failure: Failure | None = None

    @property
    def right(self) -> bool:
        """Is everything right?"""
        return self.kind is None

    def as_json(self) -> dict[str, Any]:
        """The marks as plain data."""
        return {
            "name": self.name,
            "method": self.method,
            "passed": self.passed,
            "asked": self.asked,
            "kind": self.kind,
            "told": self.told,
            "failure": None if self.failure is None else self.failure.as_json(),
        }

    def __str__(self) -> str:
        """The marks for people."""
        lines = [f"{self.name}: {self.passed} of {self.asked} right" + (f" — {self.kind}" if self.kind else "")]
        lines.append(f"  {self.told}")
        if self.failure is not None:
            lines += [f"    {line}" for line in str(self.failure).splitlines()]
        return "\n".join(lines)


@dataclass(frozen=True)
class Graded:
    """The marks of a file."""

    file: str
    seed: int
    functions: tuple[GradedFunction, ...]

    @property
    def right(self) -> bool:
        """Is everything right?"""
        return all(function.right for function in self.functions)

    def as_json(self) -> dict[str, Any]:
        """The marks as plain data."""
        functions = [function.as_json() for function in self.functions]
        return {"file": self.file, "seed": self.seed, "right": self.right, "functions": functions}

    def __str__(self) -> str:
        """The marks for people."""
        return "\n\n".join(map(str, self.functions))


def grade(
    path: str | File,
    *,
    seed: int = 0,
    functions: Sequence[str] | None = None,
    seconds: float = 2.0,
    memory: int = 512,
) -> Graded:
    """Grades the functions `minimax`, `alphabeta`, `expectimax` and `expectiminimax` of a student's file.

    Args:
        path: The file.
        seed: Of the questions; the same seed asks the same.
        functions: The names of those to grade; unless said, all that the file has.
        seconds: Of work for an answer, which may take eight times as long on the clock; five times that for loading.
        memory: Megabytes that the student's process may use.

    Raises:
        GradeError: There is no such file or function, or the file cannot be loaded.
    """
    with Student(File(path), seconds=seconds, memory=memory << 20) as student:
        has = list(student.functions)
        if not has:
            raise GradeError(f"{student.path.name} has none of the functions {', '.join(NAMES)}")
        for name in functions or ():
            if name not in has:
                raise GradeError(f'{student.path.name} has no function "{name}" to grade: it has {", ".join(has)}')
        graded = [_Grading(student, name, seed).graded() for name in functions or has]
    return Graded(student.path.name, seed, tuple(graded))


@lru_cache(maxsize=16)
def _questions(function: str, seed: int, depths: bool) -> tuple[tuple[Task, Expected], ...]:
    """The questions with the right answers, made once for a whole class."""
    return tuple((task, expected(task, METHODS[function])) for task in tasks(function, seed, depths=depths))


class _Grading:
    """The grading of one function."""

    def __init__(self, student: Student, name: str, seed: int) -> None:
        self.student, self.name, self.method = student, name, METHODS[name]
        self.form = student.functions[name]
        self.questions = _questions(name, seed, self.form.depth is not None)

    def graded(self) -> GradedFunction:
        """Asks, marks and finds out what is wrong."""
        if self.form.asks:
            return self.verdict(0, "cannot be called", self.why_not_called(), None)
        marked = self.ask_all()
        failing = [mark for mark in marked if mark.symptom is not None]
        passed = len(marked) - len(failing)
        if not failing:
            return self.verdict(passed, None, "Everything is right.", None)
        worst = self.worst(failing)
        remembering = self.remembering(worst)
        if remembering is not None:
            return self.verdict(passed, *remembering)
        suspect = recognise(marked, self.method, takes_depth=self.form.depth is not None)
        if suspect is not None:
            worst = next(mark for mark in failing if mark.symptom == worst.symptom)
        shown = self.smallest(worst, suspect)
        if suspect is not None:
            kind, told = suspect.mistake.name, suspect.mistake.told
        else:
            kind, told = in_words(shown, self.method)
            told += in_common(marked, worst.symptom)
        if len(marked) < len(self.questions):
            told += f" Only {len(marked)} of the {len(self.questions)} questions were asked."
        return self.verdict(passed, kind, told, shown)

    def verdict(self, passed: int, kind: str | None, told: str, shown: Marked | None) -> GradedFunction:
        failure = None if shown is None else Failure(shown.task, self.method, shown.right, shown.answer)
        return GradedFunction(self.name, self.method, passed, len(self.questions), kind, told, failure)

    def why_not_called(self) -> str:
        if self.form.asks == ["no position"]:
            return f"{self.name} takes no position: it is called as {self.name}(position)."
        names = " and ".join(f'"{name}"' for name in self.form.asks)
        each = "it" if len(self.form.asks) == 1 else "each"
        return (
            f"{self.name} asks for {names} beside the position: give {each} a default value. Whose turn it is "
            "says position.turn."
        )

    def ask(self, task: Task, right: Expected | None = None) -> Marked:
        answer = self.student.ask(self.name, task.as_data(), task.given_depth)
        right = right or expected(task, self.method)
        return Marked(task, right, answer, symptom(task, right, answer))

    def ask_all(self) -> list[Marked]:
        marked: list[Marked] = []
        end = monotonic() + MOST_SECONDS
        for task, right in self.questions:
            marked.append(self.ask(task, right))
            if sum(mark.symptom in COSTLY for mark in marked) >= MOST_COSTLY or monotonic() > end:
                break
        return marked

    def worst(self, failing: Sequence[Marked]) -> Marked:
        """The smallest question that shows the gravest trouble."""
        grave = [mark for mark in failing if mark.answer.trouble is not None]
        order = ("wrong value", "no such move", "wrong move", "prunes too little", "other order")
        if not grave:
            gravest = next(kind for kind in order if any(mark.symptom == kind for mark in failing))
            grave = [mark for mark in failing if mark.symptom == gravest]
        return min(grave, key=lambda mark: mark.task.tree.nodes())

    def remembering(self, mark: Marked) -> tuple[str, str, Marked] | None:
        """Does the answer depend on what was asked before?"""
        if mark.symptom in COSTLY:
            return None
        told = "something is kept between the calls, such as a global or a default value that changes."
        if self.method == "alpha-beta":
            told += " If positions are remembered, a bound must be told from a value."
        first, second = self.twice(mark.task)
        if not _same(first, second):
            smaller = shrink(mark.task, lambda task: not _same(*self.twice(task)), most=MOST_RESTARTS)
            first, second = self.twice(smaller)
            shown = first if second.symptom is None else second
            sentence = f"Asked the same twice, it answers first {_told(first)} and then {_told(second)}: {told}"
            return "answers change", sentence, shown
        if not _same(first, mark):
            sentence = f"Asked first, it answers {_told(first)}; after other questions, {_told(mark)}: {told}"
            return "answers change", sentence, mark
        return None

    def twice(self, task: Task) -> tuple[Marked, Marked]:
        self.student.start()
        return self.ask(task), self.ask(task)

    def smallest(self, mark: Marked, suspect: Suspect | None) -> Marked:
        """The question made as small as can be while it shows the same, even when it is the first that is asked."""
        if mark.symptom == "time":
            return mark
        found = self.shrunk(mark, suspect, fresh=False, most=MOST_RESTARTS if mark.symptom in COSTLY else MOST_TRIES)
        self.student.start()
        if self.ask(found.task).symptom == found.symptom:
            return found
        return self.shrunk(mark, suspect, fresh=True, most=MOST_RESTARTS)

    def shrunk(self, mark: Marked, suspect: Suspect | None, *, fresh: bool, most: int) -> Marked:
        asked = {mark.task: mark}
        end = monotonic() + MOST_SECONDS

        def fails(task: Task) -> bool:
            if monotonic() > end:
                return False
            if fresh:
                self.student.start()
            again = asked[task] = self.ask(task)
            same = again.symptom == mark.symptom and again.answer.error == mark.answer.error
            return same and (suspect is None or suspect.explains(task, again.answer))

        return asked[shrink(mark.task, fails, most=most)]


def _same(one: Marked, other: Marked) -> bool:
    values = (one.answer.value, other.answer.value)
    return one.symptom == other.symptom and one.answer.error == other.answer.error and values[0] == values[1]


def _told(mark: Marked) -> str:
    return mark.answer.trouble or show(mark.answer.value)
