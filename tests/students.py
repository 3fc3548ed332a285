"""Programs as students write them: right ones in many styles, and wrong ones with the mistake that each has."""

from __future__ import annotations

MINIMAX = """
from math import inf

def minimax(position):
    if position.turn is None:
        return position.utilities[0]
    if position.turn == 0:
        best = -inf
        for move in position.moves():
            best = max(best, minimax(position.play(move)))
    else:
        best = inf
        for move in position.moves():
            best = min(best, minimax(position.play(move)))
    return best
"""

NEGAMAX = """
def negamax(position, player):
    if position.turn is None:
        return position.utilities[player]
    sign = 1 if position.turn == player else -1
    return sign * max(negamax(position.play(move), position.turn) for move in position.moves())

def minimax(position):
    return negamax(position, 0)
"""

DEPTH = """
from math import inf

def minimax(position, depth):
    if position.turn is None:
        return position.utilities[0], None
    if depth == 0:
        return position.evaluate(0), None
    best, choice = (-inf if position.turn == 0 else inf), None
    for move in position.moves():
        value, _ = minimax(position.play(move), depth - 1)
        if value > best if position.turn == 0 else value < best:
            best, choice = value, move
    return best, choice
"""

ALPHABETA = """
from math import inf

def alphabeta(position, alpha=-inf, beta=inf):
    if position.turn is None:
        return position.utilities[0], None
    choice = None
    if position.turn == 0:
        best = -inf
        for move in position.moves():
            value, _ = alphabeta(position.play(move), alpha, beta)
            if value > best:
                best, choice = value, move
            if best >= beta:
                break
            alpha = max(alpha, best)
    else:
        best = inf
        for move in position.moves():
            value, _ = alphabeta(position.play(move), alpha, beta)
            if value < best:
                best, choice = value, move
            if best <= alpha:
                break
            beta = min(beta, best)
    return best, choice
"""

DEPTH_ALPHABETA = """
from math import inf

def alpha_beta(s, d, alpha, beta):
    if s.turn is None:
        return s.utilities[0]
    if d == 0:
        return s.evaluate(0)
    v = -inf if s.turn == 0 else inf
    for a in s.moves():
        found = alpha_beta(s.play(a), d - 1, alpha, beta)
        if s.turn == 0:
            v = max(v, found)
            alpha = max(alpha, v)
        else:
            v = min(v, found)
            beta = min(beta, v)
        if alpha >= beta:
            return v
    return v
"""

FAIL_HARD = """
from math import inf

def alphabeta(position, alpha=-inf, beta=inf):
    if position.turn is None:
        return position.utilities[0]
    for move in position.moves():
        value = alphabeta(position.play(move), alpha, beta)
        if position.turn == 0:
            if value >= beta:
                return beta
            alpha = max(alpha, value)
        else:
            if value <= alpha:
                return alpha
            beta = min(beta, value)
    return alpha if position.turn == 0 else beta
"""

NEGAMAX_ALPHABETA = """
from math import inf

def search(position, player, alpha, beta):
    if position.turn is None:
        return position.utilities[player]
    if position.turn != player:
        return -search(position, position.turn, -beta, -alpha)
    best = -inf
    for move in position.moves():
        best = max(best, search(position.play(move), player, alpha, beta))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best

def alphabeta(position):
    return search(position, 0, -inf, inf)
"""

EXPECTIMINIMAX = """
from math import inf

def expectiminimax(position):
    if position.turn is None:
        return position.utilities[0]
    if position.turn == -1:
        return sum(p * expectiminimax(position.play(event)) for event, p in position.chances())
    values = [expectiminimax(position.play(move)) for move in position.moves()]
    return max(values) if position.turn == 0 else min(values)
"""

EXPECTIMAX = """
def expectimax(position):
    if position.turn is None:
        return position.utilities[0], []
    if position.turn == -1:
        return sum(p * expectimax(position.play(event))[0] for event, p in position.chances()), []
    best = None
    for move in position.moves():
        value, path = expectimax(position.play(move))
        if best is None or value > best[0]:
            best = value, [move] + path
    return best
"""

CLASSES = """
class Search:
    def __init__(self):
        self.nodes = 0

    def value(self, position):
        self.nodes += 1
        if position.utilities is not None:
            return position.utilities[0]
        values = {move: self.value(position.play(move)) for move in position.moves()}
        return max(values.values()) if position.turn == 0 else min(values.values())

minimax = Search().value
"""

MEMO = """
from functools import cache

@cache
def minimax(position):
    if position.turn is None:
        return position.utilities[0]
    pick = max if position.turn == 0 else min
    return pick(minimax(position.play(move)) for move in position.moves())
"""

