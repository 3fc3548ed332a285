"""Games written in Python: they run on every search, and a fault is told with the shortest line that shows it."""

from __future__ import annotations

import copy
import gc
import importlib.util
import math
import pickle
import runpy
import sys
import weakref
from pathlib import Path
from typing import Any, ClassVar

import pytest

import zermelo
from watched import Watched
from zermelo import textbook

EXAMPLES = Path(__file__).parent.parent / "examples"


class TicTacToe(zermelo.Game):
    """Tic-tac-toe as a user would write it."""

    players = ("x", "o")
    longest: int | None = 9
    rows: ClassVar = ["012", "345", "678", "036", "147", "258", "048", "246"]

    def initial(self) -> str:
        return "........."

    def turn(self, state: str) -> int | None:
        return None if self.winner(state) or "." not in state else (9 - state.count(".")) % 2

    def moves(self, state: str) -> list[int]:
        return [square for square in range(9) if state[square] == "."]

    def play(self, state: str, move: int) -> str:
        return state[:move] + "xo"[(9 - state.count(".")) % 2] + state[move + 1 :]

    def utilities(self, state: str) -> tuple[int, int]:
        return {"x": (1, -1), "o": (-1, 1), "": (0, 0)}[self.winner(state)]

    def winner(self, state: str) -> str:
        for row in self.rows:
            line = {state[int(square)] for square in row}
            if len(line) == 1 and line != {"."}:
                return line.pop()
        return ""


class Coin(zermelo.Game):
    """A bet on a coin: one player, chance, points."""

    players = ("player",)
    sum = None
    unit = "points"
    bounds = (-5, 5)
    chance = True

    def initial(self) -> str:
        return "bet"

    def turn(self, state: Any) -> int | None:
        return {"bet": 0, "safe": None, "toss": zermelo.CHANCE}.get(state)

    def moves(self, state: Any) -> list[str]:
        return ["safe", "toss"]

    def chances(self, state: Any) -> list[tuple[str, float]]:
        return [("heads", 0.6), ("tails", 0.4)]

    def play(self, state: Any, move: str) -> str:
        return move

    def utilities(self, state: Any) -> tuple[float]:
        return ({"safe": 0.5, "heads": 5, "tails": -5}[state],)


def test_a_python_game_equals_the_built_in_one_on_every_search() -> None:
    mine, built_in = TicTacToe().start(), zermelo.game("tic-tac-toe").start()
    for method in built_in.game.facts["methods"][:-1]:
        limit = {"depth": 5} if method != "alpha-beta" else {}
        ours, theirs = (zermelo.search(p, method=method, evaluation=False, **limit) for p in (mine, built_in))  # type: ignore[arg-type]
        assert (ours.value.utility, ours.nodes) == (theirs.value.utility, theirs.nodes)
    assert zermelo.perft(mine, 6) == zermelo.perft(built_in, 6) == 54_720
    assert zermelo.perft(mine, 5, count="positions") == 1_260


def test_a_python_game_equals_the_textbook() -> None:
    position = TicTacToe().position("'x.o.x....'")
    watched = Watched(position, hurried=True)
    value, path = textbook.alpha_beta(watched)
    report = zermelo.search(position, method="alpha-beta")
    assert (report.line, report.nodes, report.value.utility) == (path, watched.visits[0], max(-1, -value))


def test_chance_in_a_python_game_is_averaged() -> None:
    report = zermelo.search(Coin())
    assert (report.method, report.move, report.line) == ("engine", "toss", ("toss",))
    assert report.value.utility == pytest.approx(0.6 * 5 - 0.4 * 5)
    assert zermelo.search(Coin(), method="max-n").value.utility == pytest.approx(1.0)


def test_a_python_game_can_be_played_step_by_step() -> None:
    position = TicTacToe().start().play("4")
    assert (position.turn, position.text, position.players) == (1, "'....x....'", ("x", "o"))
    assert TicTacToe().position(position.text).moves() == [str(square) for square in range(9) if square != 4]
    with pytest.raises(zermelo.IllegalMoveError, match='illegal move "4" in tic-tac-toe'):
        position.play("4")
    with pytest.raises(zermelo.PositionError, match=r"it is a state, such as '\.\.\.\.\.\.\.\.\.'"):
        TicTacToe().position("[1, 2")


