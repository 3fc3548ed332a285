"""Protocols by which other programs let zermelo play: UCI, that of XBoard, and the boards of GNU Backgammon."""