FRACTIONS = """
from fractions import Fraction

def expectimax(position, *, alpha=None, depth=0):
    print("at depth", depth)
    if position.turn is None:
        return Fraction(position.utilities[0])
    if position.turn == -1:
        return sum(Fraction(p) * expectimax(position.play(e), depth=depth + 1) for e, p in position.chances())
    return max(expectimax(position.play(move), depth=depth + 1) for move in position.moves())
"""

MUTUAL = """
from math import inf

def alphabeta(position):
    return (max_value if position.turn == 0 else min_value)(position, -inf, inf)

def value(position, alpha, beta):
    if position.turn is None:
        return position.utilities[0]
    return (max_value if position.turn == 0 else min_value)(position, alpha, beta)

def max_value(position, alpha, beta):
    if position.turn is None:
        return position.utilities[0]
    v = -inf
    for a in position.moves():
        v = max(v, value(position.play(a), alpha, beta))
        if v > beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(position, alpha, beta):
    if position.turn is None:
        return position.utilities[0]
    v = inf
    for a in position.moves():
        v = min(v, value(position.play(a), alpha, beta))
        if v < alpha:
            return v
        beta = min(beta, v)
    return v
"""

STRICT_HARD = FAIL_HARD.replace(">= beta", "> beta").replace("<= alpha", "< alpha")

RIGHT = {
    "plain": MINIMAX,
    "negamax": NEGAMAX,
    "depth": DEPTH,
    "alphabeta": ALPHABETA,
    "depth-bounded alphabeta": DEPTH_ALPHABETA,
    "fail-hard": FAIL_HARD,
    "negamax with alphabeta": NEGAMAX_ALPHABETA,
    "expectiminimax": EXPECTIMINIMAX,
    "expectimax with a path": EXPECTIMAX,
    "a class": CLASSES,
    "a memory": MEMO,
    "fractions, printing, and a depth that counts upwards": FRACTIONS,
    "two functions that cut on strict inequality": MUTUAL,
    "fail-hard that cuts on strict inequality": STRICT_HARD,
}

NEGAMAX_TURNED = """
def negamax(position):
    if position.turn is None:
        return position.utilities[0]
    return max(-negamax(position.play(move)) for move in position.moves())

minimax = negamax
"""

ALTERNATING = """
def value(position, player):
    if position.turn is None:
        return position.utilities[0]
    values = [value(position.play(move), 1 - player) for move in position.moves()]
    return max(values) if player == 0 else min(values)

def minimax(position):
    return value(position, position.turn or 0)
"""

GLOBAL_WINDOW = """
from math import inf

def alphabeta(position):
    global alpha, beta
    alpha, beta = -inf, inf
    return value(position)

def value(position):
    global alpha, beta
    if position.turn is None:
        return position.utilities[0]
    best = -inf if position.turn == 0 else inf
    for move in position.moves():
        found = value(position.play(move))
        if position.turn == 0:
            best = max(best, found)
            if best >= beta:
                break
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            if best <= alpha:
                break
            beta = min(beta, best)
    return best
"""

ROOT_LOOP = ALPHABETA.replace("def alphabeta(position, alpha=-inf, beta=inf):", "def inner(position, alpha, beta):")
ROOT_LOOP = (
    ROOT_LOOP.replace("= alphabeta(", "= inner(")
    + """
def alphabeta(position):
    if position.turn is None:
        return position.utilities[0], None
    pick = max if position.turn == 0 else min
    values = [(inner(position.play(move), -inf, inf)[0], move) for move in position.moves()]
    return pick(values, key=lambda pair: pair[0])
"""
)

LOST = ALPHABETA.replace(
    "            if value > best:", "            if value >= beta:\n                break\n            if value > best:"
)
LOST = LOST.replace(
    "            if value < best:",
    "            if value <= alpha:\n                break\n            if value < best:",
)

OFF_BY_ONE = """
def minimax(position, above=None):
    if position.turn is None:
        return position.utilities[0]
    children = [position.play(move) for move in position.moves()]
    player = position.turn
    if above is not None and all(child.turn is None for child in children):
        player = above
    values = [minimax(child, position.turn) for child in children]
    return max(values) if player == 0 else min(values)
"""

EAGER = """
def minimax(position):
    if position.turn is None:
        return position.utilities[0]
    best = -1000 if position.turn == 0 else 1000
    for move in position.moves():
        value = minimax(position.play(move))
        if position.turn == 0:
            best = value
        else:
            best = value
        return best
"""

