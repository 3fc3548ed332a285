"""Measures games with dice: what cuts at chance nodes save, and how long exact values take.

    python benchmarks/dice.py star [--depth N]           backgammon without cuts, with Star1 and with Star2
    python benchmarks/dice.py pig                        pig to 100, which goes round in circles

Every answer is checked before its time is told.
"""

from __future__ import annotations

import argparse
from random import Random
from time import perf_counter

import zermelo

PIG = 0.530592725
"""The first player's chance to win pig to 100: Neller & Presser 2004."""


def positions(count: int) -> list[zermelo.Position]:
    """The opening 31, and positions of games in which everyone plays the move that looks best."""
    game, random = zermelo.game("backgammon"), Random(1)
    found = [game.start().play("31")]
    while len(found) < count:
        position = game.start()
        for _ in range(random.randint(4, 60)):
            if position.turn == zermelo.CHANCE:
                events, weights = zip(*position.chances(), strict=True)
                position = position.play(random.choices(events, weights)[0])
            elif position.turn is not None:
                position = position.play(zermelo.search(position, depth=1).move or "")
        if position.turn not in (None, zermelo.CHANCE) and len(position.moves()) > 1:
            found.append(position)
    return found


def star(depth: int, count: int) -> None:
    """Nodes and seconds over all positions; a play is a ply and so is a roll."""
    spent = {star: [0, 0.0] for star in (0, 1, 2)}
    for number, position in enumerate(positions(count)):
        values = []
        for star in spent:
            began = perf_counter()
            report = zermelo.search(position, depth=depth, star=star)
            seconds = perf_counter() - began
            spent[star][0] += report.nodes
            spent[star][1] += seconds
            values.append(report.value.utility)
            if number == 0:
                print(f"opening 31, depth {depth}, star {star}: {report.move}, {report.nodes:,} nodes, {seconds:.2f} s")
        if max(values) - min(values) > 1e-9:
            raise SystemExit(f"{position.text}: the values differ: {values}")
    for star, (nodes, seconds) in spent.items():
        saved = 100 * (1 - nodes / spent[0][0])
        print(f"{count} positions, star {star}: {nodes:,} nodes ({saved:.1f} % saved), {seconds:.1f} s", flush=True)


def pig() -> None:
    """The whole game."""
    report = zermelo.solve(zermelo.game("pig"))
    if abs((1 + report.value.utility) / 2 - PIG) > 1e-8:
        raise SystemExit(f"pig: {report.value}")
    print(f"pig to 100: {(1 + report.value.utility) / 2:.10f}, {report.seconds:.1f} s")


def main() -> None:
    """One measurement, named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["star", "pig"])
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--positions", type=int, default=20)
    given = parser.parse_args()
    if given.what == "star":
        star(given.depth, given.positions)
    else:
        pig()


if __name__ == "__main__":
    main()
