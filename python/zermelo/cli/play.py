"""Playing in the terminal against any search."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import click

import zermelo
from zermelo import levels
from zermelo.cli.common import console, find_position, position_options, progress_line
from zermelo.draw import terminal
from zermelo.protocols.positions import require_duel

with suppress(ImportError):
    import readline  # noqa: F401  line editing and history for what the user types

HELP = "a move, or: hint, undo, moves, position, help, quit"


@click.command()
@position_options
@click.option(
    "--as", "seat", metavar="PLAYER", help="Who you are, by name or number from 1; otherwise who moves first."
)
@click.option("--engine", "method", metavar="NAME", help=f"How the others search: {', '.join(zermelo.methods())}.")
@click.option("--level", type=click.Choice(levels.NAMES), help="How well they play, for games the engine can play.")
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
    level: str | None,
    time: float,
    depth: int | None,
    seed: int | None,
    watch: bool,
) -> None:
    """Play GAME in the terminal, with undo and hints."""
    start = find_position(game, options, position, moves)
    check_engine(start, method, time)
    if level is not None:
        if method is not None:
            raise click.UsageError("a level is played by our engine: leave --engine away")
        require_duel(start.game, dice=True)
    if watch and seat is not None:
        raise click.UsageError("with --watch you play no seat: leave --as away")
    first = start.turn if start.turn is not None and start.turn >= 0 else 0
    you = None if watch else (first if seat is None else find_seat(start, seat))
    Table(start, you, method, time, depth, Random(seed), level).run()


def check_engine(position: zermelo.Position, method: str | None, time: float) -> None:
    """Refuses an engine that could not play before the game begins."""
    methods = position.game.facts["methods"]
    if method is not None and method not in methods:
        raise click.UsageError(f'"{method}" cannot play {position.game.name}: what can is {", ".join(methods)}')
    if not 0 < time < 1e9:
        raise click.UsageError(f"time is {time}: it must be a number of seconds above 0")


def printable(text: str) -> str:
    """What the user typed, with control characters made visible."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


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
        level: str | None = None,
    ) -> None:
        self.history = [start]
        self.you = you
        self.method = method
        self.time = None if depth else time
        self.depth = depth
        self.random = random
        self.level = None if level is None else levels.level(level)
        self.engine = None if level is None else zermelo.Engine(start.game)
        self.shown: zermelo.Position | None = None

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
                self.show()
                if not self.ask():
                    return
            else:
                self.move(self.answer(), self.position.players[turn])
                if self.you is None:
                    self.show()
        self.show()
        console.print(self.position.outcome, style="bold", markup=False)

    def move(self, action: str, who: str) -> None:
        hidden = who == "chance" and self.position.game.facts["hidden"] and self.you is not None
        console.print(f"{who}: {'…' if hidden else action}", style="cyan", markup=False)
        self.history.append(self.position.play(action))

    def show(self) -> None:
        """Draws the board, unless it stands there already."""
        if self.shown is self.position:
            return
        self.shown = self.position
        console.print()
        console.print(terminal(self.position, viewer=self.you))

    def answer(self) -> str:
        """The move of the engine."""
        if self.level is None or self.engine is None:
            move = self.search(self.method).move
        else:
            limits = self.level.limits(self.position.game, time=self.time, depth=self.depth)
            move = self.engine.search(self.position, seed=self.random.getrandbits(32), **limits).move
        assert move is not None, "an engine that is to move finds a move"
        return move

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
            prompt = f"\n{self.position.players[self.you or 0]} to move ({HELP})\n> "
            line = console.input(prompt, markup=False).strip()
        except EOFError:
            console.print()
            return False
        word = line.lower()
        if word in {"quit", "exit", "q"}:
            return False
        if word in {"", "help", "?"}:
            console.print(HELP)
        elif word == "moves":
            console.print(", ".join(self.position.moves()), markup=False)
        elif word == "position":
            console.print(
                self.position.observation(self.you or 0) if self.position.game.facts["hidden"] else self.position.text,
                markup=False,
            )
        elif word == "hint":
            self.hint()
        elif word == "undo":
            self.undo()
        else:
            self.try_move(line)
        return True

    def hint(self) -> None:
        """A search for the user, which must not know more than the user does."""
        if self.position.game.facts["hidden"]:
            name = self.position.game.name
            console.print(f"there is no hint for {name}: no search that looks ahead applies to it", markup=False)
        else:
            console.print(str(self.search(None)), markup=False)

    def try_move(self, line: str) -> None:
        moves = self.position.moves()
        if line not in moves:
            legal = ", ".join(moves[:40])
            console.print(f'"{printable(line)}" is not a legal move here: {legal}', markup=False)
            return
        self.history.append(self.position.play(line))

    def undo(self) -> None:
        """Goes back to your last decision before this one."""
        earlier = [index for index, position in enumerate(self.history[:-1]) if position.turn == self.you]
        if not earlier:
            console.print("there is nothing to take back")
            return
        del self.history[earlier[-1] + 1 :]