def test_games_of_ones_own_are_equal_when_their_rules_are() -> None:
    chomp = f"{EXAMPLES / 'chomp.py'}:Chomp"
    assert TicTacToe() == TicTacToe() != Coin()
    assert TicTacToe().start() == TicTacToe().start()
    small, large = zermelo.load_game(chomp, width=2), zermelo.load_game(chomp, width=5)
    assert small.start() != large.start()
    position = TicTacToe().start().play("4")
    assert pickle.loads(pickle.dumps(position)) == position


def test_a_sound_game_passes_the_battery() -> None:
    assert zermelo.check_game(TicTacToe()).endswith("no fault found")
    assert zermelo.check_game(Coin()).endswith("no fault found")


def broken(**changes: Any) -> zermelo.Game:
    """Tic-tac-toe with something wrong."""
    made: zermelo.Game = type("Broken", (TicTacToe,), changes)()
    return made


def late(fault: Any) -> Any:
    """A method that goes wrong only once two squares are taken."""

    def method(self: Any, state: str, *rest: Any) -> Any:
        return (
            fault(self, state, *rest)
            if state.count(".") == 7
            else getattr(TicTacToe, fault.__name__)(self, state, *rest)
        )

    return method


def turn(self: Any, state: str) -> Any:
    return 7


def moves(self: Any, state: str) -> Any:
    return [1, 2, 1]


def no_moves(self: Any, state: str) -> Any:
    return []


no_moves.__name__ = "moves"


def failing(self: Any, state: str) -> Any:
    raise ZeroDivisionError("division by zero")


failing.__name__ = "moves"


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (
            broken(turn=late(turn)),
            "the game broken after 0, 1: turn() is 7: it is a player from 0 to 1, CHANCE, or None",
        ),
        (broken(moves=late(moves)), 'the game broken after 0, 1: the move "1" is listed twice'),
        (broken(moves=late(no_moves)), "the game broken after 0, 1: moves() is empty in state 'xo.......'"),
        (
            broken(moves=late(failing)),
            "the game broken after 0, 1: moves() raised ZeroDivisionError: division by zero",
        ),
        (broken(utilities=lambda self, state: (1, 1)), "sum to 2, not to 0"),
        (broken(utilities=lambda self, state: (3, -3)), "the utility of x is 3, outside -1 to 1"),
        (broken(utilities=lambda self, state: (0.5, -0.5)), "but a result is 1, 0 or -1"),
        (broken(utilities=lambda self, state: "no"), "utilities() is no: it is one number for each of the 2 players"),
        (broken(move_text=lambda self, state, move: "x"), 'at the start: two moves are both written "x"'),
        (broken(text=lambda self, state: "?"), 'at the start: the text "?" cannot be read back'),
        (
            broken(evaluate=lambda self, state, player: 2.0),
            "at the start: evaluate() is 2.0: it is a number from -1 to 1",
        ),
        (broken(evaluate=lambda self, state, player: 0.75), "the evaluations [0.75, 0.75] sum to 1.5, not to 0"),
        (broken(longest=3), "the game goes on longer than its declared longest"),
        (broken(initial=lambda self: ["."] * 9), "unhashable type: 'list'"),
        (broken(sites=lambda self, state, move: ["z9"]), 'is made by clicking "z9", which the picture lacks'),
        (broken(tally=lambda self, state, player: "x" * 41), "has more than 40 signs, or control characters"),
        (broken(tally=lambda self, state, player: 3), "'int' object"),
        (broken(measure=3), "measure is a name and how much utility one of it is, or None"),
        (broken(measure=("pawns", 2.0)), "pawns measure estimates where only the result counts"),
        (broken(hidden=True), "lacks the method observation()"),
        (broken(players=()), "there must be at least one player"),
        (broken(players=("x", "x")), "two players have the same name"),
        (broken(bounds=(1, -1)), "utilities go from 1 to -1, but the first must not be above the second"),
        (broken(sum="a"), "sum is a number, or None"),
        (type("Empty", (zermelo.Game,), {})(), "the game empty lacks the method initial()"),
        (type("Coin", (Coin,), {"chance": False})(), "turn() is CHANCE, but chance is False"),
        (
            type("Coin", (Coin,), {"chances": lambda self, state: [("heads", 0.6), ("tails", 0.3)]})(),
            "the game coin after toss: the probabilities of chances() sum to 0.8999999999999999, not to 1",
        ),
        (
            type("Coin", (Coin,), {"chances": lambda self, state: [("heads", 1.5), ("tails", -0.5)]})(),
            "chances() has a probability of -0.5, which is not above 0",
        ),
        (
            type("Coin", (Coin,), {"chances": lambda self, state: ["heads", "tails"]})(),
            "chances() is a list of pairs",
        ),
    ],
)
def test_a_fault_is_told_with_the_shortest_line_that_shows_it(game: zermelo.Game, sentence: str) -> None:
    with pytest.raises(zermelo.GameError) as caught:
        zermelo.check_game(game)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


