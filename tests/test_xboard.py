"""The protocol of XBoard, asked by python-chess as a GUI would, and line by line."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import chess
import chess.engine
import chess.pgn
import pytest

import zermelo
from zermelo.protocols import xboard
from zermelo.protocols.thinking import Output, Thinking
from zermelo.protocols.xboard import VARIANTS, spelled

GAMES = f"{os.environ.get('PATH', '')}:/usr/games"
XBOARD, XVFB = shutil.which("xboard", path=GAMES), shutil.which("xvfb-run")
PROGRAM = Path(sys.executable).parent / "zermelo"
SHORT = chess.engine.Limit(depth=2)


@pytest.fixture
def engine() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_xboard([str(PROGRAM), "uci"], timeout=60) as opened:
        yield opened


class Raw:
    """The program with bare pipes."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [PROGRAM, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.say("xboard", "protover 2")
        self.pings = 0

    def say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, word: str) -> list[str]:
        """The lines up to one that begins with a word."""
        assert self.process.stdout is not None
        found: list[str] = []
        for line in self.process.stdout:
            found.append(line.strip())
            if found[-1].startswith(word):
                return found
        raise AssertionError(f"{word} never came: {found}")

    def ask(self, *lines: str) -> list[str]:
        """What is answered before the pong."""
        self.pings += 1
        self.say(*lines, f"ping {self.pings}")
        return self.until(f"pong {self.pings}")[:-1]

    def end(self) -> tuple[int, str]:
        """Closes its input; its exit code and what it said on stderr."""
        _, errors = self.process.communicate(timeout=60)
        return self.process.returncode, errors


@pytest.fixture
def raw() -> Iterator[Raw]:
    opened = Raw()
    opened.until("feature done=1")
    yield opened
    assert opened.end() == (0, "")


