"""Matches and tournaments between engines, with a live table; they go on after a stop, or after the server died."""

from __future__ import annotations

import asyncio
import secrets
import tempfile
import threading
from collections.abc import AsyncIterator
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from zermelo import BuiltInGame, Game, ZermeloError
from zermelo.arena.match import Result
from zermelo.arena.match import match as play_match
from zermelo.arena.players import Answer, EnginePlayer, Player, RandomPlayer, Situation
from zermelo.levels import NAMES
from zermelo.titles import title, title_of
from zermelo.web.events import Event, EventStream, until
from zermelo.web.hall import Hall
from zermelo.web.models import Nothing, OptionValue, StreamError, Strict, Word
from zermelo.web.plays import REFUSALS
from zermelo.web.searches import Job, RefusedError

MOST_GAMES = 10_000
Contestant = Literal["random", *NAMES]  # type: ignore[valid-type]


class MatchRequest(Strict):
    """A match or, with more than two players, a tournament in which everybody meets everybody."""

    game: Word = "connect-four"
    options: dict[Word, OptionValue] = Field(default_factory=dict, max_length=20)
    players: list[Contestant] = Field(min_length=2, max_length=8, description="Levels of our engine, or random moves.")
    games: int = Field(20, ge=2, le=MOST_GAMES, description="For each pairing.")
    seconds: float = Field(0.1, gt=0, le=10, allow_inf_nan=False, description="For each move.")
    sprt: tuple[float, float] | None = Field(
        None, description="Two Elo differences: a pairing ends as soon as it is clear which of them it is."
    )
    seed: int = Field(0, ge=0, lt=2**53)


class PairingView(BaseModel):
    """Two players of a match."""

    players: list[str]
    games: int
    wanted: int
    wins: int
    draws: int
    losses: int
    elo: dict[str, float | None] | None = Field(description="The first player's advantage with its 95 % interval.")
    sprt: dict[str, Any] | None


class MatchView(BaseModel):
    """A match and how it stands."""

    id: str
    game: str
    title: str
    players: list[str]
    seconds: float
    state: Literal["running", "stopped", "finished"]
    trouble: str | None
    pairings: list[PairingView]
    points: list[float] = Field(description="Of each player, in all games.")


class Matches(BaseModel):
    """All matches."""

    matches: list[MatchView]


class Stoppable(Player):
    """A player whose match can be stopped at any time."""

    def __init__(self, wanted: str, name: str) -> None:
        super().__init__(name)
        self.inner: Player = RandomPlayer(name) if wanted == "random" else EnginePlayer(name, level=wanted)
        self.stopping = threading.Event()

    def begin(self, rules: Game | BuiltInGame, seed: int) -> None:
        """A new game."""
        self.inner.begin(rules, seed)

    def choose(self, situation: Situation) -> Answer:
        """The move, unless the match was stopped."""
        answer = self.inner.choose(situation)
        if self.stopping.is_set():
            raise KeyboardInterrupt
        return answer

    def stop(self) -> None:
        """Ends the match."""
        self.stopping.set()
        if isinstance(self.inner, EnginePlayer) and self.inner.engine is not None:
            self.inner.engine.stop()


class Contest:
    """A match that is being played, or was."""

    def __init__(self, hall: Hall, name: str, wanted: MatchRequest) -> None:
        self.hall, self.name, self.wanted = hall, name, wanted
        self.names = [
            player if wanted.players.count(player) == 1 else f"{player} {wanted.players[:index].count(player) + 1}"
            for index, player in enumerate(wanted.players)
        ]
        self.pairings = list(combinations(range(len(wanted.players)), 2))
        self.results: list[dict[str, Any] | None] = [None] * len(self.pairings)
        self.trouble: str | None = None
        self.task: asyncio.Task[None] | None = None
        self.listeners: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}
        for pairing in range(len(self.pairings)):
            if len(hall.store.match_lines(name, pairing)) > 1:
                self.results[pairing] = self._play(pairing, self._players(pairing), games=1).as_json()  # plays none

    def _players(self, pairing: int) -> tuple[Stoppable, Stoppable]:
        one, other = self.pairings[pairing]
        return (
            Stoppable(self.wanted.players[one], self.names[one]),
            Stoppable(self.wanted.players[other], self.names[other]),
        )

    def _play(self, pairing: int, players: tuple[Stoppable, Stoppable], games: int) -> Result:
        """Plays a pairing on from what was kept, up to so many games."""
        lines = self.hall.store.match_lines(self.name, pairing)
        kept = len(lines)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "match.jsonl"
            file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

            def progress(result: Result) -> None:
                nonlocal kept
                written = file.read_text(encoding="utf-8").splitlines()
                self.hall.store.add_match_lines(self.name, pairing, kept, written[kept:])
                kept = len(written)
                self.results[pairing] = result.as_json()
                self.tell()

            return play_match(
                *players,
                game=self.hall.find_game(self.wanted.game, dict(self.wanted.options)),
                games=games,
                time=self.wanted.seconds,
                seed=self.wanted.seed,
                sprt=self.wanted.sprt,
                save=file,
                margin=60.0,  # others search on this machine, too
                progress=progress,
            )

    async def run(self) -> None:
        """Plays all pairings to their end."""
        try:
            for pairing in range(len(self.pairings)):
                if self._is_done(pairing):
                    continue
                players = self._players(pairing)

                def work(pairing: int = pairing, players: tuple[Stoppable, Stoppable] = players) -> Result:
                    return self._play(pairing, players, self.wanted.games)

                def stop(players: tuple[Stoppable, Stoppable] = players) -> None:
                    for player in players:
                        player.stop()

                result = await self.hall.searches.run(Job(work, stop))
                self.results[pairing] = result.as_json()
                self.tell()
        except ZermeloError as error:
            self.trouble = str(error)
        finally:
            self.task = None
            self.tell()

    def _is_done(self, pairing: int) -> bool:
        result = self.results[pairing]
        if result is None:
            return False
        decided = result["sprt"] is not None and result["sprt"].get("verdict") is not None
        return decided or result["games"] >= self.wanted.games

    def begin(self) -> None:
        """Goes on, unless it is running."""
        if self.task is None:
            self.trouble = None
            self.task = asyncio.ensure_future(self.run())
            self.tell()

    def stop(self) -> None:
        """Ends it; the pair of games that is being played does not count."""
        if self.task is not None:
            self.task.cancel()

    def tell(self) -> None:
        """Lets all who look know that there is something new; from any thread."""
        for listener, loop in tuple(self.listeners.items()):
            loop.call_soon_threadsafe(listener.set)

    def view(self) -> MatchView:
        """How it stands."""
        points = [0.0] * len(self.names)
        pairings = []
        for (one, other), result in zip(self.pairings, self.results, strict=True):
            wins, draws, losses = (result[what] if result else 0 for what in ("wins", "draws", "losses"))
            points[one] += wins + draws / 2
            points[other] += losses + draws / 2
            pairings.append(
                PairingView(
                    players=[self.names[one], self.names[other]],
                    games=wins + draws + losses,
                    wanted=self.wanted.games,
                    wins=wins,
                    draws=draws,
                    losses=losses,
                    elo=result["elo"] if result else None,
                    sprt=result["sprt"] if result else None,
                )
            )
        done = all(self._is_done(pairing) for pairing in range(len(self.pairings)))
        rules = self.hall.games.get(self.wanted.game)  # none when it is not served any more
        return MatchView(
            id=self.name,
            game=self.wanted.game,
            title=title_of(self.wanted.game) if rules is None else title(rules),
            players=self.names,
            seconds=self.wanted.seconds,
            state="running" if self.task is not None else "finished" if done else "stopped",
            trouble=self.trouble,
            pairings=pairings,
            points=points,
        )


