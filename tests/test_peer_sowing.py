"""Awari, kalah and nine men's morris against OpenSpiel along random games: boards, legal moves and ends.

Where the rules differ:

- oware: none. OpenSpiel too ends a game at the first repetition and lets each side keep what lies in its houses. It
  puts the seeds of the houses into the stores, however a game ends; we leave them there. It refuses a 1,001st move.
- mancala: none, but OpenSpiel tells who won, not by how much.
- nine men's morris: a removal is a move of its own in OpenSpiel; a game is a draw after 200 turns, not after 50 moves
  of each side without a mill, and a position may come back for ever.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from importlib import import_module
from random import Random
from typing import Any

import zermelo
from zermelo import Position

pyspiel: Any = import_module("pyspiel")

GAMES = int(os.environ.get("ZERMELO_PEER_GAMES", "40"))  # make test-long plays more


def choose(position: Position, random: Random, quiet: float) -> str:
    """A random move, with this probability one that captures nothing, so that games come to their rarer ends."""
    moves, noisy = position.moves(), set(position.noisy_moves())
    peaceful = [move for move in moves if move not in noisy]
    return random.choice(peaceful if peaceful and random.random() < quiet else moves)


# Sowing.

Seeds = tuple[list[int], int, list[int], int]


def seeds(position: Position) -> Seeds:
    """South's houses and store, then north's."""
    south, south_store, _, north, north_store, _ = position.text.split()
    return [*map(int, south.split(","))], int(south_store), [*map(int, north.split(","))], int(north_store)


def seeds_of_oware(state: object) -> Seeds:
    lines = str(state).removeprefix("[FINISHED]\n").splitlines()
    numbers = [[int(word) for word in re.findall(r"\d+", line)] for line in lines]
    return numbers[3], numbers[5][1], numbers[2][::-1], numbers[0][1]


def collected(board: Seeds) -> tuple[int, int]:
    south, south_store, north, north_store = board
    return sum(south) + south_store, sum(north) + north_store


def test_awari_is_oware() -> None:
    ends, positions = Counter[str](), 0
    rules = zermelo.game("awari")
    for seed in range(GAMES):
        random = Random(seed)
        position, state = rules.start(), pyspiel.load_game("oware").new_initial_state()
        while not state.is_terminal() and len(state.history()) < 1_000:
            positions += 1
            assert seeds(position) == seeds_of_oware(state)
            assert position.turn == state.current_player()
            names = [state.action_to_string(state.current_player(), action) for action in state.legal_actions()]
            assert position.moves() == names, position.text
            move = choose(position, random, quiet=0.5 if seed % 2 else 0.0)
            state.apply_action(state.legal_actions()[names.index(move)])
            position = position.play(move)
        if not state.is_terminal():
            continue
        assert position.utilities == tuple(state.returns()), position.text
        assert collected(seeds(position)) == collected(seeds_of_oware(state))
        _, south, _, north = seeds(position)
        if max(south, north) > 24:
            ends["25 seeds"] += 1
        else:
            ends["no move" if rules.position(position.text).turn is None else "repetition"] += 1
    assert positions > 2_000
    assert all(ends[end] > 0 for end in ("25 seeds", "no move", "repetition")), ends


def seeds_of_mancala(state: object) -> Seeds:
    north, stores, south = ([int(word) for word in re.findall(r"\d+", line)] for line in str(state).splitlines()[:3])
    return south, stores[1], north[::-1], stores[0]


def test_kalah_is_mancala() -> None:
    positions = 0
    for seed in range(2 * GAMES):
        random = Random(seed)
        position, state = zermelo.game("kalah").start(), pyspiel.load_game("mancala").new_initial_state()
        while not state.is_terminal():
            positions += 1
            assert seeds(position) == seeds_of_mancala(state)
            assert position.turn == state.current_player()
            houses = {str(action - 7 * state.current_player()): action for action in state.legal_actions()}
            assert position.moves() == list(houses), position.text
            move = random.choice(position.moves())
            state.apply_action(houses[move])
            position = position.play(move)
        assert collected(seeds(position)) == collected(seeds_of_mancala(state))
        assert position.utilities is not None
        south = position.utilities[0]
        assert state.returns()[0] == (south > 0) - (south < 0), position.text
    assert positions > 2_000


# Nine men's morris.

NAMES = re.findall("..", "a7d7g7b6d6f6c5d5e5a4b4c4e4f4g4c3d3e3b2d2f2a1d1g1")
"""The points as OpenSpiel counts them: row by row, as our texts do."""


def morris(text: str) -> Position:
    """A position without a past, so that it is over by its own rules only."""
    return zermelo.game("morris", quiet_moves=0).position(text)


def board_of(state: object) -> str:
    """The board, the side to move and the men in hand as our texts have them."""
    drawing, told = str(state).split("\n\n", 1)
    letters = iter(re.sub(r"[^.WB]", "", drawing).lower())
    rows = ["".join(next(letters) for _ in range(size)) for size in (3, 3, 3, 6, 3, 3, 3)]
    side = re.search(r"player: (.)", told)
    hands = re.search(r"deploy: (\d) (\d)", told)
    assert side
    assert hands
    return f"{'/'.join(rows)} {side[1].lower()} {hands[1]} {hands[2]}"


def turns_of(state: object) -> dict[str, list[int]]:
    """Whole turns with their removal, as our moves are written, by the actions that make them."""
    turns = {}
    for action in state.legal_actions():  # type: ignore[attr-defined]
        source, target = divmod(action - 24, 24) if action >= 24 else (None, action)
        name = NAMES[target] if source is None else f"{NAMES[source]}-{NAMES[target]}"
        child = state.child(action)  # type: ignore[attr-defined]
        if not child.is_terminal() and child.current_player() == state.current_player():  # type: ignore[attr-defined]
            for removal in child.legal_actions():
                turns[f"{name}x{NAMES[removal]}"] = [action, removal]
        else:
            turns[name] = [action]
    return turns


def test_morris_has_the_same_turns() -> None:
    ends, positions, mills = Counter[str](), 0, 0
    for seed in range(GAMES):
        random = Random(seed)
        state = pyspiel.load_game("nine_mens_morris").new_initial_state()
        position = morris(".../.../.../....../.../.../... w 9 9 0")
        while not state.is_terminal():
            positions += 1
            assert position.text.rsplit(" ", 1)[0] == board_of(state)
            turns = turns_of(state)
            assert sorted(position.moves()) == sorted(turns), position.text
            if seed % 4 == 3 and position.text.split()[2:4] == ["0", "0"]:
                # Where the opponent is left the fewest moves, so that some game ends by a blockade.
                quiet = [move for move in turns if "x" not in move] or position.moves()
                move = min(quiet, key=lambda move: (len(position.play(move).moves()), random.random()))
            else:
                move = choose(position, random, quiet=0.8 if seed % 2 else 0.0)
            mills += "x" in move
            for action in turns[move]:
                state.apply_action(action)
            position = morris(position.play(move).text)
        assert position.text.rsplit(" ", 1)[0] == board_of(state)
        if state.returns() == [0.0, 0.0]:
            ends["200 turns"] += 1
            assert "Turn number: 200" in str(state)
            continue  # we play on
        men = min(re.sub("[^wb]", "", position.text.split()[0]).count(letter) for letter in "wb")
        ends["two men" if men < 3 else "no move"] += 1
        assert position.utilities == tuple(state.returns()), position.text
    assert positions > 2_000
    assert mills > 200
    assert all(ends[end] > 0 for end in ("200 turns", "two men", "no move")), ends


def test_where_morris_differs_from_open_spiel() -> None:
    state = pyspiel.load_game("nine_mens_morris").new_initial_state()
    position = zermelo.game("morris").start()
    placed = re.findall("..", "a7d7g7a4d6b6f6g4b4c4e4f4c5e5d3a1g1d1")
    for move in placed + 2 * ["d3-c3", "d1-d2", "c3-d3", "d2-d1"]:
        assert position.turn is not None
        for action in turns_of(state)[move]:
            state.apply_action(action)
        position = position.play(move)
    assert position.utilities == (0, 0), "the third time is a draw"
    assert not state.is_terminal()

    two_moves = zermelo.game("morris", quiet_moves=1).position("w.w/.../.../....b./.b./.b./w.w w 0 0 0")
    assert two_moves.play("a7-d7").play("f4-a4").utilities == (0, 0), "as after 50 moves of each side by default"
