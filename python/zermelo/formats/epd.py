"""EPD, chess positions with what is known about them: one a line, as test suites are written.

>>> mate = read_line('6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id "back rank";')
>>> mate.operations
{'bm': ['Ra8#'], 'id': ['back rank']}
>>> print(mate)
6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id "back rank";
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import zermelo
from zermelo._native import Position
from zermelo.errors import IllegalMoveError, PositionError
from zermelo.formats import FormatError

_OPERAND = re.compile(r'"([^"]*)"|([^\s;"]+)')
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,14}")
MOVES = {"bm", "am", "pm", "sm", "rm"}
"""Operations whose operands are moves in the position."""


@dataclass(frozen=True)
class Epd:
    """A position with operations, such as `bm`, the best moves."""

    position: Position
    operations: dict[str, list[str]] = field(default_factory=dict)

    def moves(self, operation: str) -> list[str]:
        """The operands of an operation as the game writes its moves; none if there is no such operation."""
        after = {self.position.play(move): move for move in self.position.moves()}
        return [after[self.position.play(text)] for text in self.operations.get(operation, [])]

    def __str__(self) -> str:
        fields = self.position.text.split()
        words = [" ".join(fields[:4])]
        for name, operands in self.operations.items():
            moves = name in MOVES
            shown = [text if moves or _is_number(text) else f'"{text.replace(chr(34), chr(39))}"' for text in operands]
            words.append(" ".join([name, *shown]) + ";")
        return " ".join(words)


def read(text: str) -> list[Epd]:
    """All positions of an EPD text; empty lines and lines that begin with # do not count.

    Raises:
        FormatError: A line is no EPD; the sentence names it.
    """
    found = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                found.append(read_line(line))
            except FormatError as error:
                raise FormatError(f"EPD, line {number}: {error}") from error
    return found


def read_line(line: str) -> Epd:
    """One position with its operations.

    Raises:
        FormatError: It is none; the sentence says why.
    """
    parts = line.split(None, 4)
    rest = parts[4] if len(parts) == 5 else ""
    operations: dict[str, list[str]] = {}
    while rest := rest.strip():
        opcode = _NAME.match(rest)
        if opcode is None:
            raise FormatError(f'"{rest[:20]}" is no operation: it begins with a name, such as bm')
        name, rest = opcode[0], rest[opcode.end() :].lstrip()
        operands = []
        while rest and not rest.startswith(";"):
            found = _OPERAND.match(rest)
            if found is None:
                raise FormatError(f"the operands of {name} are not closed")
            operands.append(found[1] if found[1] is not None else found[2])
            rest = rest[found.end() :].lstrip()
        if not rest:
            raise FormatError(f"the operation {name} does not end with ;")
        operations[name] = operands
        rest = rest[1:]
    clocks = [operations.get(name, [default])[:1] for name, default in (("hmvc", "0"), ("fmvn", "1"))]
    try:
        position = zermelo.game("chess", draws="never").position(
            " ".join([*parts[:4], *(clock[0] for clock in clocks if clock)])
        )
        for name in MOVES & operations.keys():
            for move in operations[name]:
                position.play(move)
    except (PositionError, IllegalMoveError) as error:
        raise FormatError(str(error)) from error
    return Epd(position, operations)


def write(positions: list[Epd]) -> str:
    """Positions as EPD, one a line."""
    return "".join(f"{position}\n" for position in positions)


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[-+]?\d+(\.\d+)?", text) is not None
