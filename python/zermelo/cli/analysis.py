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
    split_moves,
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
@click.option("--lines", type=click.IntRange(min=1), default=1, help="How many of the best moves to tell of.")
@click.option("--only", metavar="MOVES", help="The only moves to look at, separated as in --moves.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, help="How many threads search together.")
@click.option("--memory", type=click.IntRange(min=1), default=64, metavar="MB", help="The size of the engine's table.")
@click.option(
    "--selective",
    is_flag=False,
    flag_value="play",
    default="",
    metavar="[SWITCHES]",
    help="Look deeper where it matters, as in play; or only by these switches, separated by commas.",
)
@click.option("--why", is_flag=True, help="Show the evaluation of the position, feature by feature.")
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
    lines: int,
    only: str | None,
    threads: int,
    memory: int,
    selective: str,
    why: bool,
    as_json: bool,
) -> None:
    """Find the value of a position of GAME and the best move.

    GAME is a name that `zermelo games` lists, or a game of your own as file.py:Class.
    """
    start = find_position(game, options, position, moves)
    with progress_line("searching") as progress:
        report = zermelo.search(
            start,
            method=method,
            depth=depth,
            nodes=nodes,
            time=time,
            seed=seed,
            lines=lines,
            moves=split_moves(only) if only else None,
            threads=threads,
            memory=memory * 2**20,
            selective=selective,
            progress=progress,
        )
    if as_json:
        reasons = {"features": evaluation(start)} if why else {}
        print(json.dumps(report.as_json() | reasons, ensure_ascii=False))
        return
    if sys.stdout.isatty():
        console.print(terminal(start))
    print(report)
    if why:
        tell_why(start)


def evaluation(position: zermelo.Position) -> list[dict[str, float | str]]:
    """What the evaluation of the player to move is made of."""
    player = max(position.turn or 0, 0)
    return [
        {"name": name, "weight": weight, "amount": amount, "worth": weight * amount}
        for name, weight, amount in position.features(player)
    ]


def tell_why(position: zermelo.Position) -> None:
    """Prints the evaluation feature by feature."""
    player = max(position.turn or 0, 0)
    features = evaluation(position)
    print(f"\nthe position itself, before any search, for {position.players[player]}:")
    if not features:
        print("  the game has no opinion about unfinished positions")
        return
    width = max(len(str(feature["name"])) for feature in features)
    for feature in features:
        amount, weight, worth = feature["amount"], feature["weight"], feature["worth"]
        print(f"  {feature['name']:<{width}}  {amount:>+9.4g} × {weight:<9.4g} = {worth:>+9.4f}")
    print(f"  {'together':<{width}}  {'':>9}   {'':<9} = {position.evaluate(player):>+9.4f}")


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
