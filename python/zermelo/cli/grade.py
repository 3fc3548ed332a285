"""Grading a student's program on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import click

from zermelo.explaining.svg import tree_svg
from zermelo.grade import grade as graded


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--function", "functions", multiple=True, metavar="NAME", help="Grade only this function; repeatable.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the hidden questions.")
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0.1, 600),
    default=2.0,
    show_default=True,
    metavar="SECONDS",
    help="For an answer.",
)
@click.option(
    "--memory",
    type=click.IntRange(64, 65_536),
    default=512,
    show_default=True,
    metavar="MEGABYTES",
    help="For the student's process.",
)
@click.option(
    "--svg",
    "picture",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw the right search of the first failing tree into this file.",
)
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def grade(
    file: Path,
    functions: tuple[str, ...],
    seed: int,
    seconds: float,
    memory: int,
    picture: Path | None,
    as_json: bool,
) -> int:
    """Grade a student's minimax, alphabeta, expectimax or expectiminimax, and say what kind of mistake it has.

    The functions of FILE are asked about hidden trees and games, in a process with limits of time and memory.
    """
    marks = graded(file, seed=seed, functions=functions or None, seconds=seconds, memory=memory)
    failure = next((function.failure for function in marks.functions if function.failure is not None), None)
    if picture is not None and failure is not None:
        picture.write_text(tree_svg(failure.trace()), encoding="utf-8")
    print(json.dumps(marks.as_json(), ensure_ascii=False) if as_json else marks)
    return 0 if marks.right else 1
