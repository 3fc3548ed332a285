"""Backgammon against GNU Backgammon's engine (the package gnubg-nn): the same positions after every roll, the same IDs.

Its board is two rows of 25 counts, the side that is not on roll first; after a play it is still seen by the side that
played. Positions come from random games, so that there are hits, long waits on the bar and bear-offs.
"""

from __future__ import annotations

import os
from importlib import import_module
from random import Random
from typing import Any

import zermelo
from zermelo import Position

gnubg: Any = import_module("gnubg_nn")

POSITIONS = int(os.environ.get("ZERMELO_PEER_POSITIONS", "2000"))  # make test-long compares more


def after_plays(position: Position) -> set[str]:
    """The position IDs after every legal play, seen by the side that comes next; by the winner when it is over."""
    plays = position.moves()
    results = {position.play(move).text[:14] for move in plays}
    assert len(results) == len(plays)
    return results


def after_plays_of_gnubg(board: Any, dice: str) -> set[str]:
    results = set()
    for key in gnubg.moves(board, int(dice[0]), int(dice[1])):
        other, own = (list(side) for side in gnubg.board_from_position_key(key))
        results.add(gnubg.position_id([other, own] if sum(own) == 0 else [own, other]))
    return results


def test_random_positions_have_the_same_plays_and_ids() -> None:
    compared = stuck = hits = offs = 0
    seed = 0
    while compared < POSITIONS:
        seed += 1
        random = Random(seed)
        position = zermelo.game("backgammon").start()
        dice = ""
        while position.outcome is None:
            if position.turn == zermelo.CHANCE:
                # Every roll of a position is as good as any other; games use them all in time.
                dice = random.choice([event for event, _ in position.chances()])
                position = position.play(dice)
                continue
            code = position.text[:14]
            board = [list(side) for side in gnubg.board_from_position_id(code)]
            assert gnubg.position_id(board) == code
            plays = position.moves()
            if plays == ["cannot move"]:
                stuck += 1
                keys = gnubg.moves(board, int(dice[0]), int(dice[1]))
                boards = [[list(side) for side in gnubg.board_from_position_key(key)] for key in keys]
                assert boards in ([], [board])
            else:
                assert after_plays(position) == after_plays_of_gnubg(board, dice), f"{position.text} with {dice}"
            compared += 1
            move = random.choice(plays)
            hits += "*" in move
            offs += "off" in move
            position = position.play(move)
    assert min(stuck, hits, offs) > POSITIONS // 100
