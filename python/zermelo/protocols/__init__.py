"""Protocols by which other programs let zermelo play: UCI and that of XBoard."""
