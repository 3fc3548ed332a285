"""Games written in Python for the tests of drawing and of the page."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import zermelo
from zermelo.draw import Picture, Shape

NASTY = "</title></text></svg><script>alert(1)</script><img src=x onerror=alert(2)> \" ' & ]]> \x00\x1b \ud800"
"""Markup, quotes and characters that XML does not allow."""

CARDS = ("acorn", "bellflower", "cloverleaf")


class HighCard(zermelo.Game):
    """Hidden cards: each of two players is dealt one of three, stays or folds; nobody ever shows."""

    chance = True
    hidden = True
    longest = 3

    def initial(self) -> Any:
        return ((), "")

    def turn(self, state: Any) -> int | None:
        cards, done = state
        if not cards:
            return zermelo.CHANCE
        return None if len(done) == 2 or "f" in done else len(done)

    def moves(self, state: Any) -> Any:
        return ["stay", "fold"]

    def chances(self, state: Any) -> Any:
        return [(deal, 1 / 6) for deal in permutations(range(3), 2)]

    def play(self, state: Any, move: Any) -> Any:
        cards, done = state
        return (move, "") if not cards else (cards, done + move[0])

    def utilities(self, state: Any) -> Any:
        cards, done = state
        winner = 1 - done.index("f") if "f" in done else int(cards[1] > cards[0])
        return (1, -1) if winner == 0 else (-1, 1)

    def move_text(self, state: Any, move: Any) -> str:
        return move if isinstance(move, str) else "-".join(CARDS[card] for card in move)

    def observation(self, state: Any, player: int) -> str:
        cards, done = state
        return f"{CARDS[cards[player]]} {done}" if cards else "nothing yet"

    def worlds(self, state: Any, player: int) -> Any:
        cards, done = state
        if not cards:
            return [(state, 1.0)]
        deals = [deal for deal in permutations(range(3), 2) if deal[player] == cards[player]]
        return [((deal, done), 1 / len(deals)) for deal in deals]


class Pairs(zermelo.Game):
    """Moves made by two clicks: from one of three fields to another, twice."""

    longest = 2

    def initial(self) -> Any:
        return ()

    def turn(self, state: Any) -> int | None:
        return len(state) if len(state) < 2 else None

    def moves(self, state: Any) -> Any:
        return [first + second for first, second in permutations("pqr", 2)]

    def play(self, state: Any, move: Any) -> Any:
        return (*state, move)

    def utilities(self, state: Any) -> Any:
        return (0, 0)

    def picture(self, state: Any, viewer: int | None) -> Picture:
        fields = [
            Shape("pit", index + 0.5, 0.5, fill="light", text=name, site=name) for index, name in enumerate("pqr")
        ]
        return Picture(3, 1, tuple(fields))

    def sites(self, state: Any, move: Any) -> Any:
        return list(move)


class Dice(Pairs):
    """Moves of several clicks: keep any of three dice, then roll."""

    longest = 1

    def turn(self, state: Any) -> int | None:
        return None if state else 0

    def moves(self, state: Any) -> Any:
        return [keep for count in range(4) for keep in combinations("123", count)]

    def move_text(self, state: Any, move: Any) -> str:
        return f"keep {''.join(move) or 'none'}"

    def picture(self, state: Any, viewer: int | None) -> Picture:
        dice = [Shape("die", int(name) - 0.5, 0.5, fill="light", text=name, site=f"die{name}") for name in "123"]
        return Picture(4, 1, (*dice, Shape("pit", 3.5, 0.5, fill="mark", text="roll", site="roll")))

    def sites(self, state: Any, move: Any) -> Any:
        return [*(f"die{name}" for name in move), "roll"]


class Nasty(Pairs):
    """Every text it shows tries to be markup."""

    name = "nasty<script>alert(0)</script>"
    players = ("<b>one</b>", "two\"'")
    summary = "<script>alert(3)</script>"
    rules = "javascript:alert(4)"

    def move_text(self, state: Any, move: Any) -> str:
        return f"<img src=x onerror=alert(5)>{move}"

    def picture(self, state: Any, viewer: int | None) -> Picture:
        forms = ("square", "pit", "disc", "triangle", "line", "label", "die", "card")
        text = NASTY.replace("\ud800", "")  # the core's strings are Unicode
        shapes = (
            Shape(form, x + 0.5, 0.5, 1, 1, f"player{x}", text, f"player{x + 1}", f"{text}{x}", text)
            for x, form in enumerate(forms)
        )
        return Picture(len(forms), 1, tuple(shapes))
