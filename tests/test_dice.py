"""Games with dice: exact values, cuts at chance nodes, and what they save."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

import zermelo

PIG = {10: 0.709424323, 20: 0.61555855, 50: 0.546150844, 100: 0.530592725}
"""The first player's chance to win under best play, by goal; computed, and for 100 as Neller & Presser 2004 have it."""


@pytest.mark.parametrize("goal", PIG)
def test_pig_goes_round_in_circles_and_is_solved(goal: int) -> None:
    report = zermelo.solve(zermelo.game("pig").start(goal=goal))
    assert report.value.kind == "proved"
    assert (1 + report.value.utility) / 2 == pytest.approx(PIG[goal], abs=1e-9)


def test_optimal_pig_does_not_simply_hold_at_twenty() -> None:
    # Neller & Presser: with the scores even at 0, roll up to 20 and hold from 21 on; far behind, dare more.
    game = zermelo.game("pig")
    engine = {
        text: zermelo.solve(game.position(text)).move for text in ("0 0 +20 first", "0 0 +21 first", "0 90 +30 first")
    }
    assert engine == {"0 0 +20 first": "roll", "0 0 +21 first": "hold", "0 90 +30 first": "roll"}


def test_small_values_are_fractions() -> None:
    report = zermelo.solve(zermelo.game("tree").start(tree="(chance(1/3:max(1 2) 2/3:min(-1 5)) -3)"))
    assert (report.fraction, report.value.utility) == (Fraction(0), 0.0)
    report = zermelo.solve(zermelo.game("tree").start(tree="chance(1/7:1 2/7:3 4/7:-1)"))
    assert report.fraction == Fraction(3, 7)


def test_what_does_not_fit_is_refused_in_a_sentence() -> None:
    with pytest.raises(zermelo.MethodError, match="dynamic does not apply to chess: nothing in it is left to chance"):
        zermelo.search(zermelo.game("chess"), method="dynamic")
    with pytest.raises(zermelo.MethodError, match="star is 3: it must be 0, 1 or 2"):
        zermelo.search(zermelo.game("pig"), star=3)
    with pytest.raises(zermelo.CertificateError, match="only where nothing is left to chance"):
        zermelo.solve(zermelo.game("pig"), certificate="proof")


CARDS = {
    ("yahtzee", "forced"): ({}, 254.5877287345),
    ("yahtzee", "free"): ({"joker": "free"}, 254.589609482),
    ("yahtzee", "none"): ({"joker": "none"}, 245.8707745141),
    ("yatzy", "mixed"): ({}, 248.4399893779),
    ("yatzy", "any"): ({"full_house": "any", "two_pairs": "any"}, 248.6748826884),
}
"""What best play brings on average: Verhoeff 1999 for the second, the others computed by an independent program."""


@pytest.mark.parametrize("card", CARDS)
def test_whole_games_of_dice_are_solved(card: tuple[str, str]) -> None:
    options, value = CARDS[card]
    game = zermelo.game(card[0], **options)
    for report in (zermelo.solve(game), zermelo.search(game), zermelo.Engine(game).search(game.start())):
        assert (report.value.kind, report.move) == ("proved", None)
        assert report.value.utility == pytest.approx(value, abs=1e-8)


def test_the_best_player_of_yahtzee_gets_what_every_move_promised() -> None:
    # Whatever the dice show, the move chosen is worth as much as the position was.
    game, random = zermelo.game("yahtzee"), Random(7)
    engine, position = zermelo.Engine(game), game.start()
    while position.turn is not None:
        if position.turn == zermelo.CHANCE:
            events, parts = zip(*position.chances(), strict=True)
            position = position.play(random.choices(events, parts)[0])
            continue
        report = engine.search(position, nodes=1_000)
        assert report.value.kind == "proved"
        position = position.play(report.move or "")
        if position.turn is not None:
            assert zermelo.solve(position).value.utility == pytest.approx(report.value.utility, abs=1e-9)


def test_a_depth_limit_finds_what_plain_search_finds() -> None:
    position = zermelo.game("yatzy").position("-,-,-,-,-,18 -,-,-,-,-,-,-,20,50 66661 1")
    engine, plain = (zermelo.search(position, depth=2, method=method) for method in ("engine", "expectiminimax"))
    assert engine.value == plain.value
    assert engine.value.kind == "estimate"


def test_two_players_of_yahtzee_play_for_the_win() -> None:
    alone, two = zermelo.game("yahtzee"), zermelo.game("yahtzee", players=2)
    card = "1,2,3,4,5,6 20,20,25,30,40,{},50 +0"
    # 25 points are more than a roll brings on average, but not enough against 26.
    assert zermelo.search(alone.position(f"{card.format('-')} 44566 1")).move == "chance"
    report = zermelo.search(two.position(f"{card.format(26)} / {card.format('-')} 44566 1"))
    assert (report.move, report.value.kind) == ("keep 4566", "proved")
    assert report.value.utility == pytest.approx(-0.5)


def test_luck_and_skill_are_told_apart() -> None:
    position = zermelo.game("backgammon").start()
    rolls = dict(position.chances())
    lucks = {event: zermelo.review(position, [event], depth=1).steps[0].luck for event in rolls}
    assert sum(rolls[event] * luck for event, luck in lucks.items()) == pytest.approx(0, abs=1e-9)
    assert lucks["31"] > lucks["21"]
    told = zermelo.review(position, ["31", "24/23 13/10", "66", "24/18(2) 13/7(2)"], depth=3)
    assert [step.actor for step in told.steps] == [zermelo.CHANCE, 0, zermelo.CHANCE, 1]
    assert (told.steps[1].best, told.steps[1].mark, told.steps[3].loss) == ("8/5 6/5", "?!", 0)
    assert told.luck(0) == -told.luck(1) == pytest.approx(told.steps[0].luck + told.steps[2].luck)
    assert told.lost(0) == told.steps[1].loss > told.lost(1) == 0


def test_a_game_without_dice_is_reviewed_and_others_are_refused() -> None:
    told = zermelo.review(zermelo.game("chess"), ["f3", "e5", "g4", "Qh4#"], depth=4)
    assert [step.mark for step in told.steps][2:] == ["??", ""]
    with pytest.raises(zermelo.MethodError, match="the game is over before"):
        zermelo.review(zermelo.game("chess"), ["f3", "e5", "g4", "Qh4#", "a3"], depth=1)
    with pytest.raises(zermelo.MethodError, match="kuhn-poker cannot be looked back at"):
        zermelo.review(zermelo.game("kuhn-poker"), [])


def test_a_match_with_dice_gives_both_players_the_same_rolls() -> None:
    from zermelo.arena import match

    result = match("zermelo:depth=1", "zermelo:depth=1", game="backgammon", games=6, seed=2)
    assert result.won is not None
    assert (result.won.mean, result.score) == (0, 0.5)
    for one, other in result.pairs:
        assert one.moves == other.moves
    stronger = match("zermelo:depth=1", "random", game="backgammon", games=10)
    assert stronger.won is not None
    assert stronger.won.low > 1
