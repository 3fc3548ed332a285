"""A student's code in a process of its own: asked about trees, limited in time and memory, and ended when it is stuck.

This keeps accidents away: endless loops, memory without bounds, files overwritten, Python ended in the middle. It is no
prison for code that is written to break out.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import asdict, dataclass
from math import ceil
from pathlib import Path
from time import clock_gettime, monotonic, sleep
from types import TracebackType
from typing import Any, Self

from zermelo.errors import ZermeloError
from zermelo.grade import runner

LONGEST_ANSWER = 1 << 24
"""Bytes; no honest answer comes near."""
PATIENCE = 8
"""A process on a busy machine, or one that sleeps, may take so many times as long on the clock as it may work."""

SYNTAX = ("SyntaxError", "IndentationError", "TabError")
TROUBLES = ("crash", "endless recursion", "memory", "exit", "no result", "no number", "move before value")
"""What a student's process may say that went wrong; "time" and "death" are found out from outside."""


class GradeError(ZermeloError, ValueError):
    """A file cannot be graded."""


@dataclass(frozen=True)
class Answer:
    """What came of asking a student's function about a tree."""

    value: float | None = None
    move: str | None = None
    shown: str = ""
    """The result as Python shows it."""
    seen: tuple[int, ...] = ()
    """The numbers of the nodes whose utility or EVAL was read, in that order."""
    trouble: str | None = None
    """What kept it from giving a number, in a word or two."""
    told: str = ""
    """The same in a sentence's end, such as "with ZeroDivisionError in line 7"."""
    error: str = ""
    """The name of the exception."""


@dataclass(frozen=True)
class Form:
    """How a student's function is called."""

    depth: str | None
    """The name of the parameter for the depth, if it takes one."""
    fill: dict[str, float]
    """Other parameters without a default, and what they are given."""
    asks: list[str]
    """Parameters without a default that nobody can fill in."""


