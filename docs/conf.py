"""Sphinx configuration; it also writes the page of games from the list itself."""

from pathlib import Path
from typing import Any

import zermelo
import zermelo.draw
from zermelo import explain

project = "zermelo"
copyright = "2026, the zermelo authors"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest", "sphinx.ext.napoleon"]
html_theme = "furo"
html_title = "zermelo"
exclude_patterns = ["_build"]
autodoc_typehints = "description"
doctest_global_setup = "import zermelo"
# The docstrings' examples are run by the Python tests; here only those of the pages.
doctest_test_doctest_blocks = ""


def write_games(app: Any) -> None:
    """Writes generated/games.md and a picture of the start of every game."""
    folder = Path(app.srcdir) / "generated"
    folder.mkdir(exist_ok=True)
    page = [
        "# Games",
        "Names as in the lectures; some are trademarks of their owners, with whom zermelo has nothing to do, and the "
        "generic names work too.",
    ]
    for name in zermelo.games():
        game = zermelo.game(name)
        facts = game.facts
        (folder / f"{name}.svg").write_text(zermelo.draw.svg(game.start()))
        lowest, highest = facts["bounds"]
        rows = {
            "players": ", ".join(facts["players"]),
            "utilities": f"{lowest:g} to {highest:g} {facts['unit'] or '(win 1, draw 0, loss −1)'}",
            "chance": "yes" if facts["chance"] else "no",
            "hidden information": "yes" if facts["hidden"] else "no",
            "searches": ", ".join(facts["methods"]),
            "also called": ", ".join(game.aliases) or "–",
            "options": "; ".join(f"`{n}={default}`: {meaning}" for n, default, meaning in game.known_options) or "–",
            "start": f"`{game.start().text}`",
        }
        page += [
            f"## {name}",
            f"{game.summary} [Rules]({game.rules})",
            f"```{{image}} {name}.svg\n:alt: The start of {name}\n:width: 260px\n```",
            "| | |\n|---|---|\n" + "\n".join(f"| {what} | {told} |" for what, told in rows.items()),
        ]
    lecture = explain("((3 12 8) (2 4 6) (14 5 2))")
    (folder / "lecture.svg").write_text(lecture.svg())
    (folder / "games.md").write_text("\n\n".join(page) + "\n")


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("builder-inited", write_games)
