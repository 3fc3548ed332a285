"""The benchmark: fixed positions of every game, searched to fixed depths, and the number of nodes that this took."""

from __future__ import annotations

import json
import time as clock
from random import Random

import click

import zermelo
from zermelo.cli.common import json_option

DEPTHS = {"tic-tac-toe": 9, "connect-four": 16, "qubic": 5, "chess": 9, "checkers": 13, "othello": 9, "pig": 12}
"""The plies to look ahead; the other games …"""
OTHER_DEPTH, DICE_DEPTH = 8, 3
"""… so many, those with dice so many."""
PLIES = (0, 8, 16, 24)
"""The positions of a game: after so many plies of a random game."""


def positions(game: zermelo.BuiltInGame) -> list[zermelo.Position]:
    """The fixed positions of a game."""
    found = []
    for plies in PLIES:
        random, position = Random(plies), game.start()
        for _ in range(plies):
            events = [event for event, _ in position.chances()] if position.turn == zermelo.CHANCE else position.moves()
            following = position.play(random.choice(events))
            if following.turn is None:
                break
            position = following
        found.append(position)
    return found


@click.command()
@click.option("--threads", type=click.IntRange(1, 256), default=1, help="With more than one, the nodes vary.")
@json_option
def bench(threads: int, as_json: bool) -> None:
    """Search fixed positions of all games; the total number of nodes is the signature of this version."""
    rows: list[tuple[str, int, float]] = []
    for name in zermelo.games():
        game = zermelo.game(name)
        if "engine" not in game.facts["methods"] or name == "tree":
            continue
        nodes, began, dice = 0, clock.perf_counter(), game.facts["chance"]
        other = DICE_DEPTH if dice else OTHER_DEPTH
        engine = zermelo.Engine(game, memory=16 * 2**20, threads=threads)
        for position in positions(game):
            # Where there are dice, the switches say only whether tables of solved positions may be asked.
            for selective in (False,) if dice else (True, False):
                depth = DEPTHS.get(name, other) - (not selective and not dice) * 3
                nodes += engine.search(position, depth=depth, selective=selective).nodes
                engine.clear()
        seconds = clock.perf_counter() - began
        rows.append((name, nodes, seconds))
        if not as_json:
            print(f"{name:<18} {nodes:>12,} nodes  {nodes / seconds:>12,.0f}/s", flush=True)
    total = sum(nodes for _, nodes, _ in rows)
    seconds = sum(seconds for _, _, seconds in rows)
    if as_json:
        told = [{"game": name, "nodes": nodes, "seconds": seconds} for name, nodes, seconds in rows]
        print(json.dumps({"signature": total, "seconds": seconds, "games": told}))
    else:
        print(f"{'signature':<18} {total:>12,} nodes  {total / seconds:>12,.0f}/s")
