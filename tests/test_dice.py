"""Games with dice: exact values, cuts at chance nodes, and what they save."""

from __future__ import annotations

from fractions import Fraction

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
