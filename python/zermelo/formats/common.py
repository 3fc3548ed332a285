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
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from types import ModuleType
from typing import Any, Literal

from zermelo._native import BuiltInGame, Position
from zermelo.errors import ZermeloError
from zermelo.formats import FormatError, ggf, mat, pdn, pgn, transcript
from zermelo.formats.record import Ended, Record, recorded
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
ENDINGS = {".pgn": "chess", ".pdn": "checkers", ".ggf": "othello", ".mat": "backgammon"}
"""The games that files are known by."""
UNNAMED = frozenset({"", "?", "person"})
"""What stands where a player has no name."""
UNKNOWN = frozenset({"", "?", "????.??.??"})
"""What stands where nothing is known."""

TOLD = frozenset({"Result", "SetUp", "FEN", "Termination", "GameType", "TY"})
"""Tags that the game itself tells, and files get anew."""
MOST_SECONDS = 1e9
"""No move takes longer."""
HERE = "zermelo"
"""The event of games that were played here, which is none."""

Find = Callable[[str], Game | BuiltInGame]
"""Gives the rules of a name."""

_TAGGED = re.compile(r'\s*\[\s*[A-Za-z0-9_]+\s+"')
_BESIDE = re.compile(r"\[[^\]]*\]|\{[^}]*\}|;[^\n]*")
_DRAUGHTS = re.compile(r"\s*(?:\d+\s*\.+\s*)*[1-9]\d?\s*[-xX:]\s*[1-9]")
_NUMBERED = re.compile(r"\s*1\s*\.")
_MATCH = re.compile(r"\s*(?:;.*\n\s*)*(?:\d{1,6}\s+point match|Game\s+\d+\s*\n)", re.IGNORECASE)
# Only four squares can be played first.
_SQUARES = re.compile(r"(?:d3|c4|f5|e6)(?:\s*(?:[a-h][1-8]|pass|pa|ps|--))*\s*", re.IGNORECASE)
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_TERMINATION = re.compile(r"(.+) (resigned|ran out of time)")


@dataclass
class Told:
    """A game that a file tells: where it began, all that happened, rolls included, and what is known about it."""

    first: Position
    moves: list[str]
    seconds: list[float] = field(default_factory=list)
    """What each of the moves took, as far as that is known."""
    names: list[str] = field(default_factory=list)
    """What the players are called, empty for those without a name; no list when nobody has one."""
    about: dict[str, str] = field(default_factory=dict)
    """Event, place, date and so on, under the names that PGN has for them."""
    ended: Ended | None = None
    """How it ended, when not by its rules."""

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


# Writing.


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
        **({"about": told.about} if told.about else {}),
        **({"players": _players(told)} if told.names else {}),
        **({} if told.ended is None else {"ended": asdict(told.ended)}),
    }


def _players(told: Told) -> list[dict[str, str | None]]:
    return [
        {"name": player, "called": name or None} for player, name in zip(told.first.players, told.names, strict=True)
    ]


def write(told: Told, *, indent: int | None = 1) -> str:
    """A game as text in that JSON."""
    return json.dumps(as_json(told), ensure_ascii=False, indent=indent)


# Reading.


def read(game: Game | BuiltInGame, text: str, wanted: str | None = None, *, number: int = 1) -> Told:
    """A game of a file, the first one unless said; the format is found out unless said.

    Raises:
        FormatError: It cannot be read, tells another game, or has not so many.
    """
    count = 0
    for told in _games(lambda _: game, text, game.name, wanted or _guess(game.name, text), join=False):
        count += 1
        if count == number:
            return told
    raise FormatError(f"there are {count} games in this file, so there is no game {number}")


