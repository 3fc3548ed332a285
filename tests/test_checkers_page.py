"""Checkers to look at and to play on: a jump by its squares, kings told from men without colours."""

from __future__ import annotations

from playwright.sync_api import Page, expect

import zermelo
from test_browser import begin, site
from test_serve import running
from zermelo.draw.svg import svg
from zermelo.draw.terminal import terminal


def test_a_jump_is_made_by_clicking_its_squares(page: Page) -> None:
    with running("--port", "0") as (_, address):
        begin(page, address, "checkers", "B:W6,7,14,15,31,32:B2,K20")
        expect(page.locator("#moves button")).to_have_text(["2x11x18", "2x9x18"])
        for name in ("2", "9", "18"):
            site(page, name)
        expect(page.locator("#history li").first).to_contain_text("2x9x18")
        expect(page.locator("#history li")).to_have_count(2)  # the engine has replied
        # From where the last move came, and where it led.
        expect(page.locator("#board .z-last")).to_have_count(2)


def test_kings_are_told_from_men_without_colours() -> None:
    position = zermelo.game("checkers").position("B:WK6,14:B2,K20")
    picture = terminal(position).plain
    assert [picture.count(sign) for sign in ("●", "○", "●K", "○K")] == [2, 2, 1, 1]
    titles = [shape.title for shape in position.picture().shapes if shape.site in {"2", "6", "14", "20", "21"}]
    assert titles == [
        "square 2, black man",
        "square 6, white king",
        "square 14, white man",
        "square 20, black king",
        "square 21, empty",
    ]


def test_the_last_move_is_marked_with_what_it_took() -> None:
    before = zermelo.game("checkers").position("B:W6,7,14,15,31,32:B2,K20")
    # Where the jump began and ended, and the two pieces that are gone.
    assert svg(before.play("2x9x18"), before=before).count('class="z-last"') == 4
