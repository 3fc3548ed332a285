"""Tournaments: everybody plays a match against everybody."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from zermelo._native import Position
from zermelo.arena.match import Result, as_player, match
from zermelo.arena.players import Player
from zermelo.errors import OptionError


@dataclass
class Tournament:
    """The matches of a tournament so far."""

    names: tuple[str, ...]
    results: dict[tuple[str, str], Result] = field(default_factory=dict)
    """The match of each two, who was named first first."""

    def points(self, name: str, other: str) -> float | None:
        """What a player got against another; None if they have not played."""
        if (name, other) in self.results:
            return sum(self.results[name, other].points)
        if (other, name) in self.results:
            against = self.results[other, name].points
            return len(against) - sum(against)
        return None

    def total(self, name: str) -> float:
        """All points of a player."""
        return sum(self.points(name, other) or 0 for other in self.names if other != name)

    def __str__(self) -> str:
        """A table of points, the best first: the row's player against the column's."""
        ranked = sorted(self.names, key=self.total, reverse=True)
        width = max(map(len, ranked)) + 2
        lines = [" " * (width + 4) + "".join(f"{number:>7}" for number in range(1, len(ranked) + 1)) + "  points"]
        for number, name in enumerate(ranked, start=1):
            cells = [self.points(name, other) for other in ranked]
            row = "".join(f"{'–' if cell is None else f'{cell:g}':>7}" for cell in cells)
            lines.append(f"{number:>3} {name:<{width}}{row}{self.total(name):>8g}")
        return "\n".join(lines)


def round_robin(
    players: Sequence[str | Player | Callable[[Position], str]],
    *,
    save: str | Path | None = None,
    progress: Callable[[Tournament], object] | None = None,
    **settings: Any,
) -> Tournament:
    """Lets everybody play a match against everybody; Ctrl-C ends it with the table so far.

    Args:
        players: Two or more with different names, as for `match`.
        save: A folder with a file for each match; a tournament that was begun there is gone on with.
        progress: Hears of the table after every match.
        settings: Those of `match`.

    Raises:
        OptionError: There are too few players, or two have the same name.

    >>> from zermelo import arena
    >>> def first(position):
    ...     return position.moves()[0]
    >>> table = arena.round_robin(["random", first], game="tic-tac-toe", games=2, openings=[arena.Opening()])
    >>> table.total("random") + table.total("first")
    2.0
    """
    found = [as_player(player) for player in players]
    names = tuple(player.name for player in found)
    if len(set(names)) < max(len(names), 2):
        raise OptionError(
            f"a tournament needs two or more players with different names, not {', '.join(names) or 'none'}"
        )
    folder = None if save is None else Path(save)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    tournament = Tournament(names)
    for (one, first), (two, second) in combinations(enumerate(found, start=1), 2):
        file = None if folder is None else folder / f"{one}-{two}.jsonl"
        result = match(first, second, save=file, **settings)
        tournament.results[first.name, second.name] = result
        if result.interrupted:
            break
        if progress is not None:
            progress(tournament)
    return tournament
