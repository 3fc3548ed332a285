"""Games as files: the formats that each game's community uses, and one common JSON for all games."""

from __future__ import annotations

import json
from typing import Any

from zermelo import BuiltInGame, Game, Position
from zermelo.formats import common
from zermelo.formats.record import Record, Step
from zermelo.web.models import FileView
from zermelo.web.play import Play, Seat, Settings

_MEDIA = {common.COMMON: "application/json", "pgn": "application/vnd.chess-pgn"}


def as_json(play: Play) -> dict[str, Any]:
    """A game in the JSON that all games share, and who played it."""
    steps = play.state.steps
    told = common.Told(play.first, [step.action for step in steps], [step.seconds for step in steps])
    utilities = play.state.position.utilities
    return {
        **common.as_json(told),
        "players": [
            {"name": name, "kind": "human" if seat.human else "engine", "level": seat.level, "method": seat.method}
            for name, seat in zip(play.players, play.seats, strict=True)
        ],
        "outcome": play.outcome,
        "utilities": None if utilities is None else list(utilities),
    }


def written(play: Play, wanted: str) -> FileView:
    """A game as a file.

    Raises:
        FormatError: There is no such format for it, or it cannot tell this game.
    """
    name = f"{play.game}-{play.name[:6]}"
    if wanted == common.COMMON:
        content = json.dumps(as_json(play), ensure_ascii=False, indent=1) + "\n"
        return FileView(name=f"{name}.json", media_type=_MEDIA[wanted], content=content)
    content = common.module_of(play.game, wanted).write([_record(play)])
    ending = "txt" if wanted == "transcript" else wanted
    return FileView(name=f"{name}.{ending}", media_type=_MEDIA.get(wanted, "text/plain"), content=content)


def read(game: Game | BuiltInGame, text: str, wanted: str | None) -> Play:
    """The first game of a file, as a game between people that can be looked at and gone on with.

    Raises:
        FormatError: It cannot be read, or is another game.
    """
    told = common.read(game, text, wanted)
    seats = tuple(Seat(human=True) for _ in told.first.players)
    # Dice that were told stay told, so no seed must roll others.
    play = Play(told.first, seats, Settings(by_hand=bool(told.first.game.facts["chance"])))
    steps = [
        (position.turn or 0, move, told.seconds[ply] if ply < len(told.seconds) else 0.0)
        for ply, (position, move) in enumerate(told.steps())
    ]
    play.restore(steps, len(steps), left=None, ended=None, version=0)
    return play


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
