"""Tic-tac-toe and connect-four as a user writes them for each of the programs compared.

The squares and the order of moves are the same everywhere; a player's stones are a set of bits. Nothing here is copied
from the peers' own examples. Where a program offers a faster way, such as taking moves back, it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import zermelo

FULL = 0o777
ROWS = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
WON = [any(stones & row == row for row in ROWS) for stones in range(512)]
FREE = [[square for square in range(9) if not taken >> square & 1] for taken in range(512)]

Board = tuple[int, int, int]
"""Who moves, the stones of that player, the stones of the other."""


class TicTacToe(zermelo.Game):
    """For zermelo: five methods about plain tuples."""

    longest = 9

    def initial(self) -> Board:
        """The empty board, player 0 to move."""
        return (0, 0, 0)

    def turn(self, state: Board) -> int | None:
        """Nobody's when the last move won or the board is full."""
        player, own, other = state
        return None if WON[other] or own | other == FULL else player

    def moves(self, state: Board) -> Sequence[int]:
        """The empty squares."""
        return FREE[state[1] | state[2]]

    def play(self, state: Board, move: int) -> Board:
        """The other player's view of the board with one more stone."""
        player, own, other = state
        return (1 - player, other, own | 1 << move)

    def utilities(self, state: Board) -> tuple[float, float]:
        """Who is to move has lost, unless nobody has won."""
        player, _, other = state
        if not WON[other]:
            return (0.0, 0.0)
        return (-1.0, 1.0) if player == 0 else (1.0, -1.0)


def plain_minimax(game: TicTacToe, state: Board, counter: list[int] | None = None) -> float:
    """What needs no library: minimax by recursion in Python, over the same rules; the value for player 0."""
    if counter is not None:
        counter[0] += 1
    player = game.turn(state)
    if player is None:
        return game.utilities(state)[0]
    values = [plain_minimax(game, game.play(state, move), counter) for move in game.moves(state)]
    return max(values) if player == 0 else min(values)


def open_spiel_tic_tac_toe() -> Any:
    """For OpenSpiel: a game and a state class derived from its own, registered under a name."""
    spiel: Any = import_module("pyspiel")
    kind = spiel.GameType
    game_type = kind(
        short_name="zermelo_benchmark_tic_tac_toe",
        long_name="Tic-tac-toe",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    info = spiel.GameInfo(
        num_distinct_actions=9,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=9,
    )

    class State(spiel.State):  # type: ignore[misc]
        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.board: Board = (0, 0, 0)

        def current_player(self) -> int:
            player, own, other = self.board
            return int(spiel.PlayerId.TERMINAL) if WON[other] or own | other == FULL else player

        def is_terminal(self) -> bool:
            _, own, other = self.board
            return WON[other] or own | other == FULL

        def _legal_actions(self, player: int) -> list[int]:
            return FREE[self.board[1] | self.board[2]]

        def _apply_action(self, action: int) -> None:
            player, own, other = self.board
            self.board = (1 - player, other, own | 1 << action)

        def _action_to_string(self, player: int, action: int) -> str:
            return str(action)

        def returns(self) -> list[float]:
            player, _, other = self.board
            if not WON[other]:
                return [0.0, 0.0]
            return [-1.0, 1.0] if player == 0 else [1.0, -1.0]

        def __str__(self) -> str:
            return str(self.board)

    class OwnGame(spiel.Game):  # type: ignore[misc]
        def __init__(self, params: Any = None) -> None:
            super().__init__(game_type, info, params or {})

        def new_initial_state(self) -> State:
            return State(self)

    spiel.register_game(game_type, OwnGame)
    return spiel.load_game(game_type.short_name)


class Counting:
    """An OpenSpiel state that counts how often it and its copies are copied: once for every node but the first."""

    def __init__(self, state: Any, counter: list[int]) -> None:
        self.state, self.counter = state, counter

    def clone(self) -> Counting:
        """A copy, counted."""
        self.counter[0] += 1
        return Counting(self.state.clone(), self.counter)

    def __getattr__(self, name: str) -> Any:
        """Everything else is the state's own."""
        return getattr(self.state, name)


def easy_ai_game(name: str) -> Callable[[], Any]:
    """For easyAI: a class derived from its TwoPlayerGame that takes moves back instead of copying."""
    base = import_module("easyAI").TwoPlayerGame

    class Own(base):  # type: ignore[misc,valid-type]
        def __init__(self) -> None:
            self.players = ["first", "second"]  # only counted
            self.current_player = 1
            self.stones = {1: 0, 2: 0}

        def is_over(self) -> bool:
            over: bool = self.won() or self.full()  # each game below says when
            return over

        def scoring(self) -> int:
            return -100 if self.won() else 0

        def show(self) -> None:
            print(self.stones)

    class OwnTicTacToe(Own):
        def possible_moves(self) -> list[int]:
            return FREE[self.stones[1] | self.stones[2]]

        def make_move(self, move: int) -> None:
            self.stones[self.current_player] |= 1 << move

        def unmake_move(self, move: int) -> None:
            self.stones[self.current_player] ^= 1 << move

        def won(self) -> bool:
            return WON[self.stones[self.opponent_index]]

        def full(self) -> bool:
            return self.stones[1] | self.stones[2] == FULL

    class OwnConnectFour(Own):
        def __init__(self) -> None:
            super().__init__()
            self.heights = [7 * column for column in range(7)]  # bits as in crates/core/src/games/connect_four/mod.rs

        def possible_moves(self) -> list[int]:
            return [column for column in range(7) if self.heights[column] < 7 * column + 6]

        def make_move(self, column: int) -> None:
            self.stones[self.current_player] |= 1 << self.heights[column]
            self.heights[column] += 1

        def unmake_move(self, column: int) -> None:
            self.heights[column] -= 1
            self.stones[self.current_player] ^= 1 << self.heights[column]

        def won(self) -> bool:
            stones = self.stones[self.opponent_index]
            for step in (1, 7, 6, 8):
                pairs = stones & stones >> step
                if pairs & pairs >> 2 * step:
                    return True
            return False

        def full(self) -> bool:
            return self.heights == [7 * column + 6 for column in range(7)]

    return {"tic-tac-toe": OwnTicTacToe, "connect-four": OwnConnectFour}[name]
