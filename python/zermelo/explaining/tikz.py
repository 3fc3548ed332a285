"""A trace as a TikZ picture for LaTeX; it needs the package tikz and its library shapes.geometric."""

from __future__ import annotations

import re

from zermelo.explaining.svg import Drawing, edge_text, is_cut, shape_kind
from zermelo.explaining.trace import Trace

STYLE = r"""% \usepackage{tikz} \usetikzlibrary{shapes.geometric}
\begin{tikzpicture}[x=1cm,y=1cm,font=\small,
  max/.style={draw,regular polygon,regular polygon sides=3,inner sep=0.5pt,minimum size=11mm,fill=blue!8},
  min/.style={max,shape border rotate=180,fill=red!8},
  chance/.style={draw,circle,inner sep=1pt,minimum size=8mm,fill=yellow!15},
  leaf/.style={draw,rectangle,minimum size=6mm,inner sep=2pt,fill=white},
  pruned/.style={draw=black!45,text=black!60,dashed,fill=white},
  best/.style={line width=1.4pt,blue!70!black},cut/.style={line width=1.4pt,red!75!black},
  note/.style={font=\scriptsize,text=black!60,fill=white,inner sep=1pt},
  move/.style={font=\scriptsize,fill=white,inner sep=1pt,pos=0.66,solid,text=black!80}]"""

SIGNS = {
    **{sign: f"\\{sign}" for sign in "#$%&_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "−": r"\ensuremath{-}",
    "∞": r"\ensuremath{\infty}",
    "α": r"\ensuremath{\alpha}",
    "β": r"\ensuremath{\beta}",
    "≤": r"\ensuremath{\le}",
    "≥": r"\ensuremath{\ge}",
    "·": r"\ensuremath{\cdot}",
    "≈": r"\ensuremath{\approx}",
    "✂": r"\ensuremath{\times}",
    "…": r"\ldots{}",
    "|": r"\textbar{}",
    '"': "''",
    "“": "``",
    "”": "''",
}
"""How LaTeX writes what it would misunderstand."""


def latex_escape(text: str) -> str:
    r"""Text that LaTeX sets as it is.

    >>> print(latex_escape("50 % of {α, β}"))
    50 \% of \{\ensuremath{\alpha}, \ensuremath{\beta}\}
    """
    minus = re.sub(r"-(?=[0-9])", "−", text)
    return "".join(SIGNS.get(letter, letter) for letter in minus)


def tree_tikz(trace: Trace) -> str:
    """The tree of a trace for a LaTeX document."""
    drawing = Drawing(trace)
    wide = max(1.15, drawing.across / 50)
    at = {number: (across * wide, -2.1 * down) for number, (across, down) in drawing.places.items()}
    parts = [STYLE]
    for parent, below in drawing.shown.items():  # lines first, so that the nodes cover their ends
        parts += [_edge(drawing, at, parent, child) for child in below]
    for number, (x, y) in at.items():
        if number < 0:
            parts.append(rf"  \node[note] at ({x:.2f},{y:.2f}) {{{latex_escape(drawing.folds[number].told())}}};")
            continue
        node = trace.nodes[number]
        looks = shape_kind(node) + (",pruned" if node.visit is None else "")
        parts.append(rf"  \node[{looks}] at ({x:.2f},{y:.2f}) {{{latex_escape(drawing.value(node))}}};")
        if window := drawing.window(node):
            parts.append(rf"  \node[note] at ({x:.2f},{y - 0.78:.2f}) {{{latex_escape(window)}}};")
    return "\n".join([*parts, r"\end{tikzpicture}", ""])


def _edge(drawing: Drawing, at: dict[int, tuple[float, float]], parent: int, child: int) -> str:
    (x1, y1), (x2, y2) = at[parent], at[child]
    line = f"({x1:.2f},{y1:.2f}) -- ({x2:.2f},{y2:.2f})"
    if child < 0:
        return rf"  \draw[pruned] {line};"
    above, node = drawing.trace.nodes[parent], drawing.trace.nodes[child]
    best = {parent, child} <= drawing.best
    looks = "pruned" if node.visit is None else "best" if best else ""
    drawn = rf"  \draw[{looks}] {line} node[move] {{{latex_escape(edge_text(node))}}};"
    if is_cut(above, node):
        x, y = x1 + (x2 - x1) * 0.46, y1 + (y2 - y1) * 0.46
        drawn += rf" \draw[cut] ({x - 0.16:.2f},{y + 0.08:.2f}) -- ({x + 0.16:.2f},{y - 0.08:.2f});"
    return drawn
