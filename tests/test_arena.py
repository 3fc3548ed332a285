"""Matches: arithmetic against published numbers, pairs, clocks, players that misbehave, and going on."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
import time
from math import inf, log
from pathlib import Path

import chess.pgn
import pytest

import zermelo
from zermelo import arena
from zermelo.arena.clock import Clock
from zermelo.arena.openings import read
from zermelo.arena.statistics import elo_of, expected_score
from zermelo.arena.uci_client import go_words, score_of
from zermelo.formats import FormatError

PROGRAM = Path(sys.executable).parent / "zermelo"
START = [arena.Opening()]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([PROGRAM, "match", *arguments], capture_output=True, text=True, timeout=120, check=False)


# The arithmetic. The numbers are those of the tests of fastchess (app/tests/sprt_test.cpp and elo_test.cpp), whose
# fourth number, pairs of two draws, is added to its third, pairs of a win and a loss.


@pytest.mark.parametrize(
    ("pairs", "elo0", "elo1", "llr"),
    [
        ([223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5, -3.07),
        ([871, 26175, 55003 + 980, 26678, 821], 0.0, 2.0, -4.98),
    ],
)
def test_the_likelihood_ratio_is_the_published_one(pairs: list[int], elo0: float, elo1: float, llr: float) -> None:
    test = arena.Sprt(elo0, elo1)
    assert test.llr(pairs) == pytest.approx(llr, abs=0.005)
    assert test.verdict(pairs) == "no"


@pytest.mark.parametrize(
    ("pairs", "difference", "error"),
    [
        ([34, 54, 31 + 32, 64, 75], 55.58, 27.65),
        ([332, 433, 457 + 41, 333, 334], -8.64, 10.33),
        ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95),
    ],
)
def test_elo_and_error_bars_are_the_published_ones(pairs: list[int], difference: float, error: float) -> None:
    found = arena.elo(pairs)
    assert found is not None
    assert found.difference == pytest.approx(difference, abs=0.005)
    assert (found.high - found.low) / 2 == pytest.approx(error, abs=0.005)


def test_a_test_decides_at_the_bounds_of_wald() -> None:
    test = arena.Sprt(0, 10, alpha=0.05, beta=0.1)
    assert test.bounds == pytest.approx((log(0.1 / 0.95), log(0.9 / 0.05)))
    assert test.verdict([0] * 5) is None
    assert test.llr([0] * 5) == 0
    assert test.verdict([0, 100, 500, 300, 0]) == "yes"
    assert test.verdict([0, 300, 500, 100, 0]) == "no"


def test_a_test_between_mirrored_ratings_sees_nothing_in_an_even_score() -> None:
    assert arena.Sprt(-5, 5).llr([10, 20, 30, 20, 10]) == pytest.approx(0, abs=1e-9)


def test_elo_and_score_are_inverse() -> None:
    assert elo_of(0.5) == 0
    assert expected_score(400) == pytest.approx(10 / 11)
    assert elo_of(expected_score(123.4)) == pytest.approx(123.4)
    assert (elo_of(1), elo_of(0)) == (inf, -inf)


def test_pairs_that_all_ended_alike_leave_doubt() -> None:
    assert arena.elo([0] * 5) is None
    won = arena.elo([0, 0, 0, 0, 10])
    assert won is not None
    assert won.difference == inf
    # Wilson: the lower end of 10 out of 10 is 10 / (10 + 1.96²).
    assert won.low == pytest.approx(elo_of(10 / (10 + 1.959963984540054**2)))
    drawn = arena.elo([0, 0, 10, 0, 0])
    assert drawn is not None
    assert drawn.low == pytest.approx(-drawn.high)
    assert drawn.high > 50


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((5, 5), "two different ratings, the smaller first: not 5,5"),
        ((0, 5, 0.0), "alpha is 0: it must be above 0"),
        ((0, 5, 0.05, 0.7), "beta is 0.7"),
    ],
)
def test_what_is_no_test_is_refused(arguments: tuple[float, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        arena.Sprt(*arguments)


# Clocks.


def test_clocks_are_read() -> None:
    assert arena.TimeControl.parse("1+0.01") == arena.TimeControl(1.0, 0.01)
    assert arena.TimeControl.parse("40/2:00") == arena.TimeControl(120.0, 0.0, 40)
    assert str(arena.TimeControl.parse("40/60+0.5")) == "40/60+0.5"
    for text in ("", "0", "fast", "1+", "0/60", "-3"):
        with pytest.raises(zermelo.OptionError, match=r"is no clock: write seconds and increment, such as 10\+0.1"):
            arena.TimeControl.parse(text)


def test_a_clock_adds_the_increment_and_the_next_session() -> None:
    clock = Clock(arena.TimeControl(10.0, 1.0, 2), margin=0.5)
    assert clock[0] == (10.0, 1.0, 2)
    assert clock.spend(0, 4.0)
    assert clock[0] == (7.0, 1.0, 1)
    assert clock.spend(0, 7.4)  # within the margin
    assert clock[0] == (11.0, 1.0, 2)
    assert clock[1] == (10.0, 1.0, 2)
    assert not clock.spend(0, 11.6)


def test_limits_are_told_to_other_programs() -> None:
    mine, other = (1.5, 0.1, 5), (2.0, 0.1, 5)
    assert go_words(0, arena.Limits(clock=mine, other_clock=other)) == (
        "wtime 1500 winc 100 btime 2000 binc 100 movestogo 5"
    )
    assert go_words(1, arena.Limits(clock=mine, other_clock=other)).startswith("wtime 2000 winc 100 btime 1500")
    assert go_words(0, arena.Limits(time=0.25, nodes=10, depth=3)) == "movetime 250 nodes 10 depth 3"


def test_scores_of_other_programs_are_read() -> None:
    assert score_of("info depth 3 score cp -31 lowerbound nodes 3 pv e2e4", None) == -31
    assert score_of("info depth 3 multipv 2 score cp 99 pv e2e4", 5) == 5
    assert score_of("info score mate 3", None) == 99_997
    assert score_of("info string score cp 3", 7) == 7
    assert score_of("info score cp", 7) == 7


# Openings.


def test_random_openings_depend_only_on_seed_and_number() -> None:
    rules = zermelo.game("chess")
    openings = arena.RandomOpenings(rules, seed=3, plies=6)
    backwards = [openings[number] for number in (4, 3, 2, 1, 0)]
    again = arena.RandomOpenings(rules, seed=3, plies=6)
    assert backwards == [again[number] for number in (4, 3, 2, 1, 0)]
    assert len({opening.moves for opening in backwards}) == 5
    assert all(len(opening.moves) == 6 and opening.begin(rules)[1].turn == 0 for opening in backwards)
    assert arena.RandomOpenings(rules, seed=4, plies=6)[0] != again[0]


def test_an_opening_that_loses_a_queen_is_not_fair() -> None:
    openings = arena.RandomOpenings(zermelo.game("chess"))
    start = zermelo.game("chess").position("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    assert not openings.fair(start)
    assert openings.fair(zermelo.game("chess").start())


def test_games_that_have_no_fair_opening_say_so() -> None:
    with pytest.raises(zermelo.OptionError, match="none of 200 random openings of 30 plies is fair: take fewer plies"):
        arena.RandomOpenings(zermelo.game("tic-tac-toe"), plies=30, balance=None)[0]


def test_openings_are_read_from_files(tmp_path: Path) -> None:
    chess_rules, othello = zermelo.game("chess"), zermelo.game("othello")
    (tmp_path / "a.pgn").write_text('[Event "x"]\n\n1. e4 e5 2. Nf3 *\n\n[Event "y"]\n\n1. d4 *\n')
    assert read(chess_rules, tmp_path / "a.pgn") == [
        arena.Opening(None, ("e2e4", "e7e5", "g1f3")),
        arena.Opening(None, ("d2d4",)),
    ]
    assert read(chess_rules, tmp_path / "a.pgn", plies=2)[0].moves == ("e2e4", "e7e5")
    (tmp_path / "b.epd").write_text('6k1/5ppp/8/8/8/8/8/R3K3 w Q - id "x";\n')
    assert read(chess_rules, tmp_path / "b.epd") == [arena.Opening("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")]
    (tmp_path / "c.txt").write_text(f"# openings\n{othello.start().text}\n\nmoves d3 c3\n")
    assert read(othello, tmp_path / "c.txt") == [
        arena.Opening(othello.start().text),
        arena.Opening(None, ("d3", "c3")),
    ]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("bad.txt", "moves d3 d3\n", r'bad.txt", line 1: illegal move "d3"'),
        ("bad.txt", "\nnonsense\n", r'bad.txt", line 2: bad position'),
        ("over.txt", f"{'X' * 64} X\n", r'over.txt", line 1: the game is over there'),
        ("chess.pgn", "1. e4 *", r"holds openings of chess, not of othello"),
    ],
)
def test_bad_openings_are_told_with_their_line(tmp_path: Path, name: str, text: str, said: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(FormatError, match=said):
        read(zermelo.game("othello"), tmp_path / name)


def test_listed_openings_come_in_an_order_of_the_seed_and_again() -> None:
    openings = [arena.Opening(None, (str(number),)) for number in range(1, 8)]
    one, other = arena.ListedOpenings(openings, seed=1), arena.ListedOpenings(openings, seed=2)
    assert [one[number] for number in range(7)] != [other[number] for number in range(7)]
    assert {one[number] for number in range(7)} == set(openings)
    assert one[7] == one[0]
    with pytest.raises(zermelo.OptionError, match="there are no openings"):
        arena.ListedOpenings([])


# Matches.


def test_every_opening_is_played_with_both_colours() -> None:
    openings = [arena.Opening(None, (str(column),)) for column in range(1, 8)]
    result = arena.match("random", "random", game="connect-four", games=13, openings=openings)
    assert len(result.pairs) == 7
    for first, second in result.pairs:
        assert first.opening == second.opening
        assert first.players == ("random (1)", "random (2)")
        assert second.players == ("random (2)", "random (1)")
    assert sum(result.counts) == 14
    assert sum(result.pentanomial) == 7
    assert {first.opening for first, _ in result.pairs} == set(openings)


def test_the_same_seed_gives_the_same_games() -> None:
    def moves(seed: int) -> list[tuple[str, ...]]:
        result = arena.match("random", "random", game="othello", games=4, openings=START, seed=seed)
        return [game.moves for game in result.games]

    assert moves(1) == moves(1) != moves(2)


def test_points_are_counted_for_the_first_player_of_the_match() -> None:
    def left(position: zermelo.Position) -> str:
        return position.moves()[0]

    def threat(position: zermelo.Position) -> str:
        return next((move for move in position.moves() if position.play(move).turn is None), position.moves()[-1])

    result = arena.match(threat, left, game="tic-tac-toe", games=2, openings=START)
    by_hand = [game.points[game.players.index("threat")] for game in result.games]
    assert result.points == by_hand
    assert result.names == ("threat", "left")


def test_our_engine_beats_random_play() -> None:
    result = arena.match("zermelo:depth=2", "random", game="connect-four", games=10, openings=START)
    wins, _, losses = result.counts
    assert wins > losses
    assert str(result).startswith("zermelo:depth=2 against random, connect-four: 10 games\nscore ")


def test_a_test_ends_the_match_early() -> None:
    result = arena.match("zermelo:depth=2", "random", game="connect-four", games=1_000, openings=START, sprt=(0, 400))
    assert result.verdict == "yes"
    assert len(result.games) < 1_000
    assert "test of 400 against 0 Elo: accepted" in str(result)


def test_illegal_moves_lose_and_are_told() -> None:
    def cheat(position: zermelo.Position) -> str:
        return "9"

    result = arena.match(cheat, "random", game="connect-four", games=2, openings=START)
    assert result.counts == (0, 0, 2)
    assert result.troubles["cheat"] == {"time": 0, "illegal move": 2, "failure": 0}
    assert 'cheat: illegal move "9" in connect-four' in str(result)


def test_a_function_that_raises_loses() -> None:
    def broken(position: zermelo.Position) -> str:
        raise KeyError("lost my notes")

    result = arena.match("random", broken, game="connect-four", games=2, openings=START)
    assert result.counts == (2, 0, 0)
    assert result.games[0].detail == "broken raised KeyError: 'lost my notes'"


def test_who_oversteps_the_time_loses() -> None:
    def sleeper(position: zermelo.Position) -> str:
        time.sleep(0.2)
        return position.moves()[0]

    for limit in ({"clock": "0.01+0.01"}, {"time": 0.01}):
        result = arena.match(sleeper, "random", game="connect-four", games=2, openings=START, margin=0.1, **limit)
        assert result.troubles["sleeper"]["time"] == 2
        assert [game.reason for game in result.games] == ["time", "time"]


def test_games_are_played_out_unless_adjudication_is_asked_for() -> None:
    short = arena.match("random", "random", game="chess", games=2, openings=START, longest=20)
    assert [(len(game.moves), game.reason) for game in short.games] == [(20, "length")] * 2
    assert short.counts == (0, 2, 0)


def test_a_game_is_decided_when_both_players_agree_for_some_moves() -> None:
    class Sure(arena.Player):
        """Moves somehow, sure of the result."""

        def __init__(self, name: str, score: int) -> None:
            super().__init__(name)
            self.score = score

        def choose(self, situation: arena.Situation) -> arena.Answer:
            return arena.Answer(situation.position.moves()[0], self.score)

    strong, weak = Sure("strong", 900), Sure("weak", -900)
    result = arena.match(strong, weak, game="chess", games=2, openings=START, resign=800)
    assert [(len(game.moves), game.reason) for game in result.games] == [(6, "resigned")] * 2
    assert result.counts == (2, 0, 0)
    doubtful = arena.match(
        strong, Sure("doubtful", -700), game="chess", games=2, openings=START, resign=800, longest=20
    )
    assert [game.reason for game in doubtful.games] == ["length"] * 2


def test_games_of_chess_are_written_as_pgn_that_others_read() -> None:
    result = arena.match("zermelo:depth=1", "random", games=2, openings=[arena.Opening(None, ("e2e4", "e7e5"))])
    file = io.StringIO(result.pgn())
    for played in result.games:
        game = chess.pgn.read_game(file)
        assert game is not None
        assert game.errors == []
        assert (game.headers["White"], game.headers["Black"]) == played.players
        assert [move.uci() for move in game.mainline_moves()] == ["e2e4", "e7e5", *played.moves]
        assert game.headers["Result"] == {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[played.points[0]]
    assert chess.pgn.read_game(file) is None
    with pytest.raises(FormatError, match="games of othello are not written as PGN"):
        arena.match("random", "random", game="othello", games=2, openings=START).pgn()


def test_chess960_is_written_with_its_position() -> None:
    rules = zermelo.game("chess", chess960=0)
    result = arena.match("random", "random", game=rules, games=2, openings=START, longest=10)
    game = chess.pgn.read_game(io.StringIO(result.pgn()))
    assert game is not None
    assert game.errors == []
    assert game.board().fen().startswith("bbqnnrkr/")


def test_a_match_goes_on_where_it_was_left(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"

    def play(games: int, save: Path | None) -> list[tuple[str, ...]]:
        result = arena.match("random", "random", game="connect-four", games=games, openings=START, save=save, seed=5)
        return [game.moves for game in result.games]

    play(4, file)
    before = file.read_text()
    assert len(before.splitlines()) == 3
    file.write_text(before + '{"pair": 2, "open')  # it was cut off while it wrote
    assert play(10, file) == play(10, None)
    assert file.read_text().startswith(before)
    assert len(file.read_text().splitlines()) == 6
    assert play(10, file) == play(10, None)
    assert len(file.read_text().splitlines()) == 6


def test_the_file_of_another_match_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    arena.match("random", "random", game="connect-four", games=2, openings=START, save=file)
    with pytest.raises(zermelo.OptionError, match=r"holds another match, with seed 0 instead of 1"):
        arena.match("random", "random", game="connect-four", games=2, openings=START, save=file, seed=1)
    with pytest.raises(zermelo.OptionError, match=r"holds another match, with game"):
        arena.match("random", "random", game="othello", games=2, openings=START, save=file)
    file.write_text("a letter to my mother\n")
    with pytest.raises(zermelo.OptionError, match="holds no match: choose another file"):
        arena.match("random", "random", game="connect-four", games=2, openings=START, save=file)


def test_in_a_tournament_everybody_plays_everybody(tmp_path: Path) -> None:
    def first(position: zermelo.Position) -> str:
        return position.moves()[0]

    def last(position: zermelo.Position) -> str:
        return position.moves()[-1]

    def play() -> arena.Tournament:
        return arena.round_robin(
            ["random", first, last], game="connect-four", games=4, openings=START, save=tmp_path / "cup"
        )

    table = play()
    assert set(table.results) == {("random", "first"), ("random", "last"), ("first", "last")}
    assert sum(table.total(name) for name in table.names) == 12
    assert table.points("last", "first") == 4 - (table.points("first", "last") or 0)
    assert table.points("first", "first") is None
    rows = str(table).splitlines()
    assert rows[0].split() == ["1", "2", "3", "points"]
    assert [float(row.split()[-1]) for row in rows[1:]] == sorted(map(table.total, table.names), reverse=True)
    assert sorted(file.name for file in (tmp_path / "cup").iterdir()) == ["1-2.jsonl", "1-3.jsonl", "2-3.jsonl"]
    assert str(play()) == str(table)
    for players in ([], ["random"], ["random", "random"]):
        with pytest.raises(zermelo.OptionError, match="a tournament needs two or more players with different names"):
            arena.round_robin(players)


# Other programs.

ENGINE = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("id name script")
        print("option name Style type string default plain")
        print("uciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        {go}
    elif word == "quit":
        break
"""


