"""Explaining a search on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import click

import zermelo
from zermelo.cli.common import find_position
from zermelo.explain import METHODS
from zermelo.explain import explain as explained
from zermelo.explain.stepper import stepper_html
from zermelo.explain.svg import tree_svg
from zermelo.explain.words import words


@click.command()
@click.argument("what", metavar="TREE-OR-GAME")
@click.option("--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--position", metavar="TEXT", help="Where to begin, in the game's own text.")
@click.option(
    "--moves", metavar="MOVES", help="Moves to play first, separated by commas, or by spaces where no move has one."
)
@click.option("--depth", type=click.IntRange(1, 12), default=3, show_default=True, help="Plies to unfold of a game.")
@click.option("--method", type=click.Choice(METHODS), help="Unless said, alpha-beta where there is no chance.")
@click.option("--strict", is_flag=True, help="Cut on strict inequality only.")
@click.option("--svg", "picture", type=click.Path(dir_okay=False, path_type=Path), help="Draw it into this file.")
@click.option("--html", "page", type=click.Path(dir_okay=False, path_type=Path), help="Write a page to step through.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def explain(
    what: str,
    options: tuple[str, ...],
    position: str | None,
    moves: str | None,
    depth: int,
    method: str | None,
    strict: bool,
    picture: Path | None,
    page: Path | None,
    as_json: bool,
) -> None:
    """Show step by step how a search comes to its value: windows, cut-offs and what was left alone.

    TREE-OR-GAME is a tree such as "((3 12 8) (2 4 6) (14 5 2))", or a game of which DEPTH plies are unfolded.
    """
    if "(" in what:
        subject: str | zermelo.Position = what
    else:
        subject = find_position(what, options, position, moves)
    traced = explained(subject, depth=depth, method=method, strict=strict)
    if picture is not None:
        picture.write_text(tree_svg(traced), encoding="utf-8")
    if page is not None:
        page.write_text(stepper_html(traced), encoding="utf-8")
    print(json.dumps(traced.as_json(), ensure_ascii=False) if as_json else words(traced))
