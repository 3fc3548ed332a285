"""The protocol of XBoard and WinBoard (the Chess Engine Communication Protocol, version 2), for chess.

Written after Tim Mann and H. G. Muller, "Chess Engine Communication Protocol", revision of 2009. A line that cannot be
understood is answered by one `Error` sentence, and the session goes on.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable
from typing import Any

import zermelo
from zermelo import levels
from zermelo._native import Position
from zermelo.errors import IllegalMoveError, ZermeloError
from zermelo.protocols.positions import nodes_per_second, revived, score
from zermelo.protocols.thinking import Output, ProtocolError, Thinking
from zermelo.report import News, Report

MEBIBYTE = 2**20
VARIANTS: dict[str, dict[str, object]] = {"normal": {}, "fischerandom": {"chess960": 518}}
MATE = 100_000
"""The score of a mate, to which its moves are added."""
FEATURES = (
    "ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=0 sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 "
    'name=0 nps=0 debug=1 memory=1 smp=1 variants="normal,fischerandom"'
)
_MOVE = re.compile(r"[a-h][1-8][a-h][1-8][qrbnQRBN]?|O-O(-O)?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=?[QRBN])?[+#]?")


class Session:
    """A conversation with XBoard."""

    def __init__(self, send: Output) -> None:
        self.send = send
        self.rules = zermelo.game("chess")
        self.engine = zermelo.Engine(self.rules)
        self.engine_game = self.rules
        self.level = levels.FULL
        self.posting, self.pondering, self.analysing = False, False, False
        self.thinking: Thinking | None = None
        self.unwanted = False
        """Is the answer of the search not to be played?"""
        self.pongs: list[str] = []
        self.lock = threading.Lock()
        """Held while the game changes, which the searching thread does too when it moves."""
        self.time_control: tuple[int, float, float] = (40, 300.0, 0.0)
        """Moves a session (0: for the whole game), its seconds, the increment."""
        self.seconds: float | None = None
        """For each move exactly, instead."""
        self.begin(None)

    def begin(self, start: str | None) -> None:
        """Sets up a game."""
        first = self.rules.start() if start is None else self.rules.position(start)
        self.history = [revived(first)]
        self.seat: int | None = 1
        """The player we are; None in force mode."""
        self.depth: int | None = None
        self.left: float = self.time_control[1]
        self.over = False

    @property
    def position(self) -> Position:
        return self.history[-1]

    def run(self, lines: Iterable[str]) -> None:
        """Obeys until "quit" or the end of the lines."""
        try:
            for line in lines:
                if line.split()[:1] == ["quit"]:
                    return
                self.obey(line)
        finally:
            self.drop()

    def obey(self, line: str) -> None:
        """Does what one line says."""
        words = line.split()
        if not words or words[0] in IGNORED:
            return
        command = COMMANDS.get(words[0])
        try:
            if command is not None:
                command(self, words[1:])
            elif _MOVE.fullmatch(words[0]):
                self.usermove(words)
            else:
                self.send(f"Error (unknown command): {words[0][:40]}")
        except (ZermeloError, ValueError, OverflowError, MemoryError) as error:
            self.send(f"Error ({' '.join(str(error).split())}): {words[0][:40]}")

    # What XBoard may say.

    def protover(self, _: list[str]) -> None:
        """What we can do."""
        self.send("feature done=0")
        self.send(f'feature myname="zermelo {zermelo.__version__}" {FEATURES}')
        names = " /// ".join(f"*{name}" if name == self.level.name else name for name in levels.NAMES)
        self.send(f'feature option="Level -combo {names}"')
        self.send("feature done=1")

    def option(self, words: list[str]) -> None:
        """Changes a setting: NAME=VALUE."""
        name, _, value = " ".join(words).partition("=")
        if name != "Level":
            raise ProtocolError(f'there is no option "{name[:40]}": there is Level')
        self.level = levels.level(value)

    def new(self, _: list[str]) -> None:
        """A new game, in which we are black."""
        self.drop()
        self.rules = zermelo.game("chess")
        self.analysing = False
        self.engine.clear()
        self.begin(None)

    def variant(self, words: list[str]) -> None:
        """Other rules."""
        if not words or words[0] not in VARIANTS:
            raise ProtocolError(f"the variants are {', '.join(VARIANTS)}")
        self.drop()
        self.rules = zermelo.game("chess", **VARIANTS[words[0]])
        self.begin(None)

    def setboard(self, words: list[str]) -> None:
        """Another position."""
        self.drop()
        seat, depth = self.seat, self.depth
        try:
            self.begin(" ".join(words))
        except ZermeloError as error:
            self.send(f"tellusererror Illegal position: {error}")
            return
        self.seat, self.depth = seat, depth
        self.go_on()

    def usermove(self, words: list[str]) -> None:
        """The other player's move, or in force mode any."""
        move = words[0] if words else ""
        self.drop()
        try:
            self.play(move)
        except IllegalMoveError as error:
            self.send(f"Illegal move ({str(error).partition(': ')[2] or 'it is not legal here'}): {move[:40]}")
            return
        self.go_on()

    def force(self, _: list[str]) -> None:
        """We play for nobody."""
        self.drop()
        self.seat = None

    def go(self, _: list[str]) -> None:
        """We play for who is to move, and move."""
        self.drop()
        self.seat = self.position.turn
        self.go_on()

    def playother(self, _: list[str]) -> None:
        """We play for who is not to move."""
        self.drop()
        turn = self.position.turn
        self.seat = None if turn is None else 1 - turn

    def level_clock(self, words: list[str]) -> None:
        """Moves a session, its minutes or minutes:seconds, the increment in seconds."""
        if len(words) != 3:
            raise ProtocolError("a clock is set by: level MOVES MINUTES INCREMENT")
        minutes, _, seconds = words[1].partition(":")
        session = max(60 * number(minutes) + number(seconds or "0"), 0.01)
        self.time_control = (int(number(words[0])), session, number(words[2]))
        self.seconds, self.left = None, self.time_control[1]

    def st(self, words: list[str]) -> None:
        """Seconds for each move."""
        self.seconds = positive(words)

    def sd(self, words: list[str]) -> None:
        """Plies to look ahead at most."""
        self.depth = min(int(positive(words)), 1_000)

    def time(self, words: list[str]) -> None:
        """What is left on our clock, in hundredths."""
        # A clock that has run out is told as less than nothing.
        self.left = max(number(words[0]) if words and words[0][0] != "-" else 0.0, 1.0) / 100

    def ping(self, words: list[str]) -> None:
        """Answered when all before it is done; a move that we think about comes first."""
        pong = f"pong {' '.join(words)}"
        with self.lock:
            if self.thinking is not None and self.to_move:
                self.pongs.append(pong)
                return
        self.send(pong)

    def post(self, _: list[str]) -> None:
        """Tell what is thought."""
        self.posting = True

    def nopost(self, _: list[str]) -> None:
        """Think in silence."""
        self.posting = False

    def hard(self, _: list[str]) -> None:
        """Think in the other player's time too."""
        self.pondering = True

    def easy(self, _: list[str]) -> None:
        """Think only in our time."""
        self.pondering = False
        if self.thinking is not None and not self.to_move and not self.analysing:
            self.drop()

    def move_now(self, _: list[str]) -> None:
        """Move at once."""
        if self.thinking is not None and self.to_move:
            self.thinking.stop()

    def undo(self, _: list[str]) -> None:
        """Takes back a ply."""
        self.back(1)

    def remove(self, _: list[str]) -> None:
        """Takes back two plies."""
        self.back(2)

    def result(self, _: list[str]) -> None:
        """The game has ended."""
        self.drop()
        self.over = True

    def memory(self, words: list[str]) -> None:
        """Mebibytes to use."""
        self.drop()
        self.engine.memory = int(positive(words)) * MEBIBYTE

    def cores(self, words: list[str]) -> None:
        """Threads to use."""
        self.drop()
        self.engine.threads = int(positive(words))

    def analyze(self, _: list[str]) -> None:
        """Think about every position that comes, and never move."""
        self.drop()
        self.analysing, self.seat = True, None
        self.go_on()

    def exit(self, _: list[str]) -> None:
        """Ends the analysis."""
        self.drop()
        self.analysing = False

    # How it is done.

    @property
    def to_move(self) -> bool:
        """Is it our move?"""
        return self.seat is not None and self.position.turn == self.seat

    def play(self, move: str) -> None:
        """Makes a move, and tells if it ends the game."""
        after = revived(self.position.play(move))
        self.history.append(after)
        if after.turn is None and after.utilities is not None:
            first, second = after.utilities
            result = "1-0" if first > second else "0-1" if first < second else "1/2-1/2"
            self.send(f"{result} {{{after.outcome}}}")

    def back(self, plies: int) -> None:
        if plies >= len(self.history):
            raise ProtocolError("there is nothing to take back")
        self.drop()
        del self.history[-plies:]
        self.over = False
        if self.analysing:
            self.go_on()

    def drop(self) -> None:
        """Ends a search without its answer."""
        with self.lock:
            self.unwanted = True
        while (thinking := self.thinking) is not None:
            thinking.stop()
            if self.thinking is thinking:  # else it has moved and begun to ponder
                self.thinking = None
        self.unwanted = False
        self.release()

    def go_on(self) -> None:
        """Begins to think if there is reason to."""
        position = self.position
        if position.turn is None or self.over:
            return
        if self.analysing:
            self.think(position, {}, done=lambda _: None)
        elif self.to_move:
            limits = self.level.limits(position.game, depth=self.depth, time=self.seconds)
            if self.seconds is None:
                moves, _, increment = self.time_control
                to_go = moves - len(self.history) // 2 % moves if moves else None
                limits |= {"clock": (self.left, increment, to_go), "time": None}
            with self.lock:  # an answer that comes at once must not ponder before this search is known
                self.think(position, limits | {"seed": position.key % 2**32}, done=self.move)

    def think(self, position: Position, limits: dict[str, Any], done: Callable[[Report], object]) -> None:
        if position.game != self.engine_game:
            settings = {"memory": self.engine.memory, "threads": self.engine.threads}
            self.engine, self.engine_game = zermelo.Engine(position.game, **settings), position.game
        self.thinking = Thinking(
            self.engine, position, limits, progress=lambda info: self.tell(position, info), done=done, failed=self.fail
        )

    def tell(self, position: Position, info: News) -> None:
        """A line of thought: depth, score, hundredths of a second, nodes, moves."""
        if (not self.posting and not self.analysing) or not info.lines:
            return
        best = info.lines[0]
        kind, amount = score(position.game, best.value)
        if kind == "mate":
            amount = MATE + amount if best.value.utility > 0 else amount - MATE
        moves = [spelled(position, move, code) for move, code in zip(best.line, best.codes, strict=True)]
        extra = f"{info.seldepth} {nodes_per_second(info)} 0"
        self.send(f"{info.depth} {amount} {round(100 * info.seconds)} {info.nodes} {extra}\t{' '.join(moves)}")

    def move(self, report: Report) -> None:
        """Our move, in the thread that found it."""
        with self.lock:
            if self.unwanted:
                return
            self.send(f"move {spelled(self.position, report.line[0], report.codes[0])}")
            self.play(report.codes[0])
        self.release()
        with self.lock:
            if self.pondering and not self.unwanted and len(report.codes) > 1 and self.position.turn is not None:
                self.ponder(report.codes[1])

    def ponder(self, reply: str) -> None:
        """Thinks about the answer to a reply, which leaves the table full of what will be needed."""
        position = revived(self.position.play(reply))
        if position.turn is not None:
            self.think(position, {}, done=lambda _: None)

    def fail(self, sentence: str) -> None:
        """We cannot play this."""
        self.send(f"telluser {sentence}")
        with self.lock:
            self.seat = None
        self.release()

    def release(self) -> None:
        """Answers the pings that waited."""
        with self.lock:
            waiting, self.pongs = self.pongs, []
        for pong in waiting:
            self.send(pong)


