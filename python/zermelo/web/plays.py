"""The interface to games: beginning, playing, watching, keeping, and reading and writing files."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Annotated

from fastapi import APIRouter, Body, Query, Request
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from zermelo.draw import svg
from zermelo.errors import ZermeloError
from zermelo.web.events import HEARTBEAT, Event, EventStream, until
from zermelo.web.files import as_json, read, written
from zermelo.web.hall import Hall
from zermelo.web.models import (
    Error,
    FileView,
    GameDetail,
    Games,
    HintRequest,
    ImportRequest,
    KeptGames,
    KeptView,
    MoveRequest,
    Nothing,
    PlayRequest,
    PlayView,
    Reply,
    ReportView,
    ResignRequest,
    StreamError,
)
from zermelo.web.play import Play, Seat, Settings
from zermelo.web.searches import RefusedError, while_connected
from zermelo.web.store import Kept
from zermelo.web.views import game_view, play_view, report_view

Empty = Annotated[Nothing | None, Body()]
REFUSALS: dict[int | str, dict[str, object]] = {status: {"model": Error} for status in (400, 404, 409, 422, 429, 503)}


def play_routes(hall: Hall) -> APIRouter:
    """Everything under /games and /plays that changes or shows a game."""
    router = APIRouter(prefix="/api/v1", responses=REFUSALS)
    _add_games(router, hall)
    _add_kept(router, hall)
    _add_moves(router, hall)
    _add_searches(router, hall)
    return router


def _add_games(router: APIRouter, hall: Hall) -> None:
    """What can be played, and beginning it."""

    @router.get("/games")
    def games() -> Games:
        """All games, with what they declare about themselves."""
        return Games(games=[game_view(game) for game in hall.games.values()])

    # A name of someone's own game may contain anything, slashes too.
    @router.get("/games/{name:path}")
    def game(name: str, request: Request) -> GameDetail:
        """A game and how it begins; its options are given in the query."""
        found = hall.find_game(name, dict(request.query_params))
        picture = svg(found.start(), viewer=0 if found.facts["hidden"] else None, standalone=False)
        return GameDetail(**game_view(found).model_dump(), picture=picture)

    @router.post("/plays", status_code=201)
    def begin(wanted: PlayRequest) -> PlayView:
        """Begins a game."""
        play = _new_play(hall, wanted)
        viewer = play.humans[0] if play.hidden and play.humans else None
        with play.discreet():
            view = play_view(play, viewer)
        hall.add(play)
        return view

    @router.post("/plays/import", status_code=201)
    def bring(wanted: ImportRequest) -> PlayView:
        """Begins a game that a file tells, for people to go on with or to look at."""
        play = read(hall.find_game(wanted.game, {}), wanted.text, wanted.format)
        if play.hidden:
            raise RefusedError(422, f"{play.game} hides something, so its games are not read from files")
        view = play_view(play, None)
        hall.add(play)
        return view


def _add_kept(router: APIRouter, hall: Hall) -> None:
    """The games kept: list, look, watch, write to files, delete."""

    @router.get("/plays")
    def kept(
        game: Annotated[str | None, Query(max_length=200)] = None,
        search: Annotated[str, Query(max_length=200)] = "",
        over: bool | None = None,
        first: Annotated[int, Query(ge=0, le=10**9)] = 0,
        most: Annotated[int, Query(ge=1, le=200)] = 50,
    ) -> KeptGames:
        """The games kept, those changed last first; words are looked for in their names, players and outcomes."""
        found, total = hall.store.kept(game=game, search=search, over=over, first=first, most=most)
        return KeptGames(plays=[_kept_view(hall, each) for each in found], total=total)

    @router.get("/export", response_class=StreamingResponse)
    def export_all() -> StreamingResponse:
        """All games in which nothing is hidden, in the JSON that all games share, one in a line."""

        def lines() -> Iterator[str]:
            for name in hall.store.names():
                try:
                    play = hall.load(name)
                except ZermeloError:
                    continue  # a game that is not served now
                if not play.hidden:
                    yield json.dumps(as_json(play), ensure_ascii=False) + "\n"

        headers = {"content-disposition": 'attachment; filename="zermelo-games.jsonl"'}
        return StreamingResponse(lines(), media_type="application/x-ndjson", headers=headers)

    @router.get("/plays/{name}")
    def look(name: str) -> PlayView:
        """Where a game stands."""
        play, viewer = hall.find(name)
        _look_again(hall, play)
        with play.discreet():
            return play_view(play, viewer)

    @router.delete("/plays/{name}", status_code=204)
    def delete(name: str) -> None:
        """Forgets a game."""
        name = name.partition(".")[0]
        hall.forget(name)
        if not hall.store.delete(name):
            raise RefusedError(404, f'there is no game "{name[:40]}"')

    @router.get("/plays/{name}/file")
    def file(name: str, format: Annotated[str, Query(max_length=40)] = "json") -> FileView:
        """A game as a file."""
        play, _ = hall.find(name)
        if play.hidden:
            raise RefusedError(409, f"{play.game} hides something, so its games are not written to files")
        return written(play, format)

    @router.get("/plays/{name}/events", response_class=EventStream)
    async def events(name: str) -> EventStream:
        """Where a game stands, now and after every change, as server-sent events; the engine moves while you listen."""
        play, viewer = await run_in_threadpool(hall.find, name)
        return EventStream(_watched(hall, play, viewer))


def _add_moves(router: APIRouter, hall: Hall) -> None:
    """What people do in a game."""

    @router.post("/plays/{name}/moves")
    def move(name: str, wanted: MoveRequest) -> PlayView:
        """Makes a person's move, or tells what the dice brought; then chance does what it has to."""
        play, viewer = hall.find(name)
        with play.claimed():
            play.play(wanted.move, viewer)
            return play_view(play, viewer)

    @router.post("/plays/{name}/roll")
    def roll(name: str, _: Empty = None) -> PlayView:
        """Rolls the dice, where they are otherwise rolled by hand."""
        play, viewer = hall.find(name)
        with play.claimed():
            play.roll()
            return play_view(play, viewer)

    @router.post("/plays/{name}/undo")
    def undo(name: str, _: Empty = None) -> PlayView:
        """Goes back to where a person decided last."""
        play, viewer = hall.find(name)
        with play.claimed():
            play.undo()
            return play_view(play, viewer)

    @router.post("/plays/{name}/redo")
    def redo(name: str, _: Empty = None) -> PlayView:
        """Plays again what was taken back, up to where a person decides next."""
        play, viewer = hall.find(name)
        with play.claimed():
            play.redo()
            return play_view(play, viewer)

    @router.post("/plays/{name}/resign")
    def resign(name: str, wanted: Annotated[ResignRequest | None, Body()] = None) -> PlayView:
        """Ends a game that somebody gives up."""
        play, viewer = hall.find(name)
        with play.claimed():
            play.resign(None if wanted is None else wanted.player, viewer)
            return play_view(play, viewer)


