"""Playing in the terminal against any search."""

from __future__ import annotations

from random import Random

import click

import zermelo
from zermelo.cli.common import console, find_position, position_options, progress_line
from zermelo.draw import terminal

HELP = "a move, or: hint, undo, moves, position, help, quit"


@click.command()
@position_options
@click.option(
    "--as", "seat", metavar="PLAYER", help="Who you are, by name or number from 1; otherwise who moves first."
)
@click.option("--engine", "method", metavar="NAME", help=f"How the others search: {', '.join(zermelo.methods())}.")
@click.option("--time", type=float, default=1.0, show_default=True, metavar="SECONDS", help="Their time for a move.")
@click.option("--depth", type=click.IntRange(min=1), help="How far they look ahead, instead of a time.")
@click.option("--seed", type=click.IntRange(min=0), help="For the dice and for random play.")
@click.option("--watch", is_flag=True, help="Let the engine play every seat.")
def play(
    game: str,
    options: tuple[str, ...],
    position: str | None,
    moves: str | None,
    seat: str | None,
    method: str | None,
    time: float,
    depth: int | None,
    seed: int | None,
    watch: bool,
) -> None:
    """Play GAME in the terminal, with undo and hints."""
    start = find_position(game, options, position, moves)
    first = start.turn if start.turn is not None and start.turn >= 0 else 0
    you = None if watch else (first if seat is None else find_seat(start, seat))
    Table(start, you, method, time, depth, Random(seed)).run()


def find_seat(position: zermelo.Position, seat: str) -> int:
    """The player of this name or number."""
    names = position.players
    if seat in names:
        return names.index(seat)
    if seat.isdecimal() and 1 <= int(seat) <= len(names):
        return int(seat) - 1
    raise click.UsageError(f'there is no player "{seat}": there are {", ".join(names)}')


class Table:
    """One game in the terminal."""

    def __init__(
        self,
        start: zermelo.Position,
        you: int | None,
        method: str | None,
        time: float,
        depth: int | None,
        random: Random,
    ) -> None:
        self.history = [start]
        self.you = you
        self.method = method
        self.time = None if depth else time
        self.depth = depth
        self.random = random

    @property
    def position(self) -> zermelo.Position:
        return self.history[-1]

    def run(self) -> None:
        """Plays until the game is over or the user has enough."""
        self.show()
        while (turn := self.position.turn) is not None:
            if turn == zermelo.CHANCE:
                events, probabilities = zip(*self.position.chances(), strict=True)
                self.move(self.random.choices(events, probabilities)[0], "chance")
            elif turn == self.you:
                if not self.ask():
                    return
            else:
                report = self.search(self.method)
                assert report.move is not None, "an engine that is to move finds a move"
                self.move(report.move, self.position.players[turn])
                self.show()
        if self.you is not None:
            self.show()
        console.print(f"[bold]{self.position.outcome}[/]")

    def move(self, action: str, who: str) -> None:
        hidden = who == "chance" and self.position.game.facts["hidden"] and self.you is not None
        console.print(f"{who}: {'…' if hidden else action}", style="cyan", markup=False)
        self.history.append(self.position.play(action))

    def show(self) -> None:
        console.print()
        console.print(terminal(self.position, viewer=self.you))

    def search(self, method: str | None) -> zermelo.Report:
        # A forced move needs no thought.
        forced = len(self.position.moves()) == 1
        with progress_line("thinking") as progress:
            return zermelo.search(
                self.position,
                method=method,
                time=None if forced else self.time,
                depth=1 if forced else self.depth,
                seed=self.random.getrandbits(32),
                progress=progress,
            )

    def ask(self) -> bool:
        """Takes one line from the user; False when they leave."""
        try:
            line = console.input(f"\n{self.position.players[self.you or 0]} to move ({HELP})\n> ").strip()
        except EOFError:
            console.print()
            return False
        if line in {"quit", "exit", "q"}:
            return False
        if line in {"", "help", "?"}:
            console.print(HELP)
        elif line == "moves":
            console.print(", ".join(self.position.moves()), markup=False)
        elif line == "position":
            console.print(
                self.position.observation(self.you or 0) if self.position.game.facts["hidden"] else self.position.text,
                markup=False,
            )
        elif line == "hint":
            console.print(str(self.search(None)), markup=False)
        elif line == "undo":
            self.undo()
        else:
            self.try_move(line)
        return True

    def try_move(self, line: str) -> None:
        if line not in self.position.moves():
            legal = ", ".join(self.position.moves()[:40])
            console.print(f'"{line}" is not a legal move here: {legal}', markup=False)
            return
        self.history.append(self.position.play(line))
        self.show()

    def undo(self) -> None:
        """Goes back to your last decision before this one."""
        earlier = [index for index, position in enumerate(self.history[:-1]) if position.turn == self.you]
        if not earlier:
            console.print("there is nothing to take back")
            return
        del self.history[earlier[-1] + 1 :]
        self.show()
