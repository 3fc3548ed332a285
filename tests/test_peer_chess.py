"""Chess against python-chess: legal moves, SAN, FEN and the end of the game along random games, Chess960 included."""

from __future__ import annotations

import io
import os
from random import Random

import chess
import chess.pgn
import pytest

import zermelo
from zermelo import Position
from zermelo.formats import pgn

GAMES = int(os.environ.get("ZERMELO_PEER_GAMES", "16"))  # make test-long plays more


def agree(position: Position, board: chess.Board) -> None:
    """Both see the same position, the same moves and the same end."""
    assert position.text == board.fen()
    legal = {board.san(move): board.uci(move) for move in board.legal_moves}
    over = (
        not legal
        or board.is_insufficient_material()
        or board.halfmove_clock >= 100
        or (board.halfmove_clock >= 8 and board.is_repetition(3))
    )
    assert (position.turn is None) == over, board.fen()
    if position.turn is None:
        value = 0 if not board.is_checkmate() else -1 if board.turn == chess.WHITE else 1
        assert position.utilities == (value, -value)
    else:
        assert dict(zip(position.moves(), position.move_codes(), strict=True)) == legal, board.fen()
        noisy = {board.san(move) for move in board.legal_moves if board.is_capture(move) or move.promotion}
        assert set(position.noisy_moves()) == noisy, board.fen()


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_games_are_the_same_for_both(seed: int) -> None:
    random = Random(seed)
    number = random.randrange(960) if seed % 2 else None
    if number is None:
        position, board = zermelo.game("chess").start(), chess.Board()
    else:
        position, board = zermelo.game("chess", chess960=number).start(), chess.Board.from_chess960_pos(number)
    positions = 0
    while position.turn is not None:
        agree(position, board)
        positions += 1
        # Captures and repetitions come about more often than by chance alone.
        noisy = position.noisy_moves()
        moves = noisy if noisy and random.random() < 0.2 else position.moves()
        move = random.choice(moves)
        board.push_san(move)
        position = position.play(move)
    agree(position, board)
    assert positions > 10


def test_at_least_two_thousand_positions_are_compared() -> None:
    """Random games last for a hundred plies and more: sixteen of them have well over two thousand positions."""
    plies = 0
    for seed in range(GAMES):
        position, random = zermelo.game("chess").start(), Random(seed)
        while position.turn is not None:
            noisy = position.noisy_moves()
            position = position.play(random.choice(noisy if noisy and random.random() < 0.2 else position.moves()))
            plies += 1
    assert plies > 2_000


@pytest.mark.parametrize("seed", range(40))
def test_random_pieces_on_a_board_are_judged_alike(seed: int) -> None:
    """Texts of random boards: what python-chess calls valid is read, what it calls invalid is refused."""
    random, rules = Random(1_000 + seed), zermelo.game("chess")
    for _ in range(40):
        board = chess.Board(None)
        squares = random.sample(chess.SQUARES, random.randint(2, 14))
        pieces = [chess.Piece(chess.KING, chess.WHITE), chess.Piece(chess.KING, chess.BLACK)]
        pieces += [chess.Piece(random.randint(1, 5), random.random() < 0.5) for _ in squares[2:]]
        for square, piece in zip(squares, pieces, strict=True):
            board.set_piece_at(square, piece)
        board.turn = random.random() < 0.5
        # The one difference: python-chess also refuses two checkers that no single move can bring about.
        if board.status() & chess.STATUS_IMPOSSIBLE_CHECK and len(board.checkers()) <= 2:
            continue
        if board.is_valid():
            agree_on_moves(rules.position(board.fen()), board)
        else:
            with pytest.raises(zermelo.PositionError):
                rules.position(board.fen())


def agree_on_moves(position: Position, board: chess.Board) -> None:
    assert position.text == board.fen()
    if position.turn is not None:
        assert set(position.move_codes()) == {board.uci(move) for move in board.legal_moves}, board.fen()


def test_pgn_with_variations_is_read_alike_by_both() -> None:
    text = (
        '[Event "A \\"test\\""]\n[FEN "r3k2r/pppq1ppp/2np4/8/8/2NP4/PPPQ1PPP/R3K2R w KQkq - 0 10"]\n\n'
        "10. O-O-O {long} O-O ( 10... O-O-O 11. d4! (11. Kb1 Kb8 12. a3) 11... d5?! ) ( 10... Nb4 $6 ) "
        "11. a3 a6 {to the end}\n12. Kb1 {[%clk 0:10:05]} 1/2-1/2\n"
    )
    ours = pgn.read(text)[0]
    theirs = chess.pgn.read_game(io.StringIO(pgn.write([ours])))
    original = chess.pgn.read_game(io.StringIO(text))
    assert theirs is not None
    assert original is not None
    assert not theirs.errors

    def flat(node: chess.pgn.GameNode) -> list[object]:
        return [
            (child.san(), sorted(child.nags), child.comment, flat(child))
            for child in node.variations
            if isinstance(child, chess.pgn.ChildNode)
        ]

    assert flat(theirs) == flat(original)
    assert ours.tags["Event"] == 'A "test"'
    assert pgn.clock(ours.steps[-1]) == 605
