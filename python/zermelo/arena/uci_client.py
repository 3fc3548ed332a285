"""Another program that speaks UCI, run as a process and asked for moves; whatever it does, we do not wait for ever."""

from __future__ import annotations

import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Sequence

from zermelo.arena.clock import Limits
from zermelo.errors import ZermeloError

HANDSHAKE_SECONDS = 20.0
"""For starting, setting options and getting ready."""
PATIENCE_SECONDS = 5.0
"""Beyond the time for a move; then the program counts as hanging."""
UNTIMED_SECONDS = 600.0
"""For a move where only nodes or depth are limited."""


class PlayerFailure(ZermeloError, RuntimeError):
    """A player could not answer: it does not start, died, hangs, or raised an error."""


class UciClient:
    """One running program."""

    def __init__(self, command: str, options: dict[str, str] | None = None) -> None:
        """Starts it and sets its options.

        Raises:
            PlayerFailure: It does not start, does not answer, or has no such option.
        """
        self.command = command
        self.lines: queue.Queue[str | None] = queue.Queue()
        try:
            self.process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,  # our Ctrl-C is not its
            )
        except (OSError, ValueError, IndexError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise PlayerFailure(f'"{command}" cannot be started: {reason}') from error
        threading.Thread(target=self._read, daemon=True).start()
        try:
            self._set_up(options or {})
        except PlayerFailure:
            self.close()
            raise

    def _set_up(self, options: dict[str, str]) -> None:
        self.say("uci")
        known: dict[str, str] = {}
        for line in self._until("uciok", HANDSHAKE_SECONDS):
            if line.startswith("option name "):
                name = line.removeprefix("option name ").partition(" type ")[0].strip()
                known[name.lower()] = name
        for name, value in options.items():
            if name.lower() not in known:
                raise PlayerFailure(
                    f'"{self.command}" has no option "{name}": it has {", ".join(known.values()) or "none"}'
                )
            self.say(f"setoption name {known[name.lower()]} value {value}")
        self.ready()

    @property
    def alive(self) -> bool:
        """Does it still run?"""
        return self.process.poll() is None

    def new_game(self) -> None:
        """Tells that another game begins."""
        self.say("ucinewgame")
        self.ready()

    def ready(self) -> None:
        """Waits until all is done that was said before."""
        self.say("isready")
        self._until("readyok", HANDSHAKE_SECONDS)

    def go(self, start: str, codes: Sequence[str], player: int, limits: Limits) -> tuple[str, int | None]:
        """The best move, and its score in hundredths if one was told.

        Raises:
            PlayerFailure: It died or hangs.
        """
        self.say(f"position {start}" + (f" moves {' '.join(codes)}" if codes else ""))
        self.say(f"go {go_words(player, limits)}")
        seconds = limits.time if limits.time is not None else limits.clock[0] if limits.clock else UNTIMED_SECONDS
        found: int | None = None
        *infos, answer = self._until("bestmove", max(seconds, 0.0) + PATIENCE_SECONDS)
        for line in infos:
            found = score_of(line, found)
        words = answer.split()
        return (words[1] if len(words) > 1 else "(none)"), found

    def say(self, line: str) -> None:
        """Sends a line."""
        assert self.process.stdin is not None, "it has a pipe"
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except (BrokenPipeError, OSError, ValueError):
            raise self._dead() from None

    def close(self) -> None:
        """Ends it, politely first."""
        try:
            self.say("quit")
            self.process.wait(1.0)
        except (PlayerFailure, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    continue

    def _read(self) -> None:
        assert self.process.stdout is not None, "it has a pipe"
        try:
            for line in self.process.stdout:
                self.lines.put(line.strip())
        except ValueError:  # closed while reading
            pass
        self.lines.put(None)

    def _until(self, word: str, seconds: float) -> list[str]:
        """The lines up to the first that begins with a word."""
        deadline = time.monotonic() + seconds
        found: list[str] = []
        while not found or found[-1].split()[:1] != [word]:
            try:
                line = self.lines.get(timeout=max(deadline - time.monotonic(), 0.001))
            except queue.Empty:
                self.process.kill()
                raise PlayerFailure(f'"{self.command}" did not send {word} within {seconds:.0f} s') from None
            if line is None:
                raise self._dead()
            found.append(line)
        return found

    def _dead(self) -> PlayerFailure:
        try:
            code = self.process.wait(1.0)
        except subprocess.TimeoutExpired:
            return PlayerFailure(f'"{self.command}" closed its output')
        return PlayerFailure(f'"{self.command}" died with exit code {code}')


def go_words(player: int, limits: Limits) -> str:
    """The limits as `go` wants them."""
    words: list[str] = []
    if limits.clock is not None:
        clocks = [limits.clock, limits.other_clock or limits.clock]
        first, second = clocks if player == 0 else reversed(clocks)
        for name, (left, increment, _) in (("w", first), ("b", second)):
            words += [f"{name}time {max(round(1000 * left), 1)} {name}inc {round(1000 * increment)}"]
        if limits.clock[2]:
            words.append(f"movestogo {limits.clock[2]}")
    if limits.time is not None:
        words.append(f"movetime {max(round(1000 * limits.time), 1)}")
    if limits.nodes is not None:
        words.append(f"nodes {limits.nodes}")
    if limits.depth is not None:
        words.append(f"depth {limits.depth}")
    return " ".join(words)


def score_of(line: str, before: int | None) -> int | None:
    """The score that a line tells of the best line; otherwise what was known before.

    >>> score_of("info depth 9 multipv 1 score mate -3 pv e2e4", None)
    -99997
    """
    words = line.split()
    if words[:1] != ["info"] or "score" not in words or words[1:2] == ["string"]:
        return before
    if "multipv" in words and words[words.index("multipv") + 1 : words.index("multipv") + 2] != ["1"]:
        return before
    kind, *rest = words[words.index("score") + 1 :] or [""]
    try:
        amount = int(rest[0])
    except (IndexError, ValueError):
        return before
    if kind == "mate":
        return 100_000 - amount if amount > 0 else -100_000 - amount
    return amount if kind == "cp" else before
