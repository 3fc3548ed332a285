"""`zermelo analyse`: looking back at a game in a file."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

import zermelo
from zermelo.cli.common import console, find_game, json_option, stderr
from zermelo.draw import terminal
from zermelo.formats import FormatError, common
from zermelo.report import measure_of
from zermelo.reviewing import Review, Reviewed, review

ENDINGS = {".pgn": "chess", ".pdn": "checkers", ".ggf": "othello", ".mat": "backgammon"}
"""The games that files are known by."""
BAR = 12
"""The width of the bar that shows what the first player can expect."""


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@click.option("--game", metavar="NAME", help="The game, where the file does not tell; a name or file.py:Class.")
@click.option("--number", type=click.IntRange(min=1), default=1, show_default=True, help="Which game of the file.")
@click.option("--time", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="For every position.")
@click.option("--depth", type=click.IntRange(min=1), help="Plies to look ahead from every position.")
@click.option("--nodes", type=click.IntRange(min=1), help="Positions to visit for every position.")
@click.option("--boards", is_flag=True, help="Draw the board before every weak move.")
@json_option
def analyse(
    file: Path,
    game: str | None,
    number: int,
    time: float | None,
    depth: int | None,
    nodes: int | None,
    boards: bool,
    as_json: bool,
) -> None:
    """Look back at a game in FILE: what every move was worth, weak moves and better ones, luck apart from skill.

    FILE is PGN, PDN, GGF, an othello transcript, MAT, or the JSON that the page writes for every game; - reads what is
    piped in.
    """
    text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8-sig", errors="replace")
    name = game or common.game_in(text) or ENDINGS.get(file.suffix.lower())
    if name is None:
        raise click.UsageError(f'which game "{file}" tells is not clear: say it with --game')
    rules = find_game(name, ())
    told = common.read(rules, text, number=number)
    actions = [move for _, move in told.steps()]
    if not actions:
        raise FormatError("nothing was played in this game")
    if time is None and depth is None and nodes is None:
        nodes = 50_000
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=stderr, transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("looking back (Ctrl-C ends it)", total=len(actions))

        def step(_: Reviewed) -> None:
            progress.advance(task)

        found = review(told.first, actions, time=time, depth=depth, nodes=nodes, progress=step)
    players = told.first.players
    if as_json:
        summary = [
            {"player": player, "lost": found.lost(seat), "luck": found.luck(seat)}
            for seat, player in enumerate(players)
        ]
        print(json.dumps({"steps": [step.as_json() for step in found.steps], "players": summary}))
        return
    _show(found, players, boards)


def _show(found: Review, players: tuple[str, ...], boards: bool) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading, side in (("", "right"), ("", "left"), ("played", "left"), (f"{players[0]} can expect", "left")):
        table.add_column(heading, justify="right" if side == "right" else "left", no_wrap=True)
    table.add_column("better", overflow="fold")
    for ply, step in enumerate(found.steps, 1):
        who = "·" if step.actor == zermelo.CHANCE else players[step.actor]
        better = ""
        if step.mark:
            better = f"{step.best} ({' '.join(step.line[:6])})"
        elif step.actor == zermelo.CHANCE and abs(step.expected[1] - step.expected[0]) >= 0.05:
            better = f"luck {step.luck:+.3g} for {players[0]}"
        colour = {"??": "bold red", "?": "red", "?!": "yellow"}.get(step.mark, "")
        table.add_row(
            f"{ply}.", who, Text(f"{step.action} {step.mark}".strip(), style=colour), _bar(step.expected[1]), better
        )
        if boards and step.mark:
            console.print(table)
            console.print(terminal(step.position))
            table = Table(box=None, pad_edge=False, show_header=False)
            for _ in range(5):
                table.add_column(no_wrap=True)
    console.print(table)
    console.print()
    dice = any(step.actor == zermelo.CHANCE for step in found.steps)
    name, worth = measure_of(found.steps[0].position.game)
    unit = f" {name}" if name else ""
    for seat, player in enumerate(players):
        weak = sum(1 for step in found.steps if step.actor == seat and step.mark)
        luck = f", luck {found.luck(seat) / worth:+.2f}" if dice else ""
        moves = "move" if weak == 1 else "moves"
        console.print(
            f"{player}: gave away {found.lost(seat) / worth:.2f}{unit} in {weak} weak {moves}{luck}", markup=False
        )


def _bar(expected: float) -> Text:
    full = round(expected * BAR)
    return Text("█" * full + "░" * (BAR - full) + f" {100 * expected:3.0f} %")
