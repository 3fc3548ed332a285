"""What a search reports: a value that says what it is, the best line, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from zermelo._native import BuiltInGame
    from zermelo.game import Game

Kind = Literal["proved", "lower", "upper", "estimate"]


def measure_of(game: Game | BuiltInGame) -> tuple[str | None, float]:
    """What utilities of a game are told in, and how much utility one of it is.

    >>> import zermelo
    >>> measure_of(zermelo.game("chess")), measure_of(zermelo.game("kalah")), measure_of(zermelo.game("othello"))
    (('pawns', 0.04), ('seeds', 1.0), ('discs', 1.0))
    """
    name, worth = game.facts["measure"] or (game.facts["unit"], 1.0)
    return name, float(worth)


@dataclass(frozen=True, slots=True)
class Value:
    """What a position is worth to one player.

    >>> print(Value("proved", 1.0, 5, "x"))
    x wins in 5 plies (proved)
    >>> print(Value("lower", 3.0, None, "south", unit="seeds"))
    at least +3 seeds for south
    >>> print(Value("estimate", 0.05, None, "black", measure=("pawns", 0.04)))
    about +1.25 pawns for black
    """

    kind: Kind
    """"proved": exact; "lower": at least this; "upper": at most this; "estimate": an opinion."""
    utility: float
    """In the game's own unit."""
    plies: int | None
    """For a proved win or loss: the number of plies until the game ends under best play."""
    player: str
    """Whose value it is."""
    unit: str | None = None
    """What the utility counts; None when only win (1), draw (0) and loss (-1) count."""
    measure: tuple[str, float] | None = None
    """Then: what estimates are told in, such as pawns, and how much utility one of it is."""

    def __str__(self) -> str:
        if self.unit is None and self.kind == "proved" and self.utility in {-1, 0, 1}:
            what = {1: f"{self.player} wins", 0: "draw", -1: f"{self.player} loses"}[int(self.utility)]
            plies = "" if self.plies is None else f" in {self.plies} pl{'y' if self.plies == 1 else 'ies'}"
            return f"{what}{plies} (proved)"
        if self.measure is not None and self.kind != "proved":
            unit, worth = self.measure
            number = f"{self.utility / worth + 0.0:+.2f}".replace("-0.00", "+0.00")
        else:
            unit = self.unit or ""
            # Four digits; of what is proved, four behind the point.
            digits = 4 + (len(str(int(abs(self.utility)))) if self.kind == "proved" and abs(self.utility) >= 1 else 0)
            number = f"{self.utility:+.{digits}g}"
            number = number.replace("-0", "+0") if abs(self.utility) < 1e-9 else number
        number += f" {unit}" if unit else ""
        prefix = {"proved": "", "lower": "at least ", "upper": "at most ", "estimate": "about "}[self.kind]
        return f"{prefix}{number} for {self.player}" + (" (proved)" if self.kind == "proved" else "")

    def as_json(self) -> dict[str, Any]:
        """The value as JSON has it."""
        return {"kind": self.kind, "utility": self.utility, "plies": self.plies, "for": self.player}


@dataclass(frozen=True, slots=True)
class Line:
    """One of the best moves, and what follows."""

    move: str
    """The move."""
    value: Value
    """What the position is worth to the player to move if it is played."""
    line: tuple[str, ...]
    """Best play as far as it was worked out; it begins with `move`."""
    codes: tuple[str, ...]
    """The same as programs write it among themselves, such as e2e4."""
    depth: int
    """Plies looked ahead."""

    @property
    def code(self) -> str:
        """The move as programs write it among themselves."""
        return self.codes[0]

    def __str__(self) -> str:
        return f"{self.move}: {self.value}  {' '.join(self.line)}"

    def as_json(self) -> dict[str, Any]:
        """The line as JSON has it."""
        return {"move": self.move, "value": self.value.as_json(), "line": list(self.line), "depth": self.depth}


@dataclass(frozen=True, slots=True)
class News:
    """How far a running search of an engine has come."""

    depth: int
    """The last depth that was completed."""
    seldepth: int
    """The deepest ply that was looked at."""
    nodes: int
    """Positions visited so far, by all threads."""
    seconds: float
    """Wall-clock time so far."""
    full: float
    """How much of the table is used, from 0 to 1."""
    lines: tuple[Line, ...]
    """The best lines so far."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a search found and what it spent."""

    game: str
    """The name of the game."""
    position: str
    """The position that was searched, as text."""
    move: str | None
    """The best move; None when chance is to move."""
    value: Value
    """What the position is worth to the player to move (to the first player, when chance is to move)."""
    line: tuple[str, ...]
    """Best play as far as it was worked out; it begins with `move`."""
    nodes: int
    """Positions visited."""
    depth: int
    """Plies looked ahead, chance moves included."""
    seconds: float
    """Wall-clock time."""
    stopped: str
    """Why it stopped: "finished", "decided", "depth", "nodes", "time" or "interrupted"."""
    method: str
    """How it searched."""
    lines: tuple[Line, ...] = ()
    """The best moves, as many as were asked for, best first."""
    codes: tuple[str, ...] = ()
    """The line as programs write it among themselves, such as e2e4."""
    seldepth: int = 0
    """The deepest ply that was looked at."""
    fraction: Fraction | None = None
    """The value as a fraction, where dynamic programming worked it out."""
    trials: int | None = None
    """How many games were played on after the best move, where the value is their mean."""
    error: float | None = None
    """The standard error of that mean, in the game's unit."""

    @property
    def code(self) -> str | None:
        """The best move as programs write it among themselves."""
        return None if self.move is None else self.codes[0]

    @property
    def trust(self) -> str:
        """How far a mean of trials can be trusted, in words; nothing for other values."""
        if self.trials is None:
            return ""
        error = "" if self.error is None else f" ± {self.error:.2g}"
        return f"{error} ({self.trials:,} trial{'s' * (self.trials != 1)})"

    def __str__(self) -> str:
        rate = f", {self.nodes / self.seconds:,.0f}/s" if self.seconds > 0 else ""
        others = "".join(f"\n{line}" for line in self.lines[1:])
        fraction = "" if self.fraction is None else f" = {self.fraction}"
        return (
            f"{self.move or '(chance)'}: {self.value}{fraction}{self.trust}\n"
            f"line {' '.join(self.line) or '-'}{others}\n"
            f"{self.method} to depth {self.depth}, {self.nodes:,} nodes in {self.seconds:.3f} s{rate}, "
            f"stopped: {self.stopped}"
        )

    def as_json(self) -> dict[str, Any]:
        """The report as JSON has it."""
        return {
            "game": self.game,
            "position": self.position,
            "move": self.move,
            "value": self.value.as_json(),
            "line": list(self.line),
            "nodes": self.nodes,
            "depth": self.depth,
            "seconds": self.seconds,
            "stopped": self.stopped,
            "method": self.method,
            "lines": [line.as_json() for line in self.lines],
            "fraction": None if self.fraction is None else str(self.fraction),
            "trials": self.trials,
            "error": self.error,
        }
