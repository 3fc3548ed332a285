"""GNU Backgammon as a player: the program is started in its mode `external`, in which it answers what it would do."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from typing import BinaryIO

from zermelo.arena.players import Answer, Player, Rules, Situation
from zermelo.arena.uci_client import PlayerFailure
from zermelo.errors import OptionError
from zermelo.protocols import fibs

HOST = "127.0.0.1"
PATIENCE = 60.0
"""Seconds until it must have started, or answered."""


class GnubgPlayer(Player):
    """GNU Backgammon with so many plies of look-ahead, as it counts them: 0 is its network alone."""

    own_limits = True

    def __init__(self, name: str = "gnubg", *, plies: int = 0, program: str = "gnubg") -> None:
        super().__init__(name)
        self.plies = plies
        self.program = program
        self.process: subprocess.Popen[bytes] | None = None
        self.connection: socket.socket | None = None
        self.answers: BinaryIO | None = None

    def begin(self, rules: Rules, seed: int) -> None:
        """Starts the program if it does not run."""
        if rules.name != "backgammon":
            raise OptionError(f"gnubg plays backgammon, not {rules.name}")
        if self.process is None or self.process.poll() is not None:
            self.close()
            self._start("on" if getattr(rules, "options", {}).get("jacoby") == "on" else "off")

    def _start(self, jacoby: str) -> None:
        path = shutil.which(self.program) or shutil.which(self.program, path="/usr/games")
        if path is None:
            raise PlayerFailure(f"there is no program {self.program}: on Debian, apt install gnubg brings it")
        with socket.create_server((HOST, 0)) as free:
            port = free.getsockname()[1]
        commands = [
            f"set jacoby {jacoby}",
            f"set evaluation chequerplay evaluation plies {self.plies}",
            f"set evaluation cubedecision evaluation plies {self.plies}",
            f"external {HOST}:{port}",
        ]
        # In a session of its own, so that Ctrl-C ends the match and not the program in the middle of it.
        self.process = subprocess.Popen(
            [path, "--tty", "--quiet", "--no-rc"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        assert self.process.stdin is not None, "it is a pipe"
        self.process.stdin.write("".join(f"{command}\n" for command in commands).encode())
        self.process.stdin.flush()
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self.connection = socket.create_connection((HOST, port), timeout=PATIENCE)
                break
            except OSError:
                if time.monotonic() > until or self.process.poll() is not None:
                    self.close()
                    raise PlayerFailure(f"{self.name} did not open its socket") from None
                time.sleep(0.05)
        self.answers = self.connection.makefile("rb")

    def choose(self, situation: Situation) -> Answer:
        """What the program answers; a forced move is made without asking."""
        moves = situation.position.moves()
        if len(moves) == 1:
            return Answer(moves[0])
        assert self.connection is not None, "begin comes first"
        assert self.answers is not None, "it comes with the connection"
        line = fibs.write(fibs.board_of(situation.position), ("zermelo", "gnubg"))
        try:
            self.connection.sendall(f"{line}\n".encode())
            answer = self.answers.readline().decode("utf-8", "replace").replace("\0", "").strip()
        except OSError as error:
            self.close()
            raise PlayerFailure(f"{self.name} does not answer: {error}") from error
        if not answer or answer.startswith("Error"):
            raise PlayerFailure(f'{self.name} answered "{answer}" to {line}')
        return Answer("take" if answer == "beaver" else answer)

    def close(self) -> None:
        """Ends the program."""
        for open_one in (self.answers, self.connection):
            if open_one is not None:
                open_one.close()
        self.answers = self.connection = None
        if self.process is not None:
            if self.process.stdin is not None:
                self.process.stdin.close()
            self.process.kill()
            self.process.wait()
            self.process = None
