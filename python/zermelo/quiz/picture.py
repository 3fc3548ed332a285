"""The tree of a question as a picture or as text: who moves where, what the leaves are worth, and nobody's solution.

Inner nodes are named N1, N2, … from the top, leaves A, B, C, … from left to right; the children of the tree carry
these names.
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.sax.saxutils import escape

from zermelo.explaining.layout import layout
from zermelo.explaining.svg import document
from zermelo.explaining.trace import show
from zermelo.textbook.position import CHANCE
from zermelo.tree import MAX, MIN, Tree

ROOT = "N1"
ACROSS, DOWN, EDGE, SIDE = 50, 84, 30, 70
"""Pixels between leaves, between plies, around the picture, and at the left for whose ply it is."""
WHO = {MAX: "MAX", MIN: "MIN", CHANCE: "chance"}


@dataclass(frozen=True)
class Place:
    """A node of a drawing."""

    name: str
    node: Tree
    across: float
    """From the left, in leaves."""
    down: int
    """In plies."""
    children: tuple[int, ...]
    """Their numbers in the list of places."""
    probability: float | None = None


def places(tree: Tree) -> list[Place]:
    """Where the nodes of a named tree go, in the order from left to right, parents first."""
    listed: list[tuple[str, Tree, list[int], float | None]] = []

    def number(name: str, node: Tree, probability: float | None) -> int:
        mine: list[int] = []
        listed.append((name, node, mine, probability))
        own = len(listed) - 1
        for index, (child, below) in enumerate(node.children):
            mine.append(number(child, below, node.probabilities[index] if node.turn == CHANCE else None))
        return own

    number(ROOT, tree, None)
    # Below a leaf stands its letter: as a child without a node it gets a place that nothing else is drawn on.
    at = layout(0, lambda node: [] if node < 0 else listed[node][2] or [-1 - node])
    return [
        Place(name, node, *at[index], tuple(children), probability)
        for index, (name, node, children, probability) in enumerate(listed)
    ]


def plies(placed: list[Place]) -> dict[int, str]:
    """Whose ply it is, where it is one player's or chance's."""
    owners: dict[int, set[int]] = {}
    for place in placed:
        if place.node.turn is not None:
            owners.setdefault(place.down, set()).add(place.node.turn)
    return {down: WHO[turns.pop()] for down, turns in owners.items() if len(turns) == 1}


def picture(tree: Tree, *, standalone: bool = True) -> str:
    """The tree as SVG, complete in itself unless the page has the style."""
    placed = places(tree)
    width = SIDE + EDGE + max(place.across for place in placed) * ACROSS
    height = 2 * EDGE + max(place.down for place in placed) * DOWN + 22
    parts = [
        f'<text class="window" x="4" y="{EDGE + down * DOWN + 5}">{who}</text>' for down, who in plies(placed).items()
    ]
    for place in placed:
        parts += [_edge(place, placed[child]) for child in place.children]
    parts += [_shape(place) for place in placed]
    return document(width, height, str(tree), "\n".join(parts), standalone=standalone)


def _at(place: Place) -> tuple[float, float]:
    return SIDE + place.across * ACROSS, EDGE + place.down * DOWN


def _edge(parent: Place, child: Place) -> str:
    (x1, y1), (x2, y2) = _at(parent), _at(child)
    if child.probability is None:
        return f'<path class="edge" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"/>'
    # The line has a gap for the number, which is about 26 wide and 15 high.
    gap = min(13 / max(abs(x2 - x1), 1), 7.5 / (y2 - y1))
    (left, top), (x, y), (right, bottom) = (
        (x1 + (x2 - x1) * along, y1 + (y2 - y1) * along) for along in (0.58 - gap, 0.58, 0.58 + gap)
    )
    path = f"M{x1:.1f} {y1:.1f}L{left:.1f} {top:.1f}M{right:.1f} {bottom:.1f}L{x2:.1f} {y2:.1f}"
    label = f'<text class="move" text-anchor="middle" x="{x:.1f}" y="{y + 4:.1f}">{child.probability:g}</text>'
    return f'<path class="edge" d="{path}"/>{label}'


def _shape(place: Place) -> str:
    x, y = _at(place)
    turn = place.node.turn
    kind = "leaf" if turn is None else {MAX: "max", CHANCE: "chance"}.get(turn, "min")
    shape = {
        "max": f"M{x:.1f} {y - 20:.1f}l24 35h-48z",
        "min": f"M{x:.1f} {y + 20:.1f}l24 -35h-48z",
        "leaf": f"M{x - 15:.1f} {y - 13:.1f}h30v26h-30z",
        "chance": f"M{x - 18:.1f} {y:.1f}a18 18 0 1 0 36 0a18 18 0 1 0 -36 0z",
    }[kind]
    inside = show(place.node.leaf[MAX]) if turn is None else place.name
    drop = {"max": 10, "min": -2}.get(kind, 5)
    middle = f'text-anchor="middle" x="{x:.1f}"'
    text = f'<text class="value" {middle} y="{y + drop:.1f}">{escape(inside)}</text>'
    letter = f'<text class="letter" {middle} y="{y + 30:.1f}">{place.name}</text>' if turn is None else ""
    return f'<g><path class="shape {kind}" d="{shape}"/>{text}{letter}</g>'


def drawing(tree: Tree) -> str:
    """The tree as text, for the terminal.

    >>> from zermelo.tree import tree
    >>> print(drawing(tree("(N2=(A=3 B=12) N3=(C=2 D=4))")))
    MAX         N1
             ┌───┴───┐
    MIN     N2      N3
           ┌─┴─┐   ┌─┴─┐
           3  12   2   4
           A   B   C   D
    """
    placed = places(tree)
    column = max(4, *(len(_label(place)) + 1 for place in placed), 5 if tree.has_chance() else 0)
    side = max(len(who) for who in plies(placed).values()) + 2
    canvas: dict[int, dict[int, str]] = {}

    def write(row: int, middle: int, text: str) -> None:
        for index, letter in enumerate(text, start=middle - len(text) // 2):
            canvas.setdefault(row, {})[index] = letter

    def x(place: Place) -> int:
        return side + column // 2 + round(place.across * column)

    for down, who in plies(placed).items():
        write(4 * down, len(who) // 2, who)
    for place in placed:
        top = 4 * place.down
        write(top, x(place), _label(place))
        if place.node.turn is None:
            write(top + 1, x(place), place.name)
            continue
        below = [x(placed[child]) for child in place.children]
        for at in range(below[0], below[-1] + 1):
            write(top + 1, at, _corner(at, x(place), below))
        for child in place.children:
            if (probability := placed[child].probability) is not None:
                write(top + 2, x(placed[child]), f"{probability:g}")
    # Rows 4n are nodes, 4n+1 branches and letters, 4n+2 probabilities; rows with nothing in them are left out.
    return "\n".join("".join(canvas[row].get(at, " ") for at in range(max(canvas[row]) + 1)) for row in sorted(canvas))


def _label(place: Place) -> str:
    return show(place.node.leaf[MAX]) if place.node.turn is None else place.name


def _corner(at: int, parent: int, children: list[int]) -> str:
    """The piece of a branching line, by where it leads: up, down, left, right."""
    if len(children) == 1:
        return "│"
    up, down = at == parent, at in children
    if at == children[0]:
        return "├" if up else "┌"
    if at == children[-1]:
        return "┤" if up else "┐"
    return "┼" if up and down else "┴" if up else "┬" if down else "─"
