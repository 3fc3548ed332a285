"""Commands that answer a question about a game: games, perft, search, check."""

from __future__ import annotations

import json
import sys
import time as clock

import click
from rich.padding import Padding

import zermelo
from zermelo._native import counts
from zermelo.cli.common import (
    console,
    find_game,
    find_position,
    json_option,
    limit_options,
    position_options,
    progress_line,
)
from zermelo.draw import terminal

COUNTED_ONE = {"leaves": "leaf", "positions": "position", "games": "game"}


@click.command()
@json_option
def games(as_json: bool) -> None:
    """List the games, their options and the searches that apply to them."""
    found = [zermelo.game(name) for name in zermelo.games()]
    if as_json:
        rows = [
            {
                "name": game.name,
                "aliases": game.aliases,
                "summary": game.summary,
                "rules": game.rules,
                "options": [
                    {"name": name, "default": default, "meaning": meaning}
                    for name, default, meaning in game.known_options
                ],
                **{key: game.facts[key] for key in ("players", "sum", "chance", "hidden", "unit", "bounds", "methods")},
            }
            for game in found
        ]
        print(json.dumps(rows, ensure_ascii=False))
        return
    for game in found:
        facts = game.facts
        kind = [f"{len(facts['players'])} player{'s' * (len(facts['players']) > 1)}"]
        kind += [word for word in ("chance", "hidden") if facts[word]]
        console.print(f"[bold]{game.name}[/]  {game.summary}")
        about = {
            "options": [f"{name}={default}" for name, default, _ in game.known_options],
            "searches": facts["methods"],
            "also": game.aliases,
        }
        told = [", ".join(kind), *(f"{what} {', '.join(words)}" for what, words in about.items() if words)]
        console.print(Padding(f"[dim]{' · '.join(told)}[/]", (0, 0, 0, 4)))


@click.command()
@position_options
@click.argument("depth", type=click.IntRange(min=0))
@click.option("--count", "what", type=click.Choice(counts()), default="leaves", help="What to count.")
@json_option
def perft(
    game: str,
    options: tuple[str, ...],
    position: str | None,
    moves: str | None,
    depth: int,
    what: str,
    as_json: bool,
) -> None:
    """Count the lines of DEPTH plies in GAME; or different positions, or finished games."""
    start = find_position(game, options, position, moves)
    began = clock.perf_counter()
    with progress_line("counting") as progress:
        count = zermelo.perft(start, depth, count=what, progress=progress)
    seconds = clock.perf_counter() - began
    if as_json:
        answer = {"game": start.game.name, "position": start.text, "depth": depth, "count": count, "seconds": seconds}
        print(json.dumps(answer | {"counted": what}, ensure_ascii=False))
    else:
        print(f"{count:,} {what if count != 1 else COUNTED_ONE[what]} at depth {depth} in {seconds:.3f} s")


@click.command()
@position_options
@limit_options
@json_option
def search(
    game: str,
    options: tuple[str, ...],
    position: str | None,
    moves: str | None,
    method: str | None,
    depth: int | None,
    nodes: int | None,
    time: float | None,
    seed: int,
    as_json: bool,
) -> None:
    """Find the value of a position of GAME and the best move.

    GAME is a name that `zermelo games` lists, or a game of your own as file.py:Class.
    """
    start = find_position(game, options, position, moves)
    with progress_line("searching") as progress:
        report = zermelo.search(start, method=method, depth=depth, nodes=nodes, time=time, seed=seed, progress=progress)
    if as_json:
        print(json.dumps(report.as_json(), ensure_ascii=False))
    else:
        if sys.stdout.isatty():
            console.print(terminal(start))
        print(report)


@click.command()
@click.argument("game")
@click.option("--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
def check(game: str, options: tuple[str, ...]) -> int:
    """Check whether GAME keeps the rules for games; meant for your own, as file.py:Class."""
    made = find_game(game, options)
    try:
        print(zermelo.check_game(made))
    except zermelo.GameError as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0