def match_routes(hall: Hall) -> APIRouter:
    """Everything under /matches."""
    router = APIRouter(prefix="/api/v1/matches", responses=REFUSALS)
    contests: dict[str, Contest] = {}

    async def find(name: str) -> Contest:
        if name not in contests:
            wanted = dict(await run_in_threadpool(hall.store.matches)).get(name)
            if wanted is None:
                raise RefusedError(404, f'there is no match "{name[:40]}"')
            contests[name] = await run_in_threadpool(Contest, hall, name, MatchRequest.model_validate_json(wanted))
        return contests[name]

    @router.get("")
    async def matches() -> Matches:
        """All matches, the latest first."""
        names = [name for name, _ in await run_in_threadpool(hall.store.matches)]
        return Matches(matches=[(await find(name)).view() for name in names])

    @router.post("", status_code=201)
    async def begin(wanted: MatchRequest) -> MatchView:
        """Begins a match between engines."""
        rules = hall.find_game(wanted.game, dict(wanted.options))
        facts = rules.facts
        if facts["hidden"] or len(facts["players"]) != 2 or facts["sum"] is None or "engine" not in facts["methods"]:
            raise RefusedError(
                422, f"matches are played in duels in which nothing is hidden, which {rules.name} is not"
            )
        name = secrets.token_urlsafe(12)
        await run_in_threadpool(hall.store.add_match, name, wanted.model_dump_json())
        contests[name] = await run_in_threadpool(Contest, hall, name, wanted)
        contests[name].begin()
        return contests[name].view()

    @router.get("/{name}")
    async def look(name: str) -> MatchView:
        """How a match stands."""
        return (await find(name)).view()

    @router.get("/{name}/events", response_class=EventStream)
    async def events(name: str) -> EventStream:
        """How a match stands, now and after every pair of games, as server-sent events."""
        return EventStream(_watched(hall, await find(name)))

    @router.post("/{name}/stop")
    async def stop(name: str, _: Annotated[Nothing | None, Body()] = None) -> MatchView:
        """Stops a match; it can go on later."""
        contest = await find(name)
        contest.stop()
        return contest.view()

    @router.post("/{name}/resume")
    async def resume(name: str, _: Annotated[Nothing | None, Body()] = None) -> MatchView:
        """Goes on with a match that was stopped."""
        contest = await find(name)
        contest.begin()
        return contest.view()

    @router.delete("/{name}", status_code=204)
    async def delete(name: str) -> None:
        """Forgets a match."""
        contest = await find(name)
        if contest.task is not None:
            raise RefusedError(409, "the match is running: stop it first")
        await run_in_threadpool(hall.store.delete_match, name)
        contests.pop(name, None)

    return router


async def _watched(hall: Hall, contest: Contest) -> AsyncIterator[Event | None]:
    changed = asyncio.Event()
    contest.listeners[changed] = asyncio.get_running_loop()
    try:
        while not hall.searches.stopping.is_set():
            changed.clear()
            yield "match", contest.view()
            while not await until(changed, seconds=1.0):
                if hall.searches.stopping.is_set():
                    return
                yield None
    except ZermeloError as error:
        yield "trouble", StreamError(error=str(error))
    finally:
        del contest.listeners[changed]
