"""Craps and roulette: what every bet costs, exactly, and what wise players do about it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import zermelo

Row = tuple[str, dict[str, str], str, str, Fraction]


def rows() -> list[Row]:
    found = []
    for line in (Path(__file__).parent / "casino_edges.csv").read_text().splitlines():
        if not line.startswith("#"):
            game, options, position, bet, edge, _ = line.split(",")
            given = dict(option.split("=") for option in options.split(";"))
            found.append((game, given, position, bet, Fraction(edge)))
    return found


def value(position: zermelo.Position) -> Fraction:
    report = zermelo.solve(position)
    assert report.value.kind == "proved"
    assert report.fraction is not None
    assert report.value.utility == pytest.approx(float(report.fraction), abs=1e-9)
    return report.fraction


@pytest.mark.parametrize("row", rows(), ids=lambda row: " ".join([row[0], *row[1].values(), row[3]]))
def test_every_bet_costs_what_the_rules_say(row: Row) -> None:
    name, options, text, bet, edge = row
    game = zermelo.game(name, **options)
    start = game.position(text) if text else game.start()
    assert value(start.play(bet)) == -edge


# Craps.

COME_OUT = {4: Fraction(3, 36), 5: Fraction(4, 36), 6: Fraction(5, 36), 8: Fraction(5, 36), 9: Fraction(4, 36)}
POINTS = {**COME_OUT, 10: Fraction(3, 36)}


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(("flat", "odds"), [("pass", "odds"), ("dont-pass", "lay-odds")])
def test_free_odds_cost_nothing(point: int, flat: str, odds: str) -> None:
    game = zermelo.game("craps", bets=2, down="no")
    without = game.position(f"99 0 {point} {flat}:1")
    assert value(game.position(f"99 1 {point} {flat}:1").play(f"{odds} 3")) == value(without)


@pytest.mark.parametrize("point", POINTS)
def test_the_line_is_won_as_often_as_the_dice_say(point: int) -> None:
    chance = POINTS[point] / (POINTS[point] + Fraction(6, 36))
    for flat, wins in (("pass", chance), ("dont-pass", 1 - chance)):
        position = zermelo.game("craps", bets=1, down="no").position(f"99 0 {point} {flat}:1")
        assert value(position) == 2 * wins - 1


def test_the_pass_line_is_won_with_244_of_495() -> None:
    assert (1 + value(zermelo.game("craps", bets=1, down="no").start().play("pass 1"))) / 2 == Fraction(244, 495)


@pytest.mark.parametrize(
    ("odds", "edge"),
    [
        ("1", Fraction(7, 825)),
        ("2", Fraction(1, 165)),
        ("3-4-5", Fraction(7, 1870)),
        ("10", Fraction(7, 3795)),
    ],
)
def test_odds_thin_out_the_edge(odds: str, edge: Fraction) -> None:
    """The whole loss by the whole stake, when the odds are always taken in full."""
    game = zermelo.game("craps", bets=2, down="no", odds=odds)
    rolled = game.start().play("pass 1").play("roll")
    loss, stake = Fraction(0), Fraction(1)
    for dice, probability in rolled.chances():
        share = Fraction(probability).limit_denominator(36)
        position = rolled.play(dice)
        taken = [int(move.split()[1]) for move in position.moves() if move.startswith("odds")]
        if taken:
            stake += share * max(taken)
            position = position.play(f"odds {max(taken)}")
        loss -= share * value(position)
    assert loss == Fraction(7, 495)
    assert loss / stake == edge


def test_who_may_take_a_bet_down_does() -> None:
    """One roll of a place bet costs 1/216, waiting until it is decided 1/66; before the roll it costs nothing."""
    game = zermelo.game("craps", bets=1)
    report = zermelo.solve(game.position("100 1 4").play("place6 1"))
    assert (report.move, report.fraction) == ("down place6", Fraction(0))
    rolling = game.position("99 0 4 place6:1 rolling")
    assert value(rolling) == Fraction(-1, 216)
    assert value(zermelo.game("craps", bets=1, down="no").position("99 0 4 place6:1 rolling")) == Fraction(-1, 66)


def test_nobody_should_take_down_a_bet_against_the_point() -> None:
    report = zermelo.solve(zermelo.game("craps", bets=1).position("99 0 4 dont-pass:1"))
    assert (report.move, report.fraction) == ("roll", Fraction(1, 3))


@pytest.mark.parametrize(
    ("name", "options"), [("craps", {"bets": 2, "limit": 1, "down": "no"}), ("roulette", {"bets": 1, "spins": 3})]
)
def test_the_wise_player_leaves_at_once(name: str, options: dict[str, object]) -> None:
    report = zermelo.solve(zermelo.game(name, **options))
    assert (report.move, report.value.kind, report.value.utility) == ("leave", "proved", 0)


def test_two_bets_cost_what_each_costs() -> None:
    game = zermelo.game("craps", bets=2, down="no", limit=1)
    assert value(game.start().play("pass 1").play("field 1")) == Fraction(-7, 495) - Fraction(1, 18)
    game = zermelo.game("roulette", spins=1, bets=2)
    assert value(game.start().play("red").play("17")) == Fraction(-2, 37)


# Bad input.


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        ("craps", "-5 10 off", '"-5" is no number of chips in hand, such as 95, 4/5 or 95+4/5'),
        ("craps", "95 9 6 horn:5", 'there is no bet "horn"'),
        ("craps", "95 9 7 pass:5", '"7" is no point: it is off, 4, 5, 6, 8, 9 or 10'),
        ("roulette", "-5 10", '"-5" is no number of chips in hand, such as 10 or 9.5'),
        ("roulette", "9 10 17-21", '"17-21" is no spot of this layout'),
        ("roulette", "9 10 00", '"00" is no spot of this layout'),
    ],
)
def test_positions_that_cannot_be_are_refused_in_a_sentence(game: str, text: str, reason: str) -> None:
    with pytest.raises(zermelo.PositionError) as caught:
        zermelo.game(game).position(text)
    assert str(caught.value) == f'bad position "{text}" for {game}: {reason}'


@pytest.mark.parametrize(
    ("game", "text", "move"),
    [
        ("craps", "100 10 off", "pass -5"),
        ("craps", "100 10 off", "pass 6"),
        ("craps", "100 10 off", "come 1"),
        ("craps", "95 9 off pass:5 rolling", "7-1"),
        ("roulette", "10 10", "17-21"),
        ("roulette", "9 10 red spinning", "00"),
    ],
)
def test_moves_that_are_not_offered_are_refused_in_a_sentence(game: str, text: str, move: str) -> None:
    position = zermelo.game(game).position(text)
    with pytest.raises(zermelo.IllegalMoveError, match=f'illegal move "{move}" in {game}') as caught:
        position.play(move)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("game", "options", "reason"),
    [
        ("craps", {"odds": "5"}, 'craps: option odds is "5": it must be 3-4-5 or 1 or 2 or 10'),
        ("craps", {"limit": "0"}, 'craps: option limit is "0": it must be a number from 1 to 10'),
        ("roulette", {"wheel": "russian"}, 'roulette: option wheel is "russian": it must be european or american'),
        ("roulette", {"zero": "wins"}, 'roulette: option zero is "wins": it must be loses or partage or prison'),
    ],
)
def test_options_out_of_range_are_refused_in_a_sentence(game: str, options: dict[str, str], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        zermelo.game(game, **options)
