"""Qubic against rules written anew from vectors: the 76 lines, who has won, which moves are left, what is noisy.

No program for qubic is at hand, so the second opinion is this file. It knows cells as coordinates and shares nothing
with the rules in the core: a line is four cells in a direction, found by walking.
"""

from __future__ import annotations

import os
from itertools import product
from random import Random

import zermelo
from zermelo import Position

Cell = tuple[int, int, int]
"""Level, column and row from 0."""
CELLS: list[Cell] = list(product(range(4), range(4), range(4)))
GAMES = int(os.environ.get("ZERMELO_PEER_GAMES", "60"))  # make test-long plays more
POSITIONS = 2_000


def lines() -> set[frozenset[Cell]]:
    """Four cells in a row: from any cell in any direction, if that stays within the cube."""
    found = set()
    for start, step in product(CELLS, product((-1, 0, 1), repeat=3)):
        cells = [tuple(place + along * move for place, move in zip(start, step, strict=True)) for along in range(4)]
        line = frozenset(cell for cell in CELLS if cell in cells)
        if len(line) == 4:
            found.add(line)
    return found


LINES = lines()


def name(cell: Cell) -> str:
    level, column, row = cell
    return f"{level + 1}{'abcd'[column]}{row + 1}"


def text(stones: dict[Cell, int]) -> str:
    """The cube level by level, row by row."""
    levels = [
        "/".join("".join("ry."[stones.get((level, column, row), 2)] for column in range(4)) for row in range(4))
        for level in range(4)
    ]
    return f"{'|'.join(levels)} {'ry'[len(stones) % 2]}"


def winner(stones: dict[Cell, int]) -> int | None:
    for line in LINES:
        owners = {stones.get(cell) for cell in line}
        if len(owners) == 1 and None not in owners:
            return owners.pop()
    return None


def noisy(stones: dict[Cell, int]) -> set[str]:
    """Empty cells of lines with three stones of one player."""
    found = set()
    for line in LINES:
        owners = [stones[cell] for cell in line if cell in stones]
        if len(owners) == 3 and len(set(owners)) == 1:
            found |= {name(cell) for cell in line if cell not in stones}
    return found


def judgement(stones: dict[Cell, int]) -> dict[str, int]:
    """Open lines of red minus those of yellow."""
    found = {"one stone": 0, "two stones": 0, "three stones": 0}
    for line in LINES:
        owners = [stones[cell] for cell in line if cell in stones]
        if len(set(owners)) == 1 and len(owners) < 4:
            found[["one stone", "two stones", "three stones"][len(owners) - 1]] += 1 - 2 * owners[0]
    return found


def agree(position: Position, stones: dict[Cell, int]) -> None:
    assert position.text == text(stones)
    won = winner(stones)
    if won is not None or len(stones) == 64:
        assert position.turn is None
        assert position.utilities == {None: (0, 0), 0: (1, -1), 1: (-1, 1)}[won]
        return
    assert position.turn == len(stones) % 2
    assert sorted(position.moves()) == sorted(name(cell) for cell in CELLS if cell not in stones)
    assert set(position.noisy_moves()) == noisy(stones)
    features = {title.removeprefix("open lines with "): amount for title, _, amount in position.features(0)}
    assert features == judgement(stones)


def test_there_are_76_lines() -> None:
    assert len(LINES) == 76


def test_random_games_are_the_same_for_both() -> None:
    compared = full = 0
    for seed in range(GAMES):
        random = Random(seed)
        position, stones = zermelo.game("qubic").start(), dict[Cell, int]()
        while True:
            agree(position, stones)
            compared += 1
            if position.turn is None:
                break
            empty = {name(cell): cell for cell in CELLS if cell not in stones}
            # Every other game goes on for long, because players block each other.
            threats = position.noisy_moves() if seed % 2 else []
            move = random.choice(threats or position.moves())
            position = position.play(move)
            stones[empty[move]] = len(stones) % 2
        full += len(stones) == 64
    assert compared >= POSITIONS
    assert full > 0
