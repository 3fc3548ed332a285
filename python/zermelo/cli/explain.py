"""Explaining a search on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import click

import zermelo
from zermelo.cli.common import find_position, json_option
from zermelo.explaining import METHODS, compared_svg
from zermelo.explaining.files import save_picture
from zermelo.tree import declared_noisy, is_tree_text


@click.command()
@click.argument("what", metavar="TREE-OR-GAME")
@click.option("--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--position", metavar="TEXT", help="Where to begin, in the game's own text.")
@click.option(
    "--moves", metavar="MOVES", help="Moves to play first, separated by commas, or by spaces where no move has one."
)
@click.option("--depth", type=click.IntRange(1, 12), help="Plies to unfold of a game: 3 unless said.")
@click.option("--method", type=click.Choice(METHODS), help="Unless said, alpha-beta where there is no chance.")
@click.option("--strict", is_flag=True, help="Cut on strict inequality only.")
@click.option("--bounds", type=float, nargs=2, metavar="LOW HIGH", help="Prune at chance nodes from these utilities.")
@click.option("--probe", is_flag=True, help="With bounds, look at one reply to every outcome of chance first: Star2.")
@click.option("--quiescence", is_flag=True, help="Below the depth of a game, go on with what it declares noisy.")
@click.option("--table", is_flag=True, help="Do not search the same subtree twice.")
@click.option(
    "--save",
    "files",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write it into this file, as its ending says: svg, html to step through, tex, dot, json, txt, png, pdf.",
)
@click.option("--film", type=click.IntRange(1, 60), metavar="FRAMES", help="Save pictures of so many moments.")
@click.option("--compare", is_flag=True, help="Save pictures of minimax, alpha-beta and the best order side by side.")
@json_option
def explain(
    what: str,
    options: tuple[str, ...],
    position: str | None,
    moves: str | None,
    depth: int | None,
    method: str | None,
    strict: bool,
    bounds: tuple[float, float] | None,
    probe: bool,
    quiescence: bool,
    table: bool,
    files: tuple[Path, ...],
    film: int | None,
    compare: bool,
    as_json: bool,
) -> None:
    """Show step by step how a search comes to its value: windows, cut-offs and what was left alone.

    TREE-OR-GAME is a tree such as "((3 12 8) (2 4 6) (14 5 2))", or a game of which DEPTH plies are unfolded.
    """
    if (film or compare) and not files:
        raise click.UsageError("name a file for the picture with --save, such as --save film.svg")
    if film and compare:
        raise click.UsageError("a picture is a film or a comparison, not both")
    subject: str | zermelo.Position = what
    if not is_tree_text(what):
        subject, depth = find_position(what, options, position, moves), depth or 3
    elif options or position or moves or depth or quiescence:
        raise click.UsageError("options, position, moves, depth and quiescence are for games, not for a tree")
    noisy = declared_noisy if quiescence else None
    traced = zermelo.explain(
        subject, depth=depth, method=method, strict=strict, bounds=bounds, table=table, probe=probe, noisy=noisy
    )
    for file in files:
        if compare:
            save_picture(compared_svg(traced.tree, strict=strict), file)
        elif film:
            save_picture(traced.film(film), file)
        else:
            traced.save(file)
    print(json.dumps(traced.as_json(), ensure_ascii=False) if as_json else traced)
