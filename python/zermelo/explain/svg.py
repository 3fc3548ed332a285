"""A trace as a picture: the tree with values, windows, cut-offs and what was left alone.

MAX points up, MIN points down, chance is a circle, a leaf a square. Bold lines are best play; a bar across a line is
a cut-off; what was never looked at is grey and dashed, with the number of leaves saved. Large trees are folded: best
play and the moves beside it are shown, the rest is summed up.
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.sax.saxutils import escape

from zermelo.explain.layout import layout
from zermelo.explain.trace import Node, Trace, show
from zermelo.textbook.position import CHANCE, MAX

ACROSS, DOWN, EDGE = 58, 100, 48
"""Pixels between leaves at least, between plies, and around the picture."""
LETTER = 6.4
"""The width of a letter of a label, about."""
MOST_NODES = 120
"""A tree with more nodes is folded."""
MOST_CHILDREN = 7
"""So many moves of a folded node are shown."""

STYLE = """
.tree{font:13px system-ui,sans-serif;fill:#1c2733}
.tree text{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}
.tree .value{stroke:none}
.tree .shape{fill:#fff;stroke:#33475b;stroke-width:1.5}
.tree .max{fill:#dcebff}.tree .min{fill:#ffe3dc}.tree .chance{fill:#fff3d0}
.tree .edge{stroke:#8296aa;fill:none}.tree .edge.best{stroke:#1f6fd6;stroke-width:3.5}
.tree .pruned .shape,.tree .edge.pruned{stroke:#aab4be;stroke-dasharray:4 3;fill:none}
.tree .pruned text{fill:#8a95a0}.tree .window{font-size:11px;fill:#52647a}.tree .visit{font-size:10px;fill:#6b7c8d}
.tree .move{font-size:11px;fill:#3d5166}.tree .cut{stroke:#c22f1f;stroke-width:3}.tree .value{font-weight:600}
@media (prefers-color-scheme:dark){.tree{fill:#e6edf3;background:#0f1720}.tree text{stroke:#0f1720}
.tree .value{stroke:none}.tree .shape{fill:#16202a;stroke:#a9bccd}.tree .max{fill:#1d3a5f}
.tree .min{fill:#5a2a20}.tree .chance{fill:#574612}.tree .edge{stroke:#5f7387}.tree .edge.best{stroke:#6fb1ff}
.tree .window,.tree .visit,.tree .move{fill:#a9bccd}.tree .pruned text{fill:#7d8a96}}
""".strip()


@dataclass(frozen=True)
class _Fold:
    """Children that are summed up instead of drawn."""

    parent: Node
    hidden: list[Node]


def tree_svg(trace: Trace, *, most: int = MOST_NODES) -> str:
    """The tree of a trace as SVG, complete in itself."""
    drawing = _Drawing(trace, most)
    return drawing.svg()


class _Drawing:
    def __init__(self, trace: Trace, most: int) -> None:
        self.trace = trace
        self.folds: dict[int, _Fold] = {}
        self.shown = self.choose(most)
        self.best = self.best_line()
        self.places = layout(0, lambda node: self.shown.get(node, []))
        self.leaves_below = self.count_leaves()
        drawn = [trace.nodes[number] for number in self.places if number >= 0]
        widest = max(len(label) for node in drawn for label in (self.value(node), self.window(node)))
        self.across = max(ACROSS, widest * LETTER + 12)
        self.margin = max(EDGE, self.across / 2 + 12)

    def best_line(self) -> set[int]:
        node, line = self.trace.nodes[0], {0}
        while node.best is not None:
            line.add(node.best)
            node = self.trace.nodes[node.best]
        return line

    def choose(self, most: int) -> dict[int, list[int]]:
        """The children to draw of every drawn node; a negative number stands for the fold of that node."""
        nodes = self.trace.nodes
        if len(nodes) <= most:
            return {node.number: node.children for node in nodes}
        shown: dict[int, list[int]] = {}
        best = self.best_line()
        for number in sorted(best):
            node = nodes[number]
            kept = [child for child in node.children if child in best]
            others = [child for child in node.children if child not in best]
            kept = sorted(kept + others[: MOST_CHILDREN - len(kept)])
            hidden = [nodes[child] for child in node.children if child not in kept]
            shown[number] = kept
            if hidden:
                fold = -number - 1
                self.folds[fold] = _Fold(node, hidden)
                shown[number] = [*kept, fold]
        return shown

    def count_leaves(self) -> list[int]:
        counts = [0] * len(self.trace.nodes)
        for node in reversed(self.trace.nodes):
            counts[node.number] += 1 if node.is_leaf else 0
            if node.parent is not None:
                counts[node.parent] += counts[node.number]
        return counts

    def at(self, number: int) -> tuple[float, float]:
        across, down = self.places[number]
        return self.margin + across * self.across, EDGE + down * DOWN

    def svg(self) -> str:
        width = 2 * self.margin + max(across for across, _ in self.places.values()) * self.across
        height = 2 * EDGE + max(down for _, down in self.places.values()) * DOWN + 16
        examined, pruned = len(self.trace.examined_leaves()), len(self.trace.pruned_leaves())
        title = (
            f"{self.trace.method}: value {show(self.trace.value)}, "
            f"{examined:,} of {examined + pruned:,} leaves examined"
        )
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
            f'height="{height:.0f}" class="tree" role="img"><title>{escape(title)}</title><style>{STYLE}</style>'
        ]
        parts += [self.edge(parent, child) for parent, below in self.shown.items() for child in below]
        for number in self.places:
            parts.append(self.fold(number) if number < 0 else self.node(self.trace.nodes[number]))
        return "\n".join([*parts, "</svg>"])

    def edge(self, parent: int, child: int) -> str:
        (x1, y1), (x2, y2) = self.at(parent), self.at(child)
        if child < 0:
            return f'<path class="edge pruned" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2 - 14:.1f}"/>'
        node, above = self.trace.nodes[child], self.trace.nodes[parent]
        kind = " pruned" if node.visit is None else " best" if {parent, child} <= self.best else ""
        label = node.move if node.probability is None else f"{node.move} {node.probability:.3g}"
        middle_x, middle_y = x1 + (x2 - x1) * 0.66, y1 + (y2 - y1) * 0.66
        parts = [
            f'<path class="edge{kind}" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"/>',
            f'<text class="move" x="{middle_x + 5:.1f}" y="{middle_y:.1f}">{escape(label)}</text>',
        ]
        if above.cut_by is not None and node.visit is None:
            x, y = x1 + (x2 - x1) * 0.46, y1 + (y2 - y1) * 0.46
            parts.append(f'<path class="cut" d="M{x - 8:.1f} {y - 4:.1f}l16 8"/>')
        return "".join(parts)

    def node(self, node: Node) -> str:
        x, y = self.at(node.number)
        kind = "leaf" if node.is_leaf else {MAX: "max", CHANCE: "chance"}.get(node.turn or 0, "min")
        wide = max(0.0, (len(self.value(node)) - 3) * LETTER / 2)
        shape = {
            "max": f"M{x:.1f} {y - 17:.1f}l{20 + wide} 32h-{40 + 2 * wide}z",
            "min": f"M{x:.1f} {y + 17:.1f}l{20 + wide} -32h-{40 + 2 * wide}z",
            "leaf": f"M{x - 15 - wide:.1f} {y - 13:.1f}h{30 + 2 * wide}v26h-{30 + 2 * wide}z",
            "chance": f"M{x - 17:.1f} {y:.1f}a17 17 0 1 0 34 0a17 17 0 1 0 -34 0z",
        }[kind]
        drop = {"max": 10, "min": 0}.get(kind, 5)
        parts = [
            f'<g class="{"pruned" if node.visit is None else "seen"}" data-node="{node.number}">'
            f"<title>{escape(self.tip(node))}</title>",
            f'<path class="shape {kind}" d="{shape}"/>',
            f'<text class="value" text-anchor="middle" x="{x:.1f}" y="{y + drop:.1f}">'
            f"{escape(self.value(node))}</text>",
        ]
        if node.visit is not None:
            parts.append(f'<text class="visit" x="{x + 21:.1f}" y="{y - 13:.1f}">{node.visit}</text>')
        below = self.window(node) or ("…" if not node.is_leaf and node.number not in self.shown else "")
        if below:
            parts.append(f'<text class="window" text-anchor="middle" x="{x:.1f}" y="{y + 31:.1f}">{below}</text>')
        return "".join([*parts, "</g>"])

    def value(self, node: Node) -> str:
        """What stands in the node."""
        sign = {"at most": "≤", "at least": "≥", "estimate": "≈"}.get(node.kind, "")
        return f"{sign}{show(node.value)}" if node.visit is not None else self.unseen(node)

    def window(self, node: Node) -> str:
        """What stands below the node."""
        if node.window_in is None or node.is_leaf or self.trace.method != "alpha-beta":
            return ""
        return f"({show(node.window_in[0])}, {show(node.window_in[1])})"

    def unseen(self, node: Node) -> str:
        """A leaf left alone shows its value, a subtree the number of leaves saved."""
        if not node.is_leaf:
            return f"{self.leaves_below[node.number]}✂"
        leaf = self.trace.tree
        for move in node.path:
            leaf = leaf.play(move)
        return show(leaf.leaf[MAX])

    def tip(self, node: Node) -> str:
        where = "/".join(node.path) or "the root"
        return f"{where}: {node.reason or 'left alone'}"

    def fold(self, number: int) -> str:
        x, y = self.at(number)
        fold = self.folds[number]
        values = [node.value for node in fold.hidden if node.value is not None]
        told = f"+{len(fold.hidden)} more"
        if values:
            told += f", all ≤ {show(max(values))}" if fold.parent.turn == MAX else f", all ≥ {show(min(values))}"
        elif fold.hidden:
            told += ", left alone"
        return f'<text class="window" text-anchor="middle" x="{x:.1f}" y="{y:.1f}">{escape(told)}</text>'
