"""A question about a search, with its answer, what wrong answers give away, and marking."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from zermelo.explaining.trace import Trace, trace
from zermelo.misconceptions import MISCONCEPTIONS
from zermelo.quiz.answers import read_leaves, read_name, read_number, read_order, read_window
from zermelo.quiz.picture import drawing, picture
from zermelo.quiz.trees import leaf_paths
from zermelo.tree import Tree

TOLD = {misconception.name: misconception.told for misconception in MISCONCEPTIONS}
TITLES = {
    "pruned leaves": "Pruned leaves",
    "window": "A window",
    "value": "Minimax value",
    "order": "Order of moves",
    "expected value": "Expectiminimax value",
    "move": "The move chosen",
}
MOST_CHOICES = 4


@dataclass(frozen=True)
class Marked:
    """An answer after marking."""

    right: bool
    answer: str
    """The right answer."""
    feedback: str
    """What to tell whoever answered."""
    misconception: str | None = None
    """The name of the likeliest misconception that leads to a wrong answer."""


@dataclass(frozen=True)
class Question:
    """A question about a search of a tree, whose children carry the names that the picture shows."""

    kind: str
    seed: int
    difficulty: int
    """1 easy, 2 medium, 3 hard."""
    tree: Tree
    method: str
    strict: bool
    """Does alpha-beta cut on strict inequality only?"""
    node: str
    """The node that is asked about."""
    orders: tuple[str, ...]
    """The orders to choose from, where an order is asked for."""
    text: str
    """The question in words, with the rule to follow."""
    how: str
    """How to write the answer."""
    answer: str
    why: str
    """Why that is the answer, from the trace."""
    mistakes: dict[str, str]
    """What misconceptions lead to: a wrong answer, and the likeliest misconception behind it; likeliest first."""

    def read(self, text: str) -> str:
        """What someone typed, in one spelling.

        Raises:
            AnswerError: It cannot be understood; the sentence says what could.
        """
        text = " ".join(text.split())  # also because matching very long gaps would take very long
        match self.kind:
            case "pruned leaves":
                return read_leaves(text, self.leaves())
            case "window":
                return read_window(text)
            case "move":
                return read_name(text, self.tree.moves())
            case "order":
                return read_order(text, self.orders)
        return read_number(text)

    def mark(self, text: str) -> Marked:
        """Marks an answer; a wrong one is told the misconception that leads to it, if one does.

        Raises:
            AnswerError: It cannot be understood, which is neither right nor wrong.
        """
        given = self.read(text)
        if given == self.answer:
            return Marked(True, self.answer, f"Right. {self.why}")
        name = self.mistakes.get(given)
        hint = "" if name is None else f"{self.diagnosis(given)} "
        return Marked(False, self.answer, f"{hint}The answer is {self.answer}. {self.why}", name)

    def diagnosis(self, wrong: str) -> str:
        """The misconception behind a wrong answer by name, and what is right; nothing if there is none."""
        name = self.mistakes.get(wrong)
        return "" if name is None else f"That looks like “{name}”. {TOLD[name]}"

    def choices(self) -> list[str]:
        """Answers to choose from: the right one among the likeliest wrong ones, always in the same order."""
        if self.kind == "move":
            return self.tree.moves()
        if self.kind == "order":
            return list(self.orders)
        listed = [self.answer, *list(self.mistakes)[: MOST_CHOICES - 1]]
        Random(f"choices {self.kind} {self.seed}").shuffle(listed)
        return listed

    def leaves(self) -> list[str]:
        """The letters of the leaves."""
        return [path[-1] for path in leaf_paths(self.tree)]

    def title(self) -> str:
        """What it is about, in two words or three."""
        return TITLES[self.kind]

    def picture(self, *, standalone: bool = True) -> str:
        """The tree with its names as SVG, without the solution."""
        return picture(self.tree, standalone=standalone)

    def _repr_svg_(self) -> str:
        return self.picture()

    def drawing(self) -> str:
        """The tree with its names as text."""
        return drawing(self.tree)

    def trace(self) -> Trace:
        """The search that is asked about, to show the solution."""
        return trace(self.tree, self.method, strict=self.strict)

    def as_json(self) -> dict[str, Any]:
        """The question as plain data, without the answer."""
        return {
            "kind": self.kind,
            "seed": self.seed,
            "difficulty": self.difficulty,
            "method": self.method,
            "strict": self.strict,
            "text": self.text,
            "how": self.how,
            "tree": str(self.tree),
            "node": self.node,
            "orders": list(self.orders),
            "choices": self.choices(),
        }

    def key(self) -> dict[str, Any]:
        """The answer as plain data: why it is right, and what wrong answers give away."""
        mistakes = [{"answer": wrong, "misconception": name} for wrong, name in self.mistakes.items()]
        return {"answer": self.answer, "why": self.why, "mistakes": mistakes}
