"""A quiz as a LaTeX document to print, with trees in TikZ and the key on its last page."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.explaining.tikz import latex_escape
from zermelo.explaining.trace import show
from zermelo.quiz.picture import Place, places, plies
from zermelo.quiz.question import Question
from zermelo.textbook.position import CHANCE
from zermelo.tree import MAX, Tree

WIDEST = 14.5
"""Centimetres for the widest tree, without the names of the plies."""
DOCUMENT = r"""\documentclass[11pt,a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage[margin=2cm]{geometry}
\usepackage{tikz}
\tikzset{edge/.style={gray},
  outline/.style={draw=black!80,line join=round},
  max/.style={outline,fill=blue!10},min/.style={outline,fill=red!12},chance/.style={outline,fill=yellow!25},leaf/.style={outline,fill=white},
  text in/.style={font=\sffamily\footnotesize},ply/.style={font=\sffamily\scriptsize,gray,anchor=west},
  share/.style={text=black!70,font=\sffamily\scriptsize,fill=white,inner sep=1pt}}
\setlength{\parindent}{0pt}
\begin{document}
\section*{@title@}
Name: \rule{8cm}{0.4pt}\par\bigskip

@questions@
\clearpage
\section*{Key}
\begin{enumerate}
@key@
\end{enumerate}
\end{document}
"""


def latex(questions: Sequence[Question], *, title: str = "Quiz") -> str:
    """A document to print: the questions, and the key on a page of its own."""
    asked = "\n".join(_question(number, question) for number, question in enumerate(questions, start=1))
    key = "\n".join(
        f"\\item \\textbf{{{latex_escape(question.answer)}}}\\\\ {latex_escape(question.why)}" for question in questions
    )
    return DOCUMENT.replace("@title@", latex_escape(title)).replace("@questions@", asked).replace("@key@", key)


def _question(number: int, question: Question) -> str:
    orders = " \\qquad ".join(f"{index}. {order}" for index, order in enumerate(question.orders, start=1))
    return "\n".join(
        [
            "\\noindent\\begin{minipage}{\\textwidth}",
            f"\\textbf{{{number}. {latex_escape(question.title())}}}\\par\\smallskip",
            f"{latex_escape(question.text)}\\par\\medskip",
            f"\\begin{{center}}\n{tikz(question.tree)}\n\\end{{center}}",
            *([f"{orders}\\par\\medskip"] if orders else []),
            f"Answer: \\rule{{6cm}}{{0.4pt}}\\hfill{{\\small {latex_escape(question.how)}}}",
            "\\end{minipage}\\par\\vspace{2em}",
        ]
    )


def tikz(tree: Tree) -> str:
    """The tree with its names as a TikZ picture."""
    placed = places(tree)
    unit = min(0.95, WIDEST / max(place.across for place in placed))
    lines = [f"\\begin{{tikzpicture}}[x={unit:.3f}cm,y=-1.45cm]"]
    lines += [f"\\node[ply] at (-{1.9 / unit:.3f},{down}) {{{who}}};" for down, who in plies(placed).items()]
    for place in placed:
        lines += [_edge(place, placed[child]) for child in place.children]
    lines += [_node(place) for place in placed]
    return "\n".join([*lines, "\\end{tikzpicture}"])


def _edge(parent: Place, child: Place) -> str:
    share = "" if child.probability is None else f" node[share,pos=0.58] {{{child.probability:g}}}"
    return f"\\draw[edge] ({parent.across:.3f},{parent.down}) --{share} ({child.across:.3f},{child.down});"


def _node(place: Place) -> str:
    at = f"({place.across:.3f},{place.down})"
    turn = place.node.turn
    if turn is None:
        value = latex_escape(show(place.node.leaf[MAX]))
        box = f"\\draw[leaf] {at} +(-0.27cm,-0.25cm) rectangle +(0.27cm,0.25cm);"
        letter = f"\\node[text in] at ([yshift=-0.47cm]{at[1:-1]}) {{{place.name}}};"
        return f"{box} \\node[text in] at {at} {{{value}}}; {letter}"
    if turn == CHANCE:
        return f"\\draw[chance] {at} circle (0.33cm); \\node[text in] at {at} {{{place.name}}};"
    kind, way = ("max", 1) if turn == MAX else ("min", -1)
    corners = f"+(0cm,{way * 0.42}cm) -- +(0.46cm,{-way * 0.28}cm) -- +(-0.46cm,{-way * 0.28}cm) -- cycle"
    shift = f"[yshift={-way * 0.08}cm]{at[1:-1]}"
    return f"\\draw[{kind}] {at} {corners}; \\node[text in] at ({shift}) {{{place.name}}};"
