"""Searches that are wrong in the ways people get them wrong: a mistake is known by what it leads to.

Quizzes compare an answer with what each of these would have given, and grading does so with a student's program.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from zermelo.textbook.position import CHANCE, MAX, Path
from zermelo.tree import Tree

Window = tuple[float, float]
METHODS = ("minimax", "alpha-beta", "expectiminimax")


@dataclass(frozen=True)
class Misconception:
    """A way to get a search wrong."""

    name: str
    told: str
    """What went wrong and what is right, to whoever made the mistake."""
    methods: tuple[str, ...] = METHODS
    """The searches in which it is made."""


MISCONCEPTIONS = (
    Misconception("MAX and MIN swapped", "MAX and MIN are swapped: MAX takes the largest value, MIN the smallest."),
    Misconception(
        "everybody maximises",
        "Both players are treated as MAX: MIN wants the value to be small. In the form with one function for both "
        "players, the value changes its sign from ply to ply.",
    ),
    Misconception(
        "off by one ply",
        "The players are off by one ply at the bottom: whoever moves just above the leaves chooses among them.",
    ),
    Misconception(
        "last of equals",
        "A move that only equals the best so far does not replace it: after a cut-off its value is a bound, not a "
        "value, and the move may be worse.",
    ),
    Misconception(
        "cut on equality",
        "You cut where the value equals the bound: by the rule asked for, only a value beyond the bound cuts.",
        ("alpha-beta",),
    ),
    Misconception(
        "no cut on equality",
        "You go on where the value equals the bound: by the rule asked for, equality is enough to cut.",
        ("alpha-beta",),
    ),
    Misconception(
        "bound passed to a sibling",
        "A bound found inside one child is used in its siblings: what a child learns about its window is forgotten "
        "when it is left, only its value comes back.",
        ("alpha-beta",),
    ),
    Misconception(
        "no deep cut-offs",
        "Only the parent's bound is used: α and β come down from all ancestors, so a grandparent's bound cuts too.",
        ("alpha-beta",),
    ),
    Misconception(
        "β ← min(α, v)",
        "In the MIN branch β becomes min(α, v); it must become min(β, v). One printing of the lecture has this slip.",
        ("alpha-beta",),
    ),
    Misconception(
        "no pruning",
        "You prune nothing, as in plain minimax: alpha-beta leaves alone what cannot matter.",
        ("alpha-beta",),
    ),
    Misconception(
        "probabilities ignored",
        "The outcomes of chance are averaged as if they were equally likely: weight each by its probability.",
        ("expectiminimax",),
    ),
    Misconception(
        "likeliest outcome only",
        "Only the most probable outcome counts: a chance node is worth the mean over all of them.",
        ("expectiminimax",),
    ),
    Misconception(
        "chance plays for MAX",
        "Chance is treated as MAX: it does not choose, it is averaged over.",
        ("expectiminimax",),
    ),
    Misconception(
        "chance plays for MIN",
        "Chance is treated as MIN: it does not choose, it is averaged over.",
        ("expectiminimax",),
    ),
    Misconception(
        "averaged twice",
        "The mean is divided by the number of outcomes once more: the probabilities already add up to 1.",
        ("expectiminimax",),
    ),
)


@dataclass(frozen=True)
class Outcome:
    """What a search leads to, right or wrong."""

    value: float
    move: str | None
    """The choice at the root; None at a leaf or a chance node."""
    examined: tuple[Path, ...]
    """The leaves in the order they were looked at."""
    windows: dict[Path, Window]
    """The window with which each node was entered."""
    values: dict[Path, float]
    """What each visited node was found to be worth."""


def outcome(tree: Tree, method: str, *, mistake: str | None = None, strict: bool = False) -> Outcome:
    """Searches a tree of MAX, MIN and chance as someone with this misconception would; with none, rightly.

    >>> from zermelo.tree import tree
    >>> lecture = tree("((3 12 8) (2 4 6) (14 5 2))")
    >>> outcome(lecture, "minimax").value, outcome(lecture, "minimax", mistake="MAX and MIN swapped").value
    (3.0, 6.0)
    """
    search = _Search(method, mistake, strict)
    value, _ = search.visit(tree, (), (-inf, inf), tree.turn)
    return Outcome(value, search.choices.get(()), tuple(search.examined), search.windows, search.values)


class _Search:
    def __init__(self, method: str, mistake: str | None, strict: bool) -> None:
        self.mistake = mistake
        self.prunes = method == "alpha-beta" and mistake != "no pruning"
        self.strict = {"cut on equality": False, "no cut on equality": True}.get(mistake or "", strict)
        self.examined: list[Path] = []
        self.windows: dict[Path, Window] = {}
        self.values: dict[Path, float] = {}
        self.choices: dict[Path, str] = {}

    def visit(self, tree: Tree, path: Path, window: Window, above: int | None) -> tuple[float, Window]:
        """The value and the window at the end; `above` is whose turn it was in the parent."""
        self.windows[path] = window
        if tree.turn is None:
            self.examined.append(path)
            value = tree.leaf[MAX]
        elif tree.turn == CHANCE:
            value = self.mean(tree, path)
        else:
            value, window = self.best(tree, path, window, above)
        self.values[path] = value
        return value, window

    def mean(self, tree: Tree, path: Path) -> float:
        values = [self.visit(child, (*path, name), (-inf, inf), None)[0] for name, child in tree.children]
        mean = sum(p * value for p, value in zip(tree.probabilities, values, strict=True))
        match self.mistake:
            case "probabilities ignored":
                return sum(values) / len(values)
            case "likeliest outcome only":
                return values[tree.probabilities.index(max(tree.probabilities))]
            case "chance plays for MAX":
                return max(values)
            case "chance plays for MIN":
                return min(values)
            case "averaged twice":
                return mean / len(values)
        return mean

    def maximises(self, tree: Tree, above: int | None) -> bool:
        match self.mistake:
            case "MAX and MIN swapped":
                return tree.turn != MAX
            case "everybody maximises":
                return True
            case "off by one ply":
                bottom = all(child.turn is None for _, child in tree.children)
                return (above if bottom and above is not None and above != CHANCE else tree.turn) == MAX
        return tree.turn == MAX

    def best(self, tree: Tree, path: Path, window: Window, above: int | None) -> tuple[float, Window]:
        maximises = self.maximises(tree, above)
        (alpha, beta), value = window, -inf if maximises else inf
        for name, child in tree.children:
            passed = (alpha, beta) if self.prunes else (-inf, inf)
            if self.mistake == "no deep cut-offs":
                passed = (value, inf) if maximises else (-inf, value)
            found, left = self.visit(child, (*path, name), passed, tree.turn)
            better = found > value if maximises else found < value
            if better or (self.mistake == "last of equals" and found == value) or path not in self.choices:
                value, self.choices[path] = found, name
            if not self.prunes:
                continue
            if self.mistake == "bound passed to a sibling":
                alpha, beta = left
            bound = beta if maximises else alpha
            if (value > bound if maximises else value < bound) or (value == bound and not self.strict):
                break
            if maximises:
                alpha = max(alpha, value)
            elif self.mistake == "β ← min(α, v)":
                beta = min(alpha, value)
            else:
                beta = min(beta, value)
        return value, (alpha, beta)