def _add_searches(router: APIRouter, hall: Hall) -> None:
    """What the engine does in a game."""

    @router.post("/plays/{name}/reply")
    async def reply(name: str, request: Request, _: Empty = None) -> Reply:
        """Lets the engine make one move; whoever listens to the events need not ask."""
        play, viewer = await run_in_threadpool(hall.find, name)
        with play.claimed():
            report = await while_connected(request, hall.searches.run(play.reply()))
            await run_in_threadpool(play.finish, report)
            return Reply(report=None if play.hidden else report_view(play, report), play=play_view(play, viewer))

    @router.post("/plays/{name}/hint")
    async def hint(name: str, request: Request, wanted: Annotated[HintRequest | None, Body()] = None) -> ReportView:
        """Searches for the person whose turn it is."""
        play, viewer = await run_in_threadpool(hall.find, name)
        wanted = wanted or HintRequest()
        with play.claimed():
            job = play.hint(wanted.method, wanted.seconds, viewer)
            return report_view(play, await while_connected(request, hall.searches.run(job)))


def _new_play(hall: Hall, wanted: PlayRequest) -> Play:
    found = hall.find_game(wanted.game, dict(wanted.options))
    position = found.start() if wanted.position is None else found.position(wanted.position)
    if wanted.seats is None:
        seats = tuple(Seat(human=player == 0) for player in range(len(position.players)))
    else:
        seats = tuple(
            Seat(
                human=seat.kind == "human",
                method=seat.method,
                seconds=seat.seconds,
                level=seat.level,
                nodes=seat.nodes,
                depth=seat.depth,
                ponder=seat.ponder,
            )
            for seat in wanted.seats
        )
    clock = None if wanted.clock is None else (wanted.clock.seconds, wanted.clock.increment)
    by_hand = wanted.dice == "by hand"
    if by_hand and (found.facts["hidden"] or not found.facts["chance"]):
        what = "hides what chance brings" if found.facts["hidden"] else "has no dice"
        raise RefusedError(422, f"{found.name} {what}, so nothing is rolled by hand")
    settings = Settings(clock=clock, by_hand=by_hand)
    if wanted.seed is not None:
        settings = Settings(wanted.seed, clock, by_hand)
    return Play(position, seats, settings)


async def _watched(hall: Hall, play: Play, viewer: int | None) -> AsyncIterator[Event | None]:
    """What a game's watcher hears."""
    try:
        with play.heard() as changed:
            hall.attend(play)
            while not hall.searches.stopping.is_set():
                changed.clear()
                with play.discreet():
                    yield "play", play_view(play, viewer)
                while not await until(changed, seconds=_patience(play)):
                    await run_in_threadpool(_look_again, hall, play)
                    if not changed.is_set():
                        yield None
                hall.attend(play)
    except ZermeloError as error:
        yield "trouble", StreamError(error=str(error))
    finally:
        hall.leave(play)


def _patience(play: Play) -> float:
    """Seconds until somebody should look whether a clock has run out."""
    clocks, turn = play.clocks, play.state.position.turn
    if play.is_over or clocks is None or turn is None or turn < 0:
        return HEARTBEAT
    return min(HEARTBEAT, clocks[turn] + 0.01)


def _look_again(hall: Hall, play: Play) -> None:
    hall.refresh(play)
    try:
        with play.claimed():
            play.flag()
    except RefusedError:
        return  # a request is being worked on, and looks at the clock itself


def _kept_view(hall: Hall, kept: Kept) -> KeptView:
    hidden = any(seat.key is not None for seat in kept.seats)
    return KeptView(
        id=kept.name,
        game=kept.game,
        seats=["person" if seat.human else seat.level or seat.method or "engine" for seat in kept.seats],
        plies=kept.length,
        outcome=kept.outcome,
        begun=kept.begun,
        changed=kept.changed,
        served=kept.game in hall.games and not hidden,
    )
