"""A game that is being played: who sits where, what was played, whose clock runs, and what each may do next."""

from __future__ import annotations

import asyncio
import random
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any, Literal

from zermelo import CHANCE, GameError, MethodError, Position, Report, search
from zermelo.engine import Engine
from zermelo.levels import level as find_level
from zermelo.report import News
from zermelo.web.searches import Job, RefusedError, StoppedError

MOST_PLIES = 10_000
"""The plies kept of one game."""
MOST_SECONDS = 10.0
"""The longest search for a move or a hint that a request may ask for."""
MEMORY = 1 << 24
"""The bytes of the table of a search."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays for a player."""

    human: bool
    method: str | None = None
    """How the engine searches; None chooses."""
    seconds: float = 1.0
    """What the engine spends on a move, where no clock runs."""
    level: str | None = None
    """How well the engine plays; None is as well as it can."""
    nodes: int | None = None
    """Positions that the engine visits for a move at most."""
    depth: int | None = None
    """Plies that it looks ahead at most."""
    key: str | None = None
    """What shows that somebody sits here, where something is hidden from the others."""
    ponder: bool = False
    """Does the engine think on other people's time, too?"""


@dataclass(frozen=True, slots=True)
class Step:
    """One ply: the position before it, who decided, what, and how long it took."""

    position: Position
    actor: int
    action: str
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended before its rules ended it."""

    by: Literal["resignation", "time"]
    player: int


@dataclass(frozen=True, slots=True)
class Settings:
    """What was agreed before the game."""

    seed: int = field(default_factory=lambda: secrets.randbits(53))
    """For chance; secret unless given."""
    clock: tuple[float, float] | None = None
    """Seconds for all moves of a player, and the seconds that every move adds."""
    by_hand: bool = False
    """Are dice rolled elsewhere, and told here?"""


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands. It never changes, so that reading needs no lock."""

    position: Position
    steps: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()
    """What was taken back and can be played again."""
    left: tuple[float, ...] | None = None
    """The seconds left to each player when the turn began."""
    ended: Ended | None = None


@dataclass(frozen=True, slots=True)
class Thought:
    """A search on somebody else's time."""

    position: Position
    """What the engine expects to come."""
    engine: Engine
    job: Job[Report]
    """Its clock stands still until `engine.hit`."""


