"""Roll-outs find the best move where it is known, agree with the textbook, and answer within every limit."""

from __future__ import annotations

from random import Random

import pytest

import zermelo
from random_trees import TreeGame, random_tree
from zermelo import textbook
from zermelo.arena import SearchPlayer, match, player


def rolled(position: zermelo.Position, **limits: object) -> zermelo.Report:
    return zermelo.search(position, method="roll-outs", **limits)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "text", "best"),
    [
        ("tic-tac-toe", "xx./oo./... x", "c3"),
        ("tic-tac-toe", "xx./o../... o", "c3"),
        ("connect-four", "112233", "4"),
        ("connect-four", "11223", "4"),
        # A sure win at once, a throw that wins five times in six, and a turn that must not be risked.
        ("pig", "90 90 +10 first", "hold"),
        ("pig", "90 90 +8 first", "roll"),
        ("pig", "80 0 +18 first", "hold"),
    ],
)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_best_move_is_found_where_it_is_clear(game: str, text: str, best: str, seed: int) -> None:
    report = rolled(zermelo.game(game).position(text), seed=seed)
    assert (report.move, report.value.kind, report.method) == (best, "estimate", "roll-outs")
    assert report.stopped == "finished"
    assert report.trials is not None
    assert 64 <= report.trials <= 1296


def test_a_move_that_is_better_on_average_is_found() -> None:
    # 0.5 for sure, 5 or −5 at 6 to 4, and a trap that looks like the jackpot until the other side moves.
    tree = "max(safe=0.5 toss=chance(0.6:5 0.4:-5) trap=min(10 -10))"
    report = rolled(zermelo.game("tree").start(tree=tree), seed=3)
    assert report.move == "toss"
    assert report.error is not None
    assert report.value.utility == pytest.approx(1, abs=4 * report.error)


def test_the_textbook_finds_the_same_means() -> None:
    compared = 0
    for seed in range(60):
        players = 2 + seed % 3
        tree = random_tree(Random(seed), players=players, chance=True, height=4, spread=20)
        game = TreeGame(tree, chance=True, players=players, constant=0 if players == 2 else None)
        position = game.start()
        if position.turn in (None, zermelo.CHANCE):
            continue
        report = rolled(position, nodes=20_000, seed=seed)
        mean, error = textbook.roll_outs(position, Random(seed), trials=400)[report.move or ""]
        assert report.error is not None
        # Four and a half standard errors of the difference.
        allowed = 4.5 * (error**2 + report.error**2) ** 0.5 + 1e-9
        assert report.value.utility == pytest.approx(mean, abs=allowed), f"seed {seed}"
        compared += 1
    assert compared > 30


def test_the_value_of_a_roll_is_the_mean_of_trials_too() -> None:
    report = rolled(zermelo.game("tree").start(tree="chance(0.25:8 0.75:0)"), seed=5)
    assert (report.move, report.line, report.trials) == (None, (), 1296)
    # Rolls are spread evenly over the trials.
    assert report.value.utility == pytest.approx(2, abs=0.05)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_any_number_of_players_may_take_part(seats: int) -> None:
    position = zermelo.game("parcheesi").start(seats=seats)
    random = Random(seats)
    for _ in range(12):
        if position.turn == zermelo.CHANCE:
            events, weights = zip(*position.chances(), strict=True)
            position = position.play(random.choices(events, weights)[0])
            continue
        report = rolled(position, depth=30, nodes=20_000, seed=1)
        assert report.value.player == position.players[position.turn or 0]
        low, high = position.game.facts["bounds"]
        assert low <= report.value.utility <= high
        position = position.play(report.move or "")


def test_seed_and_nodes_make_it_reproducible() -> None:
    position = zermelo.game("backgammon").start().play("52")
    first, second, other = (rolled(position, depth=11, nodes=40_000, seed=seed) for seed in (1, 1, 2))
    assert (first.move, first.value, first.trials, first.error) == (
        second.move,
        second.value,
        second.trials,
        second.error,
    )
    assert (first.nodes, first.stopped) == (40_000, "nodes")
    assert other.value != first.value
    assert first.depth == 11


def test_time_is_a_limit_and_few_trials_are_told() -> None:
    report = rolled(zermelo.game("chess").start(), time=0.2)
    assert report.stopped == "time"
    assert report.move in zermelo.game("chess").start().moves()
    report = rolled(zermelo.game("backgammon").start().play("31"), nodes=50)
    assert (report.trials, report.error, report.stopped) == (None, None, "nodes")
    assert "trial" not in str(report)


def test_the_report_tells_trials_and_error() -> None:
    report = rolled(zermelo.game("pig").position("90 90 +8 first"), seed=1)
    assert f"± {report.error:.2g} ({report.trials} trials)" in str(report)
    told = report.as_json()
    assert (told["trials"], told["error"]) == (report.trials, report.error)


def test_without_evaluation_trials_are_random_games() -> None:
    report = rolled(zermelo.game("tic-tac-toe").start(), evaluation=False, seed=4)
    # Of random games after b2, x wins about 69 % and loses about 17 %.
    assert report.move == "b2"
    assert report.value.utility == pytest.approx(0.5, abs=0.1)


def test_what_is_hidden_is_not_rolled_out() -> None:
    with pytest.raises(zermelo.MethodError, match="roll-outs does not apply to kuhn-poker: it has hidden information"):
        rolled(zermelo.game("kuhn-poker").start())
    with pytest.raises(zermelo.MethodError, match="only the engine takes lines"):
        zermelo.search(zermelo.game("pig"), method="roll-outs", lines=2)


def test_methods_play_matches_by_name() -> None:
    made = player("zermelo:method=roll-outs,depth=7,nodes=2000")
    assert isinstance(made, SearchPlayer)
    assert (made.method, made.own.depth, made.own.nodes, made.own_limits) == ("roll-outs", 7, 2000, True)
    result = match(made, "random", game="pig", games=20, seed=1)
    assert result.score > 0.5
    assert not any(sum(counts.values()) for counts in result.troubles.values())
    again = match("zermelo:method=roll-outs,nodes=300", "zermelo:method=random", game="tic-tac-toe", games=4)
    assert len(again.points) == 4
    clocked = match("zermelo:method=max-n", "zermelo:method=roll-outs", game="tic-tac-toe", games=2, clock="1+0.01")
    assert [game.reason for game in clocked.games] == ["rules", "rules"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("zermelo:method=magic", 'unknown method "magic": there are engine, alpha-beta'),
        ("zermelo:method=roll-outs,threads=2", "threads is for the engine: roll-outs takes depth, nodes and time"),
    ],
)
def test_what_is_no_player_is_refused(words: str, sentence: str) -> None:
    with pytest.raises(zermelo.OptionError, match=sentence):
        player(words)


def test_a_method_that_cannot_play_the_game_is_refused_before_the_match() -> None:
    with pytest.raises(zermelo.OptionError, match='"alpha-beta" cannot play pig: what can is engine, expectiminimax'):
        match("zermelo:method=alpha-beta", "random", game="pig", games=2)
