"""Players: our engine and other searches, random play, a function of yours, and other programs that speak UCI."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import zermelo
from zermelo import levels
from zermelo._native import BuiltInGame, Position
from zermelo.arena.clock import Limits
from zermelo.arena.uci_client import PlayerFailure, UciClient
from zermelo.errors import OptionError
from zermelo.game import Game
from zermelo.protocols.positions import score
from zermelo.report import Value

Rules = Game | BuiltInGame

MOVES_TO_GO = 24
"""So many moves share the time that is left on a clock, unless more is given sooner."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What a player is asked about."""

    start: Position
    """Where the game began."""
    codes: tuple[str, ...]
    """The moves since, as programs write them."""
    position: Position
    limits: Limits


@dataclass(frozen=True, slots=True)
class Answer:
    """A move, in notation or as programs write it, and what the player thinks of its position, if it says so."""

    move: str
    score: int | None = None
    """Hundredths of the game's unit, in chess of a pawn; 100,000 less the moves for a mate."""


class Player:
    """Who can play a game: subclass it, or take one of those below."""

    own_limits = False
    """Does it spend what it was made to spend, not what a match allows for a move?"""

    def __init__(self, name: str) -> None:
        self.name = name

    def begin(self, rules: Rules, seed: int) -> None:
        """A new game begins; whatever is random comes from the seed."""

    def choose(self, situation: Situation) -> Answer:
        """A move.

        Raises:
            PlayerFailure: There is none, and why.
        """
        raise PlayerFailure(f"{self.name} does not know how to move")

    def close(self) -> None:
        """Nothing more will be asked."""


class RandomPlayer(Player):
    """Every legal move is as likely as the others."""

    def __init__(self, name: str = "random") -> None:
        super().__init__(name)
        self.random = Random(0)

    def begin(self, rules: Rules, seed: int) -> None:
        """Starts the random numbers anew."""
        self.random = Random(seed)

    def choose(self, situation: Situation) -> Answer:
        """Any move."""
        return Answer(self.random.choice(situation.position.moves()))


class FunctionPlayer(Player):
    """A function from a position to a move, in notation or as programs write it."""

    def __init__(self, function: Callable[[Position], str], name: str | None = None) -> None:
        super().__init__(name or str(getattr(function, "__name__", "function")))
        self.function = function

    def choose(self, situation: Situation) -> Answer:
        """What the function says."""
        try:
            return Answer(str(self.function(situation.position)))
        except Exception as error:  # the function is the user's
            raise PlayerFailure(f"{self.name} raised {type(error).__name__}: {error}") from error


class EnginePlayer(Player):
    """Our engine; limits given here count instead of those of the match."""

    def __init__(
        self,
        name: str = "zermelo",
        *,
        level: str = levels.FULL.name,
        memory: int = 16 * 2**20,
        threads: int = 1,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        selective: bool = True,
        noise: float = 0.0,
    ) -> None:
        super().__init__(name)
        self.level = levels.level(level)
        self.settings = {"memory": memory, "threads": threads}
        self.own = Limits(depth=depth, nodes=nodes, time=time)
        self.own_limits = self.own != Limits()
        self.selective, self.noise = selective, noise
        self.engine: zermelo.Engine | None = None
        self.rules: Rules | None = None
        self.seed = 0

    def begin(self, rules: Rules, seed: int) -> None:
        """Forgets the last game."""
        if self.engine is None or rules != self.rules:
            self.engine, self.rules = zermelo.Engine(rules, **self.settings), rules
        else:
            self.engine.clear()
        self.seed = seed

    def choose(self, situation: Situation) -> Answer:
        """What the engine finds within the limits."""
        assert self.engine is not None, "begin comes first"
        position = situation.position
        limits = self.own if self.own_limits else situation.limits
        told = self.level.limits(position.game, depth=limits.depth, nodes=limits.nodes, time=limits.time)
        if limits.clock is not None:
            told |= {"clock": limits.clock, "time": None}
        told["noise"] = max(told["noise"], self.noise)
        report = self.engine.search(position, selective=self.selective, seed=self.seed + len(situation.codes), **told)
        if report.stopped == "interrupted":
            raise KeyboardInterrupt
        return Answer(report.codes[0], hundredths(position.game, report.value))


class SearchPlayer(Player):
    """A search by another method than the engine's; limits given here count instead of those of the match."""

    def __init__(
        self,
        name: str | None = None,
        *,
        method: str,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
    ) -> None:
        super().__init__(name or method)
        self.method = method
        self.own = Limits(depth=depth, nodes=nodes, time=time)
        self.own_limits = self.own != Limits()
        self.seed = 0

    def begin(self, rules: Rules, seed: int) -> None:
        """Checks that the method can play this game."""
        methods = rules.start().game.facts["methods"]
        if self.method not in methods:
            raise OptionError(f'"{self.method}" cannot play {rules.name}: what can is {", ".join(methods)}')
        self.seed = seed

    def choose(self, situation: Situation) -> Answer:
        """What the search finds within the limits."""
        position = situation.position
        limits = self.own if self.own_limits else situation.limits
        time = limits.time
        if limits.clock is not None:
            left, increment, moves = limits.clock
            time = max(left / min(moves or MOVES_TO_GO, MOVES_TO_GO) + increment / 2, 0.001)
        report = zermelo.search(
            position,
            method=self.method,
            depth=limits.depth,
            nodes=limits.nodes,
            time=time,
            seed=self.seed + len(situation.codes),
        )
        if report.stopped == "interrupted":
            raise KeyboardInterrupt
        return Answer(report.codes[0], hundredths(position.game, report.value))


