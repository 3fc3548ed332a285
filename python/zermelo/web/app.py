"""The web application: the page's files, and the JSON interface under /api/v1.

It knows no rules: what there is to see and to do comes from the position, what it looks like from `zermelo.draw`.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Body, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

import zermelo
from zermelo import CHANCE, BuiltInGame, Game, GameError, OptionError, Position, Report, UnknownGameError, ZermeloError
from zermelo.draw import stylesheet, svg
from zermelo.explaining.stepper import SCRIPT
from zermelo.web.guard import LOOPBACK, Guard
from zermelo.web.models import (
    Error,
    GameDetail,
    Games,
    GameView,
    HintRequest,
    MoveRequest,
    MoveView,
    Nothing,
    OptionView,
    PlayRequest,
    PlayView,
    Reply,
    ReportView,
    SeatView,
    StepView,
    ValueView,
)
from zermelo.web.quizzes import quiz_routes
from zermelo.web.table import Play, RefusedError, Seat, State, Table
from zermelo.web.trees import tree_routes, tree_stylesheet

STATIC = Path(__file__).parent / "static"
Empty = Annotated[Nothing | None, Body()]


class _StoppingError(Exception):
    """Ends a search because the server stops."""


class Hall:
    """The games on offer, the games in progress, and the threads that search."""

    def __init__(self, games: Iterable[Game | BuiltInGame]) -> None:
        self.games: dict[str, Game | BuiltInGame] = {}
        for game in games:
            if isinstance(game, Game) and (game.name in zermelo.games() or game.name in self.games):
                raise GameError(f'there is a game "{game.name}" already: give yours another name')
            self.games[game.name] = game
        for name in zermelo.games():
            self.games.setdefault(name, zermelo.game(name))
        self.table = Table()
        self.stopping = threading.Event()
        self._threads = ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="search")

    def find(self, name: str, options: dict[str, bool | int | str]) -> Game | BuiltInGame:
        """A game on offer, with these options."""
        game = self.games.get(name)
        if game is None:
            raise UnknownGameError(f'unknown game "{name[:60]}": there are {", ".join(self.games)}')
        if not options:
            return game
        if isinstance(game, Game):
            raise OptionError(f'{game.name}: unknown option "{next(iter(options))}": there are none')
        found = game.start(**options).game
        assert isinstance(found, BuiltInGame), "a built-in game stays one"
        return found

    async def run(self, search: Callable[[], Report]) -> Report:
        """Runs a search on one of the threads; there are as many as cores, and the rest wait."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, search)
        except _StoppingError:
            raise RefusedError(503, "the server is stopping") from None

    def heed(self, depth: int, nodes: int, seconds: float) -> None:
        """Called by running searches; ends them when the server stops."""
        if self.stopping.is_set():
            raise _StoppingError

    def close(self) -> None:
        """Ends all searches."""
        self.stopping.set()
        self._threads.shutdown(cancel_futures=True)


def create_app(
    games: Iterable[Game | BuiltInGame] = (),
    *,
    hosts: Iterable[str] | None = LOOPBACK,
    port: int = 8765,
    token: str | None = None,
) -> FastAPI:
    """The application that serves the page and its interface.

    Args:
        games: Games to offer first, such as your own; all built-in games follow.
        hosts: The host names under which it is served; None allows every name and needs a token.
        port: The port on which it is served.
        token: What every request must show; None when only this machine can reach it.

    Raises:
        GameError: Two games have the same name.

    >>> create_app().title
    'zermelo'
    """
    hall = Hall(games)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        hall.close()

    app = FastAPI(
        title="zermelo",
        version=zermelo.__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        lifespan=lifespan,
    )
    app.state.hall = hall
    app.include_router(_interface(hall))
    app.include_router(tree_routes())
    app.include_router(quiz_routes())
    _add_page(app)
    _add_errors(app)
    app.add_middleware(Guard, hosts=hosts, port=port, token=token)
    return app


