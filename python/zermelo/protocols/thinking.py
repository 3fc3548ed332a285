"""A search in a thread of its own, so that whoever reads commands can stop it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TextIO

import zermelo
from zermelo._native import Position
from zermelo.errors import ZermeloError
from zermelo.report import News, Report


class ProtocolError(ZermeloError, ValueError):
    """A program sent a line that cannot be understood."""


class Output:
    """Lines to another program, from any thread, each sent at once."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.lock = threading.Lock()

    def __call__(self, line: str) -> None:
        """Sends a line; when nobody listens any more it is lost, and the end of the input ends the session."""
        with self.lock:
            try:
                self.stream.write(line + "\n")
                self.stream.flush()
            except (BrokenPipeError, ValueError):
                return


class Thinking:
    """A search that runs until its limits are reached or it is stopped."""

    def __init__(
        self,
        engine: zermelo.Engine,
        position: Position,
        limits: dict[str, Any],
        *,
        progress: Callable[[News], object],
        done: Callable[[Report], object],
        failed: Callable[[str], object],
        held: bool = False,
    ) -> None:
        """Begins to search.

        Args:
            engine: What searches.
            position: What to search.
            limits: The keywords of `Engine.search`.
            progress: Hears of every depth.
            done: Gets the report, in the searching thread.
            failed: Gets a sentence instead when the search cannot be done.
            held: Keep the report back until `stop` or `hit`, even when the search has ended by itself.
        """
        self.engine = engine
        self.position = position
        self.limits = limits
        self.progress, self.done, self.failed = progress, done, failed
        self.free = threading.Event()
        self.searching = True
        """Is the answer still to come? False just before it is given, since what comes back may be another search."""
        if not held:
            self.free.set()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """Ends the search and waits until it has answered."""
        self.free.set()
        # Told again and again: a search that is only about to begin would not have heard the first time.
        while self.thread.is_alive():
            self.engine.stop()
            self.thread.join(0.005)

    def hit(self) -> None:
        """The move that was pondered on has been played: from now on the clock runs."""
        self.free.set()
        while self.thread.is_alive() and not self.engine.hit():  # it may be only about to begin
            self.thread.join(0.001)

    def _run(self) -> None:
        try:
            report = self.engine.search(self.position, progress=self.progress, **self.limits)
        except Exception as error:  # whatever it is, the other program must not wait for ever
            self.free.wait()
            self.searching = False
            self.failed(" ".join(str(error).split()) or type(error).__name__)
        else:
            self.free.wait()
            self.searching = False
            self.done(report)