def script(tmp_path: Path, go: str) -> str:
    """A program that answers every `go` in its own way."""
    file = tmp_path / "engine.py"
    file.write_text(ENGINE.format(go=go))
    return f"uci:{sys.executable} {file}"


def test_another_program_plays(tmp_path: Path) -> None:
    program = f"uci:{PROGRAM} uci --game connect-four;Level=beginner"
    result = arena.match(program, "random", game="connect-four", games=2, nodes=100, openings=START)
    assert sum(result.counts) == 2
    assert result.troubles[program] == {"time": 0, "illegal move": 0, "failure": 0}


def test_another_program_plays_chess_with_clocks() -> None:
    program = f"uci:{PROGRAM} uci"
    result = arena.match(program, "random", games=2, clock="5+0.1", longest=12, margin=5)
    assert [game.reason for game in result.games] == ["length"] * 2


def test_a_program_that_plays_illegal_moves_loses(tmp_path: Path) -> None:
    program = script(tmp_path, 'print("bestmove e2e5", flush=True)')
    result = arena.match(program, "random", games=2, nodes=1, openings=START)
    assert result.counts == (0, 0, 2)
    assert result.troubles[program]["illegal move"] == 2


def test_a_program_that_dies_loses_and_is_started_again(tmp_path: Path) -> None:
    program = script(tmp_path, "sys.exit(3)")
    result = arena.match("random", program, games=4, nodes=1, openings=START)
    assert result.counts == (4, 0, 0)
    assert result.troubles[program]["failure"] == 4
    assert all(game.detail.endswith("died with exit code 3") for game in result.games)