IGNORED = {
    "xboard", "accepted", "rejected", "random", "computer", "name", "rating", "ics", "otim", "draw", "hint", "bk", ".",
    "white", "black", "pause", "resume", "idle", "offer",
}  # fmt: skip
"""What needs no answer from us; a draw that is offered is not taken."""

COMMANDS: dict[str, Callable[[Session, list[str]], None]] = {
    "protover": Session.protover,
    "option": Session.option,
    "new": Session.new,
    "variant": Session.variant,
    "setboard": Session.setboard,
    "usermove": Session.usermove,
    "force": Session.force,
    "go": Session.go,
    "playother": Session.playother,
    "level": Session.level_clock,
    "st": Session.st,
    "sd": Session.sd,
    "time": Session.time,
    "ping": Session.ping,
    "post": Session.post,
    "nopost": Session.nopost,
    "hard": Session.hard,
    "easy": Session.easy,
    "?": Session.move_now,
    "undo": Session.undo,
    "remove": Session.remove,
    "result": Session.result,
    "memory": Session.memory,
    "cores": Session.cores,
    "analyze": Session.analyze,
    "exit": Session.exit,
}


def positive(words: list[str]) -> float:
    """The first word as a number above 0."""
    if not words:
        raise ProtocolError("a number must follow")
    found = number(words[0])
    if not found:
        raise ProtocolError("it must be above 0")
    return found


def number(text: str) -> float:
    """A number of 0 or more."""
    try:
        found = float(text)
    except ValueError:
        raise ProtocolError(f'"{text[:40]}" is no number') from None
    if not 0 <= found < 1e9:
        raise ProtocolError(f"{text[:40]} is not a number from 0 to 1,000,000,000")
    return found


def spelled(position: Position, move: str, code: str) -> str:
    """A move as XBoard wants it: by its squares, but in Chess960 castling as O-O."""
    castling = move.startswith("O-O") and "chess960" in position.game.options
    return move.rstrip("+#") if castling else code
