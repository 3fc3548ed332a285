"""Measures how long yahtzee and yatzy take to be solved for one player, under every rule.

    python benchmarks/dice.py [--runs N]     each rule in N processes of its own, as a table is made once in a process

Every value is checked before its time is told.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from time import perf_counter

import zermelo

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


def main() -> None:
    """Prints a row for each rule."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        measure(given.one)
        return
    print(f"{os.cpu_count()} processors; seconds for the first answer, best and worst of {given.runs}, and the next")
    for rules, value in RULES.items():
        command = [sys.executable, __file__, "--one", rules]
        times = []
        for _ in range(given.runs):
            answer = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
            times.append([float(word) for word in answer.stdout.split()])
        first, following = zip(*times, strict=True)
        print(f"{rules:<36} {value:.4f}  {min(first):.2f} {max(first):.2f}  {min(following):.4f}", flush=True)


if __name__ == "__main__":
    main()
