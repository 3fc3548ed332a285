"""Every native search equals its textbook twin: on random trees and on small games."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from random import Random

import pytest

import zermelo
from random_trees import Tree, TreeGame, random_tree, tree_text
from watched import Watched, plies_of
from zermelo import textbook

TREES = 10_000
BATCHES = 20
SAMPLING = {"roll-outs", "random"}
"""The methods whose values are means of samples, which equal nothing."""
KINDS = [
    # players, chance, the constant that utilities sum to
    (1, True, None),
    (2, False, 0),
    (2, False, 5),
    (2, True, 0),
    (2, True, 3),
    (3, False, None),
    (3, True, None),
    (4, True, None),
]


def random_game(seed: int) -> tuple[Tree, int, bool, int | None]:
    """One of each kind in turn; small values make many ties."""
    random = Random(seed)
    players, chance, constant = KINDS[seed % len(KINDS)]
    tree = random_tree(
        random,
        players=players,
        chance=chance,
        height=random.randint(1, 5),
        spread=random.choice((1, 3, 20)),
        constant=constant or 0,
    )
    return tree, players, chance, constant


def forms(seed: int) -> list[zermelo.Position]:
    """The same tree as a game written in Python and as the built-in game of trees."""
    tree, players, chance, constant = random_game(seed)
    written = TreeGame(tree, chance=chance, players=players, constant=constant)
    return [written.start(), zermelo.game("tree").start(tree=tree_text(tree))]


def max_utility(report: zermelo.Report, position: zermelo.Position) -> float:
    """The reported value as MAX's utility, which is what the textbook computes."""
    total = position.game.facts["sum"]
    if position.turn in (None, zermelo.CHANCE, 0):
        return report.value.utility
    assert total is not None
    return float(total) - report.value.utility


@pytest.mark.parametrize("batch", range(BATCHES))
def test_native_equals_textbook_on_random_trees(batch: int) -> None:
    for seed in range(batch, TREES, BATCHES):
        for position in forms(seed):
            if position.turn is None:
                continue
            facts = position.game.facts
            for method in facts["methods"]:
                if method not in SAMPLING:
                    compare(position, method, None, seed)
            compare(position, facts["methods"][0], 1 + seed % 3, seed)


def compare(position: zermelo.Position, method: str, depth: int | None, seed: int) -> None:
    """Value, line and number of nodes must be the same; sums of many terms may differ in the last bits."""
    watched, limit, players = Watched(position), depth or inf, len(position.players)
    # Where chance decides, the engine cuts off nothing, by bounds, or by probes, too.
    star = seed % 3 if method == "engine" else 2
    report = zermelo.search(position, method=method, depth=depth or 1_000, star=star)
    where = f"seed {seed}, {method}, depth {depth}, star {star}"
    if method == "engine" and not is_duel(position):
        asked = max(position.turn or 0, 0)
        assert report.value.utility == pytest.approx(paranoid(position, asked, limit), abs=1e-9), where
        assert report.value.kind in ({"lower", "proved"} if depth is None else {"lower", "proved", "estimate"}), where
        return
    if method in {"engine", "proof-number", "dynamic"}:
        plain = "expectiminimax" if position.game.facts["chance"] else "minimax"
        value = max_utility(zermelo.search(position, method=plain, depth=depth or 1_000), position)
        compare_without_twin(position, report, value, where)
        return
    if method == "max-n":
        values, path = textbook.max_n(watched, players, limit)
        player = position.turn if position.turn != zermelo.CHANCE else 0
        assert player is not None
        assert report.value.utility == pytest.approx(values[player], abs=1e-9), where
    else:
        twins: dict[str, Callable[..., tuple[float, textbook.Path]]] = {
            "minimax": textbook.minimax,
            "alpha-beta": textbook.alpha_beta,
            "expectiminimax": textbook.expectiminimax,
        }
        value, path = twins[method](watched, depth=limit)
        assert max_utility(report, position) == pytest.approx(value, abs=1e-9), where
    assert report.line == path, where
    assert report.nodes == watched.visits[0], where
    if depth is None:
        # With three players the value may rest on how somebody chooses between equals.
        kinds = {"proved", "estimate"} if method == "max-n" and players > 2 else {"proved"}
        assert report.value.kind in kinds, where
        assert report.stopped == "finished", where


