"""Pictures as SVG: the shapes that a game declares, with classes for their colours and no rules.

Colours live in one palette per theme (`stylesheet`). Every player's pieces carry a second mark besides their colour:
none, a ring, a dot, a cross and so on, so that nobody needs to tell red from green.
"""

from __future__ import annotations

import math
import re
import unicodedata
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from zermelo.draw.chessmen import DETAILS, OUTLINES
from zermelo.draw.picture import Picture, Shape
from zermelo.errors import GameError

if TYPE_CHECKING:
    from zermelo._native import Position

UNIT = 100
"""SVG units per unit of the picture; whole numbers read well and browsers dislike tiny fonts."""
MARGIN = 8
"""Around everything, so that outlines at the edge are not cut off."""
LONGEST, LARGEST = 480, 60
"""In pixels: the longer side of a picture that stands alone, and the largest unit in it."""
PLAYERS = 8
"""Colours and marks for so many players, and as many hues; the next one begins again."""

FIXED = ("board", "light", "dark", "ink", "faint", "mark", "white", "black")
LIGHT = {
    "paper": "#ffffff",
    "board": "#c3d0dc",
    "light": "#f5f8fa",
    "dark": "#9cb3c7",
    "ink": "#1d2830",
    "faint": "#5d6b77",
    "mark": "#ffe08a",
    "white": "#ffffff",
    "black": "#28323b",
    "edge": "#8298ab",
    "last": "#3d4c58",
}
DARK = {
    "paper": "#161c22",
    "board": "#2a3947",
    "light": "#5f7790",
    "dark": "#3d4f61",
    "ink": "#eceff1",
    "faint": "#b4c3cf",
    "mark": "#7a6212",
    "white": "#f4f1e8",
    "black": "#0c1116",
    "edge": "#8ba3b8",
    "last": "#cdd8e0",
}
FILLS = ("#c9402f", "#efb62e", "#23805a", "#3570c4", "#8a4fb3", "#19808a", "#8b5e3c", "#d984b4")
ON_FILLS = ("#ffffff", "#3a2a00", "#ffffff", "#ffffff", "#ffffff", "#ffffff", "#ffffff", "#3a0f28")
INKS_ON_LIGHT = ("#b83425", "#956300", "#1a6b4a", "#285cab", "#7a3fa3", "#11666f", "#754a2b", "#a03a76")
INKS_ON_DARK = ("#ff9384", "#f4c95d", "#74d6ab", "#92bbf7", "#cfa3ee", "#6fd0d9", "#d9ab86", "#f2a9d0")
HUES_ON_LIGHT = ("#8b5a3c", "#a5d8f3", "#d95aa5", "#ef9433", "#dc3b36", "#f7e04b", "#2c9a55", "#2f62c9")
HUES_ON_DARK = ("#7d5137", "#8cc6e6", "#c24d92", "#d98429", "#c93530", "#e3cb3d", "#27894b", "#3b6fd6")
ON_HUES = ("#ffffff", "#10242f", "#ffffff", "#2e1900", "#ffffff", "#2e2900", "#ffffff", "#ffffff")

TEXT, LABEL = 64, 34
"""Writing on shapes, and labels beside them, grow no larger than this unless the shape is large."""

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}

_UNPRINTABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NUMBERED = re.compile(r"(player|hue)(\d{1,6})")


def svg(
    drawn: Position | Picture,
    *,
    viewer: int | None = None,
    standalone: bool = True,
    before: Position | Picture | None = None,
) -> str:
    """Draws a position or a picture as SVG.

    Args:
        drawn: What to draw.
        viewer: Draw a position as this player sees it; None sees everything.
        standalone: Bring colours and a background along. Otherwise the page around it has `stylesheet()`, and shapes
            with a site are buttons.
        before: An earlier position or picture: the shapes that look different since are outlined.

    Raises:
        GameError: A shape has a form or colour that does not exist, or a size that is no number.

    >>> import zermelo
    >>> svg(zermelo.game("tic-tac-toe").start()).startswith("<svg ")
    True
    """
    picture = _picture(drawn, viewer)
    changed = set() if before is None else _changed(picture, _picture(before, viewer))
    width, height = _number(picture.width, "width") * UNIT, _number(picture.height, "height") * UNIT
    box = f"{-MARGIN} {-MARGIN} {_text_of(width + 2 * MARGIN)} {_text_of(height + 2 * MARGIN)}"
    parts = []
    if standalone:
        scale = min(LARGEST / UNIT, LONGEST / max(width, height, 1))
        size = f'width="{_text_of(width * scale)}" height="{_text_of(height * scale)}"'
        label = f" aria-label={_quoted(drawn.game.facts['name'])}" if not isinstance(drawn, Picture) else ""
        parts += [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="z-picture" viewBox="{box}" {size} role="img"{label}>',
            f"<style>{stylesheet()}</style>",
            f'<rect class="fill-paper" x="{-MARGIN}" y="{-MARGIN}" width="{_text_of(width + 2 * MARGIN)}" '
            f'height="{_text_of(height + 2 * MARGIN)}" rx="12"/>',
        ]
    else:
        parts.append(f'<svg xmlns="http://www.w3.org/2000/svg" class="z-picture" viewBox="{box}" role="group">')
    parts.append('<g class="z-board">')
    parts += [_shape(shape, not standalone, index in changed) for index, shape in enumerate(picture.shapes)]
    parts.append("</g></svg>")
    return "".join(parts)