def test_a_program_that_hangs_loses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.arena.uci_client.PATIENCE_SECONDS", 0.2)
    program = script(tmp_path, "import time; time.sleep(60)")
    result = arena.match(program, "random", games=2, time=0.1, openings=START)
    assert result.troubles[program]["failure"] == 2
    assert "did not send bestmove within" in str(result)


def test_programs_that_cannot_be_used_are_told_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(arena.PlayerFailure, match='"no-such-engine" cannot be started: No such file'):
        arena.match("uci:no-such-engine", "random", games=2, openings=START)
    with pytest.raises(arena.PlayerFailure, match="died with exit code 1"):
        arena.match("uci:false", "random", games=2, openings=START)
    program = script(tmp_path, "pass")
    with pytest.raises(arena.PlayerFailure, match='has no option "Strength": it has Style'):
        arena.match(f"{program};Strength=3", "random", games=2, openings=START)


# Words for players, and the command.


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("genius", '"genius" is no player: write zermelo'),
        ("uci:", '"uci:" is no player'),
        ("zermelo:depth", 'the setting "depth" has no value'),
        ("zermelo:depth=deep", '"deep" is no value of depth'),
        ("zermelo:depth=0", "depth is 0: it must be above 0"),
        ("zermelo:style=wild", 'zermelo has no setting "style": it has depth'),
        ("zermelo:level=genius", 'there is no level "genius"'),
        ("nowhere.py:play", 'there is no file "nowhere.py"'),
    ],
)
def test_words_that_mean_no_player_are_refused(spec: str, said: str) -> None:
    with pytest.raises(zermelo.OptionError, match=said):
        arena.player(spec)


