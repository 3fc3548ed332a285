"""A trace as a picture: the tree with values, windows, cut-offs and what was left alone.

MAX points up, MIN points down, chance is a circle, a leaf a square. Bold lines are best play; a bar across a line is
a cut-off; what was never looked at is grey and dashed, with the number of leaves saved. Large trees are folded: best
play and the best moves beside it are shown, the rest is summed up.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from xml.sax.saxutils import escape

from zermelo.explaining.layout import layout
from zermelo.explaining.steps import PROBE, Moment, value_text, where, window_text
from zermelo.explaining.trace import Node, Trace, show
from zermelo.textbook.position import CHANCE, MAX

ACROSS, DOWN, EDGE = 58, 100, 48
"""Pixels between leaves at least, between plies, and around the picture."""
LETTER, DIGIT = 6.4, 8.4
"""The width of a letter of a label and of a value, about."""
MOST_NODES = 120
"""A tree with more nodes is folded."""
MOST_CHILDREN = 7
"""So many moves of a folded node are shown."""

STYLE = """
.tree{font:13px system-ui,sans-serif;fill:#1c2733}
.tree text{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}
.tree .value{stroke:none}.tree .paper{fill:#fff}
.tree .shape{fill:#fff;stroke:#33475b;stroke-width:1.5}
.tree .max{fill:#dcebff}.tree .min{fill:#ffe3dc}.tree .chance{fill:#fff3d0}
.tree .edge{stroke:#8296aa;fill:none}.tree .edge.best{stroke:#1f6fd6;stroke-width:3.5}
.tree .edge.probe{stroke:#9a6a00;stroke-width:2.5;stroke-dasharray:8 3 2 3}
.tree .pruned .shape,.tree .edge.pruned{stroke:#aab4be;stroke-dasharray:4 3;fill:#fff}
.tree .pruned text{fill:#75818d}.tree .window{font-size:11px;fill:#52647a;stroke-width:9px}
.tree .visit{font-size:10px;fill:#6b7c8d}
.tree .move{font-size:11px;fill:#3d5166}.tree .cut{stroke:#c22f1f;stroke-width:3}.tree .value{font-weight:600}
.tree .heading{font-size:17px;font-weight:600}.tree .told{font-size:14px}.tree .waiting{opacity:.18}
.tree .here .shape{stroke:#c22f1f;stroke-width:3.5}
@media (prefers-color-scheme:dark){.tree{fill:#e6edf3;background:#0f1720}.tree text{stroke:#0f1720}
.tree .value{stroke:none}.tree .paper{fill:#0f1720}.tree .shape{fill:#16202a;stroke:#a9bccd}.tree .max{fill:#1d3a5f}
.tree .min{fill:#5a2a20}.tree .chance{fill:#574612}.tree .edge{stroke:#5f7387}.tree .edge.best{stroke:#6fb1ff}
.tree .window,.tree .visit,.tree .move{fill:#a9bccd}.tree .pruned text{fill:#8b98a5}.tree .cut{stroke:#ff8a78}
.tree .here .shape{stroke:#ff8a78}.tree .pruned .shape{fill:#0f1720}}
""".strip()


def tree_svg(trace: Trace, *, most: int = MOST_NODES) -> str:
    """The tree of a trace as SVG, complete in itself."""
    drawing = Drawing(trace, most)
    return document(drawing.width, drawing.height, summary(trace), drawing.body())


def document(width: float, height: float, title: str, body: str, *, standalone: bool = True) -> str:
    """A whole SVG picture; in a page that has the style, it need not stand alone."""
    style = f"<style>{STYLE}</style>" if standalone else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" class="tree" role="img"><title>{escape(title)}</title>{style}'
        f'<rect class="paper" width="100%" height="100%"/>\n{body}\n</svg>'
    )


def summary(trace: Trace) -> str:
    """The search in one line."""
    examined = len(trace.examined_leaves())
    leaves = examined + len(trace.pruned_leaves()) + len(trace.known_leaves())
    return f"{trace.method}: value {show(trace.value)}, {examined:,} of {leaves:,} leaves examined"


@dataclass(frozen=True)
class Fold:
    """Children that are summed up instead of drawn."""

    parent: Node
    hidden: list[Node]

    def told(self) -> str:
        """What the hidden moves have in common; on the line of best play all were looked at."""
        values = [node.value for node in self.hidden if node.value is not None]
        if self.parent.turn == CHANCE:
            return f"+{len(values)} more"
        known = f"≤ {show(max(values))}" if self.parent.turn == MAX else f"≥ {show(min(values))}"
        return f"+{len(values)} more, all {known}"


class Drawing:
    """What of a trace is drawn, and where; shared by all pictures of it."""

    def __init__(self, trace: Trace, most: int = MOST_NODES) -> None:
        self.trace = trace
        self.folds: dict[int, Fold] = {}
        self.best = self._best_line()
        self.shown = self._choose(most)
        self.places = layout(0, lambda node: self.shown.get(node, []))
        self.leaves_below = self._count_leaves()
        drawn = [trace.nodes[number] for number in self.places if number >= 0]
        widest: float = max(len(label) for node in drawn for label in (self.value(node), self.window(node), node.move))
        widest = max(
            [
                widest,
                *(len(self.value(node)) * 1.9 for node in drawn),
                *(len(fold.told()) * 0.8 for fold in self.folds.values()),
            ]
        )
        self.across = max(ACROSS, widest * LETTER + 12)
        self.margin = max(EDGE, self.across / 2 + 12)
        self.width = 2 * self.margin + max(across for across, _ in self.places.values()) * self.across
        self.height = 2 * EDGE + max(down for _, down in self.places.values()) * DOWN + 16

    def _best_line(self) -> set[int]:
        node, line = self.trace.nodes[0], {0}
        while node.best is not None:
            line.add(node.best)
            node = self.trace.nodes[node.best]
        return line

    def _choose(self, most: int) -> dict[int, list[int]]:
        """The children to draw of every drawn node; a negative number stands for the fold of that node."""
        nodes = self.trace.nodes
        if len(nodes) <= most:
            return {node.number: node.children for node in nodes}
        shown: dict[int, list[int]] = {}
        for number in sorted(self.best):
            node = nodes[number]

            def worst(child: int, turn: int | None = node.turn) -> float:
                value = nodes[child].value
                assert value is not None, "on the line of best play all moves were looked at"
                return -inf if child in self.best else -value if turn == MAX else value

            kept = sorted(sorted(node.children, key=worst)[:MOST_CHILDREN])
            hidden = [nodes[child] for child in node.children if child not in kept]
            shown[number] = kept
            if hidden:
                fold = -number - 1
                self.folds[fold] = Fold(node, hidden)
                shown[number] = [*kept, fold]
        return shown

    def _count_leaves(self) -> list[int]:
        counts = [0] * len(self.trace.nodes)
        for node in reversed(self.trace.nodes):
            counts[node.number] += 1 if node.is_leaf else 0
            if node.parent is not None:
                counts[node.parent] += counts[node.number]
        return counts

    def at(self, number: int) -> tuple[float, float]:
        """Where a node is drawn."""
        across, down = self.places[number]
        return self.margin + across * self.across, EDGE + down * DOWN

    def body(self, moment: Moment | None = None) -> str:
        """The tree, at a moment of the search or at its end."""
        parts = [self._edge(parent, child, moment) for parent, below in self.shown.items() for child in below]
        for number in self.places:
            parts.append(self._fold(number) if number < 0 else self._node(self.trace.nodes[number], moment))
        return "\n".join(parts)

    def _edge(self, parent: int, child: int, moment: Moment | None) -> str:
        (x1, y1), (x2, y2) = self.at(parent), self.at(child)
        if child < 0:
            return f'<path class="edge pruned" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2 - 14:.1f}"/>'
        node, above = self.trace.nodes[child], self.trace.nodes[parent]
        finished = moment is None or moment.finished
        kind = " pruned" if node.visit is None else " probe" if node.in_probe else ""
        kind = " best" if finished and {parent, child} <= self.best else kind
        middle_x, middle_y = x1 + (x2 - x1) * 0.66, y1 + (y2 - y1) * 0.66
        waiting = moment is not None and not self._known(node, moment)
        parts = [
            f'<g data-link="{child}" class="{"waiting" if waiting else "link"}">'
            f'<path class="edge{kind}" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"/>',
            f'<text class="move" x="{middle_x + 5:.1f}" y="{middle_y:.1f}">{escape(edge_text(node))}</text></g>',
        ]
        if is_cut(above, node) and (moment is None or parent in moment.cuts):
            x, y = x1 + (x2 - x1) * 0.46, y1 + (y2 - y1) * 0.46
            parts.append(f'<path class="cut" data-cut="{parent}" d="M{x - 8:.1f} {y - 4:.1f}l16 8"/>')
        return "".join(parts)

    def _node(self, node: Node, moment: Moment | None) -> str:
        x, y = self.at(node.number)
        value, window = self.value(node), self.window(node)
        looks = "pruned" if node.visit is None else "seen"
        if moment is not None:
            if node.visit is not None and not node.is_leaf:
                value = moment.values.get(node.number, "")
                window = moment.windows.get(node.number, "")
            looks += "" if self._known(node, moment) else " waiting"
            looks += " here" if node.number == moment.here and not moment.finished else ""
        kind = shape_kind(node)
        wide = max(0.0, (len(self.value(node)) - 2.5) * DIGIT / 2)
        if kind in {"max", "min"}:
            wide = max(0.0, (len(self.value(node)) - 2) * DIGIT / 2 * 1.3)  # towards its point a triangle is narrow
        shape = {
            "max": f"M{x:.1f} {y - 17:.1f}l{20 + wide:.1f} 32h-{40 + 2 * wide:.1f}z",
            "min": f"M{x:.1f} {y + 17:.1f}l{20 + wide:.1f} -32h-{40 + 2 * wide:.1f}z",
            "leaf": f"M{x - 15 - wide:.1f} {y - 13:.1f}h{30 + 2 * wide:.1f}v26h-{30 + 2 * wide:.1f}z",
            "chance": f"M{x - 17 - wide:.1f} {y:.1f}a{17 + wide:.1f} 17 0 1 0 {34 + 2 * wide:.1f} 0"
            f"a{17 + wide:.1f} 17 0 1 0 -{34 + 2 * wide:.1f} 0z",
        }[kind]
        drop = {"max": 10, "min": 0}.get(kind, 5)
        parts = [
            f'<g class="{looks}" data-node="{node.number}" data-parent="{node.parent}">'
            f"<title>{escape(tip(node))}</title>",
            f'<path class="shape {kind}" d="{shape}"/>',
            f'<text class="value" text-anchor="middle" x="{x:.1f}" y="{y + drop:.1f}">{escape(value)}</text>',
        ]
        if node.visit is not None:
            parts.append(f'<text class="visit" x="{x + 21 + wide:.1f}" y="{y - 13:.1f}">{node.visit}</text>')
        below = f"{window} …".strip() if node.children and node.number not in self.shown else window
        if below:
            parts.append(f'<text class="window" text-anchor="middle" x="{x:.1f}" y="{y + 31:.1f}">{below}</text>')
        return "".join([*parts, "</g>"])

    def _known(self, node: Node, moment: Moment) -> bool:
        """Was the node visited by now, or cut off with everything around it?"""
        if node.visit is not None:
            return node.number in moment.entered
        above = self.trace.nodes[node.parent or 0]
        return moment.finished or above.number in moment.cuts or (above.visit is None and self._known(above, moment))

    def value(self, node: Node) -> str:
        """What stands in the node: its value, or a sign that it was cut off."""
        if node.visit is not None:
            return value_text(node)
        if not node.is_leaf:
            return "✂"
        leaf = self.trace.tree
        for move in node.path:
            leaf = leaf.play(move)
        return show(leaf.leaf[MAX])

    def window(self, node: Node) -> str:
        """What stands below the node: its window, or the leaves saved by leaving it alone."""
        if node.visit is None and node.children:
            leaves = self.leaves_below[node.number]
            return f"{leaves} {'leaf' if leaves == 1 else 'leaves'}"
        if node.same_as is not None:
            return f"= {where(self.trace.nodes[node.same_as])}"
        if node.only_probed:
            return PROBE
        if node.window_in is None or node.is_leaf or not self.trace.prunes:
            return ""
        return window_text(node.window_in)

    def _fold(self, number: int) -> str:
        x, y = self.at(number)
        told = escape(self.folds[number].told())
        return f'<text class="window" text-anchor="middle" x="{x:.1f}" y="{y:.1f}">{told}</text>'


def shape_kind(node: Node) -> str:
    """The shape that a node is drawn with."""
    return "leaf" if node.is_leaf else {MAX: "max", CHANCE: "chance"}.get(node.turn or 0, "min")


def edge_text(node: Node) -> str:
    """What stands at the line to a node: the move, or the probability of an event, with its name if it has one.

    A reply that was looked at in a probe is marked as such.
    """
    if node.probability is None:
        return f"{node.move} (probe)" if node.in_probe else node.move
    return f"{node.probability:.3g}" if node.move.isdigit() else f"{node.move} ({node.probability:.3g})"


def is_cut(above: Node, node: Node) -> bool:
    """Was this child cut off at its parent?"""
    return above.cut_by is not None and node.visit is None


LEGEND = (
    "△ MAX, ▽ MIN, ○ chance, □ leaf; the small number says when the search came there, (α, β) is the window, ≤ and ≥ "
    "are bounds, ≈ is EVAL, ✂ was left alone; the bold line is best play, a dash-dotted one a probe, a red bar a "
    "cut-off."
)
"""How to read a picture."""


def tip(node: Node) -> str:
    """A node in words."""
    return f"{where(node)}: {node.reason or 'left alone'}"
