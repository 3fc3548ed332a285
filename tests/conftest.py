"""A real browser and a page that complains when its console does."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

expect.set_options(timeout=20_000)  # machines may be busy
# Who runs the tests in the background may have Ctrl-C ignored; the programs under test must not inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


# Not for the whole session: while it is open, Playwright holds the thread's event loop, which other tests need.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, from the system's packages."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        pytest.fail("there is no chromium: make browser installs it")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of a desktop's size; whatever its console says is a failure."""
    complaints: list[str] = []
    # A server that a test ends.
    gone = ("ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET")
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    made = context.new_page()

    def note(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not message.text.endswith(gone):
            complaints.append(message.text)

    made.on("console", note)
    made.on("pageerror", lambda error: complaints.append(str(error)))
    made.on("dialog", lambda dialog: complaints.append(f"a script ran: {dialog.message}"))
    made.set_default_timeout(20_000)
    yield made
    context.close()
    assert complaints == []
