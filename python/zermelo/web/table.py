"""Games in progress, kept in memory: who sits where, what was played, and what each may do next."""

from __future__ import annotations

import random
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from zermelo import CHANCE, GameError, MethodError, Position, Report, ZermeloError, search

MOST_PLAYS = 1_000
"""The games kept; beyond that the one that was looked at longest ago is forgotten."""
MOST_PLIES = 10_000
"""The plies kept of one game."""
MOST_SECONDS = 10.0
"""The longest search that a request may ask for."""


class RefusedError(ZermeloError):
    """A request that cannot be fulfilled now, with its status in HTTP."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays for a player."""

    human: bool
    method: str | None = None
    """How the engine searches; None chooses."""
    seconds: float = 1.0
    """What the engine spends on a move."""


@dataclass(frozen=True, slots=True)
class Step:
    """One ply: the position before it, who decided, and what."""

    position: Position
    actor: int
    action: str


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands. It never changes, so that reading needs no lock."""

    position: Position
    steps: tuple[Step, ...] = ()


class Play:
    """A game in progress.

    What chance brings follows from the seed and the ply alone: whoever takes a move back and makes it again gets the
    same roll.

    Args:
        position: Where it begins.
        seats: Who plays for each player.
        seed: For chance; secret unless given.

    Raises:
        RefusedError: The seats do not fit the game.
        MethodError: An engine's method does not apply to it.
    """

    def __init__(self, position: Position, seats: tuple[Seat, ...], *, seed: int | None = None) -> None:
        facts = position.game.facts
        self.name: str = facts["name"]
        self.players: tuple[str, ...] = facts["players"]
        self.methods: list[str] = facts["methods"]
        self.hidden: bool = facts["hidden"]
        self.seats = seats
        self.humans = [player for player, seat in enumerate(seats) if seat.human]
        self.id = secrets.token_urlsafe(12)
        self._seed = secrets.randbits(128) if seed is None else seed
        self._lock = threading.Lock()
        if len(seats) != len(self.players):
            raise RefusedError(422, f"{self.name} has {len(self.players)} seats, not {len(seats)}")
        if self.hidden and len(self.humans) > 1:
            raise RefusedError(422, f"one page shows one player's view of {self.name}: choose one person")
        for seat in seats:
            self._check_method(position, seat.method)
        self.state = self._settled(State(position))

    @property
    def viewer(self) -> int | None:
        """Through whose eyes the page sees; None sees everything, for nothing is hidden or nobody is playing."""
        return self.humans[0] if self.hidden and self.humans else None

    @property
    def hint_methods(self) -> list[str]:
        """The searches that may give a hint. Where something is hidden, a random game would betray it."""
        return [method for method in self.methods if method != "random" or not self.hidden]

    @contextmanager
    def claimed(self) -> Iterator[None]:
        """Keeps others from changing the game meanwhile; a second request at the same time is refused."""
        if not self._lock.acquire(blocking=False):
            raise RefusedError(409, "another request for this game is still running")
        try:
            with self.discreet():
                yield
        finally:
            self._lock.release()

    @contextmanager
    def discreet(self) -> Iterator[None]:
        """Keeps back what a failing game of someone's own says, when it might show what is hidden."""
        try:
            yield
        except GameError as error:
            if not self.hidden:
                raise
            raise RefusedError(422, f"the game {self.name} failed; zermelo.check_game tells how") from error

    def play(self, move: str) -> None:
        """Makes a move for the person whose turn it is."""
        player = self._turn()
        if not self.seats[player].human:
            raise RefusedError(409, f"it is the turn of {self.players[player]}, whom the engine plays")
        if self.hidden:
            # The sentence of IllegalMoveError shows the position.
            moves = self.state.position.moves()
            if move not in moves:
                raise RefusedError(422, f'illegal move "{move}" in {self.name}: it is one of {", ".join(moves)}')
        self._go_on(move)

    def reply(self, progress: Callable[[int, int, float], object]) -> Callable[[], Report]:
        """The engine's search for its next move, to be run anywhere; `finish` makes the move."""
        player = self._turn()
        seat, position = self.seats[player], self.state.position
        if seat.human:
            raise RefusedError(409, f"it is the turn of {self.players[player]}, whom a person plays")
        seed = self._random("engine").getrandbits(63)
        # A forced move needs no thought.
        limit: dict[str, Any] = {"time": seat.seconds} if len(position.moves()) > 1 else {"depth": 1}
        return lambda: search(position, method=seat.method, seed=seed, progress=progress, **limit)

    def finish(self, report: Report) -> None:
        """Makes the move that the engine found."""
        assert report.move is not None, "a player was to move"
        self._go_on(report.move)

    def hint(
        self, method: str | None, seconds: float, progress: Callable[[int, int, float], object]
    ) -> Callable[[], Report]:
        """A search for the person whose turn it is, to be run anywhere."""
        player = self._turn()
        position = self.state.position
        if not self.seats[player].human:
            raise RefusedError(409, f"it is the turn of {self.players[player]}, whom the engine plays")
        self._check_method(position, method)
        if not self.hint_methods or (self.hidden and method == "random"):
            raise MethodError(f"there is no hint for {self.name}: no search that looks ahead applies to it")
        return lambda: search(position, method=method or self.hint_methods[0], time=seconds, progress=progress)

    @property
    def can_undo(self) -> bool:
        """Is there a person's move to take back? What was seen cannot be unseen, so not where something is hidden."""
        return not self.hidden and any(step.actor in self.humans for step in self.state.steps)

    def undo(self) -> None:
        """Goes back to where a person decided last."""
        if self.hidden:
            raise RefusedError(409, f"nothing can be taken back in {self.name}: what was seen cannot be unseen")
        steps = self.state.steps
        for index in range(len(steps) - 1, -1, -1):
            if steps[index].actor in self.humans:
                self.state = State(steps[index].position, steps[:index])
                return
        raise RefusedError(409, "there is no move to take back")

    def _turn(self) -> int:
        turn = self.state.position.turn
        if turn is None:
            raise RefusedError(409, f"the game is over: {self.state.position.outcome}")
        return turn

    def _go_on(self, action: str) -> None:
        state = self.state
        turn = self._turn()
        after = state.position.play(action)
        self.state = self._settled(State(after, (*state.steps, Step(state.position, turn, action))))

    def _settled(self, state: State) -> State:
        """The state in which chance has done what it had to."""
        position, steps = state.position, list(state.steps)
        while position.turn == CHANCE:
            if len(steps) >= MOST_PLIES:
                raise RefusedError(409, f"a game of more than {MOST_PLIES:,} plies is not kept here")
            chances = position.chances()
            weights = [probability for _, probability in chances]
            event = self._random("chance", len(steps)).choices([event for event, _ in chances], weights)[0]
            steps.append(Step(position, CHANCE, event))
            position = position.play(event)
        if len(steps) > MOST_PLIES:
            raise RefusedError(409, f"a game of more than {MOST_PLIES:,} plies is not kept here")
        return State(position, tuple(steps))

    def _random(self, purpose: str, ply: int | None = None) -> random.Random:
        return random.Random(f"{self._seed} {purpose} {len(self.state.steps) if ply is None else ply}")

    def _check_method(self, position: Position, method: str | None) -> None:
        if method is not None and method not in self.methods:
            search(position, method=method, depth=1)  # refuses with its own sentence


class Table:
    """All games in progress; the ones looked at last are kept."""

    def __init__(self, most: int = MOST_PLAYS) -> None:
        self._most = most
        self._plays: OrderedDict[str, Play] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, play: Play) -> None:
        """Keeps a game, and forgets the one that was looked at longest ago when there are too many."""
        with self._lock:
            self._plays[play.id] = play
            while len(self._plays) > self._most:
                self._plays.popitem(last=False)

    def find(self, name: str) -> Play:
        """The game of this id."""
        with self._lock:
            play = self._plays.get(name)
            if play is None:
                raise RefusedError(404, f'there is no game in progress "{name[:40]}": it may have been forgotten')
            self._plays.move_to_end(name)
            return play