def _interface(hall: Hall) -> APIRouter:
    router = APIRouter(prefix="/api/v1", responses={status: {"model": Error} for status in (404, 409, 422)})

    @router.get("/games")
    def games() -> Games:
        """All games, with what they declare about themselves."""
        return Games(games=[_game_view(game) for game in hall.games.values()])

    # A name of someone's own game may contain anything, slashes too.
    @router.get("/games/{name:path}")
    def game(name: str, request: Request) -> GameDetail:
        """A game and how it begins; its options are given in the query."""
        found = hall.find(name, dict(request.query_params))
        picture = svg(found.start(), viewer=0 if found.facts["hidden"] else None, standalone=False)
        return GameDetail(**_game_view(found).model_dump(), picture=picture)

    @router.post("/plays", status_code=201)
    def begin(wanted: PlayRequest) -> PlayView:
        """Begins a game."""
        found = hall.find(wanted.game, dict(wanted.options))
        position = found.start() if wanted.position is None else found.position(wanted.position)
        if wanted.seats is None:
            seats = tuple(Seat(human=player == 0) for player in range(len(position.players)))
        else:
            seats = tuple(Seat(seat.kind == "human", seat.method, seat.seconds) for seat in wanted.seats)
        play = Play(position, seats, seed=wanted.seed)
        with play.discreet():
            view = _play_view(play)
        hall.table.add(play)
        return view

    @router.get("/plays/{name}")
    def look(name: str) -> PlayView:
        """Where a game stands."""
        play = hall.table.find(name)
        with play.discreet():
            return _play_view(play)

    @router.post("/plays/{name}/moves")
    def move(name: str, wanted: MoveRequest) -> PlayView:
        """Makes a person's move, and then whatever chance has to do."""
        play = hall.table.find(name)
        with play.claimed():
            play.play(wanted.move)
            return _play_view(play)

    @router.post("/plays/{name}/undo")
    def undo(name: str, _: Empty = None) -> PlayView:
        """Goes back to where a person decided last."""
        play = hall.table.find(name)
        with play.claimed():
            play.undo()
            return _play_view(play)

    @router.post("/plays/{name}/reply")
    async def reply(name: str, _: Empty = None) -> Reply:
        """Lets the engine make one move; ask again while the game waits for the engine."""
        play = hall.table.find(name)
        with play.claimed():
            report = await hall.run(play.reply(hall.heed))
            play.finish(report)
            return Reply(report=None if play.hidden else _report_view(play, report), play=_play_view(play))

    @router.post("/plays/{name}/hint")
    async def hint(name: str, wanted: Annotated[HintRequest | None, Body()] = None) -> ReportView:
        """Searches for the person whose turn it is."""
        play = hall.table.find(name)
        wanted = wanted or HintRequest()
        with play.claimed():
            return _report_view(play, await hall.run(play.hint(wanted.method, wanted.seconds, hall.heed)))

    return router


def _add_page(app: FastAPI) -> None:
    @app.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
    def page() -> FileResponse:
        return FileResponse(STATIC / "index.html")

    @app.api_route("/trees", methods=["GET", "HEAD"], include_in_schema=False)
    def trees() -> FileResponse:
        return FileResponse(STATIC / "trees.html")

    @app.api_route("/quiz", methods=["GET", "HEAD"], include_in_schema=False)
    def quizzes() -> FileResponse:
        return FileResponse(STATIC / "quiz.html")

    # Before the files, so that what pictures look like is written once, where they are drawn.
    @app.get("/static/picture.css", include_in_schema=False)
    def picture_css() -> Response:
        return Response(stylesheet(), media_type="text/css")

    @app.get("/static/tree.css", include_in_schema=False)
    def tree_css() -> Response:
        return Response(tree_stylesheet(), media_type="text/css")

    @app.get("/static/stepper.js", include_in_schema=False)
    def stepper_script() -> FileResponse:
        return FileResponse(SCRIPT, media_type="text/javascript")

    app.mount("/static", StaticFiles(directory=STATIC))