WRONG = {
    "MAX and MIN swapped": MINIMAX.replace("turn == 0", "turn == 1"),
    "everybody maximises": MINIMAX.replace("= inf", "= -inf").replace("min(", "max("),
    "everybody minimises": MINIMAX.replace("= -inf", "= inf").replace("max(best", "min(best"),
    "off by one ply": OFF_BY_ONE,
    "last of equals": ALPHABETA.replace("value > best", "value >= best").replace("value < best", "value <= best"),
    "bound passed to a sibling": GLOBAL_WINDOW,
    "no deep cut-offs": ALPHABETA.replace("play(move), alpha, beta", "play(move), best, inf", 1).replace(
        "play(move), alpha, beta", "play(move), -inf, best"
    ),
    "β ← min(α, v)": ALPHABETA.replace("min(beta, best)", "min(alpha, best)"),
    "no pruning": ALPHABETA.replace("break", "pass"),
    "probabilities ignored": EXPECTIMINIMAX.replace("sum(p * ", "1 / len(position.chances()) * sum("),
    "likeliest outcome only": EXPECTIMINIMAX.replace(
        "return sum(p * expectiminimax(position.play(event)) for event, p in position.chances())",
        "return expectiminimax(position.play(max(position.chances(), key=lambda pair: pair[1])[0]))",
    ),
    "chance plays for MAX": EXPECTIMINIMAX.replace("sum(p *", "max("),
    "chance plays for MIN": EXPECTIMINIMAX.replace("sum(p *", "min("),
    "averaged twice": EXPECTIMINIMAX.replace("sum(p *", "1 / len(position.chances()) * sum(p *"),
    "sum instead of mean": EXPECTIMINIMAX.replace("sum(p *", "sum("),
    "MIN plays at random": EXPECTIMINIMAX.replace("min(values)", "sum(values) / len(values)"),
    "value for the player to move": NEGAMAX.replace(
        "return negamax(position, 0)", "return negamax(position, position.turn or 0)"
    ),
    "value for MIN": NEGAMAX.replace("return negamax(position, 0)", "return negamax(position, 1)"),
    "utilities of MIN": MINIMAX.replace("utilities[0]", "utilities[-1]"),
    "leaves for MAX in negamax": NEGAMAX_TURNED,
    "players taken to alternate": ALTERNATING,
    "root taken for MAX": ALTERNATING.replace("position.turn or 0", "0"),
    "return inside the loop": EAGER,
    "new window for every move of the root": ROOT_LOOP,
    "only MAX cuts": ALPHABETA.replace("alpha = max(alpha, best)", "pass"),
    "only MIN cuts": ALPHABETA.replace("beta = min(beta, best)", "pass"),
    "α and β swapped": ALPHABETA.replace("play(move), alpha, beta", "play(move), beta, alpha"),
    "value lost at the cut": LOST,
    "best begins at 0": MINIMAX.replace("best = -inf", "best = 0").replace("best = inf", "best = 0"),
    "best begins at 999": MINIMAX.replace("best = inf", "best = 999"),
    "one ply too few": DEPTH.replace("depth == 0", "depth <= 1"),
    "one ply too many": DEPTH_ALPHABETA.replace("d == 0", "d < 0"),
    "depth ignored": DEPTH.replace("depth == 0", "depth is None"),
    "depth not counted down": DEPTH.replace("depth - 1", "depth"),
    "EVAL for the player to move": DEPTH.replace("evaluate(0)", "evaluate(position.turn)"),
    "EVAL for MIN": DEPTH.replace("evaluate(0)", "evaluate(1)"),
    "no EVAL": DEPTH.replace("position.evaluate(0)", "0"),
}
"""Programs by the name of their mistake."""

REMEMBERED_BOUNDS = """
from math import inf

memory = {}

def alphabeta(position, alpha=-inf, beta=inf):
    if position in memory:
        return memory[position]
    if position.turn is None:
        return position.utilities[0]
    best = -inf if position.turn == 0 else inf
    for move in position.moves():
        found = alphabeta(position.play(move), alpha, beta)
        if position.turn == 0:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            break
    memory[position] = best
    return best
"""

KEPT = MINIMAX.replace("def minimax", "found = []\n\ndef minimax").replace(
    "    return best", "    found.append(best)\n    return max(found)"
)

