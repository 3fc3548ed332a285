"""Searches for those who ask over the network: as many at once as there are cores, the rest in a queue."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import anyio
from fastapi import Request

from zermelo.errors import ZermeloError

MOST_WAITING = 64
"""The searches that may wait for a core."""

Found = TypeVar("Found")


class StoppedError(Exception):
    """Ends a search that nobody waits for."""


class RefusedError(ZermeloError):
    """A request that cannot be fulfilled now, with its status in HTTP."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass(frozen=True)
class Job(Generic[Found]):
    """A search."""

    run: Callable[[], Found]
    stop: Callable[[], object]
    """Ends it; may be called before it has begun, and again and again until it has ended."""


class Searches:
    """The threads that search."""

    def __init__(self, cores: int | None = None) -> None:
        self.cores = cores or os.cpu_count() or 1
        self.stopping = threading.Event()
        self._threads = ThreadPoolExecutor(self.cores, thread_name_prefix="search", initializer=_give_way)
        self._free = asyncio.Semaphore(self.cores)
        self._running: set[Job[object]] = set()
        self._spare: dict[Job[Any], asyncio.Task[Any] | None] = {}
        self.waiting = 0

    async def run(self, job: Job[Found], *, spare: bool = False) -> Found:
        """Runs a search when a core is free. Whoever is cancelled meanwhile ends it.

        Args:
            job: The search.
            spare: Only on a core that nobody else wants: it is cancelled when somebody does, until it is `wanted`.

        Raises:
            RefusedError: Too many are waiting; or there is no spare core.
        """
        if spare and self._free.locked():
            raise RefusedError(429, "no core is spare")
        if self.waiting >= MOST_WAITING:
            raise RefusedError(429, f"{MOST_WAITING} searches are waiting already: ask again later")
        if self._free.locked() and self._spare:
            task = self._spare.pop(next(iter(self._spare)))
            assert task is not None, "coroutines run in tasks"
            task.cancel()
        self.waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.waiting -= 1
        try:
            if spare:
                self._spare[job] = asyncio.current_task()
            return await self._run(job)
        finally:
            self.wanted(job)
            self._free.release()

    def wanted(self, job: Job[Any]) -> None:
        """Somebody waits for a search that was spare."""
        self._spare.pop(job, None)

    async def _run(self, job: Job[Found]) -> Found:
        if self.stopping.is_set():
            raise RefusedError(503, "the server is stopping")
        known: Job[object] = job  # type: ignore[assignment]
        self._running.add(known)
        future = asyncio.get_running_loop().run_in_executor(self._threads, job.run)
        try:
            found = await asyncio.shield(future)
        except asyncio.CancelledError:
            with anyio.CancelScope(shield=True):
                while not future.done():
                    job.stop()
                    await asyncio.wait({future}, timeout=0.01)
            if not future.cancelled():
                future.exception()  # nobody wants to hear of it
            raise
        except StoppedError:
            raise RefusedError(503, "the server is stopping") from None
        finally:
            self._running.discard(known)
        if self.stopping.is_set():
            raise RefusedError(503, "the server is stopping")
        return found

    def stop(self) -> None:
        """Ends all searches and begins no other."""
        self.stopping.set()
        for job in tuple(self._running):
            job.stop()

    def close(self) -> None:
        """Ends all searches and waits for them."""
        self.stop()
        self._threads.shutdown(cancel_futures=True)


def _give_way() -> None:
    """Lets the thread that answers requests go first, where the system knows priorities of threads."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 5)


async def while_connected(request: Request, work: Awaitable[Found]) -> Found:
    """Does some work for as long as the client waits for it."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
        if not task.done():
            task.cancel()
    return await task


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
