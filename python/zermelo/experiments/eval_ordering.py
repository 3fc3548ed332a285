"""What sorting the children by EVAL saves alpha-beta in real games.

The lecture's advice: whenever a position is expanded, apply EVAL to its children and look at the best first. Beside it
stand the order in which the game lists its moves, a random one, the order by the values of the search one ply
shallower (iterative deepening), and the perfect one, by the values that the search is about to find. That one is a
yardstick: what it costs to know is not counted.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from random import Random
from statistics import fmean

from zermelo._native import Position
from zermelo.experiments.outcome import Cell, Outcome, Progress, fitted_exponent, mean_and_error
from zermelo.experiments.plot import Panel, Series, plot
from zermelo.experiments.real_games import random_position, value
from zermelo.game import game
from zermelo.textbook.minmax import static
from zermelo.textbook.position import MAX

Child = tuple[str, Position]
GAMES = {"connect-four": 4, "kalah": 4}
"""The games, and how many random moves lead to the positions that are searched."""
ORDERS = ("natural", "random", "by EVAL", "deepening", "perfect")


class OrderedAlphaBeta:
    """Alpha-beta that sorts the children of every position, and counts.

    The textbook's search with one line more; in natural order it visits as many nodes as the native one.
    """

    def __init__(self, order: str, random: Random) -> None:
        self.sorted = self.ways(random)[order]
        self.nodes = 0
        self.evaluations = 0
        """EVAL applied for the sake of sorting."""
        self.before: dict[int, float] = {}
        """By the key of a position, its value for MAX in the search before; read by "deepening"."""
        self.found: dict[int, float] = {}

    def search(self, position: Position, depth: int) -> float:
        """The value for MAX, looking so many plies ahead."""
        self.before, self.found = self.found, {}
        return self.value(position, -inf, inf, depth)

    def value(self, position: Position, alpha: float, beta: float, depth: int) -> float:
        """As in the textbook: exact inside the window, otherwise a bound."""
        self.nodes += 1
        turn = position.turn
        if turn is None or depth == 0:
            best = static(position, MAX)
        else:
            best = -inf if turn == MAX else inf
            children = [(action, position.play(action)) for action in position.moves()]
            for _, child in self.sorted(position, children, depth):
                found = self.value(child, alpha, beta, depth - 1)
                if turn == MAX:
                    best = max(best, found)
                    alpha = max(alpha, best)
                else:
                    best = min(best, found)
                    beta = min(beta, best)
                if alpha >= beta:
                    break
        self.found[position.key] = best
        return best

    def ways(self, random: Random) -> dict[str, Callable[[Position, list[Child], int], list[Child]]]:
        """The ways to sort children; the best for the player to move comes first."""

        def by(judge: Callable[[Position, int], float]) -> Callable[[Position, list[Child], int], list[Child]]:
            def sort(position: Position, children: list[Child], depth: int) -> list[Child]:
                sign = 1 if position.turn == MAX else -1
                return sorted(children, key=lambda child: -sign * judge(child[1], depth))

            return sort

        def judged(child: Position, depth: int) -> float:
            self.evaluations += 1
            return static(child, MAX)

        def remembered(position: Position, children: list[Child], depth: int) -> list[Child]:
            known = [child for child in children if child[1].key in self.before]
            others = [child for child in children if child[1].key not in self.before]
            return by(lambda child, _: self.before[child.key])(position, known, depth) + others

        return {
            "natural": lambda position, children, depth: children,
            "random": lambda position, children, depth: random.sample(children, len(children)),
            "by EVAL": by(judged),
            "deepening": remembered,
            "perfect": by(lambda child, depth: value(child, MAX, depth)),
        }


def eval_ordering(seed: int = 0, *, deepest: int = 7, positions: int = 10, progress: Progress | None = None) -> Outcome:
    """Counts the nodes of alpha-beta by depth and by the order of the moves.

    Args:
        seed: For the random numbers.
        deepest: Plies to look ahead at most.
        positions: So many positions are searched, each reached by a few random moves.
        progress: Hears how far it has come.
    """
    rows: list[tuple[Cell, ...]] = []
    panels = []
    for number, (name, plies) in enumerate(GAMES.items()):
        random = Random(f"{seed} {name}")
        roots = [random_position(game(name), plies, random) for _ in range(positions)]
        drawn = []
        natural = 0.0
        for step, order in enumerate(ORDERS):
            counted = [count(root, order, deepest, random) for root in roots]
            measured = [mean_and_error([one[depth][0] for one in counted]) for depth in range(deepest)]
            points = [(depth, mean) for depth, (mean, _) in enumerate(measured, start=1)]
            # Four depths, so that even and odd ones weigh the same.
            growth, _ = fitted_exponent(10, points[-4:])
            last, error = measured[-1]
            natural = natural or last
            in_all = fmean(sum(nodes for nodes, _ in one) for one in counted) if order == "deepening" else last
            sorting = fmean(one[-1][1] for one in counted)
            numbers = (last, error, 100 * last / natural, in_all, sorting)
            rows.append((name, order, *(round(one) for one in numbers), round(10**growth, 2)))
            drawn.append(Series(order, tuple((float(d), m) for d, m in points), tuple(e for _, e in measured)))
            if progress:
                progress((number + (step + 1) / len(ORDERS)) / len(GAMES))
        panels.append(Panel(tuple(drawn), name))
    columns = ("game", "order", "nodes", "±", "% of natural", "in all", "EVAL to sort", "growth a ply")
    svg = plot(
        panels,
        title="Nodes of alpha-beta, by the order of the moves",
        x="plies looked ahead",
        y="nodes",
        y_log=True,
    )
    title = f"Nodes of alpha-beta {deepest} plies deep, by the order of the moves"
    return Outcome(title, columns, tuple(rows), conclusions(rows), svg)


def count(root: Position, order: str, deepest: int, random: Random) -> list[tuple[int, int]]:
    """For every depth in turn: the nodes of the search, and EVAL applied for sorting."""
    counts = []
    search = OrderedAlphaBeta(order, random)
    for depth in range(1, deepest + 1):
        search.nodes = search.evaluations = 0
        search.search(root, depth)
        counts.append((search.nodes, search.evaluations))
    return counts


def conclusions(rows: list[tuple[Cell, ...]]) -> tuple[str, ...]:
    """What the table says."""
    told = []
    for name in GAMES:
        nodes = {str(row[1]): row for row in rows if row[0] == name}
        told.append(
            f"{name}: sorted by EVAL, alpha-beta visits {nodes['by EVAL'][4]} % of the nodes of the natural order, by "
            f"the values of the search before {nodes['deepening'][4]} % (all depths together "
            f"{nodes['deepening'][5]:,} nodes against {nodes['natural'][2]:,}), in random order "
            f"{nodes['random'][4]} %. The perfect order needs {nodes['perfect'][4]} %."
        )
    return tuple(told)
