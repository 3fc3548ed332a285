"""Boards as pictures, drawn from the data that games declare."""

from zermelo.draw.picture import Picture, Shape

__all__ = ["Picture", "Shape"]