def _add_errors(app: FastAPI) -> None:
    """Every error is one sentence; the sentences of zermelo pass unchanged."""

    def sentence(status: int, text: str) -> JSONResponse:
        return JSONResponse({"error": text}, status)

    @app.exception_handler(ZermeloError)
    def refused(_: Request, error: ZermeloError) -> JSONResponse:
        status = (
            error.status if isinstance(error, RefusedError) else 404 if isinstance(error, UnknownGameError) else 422
        )
        return sentence(status, str(error))

    @app.exception_handler(RequestValidationError)
    def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        place = ".".join(str(part)[:60] for part in first["loc"] if part != "body")
        message = {
            "extra_forbidden": f'unknown field "{place}"',
            "missing": f'the field "{place}" is missing' if place else "the body is missing",
            "json_invalid": "the body is not JSON",
        }.get(first["type"], f"{place or 'the body'}: {first['msg'][:1].lower()}{first['msg'][1:]}")
        return sentence(422, message)

    @app.exception_handler(HTTPException)
    def plain(request: Request, error: HTTPException) -> JSONResponse:
        texts = {
            400: "the body cannot be read",
            404: f'there is nothing at "{request.url.path[:100]}"',
            405: f'{request.method} is not possible at "{request.url.path[:100]}"',
        }
        return sentence(error.status_code, texts.get(error.status_code, str(error.detail)))


# Views.


def _game_view(game: Game | BuiltInGame) -> GameView:
    facts = game.facts
    options = game.known_options if isinstance(game, BuiltInGame) else []
    return GameView(
        name=facts["name"],
        summary=game.summary,
        rules=game.rules,
        options=[OptionView(name=name, default=default, meaning=meaning) for name, default, meaning in options],
        players=list(facts["players"]),
        methods=facts["methods"],
        chance=facts["chance"],
        hidden=facts["hidden"],
        unit=facts["unit"],
    )


def _play_view(play: Play) -> PlayView:
    """The game as its viewer may see it: where something is hidden, only the viewer's picture and observation."""
    state = play.state
    position, viewer, turn = state.position, play.viewer, state.position.turn
    waiting = None if turn is None else play.seats[turn].human
    utilities = position.utilities
    return PlayView(
        id=play.id,
        game=play.name,
        seats=[
            SeatView(
                player=player,
                kind="human" if seat.human else "engine",
                method=None if seat.human else seat.method or play.methods[0],
                seconds=None if seat.human else seat.seconds,
            )
            for player, seat in zip(play.players, play.seats, strict=True)
        ],
        hidden=play.hidden,
        viewer=viewer,
        turn=turn,
        waiting=None if waiting is None else "human" if waiting else "engine",
        moves=[MoveView(text=text, sites=sites) for text, sites in position.sites()] if waiting else [],
        history=[] if play.hidden else [StepView(player=step.actor, text=step.action) for step in state.steps],
        position=None if play.hidden else position.text,
        observation=position.observation(viewer) if viewer is not None else None,
        picture=svg(position, viewer=viewer, standalone=False, before=_before(state)),
        outcome=position.outcome,
        utilities=None if utilities is None else list(utilities),
        can_undo=play.can_undo,
        hints=play.hint_methods,
    )


def _before(state: State) -> Position | None:
    """The position before the last move of a player."""
    return next((step.position for step in reversed(state.steps) if step.actor != CHANCE), None)


def _report_view(play: Play, report: Report) -> ReportView:
    assert report.move is not None, "only players are searched for"
    value = report.value
    return ReportView(
        move=report.move,
        value=ValueView.model_validate(value.as_json()),
        words=f"{value}{report.trust}",
        method=report.method,
        seconds=report.seconds,
        line=None if play.hidden else list(report.line),
        depth=None if play.hidden else report.depth,
        nodes=None if play.hidden else report.nodes,
    )
