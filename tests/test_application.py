"""The application in a real browser: every game from its start to a file and back, analysis, review, two browsers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, Request, Response, Route, expect

import zermelo
from hostile import SCRIPTS
from test_browser import begin, site
from test_serve import running

OWN = Path(__file__).parent / "own_games.py"
OPEN = [name for name in zermelo.games() if not zermelo.game(name).facts["hidden"]]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running("--port", "0") as (_, found):
        yield found


def people(page: Page) -> None:
    """Lets people play for everybody."""
    expect(page.locator("#seats .seat").first).to_be_visible()
    for row in page.locator("#seats select:not(.limit select)").all():
        row.select_option("human")


def start(page: Page, address: str, game: str) -> None:
    page.goto(address)
    page.locator(f'input[type=radio][value="{game}"]').check()
    expect(page.locator("#board svg")).to_have_attribute("aria-label", f"{game}, the start")
    people(page)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#play")).to_be_visible()
    expect(page.locator("#moves button").first).to_be_visible()


def steps(page: Page) -> list[str]:
    return [text.split(":", 1)[-1].strip() for text in page.locator("#history li").all_inner_texts()]


def move(page: Page) -> None:
    """A move by clicks on the board, or by its button where the game offers nothing else."""
    before = len(steps(page))
    for _ in range(8):
        targets = page.locator("#board .z-target")
        if targets.count() == 0:
            page.locator("#moves button").first.click()
        else:
            targets.first.click(force=True)
        expect(page.locator("#play[aria-busy=false]")).to_be_visible()  # the answer has come
        if len(steps(page)) != before:
            return
    page.locator("#moves button").first.click()
    expect(page.locator("#history li")).not_to_have_count(before)


@pytest.mark.parametrize("name", OPEN)
def test_every_game_from_its_start_to_a_file_and_back(page: Page, address: str, name: str) -> None:
    start(page, address, name)
    begun = steps(page)
    move(page)
    moved = steps(page)
    assert len(moved) > len(begun)
    # Take back, and play it again.
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#history li")).to_have_count(len(begun))
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#history li")).to_have_count(len(moved))
    if page.locator("#status.over").count() == 0:
        if page.get_by_role("button", name="Hint").is_enabled():
            page.get_by_role("button", name="Hint").click()
            expect(page.locator("#report")).to_contain_text("Hint:")
        page.locator("#analyse").click()
        expect(page.locator("#best li").first).to_be_visible()
        expect(page.locator("#effort")).to_contain_text("nodes")
        page.locator("#analyse").click()
    # A reload keeps the game.
    page.reload()
    expect(page.locator("#history li")).to_have_count(len(moved))
    assert steps(page) == moved
    # Out and in again.
    page.locator("#position-shown > summary").click()
    position = page.locator("#text").inner_text()
    with page.expect_download() as saved:
        page.locator("#files button", has_text="JSON").click()
    text = Path(saved.value.path()).read_text()
    page.goto(f"{address}games")
    expect(page.locator("#kept tr").first).to_be_visible()
    page.locator("#import-text").fill(text)
    page.get_by_role("button", name="Open it").click()
    expect(page.locator("#history li")).to_have_count(len(moved))
    assert steps(page) == moved
    page.locator("#position-shown > summary").click()
    expect(page.locator("#text")).to_have_text(position)


TWO = """[Event "Open"]
[Date "2024.01.02"]
[White "José, Ann"]
[Black "Bob"]
[Result "1-0"]

1. e4 e5 1-0

[White "Cleo"]
[Black "Dora"]
[Result "*"]

