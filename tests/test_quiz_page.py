"""The quiz page: its interface over HTTP, and the page in a real browser, by mouse and by keyboard alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from test_serve import running
from test_web import Client, answer, error
from zermelo.quiz import KINDS, ask
from zermelo.web import create_app


@pytest.fixture
def client() -> Iterator[Client]:
    made = Client(create_app())
    yield made
    made.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_is_asked_without_its_answer_and_marked(client: Client, kind: str) -> None:
    wanted = {"kind": kind, "seed": 3, "difficulty": 2}
    asked = ask(kind, 3)
    view = answer(client.post("/quiz/question", wanted))
    assert view["text"] == asked.text
    assert "answer" not in view
    assert "<style" not in view["picture"]
    right = answer(client.post("/quiz/mark", {**wanted, "answer": asked.answer}))
    assert right["right"]
    assert right["search"]["steps"]
    wrong, misconception = next(iter(asked.mistakes.items()))
    marked = answer(client.post("/quiz/mark", {**wanted, "answer": wrong}))
    assert (marked["right"], marked["misconception"]) == (False, misconception)


def test_all_kinds_are_listed(client: Client) -> None:
    assert answer(client.get("/api/v1/quiz")) == {"kinds": list(KINDS)}


@pytest.mark.parametrize(("form", "begins"), [("gift", "//"), ("html", "<!doctype"), ("latex", "\\documentclass")])
def test_a_quiz_is_written_for_others(client: Client, form: str, begins: str) -> None:
    file = answer(client.post(f"/quiz/files/{form}", {"seed": 1, "count": 3}))
    assert file["content"].lower().startswith(begins)


@pytest.mark.parametrize(
    ("path", "wanted", "sentence"),
    [
        ("/quiz/question", {"kind": "riddle", "seed": 1}, 'there are no questions of the kind "riddle"'),
        ("/quiz/question", {"kind": "value", "seed": -1}, "seed"),
        ("/quiz/question", {"kind": "value", "seed": 1, "difficulty": 9}, "difficulty"),
        ("/quiz/mark", {"kind": "value", "seed": 1, "answer": "many"}, "number"),
        ("/quiz/files/gift", {"seed": 1, "count": 1000}, "count"),
    ],
)
def test_what_cannot_be_asked_gets_a_sentence(client: Client, path: str, wanted: dict[str, Any], sentence: str) -> None:
    assert sentence in error(client.post(path, wanted), 422)


# in a browser


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running("--port", "0") as (_, found):
        yield found


def test_leaves_are_picked_by_mouse_and_the_search_is_shown(page: Page, address: str) -> None:
    asked = ask("pruned leaves", 7)
    page.goto(f"{address}quiz#pruned%20leaves/2/7")
    expect(page.locator("#text")).to_have_text(asked.text)
    letters = asked.answer.split()
    other = next(leaf for leaf in asked.leaves() if leaf not in letters)
    for letter in [*letters, other, other]:  # the last one is picked and put back
        page.locator("#picture .clickable", has=page.get_by_text(letter, exact=True)).click()
    expect(page.locator("#answer")).to_have_value(asked.answer)
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#feedback")).to_contain_text("✓ Right.")
    expect(page.locator("#score")).to_have_text("1 of 1 right")
    expect(page.locator("#picture .cut").first).to_be_visible()
    page.get_by_role("button", name="first step").click()
    expect(page.locator(".step-told")).to_contain_text("Look at the root")


def test_a_quiz_by_keyboard_alone(page: Page, address: str) -> None:
    asked = ask("value", 5, difficulty=1)
    page.goto(f"{address}quiz#value/1/5")
    expect(page.locator("#text")).to_have_text(asked.text)
    expect(page.locator("#answer")).to_be_focused()
    wrong, misconception = next(iter(asked.mistakes.items()))
    page.keyboard.type(wrong)
    page.keyboard.press("Enter")
    expect(page.locator("#feedback")).to_contain_text(f"✗ Not quite. That looks like “{misconception}”.")
    page.keyboard.press("Home")  # the search can be stepped through
    expect(page.locator(".step-told")).to_contain_text("Look at the root")
    expect(page.locator("#next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_be_focused()
    expect(page.locator("#feedback")).to_be_hidden()
    assert "value/1/5" not in page.url
    page.go_back()
    expect(page.locator("#text")).to_have_text(asked.text)


def test_a_quiz_is_saved_for_moodle(page: Page, address: str) -> None:
    page.goto(f"{address}quiz")
    expect(page.locator("#text")).not_to_be_empty()
    with page.expect_download() as download:
        page.get_by_role("button", name="Moodle (GIFT)").click()
    assert "::" in Path(download.value.path()).read_text(encoding="utf-8")


def test_an_answer_that_cannot_be_understood_is_asked_again(browser: Browser, address: str) -> None:
    page = browser.new_page()  # whose console may complain about the refusal
    page.goto(f"{address}quiz#value/1/5")
    expect(page.locator("#text")).not_to_be_empty()
    page.locator("#answer").fill("many")
    page.keyboard.press("Enter")
    expect(page.locator("#error")).to_contain_text("number")
    expect(page.locator("#answer")).to_have_value("many")
    expect(page.locator("#score")).to_be_empty()
    page.close()
