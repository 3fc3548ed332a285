"""Boards as text for the terminal, drawn from the data that games declare."""

from __future__ import annotations

from math import floor

from rich.text import Text

from zermelo._native import Position
from zermelo.draw.picture import Picture, Shape

COLUMNS, ROWS = 4, 2
"""How many characters a unit is wide and high: about a square in most fonts."""
FEWER_ROWS = 1
"""How high a unit is where there are too few lines."""

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
LINES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The character that joins lines in these directions."""

CHESSMEN = {"white": dict(zip("KQRBNP", "♔♕♖♗♘♙", strict=True)), "black": dict(zip("KQRBNP", "♚♛♜♝♞♟", strict=True))}
"""White's are outlines, so that nobody needs colours to tell the sides apart."""
PIECES = "●○◆□▲△★☆"
"""A mark of its own for each player, so that colour is never the only one."""
STYLES = {
    "mark": "bold reverse",
    "faint": "bright_black",
    "player0": "bold red",
    "player1": "bold yellow",
    "player2": "bold green",
    "player3": "bold blue",
    "player4": "bold magenta",
    "player5": "bold cyan",
    "hue0": "color(94)",
    "hue1": "bright_cyan",
    "hue2": "magenta",
    "hue3": "color(208)",
    "hue4": "red",
    "hue5": "yellow",
    "hue6": "green",
    "hue7": "blue",
}
BAR = "━"
"""What shows a hue that has no room for more; anything may be written over it."""
PIECE_FORMS = frozenset({"disc", "chessman", "die"})
DICE = " ⚀⚁⚂⚃⚄⚅"


def terminal(drawn: Position | Picture, *, viewer: int | None = None, lines: int | None = None) -> Text:
    """The board as text; colours show where the terminal has them.

    Args:
        drawn: A position, or a picture of one.
        viewer: Through whose eyes; None shows everything.
        lines: How many there are, if a board that needs more is to be drawn with fewer: without its rules between
            rows, or with half as many rows.

    >>> import zermelo
    >>> print(terminal(zermelo.game("tic-tac-toe").start().play("b2")).plain)
      ┌───┬───┬───┐
     3│   │   │   │
      ├───┼───┼───┤
     2│   │ X │   │
      ├───┼───┼───┤
     1│   │   │   │
      └───┴───┴───┘
        a   b   c
    """
    picture = drawn if isinstance(drawn, Picture) else drawn.picture(viewer)
    canvas = _Canvas(picture)
    rows = canvas.rows()
    if lines is not None and len(rows) > lines:
        rows = canvas.rows(squeezed=True)
        if len(rows) > lines:
            rows = _Canvas(picture, FEWER_ROWS).rows(squeezed=True)
    return Text("\n").join(rows)


