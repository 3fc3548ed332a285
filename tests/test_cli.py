"""The command line: answers, JSON, exit codes, and one sentence on stderr for what is not so."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import zermelo
from zermelo.draw import terminal

PROGRAM = Path(sys.executable).parent / "zermelo"
ROOT = Path(__file__).parent.parent


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Runs the installed command as a user would."""
    return subprocess.run(
        [PROGRAM, *arguments], input=stdin, capture_output=True, text=True, timeout=120, check=False, cwd=ROOT
    )


def test_games_lists_every_game() -> None:
    listed = json.loads(run("games", "--json").stdout)
    assert [game["name"] for game in listed] == zermelo.games()
    plain = run("games").stdout
    assert all(name in plain for name in zermelo.games())


def test_games_of_dice_are_solved_at_once() -> None:
    answer = run("solve", "yatzy", "--json")
    assert answer.returncode == 0
    assert json.loads(answer.stdout)["value"]["utility"] == pytest.approx(248.4399893779, abs=1e-8)
    assert run("solve", "yahtzee").stdout.startswith("(chance): +254.5877 points for player (proved)\n")


def test_a_report_in_json_has_the_agreed_keys() -> None:
    answer = json.loads(run("search", "tic-tac-toe", "--position", "xx./oo./... x", "--json").stdout)
    assert answer["value"] == {"kind": "proved", "utility": 1.0, "plies": 1, "for": "x"}
    assert (answer["game"], answer["position"], answer["move"], answer["line"]) == (
        "tic-tac-toe",
        "xx./oo./... x",
        "c3",
        ["c3"],
    )
    assert {"nodes", "depth", "seconds", "stopped", "method"} <= answer.keys()


def test_full_minimax_of_tic_tac_toe_visits_549946_nodes() -> None:
    answer = json.loads(run("search", "tic-tac-toe", "--method", "minimax", "--json").stdout)
    assert (answer["nodes"], answer["value"]["kind"], answer["value"]["utility"]) == (549_946, "proved", 0)


def test_perft_in_json_has_the_agreed_keys() -> None:
    answer = json.loads(run("perft", "connect-four", "6", "--json").stdout)
    assert (answer["game"], answer["depth"], answer["count"]) == ("connect-four", 6, 117_649)
    assert {"position", "seconds"} <= answer.keys()
    counted = json.loads(run("perft", "tic-tac-toe", "9", "--count", "games", "--json").stdout)
    assert counted["count"] == 255_168


def test_moves_and_options_lead_to_the_position() -> None:
    answer = json.loads(
        run("search", "kalah", "-o", "houses=3", "-o", "seeds=2", "--moves", "1, 2", "--depth", "2", "--json").stdout
    )
    expected = zermelo.game("kalah", houses=3, seeds=2).start().play("1").play("2")
    assert answer["position"] == expected.text


def test_numbers_of_any_size_are_taken() -> None:
    huge = "9" * 30
    answer = json.loads(run("search", "tic-tac-toe", "--depth", huge, "--nodes", huge, "--seed", huge, "--json").stdout)
    assert answer["stopped"] == "finished"


def test_the_same_seed_gives_the_same_answer() -> None:
    first, second = (
        json.loads(run("search", "yahtzee", "--method", "random", "--seed", "5", "--json").stdout) for _ in "ab"
    )
    assert first["line"] == second["line"]


def test_a_plain_report_is_readable() -> None:
    answer = run("search", "connect-four", "--moves", "4 4", "--depth", "5")
    assert answer.returncode == 0
    assert "engine to depth 5" in answer.stdout


def test_a_game_of_your_own_works_like_a_built_in_one() -> None:
    answer = json.loads(run("search", "examples/chomp.py:Chomp", "-o", "width=3", "--json").stdout)
    assert (answer["game"], answer["value"]["utility"]) == ("chomp", 1)
    assert run("check", "examples/chomp.py:Chomp").stdout.strip().endswith("no fault found")


def test_a_faulty_game_of_your_own_is_a_no(tmp_path: Path) -> None:
    file = tmp_path / "faulty.py"
    file.write_text(
        "import zermelo\nclass Faulty(zermelo.Game):\n"
        "    def initial(self): return 0\n    def turn(self, state): return 0\n    def moves(self, state): return []\n"
    )
    answer = run("check", f"{file}:Faulty")
    assert answer.returncode == 1
    assert "the game faulty at the start: moves() is empty in state 0" in answer.stderr


