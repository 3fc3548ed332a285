"""Averaging over clairvoyance: play every deal as if the cards lay open, and take the average.

Simple, often good, and wrong: it believes that tomorrow it will know what it does not know today. `belief.py` gets
right what this gets wrong.
"""

from __future__ import annotations

from zermelo.textbook.minimax import minimax
from zermelo.textbook.position import MAX, HiddenPosition


def averaging_over_clairvoyance(position: HiddenPosition) -> dict[str, float]:
    """What each move of MAX is worth on average over the deals MAX thinks possible, each played with open cards."""
    worlds = position.worlds(MAX)
    return {
        action: sum(probability * minimax(world.play(action))[0] for world, probability in worlds)
        for action in position.moves()
    }