def stylesheet() -> str:
    """The colours of all pictures, light and dark, as CSS that touches nothing else."""
    return (
        ".z-picture text{font-family:system-ui,'DejaVu Sans',sans-serif;font-weight:600;text-anchor:middle}"
        ".z-picture .z-label text{font-weight:500}"
        ".z-picture .z-body{stroke-width:2}"
        ".z-picture line{stroke-width:6;stroke-linecap:round}"
        ".z-picture .z-mark{fill:none;stroke-width:6;stroke-linecap:round;stroke-linejoin:round}"
        ".z-picture .z-last{fill:none;stroke-width:4;pointer-events:none}"
        ".z-picture .fill-none{fill:none}"
        ".z-picture .z-chessman path{stroke:#1d2830;stroke-width:3.5;stroke-linejoin:round;stroke-linecap:round}"
        ".z-picture .z-chessman.z-black path{stroke:#dfe6ec;stroke-width:2.5}"
        ".z-picture .z-detail{fill:none}"
        # Pieces and lines leave clicks to the squares and points under them.
        ".z-picture .z-chessman,.z-picture .z-disc:not([data-site]),.z-picture .z-line:not([data-site]),"
        ".z-picture .z-triangle:not([data-site])"
        "{pointer-events:none}"
        + _theme(LIGHT, INKS_ON_LIGHT, HUES_ON_LIGHT)
        + "@media (prefers-color-scheme:dark){"
        + _theme(DARK, INKS_ON_DARK, HUES_ON_DARK)
        + "}"
    )


def _theme(colours: dict[str, str], inks: tuple[str, ...], hues: tuple[str, ...]) -> str:
    rules = [
        f".z-picture .z-body{{stroke:{colours['edge']}}}",
        f".z-picture .z-last{{stroke:{colours['last']}}}",
        f".z-picture .z-back{{fill:none;stroke:{colours['edge']};stroke-width:5}}",
        f".z-picture .fill-paper{{fill:{colours['paper']}}}",
        f".z-picture .on-ink{{fill:{colours['paper']};stroke:{colours['paper']}}}",
        ".z-picture text{stroke:none}",
    ]
    for word in FIXED:
        rules.append(f".z-picture .fill-{word},.z-picture .ink-{word}{{fill:{colours[word]}}}")
        rules.append(f".z-picture .line-{word}{{stroke:{colours[word]}}}")
    rules.append(".z-picture .z-body.fill-board,.z-picture .z-body.fill-none{stroke:none}")
    for player in range(PLAYERS):
        rules.append(f".z-picture .fill-player{player}{{fill:{FILLS[player]}}}")
        rules.append(f".z-picture .line-player{player}{{stroke:{FILLS[player]}}}")
        rules.append(f".z-picture .ink-player{player}{{fill:{inks[player]}}}")
        rules.append(
            f".z-picture text.on-player{player},.z-picture .z-solid.on-player{player}{{fill:{ON_FILLS[player]}}}"
        )
        rules.append(f".z-picture .z-mark.on-player{player}{{stroke:{ON_FILLS[player]}}}")
    for number, hue in enumerate(hues):
        rules.append(f".z-picture .fill-hue{number},.z-picture .ink-hue{number}{{fill:{hue}}}")
        rules.append(f".z-picture .line-hue{number}{{stroke:{hue}}}")
        rules.append(f".z-picture text.on-hue{number}{{fill:{ON_HUES[number]}}}")
    return "".join(rules)


def _picture(drawn: Position | Picture, viewer: int | None) -> Picture:
    return drawn if isinstance(drawn, Picture) else drawn.picture(viewer)