def test_a_short_game_is_played_by_the_rules(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    while not board.is_game_over() and board.ply() < 12:
        result = engine.play(board, SHORT, game="one")
        assert result.move in list(board.legal_moves)
        assert result.move is not None
        board.push(result.move)
    assert board.ply() == 12


@pytest.mark.parametrize(
    "limit",
    [
        chess.engine.Limit(time=0.05),
        chess.engine.Limit(white_clock=2, black_clock=2, clock_id="blitz"),
        chess.engine.Limit(white_clock=5, black_clock=5, white_inc=1, black_inc=1, clock_id="fischer"),
    ],
    ids=["st", "level", "increment"],
)
def test_clocks_are_obeyed_with_a_legal_move(engine: chess.engine.SimpleEngine, limit: chess.engine.Limit) -> None:
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    assert engine.play(board, limit).move in list(board.legal_moves)


def test_an_analysis_tells_its_line_and_ends(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
    info = engine.analyse(board, chess.engine.Limit(depth=1))
    assert info["score"].relative == chess.engine.Mate(1)
    assert info["pv"] == [chess.Move.from_uci("a1a8")]
    assert engine.play(chess.Board(), SHORT).move in list(chess.Board().legal_moves)


def test_pondering_goes_on_to_a_legal_move(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=2, black_clock=2, clock_id="ponder")
    for _ in range(3):
        move = engine.play(board, limit, ponder=True).move
        assert move in list(board.legal_moves)
        assert move is not None
        board.push(move)
        board.push(next(iter(board.legal_moves)))


def test_chess960_is_played(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("4k3/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w FB - 0 1", chess960=True)
    castling = next(move for move in board.legal_moves if board.is_castling(move))
    board.push(castling)
    board.push_uci("a7a6")
    assert engine.play(board, SHORT).move in list(board.legal_moves)


def test_castling_is_written_by_squares_in_chess_and_as_letters_in_chess960(raw: Raw) -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    plain, fischer = (zermelo.game("chess", **options).position(fen) for options in VARIANTS.values())
    assert spelled(plain, "O-O", "e1g1") == "e1g1"
    assert spelled(fischer, "O-O+", "e1h1") == "O-O"
    assert raw.ask("force", f"setboard {fen}", "usermove e1g1") == []
    assert raw.ask("new", "variant fischerandom", "force", f"setboard {fen}", "usermove O-O") == []


def test_features_are_told_before_anything_else() -> None:
    opened = Raw()
    lines = opened.until("feature done=1")
    assert any("setboard=1" in line and "usermove=1" in line and "ping=1" in line for line in lines)
    assert opened.end() == (0, "")


def test_black_is_ours_after_new_and_white_after_go(raw: Raw) -> None:
    raw.say("new", "sd 1", "usermove e2e4")
    assert raw.until("move")[-1].startswith("move ")
    raw.say("new", "sd 1", "go")
    assert raw.until("move")[-1].startswith("move ")


def test_a_pong_waits_for_our_move(raw: Raw) -> None:
    answers = raw.ask("new", "sd 2", "usermove e2e4")
    assert [line.split()[0] for line in answers] == ["move"]


def test_a_move_is_made_at_once_when_asked(raw: Raw) -> None:
    raw.say("new", "level 0 600 0", "usermove d2d4", "?")
    assert raw.until("move")


def test_moves_are_taken_back(raw: Raw) -> None:
    assert raw.ask("new", "force", "usermove e2e4", "usermove e7e5", "remove", "usermove e2e4") == []
    assert raw.ask("undo", "usermove d2d4") == []
    (error,) = raw.ask("undo", "undo")
    assert error == "Error (there is nothing to take back): undo"


def test_illegal_moves_and_positions_are_told(raw: Raw) -> None:
    (illegal,) = raw.ask("new", "force", "usermove e2e5")
    assert illegal.startswith("Illegal move (")
    assert illegal.endswith(": e2e5")
    (position,) = raw.ask("setboard 8/8 w - - 0 1")
    assert position.startswith("tellusererror Illegal position: bad position")
    assert raw.ask("e2e4", "e7e5") == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nonsense", "Error (unknown command): nonsense"),
        ("level 40", "Error (a clock is set by: level MOVES MINUTES INCREMENT): level"),
        ("sd deep", 'Error ("deep" is no number): sd'),
        ("sd", "Error (a number must follow): sd"),
        ("st 0", "Error (it must be above 0): st"),
        ("time nan", "Error (nan is not a number from 0 to 1,000,000,000): time"),
        ("memory -3", "Error (-3 is not a number from 0 to 1,000,000,000): memory"),
        ("variant crazyhouse", "Error (the variants are normal, fischerandom): variant"),
        ("option Style=wild", 'Error (there is no option "Style": there is Level): option'),
        ("option Level=godlike", "Error (there is no level"),
    ],
)
def test_what_cannot_be_understood_gets_one_sentence(raw: Raw, line: str, said: str) -> None:
    (answer,) = raw.ask(line)
    assert answer.startswith(said)


def test_what_needs_no_answer_gets_none(raw: Raw) -> None:
    assert raw.ask("accepted setboard", "random", "computer", "name Somebody", "rating 1 2", "draw", "otim 100") == []
    assert raw.ask("memory 8", "cores 1", "option Level=club", "hard", "easy", "post", "nopost", "result 1-0 {x}") == []


def test_the_end_of_a_game_is_told(raw: Raw) -> None:
    assert raw.ask("new", "force", "f2f3", "e7e5", "g2g4", "d8h4") == ["0-1 {black wins}"]
    (draw,) = raw.ask("setboard 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7")
    assert draw.startswith("1/2-1/2 {")


def test_an_analysis_goes_on_with_every_move_and_ends_on_exit(raw: Raw) -> None:
    raw.say("new", "post", "analyze")
    raw.until("1 ")
    raw.say("usermove e2e4")
    raw.until("1 ")
    raw.say("undo")
    raw.until("1 ")
    raw.say("exit")
    raw.ask()
    assert raw.ask() == []


def test_playother_leaves_the_move_to_the_other(raw: Raw) -> None:
    assert raw.ask("new", "sd 1", "force", "playother") == []
    answers = raw.ask("usermove e2e4")
    assert len(answers) == 1
    assert answers[0].startswith("move ")


class Lines(StringIO):
    """A stream that puts what is written into a queue."""

    def __init__(self, queue: SimpleQueue[str]) -> None:
        super().__init__()
        self.queue = queue

    def write(self, text: str) -> int:
        self.queue.put(text.rstrip("\n"))
        return len(text)


class Late(Thinking):
    """A search whose beginner is slow to go on, as on a busy machine."""

    def __init__(self, *wanted: Any, **told: Any) -> None:
        super().__init__(*wanted, **told)
        if threading.current_thread() is threading.main_thread():
            self.thread.join(0.2)


def test_an_answer_that_comes_at_once_leaves_no_search_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    # Three plies take no time, and then it thinks in the other player's.
    monkeypatch.setattr(xboard, "Thinking", Late)
    said: SimpleQueue[str] = SimpleQueue()
    session = xboard.Session(Output(Lines(said)))
    for line in ("hard", "sd 3", "go"):
        session.obey(line)
    assert said.get(timeout=60).startswith("move ")
    session.obey("usermove a7a6")
    assert said.get(timeout=60).startswith("move ")
    session.drop()


@pytest.mark.skipif(XBOARD is None or XVFB is None, reason="there is no xboard: make xboard installs it")
def test_xboard_itself_plays_a_match_with_us_on_both_sides(tmp_path: Path) -> None:
    assert XBOARD is not None
    assert XVFB is not None
    ours = ("-fcp", f"{PROGRAM} uci", "-scp", f"{PROGRAM} uci")
    match = ("-mg", "2", "-tc", "0:05", "-inc", "0", "-sgf", str(tmp_path / "games.pgn"), "-xexit")
    home = {**os.environ, "HOME": str(tmp_path)}
    subprocess.run([XVFB, "-a", XBOARD, *ours, *match], check=True, env=home, capture_output=True, timeout=600)
    with (tmp_path / "games.pgn").open() as file:
        games = list(iter(lambda: chess.pgn.read_game(file), None))
    assert len(games) == 2
    for game in games:
        assert not game.errors
        # Nothing else than the rules, or a clock on a machine that is busy, may end a game.
        assert re.search("adjudication|mates|forfeit", game.end().comment), game.end().comment
