"""Boards as pictures, drawn from the data that games declare."""

from zermelo.draw.picture import Picture, Shape
from zermelo.draw.svg import stylesheet, svg

__all__ = ["Picture", "Shape", "stylesheet", "svg"]
