"""`zermelo serve`: the page on this machine."""

from __future__ import annotations

import errno
import ipaddress
import os
import re
import socket
import sys
import threading
import webbrowser
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import FastAPI

DEFAULT_PORT = 8765
TRIES = 100
"""How many ports after the default one are tried when it is taken."""


class _UsageError(click.ClickException):
    """Bad usage: one sentence, exit code 2."""

    exit_code = 2


@click.command()
@click.argument("game", required=False)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True, help="0 takes a free one."
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen at; any but this machine's own needs a token.",
)
@click.option(
    "--token", help="What every request must show: a header Authorization: Bearer TOKEN, or once ?token=TOKEN."
)
@click.option(
    "--database",
    metavar="ADDRESS",
    envvar="ZERMELO_DATABASE",
    help="Where games are kept, such as sqlite:///games.db or postgresql+psycopg://user@host/name; "
    "a file in your data folder unless said.",
)
@click.option("--open", "open_browser", is_flag=True, help="Open the page in the browser, if there is one.")
@click.pass_context
def serve(
    context: click.Context,
    *,
    game: str | None,
    port: int,
    host: str,
    token: str | None,
    database: str | None,
    open_browser: bool,
) -> None:
    """Serve the page where every game can be played; Ctrl-C ends it.

    GAME is offered first: a name from `zermelo games`, or a game of your own as file.py:Class.
    """
    from zermelo import ZermeloError, load_game
    from zermelo.web import create_app
    from zermelo.web.guard import LOOPBACK
    from zermelo.web.store import default_database

    local = _is_local(host)
    if not local and token is None:
        raise _UsageError(f'at "{host}" others can reach the page: give a --token, or leave --host away')
    if token is not None and not re.fullmatch(r"[A-Za-z0-9_-]{8,200}", token):
        raise _UsageError("a token has 8 to 200 letters, digits, - and _")
    asked = context.get_parameter_source("port") != ParameterSource.DEFAULT
    listener = _listen(host, port, 1 if asked else TRIES)
    with listener:
        port = listener.getsockname()[1]
        name = f"[{host}]" if ":" in host else host
        try:
            app = create_app(
                [load_game(game)] if game else [],
                hosts=LOOPBACK if local else None if _is_every(host) else [name, *LOOPBACK],
                port=port,
                token=token,
                database=database or default_database(),
            )
        except ZermeloError as error:
            raise _UsageError(str(error)) from None
        address = f"http://{name}:{port}/" + (f"?token={token}" if token else "")

        def started() -> None:
            click.echo(f"zermelo is at {address}")
            sys.stdout.flush()
            if open_browser:
                threading.Thread(target=_open, args=(address,), daemon=True).start()

        _run(app, listener, started)


def _run(app: FastAPI, listener: socket.socket, started: Callable[[], None]) -> None:
    """Serves until Ctrl-C."""
    import uvicorn

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            started()

        def handle_exit(self, sig: int, frame: Any) -> None:
            # Searches end at once, so that the requests waiting for them do too.
            app.state.hall.stop()
            super().handle_exit(sig, frame)

    config = uvicorn.Config(
        app,
        ws="none",
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_level="critical",
        timeout_graceful_shutdown=2,
    )
    try:
        Server(config).run(sockets=[listener])
    except KeyboardInterrupt:
        return


def _listen(host: str, port: int, tries: int) -> socket.socket:
    """A socket that listens at the first free port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(port, min(port + tries, 65536)):
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            if os.name == "posix":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, number))
            listener.listen(128)
        except PermissionError:
            listener.close()
            raise _UsageError(f"port {number} is not allowed to you: choose one above 1023 with --port") from None
        except OSError as error:
            listener.close()
            if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                raise _UsageError(f'"{host}" is no address of this machine') from None
        else:
            return listener
    taken = f"port {port} is" if tries == 1 else f"ports {port} to {port + tries - 1} are"
    raise _UsageError(f"{taken} taken: choose another with --port")


def _is_local(host: str) -> bool:
    return host in {"127.0.0.1", "localhost", "::1"}


def _is_every(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def _open(address: str) -> None:
    """Opens a browser with a window of its own; without one the printed address is enough."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    try:
        webbrowser.open(address)
    except (webbrowser.Error, OSError):
        return
