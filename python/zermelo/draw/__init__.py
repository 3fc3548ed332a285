"""Boards as pictures, drawn from the data that games declare."""

from zermelo.draw.picture import Picture, Shape
from zermelo.draw.svg import stylesheet, svg
from zermelo.draw.terminal import terminal

__all__ = ["Picture", "Shape", "stylesheet", "svg", "terminal"]
