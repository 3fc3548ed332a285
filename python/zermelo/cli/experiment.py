"""Running an experiment on the command line: its table and what it says, and its plot as a file."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill

import click
from rich.box import SIMPLE_HEAD
from rich.progress import Progress as Bar
from rich.table import Table

from zermelo.cli.common import console, json_option, stderr
from zermelo.experiments import EXPERIMENTS, SIZES, run
from zermelo.experiments.outcome import Cell, Outcome


@click.command()
@click.argument("name", required=False, metavar="[NAME]")
@click.option("--seed", type=click.IntRange(min=0), default=0, help="For random choices.")
@click.option("--size", type=click.Choice(SIZES), default=SIZES[0], show_default=True, help="How much to measure.")
@click.option("--svg", "picture", type=click.Path(dir_okay=False, path_type=Path), help="Draw the plot into this file.")
@json_option
def experiment(name: str | None, seed: int, size: str, picture: Path | None, as_json: bool) -> None:
    """Measure something about search, as a table, a plot and what they say; without NAME, list what there is."""
    if name is None:
        if picture is not None:
            raise click.UsageError(f"--svg needs an experiment to draw: {', '.join(EXPERIMENTS)}")
        show_list(as_json)
        return
    if picture is not None and not picture.parent.is_dir():  # better said before the work than after it
        raise click.UsageError(f'there is no folder "{picture.parent}" to draw into')
    with Bar(console=stderr, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(name, total=1.0)
        outcome = run(name, seed=seed, size=size, progress=lambda share: bar.update(task, completed=share))
    if picture is not None:
        picture.write_text(outcome.svg, encoding="utf-8")
    if as_json:
        print(json.dumps({"experiment": name, "seed": seed, "size": size} | outcome.as_json(), ensure_ascii=False))
    else:
        show(outcome)


def show_list(as_json: bool) -> None:
    """The experiments with their questions."""
    if as_json:
        print(json.dumps([{"name": name, "question": one.question} for name, one in EXPERIMENTS.items()]))
        return
    for name, one in EXPERIMENTS.items():
        console.print(f"[bold]{name}[/bold]  {one.question}")


def show(outcome: Outcome) -> None:
    """The table and the sentences."""
    table = Table(title=outcome.title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    columns = [written(cells) for cells in zip(*outcome.rows, strict=True)]
    for heading, cells, shown in zip(outcome.columns, zip(*outcome.rows, strict=True), columns, strict=True):
        numbers = any(isinstance(cell, int | float) for cell in cells)
        # A heading is broken rather than making its column wider than it need be.
        width = max(map(len, [*shown, *heading.split()]))
        table.add_column(fill(heading, width), justify="right" if numbers else "left", no_wrap=True)
    for row in zip(*columns, strict=True):
        table.add_row(*row)
    console.print(table)
    for sentence in outcome.conclusions:
        console.print(f"• {sentence}", markup=False)


def written(cells: Sequence[Cell]) -> list[str]:
    """The cells of a column as people write them, all with as many decimals."""
    decimals = max((len(str(cell).partition(".")[2]) for cell in cells if isinstance(cell, float)), default=0)
    return [f"{cell:,.{decimals}f}" if isinstance(cell, int | float) else cell for cell in cells]