def test_quiescence_goes_on_with_captures_and_may_stand_pat() -> None:
    position = "4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1"  # the pawn is protected
    told = run("explain", "chess", "--position", position, "--depth", "1", "--quiescence").stdout
    assert "Rxd5/cxd5" in told
    assert "Rxd5/stand-pat" in told


def test_a_search_is_explained_in_words_json_and_a_picture(tmp_path: Path) -> None:
    told = run("explain", "((3 12 8) (2 4 6) (14 5 2))", "--save", str(tmp_path / "tree.svg"))
    assert told.stdout.splitlines()[-1] == "alpha-beta: 3 for MAX by 1 1; 7 of 9 leaves examined, 2 left alone"
    assert (tmp_path / "tree.svg").read_text().startswith("<svg")
    traced = json.loads(run("explain", "connect-four", "--depth", "2", "--json").stdout)
    assert (traced["method"], len(traced["nodes"])) == ("alpha-beta", 57)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["explain", "(1 2"], "1 bracket is not closed"),
        (["explain", "(1 2)", "--moves", "1"], "are for games, not for a tree"),
        (["explain", "(1 2)", "--film", "2", "--compare", "--save", "x.svg"], "a film or a comparison, not both"),
        (["explain", "(1 2)", "--film", "2"], "name a file for the picture with --save"),
        (["explain", "kuhn-poker"], "has hidden information"),
        (["explain", "(chance(1:2) 1)", "--method", "alpha-beta"], "does not apply to a tree with chance nodes"),
        (["explain", "parcheesi", "--moves", "5-3", "--depth", "1"], "this tree has more players"),
        (["search", "checkrs"], 'unknown game "checkrs": there are tic-tac-toe'),
        (["search", "connect-four", "--moves", "4 9"], 'illegal move "9" in connect-four'),
        (["search", "connect-four", "--position", "xyz"], 'bad position "xyz" for connect-four'),
        (
            ["search", "parcheesi", "--method", "alpha-beta"],
            "alpha-beta does not apply to parcheesi: it has chance moves",
        ),
        (["search", "kuhn-poker", "--method", "minimax"], "it has hidden information; what applies: random"),
        (["search", "tic-tac-toe", "--method", "alfa"], 'unknown method "alfa"'),
        (["search", "tic-tac-toe", "--depth", "0"], "0 is not in the range"),
        (["search", "tic-tac-toe", "--time", "-1"], "time is -1.0: it must be a number of seconds above 0"),
        (["search", "tic-tac-toe", "--colour", "red"], "No such option"),
        (["search", "kalah", "-o", "houses"], 'the option "houses" has no value: write it as name=value'),
        (["search", "kalah", "-o", "houses=99"], 'option houses is "99": it must be a number from'),
        (["search"], "say which game: tic-tac-toe, connect-four, "),
        (["perft", "tic-tac-toe", "many"], "'many' is not a valid integer"),
        (["perft", "tic-tac-toe", "2", "--count", "stones"], "'stones' is not one of"),
        (["search", "tic-tac-toe", "--time", "1e308"], "it must be a number of seconds above 0"),
        (["perft", "tic-tac-toe", "99999999999999999999"], "counting goes at most 1000 plies deep"),
        (["play", "tic-tac-toe", "--engine", "foo"], '"foo" cannot play tic-tac-toe: what can is engine, alpha-beta'),
        (["play", "kuhn-poker", "--engine", "minimax"], '"minimax" cannot play kuhn-poker: what can is random'),
        (["play", "tic-tac-toe", "--time", "nan"], "time is nan: it must be a number of seconds above 0"),
        (["play", "tic-tac-toe", "--watch", "--as", "x"], "with --watch you play no seat"),
        (
            ["check", "examples/chomp.py"],
            'is a file: name the class of the game in it too, as in "examples/chomp.py:MyGame"',
        ),
        (["play", "tic-tac-toe", "--as", "z"], 'there is no player "z": there are x, o'),
        (["frobnicate"], "No such command 'frobnicate'"),
        (["search", "nowhere.py:Game"], 'there is no file "nowhere.py"'),
    ],
)
def test_bad_usage_is_one_sentence_on_stderr_and_exit_code_2(arguments: list[str], sentence: str) -> None:
    answer = run(*arguments)
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert sentence in answer.stderr
    assert answer.stderr.count("\n") == 1, answer.stderr


