"""UCI, asked by python-chess as a GUI would, and line by line where a GUI never goes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.engine
import pytest

import zermelo
from zermelo import levels
from zermelo.protocols.positions import follow, score
from zermelo.report import Value

PROGRAM = Path(sys.executable).parent / "zermelo"
SHORT = chess.engine.Limit(depth=2)


@pytest.fixture
def engine() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci([str(PROGRAM), "uci"], timeout=60) as opened:
        yield opened


class Raw:
    """The program with bare pipes."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [PROGRAM, "uci", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def until(self, word: str) -> list[str]:
        """The lines up to one that begins with a word, or holds it."""
        assert self.process.stdout is not None
        found: list[str] = []
        for line in self.process.stdout:
            found.append(line.decode().strip())
            if found[-1].startswith(word) or f" {word} " in found[-1]:
                return found
        raise AssertionError(f"{word} never came: {found}")

    def ask(self, *lines: str) -> list[str]:
        """What is answered at once."""
        self.say(*lines, "isready")
        return self.until("readyok")[:-1]

    def end(self) -> tuple[int, str]:
        """Closes its input; its exit code and what it said on stderr."""
        _, errors = self.process.communicate(timeout=60)
        return self.process.returncode, errors.decode()


@pytest.fixture
def raw() -> Iterator[Raw]:
    opened = Raw()
    yield opened
    assert opened.end() == (0, "")


def test_options_are_offered_with_their_kinds(engine: chess.engine.SimpleEngine) -> None:
    kinds = {name: option.type for name, option in engine.options.items()}
    assert kinds == {
        "Hash": "spin",
        "Clear Hash": "button",
        "Threads": "spin",
        "Ponder": "check",
        "MultiPV": "spin",
        "Move Overhead": "spin",
        "Level": "combo",
        "UCI_LimitStrength": "check",
        "UCI_Elo": "spin",
        "UCI_Chess960": "check",
    }
    assert engine.id["name"] == f"zermelo {zermelo.__version__}"
    engine.configure({"Hash": 8, "Threads": 1, "Clear Hash": None, "Level": "club"})
    engine.ping()


def test_a_short_game_is_played_by_the_rules(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    while not board.is_game_over() and board.ply() < 16:
        result = engine.play(board, SHORT, game="one")
        assert result.move is not None
        assert board.is_legal(result.move)
        board.push(result.move)
    assert board.ply() == 16


@pytest.mark.parametrize(
    "limit",
    [
        chess.engine.Limit(nodes=2_000),
        chess.engine.Limit(time=0.05),
        chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.01, black_inc=0.01),
        chess.engine.Limit(white_clock=1, black_clock=1, remaining_moves=10),
    ],
    ids=["nodes", "movetime", "clock", "movestogo"],
)
def test_every_limit_is_obeyed_with_a_legal_move(engine: chess.engine.SimpleEngine, limit: chess.engine.Limit) -> None:
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    assert engine.play(board, limit).move in list(board.legal_moves)


def test_analysis_shows_several_lines_best_first(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    found = engine.analyse(board, chess.engine.Limit(depth=3), multipv=3)
    assert [info["multipv"] for info in found] == [1, 2, 3]
    assert len({info["pv"][0] for info in found}) == 3
    scores = [info["score"].relative.score() for info in found]
    assert None not in scores
    assert scores == sorted(scores, key=lambda points: -(points or 0))
    assert all({"depth", "nodes", "nps", "time"} <= info.keys() for info in found)


def test_only_the_moves_asked_for_are_searched(engine: chess.engine.SimpleEngine) -> None:
    moves = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h3")]
    assert engine.play(chess.Board(), SHORT, root_moves=moves).move in moves


@pytest.mark.parametrize(
    ("fen", "mate"),
    [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1),
        ("k7/8/2K5/8/8/8/8/1R6 w - - 0 1", 2),
        ("7k/8/6K1/8/8/8/8/R7 b - - 0 1", -1),
    ],
)
def test_mates_are_counted_in_moves(engine: chess.engine.SimpleEngine, fen: str, mate: int) -> None:
    info = engine.analyse(chess.Board(fen), chess.engine.Limit(depth=5))
    assert info["score"].relative.mate() == mate


