"""How many leaves minimax and alpha-beta look at, by the order of the children: b^m, b^(3m/4), b^(m/2).

The trees are full, with b children everywhere and m moves to the leaves, and grow while they are searched, so that
alpha-beta can go deeper than a tree that has to be written out. The searches are the textbook's.

In random order every leaf is drawn for itself. Then the number of leaves grows like (ξ/(1−ξ))^m with ξ^b + ξ = 1 (Pearl
1982), and no order of evaluation does better on average (Tarsi 1983). The lecture's 3/4 is Knuth and Moore's rule of
thumb; the true exponent, log ξ/(1−ξ) to the base b, is 0.69 for b = 2, grows slowly, and passes 3/4 near b = 460.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log
from random import Random
from typing import Any

from zermelo.experiments.outcome import Cell, Outcome, Progress, fitted_exponent, mean_and_error
from zermelo.experiments.plot import Panel, Series, plot
from zermelo.textbook import MAX, alpha_beta, minimax
from zermelo.tree import critical_share

Label = Any
"""What a node of a growing tree knows about the leaves below it."""


@dataclass
class Count:
    """What a search has looked at."""

    nodes: int = 0
    leaves: int = 0


class Growing:
    """A node of a full tree whose children come to be when they are looked at."""

    def __init__(self, order: Order, left: int, label: Label, count: Count, turn: int = MAX) -> None:
        self.order, self.left, self.label, self.count = order, left, label, count
        self.player = turn
        self.below: list[Label] = []
        count.nodes += 1
        count.leaves += left == 0

    @property
    def turn(self) -> int | None:
        """Whose turn it is; None at a leaf."""
        return self.player if self.left else None

    @property
    def utilities(self) -> tuple[float, float] | None:
        """What a leaf is worth."""
        return None if self.left else (worth := self.order.leaf(self.label), -worth)

    def moves(self) -> list[str]:
        """The numbers of the children."""
        self.below = self.order.children(self.label, self.player == MAX)
        return [str(index) for index in range(len(self.below))]

    def chances(self) -> list[tuple[str, float]]:
        """There is no chance."""
        return []

    def play(self, action: str, /) -> Growing:
        """The child of that number."""
        return Growing(self.order, self.left - 1, self.below[int(action)], self.count, 1 - self.player)

    def evaluate(self, player: int) -> float:
        """Nothing is known of an unfinished game."""
        return 0.0


class Order:
    """Random order: every leaf is drawn when it is looked at."""

    power = 0.75
    """Of b^m, about: how many leaves are looked at, which says how deep to go."""
    varies = True
    """Does the number of leaves differ from tree to tree?"""

    def __init__(self, branching: int, random: Random) -> None:
        self.branching = branching
        self.random = random

    def root(self, height: int) -> Label:
        """What the root knows."""
        return None

    def children(self, label: Label, maximises: bool) -> list[Label]:
        """What the children know, from left to right."""
        return [None] * self.branching

    def leaf(self, label: Label) -> float:
        """What a leaf is worth to MAX."""
        return self.random.random()


class Best(Order):
    """The first child is worth as much as its parent, the others are worse for whoever chooses."""

    power = 0.5
    varies = False

    def root(self, height: int) -> Label:
        return 0.5

    def children(self, label: Label, maximises: bool) -> list[Label]:
        worse = (0.0, label) if maximises else (label, 1.0)
        return [label, *(self.random.uniform(*worse) for _ in range(self.branching - 1))]

    def leaf(self, label: Label) -> float:
        return float(label)


class Worst(Order):
    """Every child is better than all that came before it, down to the last leaf: nothing can ever be cut off.

    A node knows the interval in which its leaves lie, and cuts it into pieces for its children.
    """

    power = 1.0
    varies = False

    def root(self, height: int) -> Label:
        return (0, self.branching**height)

    def children(self, label: Label, maximises: bool) -> list[Label]:
        low, high = label
        size = (high - low) // self.branching
        pieces = [(low + i * size, low + (i + 1) * size) for i in range(self.branching)]
        return pieces if maximises else pieces[::-1]

    def leaf(self, label: Label) -> float:
        return float(label[0])


class Reversed(Order):
    """A tree with leaves drawn for themselves, written out, and the children sorted: the best comes last."""

    power = 1.0

    def root(self, height: int) -> Label:
        return self.grown(height, True)

    def grown(self, left: int, maximises: bool) -> tuple[float, list[Label]]:
        if left == 0:
            return self.random.random(), []
        below = [self.grown(left - 1, not maximises) for _ in range(self.branching)]
        below.sort(key=lambda child: child[0], reverse=not maximises)
        return below[-1][0], below

    def children(self, label: Label, maximises: bool) -> list[Label]:
        below: list[Label] = label[1]
        return below

    def leaf(self, label: Label) -> float:
        return float(label[0])


FITTED = 4
"""The fit takes so many depths, the deepest: shallow trees are not yet typical. All are even, since with an odd number
of moves one player decides once more than the other, which lifts every second point."""

SEARCHES: dict[str, tuple[Callable[[Growing], object], type[Order], Cell]] = {
    "minimax": (minimax, Worst, 1.0),
    "alpha-beta, worst": (alpha_beta, Worst, 1.0),
    "alpha-beta, reversed": (alpha_beta, Reversed, "–"),
    "alpha-beta, random": (alpha_beta, Order, 0.75),
    "alpha-beta, best": (alpha_beta, Best, 0.5),
}
"""The searches, the order of their trees, and what the lectures say about the exponent."""


def orders(
    seed: int = 0,
    *,
    branchings: tuple[int, ...] = (2, 3, 5),
    leaves: int = 16_000,
    trees: int = 20,
    progress: Progress | None = None,
) -> Outcome:
    """Counts leaves by depth and order, and fits the exponent c of b^(c·m).

    Args:
        seed: For the random numbers.
        branchings: The b to try.
        leaves: About so many are looked at in the deepest trees.
        trees: So many are searched where the number of leaves differs from tree to tree.
        progress: Hears how far it has come.

    >>> outcome = orders(branchings=(2,), leaves=100, trees=2)
    >>> outcome.column("leaves")[0], outcome.column("fitted c")[0]
    (64, 1.0)
    """
    rows: list[tuple[Cell, ...]] = []
    drawn: list[Series] = []
    rounds = len(branchings) * len(SEARCHES)
    for branching in branchings:
        for name, (search, order, lecture) in SEARCHES.items():
            deepest = max(6, int(log(leaves) / log(branching) / order.power / 2) * 2)
            random = Random(f"{seed} {branching} {name}")
            counted = {m: count(search, order(branching, random), m, trees) for m in range(2, deepest + 1, 2)}
            measured = [(m, *mean_and_error([one.leaves for one in found])) for m, found in counted.items()]
            exponent, error = fitted_exponent(branching, [(m, mean) for m, mean, _ in measured[-FITTED:]])
            theory = round(random_order_exponent(branching), 3) if order is Order else lecture
            most_nodes, _ = mean_and_error([one.nodes for one in counted[deepest]])
            rows.append(
                (
                    branching,
                    name,
                    deepest,
                    round(measured[-1][1]),
                    round(most_nodes),
                    round(exponent, 3),
                    round(error, 3),
                    theory,
                    lecture,
                )
            )
            points = tuple((float(branching**m), mean) for m, mean, _ in measured)
            drawn.append(Series(name, points, tuple(spread for _, _, spread in measured)))
            if progress:
                progress(len(rows) / rounds)
    columns = ("b", "search", "m", "leaves", "nodes", "fitted c", "±", "theory", "lecture")
    end = max(x for series in drawn for x, _ in series.points)
    guides = [
        Series(name, ((1.0, 1.0), (end**share, end ** (share * power))), guide=True)
        for name, power, share in (("b^m", 1.0, 0.66), ("b^(3m/4)", 0.75, 0.8), ("b^(m/2)", 0.5, 0.92))
    ]
    told = ", ".join(f"b = {branching}" for branching in branchings)
    svg = plot(
        [Panel((*guides, *drawn))],
        title=f"Leaves looked at, by the order of the children ({told})",
        x="leaves of the whole tree, b^m",
        y="leaves looked at",
        x_log=True,
        y_log=True,
        wide=1.6,
    )
    return Outcome("Leaves looked at by minimax and alpha-beta", columns, tuple(rows), conclusions(rows), svg)


def count(search: Callable[[Growing], object], order: Order, height: int, trees: int) -> list[Count]:
    """What a search looks at in each of some trees."""
    counts = []
    for _ in range(trees if order.varies else 1):
        counts.append(Count())
        search(Growing(order, height, order.root(height), counts[-1]))
    return counts


def random_order_exponent(branching: int) -> float:
    """The exponent for leaves drawn independently: log of ξ/(1−ξ) to the base b, where ξ^b + ξ = 1.

    >>> [round(random_order_exponent(b), 3) for b in (2, 10, 35, 400)]
    [0.694, 0.704, 0.718, 0.748]
    """
    xi = critical_share(branching)
    return log(xi / (1 - xi)) / log(branching)


def conclusions(rows: list[tuple[Cell, ...]]) -> tuple[str, ...]:
    """What the table says."""

    def told(search: str, column: int) -> str:
        return ", ".join(f"{row[column]}" for row in rows if row[1] == search)

    kept = [float(row[3]) / float(row[0]) ** int(row[2]) for row in rows if row[1] == "alpha-beta, reversed"]
    return (
        f"Best child first, alpha-beta needs b^(c·m) leaves with c = {told('alpha-beta, best', 5)}: about "
        f"half the exponent of minimax, so the same time reaches twice as deep.",
        f"In random order c = {told('alpha-beta, random', 5)}. The lecture's 3/4 is a rule of thumb; for independent "
        f"leaves theory says {told('alpha-beta, random', 7)}, once the trees are much taller than these.",
        "The reverse of the best order is not yet the worst: with independent leaves alpha-beta still looks at "
        f"only {', '.join(f'{100 * share:.0f} %' for share in kept)} of them in the deepest trees. It looks at every "
        "leaf only if each one is better, for whoever chooses, than all before it.",
    )
