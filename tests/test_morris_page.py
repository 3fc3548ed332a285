"""Morris and awari to look at and to play on: a mill by its points, men in hand, houses under their names."""

from __future__ import annotations

from playwright.sync_api import Page, expect

import zermelo
from test_browser import begin, site
from test_serve import running
from zermelo.draw.svg import svg
from zermelo.draw.terminal import terminal

MILL = "w.b/w.b/.../w...../.bb/.../.w. w 0 0 4"


def test_a_mill_is_made_by_where_from_where_to_and_whom_it_takes(page: Page) -> None:
    with running("--port", "0") as (_, address):
        begin(page, address, "nine-mens-morris", MILL)
        site(page, "d1")
        site(page, "a1")
        expect(page.locator("#board .z-target")).to_have_count(4)  # the men that it may take
        site(page, "f6")
        expect(page.locator("#history li").first).to_contain_text("d1-a1xf6")
        expect(page.locator("#history li")).to_have_count(2)  # the engine has replied


def test_a_house_of_awari_is_sown_by_a_click(page: Page) -> None:
    with running("--port", "0") as (_, address):
        begin(page, address, "awari")
        expect(page.locator("#moves button")).to_have_text(["A", "B", "C", "D", "E", "F"])
        site(page, "s3")
        expect(page.locator("#history li").first).to_contain_text("C")
        expect(page.locator("#history li")).to_have_count(2)  # the engine has replied


def test_the_last_move_is_marked_with_the_man_it_took() -> None:
    before = zermelo.game("morris").position(MILL)
    # Two points that are empty now, each a dot on a field to click on, and the man that moved.
    assert svg(before.play("d1-a1xf6"), before=before).count('class="z-last"') == 5


def test_men_are_told_apart_without_colours_and_those_in_hand_are_shown() -> None:
    position = zermelo.game("morris").start().play("d2").play("a1")
    picture = terminal(position).plain
    assert [picture.count(sign) for sign in "○●"] == [9, 9]
    titles = {shape.site: shape.title for shape in position.picture().shapes if shape.site}
    assert len(titles) == 24
    assert [titles[name] for name in ("d2", "a1", "g7")] == ["d2, white", "a1, black", "g7, empty"]
    assert "white has 8 men in hand" in {shape.title for shape in position.picture().shapes}
    assert "black to move" not in picture
    assert "white to place" in picture
