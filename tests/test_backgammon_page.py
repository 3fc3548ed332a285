"""Backgammon to look at and to play on: plays and the cube by clicks, what the board shows."""

from __future__ import annotations

from playwright.sync_api import Page, expect

import zermelo
from test_browser import begin, site
from test_serve import running
from zermelo.draw.svg import svg
from zermelo.draw.terminal import terminal

WHITE_31 = "4HPwATDgc/ABMA:MIEFAAAAAAAA"


def test_a_play_is_made_by_clicking_points(page: Page) -> None:
    with running("--port", "0") as (_, address):
        begin(page, address, "backgammon", WHITE_31)
        expect(page.locator("#moves button")).to_have_count(16)
        for name in ("8", "5", "6", "5"):
            site(page, name)
        expect(page.locator("#history li").first).to_contain_text("8/5 6/5")
        expect(page.locator("#history li")).to_have_count(4)  # the dice, the engine's reply, the dice


def test_checkers_may_be_moved_in_another_order(page: Page) -> None:
    with running("--port", "0") as (_, address):
        begin(page, address, "backgammon", WHITE_31)
        expect(page.locator("#moves button")).to_have_count(16)
        for name in ("6", "5", "24", "21"):
            site(page, name)
        expect(page.locator("#history li").first).to_contain_text("24/21 6/5")
        expect(page.locator("#history li")).to_have_count(4)  # the dice, the engine's reply, the dice


def test_the_last_play_is_marked_where_checkers_landed() -> None:
    before = zermelo.game("backgammon").position(WHITE_31)
    after = before.play("8/5 6/5")
    assert svg(after, before=before).count('class="z-shape z-disc"') == 30
    marked = [part for part in svg(after, before=before).split("<g ") if 'class="z-last"' in part and "z-disc" in part]
    assert len(marked) == 2


def test_the_board_tells_everything_without_colours() -> None:
    position = zermelo.game("backgammon").position(WHITE_31)
    picture = terminal(position).plain
    assert (picture.count("●"), picture.count("○")) == (15, 15)
    titles = [shape.title for shape in position.picture().shapes]
    assert "point 6, 5 white checkers" in titles
    assert "point 1, 2 black checkers" in titles
    assert "0 white checkers borne off, 167 pips to go" in titles
    assert "die of 3" in titles


def test_points_have_the_numbers_of_the_side_on_roll() -> None:
    after = zermelo.game("backgammon").position(WHITE_31).play("8/5 6/5")
    titles = [shape.title for shape in after.picture().shapes]
    assert "point 24, 2 black checkers" in titles
    assert "point 20, 2 white checkers" in titles


def test_the_cube_is_doubled_and_taken_by_a_click() -> None:
    game = zermelo.game("backgammon", cube="on")
    choose = game.position("4HPwATDgc/ABMA")
    assert dict(choose.sites()) == {"roll": ["dice"], "double": ["cube"]}
    offered = choose.play("double")
    assert dict(offered.sites()) == {"take": ["cube"], "drop": []}
    assert "cube, offered at 2" in [shape.title for shape in offered.picture().shapes]
    taken = offered.play("take")
    assert "cube at 2, black's" in [shape.title for shape in taken.picture().shapes]
