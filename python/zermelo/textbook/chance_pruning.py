"""EXPECTIMINIMAX with pruning at chance nodes, from what the rules say about the best and worst possible outcome.

The lecture's equations (20) and (21): while a chance node's children are looked at one by one, its value lies between
the sum so far plus the worst for what is left, and the sum so far plus the best for what is left. As soon as even the
best is no more than α, or even the worst no less than β, the rest cannot matter. The most probable children come
first, because they narrow the bounds most.
"""

from __future__ import annotations

from math import inf

from zermelo.textbook.position import CHANCE, MAX, Position, utility

Bounds = tuple[float, float]


def pruned_expectiminimax(
    position: Position, bounds: Bounds, alpha: float = -inf, beta: float = inf, depth: float = inf
) -> float:
    """The expected value for MAX within the window, given the lowest and the highest utility of the game.

    Like alpha-beta: exact inside the window, otherwise a bound on the side where it lies.
    """
    turn = position.turn
    if turn is None:
        return utility(position, MAX)
    if depth == 0:
        return position.evaluate(MAX)
    if turn == CHANCE:
        return chance_value(position, bounds, alpha, beta, depth)
    v = -inf if turn == MAX else inf
    for action in position.moves():
        value = pruned_expectiminimax(position.play(action), bounds, alpha, beta, depth - 1)
        if turn == MAX:
            v = max(v, value)
            if v >= beta:
                return v
            alpha = max(alpha, v)
        else:
            v = min(v, value)
            if v <= alpha:
                return v
            beta = min(beta, v)
    return v


def chance_value(position: Position, bounds: Bounds, alpha: float, beta: float, depth: float) -> float:
    """The mean over the children, or a bound on it once that decides: equations (20) and (21)."""
    low, high = bounds
    done, left = 0.0, 1.0  # the sum over the children looked at, and the probability of the others
    for event, probability in sorted(position.chances(), key=lambda chance: -chance[1]):
        left -= probability
        # What this child must be worth for the mean to lie inside the window, if the others go best or worst.
        child_alpha = (alpha - done - left * high) / probability
        child_beta = (beta - done - left * low) / probability
        value = pruned_expectiminimax(
            position.play(event), bounds, max(child_alpha, low - 1), min(child_beta, high + 1), depth - 1
        )
        done += probability * value
        if done + left * low >= beta:  # even the worst is enough for MIN not to come here
            return done + left * low
        if done + left * high <= alpha:  # even the best is not enough for MAX to come here
            return done + left * high
    return done