class _Canvas:
    """A grid of characters; a unit of the picture is so many rows high."""

    def __init__(self, picture: Picture, unit: int = ROWS) -> None:
        self.unit = unit
        self.letters: dict[tuple[int, int], tuple[str, str]] = {}
        self.lines: dict[tuple[int, int], int] = {}
        for shape in picture.shapes:
            self.draw(shape)

    def draw(self, shape: Shape) -> None:
        left, right, top, bottom = self.corners(shape)
        # A box needs a row inside it for what is written there.
        boxed = shape.form in {"square", "pit", "card", "die"} and bottom - top >= 2 and right - left >= 2
        if boxed and shape.fill != "board":
            self.box(shape)
        elif shape.form == "line" and 0 in (round(shape.width * COLUMNS), round(shape.height * self.unit)):
            self.line(shape)
        text, style = _writing(shape)
        if not text and not boxed and shape.site and shape.form != "label":
            text = "·"
        if not text and not boxed and shape.fill.startswith("hue"):
            text, style = BAR * max(1, right - left - 1), STYLES.get(shape.fill, "")
        if text:
            self.write(shape, text, style)

    def corners(self, shape: Shape) -> tuple[int, int, int, int]:
        # Sizes are rounded before places, so that equal shapes come out equal wherever they are.
        columns, rows = round(shape.width * COLUMNS), round(shape.height * self.unit)
        left = floor(shape.x * COLUMNS + 0.5 - columns / 2)
        top = floor(shape.y * self.unit + 0.5 - rows / 2)
        right, bottom = left + columns, top + rows
        return left, right, top, bottom

    def box(self, shape: Shape) -> None:
        left, right, top, bottom = self.corners(shape)
        for x in range(left + 1, right):
            for y in range(top + 1, bottom):
                self.letters.pop((x, y), None)
                self.lines.pop((x, y), None)
        for y in (top, bottom):
            self.horizontal(left, right, y)
        for x in (left, right):
            self.vertical(x, top, bottom)

    def line(self, shape: Shape) -> None:
        left, right, top, bottom = self.corners(shape)
        if top == bottom:
            self.horizontal(left, right, top)
        else:
            self.vertical(left, top, bottom)

    def horizontal(self, left: int, right: int, y: int) -> None:
        for x in range(left, right + 1):
            self.join(x, y, (LEFT if x > left else 0) | (RIGHT if x < right else 0))

    def vertical(self, x: int, top: int, bottom: int) -> None:
        for y in range(top, bottom + 1):
            self.join(x, y, (UP if y > top else 0) | (DOWN if y < bottom else 0))

    def join(self, x: int, y: int, directions: int) -> None:
        self.lines[x, y] = self.lines.get((x, y), 0) | directions

    def write(self, shape: Shape, text: str, style: str) -> None:
        left, right, _, _ = self.corners(shape)
        y = floor(shape.y * self.unit + 0.5)
        if shape.form != "label":
            text = text[: max(1, right - left - 1)]
        start = max(0, floor(shape.x * COLUMNS + 0.5) - len(text) // 2)
        # Where two rows have become one, what was written first is read rather than a mixture of both.
        there = {self.letters.get((start + offset, y), (BAR, ""))[0] for offset in range(len(text))}
        if self.unit < ROWS and there != {BAR} and shape.form not in PIECE_FORMS:
            return
        for offset, letter in enumerate(text):
            self.letters[start + offset, y] = (letter, style)

    def rows(self, *, squeezed: bool = False) -> list[Text]:
        """The rows, perhaps without those within the board that only have lines."""
        places = [*self.letters, *self.lines]
        height = 1 + max((y for _, y in places), default=0)
        written = {y for _, y in self.letters}
        rows = []
        for y in range(height):
            if squeezed and y not in written and 0 < y < height - 1:
                continue
            row = Text()
            for x in range(1 + max((x for x, row_y in places if row_y == y), default=-1)):
                letter, style = self.letters.get((x, y), (LINES[self.lines.get((x, y), 0)], "bright_black"))
                row.append(letter, style=style)
            row.rstrip()
            rows.append(row)
        while rows and not rows[0].plain:
            rows.pop(0)
        return rows


def _piece(fill: str) -> str:
    """The mark of a piece in this colour, if it is a colour of pieces."""
    if fill.startswith("player"):
        return PIECES[int(fill.removeprefix("player")) % len(PIECES)]
    return {"black": PIECES[0], "white": PIECES[1]}.get(fill, "")


def _writing(shape: Shape) -> tuple[str, str]:
    """What to write for a shape, and how."""
    style = STYLES.get(shape.ink, "")
    if shape.fill == "mark":
        style = f"{style} reverse"
    if shape.form == "disc":
        mark = _piece(shape.fill)
        if mark:
            style = STYLES.get(shape.fill, "bold") + (" reverse" if shape.text else "")
            return (f"{mark}{shape.text}" if shape.text.isalnum() else mark), style
        return shape.text or "·", style
    if shape.form == "chessman" and shape.text in CHESSMEN["white"]:
        # White is written in the terminal's own colour, which can be read on whatever it stands on.
        white = shape.fill == "white"
        return CHESSMEN["white" if white else "black"][shape.text], "bold" if white else "bold blue"
    if shape.form == "die":
        return (DICE[int(shape.text)] + shape.text if shape.text in set("123456") else shape.text), style
    if shape.form == "card":
        return shape.text or "▒▒", style
    return shape.text, style
