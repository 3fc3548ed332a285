"""An engine: it searches one position after another and keeps what it has learned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from zermelo._native import BuiltInGame, Position, Searcher
from zermelo.errors import MethodError
from zermelo.game import Game
from zermelo.report import News, Report
from zermelo.searching import DEEPEST, MEMORY, as_switches, check_limits, lines_of, report_of

Clock = tuple[float, float, int | None]
"""The seconds left, the seconds that every move adds, and the moves until more time is given (None: never)."""


class Engine:
    """Searches positions of one game, with a table that lasts.

    >>> import zermelo
    >>> engine = Engine(zermelo.game("connect-four"), memory=2**20)
    >>> engine.search(zermelo.game("connect-four").position("414141"), time=1.0).move
    '4'
    """

    def __init__(self, game: Game | BuiltInGame, *, memory: int = MEMORY, threads: int = 1) -> None:
        facts = game.facts if isinstance(game, BuiltInGame) else game.start().game.facts
        if "engine" not in facts["methods"]:
            methods = ", ".join(facts["methods"])
            raise MethodError(f"the engine does not apply to {facts['name']}; what applies: {methods}")
        self.game = game
        self.threads = threads
        self._facts = facts
        self.memory = memory

    @property
    def memory(self) -> int:
        """The bytes of the table; to change them forgets what it holds."""
        return self._searcher.memory

    @memory.setter
    def memory(self, memory: int) -> None:
        check_limits(memory=memory, time=None, seed=0)
        self._searcher = Searcher(memory)

    def search(
        self,
        position: Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        clock: Clock | None = None,
        lines: int = 1,
        moves: Sequence[str] | None = None,
        selective: bool | str = True,
        noise: float = 0.0,
        bias: float = 0.0,
        seed: int = 0,
        progress: Callable[[News], object] | None = None,
        ponder: bool = False,
    ) -> Report:
        """Finds the best move; without limits, until it is stopped or the value is proved.

        Args:
            position: A position of the engine's game.
            depth: Plies to look ahead.
            nodes: Positions to visit at most.
            time: Seconds for this move.
            clock: The seconds left for the game, instead of a time for this move: the engine divides them.
            lines: How many of the best moves are wanted, each with its true value.
            moves: The only moves to look at.
            selective: Look deeper where it matters: True, False for exact search, or the names of `switches()`.
            noise: The standard deviation of noise on the evaluation, in the game's unit: what weak players feel.
            bias: What having the move is worth at the horizon, in the game's unit.
            seed: For noise and for the order of moves.
            progress: Called with news after every depth completed.
            ponder: The clock stands still until `hit`.
        """
        check_limits(depth=depth, nodes=nodes, time=time, lines=lines, threads=self.threads, seed=seed)
        if position.game != self.game:
            raise MethodError(f"the engine is for {self.game!r}, not for {position.game!r}")

        def tell(news: dict[str, Any]) -> None:
            if progress is not None:
                lines = lines_of(news, self._facts)
                counts = (news["depth"], news["deepest"], news["nodes"], news["seconds"], news["full"])
                progress(News(*counts, lines=lines))

        found = position._search(
            method="engine",
            depth=None if depth is None else min(depth, DEEPEST),
            nodes=None if nodes is None else min(nodes, 2**63),
            time=time,
            clock=None if clock is None else (max(clock[0], 0.0), max(clock[1], 0.0), clock[2]),
            lines=lines,
            moves=None if moves is None else list(moves),
            selective=as_switches(selective),
            noise=noise,
            bias=bias,
            seed=seed % 2**64,
            searcher=self._searcher,
            threads=self.threads,
            ponder=ponder,
            news=None if progress is None else tell,
        )
        return report_of(position, found)

    def stop(self) -> bool:
        """Ends the search that another thread is running, with its best answer so far; False when there is none."""
        return self._searcher.stop()

    def hit(self) -> bool:
        """The opponent made the move that was expected: the clock of the search runs from now on; False without one."""
        return self._searcher.hit()

    def clear(self) -> None:
        """Forgets what was learned."""
        self._searcher.clear()
