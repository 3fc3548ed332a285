"""`zermelo uci`: playing through other programs."""

from __future__ import annotations

import io
import sys
from itertools import chain

import click

from zermelo.cli.common import find_game


@click.command()
@click.option("--game", default="chess", show_default=True, help="A name from `zermelo games`, or file.py:Class.")
@click.option("--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
def uci(game: str, options: tuple[str, ...]) -> None:
    """Play through a chess program that speaks UCI or, when its first line is "xboard", the protocol of XBoard.

    Other games of two players without chance and hidden information are played in the style of UCI.
    """
    from zermelo.protocols import uci as universal
    from zermelo.protocols import xboard
    from zermelo.protocols.thinking import Output

    found = find_game(game, options)
    # Bytes that are no text make a line that cannot be understood, no error.
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    send = Output(sys.stdout)
    lines = iter(sys.stdin.readline, "")
    first = next(lines, "quit")
    if first.strip() == "xboard" and found.name == "chess":
        xboard.Session(send).run(lines)
    else:
        universal.Session(found, send).run(chain([first], lines))
