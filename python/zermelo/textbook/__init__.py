"""The algorithms of the lectures, each in a file of its own and no longer than a screen.

They run on positions of every game and are the yardstick for the native searches, which must give the same values. A
value is always MAX's: what the position is worth to the first player.
"""

from zermelo.textbook.alpha_beta import alpha_beta, alpha_beta_decision
from zermelo.textbook.expectiminimax import expectiminimax
from zermelo.textbook.max_n import max_n
from zermelo.textbook.minimax import max_value, min_value, minimax, minimax_decision
from zermelo.textbook.negamax import negamax
from zermelo.textbook.position import CHANCE, MAX, Path, Position
from zermelo.textbook.random_play import random_play

__all__ = [
    "CHANCE",
    "MAX",
    "Path",
    "Position",
    "alpha_beta",
    "alpha_beta_decision",
    "expectiminimax",
    "max_n",
    "max_value",
    "min_value",
    "minimax",
    "minimax_decision",
    "negamax",
    "random_play",
]
