"""Othello against OpenSpiel: the same board, moves, passes and end along random games.

OpenSpiel tells who won, 1, 0 or -1; here a result is the difference in discs with empty squares for the winner. For
both, a pass is a move, the only one then, and the game is over as soon as neither side can put a disc.
"""

from __future__ import annotations

import os
from importlib import import_module
from random import Random
from typing import Any

import zermelo
from zermelo import Position

pyspiel: Any = import_module("pyspiel")

GAMES = int(os.environ.get("ZERMELO_PEER_GAMES", "60"))  # make test-long plays more
POSITIONS = 2_000


def board(state: Any) -> str:
    """OpenSpiel's board in one line: its rows stand between their numbers."""
    rows = [line.split()[1:9] for line in str(state).splitlines()[2:10]]
    return "".join("".join(row) for row in rows).upper()


def agree(position: Position, state: Any) -> None:
    squares, side = position.text.split()
    assert squares == board(state)
    assert (position.turn is None) == state.is_terminal()
    if position.turn is None:
        assert position.utilities is not None
        black = position.utilities[0]
        assert [(black > 0) - (black < 0), (black < 0) - (black > 0)] == state.returns()
        assert black == margin(squares)
    else:
        player = state.current_player()
        assert player == position.turn == "XO".index(side)
        assert position.moves() == [state.action_to_string(player, action) for action in state.legal_actions()]


def margin(squares: str) -> int:
    """The difference in discs for black, empty squares for the winner."""
    difference = squares.count("X") - squares.count("O")
    winner = (difference > 0) - (difference < 0)
    return difference + winner * squares.count("-")


def test_random_games_are_the_same_for_both() -> None:
    game = pyspiel.load_game("othello")
    compared = passes = unfilled = 0
    for seed in range(GAMES):
        random = Random(seed)
        position, state = zermelo.game("othello").start(), game.new_initial_state()
        while True:
            agree(position, state)
            compared += 1
            if position.turn is None:
                break
            moves = position.moves()
            # In every other game black is greedy, so that white runs out of discs before the board is full.
            if seed % 2 and position.turn == 0:
                discs = {move: position.play(move).text.count("X") for move in moves}
                moves = [max(discs, key=discs.__getitem__)]
            move = random.choice(moves)
            passes += move == "pass"
            state.apply_action(state.string_to_action(move))
            position = position.play(move)
        unfilled += "-" in position.text
    assert compared >= POSITIONS
    assert passes > 10
    assert unfilled > 0  # else the rule about empty squares was not seen


def test_positions_from_texts_go_on_as_they_do_after_their_moves() -> None:
    """What the text does not say does not matter."""
    random = Random(1)
    position = zermelo.game("othello").start()
    while position.turn is not None:
        again = zermelo.game("othello").position(position.text)
        assert again == position
        assert again.moves() == position.moves()
        position = position.play(random.choice(position.moves()))
