"""Which transformations of EVAL keep the decision: monotone ones without chance, only positive linear ones with it.

Random trees are decided twice, with their leaves as they are and with every leaf put through a function. Leaves lie
between 0 and 1; without chance MAX, MIN and MAX move, with chance MAX moves, dice are thrown, and MIN moves, so that
all trees have equally many leaves. No two leaves are alike, so there is one best move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log
from statistics import fmean

from zermelo.experiments.outcome import Cell, Outcome, Progress, mean_and_error
from zermelo.experiments.plot import Panel, Series, plot
from zermelo.textbook import expectiminimax
from zermelo.tree import Tree, random_tree

Function = Callable[[float], float]
SPREAD = 10**9
"""Leaves are whole numbers up to this before they are brought between 0 and 1."""
POWERS = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0, 2.0, 4.0, 8.0, 16.0)
"""The powers of the plot; only the first power is linear."""

LINEAR, MONOTONE, FALLING = "positive linear", "monotone", "falling"
TRANSFORMATIONS: dict[str, tuple[str, Function]] = {
    "3x + 7": (LINEAR, lambda x: 3 * x + 7),
    "x/100 − 5": (LINEAR, lambda x: x / 100 - 5),
    "√x": (MONOTONE, lambda x: x**0.5),
    "x⁴": (MONOTONE, lambda x: x**4),
    "log(x + 0.01)": (MONOTONE, lambda x: log(x + 0.01)),
    "exp 8x": (MONOTONE, lambda x: exp(8 * x)),
    "(2x − 1)³": (MONOTONE, lambda x: (2 * x - 1) ** 3),
    "−x": (FALLING, lambda x: -x),
}


def transformations(
    seed: int = 0, *, branching: int = 3, trees: int = 600, progress: Progress | None = None
) -> Outcome:
    """Counts how often the best move stays the best when EVAL is transformed.

    Args:
        seed: For the random numbers.
        branching: Children of every node.
        trees: So many of each kind are decided.
        progress: Hears how far it has come.

    >>> outcome = transformations(trees=20)
    >>> set(outcome.column("% kept without chance")[:7])
    {100.0}
    """
    made: dict[bool, list[Tree]] = {}
    for chance, height in ((False, 3), (True, 2)):
        seeds = (f"{seed} {chance} {number}" for number in range(trees))
        made[chance] = [grown(one, branching, height, chance) for one in seeds]
    truth = {chance: [move_values(tree) for tree in some] for chance, some in made.items()}
    work = 2 * (len(TRANSFORMATIONS) + len(POWERS))
    done = 0

    def judged(chance: bool, function: Function) -> tuple[list[float], list[float]]:
        nonlocal done
        done += 1
        if progress:
            progress(done / work)
        return decided(made[chance], truth[chance], function)

    rows: list[tuple[Cell, ...]] = []
    for name, (kind, function) in TRANSFORMATIONS.items():
        kept, _ = judged(False, function)
        kept_by_chance, lost = judged(True, function)
        shares = [*mean_and_error(kept), *mean_and_error(kept_by_chance), fmean(lost)]
        rows.append((name, kind, *(round(100 * share, 1) for share in shares)))
    drawn = []
    for chance, name in ((False, "without chance (minimax)"), (True, "with chance (expectiminimax)")):
        measured = [mean_and_error(judged(chance, powered(power))[0]) for power in POWERS]
        points = tuple((power, 100 * share) for power, (share, _) in zip(POWERS, measured, strict=True))
        drawn.append(Series(name, points, tuple(100 * error for _, error in measured)))
    svg = plot(
        [Panel(tuple(drawn))],
        title="EVAL put to a power p: how often is the decision kept?",
        x="p, the power to which every leaf is raised",
        y="decisions kept, %",
        x_log=True,
        wide=1.4,
    )
    columns = ("EVAL x becomes", "kind", "% kept without chance", "±", "% kept with chance", "±", "% of value lost")
    return Outcome(
        "Which transformations of EVAL keep the decision", columns, tuple(rows), conclusions(rows, branching), svg
    )


def powered(power: float) -> Function:
    """x to this power."""
    return lambda x: x**power


def grown(seed: str, branching: int, height: int, chance: bool) -> Tree:
    """A random tree with leaves between 0 and 1."""
    number = int.from_bytes(seed.encode(), "big")
    tree = random_tree(number, branching=branching, height=height, spread=SPREAD, chance=chance)
    return tree.transformed(lambda leaf: (leaf + SPREAD) / (2 * SPREAD))


def move_values(tree: Tree) -> list[float]:
    """What every move at the root is worth to MAX; without chance nodes expectiminimax is minimax."""
    return [expectiminimax(child)[0] for _, child in tree.children]


def decided(
    trees: Sequence[Tree], truth: Sequence[Sequence[float]], function: Function
) -> tuple[list[float], list[float]]:
    """For every tree: is the decision kept (1 or 0), and how much of the true value is lost by the new one?"""
    kept, lost = [], []
    for tree, values in zip(trees, truth, strict=True):
        changed = move_values(tree.transformed(function))
        chosen = max(range(len(changed)), key=changed.__getitem__)
        best = max(values)
        kept.append(float(values[chosen] == best))
        lost.append(best - values[chosen])
    return kept, lost


def conclusions(rows: list[tuple[Cell, ...]], branching: int) -> tuple[str, ...]:
    """What the table says."""

    def told(kind: str, column: int) -> str:
        shares = [float(row[column]) for row in rows if row[1] == kind]
        low, high = f"{min(shares):g} %", f"{max(shares):g} %"
        return low if low == high else f"{low} to {high}"

    return (
        f"Without chance, monotone transformations kept {told(MONOTONE, 2)} of the decisions and positive linear ones "
        f"{told(LINEAR, 2)}: only the order of the leaves matters.",
        f"With chance, positive linear transformations kept {told(LINEAR, 4)} of the decisions, monotone ones "
        f"{told(MONOTONE, 4)}: averages need the true distances.",
        f"A falling transformation turns the game around: it kept {told(FALLING, 2)} without chance, where guessing "
        f"keeps {100 / branching:.1f} %.",
    )
