"""An external player for GNU Backgammon: it sends a board, we answer with what to do.

`set player 0 external 127.0.0.1:7071` in GNU Backgammon makes us its first player. Each line asks for a play, or about
the cube: the answer is such as `8/5 6/5`, an empty line when nothing can be moved, `roll`, `double`, `take` or `drop`.
What cannot be understood is answered with one sentence after `Error:`, and the conversation goes on.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable
from contextlib import suppress

from zermelo._native import Position
from zermelo.errors import ZermeloError
from zermelo.game import CHANCE
from zermelo.protocols import fibs

HOST, PORT = "127.0.0.1", 7071
LONGEST_LINE = 4096


class Session:
    """A conversation with GNU Backgammon, in which a function chooses our moves."""

    def __init__(self, choose: Callable[[Position], str], *, cube: bool = True) -> None:
        self.choose = choose
        self.cube = cube

    def answer(self, line: str) -> str:
        """What to do in the position of a line; one sentence when it has none."""
        try:
            position = fibs.read(line).position(cube=self.cube)
            if position.turn is None:
                return "Error: the game is over"
            # Without access to the cube there is nothing to decide before the roll.
            move = "roll" if position.turn == CHANCE else self.choose(position)
        except ZermeloError as error:
            return f"Error: {' '.join(str(error).split())}"
        return "" if move == "cannot move" else move

    def run(self, lines: Iterable[str], send: Callable[[str], object]) -> None:
        """Answers until "exit" or the end of the lines."""
        for line in lines:
            text = line.replace("\0", "").strip()  # GNU Backgammon sends one behind every line
            if text in {"exit", "quit"}:
                return
            if text:
                send(self.answer(text))


def listen(session: Session, port: int = PORT, *, ready: Callable[[int], object] = lambda port: None) -> None:
    """Waits for one connection after the other on this machine, until Ctrl-C; `ready` hears at which port.

    Raises:
        OSError: The port is taken.
    """
    with socket.create_server((HOST, port)) as server:
        ready(server.getsockname()[1])
        while True:
            connection, _ = server.accept()
            # Who goes away without a word ends a conversation, not the program.
            with connection, suppress(ConnectionError):
                session.run(lines_of(connection), lambda text: connection.sendall(f"{text}\n".encode()))  # noqa: B023


def lines_of(connection: socket.socket) -> Iterable[str]:
    """The lines that come in; of a very long one, pieces that cannot be understood."""
    with connection.makefile("rb") as stream:
        while line := stream.readline(LONGEST_LINE):
            yield line.decode("utf-8", "replace")