class Play:
    """A game in progress.

    What chance brings follows from the seed and the ply alone: whoever takes a move back and makes it again gets the
    same roll.

    Args:
        state: Where it stands.
        seats: Who plays for each player.
        settings: What was agreed.
        name: What it is called; a secret name unless said.
        keep: Called with the play and its next state before that state is told to anybody; when it fails, nothing has
            happened.

    Raises:
        RefusedError: The seats do not fit the game.
        MethodError: An engine's method does not apply to it.
    """

    def __init__(
        self,
        position: Position,
        seats: tuple[Seat, ...],
        settings: Settings | None = None,
        *,
        name: str | None = None,
        keep: Callable[[Play, State], object] | None = None,
    ) -> None:
        facts = position.game.facts
        self.game: str = facts["name"]
        self.players: tuple[str, ...] = facts["players"]
        self.methods: list[str] = facts["methods"]
        self.hidden: bool = facts["hidden"]
        self.settings = settings or Settings()
        self.name = name or secrets.token_urlsafe(12)
        self.keep = keep
        self.version = 0
        self.report: Report | None = None
        """What the engine found for its last move."""
        self.trouble: str | None = None
        """Why the engine does not move."""
        self._lock = threading.Lock()
        self._listeners: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}
        self._watching = 0
        self._engines: dict[int, Engine] = {}
        self._arrived: set[int] = set()
        if len(seats) != len(self.players):
            raise RefusedError(422, f"{self.game} has {len(self.players)} seats, not {len(seats)}")
        for seat in seats:
            self._check_method(position, seat.method)
            if seat.level is not None:
                find_level(seat.level)
            if seat.ponder and not self._by_engine(seat):
                raise RefusedError(422, "only the engine can think on somebody else's time")
        self.seats = tuple(
            replace(seat, key=seat.key or secrets.token_urlsafe(12)) if seat.human and self.hidden else seat
            for seat in seats
        )
        self.humans = [player for player, seat in enumerate(seats) if seat.human]
        self.first = position
        clock = self.settings.clock
        self.state = self._settled(State(position, left=None if clock is None else (clock[0],) * len(seats)))
        self._since = monotonic()

    # Who sees what.

    def viewer(self, key: str | None) -> int | None:
        """Through whose eyes the holder of a key sees; None sees everything, for nothing is hidden or nobody plays.

        Raises:
            RefusedError: Something is hidden, and this key opens no seat.
        """
        if not self.hidden or not self.humans:
            return None
        for player in self.humans:
            own = self.seats[player].key
            if own is not None and key is not None and secrets.compare_digest(own.encode(), key.encode()):
                if player not in self._arrived:
                    self._arrived.add(player)
                    self.tell()
                return player
        raise RefusedError(404, f"a game of {self.game} is seen by those who sit at it: use the address of your seat")

    def address(self, player: int | None) -> str:
        """The name of the game as this player's page uses it."""
        key = None if player is None else self.seats[player].key
        return self.name if key is None else f"{self.name}.{key}"

    def missing(self, viewer: int | None) -> list[int]:
        """Whom the one who began a game with something hidden may still invite."""
        if not self.hidden or not self.humans or viewer != self.humans[0]:
            return []
        return [player for player in self.humans[1:] if player not in self._arrived]

    @property
    def hint_methods(self) -> list[str]:
        """The searches that may give a hint. Where something is hidden, a random game would betray it."""
        return [method for method in self.methods if method != "random" or not self.hidden]

    @property
    def is_over(self) -> bool:
        """Has it ended, by the rules or otherwise?"""
        return self.state.ended is not None or self.state.position.turn is None

    @property
    def waiting(self) -> Literal["human", "engine", "chance"] | None:
        """Who has to do something; None when the game is over."""
        if self.is_over:
            return None
        turn = self.state.position.turn
        if turn == CHANCE:
            return "chance"
        assert turn is not None
        return "human" if self.seats[turn].human else "engine"

    @property
    def outcome(self) -> str | None:
        """How it ended, in words."""
        return self.outcome_of(self.state)

    def outcome_of(self, state: State) -> str | None:
        """How the game ended in this state, in words."""
        if state.ended is None:
            return state.position.outcome
        loser = self.players[state.ended.player]
        how = f"{loser} resigned" if state.ended.by == "resignation" else f"{loser} ran out of time"
        return f"{how}: {self.players[1 - state.ended.player]} wins" if len(self.players) == 2 else how

    @property
    def clocks(self) -> list[float] | None:
        """The seconds left to each player now."""
        left = self.state.left
        if left is None:
            return None
        turn = None if self.is_over else self.state.position.turn
        spent = self.spent
        return [max(0.0, seconds - spent) if player == turn else seconds for player, seconds in enumerate(left)]

    @property
    def spent(self) -> float:
        """The seconds since the turn began."""
        return monotonic() - self._since

    # Who hears of it.

    @contextmanager
    def heard(self, *, watching: bool = True) -> Iterator[asyncio.Event]:
        """An event that is set whenever something has changed, for somebody who is watching the game or not."""
        event = asyncio.Event()
        self._listeners[event] = asyncio.get_running_loop()
        self._watching += watching
        try:
            yield event
        finally:
            self._watching -= watching
            del self._listeners[event]

    @property
    def is_heard(self) -> bool:
        """Is somebody watching?"""
        return self._watching > 0

    def tell(self) -> None:
        """Lets all who look know that there is something new."""
        for event, loop in tuple(self._listeners.items()):
            loop.call_soon_threadsafe(event.set)

    # What can be done.

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
            raise RefusedError(422, f"the game {self.game} failed; zermelo.check_game tells how") from error

    def play(self, move: str, viewer: int | None = None) -> None:
        """Makes a move for the person whose turn it is, or tells what the dice brought."""
        turn = self._turn()
        if turn == CHANCE:
            self._set(self._after(move))
            return
        if not self.seats[turn].human:
            raise RefusedError(409, f"it is the turn of {self.players[turn]}, whom the engine plays")
        if self.hidden:
            if viewer != turn:
                raise RefusedError(409, f"it is the turn of {self.players[turn]}")
            # The sentence of IllegalMoveError shows the position.
            moves = self.state.position.moves()
            if move not in moves:
                raise RefusedError(422, f'illegal move "{move}" in {self.game}: it is one of {", ".join(moves)}')
        self._set(self._after(move))

    def roll(self) -> None:
        """Lets chance do what it has to, once."""
        if self._turn() != CHANCE:
            raise RefusedError(409, "nothing is to be rolled")
        self._set(self._after(self._event(self.state)))

    def reply(self) -> Job[Report]:
        """The engine's search for its next move; `finish` makes the move."""
        player = self._turn()
        if player == CHANCE:
            raise RefusedError(409, "the dice are to be rolled")
        seat, position = self.seats[player], self.state.position
        if seat.human:
            raise RefusedError(409, f"it is the turn of {self.players[player]}, whom a person plays")
        seed = self._random("engine").getrandbits(63)
        if len(position.moves()) == 1:  # needs no thought
            return search_job(position, seat.method, seed=seed, depth=1)
        if self._by_engine(seat):
            return self._think(player, position).job
        clock, left = self.settings.clock, self.clocks
        share = seat.seconds if clock is None or left is None else left[player] / 30 + clock[1] / 2
        return search_job(position, seat.method, seed=seed, time=min(share, MOST_SECONDS))

    @property
    def expected(self) -> tuple[int, Position] | None:
        """The player whom the engine plays on a person's time, and the position in which it expects to be next."""
        report, steps = self.report, self.state.steps
        if report is None or len(report.line) < 2 or self.waiting != "human" or not steps:
            return None
        player = steps[-1].actor
        if player == CHANCE or not self.seats[player].ponder or steps[-1].action != report.move:
            return None
        position = self.state.position.play(report.line[1])
        return (player, position) if position.turn == player and len(position.moves()) > 1 else None

    def ponder(self) -> Thought | None:
        """The engine's search while a person thinks, of the position that it expects; None when there is none."""
        expected = self.expected
        return None if expected is None else self._think(*expected, ponder=True)

    def rest(self) -> None:
        """Forgets what engines keep from one move to the next: nobody is there any more."""
        self._engines.clear()

    def finish(self, report: Report) -> None:
        """Makes the move that the engine found."""
        assert report.move is not None, "a player was to move"
        after = self._after(report.move)
        self.report = report
        self._set(after)

    def hint(self, method: str | None, seconds: float, viewer: int | None = None) -> Job[Report]:
        """A search for the person whose turn it is."""
        player = self._turn()
        position = self.state.position
        if player == CHANCE or not self.seats[player].human:
            who = "chance" if player == CHANCE else f"{self.players[player]}, whom the engine plays"
            raise RefusedError(409, f"it is the turn of {who}")
        if self.hidden and viewer != player:
            raise RefusedError(409, f"it is the turn of {self.players[player]}")
        self._check_method(position, method)
        if not self.hint_methods or (self.hidden and method == "random"):
            raise MethodError(f"there is no hint for {self.game}: no search that looks ahead applies to it")
        return search_job(position, method or self.hint_methods[0], time=seconds)

    @property
    def can_undo(self) -> bool:
        """Is there a person's move to take back? What was seen cannot be unseen, so not where something is hidden."""
        return not self.hidden and any(step.actor in self.humans for step in self.state.steps)

    def undo(self) -> None:
        """Goes back to where a person decided last."""
        if self.hidden:
            raise RefusedError(409, f"nothing can be taken back in {self.game}: what was seen cannot be unseen")
        state = self.state
        for index in range(len(state.steps) - 1, -1, -1):
            if state.steps[index].actor in self.humans:
                undone = state.steps[index:] + state.undone
                self._set(State(undone[0].position, state.steps[:index], undone, state.left))
                return
        raise RefusedError(409, "there is no move to take back")

    def redo(self) -> None:
        """Plays again what was taken back, up to where a person decides next."""
        state = self.state
        if not state.undone:
            raise RefusedError(409, "there is nothing to play again")
        count = 1
        while count < len(state.undone) and state.undone[count].actor not in self.humans:
            count += 1
        again, rest = state.undone[:count], state.undone[count:]
        position = rest[0].position if rest else again[-1].position.play(again[-1].action)
        self._set(State(position, state.steps + again, rest, state.left))

    def resign(self, player: int | None, viewer: int | None = None) -> None:
        """Ends the game; the player, or the person whose turn it is, has lost."""
        if self.is_over:
            self._turn()
        turn = self.state.position.turn
        who = viewer if viewer is not None else player
        if who is None:
            who = turn if turn in self.humans else (self.humans[0] if len(self.humans) == 1 else None)
        if who is None or who not in self.humans:
            raise RefusedError(409, "only a person who plays can resign: say which")
        self._set(replace(self.state, ended=Ended("resignation", who)))

    def flag(self) -> bool:
        """Ends the game when the time of the player to move is over; tells whether it did."""
        clocks, turn = self.clocks, self.state.position.turn
        if self.is_over or clocks is None or turn is None or turn == CHANCE or clocks[turn] > 0:
            return False
        left = tuple(clocks)
        self._set(replace(self.state, left=left, ended=Ended("time", turn)))
        return True

    def restore(
        self,
        steps: Sequence[tuple[int, str, float]],
        length: int,
        *,
        left: tuple[float, ...] | None,
        ended: Ended | None,
        version: int,
    ) -> None:
        """Goes to a state that was kept: all its steps, and how many of them were not taken back."""
        position, told = self.first, []
        for actor, action, seconds in steps:
            told.append(Step(position, actor, action, seconds))
            position = position.play(action)
        here = told[length].position if length < len(told) else position
        self.state = State(here, tuple(told[:length]), tuple(told[length:]), left, ended)
        self.version = version
        self._since = monotonic()

    # How it is done.

    def _by_engine(self, seat: Seat) -> bool:
        return not seat.human and "engine" in self.methods and seat.method in {None, "engine"}

    def _think(self, player: int, position: Position, *, ponder: bool = False) -> Thought:
        """The search of a player's engine; one that thinks all the time keeps what it has learned."""
        seat, clock, left = self.seats[player], self.settings.clock, self.clocks
        rung = find_level(seat.level or "full")
        limits = rung.limits(position.game, depth=seat.depth, nodes=seat.nodes)
        if clock is not None and left is not None:
            limits["clock"] = (left[player], clock[1], None)
            limits["time"] = rung.time
        else:
            limits["time"] = min(seat.seconds, rung.time or seat.seconds)
        seed = self._random("engine", len(self.state.steps) + ponder).getrandbits(63)
        # Taken away while it searches: an engine does one thing at a time.
        engine = self._engines.pop(player, None) or Engine(position.game, memory=MEMORY)
        job = engine_job(engine, position, seed=seed, ponder=ponder, **limits)

        def run() -> Report:
            try:
                return job.run()
            finally:
                if seat.ponder and self.is_heard:
                    self._engines[player] = engine

        return Thought(position, engine, Job(run, job.stop))

    def _turn(self) -> int:
        if self.is_over:
            raise RefusedError(409, f"the game is over: {self.outcome}")
        turn = self.state.position.turn
        assert turn is not None
        return turn

    def _set(self, state: State) -> None:
        if self.keep is not None:
            self.keep(self, state)
        if state.undone or state.ended is not None:
            self.report = None
        self.state, self.trouble = state, None
        self.version += 1
        self._since = monotonic()
        self.tell()

    def _after(self, action: str) -> State:
        """The state after an action of whose turn it is."""
        if self.flag():
            self._turn()
        state, turn = self.state, self._turn()
        spent = self.spent
        left, clock = state.left, self.settings.clock
        if left is not None and clock is not None and turn != CHANCE:
            left = tuple(
                seconds - spent + clock[1] if player == turn else seconds for player, seconds in enumerate(left)
            )
        after = state.position.play(action)
        known = [event for event, _ in state.position.chances()] if turn == CHANCE else state.position.moves()
        if action not in known:  # another spelling: kept as the game writes it
            action = next((move for move in known if state.position.play(move) == after), action)
        steps = (*state.steps, Step(state.position, turn, action, round(spent, 3)))
        return self._settled(State(after, steps, left=left))

    def _settled(self, state: State) -> State:
        """The state in which chance has done what it had to, unless somebody rolls the dice by hand."""
        position, steps = state.position, list(state.steps)
        while position.turn == CHANCE and not self.settings.by_hand:
            if len(steps) >= MOST_PLIES:
                break
            event = self._event(State(position, tuple(steps)))
            steps.append(Step(position, CHANCE, event))
            position = position.play(event)
        if len(steps) > MOST_PLIES or (len(steps) == MOST_PLIES and position.turn == CHANCE):
            raise RefusedError(409, f"a game of more than {MOST_PLIES:,} plies is not kept here")
        return replace(state, position=position, steps=tuple(steps))

    def _event(self, state: State) -> str:
        chances = state.position.chances()
        weights = [probability for _, probability in chances]
        return self._random("chance", len(state.steps)).choices([event for event, _ in chances], weights)[0]

    def _random(self, purpose: str, ply: int | None = None) -> random.Random:
        return random.Random(f"{self.settings.seed} {purpose} {len(self.state.steps) if ply is None else ply}")

    def _check_method(self, position: Position, method: str | None) -> None:
        if method is not None and method not in self.methods:
            search(position, method=method, depth=1)  # refuses with its own sentence


def engine_job(
    engine: Engine, position: Position, tell: Callable[[News], object] | None = None, **limits: Any
) -> Job[Report]:
    """A search by an engine, which may tell its news."""
    stopping = threading.Event()

    def heed(news: News) -> None:
        if stopping.is_set():
            raise StoppedError
        if tell is not None:
            tell(news)

    def run() -> Report:
        if stopping.is_set():
            raise StoppedError
        return engine.search(position, progress=heed, **limits)

    def stop() -> None:
        stopping.set()
        engine.stop()

    return Job(run, stop)


def search_job(position: Position, method: str | None, **limits: Any) -> Job[Report]:
    """A search by any method."""
    stopping = threading.Event()

    def heed(depth: int, nodes: int, seconds: float) -> None:
        if stopping.is_set():
            raise StoppedError

    return Job(lambda: search(position, method=method, progress=heed, **limits), stopping.set)