class Guess(zermelo.Game):
    """A coin falls unseen and is guessed."""

    players = ("guesser",)
    sum = None
    unit = "points"
    chance = hidden = True

    def initial(self) -> str:
        return "-"

    def turn(self, state: str) -> int | None:
        return zermelo.CHANCE if state == "-" else 0 if len(state) == 1 else None

    def moves(self, state: str) -> list[str]:
        return ["h", "t"]

    def chances(self, state: str) -> list[tuple[str, float]]:
        return [("h", 0.5), ("t", 0.5)]

    def play(self, state: str, move: str) -> str:
        return move if state == "-" else state + move

    def utilities(self, state: str) -> tuple[int]:
        return (1 if state[0] == state[1] else -1,)

    def parse(self, text: str) -> str:
        return text.strip("'")

    def observation(self, state: str, player: int) -> str:
        return state if len(state) == 2 or state == "-" else "?"

    def worlds(self, state: str, player: int) -> list[tuple[str, float]]:
        return [("h", 0.5), ("t", 0.5)] if self.observation(state, player) == "?" else [(state, 1.0)]


def test_a_picture_that_betrays_what_is_hidden_is_noticed() -> None:
    assert "no fault found" in zermelo.check_game(Guess())

    class Open(Guess):
        def picture(self, state: str, viewer: int | None) -> Any:
            return super().picture(state, None)

    with pytest.raises(zermelo.GameError) as caught:
        zermelo.check_game(Open())
    assert str(caught.value) == "the game open after h: the picture for guesser shows that it is not the world 't'"

    class Boasting(Guess):
        def tally(self, state: str, player: int) -> str:
            return state[:1]

    with pytest.raises(zermelo.GameError, match="the tallies show guesser that it is not the world 't'"):
        zermelo.check_game(Boasting())


def test_chances_that_change_between_two_looks_are_noticed() -> None:
    class Restless(Coin):
        looks = 0

        def chances(self, state: str) -> list[tuple[str, float]]:
            self.looks += 1
            return list(reversed(super().chances(state))) if self.looks % 2 else super().chances(state)

    with pytest.raises(zermelo.GameError, match="asking for the chances a second time gives another list"):
        zermelo.check_game(Restless())


def test_a_state_that_playing_changes_is_noticed() -> None:
    class Row(list[int]):
        def __hash__(self) -> int:  # type: ignore[override]
            return 0

    class Mutable(zermelo.Game):
        def initial(self) -> Any:
            return Row()

        def turn(self, state: Any) -> int | None:
            return len(state) % 2 if len(state) < 3 else None

        def moves(self, state: Any) -> list[int]:
            return [1]

        def play(self, state: Any, move: int) -> Any:
            state.append(move)
            return state

        def utilities(self, state: Any) -> tuple[int, int]:
            return (0, 0)

        def parse(self, text: str) -> Any:
            return Row(eval(text))

    with pytest.raises(zermelo.GameError, match=r"changed the position itself|second time gives another"):
        zermelo.check_game(Mutable())