OTHER = {
    "crash": (
        MINIMAX.replace("    return best", "    return best + 0 / (len(position.moves()) - 1)"),
        "It ends with ZeroDivisionError in line 15 (division by zero). It is so exactly where some player has a single "
        "move.",
    ),
    "endless recursion": (
        "def minimax(position):\n    return minimax(position)",
        "It calls itself without end, with RecursionError in line 2 (maximum recursion depth exceeded): it must stop "
        "where position.turn is None.",
    ),
    "exit": (
        "import sys\ndef minimax(position):\n    sys.exit('bye')",
        "It ends Python with SystemExit in line 3 (bye): a function returns its value and leaves Python running.",
    ),
    "death": (
        "import os\ndef minimax(position):\n    os._exit(3)",
        "It ended without an answer, by leaving Python with exit code 3. Only 3 of the 96 questions were asked.",
    ),
    "memory": (
        "def minimax(position):\n    return len([0] * 10**10)",
        "It needs more memory than it may have: does it keep or copy something without end? Only 3 of the 96 questions "
        "were asked.",
    ),
    "no result": (
        MINIMAX.replace("    return best\n", ""),
        "It returns None: is a return missing on one way through the function?",
    ),
    "no number": (
        "def minimax(position):\n    return float('nan')",
        "It returns nan: it should be a number, or a number and a move.",
    ),
    "move before value": (
        DEPTH.replace("return best, choice", "return choice, best")
        .replace("value, _ =", "_, value =")
        .replace("[0], None", "[0], position.utilities[0]")
        .replace("evaluate(0), None", "evaluate(0), position.evaluate(0)"),
        "It returns ('1', 1.0): the value comes first, then the move.",
    ),
    "no such move": (
        DEPTH.replace("return best, choice", "return best, 'z'"),
        'It answers with "z", which is no move here: there are 1.',
    ),
    "wrong value": (
        MINIMAX.replace("return position.utilities[0]", "return position.utilities[0] + 1"),
        "It finds 2 where 1 is right.",
    ),
    "wrong move": (
        DEPTH.replace("return best, choice", "return best, position.moves()[-1]"),
        "The value is right, but the move 2 does not lead to it: 1 would.",
    ),
    "prunes too much": (
        ALPHABETA.replace("best >= beta", "best >= beta - 1"),
        "It prunes too much: it left 2/2 alone, which alpha-beta looks at.",
    ),
    "prunes too little": (
        ALPHABETA.replace("best >= beta", "best >= beta + 2"),
        "The values are right, but it looks at leaves that cannot matter.",
    ),
    "other order": (
        ALPHABETA.replace("position.moves()", "reversed(position.moves())"),
        "It takes the moves in another order than position.moves() gives them: which leaves alpha-beta can leave alone "
        "depends on the order, so keep to that one.",
    ),
    "answers change": (KEPT, "something is kept between the calls, such as a global or a default value that changes."),
    "cannot be called": (
        "def minimax(node, depth, maximizing):\n    return 0",
        'minimax asks for "maximizing" beside the position: give it a default value. Whose turn it is says '
        "position.turn.",
    ),
}
"""Programs by the kind of what is wrong with them, where it is no mistake with a name, and the sentence about it."""

UNRULY = {
    "forks": ("import os\ndef minimax(position):\n    while True: os.fork()", "os.fork is not allowed while grading"),
    "starts a program": (
        "import subprocess\ndef minimax(position):\n    subprocess.run(['true'])",
        "subprocess.Popen is not allowed while grading",
    ),
    "ends others": (
        "import os\ndef minimax(position):\n    os.kill(os.getppid(), 9)",
        "os.kill is not allowed while grading",
    ),
    "starts threads without end": (
        "import threading, time\ndef minimax(position):\n"
        "    while True: threading.Thread(target=time.sleep, args=(9,)).start()",
        "can't start new thread",
    ),
    "reads the keyboard": ("def minimax(position):\n    return int(input('value? '))", "EOF when reading a line"),
    "fills the disk": (
        "def minimax(position):\n    with open('log', 'a') as log:\n        while True: log.write('x' * 10000)",
        "File too large",
    ),
    "changes the position": ("def minimax(position):\n    position.turn = 0", "property 'turn' of 'Position' object"),
    "asks for a player who is none": (
        "def minimax(position):\n    return position.evaluate(None)",
        "there is no player None to evaluate for: MAX is 0 and MIN is 1",
    ),
    "plays what is no move": (
        "def minimax(position):\n    return position.play('9')",
        "there is no move '9' here: there are none, for the game is over",
    ),
    "raises nonsense": (
        "def minimax(position):\n    raise ValueError('\\x1b[2J \\ud800')",
        "ValueError in line 2 (�[2J �)",
    ),
}
"""Programs that do what they may not, and what the report says."""
