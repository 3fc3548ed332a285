"""Playing in the terminal against any search."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from time import monotonic

import click

import zermelo
from zermelo import levels
from zermelo.arena.clock import Clock, TimeControl
from zermelo.cli.common import console, find_position, position_options, progress_line
from zermelo.cli.picker import can_pick, pick
from zermelo.draw import terminal
from zermelo.protocols.positions import require_duel

with suppress(ImportError):
    import readline  # noqa: F401  line editing and history for what the user types

MEANINGS = {
    "hint": "what the engine would play here, and what that is worth",
    "undo": "back to your last decision before this one",
    "moves": "all legal moves",
    "position": "the position as text, which --position takes",
    "resign": "give the game up",
    "help": "this list",
    "quit": "leave; nothing is kept",
}
WORDS = tuple(MEANINGS)
HELP = f"a move, or: {', '.join(WORDS)}"
MOST_SIMILAR = 5
"""So many moves that begin like a wrong one are shown."""
AROUND = 3
"""The lines that the question takes below the board."""


@click.command()
@position_options
@click.option(
    "--as", "seat", metavar="PLAYER", help="Who you are, by name or number from 1; otherwise who moves first."
)
@click.option("--engine", "method", metavar="NAME", help=f"How the others search: {', '.join(zermelo.methods())}.")
@click.option("--level", type=click.Choice(levels.NAMES), help="How well they play, for games the engine can play.")
@click.option("--time", type=float, default=1.0, show_default=True, metavar="SECONDS", help="Their time for a move.")
@click.option("--depth", type=click.IntRange(min=1), help="How far they look ahead, instead of a time.")
@click.option(
    "--clock", metavar="S+INC", help="Seconds for each player and a move more, such as 300+3, for two players."
)
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
    clock: str | None,
    seed: int | None,
    watch: bool,
) -> None:
    """Play GAME in the terminal: arrow keys go through the moves, typing finds them; with undo, hints and clocks."""
    start = find_position(game, options, position, moves)
    check_engine(start, method, time)
    if level is not None:
        if method is not None:
            raise click.UsageError("a level is played by our engine: leave --engine away")
        require_duel(start.game, dice=True)
    if clock is not None and len(start.players) != 2:
        raise click.UsageError("clocks are for two players")
    if watch and seat is not None:
        raise click.UsageError("with --watch you play no seat: leave --as away")
    first = start.turn if start.turn is not None and start.turn >= 0 else 0
    you = None if watch else (first if seat is None else find_seat(start, seat))
    control = None if clock is None else Clock(TimeControl.parse(clock), margin=0.0)
    Table(start, you, method, time, depth, Random(seed), level, control).run()


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
        clock: Clock | None = None,
    ) -> None:
        self.history = [start]
        self.clock = clock
        self.began = self.asked = monotonic()
        self.thought = 0.0  # what you have spent on this move so far, in several answers
        self.ended: str | None = None
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
        while (turn := self.position.turn) is not None and self.ended is None:
            self.began = monotonic()
            if turn == zermelo.CHANCE:
                events, probabilities = zip(*self.position.chances(), strict=True)
                self.move(self.random.choices(events, probabilities)[0], "chance")
            elif turn == self.you:
                self.show()
                if not self.ask():
                    return
            else:
                answer = self.answer()
                if self.spend(turn):
                    self.move(answer, self.position.players[turn])
                if self.you is None:
                    self.show()
        self.show()
        console.print(self.ended or self.position.outcome, style="bold", markup=False)

    def spend(self, player: int) -> bool:
        """Takes off the clock what the move took; False when the time was over."""
        if self.clock is None or self.clock.spend(player, monotonic() - self.began):
            return True
        self.lose(player, "ran out of time")
        return False

    def lose(self, player: int, how: str) -> None:
        """Ends the game before its rules end it."""
        names = self.position.players
        rest = f": {names[1 - player]} wins" if len(names) == 2 else ""
        self.ended = f"{names[player]} {how}{rest}"

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
        lines = console.height - AROUND if console.is_terminal else None
        console.print(terminal(self.position, viewer=self.you, lines=lines))

    def answer(self) -> str:
        """The move of the engine."""
        if self.level is None or self.engine is None:
            move = self.search(self.method).move
        else:
            limits = self.level.limits(self.position.game, time=self.time, depth=self.depth)
            if self.clock is not None and self.position.turn is not None:
                limits["clock"] = self.clock[self.position.turn]
            move = self.engine.search(self.position, seed=self.random.getrandbits(32), **limits).move
        assert move is not None, "an engine that is to move finds a move"
        return move

    def search(self, method: str | None) -> zermelo.Report:
        # A forced move needs no thought.
        forced = len(self.position.moves()) == 1
        if self.clock is not None and self.time is not None and self.position.turn is not None:
            left, increment, _ = self.clock[self.position.turn]
            self.time = max(0.01, min(left / 30 + increment / 2, left / 2))
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
        you = self.you or 0
        self.asked = monotonic()
        try:
            prompt = f"\n{self.position.players[you]} to move ({HELP})"
            if can_pick():
                console.print(prompt, markup=False)
                line = pick([*self.position.moves(), *WORDS], self.clocks).strip()
            else:
                line = console.input(f"{prompt}\n> ", markup=False).strip()
        except EOFError:
            console.print()
            return False
        except TimeoutError:
            self.lose(you, "ran out of time")
            return True
        self.thought += monotonic() - self.asked
        word = line.lower()
        if word in {"quit", "exit", "q"}:
            return False
        if word in {"", "help", "?"}:
            self.help()
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
        elif word == "resign":
            self.lose(you, "resigned")
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

    def help(self) -> None:
        """Tells how moves are written, what else can be said, and what the keys do."""
        try:
            self.position.play("?")
        except zermelo.IllegalMoveError as error:
            if told := self.spelling(error):
                console.print(told, markup=False)
        width = max(map(len, WORDS))
        for word, meaning in MEANINGS.items():
            console.print(f"  {word:<{width}}  {meaning}", markup=False)
        if can_pick():
            console.print("arrow keys and Tab go through the moves, letters narrow them down, Enter plays, Esc clears")
        if self.position.game.rules:
            console.print(f"rules: {self.position.game.rules}", markup=False)

    def spelling(self, error: zermelo.IllegalMoveError) -> str:
        """How moves are written, as the game says it; its sentence without the position, which may be hidden."""
        return str(error).partition(f' "{self.position.text}": ')[2]

    def try_move(self, line: str) -> None:
        try:
            after = self.position.play(line)
        except zermelo.IllegalMoveError as error:
            told = self.spelling(error)
            moves = self.position.moves()
            if not told or "; here: " not in told:
                similar = [move for move in moves if move.lower().startswith(line.lower()[:2])][:MOST_SIMILAR]
                count = f'"moves" lists all {len(moves)}'
                told = "; ".join(filter(None, [told, f"legal are {', '.join(similar)}, …" if similar else "", count]))
            console.print(f'"{printable(line)}" is not a legal move here: {told}', markup=False)
            return
        self.began = monotonic() - self.thought
        if self.spend(self.you or 0):
            self.history.append(after)
        self.thought = 0.0

    def clocks(self) -> str | None:
        """Both clocks while you think; ends your thinking when your time is over."""
        if self.clock is None or self.you is None:
            return None
        left = [self.clock[0][0], self.clock[1][0]]
        left[self.you] -= self.thought + monotonic() - self.asked
        if left[self.you] <= 0:
            raise TimeoutError
        return " : ".join(f"{int(seconds // 60)}:{seconds % 60:04.1f}" for seconds in left)

    def undo(self) -> None:
        """Goes back to your last decision before this one."""
        earlier = [index for index, position in enumerate(self.history[:-1]) if position.turn == self.you]
        if not earlier:
            console.print("there is nothing to take back")
            return
        del self.history[earlier[-1] + 1 :]
