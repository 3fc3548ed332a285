"""One JSON for the games of all rules, and reading a game from whatever file its community uses.

>>> import zermelo
>>> told = Told(zermelo.game("tic-tac-toe").start(), ["b2", "a1"])
>>> print(write(told, indent=None))
{"format": "zermelo-game", "version": 1, "game": "tic-tac-toe", "options": {}, "start": null, "moves": ["b2", "a1"]}
>>> read(zermelo.game("tic-tac-toe"), write(told)) == told
True
>>> read(zermelo.game("othello"), "f5d6c3").moves
['f5', 'd6', 'c3']
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from zermelo._native import BuiltInGame, Position
from zermelo.errors import ZermeloError
from zermelo.formats import FormatError, ggf, mat, pdn, pgn, transcript
from zermelo.game import Game

COMMON = "json"
VERSION = 1
FORMATS: dict[str, dict[str, ModuleType]] = {
    "chess": {"pgn": pgn},
    "checkers": {"pdn": pdn},
    "othello": {"ggf": ggf, "transcript": transcript},
    "backgammon": {"mat": mat},
}
"""The formats of each game besides the common one, the usual one first."""


@dataclass
class Told:
    """A game that a file tells: where it began, and all that happened, rolls included."""

    first: Position
    moves: list[str]
    seconds: list[float] = field(default_factory=list)
    """What each of the moves took, as far as that is known."""

    def steps(self) -> Iterator[tuple[Position, str]]:
        """Every position with what was played there.

        Raises:
            FormatError: Something cannot be played.
        """
        position = self.first
        for ply, move in enumerate(self.moves, 1):
            if position.turn is None:
                raise FormatError(f'the game is over before "{move[:60]}"')
            try:
                after = position.play(move)
            except ZermeloError as error:
                raise FormatError(f"move {ply}: {error}") from error
            yield position, move
            position = after


def formats_of(game: str) -> list[str]:
    """What a game can be written to and read from, the usual one first."""
    return [*FORMATS.get(game, {}), COMMON]


def module_of(game: str, wanted: str) -> ModuleType:
    """What reads and writes a format of a game.

    Raises:
        FormatError: The game has no such format.
    """
    found = FORMATS.get(game, {}).get(wanted)
    if found is None:
        raise FormatError(f'{game} has no format "{wanted[:40]}": there are {", ".join(formats_of(game))}')
    return found


def as_json(told: Told) -> dict[str, Any]:
    """A game in the JSON that all games share."""
    rules = told.first.game
    return {
        "format": "zermelo-game",
        "version": VERSION,
        "game": rules.facts["name"],
        "options": dict(getattr(rules, "options", {})),
        "start": None if told.first == rules.start() else told.first.text,
        "moves": told.moves,
        **({"seconds": told.seconds} if told.seconds else {}),
    }


def write(told: Told, *, indent: int | None = 1) -> str:
    """A game as text in that JSON."""
    return json.dumps(as_json(told), ensure_ascii=False, indent=indent)


def read(game: Game | BuiltInGame, text: str, wanted: str | None = None, *, number: int = 1) -> Told:
    """A game of a file, the first one unless said; the format is found out unless said.

    Raises:
        FormatError: It cannot be read, tells another game, or has not so many.
    """
    if wanted is None:
        wanted = _guess(game.name, text)
    if wanted == COMMON:
        return _read_common(game, text)
    records = module_of(game.name, wanted).read(text)
    if not 1 <= number <= len(records):
        raise FormatError(f"there are {len(records)} games in this file, so there is no game {number}")
    record = records[number - 1]
    rules = game
    if record.options and isinstance(game, BuiltInGame):
        rules = game.start(**record.options).game
    first = rules.start() if record.start is None else rules.position(record.start)
    return Told(first, [step.move for step in record.steps])


def game_in(text: str) -> str | None:
    """The name of the game that a file in the common JSON tells; None for other files."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return None
    found = told.get("game") if isinstance(told, dict) and told.get("format") == "zermelo-game" else None
    return found if isinstance(found, str) else None


def _read_common(game: Game | BuiltInGame, text: str) -> Told:
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError("this is no JSON") from error
    if not isinstance(told, dict) or told.get("format") != "zermelo-game":
        raise FormatError('this JSON is no game of zermelo: it has no "format": "zermelo-game"')
    if told.get("version") != VERSION:
        raise FormatError(f"this game was written by another zermelo: its version is not {VERSION}")
    if told.get("game") != game.name:
        raise FormatError(f"this is a game of {str(told.get('game'))[:60]}, not of {game.name}")
    options, start, moves = told.get("options") or {}, told.get("start"), told.get("moves")
    seconds = told.get("seconds") or []
    if not isinstance(options, dict) or not all(isinstance(value, str) for value in options.values()):
        raise FormatError('"options" must be words')
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise FormatError('"moves" must be a list of words')
    if not (start is None or isinstance(start, str)):
        raise FormatError('"start" must be a position or null')
    if not isinstance(seconds, list) or not all(isinstance(each, int | float) for each in seconds):
        raise FormatError('"seconds" must be a list of numbers')
    if options and isinstance(game, BuiltInGame):
        game = game.start(**options).game
    first = game.start() if start is None else game.position(start)
    return Told(first, moves, [float(each) for each in seconds])


def _guess(game: str, text: str) -> str:
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith("{") and game_in(text) is not None:
        return COMMON
    if game == "othello":
        return "ggf" if start.startswith("(") else "transcript"
    return COMMON if start.startswith("{") else formats_of(game)[0]