def hundredths(game: Rules, value: Value) -> int:
    """A value as one number; mates are beyond all others."""
    kind, amount = score(game, value)
    if kind == "cp":
        return amount
    return 100_000 - amount if value.utility > 0 else -100_000 - amount


class UciPlayer(Player):
    """Another program; it is started when the first game begins, and again when it has died."""

    def __init__(self, command: str, options: dict[str, str] | None = None, *, name: str | None = None) -> None:
        super().__init__(name or command)
        self.command = command
        self.options = dict(options or {})
        self.client: UciClient | None = None

    def begin(self, rules: Rules, seed: int) -> None:
        """Starts the program if it does not run."""
        if self.client is not None:
            try:
                self.client.new_game()
            except PlayerFailure:
                self.close()
        if self.client is None:
            options = dict(self.options)
            if "chess960" in getattr(rules, "options", {}):
                options.setdefault("UCI_Chess960", "true")
            self.client = UciClient(self.command, options)
            self.client.new_game()

    def choose(self, situation: Situation) -> Answer:
        """What the program answers."""
        assert self.client is not None, "begin comes first"
        chess = situation.position.game.name == "chess"
        usual = situation.start == situation.position.game.start()
        start = ("startpos" if usual else f"fen {situation.start.text}") if chess else f"text {situation.start.text}"
        move, found = self.client.go(start, situation.codes, situation.position.turn or 0, situation.limits)
        return Answer(move, found)

    def close(self) -> None:
        """Ends the program."""
        if self.client is not None:
            self.client.close()
            self.client = None


def player(spec: str) -> Player:
    """A player from the words of the command line.

    `zermelo`, `zermelo:depth=6`, `zermelo:nodes=10000,threads=2`, `zermelo:level=club`,
    `zermelo:method=roll-outs,time=0.5`, `random`, `uci:COMMAND;Option=value;…`, `gnubg`, `gnubg:plies=2`,
    `file.py:function`.

    Raises:
        OptionError: There is no such player, or it has no such setting.

    >>> player("zermelo:depth=6").name
    'zermelo:depth=6'
    """
    kind, _, rest = spec.partition(":")
    if spec == "random":
        return RandomPlayer()
    if kind == "zermelo":
        return _searcher(spec, dict(_setting(text) for text in rest.split(",") if text))
    if kind == "gnubg":
        return _gnubg(spec, rest)
    if kind == "uci" and rest:
        command, *options = rest.split(";")
        return UciPlayer(command.strip(), dict(_pair(text) for text in options if text.strip()), name=spec)
    if kind.endswith(".py") and rest:
        return FunctionPlayer(_load(kind, rest), name=spec)
    raise OptionError(
        f'"{spec}" is no player: write zermelo, zermelo:depth=6, random, uci:PROGRAM;Option=value or file.py:function'
    )


def _method(text: str) -> str:
    if text not in zermelo.methods():
        raise OptionError(f'unknown method "{text}": there are {", ".join(zermelo.methods())}')
    return text


_KINDS: dict[str, Callable[[str], Any]] = {
    "depth": int,
    "nodes": int,
    "time": float,
    "threads": int,
    "memory": lambda text: int(text) * 2**20,
    "noise": float,
    "level": lambda text: levels.level(text).name,
    "method": _method,
    "selective": lambda text: {"on": True, "off": False}[text],
}
"""The settings of our engine and how they are read; memory in mebibytes."""


def _searcher(spec: str, settings: dict[str, Any]) -> Player:
    """Our engine, or another search with its limits."""
    method = settings.pop("method", "engine")
    if method == "engine":
        return EnginePlayer(spec, **settings)
    for name in settings:
        if name not in {"depth", "nodes", "time"}:
            raise OptionError(f"{name} is for the engine: {method} takes depth, nodes and time")
    return SearchPlayer(spec, method=method, **settings)


def _gnubg(spec: str, rest: str) -> Player:
    """GNU Backgammon, which looks no ply ahead unless told so."""
    from zermelo.arena.gnubg import GnubgPlayer

    name, value = _pair(rest) if rest else ("plies", "0")
    if name != "plies" or value not in {"0", "1", "2", "3", "4"}:
        raise OptionError(f'"{spec}" is no player: write gnubg, or gnubg:plies=2 for 0 to 4 plies')
    return GnubgPlayer(spec, plies=int(value))


def _setting(text: str) -> tuple[str, Any]:
    name, value = _pair(text)
    if name not in _KINDS:
        raise OptionError(f'zermelo has no setting "{name}": it has {", ".join(_KINDS)}')
    try:
        found = _KINDS[name](value)
    except OptionError:
        raise
    except (ValueError, KeyError):
        raise OptionError(f'"{value}" is no value of {name}') from None
    if name in {"depth", "nodes", "time", "threads", "memory"} and not 0 < found < 2**63:
        raise OptionError(f"{name} is {value}: it must be above 0")
    return name, found


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise OptionError(f'the setting "{text}" has no value: write it as name=value')
    return name.strip(), value.strip()


def _load(file: str, name: str) -> Callable[[Position], str]:
    """A function of the user's file."""
    path = Path(file)
    if not path.is_file():
        raise OptionError(f'there is no file "{file}"')
    names: dict[str, Any] = {"__name__": re.sub(r"\W", "_", path.stem), "__file__": str(path)}
    try:
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), names)
    except Exception as error:  # the file is the user's
        raise OptionError(f'"{file}" cannot be loaded: {type(error).__name__}: {error}') from error
    if not callable(names.get(name)):
        raise OptionError(f'"{file}" has no function "{name}"')
    function: Callable[[Position], str] = names[name]
    return function
