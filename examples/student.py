"""Three searches as a student would hand them in: `zermelo grade examples/student.py`."""

from math import inf

MAX, MIN, CHANCE = 0, 1, -1


def minimax(position):
    if position.turn is None:
        return position.utilities[MAX]
    values = [minimax(position.play(move)) for move in position.moves()]
    return max(values) if position.turn == MAX else min(values)


def alphabeta(position, depth, alpha=-inf, beta=inf):
    if position.turn is None:
        return position.utilities[MAX], None
    if depth == 0:
        return position.evaluate(MAX), None
    best, choice = (-inf if position.turn == MAX else inf), None
    for move in position.moves():
        value, _ = alphabeta(position.play(move), depth - 1, alpha, beta)
        if value > best if position.turn == MAX else value < best:
            best, choice = value, move
        if position.turn == MAX:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, choice


def expectiminimax(position):
    if position.turn is None:
        return position.utilities[MAX]
    if position.turn == CHANCE:
        return sum(probability * expectiminimax(position.play(event)) for event, probability in position.chances())
    values = [expectiminimax(position.play(move)) for move in position.moves()]
    return max(values) if position.turn == MAX else min(values)