def test_a_game_is_played_to_its_end_in_the_terminal() -> None:
    answer = run(
        "play",
        "tic-tac-toe",
        "--depth",
        "9",
        stdin="hint\nb2\nundo\nmoves\nnonsense\nb2\na1\nc3\na3\nc1\nb1\nb3\na2\nc2\n",
    )
    assert answer.returncode == 0, answer.stderr
    assert '"nonsense" is not a legal move here' in answer.stdout
    assert "draw" in answer.stdout or "wins" in answer.stdout


def test_undo_goes_back_to_the_decision_before() -> None:
    answer = run("play", "connect-four", "--depth", "1", "--position", "44", stdin="1\nundo\nposition\nundo\nquit\n")
    assert zermelo.game("connect-four").position("44").text in answer.stdout
    assert "there is nothing to take back" in answer.stdout


@pytest.mark.parametrize("name", zermelo.games())
def test_every_game_can_be_watched_to_its_end(name: str) -> None:
    # Random players of a game that can go on for ever need a limit to come to its end.
    limits = ["-o", "turns=20"] if "turns" in [option for option, _, _ in zermelo.game(name).known_options] else []
    answer = run("play", name, "--watch", "--engine", "random", "--seed", "3", *limits)
    assert answer.returncode == 0, answer.stderr
    assert zermelo.games()
    assert any(word in answer.stdout.splitlines()[-1] for word in ("wins", "draw", "the end"))


def test_hidden_cards_stay_hidden_in_the_terminal() -> None:
    answer = run("play", "kuhn-poker", "--seed", "1", "--engine", "random", stdin="position\nquit\n")
    assert answer.returncode == 0
    assert "chance: …" in answer.stdout
    assert sum(card in answer.stdout.replace("Kuhn", "") for card in "JQK") == 1


def test_the_board_is_drawn_again_before_you_decide() -> None:
    answer = run("play", "yahtzee", "--seed", "3", stdin="quit\n")
    assert answer.stdout.count("rolls left") == 2  # before the roll, and with the dice
    assert "3 rolls left" in answer.stdout
    assert "2 rolls left" in answer.stdout
    dealt = run("play", "kuhn-poker", "--seed", "1", stdin="quit\n").stdout.split("first to move")[0]
    assert sum(f" {card} " in dealt for card in "JQK") == 1


def test_a_hint_does_not_betray_hidden_cards() -> None:
    answers = [run("play", "kuhn-poker", "--moves", deal, stdin="hint\nquit\n").stdout for deal in ("QJ", "QK")]
    assert "there is no hint for kuhn-poker" in answers[0]
    assert answers[0] == answers[1]


def test_what_was_typed_is_shown_without_control_characters() -> None:
    answer = run("play", "tic-tac-toe", stdin="\x1b[A\nHELP\nquit\n")
    assert '"\\x1b[A" is not a legal move here' in answer.stdout
    assert answer.stdout.count("a move, or: hint") == 3  # asked three times


def test_help_tells_how_moves_are_written_and_what_the_words_mean() -> None:
    answer = run("play", "chess", stdin="help\nquit\n")
    assert "moves are written like e4, Nf3, exd5, O-O, e8=Q, or e2e4, e7e8q" in answer.stdout
    assert "  undo      back to your last decision before this one" in answer.stdout
    assert "rules: http" in answer.stdout
    hidden = run("play", "kuhn-poker", "--seed", "1", stdin="help\nnonsense\nquit\n").stdout
    assert "players pass or bet" in hidden
    assert not any(f'"{deal}"' in hidden for deal in ("JQ", "JK", "QJ", "QK", "KJ", "KQ"))


def test_a_wrong_move_does_not_get_all_moves_of_a_long_list() -> None:
    answer = run("play", "craps", stdin="pl9\nquit\n")
    (told,) = [line for line in " ".join(answer.stdout.split()).split(">") if "is not a legal move here" in line]
    assert '"pl9" is not a legal move here: bets on offer are such as pass 5' in told
    assert "; legal are place4 1, place4 2, " in told
    assert '"moves" lists all 166' in told
    assert told.count(",") < 20
    few = run("play", "tic-tac-toe", stdin="d4\nquit\n").stdout
    assert "squares are a1 to c3; here: a1, b1, c1" in " ".join(few.split())


