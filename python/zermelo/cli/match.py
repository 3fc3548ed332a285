"""`zermelo match`: which of two players is stronger."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from zermelo.cli.common import console, find_game, json_option, stderr

if TYPE_CHECKING:
    from zermelo.arena import Result

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("a")
@click.argument("b")
@click.option("--game", default="chess", show_default=True, help="A name from `zermelo games`, or file.py:Class.")
@click.option("--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="How many, two an opening.")
@click.option("--clock", metavar="S+INC", help="Seconds for a game and a move more, such as 10+0.1 or 40/60.")
@click.option("--time", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="For each move.")
@click.option("--nodes", type=click.IntRange(min=1), help="Positions for each move.")
@click.option("--depth", type=click.IntRange(min=1), help="Plies to look ahead.")
@click.option("--openings", type=FILE, help="PGN, EPD, or a position a line; random moves unless said.")
@click.option("--plies", type=click.IntRange(min=0), help="Of random openings (8), or of games in a PGN file (all).")
@click.option("--seed", type=click.IntRange(min=0), default=0, help="For openings and players.")
@click.option("--sprt", metavar="ELO0,ELO1", help="End as soon as it is clear which of two differences it is.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Chance of a wrong yes of the test.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="Chance of a wrong no of the test.")
@click.option("--resign", type=click.IntRange(min=1), help="Decide games when both players see this many hundredths.")
@click.option("--longest", type=click.IntRange(min=1), help="Draw games after so many plies.")
@click.option("--save", type=FILE, help="Append every pair to this file, and go on with the match that it holds.")
@click.option("--pgn", "pgn_file", type=FILE, help="Write the games of chess into this file.")
@json_option
def match(
    a: str,
    b: str,
    game: str,
    options: tuple[str, ...],
    games: int,
    clock: str | None,
    time: float | None,
    nodes: int | None,
    depth: int | None,
    openings: Path | None,
    plies: int | None,
    seed: int,
    sprt: str | None,
    alpha: float,
    beta: float,
    resign: int | None,
    longest: int | None,
    save: Path | None,
    pgn_file: Path | None,
    as_json: bool,
) -> int:
    """Let players A and B play pairs of games, each opening with both colours; Ctrl-C ends with the score so far.

    A and B are `zermelo`, `zermelo:depth=6`, `zermelo:nodes=10000,threads=2`, `zermelo:level=club`,
    `zermelo:method=roll-outs,time=0.5`, `random`, `gnubg`, `file.py:function`, or another program as
    `uci:/path/engine;UCI_LimitStrength=true;UCI_Elo=2500`.
    """
    from zermelo.arena import Sprt
    from zermelo.arena import match as played

    test = None if sprt is None else Sprt(*numbers(sprt), alpha=alpha, beta=beta)
    rules = find_game(game, options)
    if pgn_file is not None and rules.name != "chess":
        raise click.UsageError(f"games of {rules.name} are not written as PGN: leave --pgn away")
    with score_line(games) as progress:
        result = played(
            a,
            b,
            game=rules,
            games=games,
            clock=clock,
            time=time,
            nodes=nodes,
            depth=depth,
            openings=openings,
            plies=plies,
            seed=seed,
            sprt=test,
            resign=resign,
            longest=longest,
            save=save,
            progress=progress,
        )
    if pgn_file is not None:
        pgn_file.write_text(result.pgn(), encoding="utf-8")
    if as_json:
        print(json.dumps(result.as_json(), ensure_ascii=False))
    else:
        console.print(str(result), markup=False, soft_wrap=True)
    if result.interrupted:
        return 130
    return 1 if result.verdict == "no" else 0


def numbers(text: str) -> tuple[float, float]:
    """The two ratings of a test."""
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise click.UsageError(f'"{text}" is no test: write two ratings, such as 0,5') from None
    return low, high


@contextmanager
def score_line(games: int) -> Iterator[Callable[[Result], object] | None]:
    """A line on the terminal with the score so far; nothing where there is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    with stderr.status("playing …") as status:

        def show(result: Result) -> None:
            wins, draws, losses = result.counts
            test = f", LLR {result.sprt.llr(result.pentanomial):.2f}" if result.sprt else ""
            score = f"{len(result.points)} of {games} games: +{wins} ={draws} -{losses}"
            status.update(f"{score}, Elo {result.elo}{test} (Ctrl-C ends it)".replace("[", r"\["))

        yield show
