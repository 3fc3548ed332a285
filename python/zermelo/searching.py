"""Searching a position and counting below it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo._native import BuiltInGame, Position
from zermelo._native import methods as _methods
from zermelo.errors import MethodError
from zermelo.game import CHANCE, Game
from zermelo.report import Report, Value

Progress = Callable[[int, int, float], object]
"""Hears how far a search has come: the depth completed, the nodes visited, the seconds gone by."""

DEEPEST = 1_000
"""No search looks further than this many plies."""
SMALL_NODES, SMALL_SECONDS = 2_000_000, 3.0
"""Without a limit, a game that can be searched to its end within this is; otherwise …"""
DEFAULT_SECONDS = 5.0
"""… the search deepens until this much time has passed in all."""


def methods() -> list[str]:
    """The names of the searches.

    >>> methods()
    ['alpha-beta', 'minimax', 'expectiminimax', 'max-n', 'random']
    """
    return _methods()


def search(
    position: Position | Game | BuiltInGame,
    *,
    method: str | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    window: tuple[float, float] | None = None,
    evaluation: bool = True,
    seed: int = 0,
    progress: Progress | None = None,
) -> Report:
    """Finds the value of a position and the best move.

    With `nodes` or `time` the search goes deeper step by step and answers from the last depth it completed. With
    `depth` alone it looks exactly that far. With no limit at all it goes to the end of the game if the game is small,
    and otherwise deepens until five seconds have passed. Ctrl-C ends it with the best answer so far.

    Args:
        position: A position of any game, or a game, which means its start.
        method: One of `methods()`; chosen from what the game declares unless said.
        depth: Plies to look ahead; chance moves count.
        nodes: Positions to visit at most; the same number gives the same answer.
        time: Seconds to spend.
        window: For alpha-beta, the utilities of interest: inside them the answer is exact, at or below the first it
            is an upper bound, at or above the second a lower bound.
        evaluation: Judge unfinished positions by the game's evaluation; otherwise all of them count as even.
        seed: For the method "random".
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
    for name, limit in (("depth", depth), ("nodes", nodes)):
        if limit is not None and limit < 1:
            raise MethodError(f"{name} is {limit}: it must be at least 1")
    if seed < 0:
        raise MethodError(f"seed is {seed}: it must not be negative")
    if time is not None and not 0 < time < 1e9:
        raise MethodError(f"time is {time}: it must be a number of seconds above 0")

    def run(nodes: int | None, time: float | None, deepen: bool = True) -> dict[str, Any]:
        return position._search(
            method=method,
            depth=None if depth is None else min(depth, DEEPEST),
            nodes=None if nodes is None else min(nodes, 2**63),
            time=time,
            window=window,
            evaluation=evaluation,
            seed=seed % 2**64,
            progress=progress,
            deepen=deepen,
        )

    if depth is None and nodes is None and time is None and method != "random":
        found = run(SMALL_NODES, SMALL_SECONDS, deepen=False)
        if found["stopped"] in {"nodes", "time"}:
            tried = found
            found = run(None, DEFAULT_SECONDS - tried["seconds"])
            found["nodes"] += tried["nodes"]
            found["seconds"] += tried["seconds"]
    else:
        found = run(nodes, time)
    return _report(position, found)


def _report(position: Position, found: dict[str, Any]) -> Report:
    facts = position.game.facts
    value = Value(
        kind=found["kind"],
        utility=found["utility"],
        plies=found["plies"],
        player=found["player"],
        unit=facts["unit"],
    )
    return Report(
        game=facts["name"],
        position=position.text,
        move=None if position.turn == CHANCE else found["line"][0],
        value=value,
        line=found["line"],
        nodes=found["nodes"],
        depth=found["depth"],
        seconds=found["seconds"],
        stopped=found["stopped"],
        method=found["method"],
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
