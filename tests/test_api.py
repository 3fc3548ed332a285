"""The public names: games, positions, reports, and one clear sentence for everything that is not so."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import zermelo


def test_the_readme_way_of_playing_works() -> None:
    position = zermelo.game("connect-four").start().play("4").play("4")
    assert position.turn == 0
    assert position == zermelo.game("connect-four").position("44")
    assert position.moves() == list("1234567")
    assert position.chances() == []
    assert (position.utilities, position.outcome) == (None, None)


def test_a_finished_game_tells_its_outcome() -> None:
    position = zermelo.game("connect-four").position("1212121")
    assert (position.turn, position.moves(), position.utilities, position.outcome) == (None, [], (1, -1), "red wins")


def test_playing_leaves_the_old_position_as_it_was() -> None:
    start = zermelo.game("tic-tac-toe").start()
    start.play("b2")
    assert start == zermelo.game("tic-tac-toe").start()


@pytest.mark.parametrize("name", zermelo.games())
def test_repr_rebuilds_and_pickle_carries(name: str) -> None:
    position = zermelo.game(name).start()
    action = (position.moves() or [event for event, _ in position.chances()])[0]
    position = position.play(action)
    assert eval(repr(position), {"zermelo": zermelo}) == position
    assert pickle.loads(pickle.dumps(position)) == position
    assert copy.deepcopy(position) == position
    assert hash(pickle.loads(pickle.dumps(position))) == hash(position)
    assert str(position) == position.text


def test_positions_are_equal_only_within_a_game() -> None:
    small, large = zermelo.game("kalah").start(houses=3), zermelo.game("kalah").start(houses=6)
    assert small != large
    assert small == zermelo.game("kalah", houses=3).start()
    assert len({small, large, zermelo.game("kalah").start(houses=3)}) == 2


def test_options_are_given_by_keyword() -> None:
    assert zermelo.game("parcheesi").start(seats=3).players == zermelo.game("parcheesi", seats=3).start().players
    assert len(zermelo.game("parcheesi").start(seats=3).players) == 3
    assert zermelo.game("kalah", empty_capture=True).options == {"empty_capture": "on"}
    assert repr(zermelo.game("kalah", houses=3)) == 'zermelo.game("kalah", houses="3")'


@pytest.mark.parametrize(
    ("attempt", "error", "builtin", "sentence"),
    [
        (
            lambda: zermelo.game("checkrs"),
            zermelo.UnknownGameError,
            LookupError,
            'unknown game "checkrs": there are tic-tac-toe, connect-four',
        ),
        (
            lambda: zermelo.game("kalah", hauses=3),
            zermelo.OptionError,
            ValueError,
            'kalah: unknown option "hauses": there are houses, seeds, empty_capture, weights',
        ),
        (
            lambda: zermelo.game("parcheesi").start(seats=5),
            zermelo.OptionError,
            ValueError,
            'parcheesi: option seats is "5": it must be a number from 2 to 4',
        ),
        (
            lambda: zermelo.game("connect-four").position("448"),
            zermelo.PositionError,
            ValueError,
            'bad position "448" for connect-four: "8" is no column',
        ),
        (
            lambda: zermelo.game("connect-four").start().play("9"),
            zermelo.IllegalMoveError,
            ValueError,
            'illegal move "9" in connect-four "7/7/7/7/7/7 r": columns are 1 to 7',
        ),
        (
            lambda: zermelo.game("tic-tac-toe").position("xxx/oo./... o").play("c1"),
            zermelo.IllegalMoveError,
            ValueError,
            'illegal move "c1" in tic-tac-toe "xxx/oo./... o": the game is over',
        ),
        (
            lambda: zermelo.game("tic-tac-toe").start().evaluate(2),
            zermelo.PlayerError,
            IndexError,
            "there is no player 2: they are 0 to 1",
        ),
        (
            lambda: zermelo.load_game("no/such/file.py:Game"),
            zermelo.UnknownGameError,
            LookupError,
            'there is no file "no/such/file.py"',
        ),
        (
            lambda: zermelo.perft(zermelo.game("tic-tac-toe"), 2, count="stones"),
            ValueError,
            ValueError,
            'cannot count "stones": there are leaves, positions, games',
        ),
        (
            lambda: zermelo.perft(zermelo.game("tic-tac-toe"), -1),
            ValueError,
            ValueError,
            "depth is -1: it must not be negative",
        ),
        (
            lambda: zermelo.perft(zermelo.game("parcheesi"), 100_000, count="games"),
            ValueError,
            ValueError,
            "depth is 100000: counting goes at most 1000 plies deep",
        ),
        (
            lambda: zermelo.perft(zermelo.game("connect-four"), 9, count="positions", memory=1_000_000),
            MemoryError,
            MemoryError,
            "do not fit into the memory allowed",
        ),
    ],
)
def test_bad_input_gets_one_sentence(
    attempt: Callable[[], object], error: type[Exception], builtin: type[Exception], sentence: str
) -> None:
    with pytest.raises(error) as caught:
        attempt()
    assert isinstance(caught.value, builtin)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_perft_counts_leaves_positions_and_games() -> None:
    start = zermelo.game("tic-tac-toe").start()
    assert zermelo.perft(start, 9, count="games") == 255_168
    assert sum(zermelo.perft(start, depth, count="positions") for depth in range(10)) == 5_478
    assert sum(zermelo.perft(start, depth) for depth in range(10)) == 549_946
    connect_four = [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572]
    assert [zermelo.perft(zermelo.game("connect-four"), depth) for depth in range(10)] == connect_four


def test_progress_is_told_while_a_search_runs() -> None:
    heard: list[tuple[int, int, float]] = []
    zermelo.search(zermelo.game("connect-four"), time=0.4, progress=lambda *news: heard.append(news))
    assert heard
    assert all(later[1] >= earlier[1] for earlier, later in pairwise(heard))
    assert heard[-1][0] >= 1


def test_an_error_in_the_progress_function_reaches_the_caller() -> None:
    def complain(depth: int, nodes: int, seconds: float) -> None:
        raise ArithmeticError("enough")

    with pytest.raises(ArithmeticError, match="enough"):
        zermelo.search(zermelo.game("connect-four"), time=30.0, progress=complain)


def test_kuhn_poker_hides_the_other_card() -> None:
    position = zermelo.game("kuhn-poker").start().play("KQ")
    assert position.observation(0) != position.observation(1)
    worlds = position.worlds(0)
    assert sum(probability for _, probability in worlds) == pytest.approx(1)
    assert {world.observation(0) for world, _ in worlds} == {position.observation(0)}
    assert len({world.observation(1) for world, _ in worlds}) == 2


def test_random_play_of_kuhn_poker_agrees_with_the_exact_expectation() -> None:
    def expectation(position: zermelo.Position) -> tuple[float, float]:
        """Mean and mean square of the first player's utility under uniform random play."""
        if position.utilities is not None:
            return position.utilities[0], position.utilities[0] ** 2
        moves = position.moves()
        branches = position.chances() or [(move, 1 / len(moves)) for move in moves]
        parts = [(probability, expectation(position.play(action))) for action, probability in branches]
        return sum(p * mean for p, (mean, _) in parts), sum(p * square for p, (_, square) in parts)

    start = zermelo.game("kuhn-poker").start()
    mean, square = expectation(start)
    assert mean == pytest.approx(1 / 8)
    games = 20_000
    total = sum(zermelo.search(start, method="random", seed=seed).value.utility for seed in range(games))
    standard_error = ((square - mean**2) / games) ** 0.5
    assert abs(total / games - mean) < 5 * standard_error


