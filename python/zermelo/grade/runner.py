"""The program in which a student's code runs: it is handed trees and hands back what came of them.

It is started by `student.py` in a process of its own, with nothing but the standard library, and knows no right
answers: marks are made by whoever started it. A tree comes as [utility] for a leaf and as [turn, EVAL, children] for an
inner node, a child as [move, probability, tree].
"""

from __future__ import annotations

# A student's process begins afresh many times, so whatever takes long to import is left out or comes when needed.
import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import count
from math import inf, isnan
from types import ModuleType
from typing import Any, NoReturn

CHANCE = -1
NAMES = ("minimax", "alphabeta", "alpha_beta", "expectimax", "expectiminimax")
"""The functions that can be graded."""
DEPTH = ("depth", "d")
"""What the parameter for the depth is called."""
LONGEST = 200
"""Characters that are told of a result or of an error."""
FORBIDDEN = (
    *("os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.exec", "os.system", "subprocess.Popen", "pty.spawn"),
    *("os.kill", "os.killpg", "signal.pthread_kill", "socket.connect", "socket.bind"),
)
"""Events that are refused: starting and ending other programs, and the network."""
CHANGES = ("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.truncate", "os.chmod", "os.chown", "os.link")
"""What is refused outside the working directory, beside opening a file to write."""


class Node:
    """A node of the tree that was handed over."""

    key: int
    """The same for nodes with the same things below them."""

    def __init__(self, data: Any, keys: dict[Any, int], numbers: Iterator[int]) -> None:
        self.number = next(numbers)
        self.children: dict[str, Node] = {}
        self.chances: list[tuple[str, float]] = []
        self.turn: int | None = None
        self.worth: float = data[0]
        if len(data) == 3:
            self.turn, self.worth, children = data
            for move, probability, child in children:
                self.children[move] = Node(child, keys, numbers)
                if self.turn == CHANCE:
                    self.chances.append((move, probability))
        content = (self.turn, self.worth, *self.chances, *((m, child.key) for m, child in self.children.items()))
        self.key = keys.setdefault(content, len(keys))


class Position:
    """What a student's function gets: a position of the textbook's kind that notes which leaves are looked at."""

    __slots__ = ("__node", "__seen")

    def __init__(self, node: Node, seen: dict[int, None]) -> None:
        self.__node = node
        self.__seen = seen

    @property
    def turn(self) -> int | None:
        """PLAYER: 0 for MAX, 1 for MIN, -1 for chance, None when the game is over."""
        return self.__node.turn

    @property
    def utilities(self) -> tuple[float, float] | None:
        """UTILITY of a game that is over, for MAX and for MIN."""
        if self.__node.turn is not None:
            return None
        self.__seen[self.__node.number] = None
        return self.__node.worth, -self.__node.worth

    def moves(self) -> list[str]:
        """ACTIONS of the player to move."""
        return [] if self.__node.turn == CHANCE else list(self.__node.children)

    def chances(self) -> list[tuple[str, float]]:
        """What chance may bring, with probabilities."""
        return list(self.__node.chances)

    def play(self, action: str, /) -> Position:
        """RESULT of an action."""
        child = self.__node.children.get(action)
        if child is None:
            there_are = ", ".join(self.__node.children) or "none, for the game is over"
            raise ValueError(f"there is no move {action!r} here: there are {there_are}")
        return Position(child, self.__seen)

    def evaluate(self, player: int) -> float:
        """EVAL: an estimate of the utility for this player."""
        if player not in (0, 1):
            raise ValueError(f"there is no player {player!r} to evaluate for: MAX is 0 and MIN is 1")
        self.__seen[self.__node.number] = None
        return self.__node.worth if player == 0 else -self.__node.worth

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.__node.key == other.__node.key

    def __hash__(self) -> int:
        return hash(self.__node.key)


def limit(folder: str, memory: int, seconds: int) -> None:
    """Limits what this process may use; what it starts is refused, and so is writing outside its own folder."""
    with suppress(ValueError, OSError):  # not every system can
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # A file that grows too large is an error to the student's code, not its death.
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    here = os.path.realpath(folder)

    def outside(path: object) -> bool:
        return isinstance(path, str) and not os.path.realpath(path).startswith((here, os.devnull))

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event in FORBIDDEN:
            raise PermissionError(f"{event} is not allowed while grading")
        if event == "open" and isinstance(arguments[2], int):
            writes = arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)
            if writes and outside(arguments[0]):
                raise PermissionError("writing a file is not allowed while grading")
        elif event in CHANGES and outside(arguments[0]):
            raise PermissionError(f"{event} is not allowed while grading")

    sys.addaudithook(hook)


