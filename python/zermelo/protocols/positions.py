"""Positions, moves and scores as other programs send and want them."""

from __future__ import annotations

from collections.abc import Iterable

from zermelo._native import BuiltInGame, Position
from zermelo.errors import MethodError
from zermelo.game import Game
from zermelo.report import News, Report, Value, measure_of


def require_duel(game: Game | BuiltInGame, *, dice: bool = False) -> None:
    """Refuses games that are no duel, or have dice where there may be none.

    Raises:
        MethodError: It has not two players, or chance, or something hidden.
    """
    facts = game.facts
    for unfit, why in (
        (len(facts["players"]) != 2, "it is not for two players"),
        (facts["chance"] and not dice, "it has chance moves"),
        (facts["hidden"], "it hides something from the players"),
        (facts["sum"] is None, "what one player wins is not what the other loses"),
    ):
        if unfit:
            raise MethodError(f"the engine does not play {game.name}: {why}")


def follow(game: Game | BuiltInGame, start: str | None, moves: Iterable[str]) -> Position:
    """The position after some moves, with its history, so that repetitions are seen.

    Programs play on where a draw could be claimed. There the history is forgotten; if that is not enough, the claim.

    Raises:
        PositionError: The text is no position of the game.
        IllegalMoveError: A move is not legal.
    """
    position = revived(game.start() if start is None else game.position(start))
    for move in moves:
        position = revived(position.play(move))
    return position


def revived(position: Position) -> Position:
    """The same position with moves to play, if only a claim has ended the game."""
    game = position.game
    if (
        position.turn is None
        and isinstance(game, BuiltInGame)
        and "draws" in (name for name, _, _ in game.known_options)
    ):
        for options in ({}, {"draws": "never"}):
            again = game.position(position.text, **options)
            if again.turn is not None:
                return again
    return position


def score(game: Game | BuiltInGame, value: Value) -> tuple[str, int]:
    """A value as ("cp", hundredths of the game's unit or measure, in chess of a pawn) or ("mate", moves).

    >>> import zermelo
    >>> score(zermelo.game("chess"), Value("estimate", 0.02, None, "white"))
    ('cp', 50)
    >>> score(zermelo.game("chess"), Value("proved", -1.0, 4, "white"))
    ('mate', -2)
    """
    if value.kind == "proved" and value.plies is not None and value.unit is None and abs(value.utility) == 1:
        moves = (value.plies + 1) // 2
        return "mate", moves if value.utility > 0 else -moves
    return "cp", round(100 * value.utility / measure_of(game)[1])


def codes(position: Position, moves: Iterable[str]) -> list[str]:
    """Moves in any spelling as programs write them."""
    written = []
    for move in moves:
        legal = position.move_codes()
        after = position.play(move)
        written.append(move if move in legal else next(code for code in legal if position.play(code) == after))
        position = after
    return written


def nodes_per_second(info: News | Report) -> int:
    """How fast a search is."""
    return int(info.nodes / info.seconds) if info.seconds > 0 else 0