def test_a_function_in_a_file_is_a_player(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def first(position):\n    return position.moves()[0]\n")
    result = arena.match(f"{file}:first", "random", game="connect-four", games=2, openings=START)
    assert result.troubles[f"{file}:first"]["failure"] == 0
    with pytest.raises(zermelo.OptionError, match='has no function "last"'):
        arena.player(f"{file}:last")


def test_settings_of_our_engine_are_read() -> None:
    made = arena.player("zermelo:nodes=10000,threads=2,memory=8,level=club,selective=off")
    assert isinstance(made, arena.EnginePlayer)
    assert made.own.nodes == 10_000
    assert made.settings == {"memory": 8 * 2**20, "threads": 2}
    assert (made.level.name, made.selective) == ("club", False)


def test_the_command_answers_in_json_and_saves(tmp_path: Path) -> None:
    arguments = ["zermelo:depth=1", "random", "--game", "connect-four", "--games", "4", "--plies", "2"]
    answer = run(*arguments, "--save", str(tmp_path / "m"), "--json", "--sprt", "0,400")
    assert answer.returncode == 0, answer.stderr
    found = json.loads(answer.stdout)
    assert found["games"] == 4
    assert sum(found["pentanomial"]) == 2
    assert found["sprt"]["bounds"] == pytest.approx([-2.944, 2.944], abs=0.001)
    assert len((tmp_path / "m").read_text().splitlines()) == 3


def test_a_no_of_the_test_is_exit_code_1() -> None:
    answer = run("random", "zermelo:depth=2", "--game", "connect-four", "--plies", "2", "--sprt", "0,400")
    assert answer.returncode == 1, answer.stderr
    assert "refused" in answer.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["genius", "random"], '"genius" is no player'),
        (["random", "random", "--game", "yahtzee"], "the engine does not play yahtzee"),
        (["random", "random", "--sprt", "5"], '"5" is no test: write two ratings, such as 0,5'),
        (["random", "random", "--clock", "soon"], '"soon" is no clock'),
        (["random", "random", "--game", "othello", "--pgn", "x.pgn"], "games of othello are not written as PGN"),
        (["random", "random", "--openings", "nowhere.epd"], "nowhere.epd"),
        (["uci:no-such-engine", "random"], '"no-such-engine" cannot be started'),
    ],
)
def test_bad_usage_is_one_sentence(arguments: list[str], said: str) -> None:
    answer = run(*arguments)
    assert answer.returncode == 2
    assert said in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert answer.stdout == ""


def test_ctrl_c_tells_the_score_so_far(tmp_path: Path) -> None:
    file = tmp_path / "m"
    process = subprocess.Popen(
        [PROGRAM, "match", "random", "random", "--game", "connect-four", "--games", "10000000", "--save", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not file.exists() or file.read_text().count("\n") < 3:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, "")
    assert "random (1) against random (2), connect-four" in output
