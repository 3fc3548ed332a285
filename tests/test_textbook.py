"""The textbook algorithms against each other, against brute force, and against the numbers of the lectures."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf
from pathlib import Path
from random import Random
from typing import Any

import pytest

import zermelo
from random_trees import TreeGame, random_tree, tree_text
from watched import Watched
from zermelo import textbook
from zermelo.textbook.strategies import TooManyStrategiesError

LECTURE = "((3 12 8) (2 4 6) (14 5 2))"


def tree(text: str) -> zermelo.Position:
    return zermelo.game("tree").start(tree=text)


def random_position(seed: int, *, chance: bool = False, height: int = 4, spread: int = 5) -> zermelo.Position:
    made = random_tree(Random(seed), players=2, chance=chance, height=height, spread=spread)
    return tree(tree_text(made))


def alternating(random: Random, branching: int, height: int, player: int = 0) -> str:
    """A full tree in which MAX and MIN alternate."""
    if height == 0:
        return str(random.randint(-9, 9))
    children = [alternating(random, branching, height - 1, 1 - player) for _ in range(branching)]
    return f"({' '.join(children)})"


# alpha-beta, both rules


def test_the_lectures_tree_is_worth_3_and_skips_two_leaves() -> None:
    watched = Watched(tree(LECTURE))
    assert textbook.alpha_beta(watched) == (3.0, ("1", "1"))
    assert watched.visits[0] == 13 - 2


@pytest.mark.parametrize("strict", [False, True])
def test_both_rules_give_the_minimax_value_and_move(strict: bool) -> None:
    for seed in range(500):
        position = random_position(seed)
        if position.turn is not None:
            value, path = textbook.minimax(position)
            assert textbook.alpha_beta(position, strict=strict) == (value, path), seed


def test_cutting_on_strict_inequality_only_keeps_ties_of_the_first_level_exact() -> None:
    # After 3, MIN's second move offers 3 too: cutting on equality skips the leaf 9, the strict rule looks at it.
    position = tree("((3 5) (3 9))")
    visits = []
    for strict in (False, True):
        watched = Watched(position)
        textbook.alpha_beta(watched, strict=strict)
        visits.append(watched.visits[0])
    assert visits == [6, 7]


# depth-bounded alpha-beta and its slip


def slipped(s: zermelo.Position, d: int, alpha: float = -inf, beta: float = inf) -> float:
    """The listing with the slip β ← min(α, v)."""
    if s.utilities is not None:
        return s.utilities[0]
    if d == 0:
        return s.evaluate(0)
    v = -inf if s.turn == 0 else inf
    for a in s.moves():
        value = slipped(s.play(a), d - 1, alpha, beta)
        if s.turn == 0:
            v = max(v, value)
            if v >= beta:
                return v
            alpha = max(alpha, v)
        else:
            v = min(v, value)
            if v <= alpha:
                return v
            beta = min(alpha, v)
    return v


def test_depth_bounded_alpha_beta_is_right_where_the_slip_is_wrong() -> None:
    # In the MIN node the slip sets β to α = −∞ after the first child, so that MAX below the second child cuts at once.
    position = tree("((5 (1 9)) 0)")
    assert textbook.minimax(position)[0] == 5
    assert textbook.depth_bounded_alpha_beta(position, 3) == 5
    assert slipped(position, 3) == 1


def test_depth_bounded_alpha_beta_is_minimax_at_every_depth() -> None:
    start = zermelo.game("connect-four").position("4435")
    for depth in range(5):
        assert textbook.depth_bounded_alpha_beta(start, depth) == textbook.minimax(start, depth)[0]


# MINMAX with its vocabulary


def test_minmax_is_minimax_from_the_view_of_the_player() -> None:
    for text in (".../.x./... o", "o../.x./... x", "x.o/.x./..o x"):
        position = zermelo.game("tic-tac-toe").position(text)
        player = position.turn
        assert player is not None
        value, path = textbook.minimax(position, 4)
        found = textbook.minmax(position, 0, player, lambda position, depth: depth >= 4)
        assert found == (value if player == 0 else -value, path)


def test_movegen_and_static_speak_of_one_player() -> None:
    position = zermelo.game("connect-four").position("4")
    assert textbook.movegen(position, textbook.PLAYER_TWO) == list("1234567")
    assert textbook.movegen(position, textbook.PLAYER_ONE) == ()
    assert textbook.static(position, 0) == -textbook.static(position, 1)
    assert textbook.opposite(textbook.PLAYER_ONE) == textbook.PLAYER_TWO


# cut-off rules


def test_rules_combine() -> None:
    start = zermelo.game("connect-four").start()
    line = [start, start.play("4"), start.play("4").play("4")]
    assert [textbook.deeper_than(n)(line) for n in (1, 2, 3)] == [True, True, False]
    assert (textbook.deeper_than(2) & ~textbook.won())(line)
    assert not (textbook.deeper_than(3) | textbook.won())(line)
    assert textbook.won()([zermelo.game("connect-four").position("1212121")])


def test_stability_and_promise_are_judged_by_the_evaluation() -> None:
    start = zermelo.game("connect-four").start()
    centre = start.play("4")  # the evaluation rises by 7 possible fours of 0.005 each
    assert not textbook.stable(0.03)([start, centre])
    assert textbook.stable(0.04)([start, centre])
    assert not textbook.stable(1.0)([start])
    reply = start.play("1").play("4")  # 3 for red, 7 for yellow
    assert textbook.unpromising(0.019)([start, reply])
    assert not textbook.unpromising(0.03)([start, reply])


def test_nodes_and_time_run_out() -> None:
    start = zermelo.game("connect-four").start()
    rule = textbook.out_of_nodes(2)
    assert [rule([start]) for _ in range(4)] == [False, False, True, True]
    assert textbook.out_of_time(0)([start])
    assert not textbook.out_of_time(3_600)([start])


def test_iterative_deepening_answers_from_the_last_completed_depth() -> None:
    start = zermelo.game("connect-four").position("4435")
    answer = textbook.iterative_deepening(start, textbook.out_of_nodes(2))
    assert answer.depth == 3
    assert (answer.value, answer.path) == textbook.alpha_beta(start, depth=3)
    assert textbook.iterative_deepening(start, textbook.out_of_time(0)).depth == 1


# quiescence, singular extensions, on a game of exchanges


@dataclass(frozen=True)
class Exchange:
    """A position on paper: EVAL, and named moves to other positions. A move in capitals is a capture."""

    turn: int | None
    value: float
    children: tuple[tuple[str, Exchange], ...] = ()

    @property
    def utilities(self) -> Sequence[float] | None:
        return (self.value, -self.value) if self.turn is None else None

    def moves(self) -> list[str]:
        return [name for name, _ in self.children]

    def chances(self) -> list[tuple[str, float]]:
        return []

    def play(self, action: str, /) -> Exchange:
        return dict(self.children)[action]

    def evaluate(self, player: int) -> float:
        return self.value if player == 0 else -self.value


def capture(position: textbook.Position, action: str) -> bool:
    return action.isupper()


# MAX takes a defended pawn with the queen: EVAL is +1 after it, −8 after MIN takes back.
RETAKEN = Exchange(0, -8.0, (("wait", Exchange(1, -8.0)),))
QUEEN_TAKES = Exchange(1, 1.0, (("TAKE BACK", RETAKEN), ("pass", Exchange(0, 1.0))))
QUIET = Exchange(1, 0.0, (("pass", Exchange(0, 0.0)),))
START = Exchange(0, 0.0, (("TAKE", QUEEN_TAKES), ("quiet", QUIET)))


def test_the_horizon_effect_is_cured_by_either_kind_of_quiescence() -> None:
    one_ply = {name: START.play(name).evaluate(0) for name in START.moves()}
    assert max(one_ply, key=one_ply.__getitem__) == "TAKE"
    noisy = {name: textbook.quiescence(START.play(name), capture) for name in START.moves()}
    assert noisy == {"TAKE": -8.0, "quiet": 0.0}
    assert textbook.quiescence(START, capture) == 0.0
    assert not textbook.is_quiet(QUEEN_TAKES, START, 2.0)
    assert textbook.until_quiet(START, 1, 2.0, extra=1) == 0.0
    assert textbook.until_quiet(START, 1, 100.0) == 1.0


def test_a_singular_extension_follows_the_one_dramatic_reply() -> None:
    assert textbook.singular_move(QUEEN_TAKES, 5.0) == "TAKE BACK"
    assert textbook.singular_move(QUEEN_TAKES, 50.0) is None
    assert textbook.singular_minimax(START, 1, 50.0) == 1.0
    assert textbook.singular_minimax(START, 1, 5.0) == 0.0


def test_the_biasing_factor_is_taken_off_for_who_moved_last() -> None:
    after_max, after_min = Exchange(1, 1.0), Exchange(0, 1.0)
    assert textbook.quiescence(after_max, capture, bias=0.25) == 0.75
    assert textbook.quiescence(after_min, capture, bias=0.25) == 1.25


# chance


@pytest.mark.parametrize("probe", [False, True], ids=["star1", "star2"])
def test_pruning_at_chance_nodes_never_changes_the_value_and_saves_nodes(probe: bool) -> None:
    saved = 0
    for seed in range(600):
        position = random_position(seed, chance=True)
        plain, pruned = Watched(position), Watched(position)
        value, _ = textbook.expectiminimax(plain)
        bounds = position.game.facts["bounds"]
        assert textbook.pruned_expectiminimax(pruned, bounds, probe=probe) == pytest.approx(value, abs=1e-9), seed
        saved += plain.visits[0] - pruned.visits[0]
    # A probe looks at a reply twice unless it decides, which in trees as small as these does not pay.
    assert saved > 0 or probe


@pytest.mark.parametrize("probe", [False, True], ids=["star1", "star2"])
def test_pruned_expectiminimax_keeps_the_promise_of_its_window(probe: bool) -> None:
    for seed in range(300):
        position = random_position(seed, chance=True)
        value, _ = textbook.expectiminimax(position)
        alpha = Random(seed).uniform(-6, 5)
        beta = alpha + 1.5
        found = textbook.pruned_expectiminimax(position, position.game.facts["bounds"], alpha, beta, probe=probe)
        if alpha < found < beta:
            assert found == pytest.approx(value, abs=1e-9), seed
        elif found <= alpha:
            assert value <= found + 1e-9, seed
        else:
            assert value >= found - 1e-9, seed


def test_order_preserving_values_change_the_decision_once_chance_enters() -> None:
    # Russell & Norvig's figure: 2, 3 against 1, 4, then the same leaves as 20, 30, 1, 400.
    before = tree("(chance(0.9:2 0.1:3) chance(0.9:1 0.1:4))")
    after = tree("(chance(0.9:20 0.1:30) chance(0.9:1 0.1:400))")
    for position, mean, move in ((before, 2.1, "1"), (after, 40.9, "2")):
        value, path = textbook.expectiminimax(position)
        assert (round(value, 9), path) == (mean, (move,))


# pure strategies


def test_strategies_are_counted_as_they_are_enumerated() -> None:
    for seed in range(60):
        position = random_position(seed, height=3)
        for player in (0, 1):
            listed = list(textbook.strategies(position, player))
            assert len(listed) == textbook.count_strategies(position, player)
            assert len({tuple(sorted(one.items())) for one in listed}) == len(listed)


@pytest.mark.parametrize(("branching", "height"), [(2, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (2, 5)])
def test_the_number_of_strategies_of_a_full_tree(branching: int, height: int) -> None:
    position = tree(alternating(Random(1), branching, height))
    decisions = (branching ** ceil(height / 2) - 1) // (branching - 1)
    assert textbook.count_strategies(position, 0) == branching**decisions
    # The slides' b^⌈h/2⌉ counts the decisions on one line only: already a tree of three plies has more strategies.
    assert (branching**decisions == branching ** ceil(height / 2)) == (height <= 2)


def test_brute_force_over_strategies_finds_the_minimax_value() -> None:
    compared = 0
    for seed in range(200):
        position = random_position(seed, height=3)
        pairs = textbook.count_strategies(position, 0) * textbook.count_strategies(position, 1)
        if position.turn is None or pairs > 3_000:
            continue
        value, s_star, t_star = textbook.brute_force(position)
        assert value == textbook.minimax(position)[0]
        assert textbook.payoff(position, s_star, t_star) == value
        assert all(textbook.payoff(position, s_star, t) >= value for t in textbook.strategies(position, 1))
        assert all(textbook.payoff(position, s, t_star) <= value for s in textbook.strategies(position, 0))
        compared += 1
    assert compared > 100


def test_too_many_strategies_are_refused() -> None:
    with pytest.raises(TooManyStrategiesError, match=r"there are .* pairs of strategies: brute force takes at most"):
        textbook.brute_force(tree(alternating(Random(1), 3, 4)))


# random subsets


def test_a_random_subset_of_everything_is_everything() -> None:
    for seed in range(50):
        position = random_position(seed)
        assert textbook.random_subset_minimax(position, 9, 9, Random(1))[0] == textbook.minimax(position)[0]
    start = zermelo.game("connect-four").start()
    lines = {textbook.random_subset_minimax(start, 2, 3, Random(seed))[1] for seed in range(10)}
    assert len(lines) > 1
    assert all(len(line) == 3 for line in lines)


# evaluation


def test_an_evaluation_is_changed_weight_by_weight() -> None:
    judge = textbook.Evaluation({"moves left": (0.5, lambda position, player: len(position.moves()))})
    start = zermelo.game("connect-four").start()
    assert (judge(start, 0), judge.with_weights(moves_left=2.0)(start, 0)) == (3.5, 14.0)


# hidden cards


def load(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, Path(__file__).parent.parent / f"examples/{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_the_lectures_card_game_comes_out_as_the_lecture_says() -> None:
    for secret in ("h4", "d4"):
        position = load("tricks").Tricks().start().play(secret)
        # The deal known: every lead is worth 0.
        assert {textbook.minimax(position.play(card))[0] for card in position.moves()} == {0.0}
        # Averaging over clairvoyance sees no difference either.
        assert set(textbook.averaging_over_clairvoyance(position).values()) == {0.0}
        # But with the deal hidden a club guarantees only −2, and brings −1 on average.
        club, red = textbook.Worth(-2.0, -1.0), textbook.Worth(0.0, 0.0)
        assert textbook.belief_minimax(position) == {"h6": red, "d6": red, "c9": club, "c8": club}


@dataclass(frozen=True)
class Card:
    """Two worlds that MAX cannot tell apart: trees of the same shape with other leaves."""

    world: str
    node: Any
    seen: tuple[str, ...] = ()

    @property
    def turn(self) -> int | None:
        return {"max": 0, "min": 1}.get(next(iter(self.node))) if len(self.node) == 1 else None

    @property
    def utilities(self) -> Sequence[float] | None:
        return (self.node[self.world], -self.node[self.world]) if self.turn is None else None

    def moves(self) -> list[str]:
        return list(next(iter(self.node.values())))

    def chances(self) -> list[tuple[str, float]]:
        return []

    def play(self, action: str, /) -> Card:
        return Card(self.world, next(iter(self.node.values()))[action], (*self.seen, action))

    def evaluate(self, player: int) -> float:
        return 0.0

    def observation(self, player: int) -> str:
        return " ".join(self.seen)

    def worlds(self, player: int) -> list[tuple[Card, float]]:
        return [(Card(world, self.node, self.seen), 0.5) for world in ("w1", "w2")]


def test_strategy_fusion_misleads_clairvoyance_but_not_belief_states() -> None:
    guess = {"max": {"a": {"w1": 1, "w2": -1}, "b": {"w1": -1, "w2": 1}}}
    position = Card("w1", {"max": {"safe": {"w1": 0.5, "w2": 0.5}, "guess": guess}})
    assert textbook.averaging_over_clairvoyance(position) == {"safe": 0.5, "guess": 1.0}
    assert textbook.belief_minimax(position) == {"safe": (0.5, 0.5), "guess": (-1.0, 0.0)}


def test_what_the_opponent_did_not_do_is_counted_in_belief_states() -> None:
    # Non-locality: a MIN who sees everything leaves in world 2, so coming to MAX's choice proves world 1.
    choice = {"max": {"a": {"w1": 1, "w2": -1}, "b": {"w1": -1, "w2": 2}}}
    position = Card("w1", {"max": {"go": {"min": {"exit": {"w1": 2, "w2": -2}, "continue": choice}}}})
    assert textbook.belief_minimax(position)["go"].average == -0.5


def test_a_python_tree_is_searched_like_the_built_in_one() -> None:
    made = random_tree(Random(5), players=2, chance=False, height=4, spread=5)
    ours = TreeGame(made, chance=False, players=2, constant=0).start()
    assert textbook.minimax(ours)[0] == textbook.minimax(tree(tree_text(made)))[0]
