"""The page in a real browser: by mouse, by keyboard, on a phone, without a complaint on its console."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from test_serve import running

OWN = Path(__file__).parent / "own_games.py"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running("--port", "0") as (_, found):
        yield found


def begin(page: Page, address: str, game: str, position: str | None = None) -> None:
    page.goto(address)
    page.locator(f'input[type=radio][value="{game}"]').check()
    expect(page.locator("#board svg")).to_have_attribute("aria-label", f"{game}, the start")
    if position is not None:
        page.locator("summary", has_text="Start from a position").click()
        page.locator("#position").fill(position)
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#play")).to_be_visible()


def site(page: Page, name: str) -> None:
    page.locator(f'#board [data-site="{name}"]').first.click()


def test_tic_tac_toe_by_mouse_with_undo_and_hint(page: Page, address: str) -> None:
    begin(page, address, "tic-tac-toe")
    moves = page.locator("#moves button")
    expect(moves).to_have_count(9)
    site(page, "b2")
    expect(moves).to_have_count(7)  # the engine has replied
    expect(page.locator("#history li")).to_have_count(2)
    expect(page.locator("#status")).to_have_text("Your move, x.")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#report")).to_contain_text("(proved)")
    expect(page.locator("#report")).to_contain_text("depth")
    page.get_by_role("button", name="Undo").click()
    expect(moves).to_have_count(9)
    expect(page.locator("#history li")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_the_address_leads_back_to_the_game(page: Page, address: str) -> None:
    begin(page, address, "tic-tac-toe")
    site(page, "b2")
    expect(page.locator("#history li")).to_have_count(2)
    page.reload()
    expect(page.locator("#history li")).to_have_count(2)
    page.get_by_role("button", name="New game").click()
    expect(page.locator("#setup")).to_be_visible()
    page.go_back()
    expect(page.locator("#history li")).to_have_count(2)


def test_connect_four_by_mouse_to_a_reply(page: Page, address: str) -> None:
    begin(page, address, "connect-four")
    page.locator('#board [data-site="4"]').last.click()
    expect(page.locator("#history li")).to_have_count(2)
    site(page, "1")
    expect(page.locator("#history li")).to_have_count(4)
    expect(page.locator("#board .z-last")).to_have_count(1)


def test_a_whole_game_by_keyboard_alone(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("#board svg")).to_be_visible()
    for _ in range(40):
        if page.locator("button[type=submit]:focus").count():
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#moves button")).to_have_count(9)
    for _ in range(40):
        if page.locator("#moves button:focus").count():
            break
        page.keyboard.press("Tab")
    for _ in range(9):
        # Without touching Tab again: the next list of moves has the focus.
        expect(page.locator("#moves button:focus, #status.over").first).to_be_visible()
        if page.locator("#status.over").count():
            break
        page.keyboard.press("Enter")
        expect(page.locator("#play[aria-busy=false] :is(#moves button:focus, #status.over)").first).to_be_visible()
    expect(page.locator("#status")).to_have_text(re.compile("Game over: (draw|o wins)"))


def test_the_board_can_be_played_by_keyboard(page: Page, address: str) -> None:
    begin(page, address, "tic-tac-toe")
    page.locator('#board [data-site="b2"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#history li")).to_have_count(2)
    expect(page.locator("#board [data-site]:focus")).to_have_count(1)


def test_a_position_can_be_given_and_a_wrong_one_is_explained(browser: Browser, address: str) -> None:
    page = browser.new_page()  # a refused request is on the console, so not the page that minds it
    page.goto(address)
    page.locator("summary", has_text="Start from a position").click()
    page.locator("#position").fill("nonsense")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#error")).to_contain_text('bad position "nonsense" for tic-tac-toe')
    page.locator("#position").fill("xx./oo./... x")
    page.get_by_role("button", name="Play").click()
    site(page, "c3")
    expect(page.locator("#status")).to_have_text("Game over: x wins")
    page.close()


def test_two_engines_play_by_themselves(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("#board svg")).to_be_visible()
    for row in page.locator("#seats select:not(.limit select)").all():
        row.select_option("random")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#status")).to_have_class(re.compile("over"))


def test_clicks_in_sequence_narrow_the_moves(page: Page) -> None:
    with running("--port", "0", f"{OWN}:Pairs") as (_, address):
        begin(page, address, "pairs")
        moves = page.locator("#moves button")
        expect(moves).to_have_count(6)
        site(page, "q")
        expect(moves).to_have_text(["qp", "qr"])
        expect(page.locator("#board .z-halo.z-picked")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(moves).to_have_count(6)
        site(page, "q")
        site(page, "r")
        expect(page.locator("#history li").first).to_contain_text("qr")
        expect(page.locator("#status")).to_contain_text("Game over")


def test_sites_may_be_picked_in_another_order(page: Page) -> None:
    with running("--port", "0", f"{OWN}:Dice") as (_, address):
        begin(page, address, "dice")
        moves = page.locator("#moves button")
        site(page, "die3")
        expect(moves).to_have_text(["keep 3"])
        site(page, "die1")
        expect(moves).to_have_text(["keep 13", "keep 123"])
        site(page, "die2")
        site(page, "die2")  # changed my mind
        site(page, "roll")
        expect(page.locator("#history li")).to_have_text(["first: keep 13"])


def test_a_game_can_be_left_while_the_engine_thinks(page: Page, address: str) -> None:
    page.goto(address)
    page.locator('input[value="connect-four"]').check()
    expect(page.locator("#seats .who")).to_have_text(["red", "yellow"])
    page.locator("#seats input").last.fill("10")
    page.get_by_role("button", name="Play").click()
    site(page, "4")
    expect(page.locator("#status")).to_have_text("yellow is thinking…")
    page.get_by_role("button", name="New game").click()
    begin(page, address, "tic-tac-toe")
    site(page, "b2")
    expect(page.locator("#history li")).to_have_count(2)


def test_hidden_cards_stay_hidden_and_no_hint_is_offered(page: Page) -> None:
    with running("--port", "0", f"{OWN}:HighCard") as (_, address):
        begin(page, address, "high-card")
        expect(page.locator("#observation")).to_be_visible()
        own = page.locator("#observation").inner_text().split()[0]
        others = {"acorn", "bellflower", "cloverleaf"} - {own}
        assert not any(card in page.content() for card in others)
        expect(page.get_by_role("button", name="Hint")).to_be_hidden()
        expect(page.get_by_role("button", name="Undo")).to_be_hidden()


def test_markup_from_a_game_of_ones_own_is_shown_as_text(page: Page) -> None:
    with running("--port", "0", f"{OWN}:Nasty") as (_, address):
        page.goto(address)
        expect(page.locator(".choice").first).to_contain_text("<script>alert(3)</script>")
        expect(page.locator("#rules")).to_be_hidden()
        page.get_by_role("button", name="Play").click()
        expect(page.locator("#moves button").first).to_have_text("<img src=x onerror=alert(5)>pq")
        page.locator("#moves button").first.click()
        expect(page.locator("#status")).to_contain_text("Game over")
        assert page.locator("script").count() == 1
        assert page.locator("img").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_everything_without_scrolling_sideways(browser: Browser, address: str, scheme: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme=scheme, has_touch=True)  # type: ignore[arg-type]
    page = context.new_page()
    begin(page, address, "connect-four")
    page.locator('#board [data-site="4"]').first.tap()
    expect(page.locator("#history li")).to_have_count(2)
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    context.close()