def test_cuts_at_chance_nodes_change_no_value() -> None:
    """Ten thousand trees, all of them with chance nodes: nothing cut off, Star1, Star2 and plain search agree."""
    compared = saved = seed = 0
    while compared < TREES:
        seed += 1
        random = Random(seed)
        players, constant = ((1, None), (2, 0), (2, 3), (3, None))[seed % 4]
        height, spread = random.randint(2, 5), random.choice((1, 3, 20))
        tree = random_tree(random, players=players, chance=True, height=height, spread=spread, constant=constant or 0)
        if "chance" not in tree_text(tree):
            continue
        compared += 1
        position = zermelo.game("tree").start(tree=tree_text(tree))
        depth = random.choice((1_000, 1_000, 2, 3))
        stars = [zermelo.search(position, method="engine", depth=depth, star=star) for star in (0, 1, 2)]
        if is_duel(position):
            plain = zermelo.search(position, method="expectiminimax", depth=depth).value.utility
        else:
            plain = paranoid(position, max(position.turn or 0, 0), depth)
        for star, report in enumerate(stars):
            assert report.value.utility == pytest.approx(plain, abs=1e-9), f"seed {seed}, star {star}, depth {depth}"
        saved += stars[0].nodes - stars[2].nodes
    assert saved > 10_000


def test_cuts_at_chance_nodes_change_no_value_in_backgammon() -> None:
    random, compared = Random(3), 0
    while compared < 12:
        position = zermelo.game("backgammon").start()
        for _ in range(random.randint(1, 90)):
            actions = position.moves() or [event for event, _ in position.chances()]
            position = position.play(random.choice(actions)) if actions else position
        if position.turn is None:
            continue
        compared += 1
        plain = zermelo.search(position, method="expectiminimax", depth=3)
        for star in (0, 1, 2):
            report = zermelo.search(position, method="engine", depth=3, star=star)
            assert report.value.utility == pytest.approx(plain.value.utility, abs=1e-9), f"{position.text}, star {star}"


def is_duel(position: zermelo.Position) -> bool:
    """Is one player's gain the other's loss?"""
    return len(position.players) == 1 or (len(position.players) == 2 and position.game.facts["sum"] is not None)


def paranoid(position: zermelo.Position, player: int, depth: float) -> float:
    """What a player gets when all others play against her."""
    if position.utilities is not None:
        return position.utilities[player]
    if depth == 0:
        return position.evaluate(player)
    if position.turn == zermelo.CHANCE:
        return sum(p * paranoid(position.play(event), player, depth - 1) for event, p in position.chances())
    below = [paranoid(position.play(move), player, depth - 1) for move in position.moves()]
    return max(below) if position.turn == player else min(below)


def compare_without_twin(position: zermelo.Position, report: zermelo.Report, value: float, where: str) -> None:
    """Searches that look at positions in an order of their own find the same value, or a bound of it."""
    found = max_utility(report, position)
    sign = 1 if position.turn == 0 else -1
    match report.value.kind:
        case "lower":
            assert sign * found <= sign * value + 1e-9, where
        case "upper":
            assert sign * found >= sign * value - 1e-9, where
        case _:
            assert found == pytest.approx(value, abs=1e-9), where
    if report.method == "engine" and report.stopped == "finished" and not position.game.facts["chance"]:
        for move in report.line:
            position = position.play(move)
        assert position.utilities is not None, where
        assert position.utilities[0] == pytest.approx(value, abs=1e-9), where


@pytest.mark.parametrize("seed", range(1, 4_000, 8))
def test_a_window_gives_the_exact_value_or_the_bound_it_promises(seed: int) -> None:
    random = Random(seed)
    for position in forms(seed):
        if position.turn is None:
            continue
        value = zermelo.search(position, method="minimax").value.utility
        low = random.uniform(-22, 20)
        high = low + random.choice((0.5, 3, 20))
        report = zermelo.search(position, window=(low, high))
        found, kind = report.value.utility, report.value.kind
        if low < found < high:
            assert (found, kind) == (value, "proved")
        elif found <= low:
            assert value <= found
            assert kind == ("proved" if found == position.game.facts["bounds"][0] else "upper")
        else:
            assert value >= found
            assert kind == ("proved" if found == position.game.facts["bounds"][1] else "lower")
        assert report.move in position.moves()


