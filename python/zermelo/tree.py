"""Explicit game trees: written by hand, unfolded from any game, or made at random; as text and as JSON.

A tree is itself a position of the textbook's kind, so every textbook algorithm runs on it:

>>> from zermelo import textbook
>>> lecture = tree("((3 12 8) (2 4 6) (14 5 2))")
>>> textbook.minimax(lecture)
(3.0, ('1', '1'))
>>> print(lecture.play("2"))
min(2 4 6)

The built-in game "tree" reads the same text, which is how a tree gets to the native searches: `tree.position()`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from operator import add
from random import Random
from typing import Any

from zermelo._native import Position
from zermelo.errors import OptionError, ZermeloError
from zermelo.game import CHANCE, game

Noisy = Callable[[Position, str], bool]
"""Is this move of a position part of an exchange?"""


def declared_noisy(position: Position, move: str) -> bool:
    """What the game itself calls part of an exchange, such as captures in chess."""
    return move in position.noisy_moves()


MAX, MIN = 0, 1
MOST_NODES = 1_000_000
STAND_PAT = "stand-pat"
"""The move of who takes EVAL as it is instead of going on with an exchange."""


class TreeError(ZermeloError, ValueError):
    """Something is not a tree, or too large for one."""


@dataclass(frozen=True, repr=False)
class Tree:
    """A node with everything below it."""

    turn: int | None = None
    """Whose node it is: MAX (0), MIN (1), another player, CHANCE, or None for a leaf."""
    children: tuple[tuple[str, Tree], ...] = ()
    """The moves and where they lead."""
    probabilities: tuple[float, ...] = ()
    """Of the children of a chance node."""
    leaf: tuple[float, ...] = ()
    """What a leaf is worth to each player."""
    estimated: bool = False
    """Is a leaf the judgement of an unfinished game?"""

    def __repr__(self) -> str:
        return f"zermelo.tree.tree({str(self)!r})"

    @property
    def utilities(self) -> tuple[float, ...] | None:
        """What a leaf is worth to each player; None for an inner node."""
        return self.leaf if self.turn is None else None

    def moves(self) -> list[str]:
        """The names of a player's moves."""
        return [] if self.turn in (None, CHANCE) else [name for name, _ in self.children]

    def chances(self) -> list[tuple[str, float]]:
        """The names of the events at a chance node, with probabilities."""
        return [(name, p) for (name, _), p in zip(self.children, self.probabilities, strict=False)]

    def play(self, action: str, /) -> Tree:
        """The subtree that a move or event leads to."""
        for name, child in self.children:
            if name == action:
                return child
        raise TreeError(f'there is no child "{action}": there are {", ".join(name for name, _ in self.children)}')

    def evaluate(self, player: int) -> float:
        """A tree knows nothing about its inner nodes but what lies below them."""
        return 0.0

    def leaves(self) -> list[tuple[float, ...]]:
        """The utilities of all leaves from left to right."""
        return [self.leaf] if self.turn is None else [leaf for _, child in self.children for leaf in child.leaves()]

    def nodes(self) -> int:
        """The number of nodes, this one included."""
        return 1 + sum(child.nodes() for _, child in self.children)

    def height(self) -> int:
        """The number of plies of the longest line."""
        return 1 + max(child.height() for _, child in self.children) if self.children else 0

    def has_chance(self) -> bool:
        """Is there a chance node?"""
        return self.turn == CHANCE or any(child.has_chance() for _, child in self.children)

    def with_leaf(self, path: tuple[str, ...], leaf: tuple[float, ...]) -> Tree:
        """The same tree with another leaf at the end of this path."""
        if not path:
            return replace(self, leaf=leaf)
        children = [(n, c.with_leaf(path[1:], leaf) if n == path[0] else c) for n, c in self.children]
        return replace(self, children=tuple(children))

    def transformed(self, function: Callable[[float], float]) -> Tree:
        """The same tree with every leaf's worth to MAX put through a function; to MIN it is worth the opposite.

        >>> print(tree("((3 12) (2 4))").transformed(lambda worth: worth**2))
        max(min(9 144) min(4 16))
        """
        if self.turn is None:
            worth = function(self.leaf[MAX])
            return replace(self, leaf=(worth, -worth))
        return replace(self, children=tuple((name, child.transformed(function)) for name, child in self.children))

    def reordered(self, order: str) -> Tree:
        """The children of every player's node, best first ("best") or worst first ("worst") for whoever chooses."""
        return self._reordered(order == "worst")[0]

    def _reordered(self, worst_first: bool) -> tuple[Tree, tuple[float, ...]]:
        """The tree and its value, which is what its parent sorts by."""
        if self.turn is None:
            return self, self.leaf
        below = [(name, *child._reordered(worst_first)) for name, child in self.children]
        if self.turn != CHANCE:
            player = self.turn
            below.sort(key=lambda item: -item[2][player], reverse=worst_first)
        made = replace(self, children=tuple((name, child) for name, child, _ in below))
        return made, made._value_of([value for _, _, value in below])

    def value(self) -> tuple[float, ...]:
        """What the node is worth to each player when everyone plays best: max^n, the first of equals."""
        if self.turn is None:
            return self.leaf
        return self._value_of([child.value() for _, child in self.children])

    def _value_of(self, values: list[tuple[float, ...]]) -> tuple[float, ...]:
        """What an inner node is worth, from what its children are."""
        if self.turn == CHANCE:
            columns = zip(*values, strict=True)
            return tuple(sum(p * v for p, v in zip(self.probabilities, column, strict=True)) for column in columns)
        player = self.turn or 0
        return max(values, key=lambda value: value[player])

    def position(self) -> Position:
        """The tree as a position of the built-in game, for the native searches."""
        return game("tree").start(tree=str(self))

    def __str__(self) -> str:
        """The text that `tree` reads back."""
        if self.turn is None:
            zero_sum = len(self.leaf) == 2 and self.leaf[0] == -self.leaf[1]
            return _number(self.leaf[0]) if zero_sum else f"<{' '.join(map(_number, self.leaf))}>"
        parts = []
        for index, (name, child) in enumerate(self.children):
            named = "" if name == str(index + 1) else f"{name}="
            likely = f"{self.probabilities[index]!r}:" if self.turn == CHANCE else ""
            parts.append(f"{likely}{named}{child}")
        owner = {CHANCE: "chance", MAX: "max", MIN: "min"}.get(self.turn, f"p{self.turn}")
        return f"{owner}({' '.join(parts)})"

    def as_json(self) -> dict[str, Any]:
        """The tree as plain data."""
        if self.turn is None:
            return {"leaf": list(self.leaf)} | ({"estimated": True} if self.estimated else {})
        data: dict[str, Any] = {"turn": "chance" if self.turn == CHANCE else self.turn}
        data["children"] = [{"name": name, "tree": child.as_json()} for name, child in self.children]
        for child, probability in zip(data["children"], self.probabilities, strict=False):
            child["probability"] = probability
        return data


