"""Pictures as data: what a game declares so that others can draw it without knowing its rules."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """One shape, given by its centre and size in units of about one board square, `y` downwards."""

    form: str
    """"square", "pit" (rounded), "disc", "triangle" (its tip up, or down when its height is negative), "line" (a
    diagonal of its box), "label" (text alone), "die", "card" or "chessman"."""
    x: float
    y: float
    width: float = 1.0
    height: float = 1.0
    fill: str = "none"
    """"none", "board", "light", "dark", "ink", "faint", "mark", "white", "black", "player0", "player1", …, and eight
    hues for what is nobody's: "hue0" (brown), light blue, pink, orange, red, yellow, green, "hue7" (blue)."""
    text: str = ""
    ink: str = "ink"
    """The colour of the text, one of the same words."""
    site: str | None = None
    """What a click on it means: the name that the game's `sites` uses."""
    title: str = ""
    """What a screen reader says."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing of one position: its size and its shapes from back to front."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
