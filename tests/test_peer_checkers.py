"""Checkers against pydraughts and OpenSpiel: legal moves, what they lead to, their notation, and the end of the game.

Where they differ from us, and which test shows it:

- pydraughts lists both ways round a ring of jumps; for us they are one move (`test_a_ring_…`).
- OpenSpiel makes every single jump a ply of its own, the same player being to move (`whole_moves` puts them together).
- OpenSpiel calls the game a draw after 40 plies without capture, whether men have moved or not; by the federation's
  rules it takes 80 without capture or man's move (`test_openspiel_ends_a_game_sooner`). It knows no repetition of
  positions, so the games are played with draws=never.
"""

from __future__ import annotations

import os
from importlib import import_module
from random import Random
from typing import Any

import pytest

import zermelo
from zermelo import Position
from zermelo.formats import pdn

draughts: Any = import_module("draughts")
pyspiel: Any = import_module("pyspiel")

POSITIONS = int(os.environ.get("ZERMELO_PEER_POSITIONS", "2000"))  # make test-long compares more


def random_text(random: Random) -> str:
    """Men and kings anywhere, few or many, so that long jumps and rings of kings come about."""
    squares = random.sample(range(1, 33), random.randint(2, 16))
    kings = random.random()
    groups: dict[str, list[str]] = {"W": [], "B": []}
    for square in squares:
        side = random.choice("WB")
        crowned = square <= 4 if side == "W" else square >= 29
        king = crowned or random.random() < kings
        groups[side].append(f"{'K' if king else ''}{square}")
    white, black = (",".join(groups[side][:12]) for side in "WB")
    return f"{random.choice('WB')}:W{white}:B{black}"


def agree(position: Position, board: Any) -> None:
    """Both see the same moves, write them alike, and come to the same positions."""
    paths = {"x".join(map(str, move.steps_move)): move.pdn_move for move in board.legal_moves()}
    if position.turn is None:
        assert not paths, position.text
        return
    codes = dict(zip((code.replace("-", "x") for code in position.move_codes()), position.moves(), strict=True))
    assert codes.keys() <= paths.keys(), position.text
    reached = {position.play(move).text for move in codes.values()}
    assert {position.play(path).text for path in paths} == reached, position.text
    assert len(reached) == len(codes), position.text
    if len(paths) == len(codes):
        assert codes == paths, position.text