@pytest.mark.parametrize("name", zermelo.games())
def test_every_game_draws_itself(name: str) -> None:
    drawing = zermelo.game(name).start()._repr_svg_()
    assert ElementTree.fromstring(drawing).tag.endswith("svg")


@pytest.mark.parametrize("name", zermelo.games())
def test_every_game_passes_the_battery_from_python_too(name: str) -> None:
    # Random players of a game that can go on for ever need a limit to come to its end.
    limits = {option: 100 for option, _, _ in zermelo.game(name).known_options if option == "turns"}
    assert "no fault found" in zermelo.check_game(zermelo.game(name, **limits), positions=200, games=2)


def test_a_value_reads_as_a_sentence() -> None:
    assert str(zermelo.Value("proved", 0.0, None, "x")) == "draw (proved)"
    assert str(zermelo.Value("proved", 8.0, None, "south", "seeds")) == "+8 seeds for south (proved)"
    assert str(zermelo.Value("upper", -1.0, None, "x")) == "at most -1 for x"
    assert str(zermelo.Value("estimate", 0.125, None, "red")) == "about +0.125 for red"


@pytest.mark.parametrize(
    ("name", "text", "tallies"),
    [
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ["", ""]),
        ("chess", "3qk3/8/8/8/8/8/PP6/R3K3 w - - 0 1", ["♜♟♟", "♛ +2"]),
        ("checkers", "W:WK1,5,6:B12", ["1 man", "2 men, 1 king"]),
        ("othello", None, ["2 discs", "2 discs"]),
        ("nine-mens-morris", None, ["9 men, 9 in hand", "9 men, 9 in hand"]),
        ("kalah", None, ["0 seeds", "0 seeds"]),
        ("backgammon", None, ["167 pips", "167 pips"]),
        ("monopoly", None, ["$1500", "$1500"]),
        ("parcheesi", None, ["0 of 4 home"] * 4),
        ("pig", "37 1 +14 first", ["37 points", "1 point"]),
        ("yahtzee", None, ["0 points"]),
        ("connect-four", None, ["", ""]),
    ],
)
def test_what_players_have_to_show_beside_the_board(name: str, text: str | None, tallies: list[str]) -> None:
    game = zermelo.game(name)
    position = game.start() if text is None else game.position(text)
    assert [position.tally(player) for player in range(len(tallies))] == tallies