@pytest.mark.parametrize("method", ["minimax", "alpha-beta", "expectiminimax", "max-n", "roll-outs", "random"])
def test_a_game_that_raises_during_a_search_is_told_in_one_sentence(method: str) -> None:
    game = broken(moves=late(failing))
    with pytest.raises(zermelo.GameError) as caught:
        zermelo.search(game, method=method)
    assert str(caught.value) == "the game broken: moves() raised ZeroDivisionError: division by zero"
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    # What failed is forgotten: the next search starts afresh.
    assert zermelo.search(TicTacToe(), depth=2).depth == 2


@pytest.mark.parametrize(
    ("declared", "sentence"),
    [
        # Points for a win and half of it for a draw: without a unit, a draw would look like a win.
        ({"sum": 1, "bounds": (0, 1)}, "a game of results has utilities from -1 to 1, not from 0 to 1"),
        ({"sum": math.nan}, "the sum of all utilities is NaN, which is no number"),
        ({"longest": -3}, "longest is a number of plies, or None when it is not known"),
    ],
)
def test_a_game_that_declares_what_cannot_be_is_refused(declared: dict[str, Any], sentence: str) -> None:
    with pytest.raises(zermelo.GameError) as caught:
        broken(**declared).start()
    assert str(caught.value) == f"the game broken: {sentence}"


@pytest.mark.parametrize(
    ("utilities", "sentence"),
    [
        ((3, -3), "the utility of x is 3, outside -1 to 1"),
        ((math.inf, -math.inf), "the utility of x is inf, outside -1 to 1"),
        ((math.nan, 0), "the utility of x is NaN, outside -1 to 1"),
        ((0.5, -0.5), "the utility of x is 0.5, but a result is 1, 0 or -1"),
        ((1, 1), "the utilities [1.0, 1.0] sum to 2, not to 0"),
    ],
)
def test_utilities_that_would_prove_something_false_stop_a_search(utilities: Any, sentence: str) -> None:
    with pytest.raises(zermelo.GameError) as caught:
        zermelo.search(broken(utilities=lambda self, state: utilities))
    assert str(caught.value) == f"the game broken: {sentence}"


@pytest.mark.parametrize("exit_", [KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("method", ["turn", "moves", "evaluate", "parse"])
def test_an_exit_inside_a_game_is_no_fault_of_the_game(method: str, exit_: type[BaseException]) -> None:
    def leave(*_: object) -> Any:
        raise exit_

    game = broken(**{method: leave})
    with pytest.raises(exit_):
        game.position("x") if method == "parse" else zermelo.search(game, depth=1)
    assert zermelo.search(TicTacToe(), depth=2).depth == 2


def test_a_failure_is_not_lost_when_the_game_uses_zermelo_itself_meanwhile() -> None:
    other = TicTacToe()

    class State(str):
        def __del__(self) -> None:
            assert other.start().turn == 0

    class Careless(TicTacToe):
        def initial(self) -> str:
            return State(super().initial())

        def play(self, state: str, move: int) -> str:
            return State(super().play(state, move))

        def utilities(self, state: str) -> tuple[int, int]:
            raise ZeroDivisionError("division by zero")

    with pytest.raises(zermelo.GameError, match=r"utilities\(\) raised ZeroDivisionError"):
        zermelo.search(Careless())


def test_a_game_that_nobody_holds_any_more_is_collected() -> None:
    game = TicTacToe()
    zermelo.search(game, depth=1)
    held = weakref.ref(game)
    del game
    gc.collect()
    assert held() is None


def test_a_game_in_use_can_be_copied_and_pickled() -> None:
    game = TicTacToe()
    position = game.start().play("4")
    assert pickle.loads(pickle.dumps(position)).text == position.text
    twin = copy.copy(game)
    twin.initial = lambda: "xo......."  # type: ignore[method-assign]
    assert (twin.start().text, game.start().text) == ("'xo.......'", "'.........'")


def test_probabilities_that_do_not_sum_to_1_stop_a_search() -> None:
    game = type("Coin", (Coin,), {"chances": lambda self, state: [("heads", 0.6), ("tails", 0.3)]})()
    with pytest.raises(zermelo.GameError, match=r"the probabilities of chances\(\) sum to 0\.89.*, not to 1"):
        zermelo.search(game)


def test_a_game_in_a_file_is_found_by_its_class() -> None:
    game = zermelo.load_game(f"{EXAMPLES / 'chomp.py'}:Chomp", width=3, height=2)
    report = zermelo.search(game)
    assert (report.game, report.value.utility, report.value.kind) == ("chomp", 1, "proved")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("import nothing_of_that_name", "cannot be loaded: ModuleNotFoundError"),
        ("x = = 1", "cannot be loaded: SyntaxError"),
        ("", 'has no game "Mine": it has none'),
        ("Mine = 3", '"Mine" in'),
        ("import sys\nsys.exit(3)", "cannot be loaded: SystemExit: 3 (line 2)"),
        (
            "import zermelo\nclass Mine(zermelo.Game):\n    def __init__(self): raise OSError('no')",
            "Mine() raised OSError: no",
        ),
    ],
)
def test_a_file_without_the_game_is_refused_in_one_sentence(tmp_path: Path, content: str, sentence: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(content)
    with pytest.raises(zermelo.ZermeloError) as caught:
        zermelo.load_game(f"{file}:Mine")
    assert sentence in str(caught.value)


def test_a_file_may_import_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "neighbour_of_mine.py").write_text("START = 3")
    (tmp_path / "with_neighbour.py").write_text(
        "import zermelo\nfrom neighbour_of_mine import START\n"
        "class Mine(zermelo.Game):\n    def initial(self): return START\n"
        "    def turn(self, state): return None\n    def utilities(self, state): return (1, -1)\n"
    )
    assert zermelo.load_game(f"{tmp_path / 'with_neighbour.py'}:Mine").start().text == "3"