class Judged(TreeGame):
    """A tree whose unfinished positions are judged at random, often by the highest or lowest value there is."""

    def evaluate(self, state: tuple[int, ...], player: int) -> float:
        random = Random(str(state))
        low, high = self.bounds
        value = random.choice((low, high, random.uniform(low, high)))
        return value if player == 0 or self.sum is None else min(high, max(low, self.sum - value))


class Contest(Judged):
    """The same, where only win, draw and loss count."""

    unit = None


def true_values(tree: Tree, players: int, plies: int = 0) -> tuple[tuple[float, ...], int]:
    """What a tree is worth to each player, the first of equals taken, and when a won game of results ends."""
    if tree[0] == "leaf":
        return tree[1], plies
    below = [true_values(child, players, plies + 1) for child in tree[1]]
    if tree[0] == zermelo.CHANCE:
        means = [sum(p * v[0][player] for p, v in zip(tree[2], below, strict=True)) for player in range(players)]
        return tuple(means), 0
    best: float = max(values[tree[0]] for values, _ in below)
    ends = [(values, end) for values, end in below if values[tree[0]] == best]
    soon, late = min(end for _, end in ends), max(end for _, end in ends)
    return ends[0][0], late if best < 0 else soon


@pytest.mark.parametrize("batch", range(4))
def test_nothing_false_is_called_proved_or_a_bound_whatever_the_limits(batch: int) -> None:
    for seed in range(batch, 3_000, 4):
        random = Random(seed)
        contest = seed % 3 == 0
        players, chance, constant = (2, False, 0) if contest else KINDS[seed % len(KINDS)]
        height, spread = random.randint(1, 6), 1 if contest else random.choice((1, 3, 20))
        tree = random_tree(random, players=players, chance=chance, height=height, spread=spread, constant=constant or 0)
        game = (Contest if contest else Judged)(tree, chance=chance, players=players, constant=constant)
        if contest:
            game.bounds = (-1.0, 1.0)
        position = game.start()
        if position.turn is None:
            continue
        values, end = true_values(tree, players)
        truth = values[max(position.turn, 0)]
        for method in game.facts["methods"]:
            if method in SAMPLING:
                continue
            for _ in range(4):
                low = random.choice((random.uniform(-22, 22), random.randint(-2, 2), -inf))
                high = random.randint(-1, 1) if low == -inf else low + random.choice((0.5, 1, 3, 20))
                depth = random.choice((None, random.randint(1, 6)))
                nodes = random.choice((None, random.randint(1, random.choice((5, 40, 300)))))
                window = (low, high) if method == "alpha-beta" and random.random() < 0.5 else None
                value = zermelo.search(position, method=method, depth=depth, nodes=nodes, window=window).value
                where = f"seed {seed}, {method}, {depth=}, {nodes=}, {window=}: {value}, but it is {truth}"
                if value.kind == "proved":
                    assert value.utility == pytest.approx(truth, abs=1e-9), where
                elif value.kind == "lower":
                    assert truth >= value.utility - 1e-9, where
                elif value.kind == "upper":
                    assert truth <= value.utility + 1e-9, where
                if value.plies is not None:
                    assert contest, where
                    assert value.plies == end, where


def test_a_value_that_rests_on_a_choice_between_equals_is_not_called_proved() -> None:
    for leaves, move, utility in (("<5 1 0> <0 1 0>", "a", 5), ("<0 1 0> <5 1 0>", "b", 3)):
        report = zermelo.search(zermelo.game("tree").start(tree=f"p0(a=p1({leaves}) b=<3 0 0>)"))
        assert (report.method, report.move, report.value.utility) == ("max-n", move, utility)
        assert report.value.kind == "estimate"
    sure = zermelo.search(zermelo.game("tree").start(tree="p0(a=p1(<5 1 0> <5 1 0>) b=<3 0 0>)"))
    assert (sure.value.kind, sure.value.utility) == ("proved", 5)