def test_who_names_no_game_is_told_the_games() -> None:
    for command in ("play", "search"):
        answer = run(command)
        assert (answer.returncode, answer.stdout) == (2, "")
        assert answer.stderr.startswith("zermelo: say which game: tic-tac-toe, connect-four, chess, ")
        assert answer.stderr.endswith(", or one of yours as file.py:Class\n")


def test_chessmen_are_told_apart_without_colours() -> None:
    board = terminal(zermelo.game("chess").start())
    rows = board.plain.split("\n")
    assert [rows[1].replace("│", " ").split()[1:], rows[15].replace("│", " ").split()[1:]] == [
        list("♜♞♝♛♚♝♞♜"),
        list("♖♘♗♕♔♗♘♖"),
    ]
    # White on a light terminal would not be seen.
    assert not any("white" in str(span.style) for span in board.spans)


@pytest.mark.parametrize("name", zermelo.games())
def test_every_board_fits_a_terminal_of_24_lines(name: str) -> None:
    random = Random(name)
    for _ in range(3):
        position = zermelo.game(name).start()
        for _ in range(random.randint(0, 60)):
            if position.turn is None:
                break
            position = position.play(random.choice([event for event, _ in position.chances()] or position.moves()))
        full, fitted = (terminal(position, lines=lines).plain.split("\n") for lines in (None, 21))
        assert len(fitted) <= 21
        if len(full) <= 21:
            assert fitted == full
        # Nobody's piece is lost.
        for piece in "●○◆□♔♚":
            assert (piece in "".join(fitted)) == (piece in "".join(full)), piece


def test_names_in_a_game_of_ones_own_are_no_markup(tmp_path: Path) -> None:
    file = tmp_path / "brackets.py"
    file.write_text(
        "import zermelo\nclass Brackets(zermelo.Game):\n    players = ('[/x]', '[bold]')\n"
        "    def initial(self): return 0\n    def turn(self, state): return None if state else 0\n"
        "    def moves(self, state): return [1]\n    def play(self, state, move): return move\n"
        "    def utilities(self, state): return (1, -1)\n"
    )
    answer = run("play", f"{file}:Brackets", stdin="1\n")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "[/x] to move" in answer.stdout
    assert "[/x] wins" in answer.stdout


def test_no_command_shows_the_commands() -> None:
    answer = run()
    assert answer.returncode == 0
    assert answer.stdout.startswith("Usage: zermelo")


def test_leaving_with_end_of_file_is_no_error() -> None:
    assert run("play", "tic-tac-toe", stdin="").returncode == 0


def test_the_version_is_told() -> None:
    assert run("--version").stdout.strip().endswith(zermelo.__version__)


def test_a_search_tells_the_best_moves_and_why() -> None:
    told = run("search", "chess", "--depth", "3", "--lines", "2", "--only", "e4 d4 a3", "--selective", "--why").stdout
    assert "material" in told
    assert "together" in told
    answer = json.loads(run("search", "chess", "--depth", "2", "--lines", "3", "--why", "--json").stdout)
    assert len(answer["lines"]) == 3
    assert {"name", "weight", "amount", "worth"} == set(answer["features"][0])
    wrong = run("search", "chess", "--depth", "2", "--selective", "luck")
    assert (wrong.returncode, wrong.stderr.startswith('zermelo: unknown switch "luck": there are play, ')) == (2, True)


def test_a_proof_is_written_and_checked(tmp_path: Path) -> None:
    proof = str(tmp_path / "proof")
    solved = run("solve", "tic-tac-toe", "--certificate", proof)
    assert (solved.returncode, solved.stdout.splitlines()[0]) == (0, "b2: draw (proved)")
    checked = run("verify", proof)
    assert (checked.returncode, checked.stdout.splitlines()[0]) == (0, 'tic-tac-toe ".../.../... x": verified')
    assert len(json.loads(run("verify", proof, "--json").stdout)["claims"]) == 2
    other = run("verify", proof, "--game", "othello")
    assert (other.returncode, "another game" in other.stderr) == (1, True)
    Path(proof).write_bytes(Path(proof).read_bytes()[:-1])
    damaged = run("verify", proof)
    assert (damaged.returncode, damaged.stderr.count("\n"), "damaged" in damaged.stderr) == (1, 1, True)
    unsolved = run("solve", "chess", "--time", "0.1")
    assert unsolved.returncode == 1
    nothing = run("solve", "chess", "--time", "0.1", "--certificate", proof)
    assert (nothing.returncode, "nothing to certify" in nothing.stderr) == (2, True)
