"""Games as files: the formats that each game's community uses, and one common JSON for all games."""

from __future__ import annotations

import json
from typing import Any

from zermelo import Position
from zermelo.formats import common
from zermelo.formats.record import Record, Step
from zermelo.web.models import FileView
from zermelo.web.play import Play, Seat, Settings

MOST_GAMES = 500
"""The games that one file may bring."""
_MEDIA = {common.COMMON: "application/json", "pgn": "application/vnd.chess-pgn"}
_SIDES = ("White", "Black")


def as_json(play: Play) -> dict[str, Any]:
    """A game in the JSON that all games share, and who played it."""
    state = play.state
    told = common.Told(
        play.first,
        [step.action for step in state.steps],
        [step.seconds for step in state.steps],
        about=play.settings.about,
        ended=state.ended,
    )
    utilities = state.position.utilities
    return {
        **common.as_json(told),
        "players": [
            {
                "name": player,
                "called": seat.name,
                "kind": "human" if seat.human else "engine",
                "level": seat.level,
                "method": seat.method,
            }
            for player, seat in zip(play.players, play.seats, strict=True)
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


def read(
    find: common.Find, text: str, *, game: str | None = None, wanted: str | None = None, file: str = ""
) -> tuple[list[Play], bool]:
    """The games of a file, as games between people that can be looked at and gone on with, and whether there are more.

    Raises:
        FormatError: It cannot be read, or is another game.
    """
    games, more = common.read_all(find, text, game=game, wanted=wanted, file=file, most=MOST_GAMES)
    return [_play(told) for told in games], more


def _play(told: common.Told) -> Play:
    names = told.names or [""] * len(told.first.players)
    seats = tuple(Seat(human=True, name=name or None) for name in names)
    # Dice that were told stay told, so no seed must roll others.
    by_hand = bool(told.first.game.facts["chance"])
    play = Play(told.first, seats, Settings(by_hand=by_hand, about=told.about))
    steps = [
        (position.turn or 0, move, told.seconds[ply] if ply < len(told.seconds) else 0.0)
        for ply, (position, move) in enumerate(told.steps())
    ]
    play.restore(steps, len(steps), left=None, ended=told.ended, version=0)
    return play


def _record(play: Play) -> Record:
    state = play.state
    names = {
        side: seat.called
        for side, seat in zip(_SIDES, play.seats[:: -1 if play.players[0] == "black" else 1], strict=True)
    }
    about = play.settings.about
    here = {} if about or any(seat.name for seat in play.seats) else {"Event": common.HERE}
    tags = {**here, **names, **about}
    # GGF tells it in the result.
    if state.ended is not None and state.ended.by != "record" and play.game != "othello":
        how = "resigned" if state.ended.by == "resignation" else "ran out of time"
        tags["Termination"] = f"{play.players[state.ended.player]} {how}"
    return Record(
        play.game,
        tags,
        None if play.first == play.first.game.start() else play.first.text,
        [Step(step.action) for step in state.steps],
        _result(play, state.position),
        options=dict(getattr(play.first.game, "options", {})),
    )


def _result(play: Play, position: Position) -> str:
    """The result as files of the game write it."""
    ended = play.state.ended
    if ended is not None and ended.result != "*":
        return ended.result
    if play.game not in {"chess", "checkers"}:
        if ended is not None and play.game == "othello":
            # The Generic Game Server counts all discs for who did not give up.
            return f"{'-' if ended.player == 0 else '+'}64.00:{'r' if ended.by == 'resignation' else 't'}"
        return "*" if position.utilities is None or play.game == "backgammon" else f"{position.utilities[0]:+.0f}"
    if ended is not None:
        return "0-1" if ended.player == 0 else "1-0"
    if position.utilities is None:
        return "*"
    return {1.0: "1-0", -1.0: "0-1"}.get(position.utilities[0], "1/2-1/2")
