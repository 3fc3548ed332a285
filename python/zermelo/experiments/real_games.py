"""Positions of real games for experiments: reached by random play, and what each move there is worth."""

from __future__ import annotations

from random import Random

from zermelo._native import BuiltInGame, Position
from zermelo.searching import DEEPEST, search


def random_position(rules: BuiltInGame, plies: int, random: Random) -> Position:
    """A position with a choice after so many random moves.

    >>> from zermelo import game
    >>> random_position(game("tic-tac-toe"), 4, Random(1)).moves()
    ['a2', 'c2', 'a3', 'b3', 'c3']
    """
    while True:
        position = rules.start()
        for _ in range(plies):
            if position.turn is None:
                break
            position = position.play(random.choice(position.moves()))
        if len(position.moves()) > 1:
            return position


def move_values(position: Position, depth: int | None = None) -> dict[str, float]:
    """What each move is worth to the player to move, looking so many plies ahead in all; to the end unless said.

    >>> from zermelo import game
    >>> move_values(game("tic-tac-toe").position(".xo/xx./oo. x"))
    {'c1': 1.0, 'c2': 1.0, 'a3': -1.0}
    """
    player = position.turn
    assert player is not None, "only a position with a choice has moves"
    return {action: value(position.play(action), player, depth) for action in position.moves()}


def value(position: Position, player: int, depth: int | None) -> float:
    """What a position reached by a move is worth to a player, looking `depth` plies ahead with the move."""
    utilities = position.utilities
    if utilities is not None:
        return utilities[player]
    if depth == 1:
        return position.evaluate(player)
    report = search(position, method="alpha-beta", depth=DEEPEST if depth is None else depth - 1)
    if report.stopped == "interrupted":
        raise KeyboardInterrupt
    return report.value.utility if position.turn == player else -report.value.utility