class Student:
    """A student's file, loaded in a process of its own; to be used in a `with` statement.

    Raises:
        GradeError: The file is not there, or it cannot be loaded.
    """

    def __init__(self, path: Path, *, seconds: float, memory: int) -> None:
        if sys.platform == "win32":
            raise GradeError("student code is run within limits that Windows does not have: grade it on Linux or macOS")
        if not path.is_file():
            raise GradeError(f'there is no file "{path}"')
        self.path = path.resolve()
        self.seconds, self.memory = seconds, memory
        self.folder = tempfile.TemporaryDirectory(prefix="grade-", ignore_cleanup_errors=True)
        self.functions: dict[str, Form] = {}
        self.process: subprocess.Popen[bytes] | None = None
        try:
            self.start()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def start(self) -> None:
        """Begins afresh: nothing that the code remembers is left."""
        self.stop()
        ours, theirs = socket.socketpair()
        alarm = ceil(PATIENCE * self.seconds) + 2
        numbers = (theirs.fileno(), self.memory, 60 + 10 * alarm, alarm)
        texts = (runner.__file__, str(self.path), self.folder.name, "go on" if self.functions else "describe")
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-s", "-P", "-B", *texts, *map(str, numbers)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=self.folder.name,
                env={"PATH": os.defpath, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "LANG": "C.UTF-8"},
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        self.socket = ours
        loaded = self.exchange(None, 5 * self.seconds)
        if isinstance(loaded, Answer):
            raise GradeError(self.why_not_loaded(loaded))
        for name, form in loaded["functions"].items():
            self.functions[name] = Form(**form)

    def why_not_loaded(self, answer: Answer) -> str:
        file = self.path.name
        hint = 'what should run only when the file itself is started belongs under if __name__ == "__main__":'
        if answer.error in SYNTAX:
            return f"{file} is no Python yet: {answer.told}"
        if answer.trouble == "time":
            return f"{file} does not finish loading within {5 * self.seconds:g} seconds: {hint}"
        if answer.trouble in ("exit", "death", "endless recursion", "memory") or answer.error == "EOFError":
            return f"{file} cannot be loaded, it ends {answer.told}: {hint}"
        return f"{file} cannot be loaded, it ends {answer.told}"

    def ask(self, function: str, tree: list[Any], depth: int) -> Answer:
        """What the function makes of a tree; after a death of the process the next question finds a new one."""
        if self.process is None:
            self.start()
        form = asdict(self.functions[function])
        answer = self.exchange({"function": function, "form": form, "tree": tree, "depth": depth}, self.seconds)
        if isinstance(answer, Answer):
            return answer
        value, move = answer.get("value"), answer.get("move")
        if isinstance(value, int | float):
            move = None if move is None else _text(move)
            return Answer(float(value), move, _text(answer.get("shown")), _seen(answer))
        return Answer(shown=_text(answer.get("shown")), seen=_seen(answer), trouble=_trouble(answer, "no number"))

    def exchange(self, request: dict[str, Any] | None, seconds: float) -> dict[str, Any] | Answer:
        """Sends a line and waits for one; an Answer says that there was none, or only an error."""
        working, waiting = self.working_time() + seconds, monotonic() + PATIENCE * seconds
        line = b""
        try:
            self.socket.settimeout(seconds)
            if request is not None:
                self.socket.sendall(json.dumps(request).encode() + b"\n")
            while not line.endswith(b"\n"):
                left = min(working - self.working_time(), waiting - monotonic())
                if left <= 0:
                    self.stop()
                    return Answer(trouble="time", told=f"within {self.seconds:g} seconds")
                self.socket.settimeout(max(0.01, left))
                try:
                    part = self.socket.recv(1 << 16)
                except TimeoutError:
                    continue
                line += part
                if not part or len(line) > LONGEST_ANSWER:
                    return self.death()
            answer = json.loads(line)
        except (OSError, ValueError):
            return self.death()
        if not isinstance(answer, dict):
            return self.death()
        return _error(answer) if "error" in answer else answer

    def working_time(self) -> float:
        """The seconds that the process has had a processor, where that can be told; otherwise those on the clock."""
        assert self.process is not None, "it was started"
        if sys.platform != "linux":
            return monotonic()
        with suppress(OSError):
            # The number that clock_getcpuclockid gives for the clock of a process.
            return clock_gettime((~self.process.pid << 3) | 2)
        return 0.0  # it is dead, which shows when it is asked

    def death(self) -> Answer:
        """The process ended in the middle of a question: how?"""
        assert self.process is not None, "it was asked something"
        status = None
        for _ in range(20):
            # Without collecting it, so that its group can still be ended by its number.
            status = os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
            if status is not None:
                break
            sleep(0.01)
        self.stop()
        if status is None:
            return Answer(trouble="death", told="by closing what it was given to answer with")
        if status.si_code == os.CLD_EXITED:
            return Answer(trouble="death", told=f"by leaving Python with exit code {status.si_status}")
        name = signal.Signals(status.si_status).name
        return Answer(trouble="death", told=f"by the end of Python itself with {name}")

    def stop(self) -> None:
        """Ends the process and whatever it started."""
        if self.process is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None
        self.socket.close()

    def close(self) -> None:
        """Ends everything."""
        self.stop()
        self.folder.cleanup()


def _error(answer: dict[str, Any]) -> Answer:
    name, said, line = _text(answer["error"]), _text(answer.get("said", "")), answer.get("line")
    where = f" in line {line}" if isinstance(line, int) else ""
    told = f"{said}{where}" if name in SYNTAX else f"with {name}{where}" + (f" ({said})" if said else "")
    return Answer(trouble=_trouble(answer, "crash"), told=told, error=name, seen=_seen(answer))


def _trouble(answer: dict[str, Any], otherwise: str) -> str:
    trouble = answer.get("trouble")
    return trouble if isinstance(trouble, str) and trouble in TROUBLES else otherwise


def _text(thing: object) -> str:
    """What the student's process sent, without anything that a terminal would obey."""
    return "".join(character if character.isprintable() else "�" for character in str(thing))


def _seen(answer: dict[str, Any]) -> tuple[int, ...]:
    seen = answer.get("seen")
    return tuple(number for number in seen if isinstance(number, int)) if isinstance(seen, list) else ()
