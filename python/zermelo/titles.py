"""The title of a game, as headings have it: one place that makes it from the name."""

from __future__ import annotations

from zermelo._native import BuiltInGame
from zermelo.game import Game

SPELLED = {"tic-tac-toe": "Tic-tac-toe", "nine-mens-morris": "Nine men's morris"}
"""Where more than spaces and a capital letter is missing."""


def title(game: Game | BuiltInGame) -> str:
    """The game's own title if it declares one, otherwise what its name makes.

    >>> import zermelo
    >>> title(zermelo.game("nine-mens-morris"))
    "Nine men's morris"
    """
    return getattr(game, "title", "") or title_of(game.name)


def title_of(name: str) -> str:
    """A name with spaces and a capital letter.

    >>> title_of("kuhn-poker")
    'Kuhn poker'
    """
    words = name.replace("-", " ").strip()
    return SPELLED.get(name) or words[:1].upper() + words[1:]
