"""What the commands share: options, the position they mean, and progress on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click
from rich.console import Console

import zermelo
from zermelo.searching import Progress

console = Console(highlight=False)
stderr = Console(stderr=True, highlight=False)

Command = TypeVar("Command", bound=Callable[..., Any])


def position_options(command: Command) -> Command:
    """GAME, its options, and the position in it."""
    for decorate in reversed(
        (
            click.argument("game", required=False, metavar="GAME", callback=_named),
            click.option(
                "--option",
                "-o",
                "options",
                multiple=True,
                metavar="NAME=VALUE",
                help="An option of the game, such as seats=3.",
            ),
            click.option("--position", metavar="TEXT", help="Where to begin, in the game's own text."),
            click.option(
                "--moves",
                metavar="MOVES",
                help="Moves to play first, separated by commas, or by spaces where no move has one.",
            ),
        )
    ):
        command = decorate(command)
    return command


def _named(context: click.Context, _: click.Parameter, game: str | None) -> str | None:
    """Names the games to who has named none."""
    if game is None and not context.resilient_parsing:
        raise click.UsageError(f"say which game: {', '.join(zermelo.games())}, or one of yours as file.py:Class")
    return game


def limit_options(command: Command) -> Command:
    """How to search, and how long."""
    for decorate in reversed(
        (
            click.option("--method", metavar="NAME", help=f"How to search: {', '.join(zermelo.methods())}."),
            click.option("--depth", type=click.IntRange(min=1), help="Plies to look ahead."),
            click.option("--nodes", type=click.IntRange(min=1), help="Positions to visit at most."),
            click.option("--time", type=float, metavar="SECONDS", help="Seconds to spend."),
            click.option("--seed", type=click.IntRange(min=0), default=0, help="For random choices."),
        )
    ):
        command = decorate(command)
    return command


json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")


def find_position(game: str, options: tuple[str, ...], position: str | None, moves: str | None) -> zermelo.Position:
    """The position that the options of a command mean."""
    made = find_game(game, options)
    found = made.start() if position is None else made.position(position)
    for move in split_moves(moves or ""):
        found = found.play(move)
    return found


def find_game(game: str, options: tuple[str, ...]) -> zermelo.Game | zermelo.BuiltInGame:
    """The game with its options."""
    pairs: dict[str, object] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise click.UsageError(f'the option "{option}" has no value: write it as name=value')
        pairs[name.strip().replace("-", "_")] = value.strip()
    return zermelo.load_game(game, **pairs)


def split_moves(moves: str) -> list[str]:
    """Moves separated by commas, or by spaces where there is no comma."""
    return [move.strip() for move in (moves.split(",") if "," in moves else moves.split()) if move.strip()]


@contextmanager
def progress_line(what: str) -> Iterator[Progress | None]:
    """A line on the terminal that tells how far the work has come; nothing where there is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    with stderr.status(f"{what} …") as status:

        def show(depth: int, nodes: int, seconds: float) -> None:
            reached = f"depth {depth}, " if depth else ""
            status.update(f"{what}: {reached}{nodes:,} nodes, {seconds:.0f} s (Ctrl-C ends it)")

        yield show
