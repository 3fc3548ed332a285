"""ROLL-OUTS: after each move the game is played on many times, quickly; a move is worth the mean.

Tesauro & Galperin 1996, "On-line policy improvement using Monte-Carlo search". All moves are tried with the same dice,
so that luck does not tell them apart. The native search also drops moves that fall clearly behind, and blurs EVAL.
"""

from __future__ import annotations

from math import inf, sqrt
from random import Random
from statistics import mean, stdev

from zermelo.textbook.position import CHANCE, Position, utility


def roll_outs(
    position: Position, random: Random, trials: int = 100, depth: float = inf
) -> dict[str, tuple[float, float]]:
    """For each move the mean over so many TRIALS for the player to move, and the standard error of that mean."""
    player = position.turn
    assert player not in (None, CHANCE), "a player is to move"
    seeds = [random.random() for _ in range(trials)]
    found = {}
    for action in position.moves():
        child = position.play(action)
        results = [roll_out(child, player, seed, depth - 1) for seed in seeds]
        found[action] = mean(results), stdev(results) / sqrt(trials)
    return found


def roll_out(position: Position, player: int, seed: float, depth: float) -> float:
    """Plays on quickly: what the end of the game, or EVAL at the horizon, is worth to the player."""
    dice, ties = Random(seed), Random(seed + 1)  # the dice fall alike whatever the players think about
    while (turn := position.turn) is not None and depth > 0:
        if turn == CHANCE:
            events, probabilities = zip(*position.chances(), strict=True)
            position = position.play(dice.choices(events, probabilities)[0])
        else:
            children = [position.play(action) for action in position.moves()]
            position = max(children, key=lambda child: (worth(child, turn), ties.random()))
        depth -= 1
    return worth(position, player)


def worth(position: Position, player: int) -> float:
    """UTILITY of a finished game for a player, EVAL of any other."""
    return utility(position, player) if position.turn is None else position.evaluate(player)
