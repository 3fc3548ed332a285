"""The hall: the games on offer, the games being played, where they are kept, and the threads that search."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Iterable

from starlette.concurrency import run_in_threadpool

import zermelo
from zermelo import BuiltInGame, Game, GameError, OptionError, Report, UnknownGameError, ZermeloError
from zermelo.web.events import until
from zermelo.web.play import Play
from zermelo.web.searches import RefusedError, Searches
from zermelo.web.store import Store

MOST_PLAYS = 200
"""The games held in memory; those looked at longest ago leave it, and are read again when somebody asks."""
SHORTEST_REPLY = 0.35
"""Seconds that a move of the engine takes at least, so that the eye can follow."""


class Hall:
    """Everything that the application holds."""

    def __init__(
        self, games: Iterable[Game | BuiltInGame], store: Store | None = None, *, most: int = MOST_PLAYS
    ) -> None:
        self.games: dict[str, Game | BuiltInGame] = {}
        for game in games:
            if isinstance(game, Game) and (game.name in zermelo.games() or game.name in self.games):
                raise GameError(f'there is a game "{game.name}" already: give yours another name')
            self.games[game.name] = game
        for name in zermelo.games():
            self.games.setdefault(name, zermelo.game(name))
        self.store = store or Store()
        self.searches = Searches()
        self._most = most
        self._plays: OrderedDict[str, Play] = OrderedDict()
        self._lock = threading.Lock()
        self._drivers: dict[str, asyncio.Task[None]] = {}

    def find_game(self, name: str, options: dict[str, bool | int | str]) -> Game | BuiltInGame:
        """A game on offer, with these options."""
        game = self.games.get(name)
        if game is None:
            raise UnknownGameError(f'unknown game "{name[:60]}": there are {", ".join(self.games)}')
        if not options:
            return game
        if isinstance(game, Game):
            raise OptionError(f'{game.name}: unknown option "{next(iter(options))}": there are none')
        found = game.start(**options).game
        assert isinstance(found, BuiltInGame), "a built-in game stays one"
        return found

    # Games being played.

    def add(self, play: Play) -> None:
        """Keeps a new game."""
        self.store.add(play)
        play.keep = self.store.save
        self._remember(play)

    def find(self, address: str) -> tuple[Play, int | None]:
        """The game of this address, and through whose eyes it is seen.

        Raises:
            RefusedError: There is none, or the address opens no seat.
        """
        name, _, key = address.partition(".")
        with self._lock:
            play = self._plays.get(name)
            if play is not None:
                self._plays.move_to_end(name)
        if play is not None:
            version = self.store.version(name)
            if version is None:
                self.forget(name)
                raise self._missing(name)
            if version != play.version:  # another server has changed it
                self._reload(play)
        else:
            play = self.load(name)
            self._remember(play)
        return play, play.viewer(key or None)

    def forget(self, name: str) -> None:
        """Lets a game leave the memory."""
        with self._lock:
            play = self._plays.pop(name, None)
        if play is not None:
            play.tell()

    @property
    def count(self) -> int:
        """How many games are held in memory."""
        return len(self._plays)

    def _remember(self, play: Play) -> None:
        with self._lock:
            self._plays[play.name] = play
            for name in list(self._plays):
                if len(self._plays) <= self._most:
                    break
                if name != play.name and not self._plays[name].is_heard:
                    del self._plays[name]

    def load(self, name: str) -> Play:
        """Reads a game from where it is kept."""
        kept = self.store.load(name)
        if kept is None:
            raise self._missing(name)
        if kept.game not in self.games:
            raise RefusedError(404, f"the game {kept.game} is not served now: name it to zermelo serve")
        try:
            game = self.find_game(kept.game, dict(kept.options))
            first = game.start() if kept.first is None else game.position(kept.first)
            play = Play(first, kept.seats, kept.settings, name=name)
            play.restore(kept.steps, kept.length, left=kept.clocks, ended=kept.ended, version=kept.version)
        except ZermeloError as error:
            raise RefusedError(409, f"the rules of {kept.game} are not those of this game any more: {error}") from error
        play.keep = self.store.save
        return play

    def _reload(self, play: Play) -> None:
        kept = self.store.load(play.name)
        if kept is not None:
            play.restore(kept.steps, kept.length, left=kept.clocks, ended=kept.ended, version=kept.version)
            play.tell()

    def refresh(self, play: Play) -> None:
        """Takes over what another server has changed."""
        if self.store.version(play.name) not in {None, play.version}:
            self._reload(play)

    def _missing(self, name: str) -> RefusedError:
        return RefusedError(404, f'there is no game "{name[:40]}": it may have been deleted')

    # The engine's moves, for as long as somebody looks.

    def attend(self, play: Play) -> None:
        """Lets the engine think while somebody looks and it has something to think about."""
        if _is_busy(play) and play.trouble is None and play.name not in self._drivers:
            task = asyncio.ensure_future(self._drive(play))
            self._drivers[play.name] = task
            task.add_done_callback(lambda done: self._driven(play, done))

    def _driven(self, play: Play, task: asyncio.Task[None]) -> None:
        """Goes on if somebody has come while the engine was sent to rest."""
        self._drivers.pop(play.name, None)
        if task.cancelled():
            if not play.is_heard:
                play.rest()
            self.attend(play)
        elif task.exception() is not None:
            play.trouble = "something went wrong inside zermelo; please report it"
            play.tell()

    def leave(self, play: Play) -> None:
        """Ends the engine's search when nobody looks any more."""
        driver = self._drivers.get(play.name)
        if driver is not None and not play.is_heard:
            driver.cancel()

    async def _drive(self, play: Play) -> None:
        with play.heard(watching=False) as changed:
            while _is_busy(play):
                changed.clear()
                try:
                    report = await self._think(play, changed)
                    if report is None or changed.is_set():
                        continue
                    version = play.version
                    await asyncio.sleep(max(0.0, SHORTEST_REPLY - play.spent))
                    if play.version == version:
                        await run_in_threadpool(_finish, play, report)
                except RefusedError as error:
                    if error.status == 503:
                        return
                    await asyncio.sleep(1.0)  # too many are waiting, or a request was just being worked on
                except ZermeloError as error:
                    play.trouble = str(error) if not play.hidden else f"the game {play.game} failed"
                    play.tell()
                    return

    async def _think(self, play: Play, changed: asyncio.Event) -> Report | None:
        """The engine's next move, or None when something else has come; it may begin while a person thinks."""
        thought = play.ponder()
        if thought is None:
            return await _unless(asyncio.ensure_future(self.searches.run(play.reply())), changed)
        search = asyncio.ensure_future(self.searches.run(thought.job, spare=True))
        try:
            while not changed.is_set():
                await until(changed)
            changed.clear()
            if play.waiting != "engine" or play.state.position != thought.position:
                return None
            while not search.done() and not thought.engine.hit():  # it may be only about to begin
                await asyncio.sleep(0.001)
            if search.done() and (search.cancelled() or search.exception() is not None):
                return None  # others needed the core
            self.searches.wanted(thought.job)
            return await _unless(search, changed)
        finally:
            search.cancel()

    def stop(self) -> None:
        """Ends all searches and all streams."""
        self.searches.stop()
        for play in tuple(self._plays.values()):
            play.tell()

    def close(self) -> None:
        """Ends everything."""
        self.stop()
        self.searches.close()
        self.store.close()


def _is_busy(play: Play) -> bool:
    """Is somebody there, and does the engine have something to think about?"""
    return play.is_heard and (play.waiting == "engine" or play.expected is not None)


def _finish(play: Play, report: Report) -> None:
    with play.claimed():
        play.finish(report)


async def _unless(search: asyncio.Future[Report], changed: asyncio.Event) -> Report | None:
    """What a search finds, or None when the game was changed meanwhile."""
    try:
        while not search.done() and not changed.is_set():
            await until(changed, search)
        return search.result() if search.done() else None
    finally:
        search.cancel()
