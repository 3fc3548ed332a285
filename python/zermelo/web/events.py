"""Server-sent events: answers that go on for as long as somebody listens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Generic, TypeVar

import anyio
from fastapi import Response
from pydantic import BaseModel
from starlette.types import Receive, Scope, Send

HEARTBEAT = 15.0
"""Seconds after which a silent stream says that it is still there."""

Item = TypeVar("Item")
Event = tuple[str, BaseModel]
"""A name, and what it tells."""


class EventStream(Response):
    """A stream of events; None is a heartbeat. It ends at once when the client goes."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncIterator[Event | None], status_code: int = 200) -> None:
        self.events = events
        self.background = None
        self.status_code = status_code
        self.init_headers()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends what comes, until there is no more or the client is gone."""
        async with anyio.create_task_group() as group:

            async def listen() -> None:
                while (await receive())["type"] != "http.disconnect":
                    pass
                group.cancel_scope.cancel()

            async def tell() -> None:
                await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
                async for event in self.events:
                    await send({"type": "http.response.body", "body": _written(event), "more_body": True})
                await send({"type": "http.response.body", "body": b""})
                group.cancel_scope.cancel()

            group.start_soon(listen)
            try:
                await tell()
            finally:
                with anyio.CancelScope(shield=True):
                    await self.events.aclose()  # type: ignore[attr-defined]


def _written(event: Event | None) -> bytes:
    if event is None:
        return b":\n\n"
    name, told = event
    return f"event: {name}\ndata: {told.model_dump_json(by_alias=True)}\n\n".encode()


class Letterbox(Generic[Item]):
    """What another thread tells, for a coroutine to read; with `latest`, only the last of it."""

    def __init__(self, *, latest: bool = False) -> None:
        self._loop = asyncio.get_running_loop()
        self._latest = latest
        self._items: list[Item] = []
        self.arrived = asyncio.Event()

    def put(self, item: Item) -> None:
        """Tells something, from any thread."""
        self._loop.call_soon_threadsafe(self._add, item)

    def _add(self, item: Item) -> None:
        if self._latest:
            self._items.clear()
        self._items.append(item)
        self.arrived.set()

    def take(self) -> list[Item]:
        """What has come since."""
        self.arrived.clear()
        found, self._items = self._items, []
        return found


async def until(event: asyncio.Event, task: asyncio.Future[Any] | None = None, seconds: float = HEARTBEAT) -> bool:
    """Waits for an event, or for a task to end, but not for ever; False when nothing happened."""
    waiting: asyncio.Future[Any] = asyncio.ensure_future(event.wait())
    both = {waiting} if task is None else {waiting, task}
    try:
        done, _ = await asyncio.wait(both, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()
    return bool(done)
