"""Searching a position and counting below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from zermelo._native import BuiltInGame, Position
from zermelo._native import methods as _methods
from zermelo._native import switches as _switches
from zermelo.errors import MethodError
from zermelo.game import CHANCE, Game
from zermelo.report import Line, Report, Value

Progress = Callable[[int, int, float], object]
"""Hears how far a search has come: the depth completed, the nodes visited, the seconds gone by."""

DEEPEST = 1_000
"""No search looks further than this many plies."""
SMALL_NODES, SMALL_SECONDS = 2_000_000, 3.0
"""Without a limit, a plain search goes to the end of a game for which this is enough; otherwise …"""
DEFAULT_SECONDS = 5.0
"""… the search deepens until this much time has passed in all."""
MEMORY = 64 * 2**20
"""The bytes of an engine's table when nothing is said."""
PLAY = "play"
"""The switches of an engine that plays."""


def methods() -> list[str]:
    """The names of the searches.

    >>> methods()
    ['engine', 'alpha-beta', 'minimax', 'proof-number', 'expectiminimax', 'dynamic', 'max-n', 'roll-outs', 'random']
    """
    return _methods()


def switches() -> dict[str, str]:
    """The switches that make an engine selective, with what each does.

    >>> switches()["checks"]
    'Looks a ply deeper when a threat such as a check must be answered.'
    """
    return {name: meaning.strip() for name, meaning in _switches()}


def search(
    position: Position | Game | BuiltInGame,
    *,
    method: str | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    lines: int = 1,
    moves: Sequence[str] | None = None,
    selective: bool | str = False,
    threads: int = 1,
    memory: int = MEMORY,
    star: int = 2,
    window: tuple[float, float] | None = None,
    evaluation: bool = True,
    seed: int = 0,
    progress: Progress | None = None,
) -> Report:
    """Finds the value of a position and the best move.

    With `nodes` or `time` the search goes deeper step by step and answers from the last depth it completed. With
    `depth` alone it looks exactly that far. With no limit at all it goes to the end of the game if five seconds are
    enough for that, and otherwise as deep as it comes. Ctrl-C ends it with the best answer so far.

    Args:
        position: A position of any game, or a game, which means its start.
        method: One of `methods()`; chosen from what the game declares unless said.
        depth: Plies to look ahead; chance moves count. Dynamic programming always goes to the end; roll-outs play so
            many plies on, or to the end of the game.
        nodes: Positions to visit at most; the same number gives the same answer.
        time: Seconds to spend.
        lines: For the engine, how many of the best moves are wanted, each with its true value.
        moves: For the engine, the only moves to look at.
        selective: For the engine, look deeper where it matters and less deep elsewhere, which plays better but proves
            less: True, or the names of `switches()` separated by commas.
        threads: For the engine, how many threads search together.
        memory: For the engine, the bytes of its table.
        star: For the engine, what it cuts off where chance decides: nothing (0), what the least and the greatest
            utility show (1, Star1), or what one reply to each outcome shows, too (2, Star2). The value is the same.
        window: For alpha-beta, the utilities of interest: inside them the answer is exact, at or below the first it
            is an upper bound, at or above the second a lower bound.
        evaluation: Judge unfinished positions by the game's evaluation; otherwise all of them count as even.
        seed: For the methods "random" and "roll-outs", and for the order of an engine's moves.
        progress: Called now and then with the depth completed, the nodes visited and the seconds gone by.

    Raises:
        MethodError: The method does not exist or does not apply to the game, a limit is no limit, or the game is over.

    >>> import zermelo
    >>> position = zermelo.game("connect-four").position("44444")
    >>> zermelo.search(position, depth=6).depth
    6
    """
    if not isinstance(position, Position):
        position = position.start()
    check_limits(depth=depth, nodes=nodes, time=time, lines=lines, threads=threads, memory=memory, seed=seed)
    if star not in {0, 1, 2}:
        raise MethodError(f"star is {star}: it must be 0, 1 or 2")

    def run(nodes: int | None, time: float | None, deepen: bool = True) -> dict[str, Any]:
        return position._search(
            method=method,
            depth=None if depth is None else min(depth, DEEPEST),
            nodes=None if nodes is None else min(nodes, 2**63),
            time=time,
            lines=lines,
            moves=None if moves is None else list(moves),
            selective=as_switches(selective),
            threads=threads,
            memory=memory,
            star=star,
            window=window,
            evaluation=evaluation,
            seed=seed % 2**64,
            progress=progress,
            deepen=deepen,
        )

    endless = depth is None and nodes is None and time is None
    if endless and (
        method in {"engine", "roll-outs"}
        or (method is None and "engine" in position.game.facts["methods"] and not window)
    ):
        found = run(None, DEFAULT_SECONDS)
    elif endless and method != "random":
        found = run(SMALL_NODES, SMALL_SECONDS, deepen=False)
        if found["stopped"] in {"nodes", "time"}:
            tried = found
            found = run(None, DEFAULT_SECONDS - tried["seconds"])
            found["nodes"] += tried["nodes"]
            found["seconds"] += tried["seconds"]
    else:
        found = run(nodes, time)
    return report_of(position, found)


