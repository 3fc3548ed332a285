"""Measures games with dice: what cuts at chance nodes save, and how long exact values take.

    python benchmarks/dice.py star [--depth N]           backgammon without cuts, with Star1 and with Star2
    python benchmarks/dice.py pig                        pig to 100, which goes round in circles
    python benchmarks/dice.py yahtzee [--runs N]         yahtzee and yatzy solved for one player, under every rule
    python benchmarks/dice.py match [--games N]          backgammon: three plies, one ply, roll-outs, random play,
                                                         pubeval and GNU Backgammon, which must be installed

Every answer is checked before its time is told.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from base64 import b64decode
from collections.abc import Callable
from importlib import import_module
from random import Random
from time import perf_counter

import zermelo
from zermelo.arena import match as played

RULES: dict[str, float] = {
    "yahtzee joker=forced": 254.5877287345,
    "yahtzee joker=free": 254.589609482,
    "yahtzee joker=none": 245.8707745141,
    "yatzy": 248.4399893779,
    "yatzy full_house=any": 248.4680909173,
    "yatzy two_pairs=any": 248.6440589438,
    "yatzy full_house=any two_pairs=any": 248.6748826884,
}
"""What best play brings on average; T. Verhoeff 1999 has the second, the others an independent program."""
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
    spent: dict[int, tuple[int, float]] = dict.fromkeys((0, 1, 2), (0, 0.0))
    for number, position in enumerate(positions(count)):
        values = []
        for star, (nodes, before) in spent.items():
            began = perf_counter()
            report = zermelo.search(position, depth=depth, star=star)
            seconds = perf_counter() - began
            spent[star] = nodes + report.nodes, before + seconds
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


def as_play(position: zermelo.Position, wanted: str) -> str:
    """The play that leads to the position with this ID."""
    return next(move for move in position.moves() if position.play(move).text[:14] == wanted)


def pubeval(position: zermelo.Position) -> str:
    """What Tesauro's linear evaluation, a common yardstick, plays."""
    gnubg = import_module("gnubg_nn")
    other, own = (list(side) for side in gnubg.board_from_position_id(position.text[:14]))
    if len(position.moves()) == 1:
        return position.moves()[0]
    steps = gnubg.pub_best_move([other, own], *rolled(position))
    for start, end in zip(steps[::2], steps[1::2], strict=True):
        own[start] -= 1
        if end >= 0:
            own[end] += 1
            if other[23 - end] == 1:
                other[23 - end] = 0
                other[24] += 1
    return as_play(position, gnubg.position_id([other, own] if sum(own) == 0 else [own, other]))


def rolled(position: zermelo.Position) -> tuple[int, int]:
    """The dice, as the match ID has them."""
    code = position.text.partition(":")[2].encode()
    bits = int.from_bytes(b64decode(code + b"=" * (-len(code) % 4)), "little")
    return bits >> 15 & 7, bits >> 18 & 7


ROLL_OUTS = "zermelo:method=roll-outs,depth=11,nodes=100000"
DEEP, PLAIN = "zermelo:depth=3", "zermelo:depth=1"
MATCHES: dict[str, tuple[str | Callable[[zermelo.Position], str], str | Callable[[zermelo.Position], str]]] = {
    "random": (PLAIN, "random"),
    "depth": (DEEP, PLAIN),
    "roll-outs": (ROLL_OUTS, PLAIN),
    "pubeval-1": (PLAIN, pubeval),
    "pubeval-3": (DEEP, pubeval),
    "gnubg-1": (PLAIN, "gnubg"),
    "gnubg-3": (DEEP, "gnubg"),
}


def matches(games: int, only: str | None) -> None:
    """Who wins how many points a game; both games of a pair have the same dice."""
    for name, (one, other) in MATCHES.items():
        if only in {None, name}:
            print(played(one, other, game="backgammon", games=games, time=60.0), flush=True)


def measure(rules: str) -> None:
    """Prints the seconds that the first answer took, which makes the table, and an answer after a roll."""
    name, *options = rules.split()
    game = zermelo.game(name, **dict(option.split("=") for option in options))
    began = perf_counter()
    report = zermelo.solve(game)
    first = perf_counter() - began
    if report.value.kind != "proved" or abs(report.value.utility - RULES[rules]) > 1e-8:
        raise SystemExit(f"{rules}: found {report.value.utility}, but {RULES[rules]} is right")
    position = game.start().play("12456")
    began = perf_counter()
    zermelo.search(position)
    print(first, perf_counter() - began)


def five_dice(runs: int) -> None:
    """A row for each rule, each in processes of its own, as a table is made once in a process."""
    print(f"{os.cpu_count()} processors; seconds for the first answer, best and worst of {runs}, and for the next")
    for rules, value in RULES.items():
        command = [sys.executable, __file__, "yahtzee", "--one", rules]
        times = []
        for _ in range(runs):
            answer = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
            times.append([float(word) for word in answer.stdout.split()])
        first, following = zip(*times, strict=True)
        print(f"{rules:<36} {value:.4f}  {min(first):.2f} {max(first):.2f}  {min(following):.4f}", flush=True)


def main() -> None:
    """One measurement, named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["star", "pig", "yahtzee", "match"])
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--only", choices=MATCHES, help="one of the matches")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    given = parser.parse_args()
    match given.what:
        case "star":
            star(given.depth, given.positions)
        case "pig":
            pig()
        case "yahtzee" if given.one:
            measure(given.one)
        case "yahtzee":
            five_dice(given.runs)
        case "match":
            matches(given.games, given.only)


if __name__ == "__main__":
    main()
