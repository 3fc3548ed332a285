"""EXPECTIMINIMAX with pruning at chance nodes, from what the rules say about the best and worst possible outcome.

The lecture's equations (20) and (21): while a chance node's children are looked at one by one, its value lies between
the sum so far plus the worst for what is left, and the sum so far plus the best for what is left. As soon as even the
best is no more than α, or even the worst no less than β, the rest cannot matter. The most probable children come
first, because they narrow the bounds most. This is Star1 of Ballard (1983).

Star2 first looks at a single reply to every outcome. Whoever replies gets at least what that reply brings, so the
outcome is bounded on one side by more than the rules say, and often that alone decides.
"""

from __future__ import annotations

from math import inf

from zermelo.textbook.position import CHANCE, MAX, Position, utility

Bounds = tuple[float, float]


def pruned_expectiminimax(
    position: Position,
    bounds: Bounds,
    alpha: float = -inf,
    beta: float = inf,
    depth: float = inf,
    probe: bool = False,
) -> float:
    """The expected value for MAX within the window, given the lowest and the highest utility of the game.

    With `probe`, chance nodes are cut by Star2, otherwise by Star1.

    Like alpha-beta: exact inside the window, otherwise a bound on the side where it lies.
    """
    turn = position.turn
    if turn is None:
        return utility(position, MAX)
    if depth == 0:
        return position.evaluate(MAX)
    if turn == CHANCE:
        return chance_value(position, bounds, alpha, beta, depth, probe)
    v = -inf if turn == MAX else inf
    for action in position.moves():
        value = pruned_expectiminimax(position.play(action), bounds, alpha, beta, depth - 1, probe)
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


def chance_value(
    position: Position, bounds: Bounds, alpha: float, beta: float, depth: float, probe: bool = False
) -> float:
    """The mean over the children, or a bound on it once that decides: equations (20) and (21)."""
    outcomes = sorted(position.chances(), key=lambda chance: -chance[1])
    probabilities = [probability for _, probability in outcomes]
    # What is known about each outcome: at first only what the rules say.
    least, most = ([bound] * len(outcomes) for bound in bounds)

    def mean(values: list[float]) -> float:
        return sum(probability * value for probability, value in zip(probabilities, values, strict=True))

    if probe and depth >= 2:
        for index, (event, _) in enumerate(outcomes):
            child = position.play(event)
            if child.turn is not None and child.turn != CHANCE:
                reply = child.play(child.moves()[0])
                value = pruned_expectiminimax(reply, bounds, depth=depth - 2, probe=True)
                (least if child.turn == MAX else most)[index] = value
                if mean(least) >= beta:
                    return mean(least)
                if mean(most) <= alpha:
                    return mean(most)
    for index, (event, probability) in enumerate(outcomes):
        # What this child must be worth for the mean to lie inside the window, if the others go best or worst.
        child_alpha = (alpha - mean(most)) / probability + most[index]
        child_beta = (beta - mean(least)) / probability + least[index]
        child = position.play(event)
        value = pruned_expectiminimax(child, bounds, child_alpha, child_beta, depth - 1, probe)
        least[index] = most[index] = value
        if mean(least) >= beta:  # even the worst is enough for MIN not to come here
            return mean(least)
        if mean(most) <= alpha:  # even the best is not enough for MAX to come here
            return mean(most)
    return mean(least)