def test_pruning_saves_nodes_but_never_changes_the_value() -> None:
    saved = 0
    for seed in range(1, 2_000, 8):
        position = forms(seed)[1]
        if position.turn is not None:
            full, pruned = (zermelo.search(position, method=method) for method in ("minimax", "alpha-beta"))
            assert (full.value, full.move) == (pruned.value, pruned.move)
            saved += full.nodes - pruned.nodes
    assert saved > 0


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four"])
def test_a_limited_search_equals_the_textbook_with_the_same_evaluation(name: str, depth: int) -> None:
    random = Random(depth)
    for _ in range(6):
        position = zermelo.game(name).start()
        for _ in range(random.randint(0, 6)):
            if position.turn is not None:
                position = position.play(random.choice(position.moves()))
        if position.turn is None:
            continue
        for method, twin in (("minimax", textbook.minimax), ("alpha-beta", textbook.alpha_beta)):
            watched = Watched(position, hurried=True)
            value, path = twin(watched, depth=depth)
            report = zermelo.search(position, method=method, depth=depth)
            sign = 1 if position.turn == 0 else -1
            assert report.value.utility == pytest.approx(sign * max(-1.0, min(1.0, value)))
            assert report.value.plies == plies_of(value)
            assert (report.line, report.nodes) == (path, watched.visits[0])


@pytest.mark.parametrize("method", ["minimax", "alpha-beta", "expectiminimax", "max-n"])
def test_tic_tac_toe_is_a_draw_by_every_search(method: str) -> None:
    report = zermelo.search(zermelo.game("tic-tac-toe"), method=method)
    assert (report.value.kind, report.value.utility) == ("proved", 0)
    if method != "alpha-beta":
        assert report.nodes == 549_946


@pytest.mark.parametrize("text", [".../.x./... o", "o../.x./... x", "x.o/.x./..o x", "oxo/.x./... x"])
def test_textbook_and_native_agree_on_tic_tac_toe_with_distances(text: str) -> None:
    position = zermelo.game("tic-tac-toe").position(text)
    watched = Watched(position, hurried=True)
    value, path = textbook.minimax(watched)
    report = zermelo.search(position, method="minimax")
    sign = 1 if position.turn == 0 else -1
    assert report.value.utility == sign * max(-1.0, min(1.0, value))
    assert (report.value.plies, report.line, report.nodes) == (plies_of(value), path, watched.visits[0])


def test_max_value_and_min_value_are_minimax_where_turns_alternate() -> None:
    for text in ("xo./.x./..o x", "xo./.x./... o"):
        position = zermelo.game("tic-tac-toe").position(text)
        value = textbook.max_value(position) if position.turn == 0 else textbook.min_value(position)
        assert value == textbook.minimax(position)[0]


def test_negamax_is_minimax_for_either_player() -> None:
    for seed in range(1, 800, 8):
        position = forms(seed)[1]
        value, path = textbook.minimax(position)
        assert textbook.negamax(position, 0) == (value, path)
        assert textbook.negamax(position, 1) == (-value, path)


def test_a_proved_win_says_in_how_many_plies() -> None:
    position = zermelo.game("tic-tac-toe").position("xx./oo./... x")
    value = zermelo.search(position).value
    assert (value.kind, value.utility, value.plies, value.player) == ("proved", 1, 1, "x")
    value = zermelo.search(zermelo.game("tic-tac-toe").position("x.x/.o./o.x o"), depth=5).value
    assert str(value) == "o loses in 2 plies (proved)"


def test_a_win_is_proved_even_when_the_depth_does_not_reach_every_end() -> None:
    report = zermelo.search(zermelo.game("connect-four").position("112233"), depth=2)
    assert (report.move, report.value.kind, report.value.plies, report.stopped) == ("4", "proved", 1, "decided")


def test_a_lone_unfinished_line_makes_an_estimate() -> None:
    report = zermelo.search(zermelo.game("connect-four"), depth=4)
    assert report.value.kind == "estimate"
    even = zermelo.search(zermelo.game("connect-four"), method="alpha-beta", depth=4, evaluation=False)
    assert (even.value.kind, even.value.utility, even.move) == ("estimate", 0, "1")


