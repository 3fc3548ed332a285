"""Chomp, a game of your own: bite off a bar of chocolate, but leave the poisoned square to the other.

    zermelo check examples/chomp.py:Chomp
    zermelo play examples/chomp.py:Chomp
    zermelo serve examples/chomp.py:Chomp

A move names a square and eats it with everything above and to the right of it. Who must eat a1 loses. A state is the
height of every column, from left to right, and whose turn it is.
"""

from __future__ import annotations

import zermelo
from zermelo.draw import Picture, Shape

State = tuple[tuple[int, ...], int]


class Chomp(zermelo.Game):
    """Chomp on a bar of any size."""

    summary = "Bite off a bar of chocolate, but not the poisoned square."

    def __init__(self, width: int = 4, height: int = 3) -> None:
        self.width, self.height = int(width), int(height)
        self.longest = self.width * self.height

    def initial(self) -> State:
        return (self.height,) * self.width, 0

    def turn(self, state: State) -> int | None:
        columns, player = state
        return player if columns[0] else None

    def moves(self, state: State) -> list[str]:
        columns, _ = state
        return [f"{'abcdefghij'[x]}{y + 1}" for x, height in enumerate(columns) for y in range(height)]

    def play(self, state: State, move: str) -> State:
        columns, player = state
        x, y = "abcdefghij".index(move[0]), int(move[1:]) - 1
        return columns[:x] + tuple(min(height, y) for height in columns[x:]), 1 - player

    def utilities(self, state: State) -> tuple[int, int]:
        # Who ate the last square, the poisoned one, has lost: now it would be the winner's turn.
        return (1, -1) if state[1] == 0 else (-1, 1)

    def picture(self, state: State, viewer: int | None) -> Picture:
        columns, _ = state
        shapes = []
        for x, height in enumerate(columns):
            for y in range(self.height):
                name = f"{'abcdefghij'[x]}{y + 1}"
                left = y < height
                shapes.append(
                    Shape(
                        "square",
                        x + 0.5,
                        self.height - y - 0.5,
                        fill="dark" if left else "none",
                        text="☠" if (x, y) == (0, 0) and left else "",
                        site=name if left else None,
                        title=f"{name}, {'chocolate' if left else 'eaten'}",
                    )
                )
        return Picture(self.width, self.height, tuple(shapes))

    def sites(self, state: State, move: str) -> list[str]:
        return [move]


if __name__ == "__main__":
    game = Chomp(4, 3)
    print(zermelo.check_game(game))
    report = zermelo.search(game)
    print(report)
    assert report.value.utility == 1, "the first player wins every bar larger than one square (Gale 1974)"