def as_switches(selective: bool | str) -> str:
    """The names of the switches that are on."""
    return selective if isinstance(selective, str) else PLAY * selective


def check_limits(*, time: float | None, seed: int, **counts: int | None) -> None:
    """Refuses limits that are none."""
    for name, limit in counts.items():
        if limit is not None and limit < 1:
            raise MethodError(f"{name} is {limit}: it must be at least 1")
    if seed < 0:
        raise MethodError(f"seed is {seed}: it must not be negative")
    if time is not None and not 0 < time < 1e9:
        raise MethodError(f"time is {time}: it must be a number of seconds above 0")


def report_of(position: Position, found: dict[str, Any]) -> Report:
    """The report that the native core wrote down."""
    facts = position.game.facts
    chance = position.turn == CHANCE
    return Report(
        game=facts["name"],
        position=position.text,
        move=None if chance else found["line"][0],
        value=value_of(found, facts),
        line=found["line"],
        nodes=found["nodes"],
        depth=found["depth"],
        seconds=found["seconds"],
        stopped=found["stopped"],
        method=found["method"],
        lines=() if chance else lines_of(found, facts),
        codes=found["codes"],
        seldepth=found["deepest"],
        fraction=None if found["fraction"] is None else Fraction(found["fraction"]),
        trials=found["trials"],
        error=found["error"],
    )


def value_of(found: dict[str, Any], facts: dict[str, Any]) -> Value:
    """The value that the native core wrote down."""
    told = {name: found[name] for name in ("kind", "utility", "plies", "player")}
    return Value(**told, unit=facts["unit"], measure=facts["measure"])


def lines_of(found: dict[str, Any], facts: dict[str, Any]) -> tuple[Line, ...]:
    """The lines that the native core wrote down; one that was broken off before its first move is left out."""
    return tuple(
        Line(line["line"][0], value_of(line, facts), line["line"], line["codes"], line["depth"])
        for line in found["lines"]
        if line["line"]
    )


def perft(
    position: Position | Game | BuiltInGame,
    depth: int,
    *,
    count: str = "leaves",
    memory: int = 2**30,
    progress: Progress | None = None,
) -> int:
    """Counts what lies below a position.

    Args:
        position: A position of any game, or a game, which means its start.
        depth: How many plies to go; events of chance are plies.
        count: "leaves", the lines of exactly that many plies; "positions", the different positions at their ends;
            or "games", the games that end within that many plies.
        memory: Bytes that counting positions may use.
        progress: Called now and then with 0, the nodes visited and the seconds gone by.

    Raises:
        ValueError: The depth is negative or above 1,000, or `count` is none of these.
        MemoryError: The positions do not fit into the memory allowed.

    >>> import zermelo
    >>> zermelo.perft(zermelo.game("tic-tac-toe"), 9, count="games")
    255168
    """
    if depth < 0:
        raise ValueError(f"depth is {depth}: it must not be negative")
    if depth > DEEPEST:
        raise ValueError(f"depth is {depth}: counting goes at most {DEEPEST} plies deep")
    if not isinstance(position, Position):
        position = position.start()
    return position._perft(depth, count=count, memory=memory, progress=progress)