def _changed(picture: Picture, before: Picture) -> set[int]:
    """The shapes that look different since, and those from which something has gone away."""
    now, then = {_look(shape) for shape in picture.shapes}, {_look(shape) for shape in before.shapes}
    changed = {index for index, shape in enumerate(picture.shapes) if _look(shape) not in then}
    arrived = {(picture.shapes[index].x, picture.shapes[index].y) for index in changed}
    gone = {(shape.x, shape.y) for shape in before.shapes if _look(shape) not in now} - arrived
    tops = {(shape.x, shape.y): index for index, shape in enumerate(picture.shapes) if shape.form != "label"}
    return changed | {tops[place] for place in gone if place in tops}


def _look(shape: Shape) -> tuple[object, ...]:
    """What makes a shape look different; labels and faint writing do not count, because they comment."""
    if shape.form == "label":
        return ("label",)
    return (shape.form, shape.x, shape.y, shape.fill, "" if shape.ink == "faint" else shape.text)


def _shape(shape: Shape, clickable: bool, changed: bool) -> str:
    draw = _FORMS.get(shape.form)
    if draw is None:
        raise GameError(f'unknown form "{shape.form}": there are {", ".join(_FORMS)}')
    attributes = f'class="z-shape z-{shape.form}"'
    title = shape.title or shape.text
    if shape.site is not None:
        attributes += f" data-site={_quoted(shape.site)}"
        if clickable:
            attributes += f' role="button" aria-label={_quoted(title or shape.site)}'
    inside = f"<title>{_escaped(title)}</title>" if shape.title or (shape.site is not None and title) else ""
    return f"<g {attributes}>{inside}{draw(shape)}{_last(shape) if changed else ''}</g>"


# Forms.


def _square(shape: Shape) -> str:
    return _rectangle(shape, 12 if _colour(shape.fill) == "board" else 0) + _corner_mark(shape) + _writing(shape)


def _pit(shape: Shape) -> str:
    return _rectangle(shape, _pit_radius(shape)) + _corner_mark(shape) + _writing(shape)


def _disc(shape: Shape) -> str:
    x, y, width, height = _box(shape)
    radius = min(width, height) / 2
    colour = _colour(shape.fill)
    parts = f'<circle class="z-body fill-{colour}" cx="{_text_of(x)}" cy="{_text_of(y)}" r="{_text_of(radius)}"/>'
    player = _player(colour)
    if player == 1:
        parts += _mark(1, x, y, radius * (0.8 if shape.text else 0.6))
    elif player:
        parts += (
            _mark(player, x, y - radius * 0.62, radius * 0.22) if shape.text else _mark(player, x, y, radius * 0.42)
        )
    return parts + _writing(shape, share=0.72)


def _triangle(shape: Shape) -> str:
    x, y, width, height = _box(shape)
    up = height / 2 if shape.height > 0 else -height / 2
    corners = [(x - width / 2, y + up), (x, y - up), (x + width / 2, y + up)]
    points = " ".join(f"{_text_of(px)},{_text_of(py)}" for px, py in corners)
    return f'<polygon class="z-body fill-{_colour(shape.fill)}" points="{points}"/>' + _writing(shape, share=0.4)


def _line(shape: Shape) -> str:
    x, y = _number(shape.x, "x") * UNIT, _number(shape.y, "y") * UNIT
    width, height = _number(shape.width, "width") * UNIT, _number(shape.height, "height") * UNIT
    ends = [("x1", x - width / 2), ("y1", y - height / 2), ("x2", x + width / 2), ("y2", y + height / 2)]
    place = " ".join(f'{name}="{_text_of(value)}"' for name, value in ends)
    return f'<line class="line-{_colour(shape.fill)}" {place}/>' + (_writing(shape) if shape.text else "")


def _label(shape: Shape) -> str:
    return _writing(shape, share=1.0)


def _die(shape: Shape) -> str:
    x, y, width, height = _box(shape)
    side = min(width, height)
    body = _rectangle(shape, side * 0.18)
    pips = PIPS.get(int(shape.text)) if re.fullmatch("[1-6]", shape.text) else None
    if pips is None:
        return body + _writing(shape)
    ink = _ink(shape)
    step, radius = side * 0.26, side * 0.095
    circle = '<circle class="z-solid {}" cx="{}" cy="{}" r="{}"/>'
    return body + "".join(
        circle.format(ink, _text_of(x + column * step), _text_of(y + row * step), _text_of(radius))
        for column, row in pips
    )


