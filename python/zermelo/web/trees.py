"""The tree page's interface: trees drawn at random, searched step by step, and written for other programs."""

from __future__ import annotations

import json
import struct
from dataclasses import asdict, replace
from typing import Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from zermelo.explaining import Trace, compared_svg, trace
from zermelo.explaining.stepper import STYLE as STEPPER_STYLE
from zermelo.explaining.steps import steps
from zermelo.explaining.svg import STYLE as TREE_STYLE
from zermelo.explaining.svg import Drawing, document, summary
from zermelo.textbook.position import CHANCE, MAX
from zermelo.tree import Tree, TreeError, from_json, random_tree, tree
from zermelo.web.models import Error, Strict

MOST_PAGE_NODES, MOST_PAGE_PLIES = 2_000, 40
MOST_DRAWN_NODES = 150


class TreeRequest(Strict):
    """A tree, as text or as the data that an answer had, perhaps changed."""

    tree: str | dict[str, Any] = Field(description="Such as ((3 12 8) (2 4 6) (14 5 2)), or an answer's data.")
    method: Literal["minimax", "alpha-beta", "expectiminimax"] | None = Field(
        None, description="Unless said, alpha-beta where there is no chance."
    )
    strict: bool = Field(False, description="Cut on strict inequality only.")
    prune: bool = Field(False, description="Prune at chance nodes, from the lowest and the highest leaf.")
    probe: bool = Field(False, description="When pruning at chance nodes, look at one reply to each outcome first.")
    table: bool = Field(False, description="Do not search the same subtree twice.")
    order: Literal["best", "worst"] | None = Field(None, description="Reorder all moves first.")


class RandomTreeRequest(Strict):
    """A tree to draw at random."""

    seed: int = Field(0, ge=0, lt=2**53)
    branching: int = Field(2, ge=1, le=8)
    height: int = Field(3, ge=1, le=8)
    kind: Literal["uniform", "correlated", "pearl", "nau"] = "uniform"


class TreeNodeView(BaseModel):
    """What the page tells about a node."""

    number: int
    path: list[str]
    turn: int | Literal["chance"] | None
    probability: float | None
    reason: str


class StepShown(BaseModel):
    """What one step of the search shows."""

    node: int
    shown: str | None
    window: str | None
    told: str
    cuts: bool


class Searched(BaseModel):
    """A search as a picture to step through."""

    summary: str
    picture: str
    steps: list[StepShown]


class TreeView(Searched):
    """A tree and its search."""

    text: str
    data: dict[str, Any]
    method: str
    words: str
    nodes: list[TreeNodeView]


class TreeFile(BaseModel):
    """A search written for another program."""

    name: str
    media_type: str
    content: str


def tree_routes() -> APIRouter:
    """What the tree page asks."""
    router = APIRouter(prefix="/api/v1/trees", responses={422: {"model": Error}})

    @router.post("")
    def explain(wanted: TreeRequest) -> TreeView:
        """Searches a tree and tells every step."""
        return tree_view(_trace(wanted))

    @router.post("/random")
    def random(wanted: RandomTreeRequest) -> TreeView:
        """Draws a tree at random and searches it."""
        if wanted.branching**wanted.height > MOST_PAGE_NODES:
            raise TreeError(_too_large())
        made = random_tree(wanted.seed, branching=wanted.branching, height=wanted.height, kind=wanted.kind)
        return tree_view(trace(made))

    @router.post("/files/{ending}")
    def file(ending: Literal["svg", "html", "tex", "dot", "json", "film", "compare"], wanted: TreeRequest) -> TreeFile:
        """The search as a file: a picture, a page, LaTeX, Graphviz, JSON, a film strip, or three searches compared."""
        traced = _trace(wanted)
        if ending == "json":
            content = json.dumps(traced.as_json(), ensure_ascii=False)
            return TreeFile(name="tree.json", media_type="application/json", content=content)
        if ending in {"film", "compare"}:
            drawn = traced.film() if ending == "film" else compared_svg(traced.tree, strict=traced.strict)
            return TreeFile(name=f"{ending}.svg", media_type="image/svg+xml", content=drawn)
        kinds = {"svg": ("image/svg+xml", traced.svg), "html": ("text/html", traced.html)}
        kinds |= {"tex": ("application/x-tex", traced.tikz), "dot": ("text/vnd.graphviz", traced.dot)}
        media_type, write = kinds[ending]
        return TreeFile(name=f"tree.{ending}", media_type=media_type, content=write())

    return router


def searched(traced: Trace) -> Searched:
    """A search as a picture to step through."""
    return _searched(traced, Drawing(traced, MOST_DRAWN_NODES))


def _searched(traced: Trace, drawing: Drawing) -> Searched:
    title = summary(traced)
    return Searched(
        summary=title,
        picture=document(drawing.width, drawing.height, title, drawing.body(), standalone=False),
        steps=[StepShown(**asdict(step)) for step in steps(traced) if step.node in drawing.places],
    )


def tree_stylesheet() -> str:
    """How trees, and stepping through them, look."""
    return f"{TREE_STYLE}\n{STEPPER_STYLE}"


def tree_view(traced: Trace) -> TreeView:
    """A tree and its search."""
    drawing = Drawing(traced, MOST_DRAWN_NODES)
    shown = _shortened(traced.tree)
    return TreeView(
        **dict(_searched(traced, drawing)),
        text=str(shown),
        data=shown.as_json(),
        method=traced.method,
        words=str(traced),
        nodes=[
            TreeNodeView(
                number=node.number,
                path=list(node.path),
                turn="chance" if node.turn == CHANCE else node.turn,
                probability=node.probability,
                reason=node.reason,
            )
            for node in traced.nodes
            if node.number in drawing.places
        ],
    )


def _shortened(made: Tree) -> Tree:
    """The same tree with evaluations, which are of single precision, in as few digits as tell them apart."""
    if made.turn is None:
        return replace(made, leaf=tuple(map(_shortest, made.leaf)))
    return replace(made, children=tuple((name, _shortened(child)) for name, child in made.children))


def _shortest(number: float) -> float:
    """The number with the fewest digits that is the same one in single precision, if this is such a number."""
    if abs(number) > 1e38 or _single(number) != number:
        return number
    shorter = (float(f"{number:.{digits}g}") for digits in range(1, 10))
    return next(short for short in shorter if _single(short) == number)


def _single(number: float) -> float:
    return float(struct.unpack("f", struct.pack("f", number))[0])


def _trace(wanted: TreeRequest) -> Trace:
    if isinstance(wanted.tree, str):
        if len(wanted.tree) > 50_000:
            raise TreeError(_too_large())
        made = tree(wanted.tree)
    else:
        made = tree(str(from_json(wanted.tree)))  # reading its text checks the data, as it checks what is typed
    if made.nodes() > MOST_PAGE_NODES or made.height() > MOST_PAGE_PLIES:
        raise TreeError(_too_large())
    if wanted.order is not None:
        made = made.reordered(wanted.order)
    method = wanted.method or ("expectiminimax" if made.has_chance() else "alpha-beta")
    leaves = [leaf[MAX] for leaf in made.leaves()]
    bounds = (min(leaves), max(leaves)) if wanted.prune and method == "expectiminimax" else None
    probe = wanted.probe and bounds is not None
    return trace(made, method, strict=wanted.strict, bounds=bounds, table=wanted.table, probe=probe)


def _too_large() -> str:
    return (
        f"the page shows trees of at most {MOST_PAGE_NODES:,} nodes and {MOST_PAGE_PLIES} plies: "
        "use the command line for larger ones"
    )