def _number(number: float) -> str:
    return repr(int(number)) if number == int(number) else repr(number)


def is_tree_text(text: str) -> bool:
    """Is it a tree rather than the name of a game? A tree has brackets, or is a number."""
    return "(" in text or not any(map(str.isalpha, text))


def tree(text: str) -> Tree:
    """Reads a tree, such as `((3 12 8) (2 4 6) (14 5 2))`; the built-in game "tree" tells the whole notation.

    Raises:
        OptionError: The text is no tree; the sentence says where.
    """
    try:
        position = game("tree").start(tree=text)
    except OptionError as error:
        raise OptionError(str(error).removeprefix("tree: option tree: ")) from error
    return unfold(position)


def from_json(data: Mapping[str, Any]) -> Tree:
    """Reads what `Tree.as_json` wrote.

    Raises:
        TreeError: The data is no tree.

    >>> from_json(tree("(1 chance(0.5:2 0.5:4))").as_json()) == tree("(1 chance(0.5:2 0.5:4))")
    True
    """
    try:
        if "leaf" in data:
            return Tree(leaf=tuple(float(number) for number in data["leaf"]), estimated=bool(data.get("estimated")))
        turn = CHANCE if data["turn"] == "chance" else int(data["turn"])
        children = tuple((str(child["name"]), from_json(child["tree"])) for child in data["children"])
        probabilities = tuple(float(child["probability"]) for child in data["children"]) if turn == CHANCE else ()
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise TreeError('a tree is {"leaf": [numbers]} or {"turn": …, "children": [{"name", "tree"}]}') from error
    if not children:
        raise TreeError("an inner node has at least one child")
    return Tree(turn, children, probabilities)


def unfold(position: Position, depth: int | None = None, *, noisy: Noisy | None = None) -> Tree:
    """The tree of all lines of a game from a position, `depth` plies deep, with EVAL at the ends of unfinished ones.

    Args:
        position: Where to begin.
        depth: Plies; all of them unless said.
        noisy: Which moves go on below `depth`. Whoever has one there may make it or stand pat, that is stop at EVAL;
            minimax of such a tree is quiescence search.

    Raises:
        TreeError: It would have more than a million nodes.

    >>> import zermelo
    >>> unfold(zermelo.game("tic-tac-toe").position("xo./ox./.xo x")).nodes()
    16
    """
    return _Unfolding(len(position.players), noisy).tree(position, depth)