def _card(shape: Shape) -> str:
    x, y, width, height = _box(shape)
    radius = min(width, height) * 0.1
    if not shape.text:
        inset = radius
        across, up = width / 2 - 2 * inset, height / 2 - 2 * inset
        frame = _placed(x, y, width - 2 * inset, height - 2 * inset)
        corners = [(x, y - up), (x + across, y), (x, y + up), (x - across, y)]
        points = " ".join(f"{_text_of(px)},{_text_of(py)}" for px, py in corners)
        return (
            _rectangle(shape, radius, "dark")
            + f'<rect class="z-back" {frame} rx="{_text_of(radius / 2)}"/>'
            + f'<polygon class="z-back" points="{points}"/>'
        )
    # The rank in two corners and large in the middle; long names in the middle alone.
    parts = _rectangle(shape, radius, "light" if _colour(shape.fill) == "none" else None)
    if _ems(shape.text) <= 2.4:
        size = min(height * 0.2, width * 0.34 / _ems(shape.text))
        across, up = width / 2 - width * 0.2, height / 2 - height * 0.15
        parts += _text(shape.text, x - across, y - up, size, _ink(shape))
        parts += _text(shape.text, x + across, y + up, size, _ink(shape))
    return parts + _writing(shape, share=0.62)


def _chessman(shape: Shape) -> str:
    outline = OUTLINES.get(shape.text)
    if outline is None:
        return _disc(shape)
    x, y, width, height = _box(shape)
    scale = min(width, height) / UNIT
    place = f"translate({_text_of(x - 50 * scale)} {_text_of(y - 50 * scale)}) scale({scale:.3f})"
    colour = _colour(shape.fill)
    return (
        f'<g transform="{place}" class="z-chessman z-{colour}"><path class="z-body fill-{colour}" d="{outline}"/>'
        f'<path class="z-detail" d="{DETAILS[shape.text]}"/></g>'
    )


_FORMS = {
    "square": _square,
    "pit": _pit,
    "disc": _disc,
    "triangle": _triangle,
    "line": _line,
    "label": _label,
    "die": _die,
    "card": _card,
    "chessman": _chessman,
}


# Parts of shapes.


def _rectangle(shape: Shape, radius: float, fill: str | None = None) -> str:
    x, y, width, height = _box(shape)
    rounded = f' rx="{_text_of(radius)}"' if radius else ""
    return f'<rect class="z-body fill-{fill or _colour(shape.fill)}" {_placed(x, y, width, height)}{rounded}/>'


def _pit_radius(shape: Shape) -> float:
    _, _, width, height = _box(shape)
    return min(0.32 * min(width, height), 36)


def _corner_mark(shape: Shape) -> str:
    """The player's mark on a square or pit: the second player's is an inner outline, the others' stand in a corner."""
    player = _player(_colour(shape.fill))
    if not player:
        return ""
    x, y, width, height = _box(shape)
    inset = min(min(width, height) * 0.12, 14)
    if player == 1:
        radius = max(_pit_radius(shape) - inset, 0) if shape.form == "pit" else 0
        place = _placed(x, y, width - 2 * inset, height - 2 * inset)
        return f'<rect class="z-mark on-player1" {place} rx="{_text_of(radius)}"/>'
    size = min(min(width, height) * 0.11, 12)
    return _mark(player, x - width / 2 + inset + size, y - height / 2 + inset + size, size)


def _mark(player: int, x: float, y: float, size: float) -> str:
    def path(*points: tuple[float, float], closed: bool = False) -> str:
        steps = " ".join(f"{_text_of(x + px * size)},{_text_of(y + py * size)}" for px, py in points)
        return f"M{steps}" + ("Z" if closed else "")

    name = f'"z-mark on-player{player}"'
    ring = f'<circle class={name} cx="{_text_of(x)}" cy="{_text_of(y)}" r="{_text_of(size)}"/>'
    dot = ring.replace("z-mark", "z-solid")
    lines = {
        3: path((-1, -1), (1, 1)) + path((1, -1), (-1, 1)),
        4: path((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8), closed=True),
        5: path((0, -1), (0.95, 0.7), (-0.95, 0.7), closed=True),
        6: path((-1, 0), (1, 0)),
        7: path((-1, -0.5), (1, -0.5)) + path((-1, 0.5), (1, 0.5)),
    }
    if player in lines:
        return f'<path class={name} d="{lines[player]}"/>'
    return {1: ring, 2: dot}.get(player, "")