@pytest.mark.parametrize("seed", range(20))
def test_random_positions_have_the_same_moves_in_pydraughts(seed: int) -> None:
    random, rules = Random(seed), zermelo.game("checkers")
    for _ in range(POSITIONS // 20):
        position = rules.position(random_text(random))
        agree(position, draughts.Board(variant="english", fen=position.text))


def pieces(fen: str) -> tuple[str, set[str], set[str]]:
    """A FEN without order and counts."""
    side, white, black, *_ = fen.split(":")
    return side, set(white[1:].split(",")), set(black[1:].split(","))


@pytest.mark.parametrize("seed", range(8))
def test_random_games_end_alike_in_pydraughts(seed: int) -> None:
    """From few pieces, so that men are crowned and draws come by repetition and by forty moves."""
    random = Random(seed)
    start = "B:WK29,30,31:B1,2,K4" if seed % 2 else "B:WK29,K30:BK1,K2"
    position = zermelo.game("checkers").position(start)
    board = draughts.Board(variant="english", fen=start)
    while position.turn is not None:
        assert not board.is_over(), position.text
        move = random.choice(position.moves())
        if position.noisy_moves():
            agree(position, board)
        position = position.play(move)
        board.push(draughts.Move(board, pdn_move=move))
        assert pieces(board.fen) == pieces(position.text)
    assert board.is_over(), position.text
    winner = {None: None, 0: (0, 0), draughts.BLACK: (1, -1), draughts.WHITE: (-1, 1)}[board.winner()]
    assert position.utilities == winner


def test_a_ring_of_jumps_is_one_move_for_us_and_two_for_pydraughts() -> None:
    text = "B:WK6,K7,14,15:BK2"
    board = draughts.Board(variant="english", fen=text)
    assert {move.pdn_move for move in board.legal_moves()} == {"2x11x18x9x2", "2x9x18x11x2"}
    assert zermelo.game("checkers").position(text).moves() == ["2x2"]


def test_a_game_that_we_write_is_read_by_pydraughts() -> None:
    random, position = Random(5), zermelo.game("checkers").start()
    moves: list[str] = []
    while position.turn is not None and len(moves) < 60:
        moves.append(random.choice(position.moves()))
        position = position.play(moves[-1])
    (record,) = pdn.read(" ".join(moves))
    (theirs,) = import_module("draughts.PDN").PDNReader(pdn_text=pdn.write([record])).games
    assert theirs.moves == moves
    assert theirs.variant == "english"


# OpenSpiel: our Black is its first player, whose men go up the board, so the board is turned by half a turn.


def square(name: str) -> int:
    """The number of a square that OpenSpiel calls a1 to h8."""
    row, column = int(name[1]) - 1, 7 - (ord(name[0]) - ord("a"))
    return 4 * row + column // 2 + 1


def whole_moves(state: Any) -> dict[str, Any]:
    """Every whole move with all its squares, and the state that it leads to."""
    found, player = {}, state.current_player()
    open_moves: list[tuple[list[int], Any]] = [([], state)]
    while open_moves:
        path, here = open_moves.pop()
        if path and (here.is_terminal() or here.current_player() != player):
            found["x".join(map(str, path))] = here
            continue
        for action in here.legal_actions():
            name = here.action_to_string(action)
            first, last = square(name[:2]), square(name[2:4])
            open_moves.append(([*path, last] if path else [first, last], here.child(action)))
    return found


def board_text(state: Any) -> str:
    """The pieces of an OpenSpiel state as a FEN without the side to move."""
    groups: dict[str, list[tuple[int, str]]] = {"o": [], "+": []}
    for line in str(state).splitlines()[:8]:
        for column, sign in enumerate(line[1:9]):
            if sign in "o+8*":
                number = square(f"{'abcdefgh'[column]}{line[0]}")
                king = "K" if sign in "8*" else ""
                groups["o" if sign in "o8" else "+"].append((number, f"{king}{number}"))
    black, white = (",".join(text for _, text in sorted(groups[sign])) for sign in "o+")
    return f"W{white}:B{black}"


def bare(position: Position) -> str:
    """A FEN without the side to move and the count."""
    return ":".join(position.text.split(":")[1:3])


def test_random_games_are_the_same_in_openspiel() -> None:
    random, rules, compared = Random(3), zermelo.game("checkers", draws="never"), 0
    while compared < POSITIONS:
        position, state = rules.start(), pyspiel.load_game("checkers").new_initial_state()
        while not state.is_terminal() and position.turn is not None:
            assert state.current_player() == position.turn
            theirs = whole_moves(state)
            codes = [code.replace("-", "x") for code in position.move_codes()]
            after = {code: bare(position.play(code)) for code in codes}
            assert after.keys() <= theirs.keys(), position.text
            assert set(after.values()) == {board_text(state) for state in theirs.values()}, position.text
            compared += 1
            code = random.choice(codes)
            position, state = position.play(code), theirs[code]
        if position.turn is None:
            assert state.is_terminal()
            assert position.utilities == tuple(state.returns())


def test_openspiel_ends_a_game_sooner() -> None:
    """The first random game that it calls a draw goes on for us: 40 plies without a capture, but men have moved."""
    random, game = Random(1), pyspiel.load_game("checkers")
    while True:
        state, position, idle = game.new_initial_state(), zermelo.game("checkers", draws="never").start(), 0
        while not state.is_terminal():
            moves = whole_moves(state)
            code = random.choice(sorted(moves))
            idle = 0 if position.noisy_moves() else idle + 1
            position, state = position.play(code), moves[code]
        if tuple(state.returns()) == (0, 0):
            break
    assert idle == 40
    assert zermelo.game("checkers").position(position.text).turn is not None