def test_a_node_budget_is_reproducible_to_the_node() -> None:
    position = zermelo.game("connect-four").start()
    first, second = (zermelo.search(position, nodes=123_456) for _ in range(2))
    assert (first.nodes, first.move, first.line, first.value) == (123_456, second.move, second.line, second.value)
    assert (second.nodes, first.stopped) == (123_456, "nodes")


def test_a_search_stopped_at_once_still_answers() -> None:
    for name in ("connect-four", "kalah"):
        report = zermelo.search(zermelo.game(name), nodes=1)
        assert report.move in zermelo.game(name).start().moves()
        assert report.value.kind == "estimate"


def test_a_time_limit_is_answered_from_a_completed_depth() -> None:
    report = zermelo.search(zermelo.game("connect-four"), time=0.05)
    assert report.stopped == "time"
    assert report.depth >= 1
    assert report.depth <= len(report.line) <= report.depth + 1


def test_a_proved_win_ends_the_deepening_early() -> None:
    report = zermelo.search(zermelo.game("connect-four").position("112233"), time=60.0)
    assert (report.stopped, report.value.kind, report.value.utility) == ("decided", "proved", 1)


def test_the_same_seed_plays_the_same_random_game() -> None:
    start = zermelo.game("connect-four").start()
    games = {zermelo.search(start, method="random", seed=seed).line for seed in (1, 1, 2)}
    assert len(games) == 2


def test_a_random_game_is_played_by_the_rules_to_its_end() -> None:
    for name in zermelo.games():
        position = zermelo.game(name).start()
        report = zermelo.search(position, method="random", seed=7)
        for action in report.line:
            position = position.play(action)
        if report.stopped == "finished":
            assert position.turn is None


def test_random_play_of_the_textbook_ends_the_game() -> None:
    utilities, path = textbook.random_play(zermelo.game("tic-tac-toe").start(), Random(3))
    assert sum(utilities) == 0
    assert 5 <= len(path) <= 9


@pytest.mark.parametrize(
    ("name", "method", "sentence"),
    [
        (
            "parcheesi",
            "alpha-beta",
            "alpha-beta does not apply to parcheesi: it has chance moves; what applies: max-n, engine, roll-outs,",
        ),
        (
            "parcheesi",
            "expectiminimax",
            "expectiminimax does not apply to parcheesi: it has more than two players; what applies: max-n, engine,",
        ),
        (
            "kuhn-poker",
            "alpha-beta",
            "alpha-beta does not apply to kuhn-poker: it has hidden information; what applies: random",
        ),
        (
            "yahtzee",
            "minimax",
            "minimax does not apply to yahtzee: it has chance moves; what applies: engine, expectiminimax, dynamic,",
        ),
    ],
)
def test_a_method_that_does_not_apply_is_refused_with_what_does(name: str, method: str, sentence: str) -> None:
    with pytest.raises(zermelo.MethodError, match=sentence):
        zermelo.search(zermelo.game(name), method=method)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"method": "alfa"}, 'unknown method "alfa": there are engine, alpha-beta, minimax'),
        ({"depth": 0}, "depth is 0: it must be at least 1"),
        ({"nodes": 0}, "nodes is 0: it must be at least 1"),
        ({"time": 0.0}, "time is 0.0: it must be a number of seconds above 0"),
        ({"time": float("nan")}, "time is nan: it must be"),
        ({"window": (1.0, 1.0)}, "a window needs its first number below its second: 1 is not below 1"),
        ({"window": (0.0, 1.0), "method": "minimax"}, "only alpha-beta takes a window, not minimax"),
    ],
)
def test_what_is_no_request_is_refused_in_one_sentence(arguments: dict[str, object], sentence: str) -> None:
    with pytest.raises(zermelo.MethodError, match=sentence):
        zermelo.search(zermelo.game("tic-tac-toe"), **arguments)  # type: ignore[arg-type]


def test_a_finished_game_is_not_searched() -> None:
    with pytest.raises(zermelo.MethodError, match="the game is over"):
        zermelo.search(zermelo.game("tic-tac-toe").position("xxx/oo./... o"))
