"""`zermelo external`: a player for GNU Backgammon."""

from __future__ import annotations

import sys

import click

from zermelo.protocols.external import PORT


@click.command()
@click.argument("player", default="zermelo:depth=3")
@click.option("--port", type=click.IntRange(0, 65_535), default=PORT, show_default=True, help="0 takes any free one.")
@click.option("--cube/--no-cube", default=True, help="Is there a doubling cube?")
@click.option("--seed", type=click.IntRange(min=0), default=0, help="For random choices.")
def external(player: str, port: int, cube: bool, seed: int) -> None:
    """Play backgammon in GNU Backgammon, which is told: set player 0 external 127.0.0.1:PORT.

    PLAYER is one of `zermelo match`, such as zermelo:depth=1, zermelo:method=roll-outs,time=1 or random. Ctrl-C ends
    it.
    """
    from zermelo._native import BuiltInGame, Position
    from zermelo.arena import Limits, Situation
    from zermelo.arena import player as find
    from zermelo.protocols.external import HOST, Session, listen

    made = find(player)
    rules: list[BuiltInGame] = []

    def choose(position: Position) -> str:
        assert isinstance(position.game, BuiltInGame), "backgammon is built in"
        if rules != [position.game]:
            rules[:] = [position.game]
            made.begin(position.game, seed)
        return made.choose(Situation(position, (), position, Limits(time=1.0))).move

    def ready(port: int) -> None:
        print(f"listening: set player 0 external {HOST}:{port}", flush=True)

    try:
        listen(Session(choose, cube=cube), port, ready=ready)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    finally:
        made.close()
