"""Games as files: the formats that each game's community uses, and one common JSON for all games."""

from __future__ import annotations

import json
from types import ModuleType
from typing import Any

from zermelo import BuiltInGame, Game, Position, ZermeloError
from zermelo.formats import FormatError, ggf, mat, pdn, pgn, transcript
from zermelo.formats.record import Record, Step
from zermelo.web.models import FileView
from zermelo.web.play import Play, Seat, Settings

COMMON = "json"
VERSION = 1

_FORMATS: dict[str, dict[str, ModuleType]] = {
    "chess": {"pgn": pgn},
    "checkers": {"pdn": pdn},
    "othello": {"ggf": ggf, "transcript": transcript},
    "backgammon": {"mat": mat},
}
_MEDIA = {COMMON: "application/json", "pgn": "application/vnd.chess-pgn"}


def formats_of(game: str) -> list[str]:
    """What a game can be written to and read from, the usual one first."""
    return [*_FORMATS.get(game, {}), COMMON]


def common(play: Play) -> dict[str, Any]:
    """A game in the JSON that all games share."""
    state = play.state
    return {
        "format": "zermelo-game",
        "version": VERSION,
        "game": play.game,
        "options": dict(getattr(play.first.game, "options", {})),
        "start": None if play.first == play.first.game.start() else play.first.text,
        "players": [
            {"name": name, "kind": "human" if seat.human else "engine", "level": seat.level, "method": seat.method}
            for name, seat in zip(play.players, play.seats, strict=True)
        ],
        "moves": [step.action for step in state.steps],
        "seconds": [step.seconds for step in state.steps],
        "outcome": play.outcome,
        "utilities": None if state.position.utilities is None else list(state.position.utilities),
    }


def written(play: Play, wanted: str) -> FileView:
    """A game as a file.

    Raises:
        FormatError: There is no such format for it, or it cannot tell this game.
    """
    name = f"{play.game}-{play.name[:6]}"
    if wanted == COMMON:
        content = json.dumps(common(play), ensure_ascii=False, indent=1) + "\n"
        return FileView(name=f"{name}.json", media_type=_MEDIA[COMMON], content=content)
    module = _module(play.game, wanted)
    content = module.write([_record(play)])
    ending = "txt" if wanted == "transcript" else wanted
    return FileView(name=f"{name}.{ending}", media_type=_MEDIA.get(wanted, "text/plain"), content=content)


def read(game: Game | BuiltInGame, text: str, wanted: str | None) -> Play:
    """The first game of a file, as a game between people that can be looked at and gone on with.

    Raises:
        FormatError: It cannot be read, or is another game.
    """
    if wanted is None:
        wanted = _guess(game.name, text)
    if wanted == COMMON:
        return _read_common(game, text)
    records = _module(game.name, wanted).read(text)
    if not records:
        raise FormatError("there is no game in this file")
    record = records[0]
    position = game
    if record.options and isinstance(game, BuiltInGame):
        position = game.start(**record.options).game
    return _played(position, record.start, [step.move for step in record.steps], [])


def _read_common(game: Game | BuiltInGame, text: str) -> Play:
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
    return _played(game, start, moves, [float(each) for each in seconds])


def _played(game: Game | BuiltInGame, start: str | None, moves: list[str], seconds: list[float]) -> Play:
    first = game.start() if start is None else game.position(start)
    seats = tuple(Seat(human=True) for _ in first.players)
    # Dice that were told stay told, so no seed must roll others.
    play = Play(first, seats, Settings(by_hand=bool(first.game.facts["chance"])))
    steps: list[tuple[int, str, float]] = []
    position = first
    for ply, move in enumerate(moves):
        if position.turn is None:
            raise FormatError(f'the game is over before "{move[:60]}"')
        steps.append((position.turn, move, seconds[ply] if ply < len(seconds) else 0.0))
        try:
            position = position.play(move)
        except ZermeloError as error:
            raise FormatError(f"move {ply + 1}: {error}") from error
    play.restore(steps, len(steps), left=None, ended=None, version=0)
    return play


def _module(game: str, wanted: str) -> ModuleType:
    found = _FORMATS.get(game, {}).get(wanted)
    if found is None:
        raise FormatError(f'{game} has no format "{wanted[:40]}": there are {", ".join(formats_of(game))}')
    return found


def _guess(game: str, text: str) -> str:
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith("{"):
        return COMMON
    if game == "othello":
        return "ggf" if start.startswith("(") else "transcript"
    return formats_of(game)[0]


def _record(play: Play) -> Record:
    state = play.state
    names = {
        side: "person" if seat.human else f"zermelo {seat.level or seat.method or ''}".strip()
        for side, seat in zip(("White", "Black"), play.seats[:: -1 if play.players[0] == "black" else 1], strict=True)
    }
    return Record(
        play.game,
        {"Event": "zermelo", **names},
        None if play.first == play.first.game.start() else play.first.text,
        [Step(step.action) for step in state.steps],
        _result(play, state.position),
        options=dict(getattr(play.first.game, "options", {})),
    )


def _result(play: Play, position: Position) -> str:
    if play.game not in {"chess", "checkers"}:
        return "*" if position.utilities is None or play.game == "backgammon" else f"{position.utilities[0]:+.0f}"
    if play.state.ended is not None:
        return "0-1" if play.state.ended.player == 0 else "1-0"
    if position.utilities is None:
        return "*"
    return {1.0: "1-0", -1.0: "0-1"}.get(position.utilities[0], "1/2-1/2")

