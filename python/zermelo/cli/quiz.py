"""A quiz about searches in the terminal, or written to files for others."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import SystemRandom

import click

from zermelo.cli.common import console, json_option
from zermelo.quiz import DIFFICULTIES, KINDS, MOST_QUESTIONS, AnswerError, Question
from zermelo.quiz import quiz as made
from zermelo.quiz.export import gift, html
from zermelo.quiz.latex import latex

with suppress(ImportError):
    import readline  # noqa: F401  line editing for what the user types

NAMES = {kind.replace(" ", "-"): kind for kind in KINDS}
"""The kinds as they are written on the command line."""


def file_option(name: str, told: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """An option that takes a file to write."""
    return click.option(name, type=click.Path(dir_okay=False, path_type=Path), help=told)


@click.command()
@click.option("--seed", type=click.IntRange(min=0), help="The same seed gives the same quiz; unless said, a new one.")
@click.option("--count", type=click.IntRange(1, MOST_QUESTIONS), default=5, show_default=True, help="Questions.")
@click.option(
    "--difficulty",
    type=click.IntRange(min(DIFFICULTIES), max(DIFFICULTIES)),
    default=2,
    show_default=True,
    help="1 easy, 2 medium, 3 hard.",
)
@click.option("--kind", "kinds", multiple=True, type=click.Choice(list(NAMES)), help="Only these; may be repeated.")
@file_option("--gift", "Write the questions for Moodle into this file.")
@file_option("--html", "Write a page to print, with key.")
@file_option("--latex", "Write a LaTeX document to print, with key.")
@json_option
def quiz(
    seed: int | None,
    count: int,
    difficulty: int,
    kinds: tuple[str, ...],
    gift: Path | None,
    html: Path | None,
    latex: Path | None,
    as_json: bool,
) -> None:
    """Questions about alpha-beta, minimax and expectiminimax, with feedback that names the misconception.

    Asks in the terminal, unless it is to write files or JSON.
    """
    seed = SystemRandom().randrange(10_000) if seed is None else seed
    questions = made(seed, count=count, difficulty=difficulty, kinds=[NAMES[kind] for kind in kinds])
    title = f"Quiz {seed}"
    written = write(questions, title, {"gift": gift, "html": html, "latex": latex})
    if as_json:
        keyed = [question.as_json() | question.key() for question in questions]
        print(json.dumps({"seed": seed, "questions": keyed}, ensure_ascii=False))
    elif written:
        console.print(f"{title}: {told(count)} in {', '.join(map(str, written))}", markup=False, soft_wrap=True)
    else:
        run(questions, title)


def write(questions: Sequence[Question], title: str, files: dict[str, Path | None]) -> list[Path]:
    """Writes the files that are asked for."""
    writers = {"gift": gift, "html": html, "latex": latex}
    written = [(writers[form], file) for form, file in files.items() if file is not None]
    for writer, file in written:
        file.write_text(writer(questions, title=title), encoding="utf-8")
    return [file for _, file in written]


def run(questions: Sequence[Question], title: str) -> None:
    """Asks the questions one by one, and tells the score at the end, also when the user leaves early."""
    right, answered = 0, 0
    console.print(f"{title}: {told(len(questions))}; quit ends it.", markup=False)
    try:
        for number, question in enumerate(questions, start=1):
            show(question, f"{number} of {len(questions)}: {question.title()}")
            marked = ask(question)
            if marked is None:
                break
            right, answered = right + marked, answered + 1
    except (EOFError, KeyboardInterrupt):
        console.print()
    left = f", {told(len(questions) - answered)} left" if answered < len(questions) else ""
    console.print(f"\n{right} of {answered} right{left}", style="bold", markup=False)


def show(question: Question, heading: str) -> None:
    """Prints a question."""
    console.print(f"\n{heading}", style="bold", markup=False)
    console.print(question.text, markup=False)
    console.print(f"\n{question.drawing()}\n", markup=False, soft_wrap=True)
    for number, order in enumerate(question.orders, start=1):
        console.print(f"  {number}) {order}", markup=False)


def ask(question: Question) -> bool | None:
    """Is the answer of the user right? None if they leave; what cannot be understood is asked again."""
    while True:
        line = console.input(f"{question.how}\n> ", markup=False)
        match line.strip().lower():
            case "quit" | "exit" | "q":
                return None
            case "" | "?" | "help":
                console.print("Type the answer as shown, or quit to end.", markup=False)
                continue
        try:
            marked = question.mark(line)
        except AnswerError as error:
            console.print(f"That cannot be understood: {error}.", markup=False)
            continue
        sign = "✓ " if marked.right else "✗ Not quite. "
        console.print(f"{sign}{marked.feedback}", style="green" if marked.right else "yellow", markup=False)
        return marked.right


def told(count: int) -> str:
    """So many questions."""
    return f"{count} question{'' if count == 1 else 's'}"
