"""The web application: the page's files, and the JSON interface under /api/v1.

It knows no rules: what there is to see and to do comes from the position, what it looks like from `zermelo.draw`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from string import Template

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

import zermelo
from zermelo import BuiltInGame, Game, UnknownGameError, ZermeloError
from zermelo.draw import stylesheet
from zermelo.explaining.stepper import SCRIPT
from zermelo.web.analysis import analysis_routes
from zermelo.web.guard import LOOPBACK, Guard
from zermelo.web.hall import Hall
from zermelo.web.matches import match_routes
from zermelo.web.plays import play_routes
from zermelo.web.quizzes import quiz_routes
from zermelo.web.searches import RefusedError
from zermelo.web.store import Store
from zermelo.web.trees import tree_routes, tree_stylesheet

STATIC = Path(__file__).parent / "static"
CURRENT = ' aria-current="page"'
PAGES = {"/": "play", "/games": "games", "/watch": "watch", "/trees": "trees", "/quiz": "quiz"}
"""The pages by their addresses, in the order in which they link to each other."""


def create_app(
    games: Iterable[Game | BuiltInGame] = (),
    *,
    hosts: Iterable[str] | None = LOOPBACK,
    port: int = 8765,
    token: str | None = None,
    database: str = "sqlite://",
) -> FastAPI:
    """The application that serves the page and its interface.

    Args:
        games: Games to offer first, such as your own; all built-in games follow.
        hosts: The host names under which it is served; None allows every name and needs a token.
        port: The port on which it is served.
        token: What every request must show; None when only this machine can reach it.
        database: Where games are kept, as SQLAlchemy writes addresses; in memory unless said.

    Raises:
        GameError: Two games have the same name.
        StoreError: The database cannot be used.

    >>> create_app().title
    'zermelo'
    """
    hall = Hall(games, Store(database))

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
    app.include_router(play_routes(hall))
    app.include_router(analysis_routes(hall))
    app.include_router(match_routes(hall))
    app.include_router(tree_routes())
    app.include_router(quiz_routes())
    _add_page(app)
    _add_errors(app)
    app.add_middleware(Guard, hosts=hosts, port=port, token=token)
    return app


def _add_page(app: FastAPI) -> None:
    def page(path: str) -> None:
        shown = _page(path)

        @app.api_route(path, methods=["GET", "HEAD"], include_in_schema=False)
        def show() -> HTMLResponse:
            return HTMLResponse(shown)

    for path in PAGES:
        page(path)

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


def _page(path: str) -> str:
    """A page: what is its own, in the frame that all of them share."""
    folder, name = Path(__file__).parent / "pages", PAGES[path]
    links = [
        f'<a href="{other}"{CURRENT if other == path else ""}>{title.capitalize()}</a>'
        for other, title in PAGES.items()
    ]
    return Template((folder / "frame.html").read_text(encoding="utf-8")).substitute(
        title="zermelo" if path == "/" else f"{name.capitalize()} – zermelo",
        script="main.js" if path == "/" else f"{name}.js",
        links=" ".join(links),
        main=(folder / f"{name}.html").read_text(encoding="utf-8"),
    )


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
