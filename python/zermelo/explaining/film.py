"""Several moments of a search, or several searches of one tree, in a single picture."""

from __future__ import annotations

from html import escape
from textwrap import wrap

from zermelo.explaining.steps import Moment, steps
from zermelo.explaining.svg import MOST_NODES, Drawing, document, summary
from zermelo.explaining.trace import ExplainError, Trace, trace
from zermelo.textbook.position import CHANCE
from zermelo.tree import Tree

GAP, LINE, WIDEST = 24, 19, 1900
"""Pixels between frames, between lines of text, and of a picture at most before the frames go below each other."""


def film_svg(traced: Trace, frames: int = 6) -> str:
    """A film strip: so many moments of the search from its first step to its last, each with its sentence."""
    if frames < 1:
        raise ExplainError("a film has at least one frame")
    drawing = Drawing(traced, MOST_NODES)
    told = steps(traced)
    moments = _moments(traced, drawing, frames)
    moment = Moment()
    panels: list[_Panel] = []
    for number, step in enumerate(told):
        moment.take(step)
        moment.finished = number == len(told) - 1
        if number in moments:
            heading = f"{len(panels) + 1}. step {number + 1:,} of {len(told):,}"
            panels.append(_Panel(drawing, heading, step.told, drawing.body(moment)))
    return _together(panels, summary(traced))


def compared_svg(tree: Tree, *, strict: bool = False) -> str:
    """One tree searched by minimax, by alpha-beta, and by alpha-beta with the best moves first, side by side."""
    if tree.has_chance():
        raise ExplainError("minimax and alpha-beta are compared on trees without chance nodes")
    searches = [
        ("minimax", trace(tree, "minimax")),
        ("alpha-beta", trace(tree, strict=strict)),
        ("alpha-beta, best moves first", trace(tree.reordered("best"), strict=strict)),
    ]
    panels = []
    for name, traced in searches:
        examined = len(traced.examined_leaves())
        told = f"{examined:,} of {len(tree.leaves()):,} leaves examined, value {traced.value:g}."
        panels.append(_Panel(Drawing(traced), name, told, ""))
    shape = uniform(tree)
    if shape is not None:
        b, d = shape
        least = b ** -(-d // 2) + b ** (d // 2) - 1
        panels[-1].told += f" No order needs fewer than {b}^⌈{d}/2⌉ + {b}^⌊{d}/2⌋ − 1 = {least:,}."
    return _together(panels, "minimax, alpha-beta, and alpha-beta with the best moves first")


def uniform(tree: Tree) -> tuple[int, int] | None:
    """The branching factor and the height of a full tree whose players alternate; None for any other."""
    if tree.turn is None or tree.turn == CHANCE:
        return None
    branching, height = len(tree.children), tree.height()

    def is_full(node: Tree, left: int) -> bool:
        if node.turn is None:
            return left == 0
        below = [child for _, child in node.children]
        alternates = all(child.turn is None or child.turn == 1 - (node.turn or 0) for child in below)
        return len(below) == branching and alternates and all(is_full(child, left - 1) for child in below)

    return (branching, height) if is_full(tree, height) else None


def _moments(traced: Trace, drawing: Drawing, frames: int) -> set[int]:
    """The steps to show: evenly spread over those at which something is decided, the last one always."""
    last = len(traced.events) - 1
    told = []
    for number, event in enumerate(traced.events[:-1]):
        decided = event.kind in {"narrow", "cut", "table", "probed"}
        left = event.kind == "leave" and not traced.nodes[event.node].is_leaf and not traced.prunes
        if (decided or left) and event.node in drawing.places:
            told.append(number)
    told.append(last)
    frames = min(frames, len(told))
    return {told[len(told) * (frame + 1) // frames - 1] for frame in range(frames)}


class _Panel:
    """One picture with a heading and a sentence."""

    def __init__(self, drawing: Drawing, heading: str, told: str, body: str) -> None:
        self.drawing = drawing
        self.heading = heading
        self.told = told
        self.body = body or drawing.body()
        self.width = max(drawing.width, 300)

    def lines(self) -> list[str]:
        return wrap(self.told, max(30, int(self.width / 7.6)))


def _together(panels: list[_Panel], title: str) -> str:
    """The panels in rows as wide as a picture may be."""
    fit = max(1, int(WIDEST / (max(panel.width for panel in panels) + GAP)))
    columns = -(-len(panels) // -(-len(panels) // fit))  # as many in the last row as can be
    rows = [panels[first : first + columns] for first in range(0, len(panels), columns)]
    parts, y, width = [], float(GAP), 0.0
    for row in rows:
        x = float(GAP)
        for panel in row:
            texts = [
                f'<text class="told" x="14" y="{40 + LINE * number}">{escape(line)}</text>'
                for number, line in enumerate(panel.lines())
            ]
            parts.append(
                f'<g transform="translate({x:.0f} {y:.0f})"><text class="heading" x="14" y="18">'
                f"{escape(panel.heading)}</text>{''.join(texts)}"
                f'<g transform="translate({(panel.width - panel.drawing.width) / 2:.0f} {34 + LINE * _tallest(row)})">'
                f"{panel.body}</g></g>"
            )
            x += panel.width + GAP
        width = max(width, x)
        y += 34 + LINE * _tallest(row) + max(panel.drawing.height for panel in row) + GAP
    return document(width, y, title, "\n".join(parts))


def _tallest(row: list[_Panel]) -> int:
    return max(len(panel.lines()) for panel in row)
