"""Sphinx configuration; it also writes the page of games from their list, and draws trees where pages want them."""

from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

import zermelo
import zermelo.draw
from zermelo.explaining import compared_svg
from zermelo.explaining.svg import summary

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
    (folder / "games.md").write_text("\n\n".join(page) + "\n")


class TreePicture(SphinxDirective):
    """Draws a search: a tree as text, or a game of which some plies are unfolded."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {
        "method": directives.unchanged,
        "position": directives.unchanged,
        "depth": directives.positive_int,
        "film": directives.positive_int,
        "bounds": directives.unchanged,
        "caption": directives.unchanged,
        "strict": directives.flag,
        "compare": directives.flag,
        "probe": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Called by Sphinx."""
        what, options = self.arguments[0], self.options
        subject: str | zermelo.Position = what
        if "(" not in what:
            game = zermelo.game(what)
            subject = game.position(options["position"]) if "position" in options else game.start()
        low, high = map(float, options.get("bounds", "0 0").split())
        trace = zermelo.explain(
            subject,
            depth=options.get("depth"),
            method=options.get("method"),
            strict="strict" in options,
            bounds=(low, high) if "bounds" in options else None,
            probe="probe" in options,
        )
        if "compare" in options:
            drawn = compared_svg(trace.tree)
        else:
            drawn = trace.film(options["film"]) if "film" in options else trace.svg()
        name = f"tree-{sha256(drawn.encode()).hexdigest()[:16]}.svg"
        folder = Path(self.env.srcdir) / "generated"
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(drawn, encoding="utf-8")
        caption = options.get("caption", "")
        figure = nodes.figure("", nodes.image(uri=f"/generated/{name}", alt=caption or summary(trace)))
        if caption:
            figure += nodes.caption(caption, caption)
        return [figure]


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("builder-inited", write_games)
    app.add_directive("tree", TreePicture)
