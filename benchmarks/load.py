"""Measures the server under load: open games, live streams, searches, and clients that do not read.

    python benchmarks/load.py [--games 500] [--streams 100] [--slow 200] [--seconds 20]

A server is started on this machine with a database of its own. Then, while two analyses search and all streams are
open, moves are made in games chosen at random, each in a game that somebody watches or not. Told are the times of
replies and the server's memory.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx

SEATS = [{"kind": "human"}, {"kind": "human"}]
GAMES = ("connect-four", "othello", "checkers", "chess", "kalah")


def memory(process: int) -> float:
    """The server's memory, in MB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise SystemExit("this system does not tell a program's memory")


async def listen(client: httpx.AsyncClient, name: str, heard: list[int]) -> None:
    """Listens to a game for ever."""
    async with client.stream("GET", f"/plays/{name}/events", timeout=None) as response:
        async for line in response.aiter_lines():
            heard[0] += line.startswith("data:")


async def analyse(client: httpx.AsyncClient, name: str) -> None:
    """Keeps a search running."""
    while True:
        async with client.stream("GET", f"/plays/{name}/analysis?seconds=120", timeout=None) as response:
            async for _ in response.aiter_lines():
                pass


async def dawdle(port: int, names: list[str]) -> list[asyncio.StreamWriter]:
    """Clients that ask for a stream and never read it."""
    writers = []
    for name in names:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET /api/v1/plays/{name}/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        await writer.drain()
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writers.append(writer)
    return writers


async def make_moves(client: httpx.AsyncClient, views: list[dict[str, Any]], until: float, seed: int) -> list[float]:
    """Makes moves one after the other; the seconds that each took."""
    chooser, times = random.Random(seed), []
    while perf_counter() < until:
        index = chooser.randrange(len(views))
        view = views[index]
        began = perf_counter()
        if view["moves"]:
            body = {"move": chooser.choice(view["moves"])["text"]}
            answer = await client.post(f"/plays/{view['id']}/moves", json=body)
        else:
            answer = await client.get(f"/plays/{view['id']}")
        times.append(perf_counter() - began)
        if answer.status_code == 200:
            views[index] = answer.json()
        elif answer.status_code != 409:
            raise SystemExit(f"the server answered {answer.status_code}: {answer.text}")
        await asyncio.sleep(0.02)
    return times


def tell(what: str, times: list[float], process: int) -> None:
    """One row of the table."""
    times.sort()
    middle, late = times[len(times) // 2], times[int(0.99 * (len(times) - 1))]
    told = f"median {1000 * middle:.0f} ms, 99th percentile {1000 * late:.0f} ms, latest {1000 * times[-1]:.0f} ms"
    print(f"{what}: {len(times)} replies, {told}; memory {memory(process):.0f} MB", flush=True)


async def measure(address: str, process: int, given: argparse.Namespace) -> None:
    """The whole run."""
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=f"{address}api/v1", limits=limits, timeout=60) as client:
        print(f"empty: memory {memory(process):.0f} MB", flush=True)
        views = []
        for number in range(given.games):
            wanted = {"game": GAMES[number % len(GAMES)], "seats": SEATS}
            views.append((await client.post("/plays", json=wanted)).json())
        print(f"{given.games} games begun: memory {memory(process):.0f} MB", flush=True)
        heard = [0]
        tasks = [asyncio.ensure_future(listen(client, view["id"], heard)) for view in views[: given.streams]]
        searched = [view["id"] for view in views if view["game"] == "chess"][-2:]
        tasks += [asyncio.ensure_future(analyse(client, name)) for name in searched]
        await asyncio.sleep(2)
        rest = [view for view in views if view["id"] not in searched]
        groups = [rest[number::4] for number in range(4)]
        for what, slow in ((f"{given.streams} streams, 2 searches", 0), (f"and {given.slow} slow clients", given.slow)):
            writers = await dawdle(int(address.rsplit(":", 1)[1].strip("/")), [v["id"] for v in rest[:slow]])
            until = perf_counter() + given.seconds
            found = await asyncio.gather(*(make_moves(client, group, until, seed) for seed, group in enumerate(groups)))
            tell(what, [time for times in found for time in times], process)
            for writer in writers:
                writer.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        print(f"{heard[0]:,} events were heard")


def main() -> None:
    """A server, the load, and what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--streams", type=int, default=100)
    parser.add_argument("--slow", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        environment = {**os.environ, "ZERMELO_DATABASE": f"sqlite:///{place}/games.db"}
        command = [str(Path(sys.executable).parent / "zermelo"), "serve", "--port", "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
            try:
                assert server.stdout is not None
                address = server.stdout.readline().removeprefix("zermelo is at ").strip()
                asyncio.run(measure(address, server.pid, given))
            finally:
                server.kill()


if __name__ == "__main__":
    main()