def load(file: str) -> ModuleType:
    """Runs the student's file as an import would; it may import its neighbours."""
    folder, _, name = file.rpartition("/")
    module = ModuleType(name.removesuffix(".py"))
    module.__file__ = file
    sys.path.insert(0, folder)
    sys.modules[module.__name__] = module
    with open(file, "rb") as source:  # noqa: PTH123
        code = compile(source.read(), file, "exec")
    exec(code, module.__dict__)
    return module


def form(function: Callable[..., Any]) -> dict[str, Any]:
    """How the function wants to be called: does it take a depth, and does it ask for what nobody has?"""
    import inspect

    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return {"depth": None, "fill": {}, "asks": []}
    found: dict[str, Any] = {"depth": None, "fill": {}, "asks": []}
    for parameter in parameters[1:]:
        required = parameter.default is parameter.empty
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if parameter.name in DEPTH:
            # A depth that is 0 unless said counts plies upwards: there is nothing to hand over.
            found["depth"] = parameter.name if required or parameter.default != 0 else None
        elif required and parameter.name in ("alpha", "beta"):
            found["fill"][parameter.name] = -inf if parameter.name == "alpha" else inf
        elif required:
            found["asks"].append(parameter.name)
    if not parameters or parameters[0].kind is parameters[0].KEYWORD_ONLY:
        found["asks"].append("no position")
    return found


def read_result(result: Any) -> dict[str, Any]:
    """A value, or a value and a move or path, as plain data."""
    shown = repr(result)
    answer: dict[str, Any] = {"shown": shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}…"}
    if result is None:
        return answer | {"trouble": "no result"}
    first, second = result, None
    if isinstance(result, tuple | list) and result:
        first, second = result[0], result[1] if len(result) > 1 else None
    value = as_number(first)
    if value is None:
        other_way_round = first is None or isinstance(first, str | tuple | list)
        turned = other_way_round and as_number(second) is not None
        return answer | {"trouble": "move before value" if turned else "no number"}
    if isinstance(second, tuple | list):
        second = second[0] if second else None
    return answer | {"value": value, "move": None if second is None else str(second)}


def as_number(thing: Any) -> float | None:
    """A number of any kind as a float; None for what is none."""
    if isinstance(thing, str | bytes) or not hasattr(thing, "__float__"):
        return None
    try:
        number = float(thing)
    except OverflowError:
        return inf if thing > 0 else -inf
    except (TypeError, ValueError):
        return None
    return None if isnan(number) else number


def read_error(error: BaseException, file: str) -> dict[str, Any]:
    """What went wrong, and in which line of the student's file."""
    lines, at = [], error.__traceback__
    while at is not None:
        if at.tb_frame.f_code.co_filename == file:
            lines.append(at.tb_lineno)
        at = at.tb_next
    if isinstance(error, SyntaxError) and error.filename == file:
        lines = [error.lineno or 1]
    kinds = {RecursionError: "endless recursion", MemoryError: "memory", SystemExit: "exit"}
    trouble = next((kind for known, kind in kinds.items() if isinstance(error, known)), "crash")
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    return {
        "trouble": trouble,
        "error": type(error).__name__,
        "said": " ".join(said.split())[:LONGEST],
        "line": lines[-1] if lines else None,
    }


def call(function: Callable[..., Any], request: dict[str, Any], file: str, keys: dict[Any, int]) -> dict[str, Any]:
    """The answer of a function on a tree."""
    seen: dict[int, None] = {}
    position = Position(Node(request["tree"], keys, count()), seen)
    how = request["form"]
    named = dict(how["fill"])
    if how["depth"] is not None:
        named[how["depth"]] = request["depth"]
    try:
        answer = read_result(function(position, **named))
    # Whatever a student's code does is told, even that it ends Python.
    except BaseException as error:
        answer = read_error(error, file)
    answer["seen"] = list(seen)
    return answer


def main(arguments: Sequence[str]) -> NoReturn:
    """Loads the file, says which functions it has, and answers until there are no more questions."""
    file, folder, describe = arguments[:3]
    descriptor, memory, seconds, alarm = map(int, arguments[3:])
    questions = open(descriptor, encoding="utf-8")  # noqa: PTH123, SIM115
    answers = open(os.dup(descriptor), "w", encoding="utf-8")  # noqa: PTH123, SIM115

    def tell(answer: dict[str, Any]) -> None:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    limit(folder, memory, seconds)
    try:
        module = load(file)
    except BaseException as error:
        tell(read_error(error, file))
        os._exit(0)
    functions = {name: found for name in NAMES if callable(found := getattr(module, name, None))}
    forms = {name: form(function) for name, function in functions.items()} if describe == "describe" else {}
    tell({"functions": forms})
    # Of all trees, for a student's memory may outlive a question.
    keys: dict[Any, int] = {}
    for line in questions:
        request = json.loads(line)
        # Should nobody be there any more to end this process, it ends by itself.
        signal.alarm(alarm)
        answer = call(functions[request["function"]], request, file, keys)
        signal.alarm(0)
        tell(answer)
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
