"""The Universal Chess Interface (Meyer-Kahlen and Huber, 2006), for chess and, in its style, for other games.

Chess is complete: every command and every limit of `go`. Other games of two players without chance and hidden
information differ in two words: `position start | text TEXT [moves …]`, and `wtime` and `btime` mean the first and the
second player. A line that cannot be understood is answered by one `info string` sentence, and the session goes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import zermelo
from zermelo import levels
from zermelo._native import BuiltInGame, Position
from zermelo.errors import ZermeloError
from zermelo.game import Game
from zermelo.protocols.positions import follow, nodes_per_second, require_duel, score
from zermelo.protocols.thinking import Output, ProtocolError, Thinking
from zermelo.report import News, Report

MEBIBYTE = 2**20
STANDARD_960 = 518
"""The number of the usual start among those of Chess960."""
LONGEST = 10**11
"""Milliseconds; nobody waits longer."""
NUMBERS = {
    "wtime": LONGEST,
    "btime": LONGEST,
    "winc": LONGEST,
    "binc": LONGEST,
    "movetime": LONGEST,
    "movestogo": 1_000,
    "depth": 1_000,
    "mate": 500,
    "nodes": 2**62,
}
"""The numbers of `go`, and the greatest that makes a difference."""
WORDS = ("infinite", "ponder")
KEYWORDS = {*NUMBERS, *WORDS, "searchmoves"}
BOUNDS = {"lower": " lowerbound", "upper": " upperbound"}
QUIET_SECONDS = 1.0
"""Between depths, progress is told this often."""


@dataclass
class Option:
    """A setting as a program shows it."""

    kind: str
    default: Any = None
    least: int = 0
    most: int = 0
    choices: Sequence[str] = ()
    value: Any = field(init=False)

    def __post_init__(self) -> None:
        self.value = self.default

    def __str__(self) -> str:
        words = [f"type {self.kind}"]
        if self.kind != "button":
            default = str(self.default).lower() if self.kind == "check" else self.default
            words.append(f"default {default}")
        if self.kind == "spin":
            words.append(f"min {self.least} max {self.most}")
        words += [f"var {choice}" for choice in self.choices]
        return " ".join(words)

    def parse(self, name: str, text: str) -> Any:
        """The value that a text means."""
        if self.kind == "spin":
            number = integer(name, text)
            if not self.least <= number <= self.most:
                raise ProtocolError(f"{name} is {number}: it must be {self.least} to {self.most}")
            return number
        if self.kind == "check":
            if text.lower() not in {"true", "false"}:
                raise ProtocolError(f'{name} is "{text}": it must be true or false')
            return text.lower() == "true"
        found = next((choice for choice in self.choices if choice.lower() == text.lower()), None)
        if found is None and self.choices:
            raise ProtocolError(f'{name} is "{text}": it must be one of {", ".join(self.choices)}')
        return found


def make_options(game: Game | BuiltInGame) -> dict[str, Option]:
    """The settings that a game has."""
    options = {
        "Hash": Option("spin", 64, 1, 65_536),
        "Clear Hash": Option("button"),
        "Threads": Option("spin", 1, 1, 256),
        "Ponder": Option("check", False),
        "MultiPV": Option("spin", 1, 1, 256),
        "Move Overhead": Option("spin", 20, 0, 5_000),
        "Level": Option("combo", levels.FULL.name, choices=levels.NAMES),
        "UCI_LimitStrength": Option("check", False),
        "UCI_Elo": Option("spin", levels.HIGHEST_ELO, levels.LOWEST_ELO, levels.HIGHEST_ELO),
    }
    if game.name == "chess":
        options["UCI_Chess960"] = Option("check", False)
    return options


class Session:
    """A conversation with a program that lets us play."""

    def __init__(self, game: Game | BuiltInGame, send: Output) -> None:
        require_duel(game)
        self.rules = game
        self.send = send
        self.options = make_options(game)
        self.position = game.start()
        self.engine = zermelo.Engine(game, memory=self.options["Hash"].value * MEBIBYTE)
        self.engine_game = game
        self.thinking: Thinking | None = None
        self.debugging = False

    def run(self, lines: Iterable[str]) -> None:
        """Obeys until "quit" or the end of the lines."""
        try:
            for line in lines:
                if line.split()[:1] == ["quit"]:
                    return
                self.obey(line)
        finally:
            self.halt()

    def obey(self, line: str) -> None:
        """Does what one line says."""
        words = line.split()
        if not words:
            return
        command = COMMANDS.get(words[0])
        if command is None:
            self.tell(f'"{words[0][:40]}" is no command: there are {", ".join(COMMANDS)}, quit')
            return
        try:
            command(self, words[1:])
        except (ZermeloError, ValueError, OverflowError, MemoryError) as error:
            self.tell(str(error))

    def tell(self, sentence: str) -> None:
        """Says something to a person."""
        self.send(f"info string {' '.join(sentence.split())}")

    # What the program may say.

    def uci(self, _: list[str]) -> None:
        """Who we are and what can be set."""
        self.send(f"id name zermelo {zermelo.__version__}")
        self.send("id author the zermelo authors")
        for name, option in self.options.items():
            self.send(f"option name {name} {option}")
        self.send("uciok")

    def debug(self, words: list[str]) -> None:
        """Whether to say more."""
        if words not in (["on"], ["off"]):
            raise ProtocolError("debug is on or off")
        self.debugging = words == ["on"]

    def isready(self, _: list[str]) -> None:
        """A sign of life, also while thinking."""
        self.send("readyok")

    def setoption(self, words: list[str]) -> None:
        """Changes a setting: name NAME [value VALUE]."""
        if words[:1] != ["name"]:
            raise ProtocolError("an option is set by: setoption name NAME value VALUE")
        split = words.index("value") if "value" in words else len(words)
        wanted, text = " ".join(words[1:split]), " ".join(words[split + 1 :])
        name = next((known for known in self.options if known.lower() == wanted.lower()), None)
        if name is None:
            raise ProtocolError(f'there is no option "{wanted[:40]}": there are {", ".join(self.options)}')
        self.require_idle("an option can be set")
        option = self.options[name]
        value = option.parse(name, text)
        if name == "Hash":
            self.engine.memory = value * MEBIBYTE
        elif name == "Threads":
            self.engine.threads = value
        elif name == "Clear Hash":
            self.engine.clear()
        elif name == "UCI_Chess960" and value != option.value:
            self.rules = zermelo.game("chess", chess960=STANDARD_960) if value else zermelo.game("chess")
            self.position = self.rules.start()
        option.value = value

    def ucinewgame(self, _: list[str]) -> None:
        """Forgets what was learned in the last game."""
        self.require_idle("a new game can begin")
        self.engine.clear()
        self.position = self.rules.start()

    def set_position(self, words: list[str]) -> None:
        """Where we are: startpos | fen FEN, in other games start | text TEXT, then moves."""
        kind = words[0] if words else ""
        split = words.index("moves") if "moves" in words else len(words)
        text = None if kind in {"startpos", "start"} else " ".join(words[1:split])
        if (text is None and split != 1) or (text is not None and kind not in {"fen", "text"}):
            how = "startpos | fen FEN" if self.rules.name == "chess" else "start | text TEXT"
            raise ProtocolError(f"a position is given by: position {how} [moves MOVE …]")
        try:
            self.position = follow(self.rules, text, words[split + 1 :])
        except ZermeloError as error:
            raise ProtocolError(f"{error}; the position stays as it was") from error
        if self.debugging:
            self.tell(f"position {self.position.text}")

    def go(self, words: list[str]) -> None:
        """Begins to think."""
        self.require_idle("a search can begin")
        asked = parse_go(words)
        position = self.position
        if position.turn is None:
            # As Stockfish answers: mated, or a draw.
            lost = len(set(position.utilities or (0,))) > 1
            self.send(f"info depth 0 score {'mate' if lost else 'cp'} 0")
            self.send("bestmove (none)")
            return
        limits = self.limits(asked, position)
        engine = self.engine_for(position)
        told = Told(position.game, self.send, asked.get("mate"), engine)
        self.thinking = Thinking(
            engine,
            position,
            limits,
            progress=told.progress,
            done=told.done,
            failed=self.fail,
            held="infinite" in asked or "ponder" in asked,
        )

    def stop(self, _: list[str]) -> None:
        """Answers at once."""
        self.halt()

    def ponderhit(self, _: list[str]) -> None:
        """The expected move was played."""
        if self.thinking is not None:
            self.thinking.hit()

    # How it is done.

    def halt(self) -> None:
        if self.thinking is not None:
            self.thinking.stop()
            self.thinking = None

    def fail(self, sentence: str) -> None:
        self.tell(sentence)
        self.send("bestmove (none)")

    def require_idle(self, what: str) -> None:
        if self.thinking is not None and self.thinking.searching:
            raise ProtocolError(f"{what} only when no search runs: send stop first")

    def engine_for(self, position: Position) -> zermelo.Engine:
        """The engine for the rules of a position, which change with Chess960 and when a draw was not claimed."""
        if position.game != self.engine_game:
            settings = {"memory": self.options["Hash"].value * MEBIBYTE, "threads": self.options["Threads"].value}
            self.engine, self.engine_game = zermelo.Engine(position.game, **settings), position.game
        return self.engine

    def limits(self, asked: dict[str, Any], position: Position) -> dict[str, Any]:
        """The keywords of the search that a `go` means."""
        setting = {name: option.value for name, option in self.options.items()}
        if setting["UCI_LimitStrength"]:
            level = levels.level_of_elo(setting["UCI_Elo"])
        else:
            level = levels.level(setting["Level"])
        mate = asked.get("mate")
        movetime = asked.get("movetime")
        limits = level.limits(
            position.game,
            depth=2 * mate - 1 if mate else asked.get("depth"),
            nodes=asked.get("nodes"),
            time=None if movetime is None else max(movetime - setting["Move Overhead"], 1) / 1000,
        )
        left = asked.get("btime" if position.turn else "wtime")
        if left is not None and movetime is None:
            increment = asked.get("binc" if position.turn else "winc", 0)
            seconds = max(left - setting["Move Overhead"], 1) / 1000
            to_go = asked.get("movestogo", 0)
            limits |= {"clock": (seconds, max(increment, 0) / 1000, to_go if to_go > 0 else None), "time": None}
        if "infinite" in asked:
            limits["time"] = None
        moves = asked.get("searchmoves")
        if moves:
            for move in moves:
                position.play(move)
        return limits | {
            "lines": setting["MultiPV"],
            "moves": moves,
            "selective": mate is None,
            "ponder": "ponder" in asked,
            "seed": position.key % 2**32,
        }


COMMANDS: dict[str, Callable[[Session, list[str]], None]] = {
    "uci": Session.uci,
    "debug": Session.debug,
    "isready": Session.isready,
    "setoption": Session.setoption,
    "ucinewgame": Session.ucinewgame,
    "position": Session.set_position,
    "go": Session.go,
    "stop": Session.stop,
    "ponderhit": Session.ponderhit,
    "register": lambda _, __: None,
}


class Told:
    """What one search has told so far."""

    def __init__(self, game: Any, send: Output, mate: int | None, engine: zermelo.Engine) -> None:
        self.game, self.send, self.mate, self.engine = game, send, mate, engine
        self.last: object = None
        self.when = time.monotonic()

    def progress(self, info: News) -> None:
        """Tells of a new depth or a new best line at once, of mere numbers now and then."""
        new = (info.depth, [(line.codes, line.value) for line in info.lines])
        if new != self.last:
            self.lines(info, info.full)
            self.last, self.when = new, time.monotonic()
        elif time.monotonic() - self.when >= QUIET_SECONDS:
            self.send(f"info depth {info.depth} {spent(info)} hashfull {round(1000 * info.full)}")
            self.when = time.monotonic()
        if self.mate and info.lines:
            kind, moves = score(self.game, info.lines[0].value)
            if kind == "mate" and 0 < moves <= self.mate:
                self.engine.stop()

    def lines(self, info: News | Report, full: float | None = None) -> None:
        """The lines, best first."""
        for number, line in enumerate(info.lines, start=1):
            kind, amount = score(self.game, line.value)
            words = [f"info depth {line.depth} seldepth {info.seldepth}"]
            words += [f"multipv {number} score {kind} {amount}{BOUNDS.get(line.value.kind, '')} {spent(info)}"]
            words += [f"hashfull {round(1000 * full)}"] if full is not None else []
            self.send(" ".join([*words, "pv", *line.codes]))

    def done(self, report: Report) -> None:
        """The move."""
        if self.last != (report.depth, [(line.codes, line.value) for line in report.lines]):
            self.lines(report)
        ponder = f" ponder {report.codes[1]}" if len(report.codes) > 1 else ""
        self.send(f"bestmove {report.codes[0]}{ponder}")


def spent(info: News | Report) -> str:
    """Nodes, speed and time."""
    return f"nodes {info.nodes} nps {nodes_per_second(info)} time {round(1000 * info.seconds)}"


def integer(name: str, text: str) -> int:
    """A whole number."""
    try:
        return int(text)
    except ValueError:
        raise ProtocolError(f'{name} is "{text[:40]}": it must be a whole number') from None


def parse_go(words: Sequence[str]) -> dict[str, Any]:
    """What a `go` asks for.

    >>> parse_go("wtime 1000 btime 900 searchmoves e2e4 d2d4 ponder".split())
    {'wtime': 1000, 'btime': 900, 'searchmoves': ['e2e4', 'd2d4'], 'ponder': True}
    """
    asked: dict[str, Any] = {}
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        if word in NUMBERS:
            if not waiting:
                raise ProtocolError(f"{word} lacks its number")
            asked[word] = min(integer(word, waiting.pop(0)), NUMBERS[word])
            if asked[word] < 1 and word in {"depth", "nodes", "mate", "movetime"}:
                raise ProtocolError(f"{word} is {asked[word]}: it must be at least 1")
        elif word in WORDS:
            asked[word] = True
        elif word == "searchmoves":
            asked[word] = []
            while waiting and waiting[0] not in KEYWORDS:
                asked[word].append(waiting.pop(0))
        else:
            raise ProtocolError(f'go does not know "{word[:40]}": it knows {", ".join(sorted(KEYWORDS))}')
    return asked