class _Unfolding:
    def __init__(self, players: int, noisy: Noisy | None) -> None:
        self.players = players
        self.noisy = noisy
        self.nodes = 0

    def tree(self, position: Position, depth: int | None) -> Tree:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise TreeError(f"the tree has more than {MOST_NODES:,} nodes: unfold it less deep")
        turn, utilities = position.turn, position.utilities
        if utilities is not None:
            return Tree(leaf=utilities)
        if depth is not None and depth <= 0:
            stop = Tree(leaf=tuple(position.evaluate(player) for player in range(self.players)), estimated=True)
            loud = [move for move in position.moves() if self.noisy and self.noisy(position, move)]
            lines = [(move, self.tree(position.play(move), depth - 1)) for move in loud]
            return Tree(turn, ((STAND_PAT, stop), *lines)) if lines else stop
        chances = position.chances()
        names = [event for event, _ in chances] or position.moves()
        deeper = None if depth is None else depth - 1
        children = tuple((name, self.tree(position.play(name), deeper)) for name in names)
        return Tree(turn, children, tuple(probability for _, probability in chances))


def random_tree(
    seed: int, *, branching: int = 2, height: int = 3, kind: str = "uniform", spread: int = 9, chance: bool = False
) -> Tree:
    """A full tree with MAX and MIN in turn, the same for the same seed.

    Args:
        seed: For the random numbers.
        branching: Children of every inner node.
        height: Moves to the leaves.
        kind: "uniform", leaves drawn from -spread to spread independently; "correlated", leaves that add up steps
            of -1, 0 or 1 on the way to them; "pearl" and "nau", wins and losses as in `random_wins`.
        spread: For "uniform".
        chance: Put a chance node between any two moves, for "uniform" and "correlated".

    >>> print(random_tree(1, height=2))
    max(min(-6 6) min(3 -3))
    """
    if kind not in {"uniform", "correlated", "pearl", "nau"}:
        raise TreeError(f'unknown kind of tree "{kind}": there are uniform, correlated, pearl, nau')
    random = Random(seed)
    split = kind in {"pearl", "nau"}
    wins = iter(random_wins(random, kind, branching=branching, height=height) if split else ())

    def leaf(total: int) -> Tree:
        if kind == "uniform":
            number = random.randint(-spread, spread)
        elif kind == "correlated":
            number = total
        else:
            number = 1 if next(wins) else -1
        return Tree(leaf=(float(number), float(-number)))

    def dice(left: int, player: int, total: int) -> Tree:
        weights = [random.randint(1, 4) for _ in range(branching)]
        children = tuple((str(i + 1), node(left, player, total)) for i in range(branching))
        return Tree(CHANCE, children, tuple(weight / sum(weights) for weight in weights))

    def node(left: int, player: int, total: int) -> Tree:
        if left == 0:
            return leaf(total)
        steps = [random.choice((-1, 0, 1)) for _ in range(branching)]
        below = dice if chance and left > 1 else node
        children = [(str(i + 1), below(left - 1, 1 - player, total + step)) for i, step in enumerate(steps)]
        return Tree(player, tuple(children))

    return node(height, MAX, 0)


def random_wins(random: Random, kind: str, *, branching: int = 2, height: int = 10) -> list[bool]:
    """Which leaves of a full tree MAX wins, from left to right.

    In Pearl's games ("pearl") each leaf is drawn for itself, with the one share of wins that gives neither player a
    sure win in tall trees (Pearl 1980). In Nau's games ("nau") every move adds 1 or -1, and a leaf is won when the sum
    of the moves on the way to it is above 0, so that neighbours resemble each other (Nau 1982); at 0 a coin decides.

    >>> [sum(random_wins(Random(1), kind)) for kind in ("pearl", "nau")]
    [623, 454]
    """
    if kind == "pearl":
        share = critical_share(branching)
        # It keeps MAX's chances the same all the way up when MIN moves last; when MAX does, it is MIN's share.
        share = share if height % 2 == 0 else 1 - share
        return [random.random() < share for _ in range(branching**height)]
    totals = [0]
    for _ in range(height):
        above = [total for total in totals for _ in range(branching)]
        totals = list(map(add, above, random.choices((-1, 1), k=len(above))))
    return [total > 0 or (total == 0 and random.random() < 0.5) for total in totals]


def critical_share(branching: int) -> float:
    """The number x between 0 and 1 with x^b + x = 1, here called ξ: the golden ratio's 0.618 for b = 2.

    >>> round(critical_share(2), 4), round(critical_share(10), 4)
    (0.618, 0.8351)
    """
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if middle**branching + middle < 1 else (low, middle)
    return low