def read_all(
    find: Find, text: str, *, game: str | None = None, wanted: str | None = None, file: str = "", most: int
) -> tuple[list[Told], bool]:
    """The games of a file, and whether there are more than so many; game and format are found out unless said.

    Args:
        find: Gives the rules of a name.
        text: What stands in the file.
        game: The name of the game.
        wanted: The format.
        file: The file's name, for its ending.
        most: So many games are read.

    Raises:
        FormatError: It cannot be read, or which game it tells is not clear.

    >>> import zermelo
    >>> games, more = read_all(zermelo.game, '[White "Ann"] 1. e4 e5 1-0 [White "Bob"] 1. d4 *', most=10)
    >>> [told.names for told in games], games[0].ended.result, more
    ([['Ann', ''], ['Bob', '']], '1-0', False)
    """
    if game is None:
        game = game_of(text, file)
    if game is None:
        raise FormatError("which game this file tells is not clear: choose the game")
    games = _games(find, text, game, wanted or _guess(game, text), join=True)
    found = list(islice(games, most))
    if not found:
        raise FormatError("there is no game in this file")
    return found, next(games, None) is not None


def game_of(text: str, file: str = "") -> str | None:
    """The name of the game that a file tells, by its text or by the ending of its name; None when neither is clear.

    >>> game_of("1. e4 e5"), game_of("1. 11-15 23-19"), game_of("f5d6c3"), game_of("12345")
    ('chess', 'checkers', 'othello', None)
    """
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith("{"):
        return game_in(text)
    if start.startswith("(;"):
        return "othello"
    if _MATCH.match(start):
        return "backgammon"
    if _TAGGED.match(start) or _NUMBERED.match(start):
        return "checkers" if '[GameType "' in start or _DRAUGHTS.match(_BESIDE.sub(" ", start[:20_000])) else "chess"
    if _SQUARES.fullmatch(start):
        return "othello"
    return next((game for ending, game in ENDINGS.items() if file.lower().endswith(ending)), None)


def game_in(text: str) -> str | None:
    """The name of the game that a file in the common JSON tells, the first one of many; None for other files."""
    try:
        told = next(_objects(text))
    except (FormatError, StopIteration):
        return None
    found = told.get("game") if isinstance(told, dict) and told.get("format") == "zermelo-game" else None
    return found if isinstance(found, str) else None


def _games(find: Find, text: str, game: str, wanted: str, *, join: bool) -> Iterator[Told]:
    """All games of a file; those of a match in one if they are to be joined. In JSON each names its own game."""
    if wanted == COMMON:
        for number, told in enumerate(_objects(text), 1):
            named = told.get("game") if number > 1 and isinstance(told, dict) else None
            try:
                yield _read_common(find(named if isinstance(named, str) else game), told)
            except FormatError as error:
                raise FormatError(f"game {number}: {error}" if number > 1 else str(error)) from error
        return
    module = module_of(game, wanted)
    records: Iterator[Record] = module.games(text)
    for record in mat.joined(records) if join and module is mat else records:
        yield _from_record(find(game), record)


def _from_record(rules: Game | BuiltInGame, record: Record) -> Told:
    if record.options and isinstance(rules, BuiltInGame):
        rules = rules.start(**record.options).game
    first = rules.start() if record.start is None else rules.position(record.start)
    told = Told(first, [step.move for step in record.steps])
    players = {player.capitalize(): player for player in first.players}
    called = [_plain(record.tags.get(tag, "")) for tag in players]
    names = ["" if name in UNNAMED or name == tag else name for tag, name in zip(players, called, strict=True)]
    told.names = names if any(names) else []
    told.about = {
        name: _plain(value)
        for name, value in record.tags.items()
        if value not in UNKNOWN and (name, value) != ("Event", HERE) and name not in {*players, *TOLD}
    }
    if record.result not in {"*", ""}:
        told.ended = recorded(record.game, _plain(record.result))
    said = _TERMINATION.fullmatch(record.tags.get("Termination", ""))
    if said is not None and said[1] in first.players:
        by: Literal["resignation", "time"] = "resignation" if said[2] == "resigned" else "time"
        told.ended = Ended(by, first.players.index(said[1]), record.result)
    elif "Termination" in record.tags:
        told.about["Termination"] = _plain(record.tags["Termination"])
    if told.ended is not None:
        *_, last = record.positions()
        if last.turn is None or (record.game == "backgammon" and told.moves and mat.is_opening(last)):
            told.ended = None  # the rules tell it
    return told


