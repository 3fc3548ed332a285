"""The algorithms of the lectures, each in a file of its own and no longer than a screen.

They run on positions of every game and are the yardstick for the native searches, which must give the same values. A
value is always MAX's, what the position is worth to the first player, unless a function says otherwise.
"""

from zermelo.textbook.alpha_beta import alpha_beta, alpha_beta_decision
from zermelo.textbook.belief import Worth, belief_minimax
from zermelo.textbook.chance_pruning import pruned_expectiminimax
from zermelo.textbook.clairvoyance import averaging_over_clairvoyance
from zermelo.textbook.cutoff import Rule, deeper_than, out_of_nodes, out_of_time, stable, unpromising, won
from zermelo.textbook.depth_bounded import depth_bounded_alpha_beta
from zermelo.textbook.evaluation import Evaluation
from zermelo.textbook.expectiminimax import expectiminimax
from zermelo.textbook.iterative_deepening import iterative_deepening
from zermelo.textbook.max_n import max_n
from zermelo.textbook.minimax import max_value, min_value, minimax, minimax_decision
from zermelo.textbook.minmax import PLAYER_ONE, PLAYER_TWO, minmax, movegen, opposite, static
from zermelo.textbook.negamax import negamax
from zermelo.textbook.position import CHANCE, MAX, HiddenPosition, Path, Position
from zermelo.textbook.quiescence import is_quiet, quiescence, until_quiet
from zermelo.textbook.random_play import random_play
from zermelo.textbook.random_subset import random_subset_minimax
from zermelo.textbook.rollouts import roll_out, roll_outs
from zermelo.textbook.singular import singular_minimax, singular_move
from zermelo.textbook.strategies import brute_force, count_strategies, payoff, strategies

__all__ = [
    "CHANCE",
    "MAX",
    "PLAYER_ONE",
    "PLAYER_TWO",
    "Evaluation",
    "HiddenPosition",
    "Path",
    "Position",
    "Rule",
    "Worth",
    "alpha_beta",
    "alpha_beta_decision",
    "averaging_over_clairvoyance",
    "belief_minimax",
    "brute_force",
    "count_strategies",
    "deeper_than",
    "depth_bounded_alpha_beta",
    "expectiminimax",
    "is_quiet",
    "iterative_deepening",
    "max_n",
    "max_value",
    "min_value",
    "minimax",
    "minimax_decision",
    "minmax",
    "movegen",
    "negamax",
    "opposite",
    "out_of_nodes",
    "out_of_time",
    "payoff",
    "pruned_expectiminimax",
    "quiescence",
    "random_play",
    "random_subset_minimax",
    "roll_out",
    "roll_outs",
    "singular_minimax",
    "singular_move",
    "stable",
    "static",
    "strategies",
    "unpromising",
    "until_quiet",
    "won",
]