def _last(shape: Shape) -> str:
    """The outline of a shape that looks different since the move before."""
    if shape.form in {"label", "line"}:
        return ""
    x, y, width, height = _box(shape)
    if shape.form == "chessman":
        width, height = UNIT - 7, UNIT - 7
    if shape.form == "disc":
        # Around it, where it stands out from the board whatever the colour of the piece.
        radius = min(width, height) / 2 + 4
        return f'<circle class="z-last" cx="{_text_of(x)}" cy="{_text_of(y)}" r="{_text_of(radius)}"/>'
    inset = 7 if shape.form == "square" else 0
    radius = {"square": 4, "pit": _pit_radius(shape)}.get(shape.form, min(width, height) * 0.14)
    return f'<rect class="z-last" {_placed(x, y, width - inset, height - inset)} rx="{_text_of(radius)}"/>'


def _writing(shape: Shape, share: float = 0.82) -> str:
    """The text of a shape, as large as fits into this share of its width."""
    if not shape.text:
        return ""
    x, y, width, height = _box(shape)
    least = min(width, height)
    high, largest = (0.72, max(LABEL, least * 0.5)) if shape.form == "label" else (0.6, max(TEXT, least * 0.3))
    size = min(height * high, width * share / _ems(shape.text), largest)
    player = _player(_colour(shape.fill)) if shape.form in {"square", "pit"} else None
    if player == 1:
        size = min(size, width * 0.56 / _ems(shape.text))  # inside the inner outline
    elif player:
        y, size = y + height * 0.1, size * 0.85  # below the mark in the corner
    return _text(shape.text, x, y, size, _ink(shape))


def _text(text: str, x: float, y: float, size: float, ink: str) -> str:
    # Capitals and digits are about 0.72 em high, so their middle lies 0.36 em above the baseline.
    place = f'x="{_text_of(x)}" y="{_text_of(y + size * 0.36)}" font-size="{_text_of(size)}"'
    return f'<text class="{ink}" {place}>{_escaped(text)}</text>'


def _ems(text: str) -> float:
    """About how wide a text is, in ems of a sans-serif font; rather too wide than too narrow."""

    def width(letter: str) -> float:
        if unicodedata.combining(letter):
            return 0.0
        if unicodedata.east_asian_width(letter) in {"W", "F"}:
            return 1.05
        if letter in "iljtfrI.,:;'|![]() ":
            return 0.42
        return 0.92 if letter in "mwMW@%★▶" else 0.68

    return max(sum(map(width, text)), 0.5)


# Words and numbers.


def _ink(shape: Shape) -> str:
    ink, fill = _colour(shape.ink), _colour(shape.fill)
    on_colour = fill.startswith(("player", "hue")) or fill == "ink"
    if ink in {"ink", "faint"} and on_colour and shape.form not in {"label", "line"}:
        return f"on-{fill}"
    return f"ink-{ink}"


def _colour(word: str) -> str:
    """The class of a colour word."""
    if word in FIXED or word == "none":
        return word
    numbered = _NUMBERED.fullmatch(word)
    if numbered is None:
        known = f"none, {', '.join(FIXED)}, player0, player1, …, hue0, hue1, …"
        raise GameError(f'unknown colour "{word}": there are {known}')
    return f"{numbered[1]}{int(numbered[2]) % PLAYERS}"


def _player(colour: str) -> int | None:
    return int(colour.removeprefix("player")) if colour.startswith("player") else None


def _box(shape: Shape) -> tuple[float, float, float, float]:
    """Centre and size in SVG units."""
    x, y = _number(shape.x, "x") * UNIT, _number(shape.y, "y") * UNIT
    return x, y, abs(_number(shape.width, "width")) * UNIT, abs(_number(shape.height, "height")) * UNIT


def _placed(x: float, y: float, width: float, height: float) -> str:
    width, height = max(width, 0), max(height, 0)
    left, top = _text_of(x - width / 2), _text_of(y - height / 2)
    return f'x="{left}" y="{top}" width="{_text_of(width)}" height="{_text_of(height)}"'


def _number(value: float, name: str) -> float:
    if not math.isfinite(value):
        raise GameError(f"a picture has the {name} {value}: it must be a finite number")
    return float(value)


def _text_of(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _printable(text: str) -> str:
    return _UNPRINTABLE.sub("\ufffd", text)


def _escaped(text: str) -> str:
    return escape(_printable(text))


def _quoted(text: str) -> str:
    return quoteattr(_printable(text))