def test_a_mate_that_is_asked_for_is_found(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
    assert engine.play(board, chess.engine.Limit(mate=1)).move == chess.Move.from_uci("a1a8")


def test_an_infinite_analysis_ends_when_it_is_stopped(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    with engine.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 2:
                break
        analysis.stop()
        best = analysis.wait()
    assert best.move in list(board.legal_moves)


def test_a_move_is_pondered_on_and_the_clock_runs_when_it_is_played(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=2, black_clock=2)
    first = engine.play(board, limit, ponder=True)
    assert first.move is not None
    assert first.ponder is not None
    board.push(first.move)
    board.push(first.ponder)  # so that python-chess sends ponderhit
    second = engine.play(board, limit, ponder=True)
    assert second.move in list(board.legal_moves)


def test_another_move_than_the_pondered_one_begins_a_new_search(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=2, black_clock=2)
    first = engine.play(board, limit, ponder=True)
    assert first.move is not None
    board.push(first.move)
    board.push(next(move for move in board.legal_moves if move != first.ponder))
    assert engine.play(board, limit).move in list(board.legal_moves)


def test_chess960_castles_onto_the_rook(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", chess960=True)
    board.push_uci("e1f3")
    board.push_uci("g8h8" if chess.Move.from_uci("g8h8") in board.legal_moves else "h7h6")
    assert engine.play(board, SHORT).move in list(board.legal_moves)
    castling = chess.Board("4k3/8/8/8/8/8/8/1R2KR2 w FB - 0 1", chess960=True)
    onto = [move for move in castling.legal_moves if castling.is_castling(move)]
    assert len(onto) == 2
    for move in onto:
        assert engine.play(castling, SHORT, root_moves=[move]).move == move


@pytest.mark.parametrize("level", levels.NAMES)
def test_every_level_plays_legal_moves(engine: chess.engine.SimpleEngine, level: str) -> None:
    engine.configure({"Level": level})
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    assert engine.play(board, chess.engine.Limit(depth=3)).move in list(board.legal_moves)


def test_a_rating_limits_the_search(raw: Raw) -> None:
    raw.say("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 600", "go depth 30")
    lines = raw.until("bestmove")
    depths = [int(line.split()[2]) for line in lines if line.startswith("info depth")]
    assert depths
    assert max(depths) <= (levels.level("beginner").depth or 0)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nonsense and more", '"nonsense" is no command'),
        ("position", "a position is given by"),
        ("position startpos move e2e4", "a position is given by"),
        ("position fen 8/8 w - - 0 1", "bad position"),
        ("position startpos moves e2e4 e2e4", 'illegal move "e2e4"'),
        ("setoption Hash 3", "an option is set by"),
        ("setoption name Nothing value 3", 'there is no option "Nothing"'),
        ("setoption name Hash value much", 'Hash is "much": it must be a whole number'),
        ("setoption name Hash value 0", "Hash is 0: it must be 1 to 65536"),
        ("setoption name UCI_Elo value 5000", "UCI_Elo is 5000"),
        ("setoption name UCI_Chess960 value maybe", "it must be true or false"),
        ("setoption name Level value godlike", "it must be one of beginner"),
        ("go depth", "depth lacks its number"),
        ("go depth deep", 'depth is "deep"'),
        ("go nodes 0", "nodes is 0: it must be at least 1"),
        ("go fast", 'go does not know "fast"'),
        ("go searchmoves e2e5", 'illegal move "e2e5"'),
        ("debug perhaps", "debug is on or off"),
        ("\udcff\udcfe", "is no command"),
    ],
)
def test_what_cannot_be_understood_gets_one_sentence(raw: Raw, line: str, said: str) -> None:
    assert raw.process.stdin is not None
    raw.process.stdin.write(line.encode(errors="surrogateescape") + b"\n")
    (sentence,) = raw.ask()
    assert sentence.startswith("info string ")
    assert said in sentence
    raw.say("position startpos", "go depth 1")
    assert raw.until("bestmove")


def test_a_search_is_not_disturbed(raw: Raw) -> None:
    raw.say("go infinite")
    raw.until("pv")
    for line in ("go depth 1", "setoption name Hash value 8", "ucinewgame"):
        answers = [said for said in raw.ask(line) if not said.startswith("info depth")]
        assert len(answers) == 1
        assert "send stop first" in answers[0]
    raw.say("stop")
    assert raw.until("bestmove")


def test_infinite_says_nothing_more_until_it_is_stopped(raw: Raw) -> None:
    raw.say("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "go infinite")
    raw.until("mate")
    assert not any(line.startswith("bestmove") for _ in range(3) for line in raw.ask())
    raw.say("stop")
    assert raw.until("bestmove")[-1] == "bestmove a1a8"


def test_numbers_of_any_size_are_taken(raw: Raw) -> None:
    huge = "9" * 30
    raw.say(f"go depth 1 nodes {huge} movestogo {huge} wtime {huge} btime {huge} winc -{huge}")
    assert raw.until("bestmove")[-1] != "bestmove (none)"
    raw.say("position startpos moves e2e4", f"go depth 1 wtime -30 btime -{huge}")
    assert raw.until("bestmove")[-1] != "bestmove (none)"


def test_a_stop_that_comes_at_once_is_heard(raw: Raw) -> None:
    for _ in range(20):
        raw.say("go infinite", "stop")
        assert raw.until("bestmove")


def test_a_finished_game_has_no_move(raw: Raw) -> None:
    mated, stalemated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
    assert raw.ask(f"position fen {mated}", "go depth 3") == ["info depth 0 score mate 0", "bestmove (none)"]
    assert raw.ask(f"position fen {stalemated}", "go depth 3") == ["info depth 0 score cp 0", "bestmove (none)"]


def test_the_end_of_the_input_ends_a_search() -> None:
    opened = Raw()
    opened.say("go infinite")
    opened.until("pv")
    assert opened.end() == (0, "")


def test_debug_tells_the_position(raw: Raw) -> None:
    (told,) = raw.ask("debug on", "position startpos moves e2e4")
    assert told.startswith("info string position rnbqkbnr/pppppppp/8/8/4P3/8")


def test_a_game_goes_on_where_a_draw_could_be_claimed() -> None:
    rules = zermelo.game("chess")
    dance = ["g1f3", "g8f6", "f3g1", "f6g8"]
    assert follow(rules, None, dance).game == rules
    assert follow(rules, None, dance * 3).turn == 0
    late = follow(rules, "8/8/4k3/8/8/4K3/8/R7 w - - 99 80", ["a1a2", "e6e5"])
    assert late.turn == 0
    assert follow(rules, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", []).turn is None


def test_scores_are_hundredths_of_a_pawn_or_of_the_unit() -> None:
    othello, chess_game = zermelo.game("othello"), zermelo.game("chess")
    assert score(chess_game, Value("estimate", 0.04, None, "white")) == ("cp", 100)
    assert score(chess_game, Value("proved", 1.0, 5, "white")) == ("mate", 3)
    assert score(chess_game, Value("proved", -1.0, 6, "white")) == ("mate", -3)
    assert score(chess_game, Value("proved", 0.0, None, "white")) == ("cp", 0)
    assert score(othello, Value("proved", -3.0, None, "black", unit="discs")) == ("cp", -300)


@pytest.mark.parametrize("name", ["othello", "kalah", "connect-four", "checkers", "qubic", "nine-mens-morris", "awari"])
def test_other_games_are_played_in_the_style_of_uci(name: str) -> None:
    opened = Raw("--game", name)
    start = zermelo.game(name).start()
    position, moves = start, list[str]()
    for given in ("start", f"text {start.text}"):
        for _ in range(3):
            opened.say(f"position {given} moves {' '.join(moves)}", "go depth 2 wtime 1000 btime 1000")
            moves.append(opened.until("bestmove")[-1].split()[1])
            assert moves[-1] in position.move_codes()
            position = position.play(moves[-1])
    assert opened.end() == (0, "")


def test_a_game_that_the_engine_cannot_play_is_refused() -> None:
    opened = Raw("--game", "yahtzee")
    assert opened.end() == (2, "zermelo: the engine does not play yahtzee: it is not for two players\n")


def test_levels_are_found_by_name_and_by_rating() -> None:
    assert levels.level("Club").name == "club"
    with pytest.raises(zermelo.OptionError, match='there is no level "genius": there are beginner, casual'):
        levels.level("genius")
    with pytest.raises(zermelo.OptionError, match="a rating of 3000 cannot be played: it must be 600 to 2200"):
        levels.level_of_elo(3000)
    nodes = [levels.level_of_elo(elo).nodes or 0 for elo in range(levels.LOWEST_ELO, levels.HIGHEST_ELO + 1, 100)]
    noise = [levels.level_of_elo(elo).noise for elo in range(levels.LOWEST_ELO, levels.HIGHEST_ELO + 1, 100)]
    assert nodes == sorted(nodes)
    assert noise == sorted(noise, reverse=True)
    assert levels.level("club").limits(zermelo.game("othello"))["noise"] == pytest.approx(0.03 * 64)
