"""Searches that are wrong in the ways people get them wrong: a mistake is known by what it leads to.

Quizzes compare an answer with what each of these would have given, and grading does so with a student's program.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from zermelo.textbook.position import CHANCE, MAX, Path
from zermelo.tree import MIN, Tree

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
        "In the MIN branch β becomes min(α, v); it must become min(β, v). One printed listing has this slip.",
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

PROGRAM_MISTAKES = (
    Misconception(
        "everybody minimises",
        "Both players are treated as MIN: MAX wants the value to be large.",
    ),
    Misconception(
        "value for the player to move",
        "The value comes back from the view of the player to move: it is asked for MAX, so it changes its sign where "
        "MIN is to move at the root.",
    ),
    Misconception(
        "value for MIN",
        "The value comes back from MIN's view: turn its sign round at the end.",
    ),
    Misconception(
        "utilities of MIN",
        "The leaves are read for MIN: utilities[0] is what the game was worth to MAX.",
    ),
    Misconception(
        "leaves for MAX in negamax",
        "The sign turns at every ply, but a leaf is always read for MAX: in the form with one function for both "
        "players, a leaf is worth what it is to the player who would be to move there.",
        ("minimax",),
    ),
    Misconception(
        "players taken to alternate",
        "The players are taken to alternate: in some games the same player moves again. Ask position.turn at every "
        "node.",
        ("minimax", "alpha-beta"),
    ),
    Misconception(
        "root taken for MAX",
        "The root is taken to be MAX's, and the players to alternate from there: ask position.turn at every node.",
        ("minimax", "alpha-beta"),
    ),
    Misconception(
        "return inside the loop",
        "Only the first move of every node is followed: is there a return inside the loop over "
        "the moves that should wait, or is the value compared with the wrong one of α and β?",
    ),
    Misconception(
        "new window for every move of the root",
        "Each move of the root is searched with a new window (−∞, ∞): what the moves before it are worth is the bound "
        "for the next.",
        ("alpha-beta",),
    ),
    Misconception(
        "only MAX cuts",
        "There are cut-offs at MAX's nodes only: MIN cuts too, once its value is down to α. Does MAX raise α?",
        ("alpha-beta",),
    ),
    Misconception(
        "only MIN cuts",
        "There are cut-offs at MIN's nodes only: MAX cuts too, once its value is up to β. Does MIN lower β?",
        ("alpha-beta",),
    ),
    Misconception(
        "α and β swapped",
        "α and β change places on the way down: α stays MAX's bound and β MIN's at every node. In the form with one "
        "function for both players, the other's window is (−β, −α).",
        ("alpha-beta",),
    ),
    Misconception(
        "value lost at the cut",
        "At a cut-off the value that caused it is lost: take it into the best so far before you stop.",
        ("alpha-beta",),
    ),
    Misconception(
        "sum instead of mean",
        "The values below chance are added up: weight each by its probability.",
        ("expectiminimax",),
    ),
    Misconception(
        "MIN plays at random",
        "MIN is averaged over like chance: MIN chooses the smallest value.",
        ("expectiminimax",),
    ),
)
"""Mistakes that are made in programs and hardly with a pencil."""


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


def outcome(
    tree: Tree, method: str, *, mistake: str | None = None, strict: bool = False, begins: Window = (-inf, inf)
) -> Outcome:
    """Searches a tree of MAX, MIN and chance as someone with this misconception would; with none, rightly.

    Args:
        tree: What to search.
        method: One of METHODS.
        mistake: The name of one of MISCONCEPTIONS or PROGRAM_MISTAKES.
        strict: For alpha-beta, cut on strict inequality only.
        begins: What the best so far begins with for MAX and for MIN; anything but −∞ and ∞ is a mistake too.

    >>> from zermelo.tree import tree
    >>> lecture = tree("((3 12 8) (2 4 6) (14 5 2))")
    >>> outcome(lecture, "minimax").value, outcome(lecture, "minimax", mistake="MAX and MIN swapped").value
    (3.0, 6.0)
    """
    search = _Search(method, mistake, strict, begins, tree.turn)
    value, _ = search.visit(tree, (), (-inf, inf), tree.turn)
    if mistake == "value for MIN" or (mistake == "value for the player to move" and tree.turn == MIN):
        value = -value
    return Outcome(value, search.choices.get(()), tuple(search.examined), search.windows, search.values)


class _Search:
    def __init__(self, method: str, mistake: str | None, strict: bool, begins: Window, root: int | None) -> None:
        self.mistake = mistake
        self.begins = begins
        self.root = MAX if mistake == "root taken for MAX" else root
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
            value = -tree.leaf[MAX] if self.mistake == "utilities of MIN" else tree.leaf[MAX]
        elif tree.turn == CHANCE or (tree.turn == MIN and self.mistake == "MIN plays at random"):
            value = self.mean(tree, path)
        else:
            value, window = self.best(tree, path, window, above)
        self.values[path] = value
        return value, window

    def mean(self, tree: Tree, path: Path) -> float:
        values = [self.visit(child, (*path, name), (-inf, inf), None)[0] for name, child in tree.children]
        even = [1 / len(values)] * len(values)
        mean = sum(p * value for p, value in zip(tree.probabilities or even, values, strict=True))
        match self.mistake:
            case "probabilities ignored":
                return sum(values) / len(values)
            case "likeliest outcome only":
                return values[tree.probabilities.index(max(tree.probabilities))]
            case "sum instead of mean":
                return sum(values)
            case "chance plays for MAX":
                return max(values)
            case "chance plays for MIN":
                return min(values)
            case "averaged twice":
                return mean / len(values)
        return mean

    def maximises(self, tree: Tree, path: Path, above: int | None) -> bool:
        match self.mistake:
            case "MAX and MIN swapped":
                return tree.turn != MAX
            case "everybody maximises" | "leaves for MAX in negamax":
                return True
            case "everybody minimises":
                return False
            case "players taken to alternate" | "root taken for MAX":
                return ((self.root or MAX) + len(path)) % 2 == MAX
            case "off by one ply":
                bottom = all(child.turn is None for _, child in tree.children)
                return (above if bottom and above is not None and above != CHANCE else tree.turn) == MAX
        return tree.turn == MAX

    def passed(self, path: Path, window: Window, value: float, maximises: bool) -> Window:
        """The window that a child gets."""
        alpha, beta = window
        if not self.prunes or (self.mistake == "new window for every move of the root" and not path):
            return -inf, inf
        match self.mistake:
            case "no deep cut-offs":
                return (value, inf) if maximises else (-inf, value)
            case "α and β swapped":
                return beta, alpha
        return window

    def cuts(self, value: float, window: Window, maximises: bool) -> bool:
        if self.mistake == ("only MIN cuts" if maximises else "only MAX cuts"):
            return False
        alpha, beta = window
        beyond = value > beta if maximises else value < alpha
        return beyond or (value == (beta if maximises else alpha) and not self.strict)

    def best(self, tree: Tree, path: Path, window: Window, above: int | None) -> tuple[float, Window]:
        maximises = self.maximises(tree, path, above)
        (alpha, beta), value = window, self.begins[0] if maximises else self.begins[1]
        for name, child in tree.children:
            passed = self.passed(path, (alpha, beta), value, maximises)
            found, left = self.visit(child, (*path, name), passed, tree.turn)
            if self.mistake == "leaves for MAX in negamax":
                found = -found
            if self.mistake == "value lost at the cut" and self.prunes and self.cuts(found, (alpha, beta), maximises):
                break
            better = found > value if maximises else found < value
            tied = self.mistake == "last of equals" and found == value
            if better or tied or (path not in self.choices and abs(value) == inf):
                value, self.choices[path] = found, name
            if self.mistake == "return inside the loop":
                break
            if not self.prunes:
                continue
            if self.mistake == "bound passed to a sibling":
                alpha, beta = left
            if self.cuts(value, (alpha, beta), maximises):
                break
            if maximises:
                alpha = max(alpha, value)
            elif self.mistake == "β ← min(α, v)":
                beta = min(alpha, value)
            else:
                beta = min(beta, value)
        return value, (alpha, beta)