class Endless(TicTacToe):
    """Nobody ever finishes it."""

    longest = None

    def turn(self, state: str) -> int | None:
        return 0

    def moves(self, state: str) -> list[int]:
        return [0]

    def play(self, state: str, move: int) -> str:
        return state


class Shaky(TicTacToe):
    """Where a move leads depends on when it is made."""

    calls = 0

    def play(self, state: str, move: int) -> str:
        self.calls += 1
        return super().play(state, move) if self.calls % 2 else super().play(state, 8 if state[8] == "." else move)


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (Endless(), "the game endless: none of 20 random games came to an end within 2,000 plies"),
        (Shaky(), 'at the start: playing "0" a second time leads somewhere else'),
        (broken(text=lambda self, state: f"{state}\n"), "has more than one line or control characters"),
        (broken(move_text=lambda self, state, move: f"\x1b{move}"), "commas or line breaks"),
        (broken(turn=lambda self, state: "0"), "turn() is '0': it is a player from 0 to 1"),
        (broken(play=lambda self, state, move: [move]), "after 0: a state must be hashable, such as a tuple"),
        (TicTacToe, "TicTacToe is a class: check a game made of it, TicTacToe()"),
    ],
)
def test_subtle_faults_are_noticed_too(game: Any, sentence: str) -> None:
    with pytest.raises(zermelo.GameError) as caught:
        zermelo.check_game(game)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_exception_of_several_lines_is_told_in_one() -> None:
    def play(self: Any, state: str, move: int) -> str:
        raise ValueError("oops\nsecond line")

    with pytest.raises(zermelo.GameError, match=r"play\(\) raised ValueError: oops\\nsecond line"):
        zermelo.search(broken(play=play))


# The student's functions are for `zermelo grade`, whose tests run them.
SCRIPTS = sorted(path for path in EXAMPLES.glob("*.py") if path.name != "student.py")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_every_example_runs(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(script), run_name="__main__")
    assert capsys.readouterr().out


def test_chomp_is_won_by_the_first_player_on_every_larger_bar() -> None:
    spec = importlib.util.spec_from_file_location("chomp", EXAMPLES / "chomp.py")
    assert spec is not None
    assert spec.loader is not None
    chomp = importlib.util.module_from_spec(spec)
    sys.modules["chomp"] = chomp
    spec.loader.exec_module(chomp)
    for width, height in ((1, 2), (2, 2), (3, 2), (3, 3), (5, 2)):
        assert zermelo.search(chomp.Chomp(width, height)).value.utility == 1
    assert zermelo.search(chomp.Chomp(1, 1)).value.utility == -1
