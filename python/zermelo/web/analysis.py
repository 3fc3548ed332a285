"""The interface to analysis: looking at any position of a game, live searches, reviews, and why not another move."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool

from zermelo import CHANCE, Position, Report, ZermeloError
from zermelo.engine import Engine
from zermelo.explaining import Trace, explain
from zermelo.report import Line, News, measure_of
from zermelo.reviewing import Review, Reviewed, review, why_not
from zermelo.web.events import Event, EventStream, Letterbox, until
from zermelo.web.hall import Hall
from zermelo.web.models import (
    AnalysisView,
    LookView,
    ReviewedView,
    ReviewView,
    StreamError,
    WhyView,
)
from zermelo.web.play import MEMORY, Play, Step, engine_job, search_job
from zermelo.web.plays import REFUSALS
from zermelo.web.searches import Job, RefusedError, StoppedError, while_connected
from zermelo.web.trees import MOST_PAGE_NODES, TreeView, tree_view
from zermelo.web.views import line_view, look_view

MOST_ANALYSIS = 120.0
"""Seconds of a live search."""
NEWS_PAUSE = 0.05
"""Seconds between two pieces of news at least."""

Ply = Annotated[int | None, Query(ge=0, le=10_000, description="The ply to look at; the last one unless said.")]
Moves = Annotated[list[str], Query(max_length=200, description="Moves from there that lead away from the game.")]
Word = Annotated[str, Query(max_length=200)]
Found = TypeVar("Found")


def analysis_routes(hall: Hall) -> APIRouter:
    """Everything that looks at a game without changing it."""
    router = APIRouter(prefix="/api/v1/plays", responses=REFUSALS)

    @router.get("/{name}/at")
    def at(name: str, ply: Ply = None, line: Moves = []) -> LookView:  # noqa: B006
        """A position of the game, or of a line that leads away from it."""
        play, _ = hall.find(name)
        position, steps = _there(play, ply, line)
        return look_view(position, steps)

    @router.get("/{name}/analysis", response_class=EventStream)
    async def analysis(
        name: str,
        ply: Ply = None,
        line: Moves = [],  # noqa: B006
        lines: Annotated[int, Query(ge=1, le=10)] = 3,
        seconds: Annotated[float, Query(gt=0, le=MOST_ANALYSIS)] = 60.0,
    ) -> EventStream:
        """A live search, as server-sent events; it ends when you stop listening."""
        play, _ = await run_in_threadpool(hall.find, name)
        position, steps = _there(play, ply, line)
        if position.turn is None:
            raise RefusedError(409, f"the game is over: {position.outcome}")
        return EventStream(_analysed(hall, position, len(steps), lines, seconds))

    @router.get("/{name}/review", response_class=EventStream)
    async def looked_back(
        name: str,
        nodes: Annotated[int, Query(ge=1, le=10_000_000, description="For every position.")] = 50_000,
        seconds: Annotated[float, Query(gt=0, le=2.0, description="For every position, at most.")] = 1.0,
    ) -> EventStream:
        """The game looked back at, from its last move to its first, as server-sent events."""
        play, _ = await run_in_threadpool(hall.find, name)
        _there(play, None, [])
        if not play.state.steps:
            raise RefusedError(409, "nothing was played yet")
        return EventStream(_reviewed(hall, play, nodes, seconds))

    @router.get("/{name}/why")
    async def why(
        name: str,
        move: Word,
        request: Request,
        ply: Ply = None,
        line: Moves = [],  # noqa: B006
        seconds: Annotated[float, Query(gt=0, le=5.0)] = 0.5,
    ) -> WhyView:
        """Why not this move: what it leads to, and what the best one does."""
        play, _ = await run_in_threadpool(hall.find, name)
        position, _steps = _there(play, ply, line)
        engine = _engine(position)
        if engine is None:
            raise RefusedError(422, f"the engine does not play {play.game}, so it cannot tell")
        job = Job(lambda: why_not(position, move, time=seconds, engine=engine), engine.stop)
        told = await while_connected(request, hall.searches.run(job))
        return WhyView(
            move=move,
            words=list(told.words),
            best=line_view(position, told.best),
            refutation=line_view(position, told.refutation),
        )

    @router.get("/{name}/tree")
    def tree(
        name: str,
        ply: Ply = None,
        line: Moves = [],  # noqa: B006
        depth: Annotated[int, Query(ge=1, le=6)] = 2,
    ) -> TreeView:
        """The search tree from a position, for the page of trees, to step through."""
        play, _ = hall.find(name)
        position, _steps = _there(play, ply, line)
        return tree_view(_explained(position, depth))

    return router


def _there(play: Play, ply: int | None, line: list[str]) -> tuple[Position, tuple[Step, ...]]:
    """A position of a game and the steps that lead there."""
    if play.hidden:
        raise RefusedError(409, f"{play.game} hides something, so its games are not looked into")
    steps = play.state.steps
    if ply is not None and ply > len(steps):
        raise RefusedError(404, f"the game has {len(steps)} plies, not {ply}")
    position = play.state.position
    if ply is not None and ply < len(steps):
        position, steps = steps[ply].position, steps[:ply]
    for move in line:
        if position.turn is None:
            raise RefusedError(409, f'the game is over before "{move[:60]}"')
        after = position.play(move)
        steps = (*steps, Step(position, position.turn, move))
        position = after
    return position, steps


def _explained(position: Position, depth: int) -> Trace:
    """A search to this depth, or as deep as its tree can be shown."""
    if position.turn is None:
        raise RefusedError(409, f"the game is over: {position.outcome}")
    found = explain(position, depth=1)
    for deeper in range(2, depth + 1):
        width = len(found.nodes) / max(1, found.tree.nodes() - len(found.tree.leaves()))
        if len(found.tree.leaves()) * width > MOST_PAGE_NODES:
            break
        grown = explain(position, depth=deeper)
        if grown.tree.nodes() > MOST_PAGE_NODES:
            break
        found = grown
    return found


def _engine(position: Position) -> Engine | None:
    if "engine" not in position.game.facts["methods"]:
        return None
    return Engine(position.game, memory=MEMORY)


async def _told(hall: Hall, job: Job[Found], letters: Letterbox[Any]) -> AsyncIterator[Any]:
    """What a search tells while it runs, then a heartbeat now and then, then what it found."""
    task: asyncio.Task[Any] = asyncio.ensure_future(hall.searches.run(job))
    try:
        while True:
            happened = await until(letters.arrived, task)
            for letter in letters.take():
                yield letter
            if task.done():
                break
            if not happened:
                yield None
            await asyncio.sleep(NEWS_PAUSE)
        for letter in letters.take():
            yield letter
        yield task.result()
    finally:
        task.cancel()
        await asyncio.wait({task})


async def _analysed(
    hall: Hall, position: Position, ply: int, lines: int, seconds: float
) -> AsyncIterator[Event | None]:
    engine, letters = _engine(position), Letterbox[News](latest=True)
    method = "engine" if engine is not None else position.game.facts["methods"][0]
    view = AnalysisView(ply=ply, state="waiting", method=method, depth=0, seldepth=0, nodes=0, seconds=0.0, lines=[])
    yield "analysis", view
    if engine is not None and position.turn != CHANCE:
        job = engine_job(engine, position, letters.put, lines=lines, time=seconds)
    else:
        job = search_job(position, None, time=min(seconds, 10.0))
    try:
        async for told in _told(hall, job, letters):
            if told is None:
                yield None
                continue
            finished = isinstance(told, Report)
            best: tuple[Line, ...] = told.lines
            if finished and not best and told.move is not None:
                best = (Line(told.move, told.value, told.line, told.codes, told.depth),)
            yield (
                "analysis",
                AnalysisView(
                    ply=ply,
                    state="finished" if finished else "searching",
                    method=method,
                    depth=told.depth,
                    seldepth=told.seldepth,
                    nodes=told.nodes,
                    seconds=told.seconds,
                    lines=[line_view(position, line) for line in best],
                ),
            )
    except ZermeloError as error:
        yield "trouble", StreamError(error=str(error))


async def _reviewed(hall: Hall, play: Play, nodes: int, seconds: float) -> AsyncIterator[Event | None]:
    engine, letters, first = _engine(play.first), Letterbox[Reviewed](), play.first
    actions = [step.action for step in play.state.steps]
    job = _review_job(first, actions, engine, letters.put, nodes=nodes, time=seconds)
    ply = len(actions)
    unit, worth = measure_of(first.game)
    try:
        async for told in _told(hall, job, letters):
            if told is None:
                yield None
            elif isinstance(told, Review):
                players = range(len(play.players))
                yield (
                    "review",
                    ReviewView(
                        lost=[told.lost(player) / worth for player in players],
                        luck=[told.luck(player) / worth for player in players],
                        unit=unit,
                    ),
                )
            else:
                yield (
                    "step",
                    ReviewedView(ply=ply, before=told.expected[0], expected=told.expected[1], **told.as_json()),
                )
                ply -= 1
    except ZermeloError as error:
        yield "trouble", StreamError(error=str(error))


def _review_job(
    first: Position, actions: list[str], engine: Engine | None, tell: Callable[[Reviewed], object], **limits: Any
) -> Job[Review]:
    stopping = threading.Event()

    def step(told: Reviewed) -> None:
        if stopping.is_set():
            raise StoppedError
        tell(told)

    def stop() -> None:
        stopping.set()
        if engine is not None:
            engine.stop()

    return Job(lambda: review(first, actions, progress=step, engine=engine, **limits), stop)
