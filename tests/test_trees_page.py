"""The tree page: its interface over HTTP, and the page itself in a real browser, by mouse and by keyboard alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Page, expect

from test_serve import running
from test_web import ADDRESS, Client, answer, error
from zermelo.tree import tree
from zermelo.web import create_app

LECTURE = "((3 12 8) (2 4 6) (14 5 2))"


@pytest.fixture
def client() -> Iterator[Client]:
    made = Client(create_app())
    yield made
    made.close()


def searched(client: Client, **wanted: Any) -> dict[str, Any]:
    return answer(client.post("/trees", {"tree": LECTURE, **wanted}))


def test_a_tree_is_searched_step_by_step(client: Client) -> None:
    view = searched(client)
    assert view["text"] == "max(min(3 12 8) min(2 4 6) min(14 5 2))"
    assert view["summary"] == "alpha-beta: value 3, 7 of 9 leaves examined"
    assert len(view["steps"]) == 38
    assert "<style" not in view["picture"]  # the page has the style, and its policy allows no other
    ElementTree.fromstring(view["picture"])
    again = searched(client, tree=view["data"], method="minimax")
    assert (again["text"], again["method"]) == (view["text"], "minimax")


def test_what_was_searched_for_is_done(client: Client) -> None:
    assert "5 of 9" in searched(client, order="best")["summary"]
    assert "9 of 9" in searched(client, order="worst")["summary"]
    ties = "((2 2) (2 9))"
    assert "3 of 4" in searched(client, tree=ties)["summary"]
    assert "4 of 4" in searched(client, tree=ties, strict=True)["summary"]
    assert "= 1" in searched(client, tree="((2 2) (2 2))", table=True)["picture"]
    chance = "(chance(0.5:8 0.5:2) chance(0.9:1 0.1:8))"
    assert "4 of 4" in searched(client, tree=chance)["summary"]
    assert "3 of 4" in searched(client, tree=chance, prune=True)["summary"]


def test_random_trees_are_the_same_for_the_same_seed(client: Client) -> None:
    wanted = {"seed": 5, "branching": 3, "height": 2, "kind": "correlated"}
    one, same = (answer(client.post("/trees/random", wanted)) for _ in range(2))
    assert one == same
    assert tree(one["text"]).nodes() == 13


@pytest.mark.parametrize(
    ("ending", "begins"),
    [("svg", "<svg"), ("html", "<!doctype"), ("tex", "% "), ("dot", "digraph"), ("film", "<svg"), ("compare", "<svg")],
)
def test_a_search_is_written_for_other_programs(client: Client, ending: str, begins: str) -> None:
    file = answer(client.post(f"/trees/files/{ending}", {"tree": LECTURE}))
    assert file["content"].startswith(begins)


def test_a_search_is_written_as_json(client: Client) -> None:
    file = answer(client.post("/trees/files/json", {"tree": LECTURE}))
    assert json.loads(file["content"])["value"] == 3


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"tree": "(1 2"}, "1 bracket is not closed"),
        ({"tree": {"turn": 0, "children": []}}, "an inner node has at least one child"),
        ({"tree": {"leaf": ["x"]}}, "a tree is"),
        ({"tree": "(chance(1:2) 1)", "method": "minimax"}, "does not apply to a tree with chance nodes"),
        ({"tree": "(<1 2 3> <3 2 1>)"}, "has more players"),
        ({"tree": f"({'1 ' * 2_100})"}, "the page shows trees of at most 2,000 nodes"),
        ({"tree": "1" * 50_001}, "the page shows trees of at most 2,000 nodes"),
        ({"tree": LECTURE, "colour": "red"}, 'unknown field "colour"'),
        ({}, 'the field "tree" is missing'),
    ],
)
def test_what_is_no_tree_gets_a_sentence(client: Client, wanted: dict[str, Any], sentence: str) -> None:
    assert sentence in error(client.post("/trees", wanted), 422)


def test_deep_data_gets_a_sentence(client: Client) -> None:
    data: dict[str, Any] = {"leaf": [1, -1]}
    for _ in range(150):
        data = {"turn": 0, "children": [{"name": "1", "tree": data}]}
    assert "and 40 plies" in error(client.post("/trees", {"tree": data}), 422)
    deep = '{"tree": ' + '{"turn":0,"children":[{"name":"1","tree":' * 9_000 + "1" + "}]}" * 9_000 + "}"
    response = client.request(
        "POST", "/api/v1/trees", content=deep, headers={"Content-Type": "application/json", "Origin": ADDRESS}
    )
    assert response.status_code in {400, 422}, response.text
    assert "1000 deep" in error(client.post("/trees", {"tree": f"{'(' * 20_000}1{')' * 20_000}"}), 422)


def test_a_large_random_tree_is_refused(client: Client) -> None:
    assert "at most 2,000 nodes" in error(client.post("/trees/random", {"branching": 8, "height": 8}), 422)


def test_evaluations_are_written_in_few_digits(client: Client) -> None:
    play = client.begin(game="chess")
    view = answer(client.get(f"/api/v1/plays/{play['id']}/tree", params={"depth": 1}))
    numbers = re.findall(r"=(-?[\d.]+)", view["text"])
    assert len(numbers) == 20
    assert max(map(len, numbers)) <= 9, view["text"]
    single = 0.010400000028312206  # what 0.0104 is in single precision
    assert searched(client, tree=f"({single} 0.1 0.123456789012345 3)")["text"] == "max(0.0104 0.1 0.123456789012345 3)"


# in a browser


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running("--port", "0") as (_, found):
        yield found


def value(page: Page, number: int) -> str:
    return page.locator(f'[data-node="{number}"] .value').text_content() or ""


def test_a_leaf_is_changed_and_a_move_is_reordered_by_mouse(page: Page, address: str) -> None:
    page.goto(f"{address}trees")
    expect(page.locator("#summary")).to_have_text("alpha-beta: value 3, 7 of 9 leaves examined")
    page.locator('[data-node="6"]').click()  # the 2 that was enough to cut
    page.locator("#node input").fill("7")
    page.locator("#node input").press("Enter")
    expect(page.locator("#summary")).to_have_text("alpha-beta: value 4, 9 of 9 leaves examined")
    expect(page.locator("#text")).to_have_value("max(min(3 12 8) min(7 4 6) min(14 5 2))")
    page.locator('[data-node="5"]').click()
    page.get_by_role("button", name="◀ earlier").click()
    expect(page.locator("#text")).to_have_value("max(2=min(7 4 6) 1=min(3 12 8) min(14 5 2))")
    page.get_by_role("button", name="best first").click()
    expect(page.locator("#summary")).to_have_text("alpha-beta: value 4, 5 of 9 leaves examined")
    page.go_back()
    page.go_back()
    page.go_back()
    expect(page.locator("#summary")).to_have_text("alpha-beta: value 3, 7 of 9 leaves examined")


def test_a_tree_is_grown_with_chance_and_pruned(page: Page, address: str) -> None:
    page.goto(f"{address}trees#(1 2)")
    page.locator('[data-node="1"]').click()
    page.get_by_role("button", name="split").click()
    expect(page.locator("#text")).to_have_value("max(min(1 1) 2)")
    page.locator("#node select").select_option("chance")
    expect(page.locator("#text")).to_have_value("max(chance(0.5:1 0.5:1) 2)")
    page.get_by_role("button", name="add a leaf").click()
    expect(page.locator('[data-node="4"]')).to_be_visible()
    page.locator('[data-node="2"]').click()
    page.get_by_label("Probability").fill("0.6")
    page.get_by_label("Probability").press("Enter")
    expect(page.locator("#text")).to_have_value("max(chance(0.6:1 0.2:1 0.2:0) 2)")
    page.get_by_role("button", name="remove").click()
    expect(page.locator("#text")).to_have_value("max(chance(0.5:2=1 0.5:3=0) 2)")


def test_a_random_tree_is_drawn_and_saved(page: Page, address: str) -> None:
    page.goto(f"{address}trees")
    page.locator("#height").fill("2")
    page.get_by_role("button", name="Draw one").click()
    expect(page.locator("#text")).not_to_have_value("max(min(3 12 8) min(2 4 6) min(14 5 2))")
    with page.expect_download() as download:
        page.get_by_role("button", name="LaTeX").click()
    assert "tikzpicture" in Path(download.value.path()).read_text(encoding="utf-8")


def test_a_tree_is_typed_and_stepped_by_keyboard_alone(page: Page, address: str) -> None:
    page.goto(f"{address}trees")
    expect(page.locator(".step-count")).to_have_text("38 of 38")
    for _ in range(60):
        if page.locator("#text:focus").count():
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Control+a")
    page.keyboard.type("((1 2) (0 5))")
    page.keyboard.press("Enter")
    expect(page.locator("#summary")).to_have_text("alpha-beta: value 1, 3 of 4 leaves examined")
    page.keyboard.press("Tab")  # out of the text, where the keys are for stepping
    page.keyboard.press("Home")
    expect(page.locator(".step-told")).to_have_text("Look at the root with the window (−∞, ∞).")
    assert value(page, 0) == ""
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".step-told")).to_have_text("The window at 1 becomes (−∞, 1).")
    page.keyboard.press("End")
    assert value(page, 0) == "1"
    for _ in range(60):
        if page.locator('[data-node="2"]:focus').count():
            break
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    expect(page.locator("#summary")).to_have_text("alpha-beta: value 2, 3 of 4 leaves examined")


def test_a_wrong_tree_gets_a_sentence_and_loses_nothing(browser: Browser, address: str) -> None:
    page = browser.new_page()  # whose console may complain about the refusal
    page.goto(f"{address}trees")
    expect(page.locator("#summary")).to_contain_text("value 3")
    page.locator("#text").fill("(1 2")
    with page.expect_response("**/trees") as response:
        page.get_by_role("button", name="Search this tree").click()
    assert response.value.status == 422
    expect(page.locator("#error")).to_contain_text("1 bracket is not closed")
    expect(page.locator("#text")).to_have_value("(1 2")
    page.close()


def test_a_refused_tree_says_why(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}trees")
    expect(page.locator("#picture svg")).to_be_visible()
    page.locator("#branching").fill("8")
    page.locator("#height").fill("8")
    page.get_by_role("button", name="Draw one").click()
    expect(page.locator("#error")).to_have_text(re.compile("the page shows trees of at most 2,000 nodes"))
    page.wait_for_timeout(500)
    expect(page.locator("#error")).to_be_visible()
    page.locator("#branching").fill("2")
    page.locator("#height").fill("2")
    page.get_by_role("button", name="Draw one").click()
    expect(page.locator("#error")).to_be_hidden()
    page.close()


def test_no_line_goes_through_a_window(page: Page, address: str) -> None:
    page.goto(f"{address}trees")
    window = page.locator("#picture .window").first
    expect(window).to_have_text("(3, ∞)")
    looks = "e => { const looks = getComputedStyle(e); return [looks.strokeWidth, looks.paintOrder, looks.stroke]; }"
    # The plate: a stroke wide enough to fill the gaps between the letters, below them, in the colour of the card.
    card = "() => getComputedStyle(document.querySelector('.stage')).backgroundColor"
    assert window.evaluate(looks) == ["9px", "stroke", page.evaluate(card)]


def test_a_wide_tree_fits_and_can_be_seen_in_its_actual_size(page: Page, address: str) -> None:
    page.goto(f"{address}trees")
    expect(page.locator("#picture svg")).to_be_visible()
    expect(page.locator("#size")).to_be_hidden()  # the lecture's has room
    page.locator("#text").fill("((1 2 3 4 5 6 7 8 9 10) (1 2 3 4 5 6 7 8 9 10))")
    page.get_by_role("button", name="Search this tree").click()
    expect(page.locator("#size")).to_have_text("Actual size")
    widths = "() => { const box = document.getElementById('picture'); return [box.clientWidth, box.scrollWidth]; }"
    room, needed = page.evaluate(widths)
    assert needed <= room
    page.locator("#size").click()
    expect(page.locator("#size")).to_have_text("Fit to width")
    room, needed = page.evaluate(widths)
    assert needed > room
    page.locator("#size").click()
    room, needed = page.evaluate(widths)
    assert needed <= room