1. d4 d5 *
"""


def test_a_file_of_several_games_is_brought_without_asking_which_game_it_is(
    page: Page, address: str, tmp_path: Path
) -> None:
    file = tmp_path / "two.pgn"
    file.write_bytes(TWO.encode("latin-1"))  # as the standard of PGN has it
    page.goto(f"{address}games")
    page.locator("#file").set_input_files(file)
    expect(page.locator("#import-text")).to_have_value(TWO)
    page.get_by_role("button", name="Open it").click()
    expect(page.locator("#brought")).to_have_text("2 games were brought.")
    rows = page.locator("#kept tr")
    expect(rows.first).to_contain_text("José, Ann – Bob")
    expect(rows.first).to_contain_text("Open, 2024.01.02")
    expect(rows.first).to_contain_text("white wins (as recorded)")
    expect(rows.nth(1)).to_contain_text("going on")
    page.locator("#search").fill("josé")
    expect(rows).to_have_count(1)
    rows.first.get_by_role("link", name="Chess").click()
    expect(page.locator("#status")).to_have_text("Game over: white wins (as recorded)")
    expect(page.locator("#history li")).to_have_count(2)


def test_a_file_that_tells_no_game_is_asked_about(browser: Browser, address: str) -> None:
    page = browser.new_page()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/v1/plays?*", hold)  # the list of games comes late: the error must outlast it
    page.goto(f"{address}games")
    page.locator("#import-text").fill("hello")
    page.get_by_role("button", name="Open it").click()
    error = page.locator("#error")
    expect(error).to_have_text("which game this file tells is not clear: choose the game")
    expect(page.locator("#import-game")).to_be_focused()
    while not held:
        page.wait_for_timeout(10)
    held.pop().continue_()
    expect(page.locator("#total")).to_have_text(re.compile("none|of"))
    expect(error).to_have_text("which game this file tells is not clear: choose the game")
    page.get_by_label("State").select_option("over")
    expect(error).to_be_hidden()
    page.close()


def test_on_a_phone_every_game_kept_shows_its_outcome_and_can_be_deleted(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto(f"{address}games")
    page.locator("#import-text").fill(TWO)
    page.get_by_role("button", name="Open it").click()
    expect(page.locator("#brought")).not_to_be_empty()
    row = page.locator("#kept tr", has_text="white wins (as recorded)").first
    for part in (row.get_by_text("white wins (as recorded)"), row.get_by_role("button", name="delete")):
        box = part.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    context.close()


def test_games_are_listed_under_their_titles(page: Page, address: str) -> None:
    for path in ("games", "watch"):
        page.goto(f"{address}{path}")
        expect(page.locator("#game option", has_text="Nine men's morris")).to_have_count(1)


def test_a_piece_can_be_dragged(page: Page, address: str) -> None:
    start(page, address, "chess")

    def middle(name: str) -> tuple[float, float]:
        box = page.locator(f'#board [data-site="{name}"]').first.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    for turned in (False, True):
        if turned:
            page.get_by_role("button", name="Flip").click()
        one, other = (middle(name) for name in (("e7", "e5") if turned else ("e2", "e4")))
        page.mouse.move(*one)
        page.mouse.down()
        page.mouse.move(one[0], (one[1] + other[1]) / 2)
        expect(page.locator("#board .z-dragged")).to_have_count(1)
        held = page.locator("#board .z-dragged").bounding_box()
        assert held is not None, "the piece follows the pointer"
        assert abs(held["y"] + held["height"] / 2 - (one[1] + other[1]) / 2) < held["height"] / 2
        page.mouse.move(*other)
        page.mouse.up()
        expect(page.locator("#history li")).to_have_count(2 if turned else 1)
    assert steps(page) == ["e4", "e5"]


def test_moves_can_be_typed(page: Page, address: str) -> None:
    start(page, address, "chess")
    for count, text in enumerate(("e4", "e5", "g1f3"), 1):
        page.locator("#typed").fill(text)
        page.keyboard.press("Enter")
        expect(page.locator("#history li")).to_have_count(count)
    assert steps(page) == ["e4", "e5", "Nf3"]


def test_whoever_plays_black_sits_on_blacks_side(page: Page, address: str) -> None:
    page.goto(address)
    page.locator('input[type=radio][value="chess"]').check()
    expect(page.locator("#board svg")).to_have_attribute("aria-label", "chess, the start")
    first, second = page.locator("#seats select:not(.limit select)").all()
    first.select_option("level beginner")
    second.select_option("human")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#board.flipped")).to_be_visible()
    expect(page.locator("#history li")).to_have_count(1)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#board .z-advice polygon")).to_have_count(1)
    page.get_by_role("button", name="New game").click()
    expect(page.locator("#board:not(.flipped)")).to_be_visible()


def test_what_players_have_stands_beside_the_board(page: Page, address: str) -> None:
    start(page, address, "othello")
    expect(page.locator("#players .tally")).to_have_text(["2 discs", "2 discs"])
    site(page, "d3")
    expect(page.locator("#players .tally")).to_have_text(["4 discs", "1 disc"])
    page.get_by_role("button", name="one back").click()
    expect(page.locator("#players .tally")).to_have_text(["2 discs", "2 discs"])


def test_looking_back_changes_nothing_and_lines_show_on_the_board(page: Page, address: str) -> None:
    start(page, address, "connect-four")
    for count, column in enumerate("443", 1):
        site(page, column)
        expect(page.locator("#history li")).to_have_count(count)
        expect(page.locator("#play[aria-busy=false]")).to_be_visible()
    page.get_by_role("button", name="one back").click()
    page.get_by_role("button", name="one back").click()
    expect(page.locator("#where")).to_have_text("ply 1 of 3: looking only")
    page.locator("#analyse").click()
    expect(page.locator("#board .z-advice")).to_have_count(1)
    page.locator("#best .step").nth(1).click()
    expect(page.locator("#where")).to_contain_text("ply 1 of 3, then")
    line = page.locator("#where").inner_text()
    # A line is gone through like the game.
    page.get_by_role("button", name="one back").click()
    expect(page.locator("#where")).not_to_have_text(line)
    page.get_by_role("button", name="one forward").click()
    expect(page.locator("#where")).to_have_text(line)
    site(page, "1")
    expect(page.locator("#where")).to_have_text(re.compile("ply 1 of 3, then .* 1: looking only"))
    page.keyboard.press("End")
    expect(page.locator("#where")).to_have_text("ply 3")
    expect(page.locator("#history li")).to_have_count(3)
    expect(page.locator("#bar")).to_be_visible()
    page.locator("#features-shown > summary").click()
    expect(page.locator("#features tr").first).to_be_visible()


def test_a_review_marks_blunders_and_asks_for_something_better(page: Page, address: str) -> None:
    start(page, address, "chess")
    for count, text in enumerate(("f3", "e5", "g4", "Qh4#"), 1):
        page.locator("#typed").fill(text)
        page.keyboard.press("Enter")
        expect(page.locator("#history li")).to_have_count(count)
    page.get_by_role("button", name="Review").click()
    expect(page.locator("#history .weak").first).to_be_visible()
    expect(page.locator("#graph svg")).to_be_visible()
    page.get_by_role("button", name="Do better: 3. g4??").click()
    expect(page.locator("#tell")).to_contain_text("Find a better move than g4")
    page.locator("#typed").fill("h3")
    page.keyboard.press("Enter")
    expect(page.locator("#tell")).to_contain_text("h3 is not good enough: white loses in 4 plies (proved) after Qh4+")
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator("#tell")).to_contain_text("Better is")
    expect(page.locator("#history li")).to_have_count(4)


def test_why_not_tells_and_shows_the_refutation(page: Page, address: str) -> None:
    start(page, address, "chess")
    for count, text in enumerate(("f3", "e5"), 1):
        page.locator("#typed").fill(text)
        page.keyboard.press("Enter")
        expect(page.locator("#history li")).to_have_count(count)
    page.locator("#analyse").click()
    page.locator("#why-move").fill("g4")
    page.get_by_role("button", name="Why not?").click()
    expect(page.locator("#why-told")).to_contain_text("g4 leads to white loses in 2 plies (proved)")
    page.get_by_role("button", name="Show it on the board").click()
    expect(page.locator("#where")).to_contain_text("then g4 Qh4#")
    page.keyboard.press("End")
    expect(page.locator("#where")).to_have_text("ply 2")
    page.get_by_role("link", name="Step through a small search").press("Enter")  # lines that come in may move it
    expect(page.locator("#picture svg")).to_be_visible()


def test_dice_by_hand_and_a_clock(page: Page, address: str) -> None:
    page.goto(address)
    page.locator('input[value="pig"]').check()
    expect(page.locator("#by-hand")).to_be_visible()
    people(page)
    page.locator("#by-hand").check()
    page.locator("summary", has_text="Clock").click()
    page.locator("#minutes").fill("5")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".clock").first).to_have_text(re.compile(r"[45]:\d\d"))
    page.locator("#moves button", has_text="roll").click()
    expect(page.locator("#status")).to_have_text("Roll the dice, and say what they show.")
    page.locator("#moves button", has_text="6").click()
    expect(page.locator("#history li")).to_have_count(2)
    page.locator("#moves button", has_text="roll").click()
    page.get_by_role("button", name="Roll", exact=True).click()
    expect(page.locator("#history li")).to_have_count(4)


def test_a_game_can_be_given_up(page: Page, address: str) -> None:
    begin(page, address, "chess")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()
    expect(page.locator("#status")).to_have_text("Game over: white resigned: black wins")


def test_the_page_comes_back_after_the_server_was_killed(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page()
    database = f"sqlite:///{tmp_path / 'games.db'}"
    with running("--port", "0", ZERMELO_DATABASE=database) as (_, address):
        begin(page, address, "tic-tac-toe")
        site(page, "b2")
        expect(page.locator("#history li")).to_have_count(2)
    expect(page.locator("#error")).to_contain_text("the connection was lost")
    port = address.rsplit(":", 1)[1].strip("/")
    with running("--port", port, ZERMELO_DATABASE=database):
        expect(page.locator("#error")).to_be_hidden()
        page.locator("#moves button").first.click()
        expect(page.locator("#history li")).to_have_count(4)
    page.close()


def test_two_browsers_in_one_hidden_game_never_see_the_others_card(browser: Browser) -> None:
    from own_games import CARDS

    with running("--port", "0", f"{OWN}:HighCard") as (_, address):
        traffic: list[list[str]] = [[], []]
        contexts = [browser.new_context() for _ in range(2)]
        pages = [context.new_page() for context in contexts]

        def note(texts: list[str]) -> object:
            def take(response: Response) -> None:
                if "/events" not in response.url and response.ok:
                    texts.append(response.text())

            return take

        for page, texts in zip(pages, traffic, strict=True):
            page.on("response", note(texts))  # type: ignore[call-overload]
            # What the stream brings is noted by the page itself.
            page.add_init_script(
                "const Heard = EventSource; window.heard = [];"
                "window.EventSource = class extends Heard { constructor(...all) { super(...all);"
                "for (const name of ['play', 'trouble'])"
                "this.addEventListener(name, (event) => window.heard.push(event.data)); } };"
                "window.EventSource.CLOSED = 2;"
            )
        one, other = pages
        one.goto(address)
        people(one)
        one.get_by_role("button", name="Play", exact=True).click()
        invitation = one.locator("#invitations a").get_attribute("href")
        assert invitation is not None
        other.goto(invitation)
        cards = []
        for page in pages:
            expect(page.locator("#observation")).to_be_visible()
            cards.append(page.locator("#observation").inner_text().split()[0])
        assert cards[0] != cards[1]
        for page in pages:
            expect(page.locator("#moves button", has_text="stay")).to_be_visible()
            page.locator("#moves button", has_text="stay").click()
        for page in pages:
            expect(page.locator("#status")).to_contain_text("Game over")
        for page, texts, card in zip(pages, traffic, cards, strict=True):
            heard = page.evaluate("() => window.heard")
            assert len(heard) >= 2
            texts += [*heard, page.content()]
            assert any(card in text for text in texts)
            for secret in set(CARDS) - {card}:
                assert not any(secret in text for text in texts)
        for context in contexts:
            context.close()


def test_a_game_of_ones_own_is_kept_and_analysed(page: Page) -> None:
    with running("--port", "0", f"{OWN}:Pairs") as (_, address):
        start(page, address, "pairs")
        page.locator("#analyse").click()
        expect(page.locator("#best li").first).to_be_visible()
        site(page, "q")
        site(page, "r")
        expect(page.locator("#history li")).to_have_count(1)
        page.goto(f"{address}games")
        expect(page.locator("#kept")).to_contain_text("Pairs")
        page.get_by_role("button", name="delete this game of pairs").click()
        page.get_by_role("button", name="delete this game of pairs").click()
        expect(page.locator("#total")).to_have_text("none")


def test_nothing_is_asked_of_another_place(page: Page, address: str) -> None:
    foreign: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith((address, "data:", "blob:")):
            foreign.append(request.url)

    page.on("request", note)
    start(page, address, "tic-tac-toe")
    for path in ("games", "trees", "quiz"):
        page.goto(f"{address}{path}")
        page.wait_for_load_state("load")
    assert foreign == []


def test_hostile_addresses_run_nothing(browser: Browser, address: str) -> None:
    page = browser.new_page()
    ran: list[str] = []
    page.on("dialog", lambda dialog: ran.append(dialog.message))
    for word in SCRIPTS:
        for path in ("#", "trees#", "trees?play=", "games?search="):
            page.goto(f"{address}{path}{quote(word, safe='')}")
        page.goto(f"{address}games")
        page.locator("#search").fill(word)
    expect(page.locator("#total")).to_be_visible()
    assert ran == []
    page.close()


def test_every_page_fits_a_phone(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    for path in ("", "games", "watch", "trees", "quiz"):
        page.goto(f"{address}{path}")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("() => document.documentElement.scrollWidth") == 390, path
    context.close()


def test_a_match_can_be_watched(page: Page, address: str) -> None:
    page.goto(f"{address}watch")
    page.locator("#game").select_option("tic-tac-toe")
    page.locator("#games").fill("4")
    page.locator("#seconds").fill("0.01")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#matches")).to_contain_text("finished")
    expect(page.locator("#matches")).to_contain_text("4 of 4")
    page.reload()
    expect(page.locator("#matches")).to_contain_text("4 of 4")
    page.get_by_role("button", name="Delete").first.click()
    expect(page.locator("#matches")).not_to_contain_text("4 of 4")