def _objects(text: str) -> Iterator[Any]:
    """What a text in JSON tells: one thing, or one in each line."""
    try:
        told = _loaded(text)
    except (ValueError, RecursionError):
        pass
    else:
        yield told
        return
    for number, line in enumerate((line for line in text.splitlines() if line.strip()), 1):
        try:
            told = _loaded(line)
        except (ValueError, RecursionError) as error:
            raise FormatError("this is no JSON" + (f": line {number}" if number > 1 else "")) from error
        yield told


def _loaded(text: str) -> Any:
    """What a text in JSON tells; halves of characters, which JSON can write, are no text and a ValueError."""
    told = json.loads(text)
    if _HALF.search(text):
        json.dumps(told, ensure_ascii=False).encode()
    return told


def _read_common(game: Game | BuiltInGame, told: Any) -> Told:
    if not isinstance(told, dict) or told.get("format") != "zermelo-game":
        raise FormatError('this JSON is no game of zermelo: it has no "format": "zermelo-game"')
    if told.get("version") != VERSION:
        raise FormatError(f"this game was written by another zermelo: its version is not {VERSION}")
    if told.get("game") != game.name:
        raise FormatError(f"this is a game of {str(told.get('game'))[:60]}, not of {game.name}")
    options, start, moves = told.get("options") or {}, told.get("start"), told.get("moves")
    seconds, about = told.get("seconds") or [], told.get("about") or {}
    if not isinstance(options, dict) or not all(isinstance(value, str) for value in options.values()):
        raise FormatError('"options" must be words')
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise FormatError('"moves" must be a list of words')
    if not (start is None or isinstance(start, str)):
        raise FormatError('"start" must be a position or null')
    if not isinstance(seconds, list) or not all(
        isinstance(each, int | float) and 0 <= each < MOST_SECONDS for each in seconds
    ):
        raise FormatError('"seconds" must be a list of numbers')
    if not isinstance(about, dict) or not all(isinstance(value, str) for value in about.values()):
        raise FormatError('"about" must be words')
    if options and isinstance(game, BuiltInGame):
        game = game.start(**options).game
    first = game.start() if start is None else game.position(start)
    names = _names(told.get("players"), len(first.players))
    ended = _ended(told.get("ended"), len(first.players))
    about = {_plain(name): _plain(value) for name, value in about.items()}
    return Told(first, moves, [float(each) for each in seconds], names, about, ended)


def _names(players: Any, count: int) -> list[str]:
    """What the players are called; an engine is called by its level."""
    if players is None:
        return []
    if not isinstance(players, list) or len(players) != count or not all(isinstance(each, dict) for each in players):
        raise FormatError(f'"players" must be a list of {count}')
    names = []
    for player in players:
        called = player.get("called")
        if called is None and player.get("kind") == "engine":
            called = f"zermelo {player.get('level') or player.get('method') or ''}".strip()
        if not (called is None or isinstance(called, str)):
            raise FormatError('"called" must be a word')
        names.append(_plain(called or ""))
    return names if any(names) else []


def _ended(told: Any, count: int) -> Ended | None:
    if told is None:
        return None
    try:
        ended = Ended(**told)
    except TypeError as error:
        raise FormatError('"ended" must tell by, player and result') from error
    least = -1 if ended.by == "record" else 0
    if (
        ended.by not in ("resignation", "time", "record")
        or not isinstance(ended.player, int)
        or not least <= ended.player < count
        or not isinstance(ended.result, str)
    ):
        raise FormatError('"ended" must tell by, player and result')
    return replace(ended, result=_plain(ended.result))


def _plain(text: str) -> str:
    """What a file says in one line, without signs that nobody can see and no database keeps."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _guess(game: str, text: str) -> str:
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith("{"):
        return COMMON
    if game == "othello":
        return "ggf" if start.startswith("(") else "transcript"
    return formats_of(game)[0]
