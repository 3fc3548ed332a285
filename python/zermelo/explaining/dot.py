"""A trace for Graphviz: the same shapes, values and marks; `dot` places them."""

from __future__ import annotations

from zermelo.explaining.svg import Drawing, edge_text, is_cut, shape_kind, tip
from zermelo.explaining.trace import Trace

SHAPES = {"max": "triangle", "min": "invtriangle", "chance": "circle", "leaf": "box"}
FILLS = {"max": "#dcebff", "min": "#ffe3dc", "chance": "#fff3d0", "leaf": "#ffffff"}


def quoted(text: str) -> str:
    """Text as DOT writes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def tree_dot(trace: Trace) -> str:
    """The tree of a trace in the DOT language."""
    drawing = Drawing(trace)
    lines = [
        "digraph search {",
        "  graph [ordering=out]; edge [arrowhead=none, fontsize=10, color=gray45];",
        '  node [fontname="sans-serif", fontsize=11, style=filled, color=gray30, margin="0.04,0.03"];',
    ]
    for number in drawing.places:
        if number < 0:
            lines.append(
                f"  f{-number} [shape=plaintext, fillcolor=none, label={quoted(drawing.folds[number].told())}];"
            )
            continue
        node = trace.nodes[number]
        kind, window = shape_kind(node), drawing.window(node)
        label = quoted(drawing.value(node))
        below = f", xlabel={quoted(window)}" if window else ""
        looks = f'fillcolor="{FILLS[kind]}"'
        if node.visit is None:
            looks = 'style="dashed", color=gray65, fontcolor=gray45'
        lines.append(f"  n{number} [shape={SHAPES[kind]}, label={label}{below}, tooltip={quoted(tip(node))}, {looks}];")
    for parent, below_ in drawing.shown.items():
        for child in below_:
            if child < 0:
                lines.append(f"  n{parent} -> f{-child} [style=dashed];")
                continue
            node = trace.nodes[child]
            label = edge_text(node)
            looks = "style=dashed, color=gray65" if node.visit is None else ""
            if is_cut(trace.nodes[parent], node):
                looks += ", arrowtail=tee, dir=back"
                label += " ✂"
            if {parent, child} <= drawing.best:
                looks = 'penwidth=3, color="#1f6fd6"'
            lines.append(f"  n{parent} -> n{child} [label={quoted(label)}, {looks}];".replace(", ]", "]"))
    return "\n".join([*lines, "}", ""])
