"""Measures the engine: solving, threads, the clock and chess test positions.

    python benchmarks/engine.py connect-four [--empty]   100 positions of 8 to 16 plies beside BitBully; the empty board
    python benchmarks/engine.py othello                  the endgames FFO 40 to 49
    python benchmarks/engine.py kalah                    kalah(6,3) and (6,4), both capture rules
    python benchmarks/engine.py threads                  one thread and two: nodes per second, and time to a depth
    python benchmarks/engine.py clock [--moves N]        how late answers come at 20, 100 and 1000 ms
    python benchmarks/engine.py stops [--moves N]        how late answers come after a stop
    python benchmarks/engine.py columns                  connect-four positions with known scores of all columns
    python benchmarks/engine.py stable                   nine men's morris and awari: values depth by depth
    python benchmarks/engine.py suites                   Bratko-Kopec and Win at Chess, a second for a move

Every answer with a known value is checked before its time is told.
"""

from __future__ import annotations

import argparse
import csv
import statistics
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from random import Random
from threading import Timer
from time import perf_counter

import zermelo
from zermelo.formats import epd

HERE = Path(__file__).parent
FACTS = HERE.parent / "crates/core/tests"
GIGABYTE = 2**30
KALAH = ((3, "off", 2), (3, "on", 2), (4, "off", 8), (4, "on", 10))
"""Seeds in each of six houses, capture of empty houses, the first player's margin: Irving, Donkers & Uiterwijk 2000."""


OPENING = (-2, -1, 0, 1, 0, -1, -2)
"""The scores of connect-four's first columns: Allis 1988, Tromp; recomputed with BitBully."""


def expect(found: object, right: object, what: str) -> None:
    """Ends the run when an answer is wrong: then no time is worth anything."""
    if found != right:
        raise SystemExit(f"{what}: found {found}, but {right} is right")


def score(value: zermelo.Value, stones: int) -> int:
    """Connect-four's usual score: 22 minus the winner's stones at the end, negative for a loss."""
    if value.plies is None:
        return 0
    end = stones + value.plies
    size = 22 - (end + 1) // 2
    return size if value.utility > 0 else -size


def connect_four(empty: bool, threads: int) -> None:
    """Beside BitBully, the same positions in turns; both begin every position without what they knew."""
    bitbully = import_module("bitbully")
    agent = bitbully.BitBully(opening_book=None)
    game, random = zermelo.game("connect-four"), Random(1)
    positions: list[list[str]] = []
    while len(positions) < 100:
        moves: list[str] = []
        position = game.start()
        for _ in range(random.randint(8, 16)):
            moves.append(random.choice(position.moves()))
            position = position.play(moves[-1])
            if position.turn is None:
                break
        else:
            positions.append(moves)
    ours, theirs, nodes = [], [], [0, 0]
    for moves in positions:
        position = game.position("".join(moves))
        began = perf_counter()
        report = zermelo.solve(position, threads=1, memory=2**25)
        ours.append(perf_counter() - began)
        agent.reset_transposition_table()
        agent.reset_node_counter()
        board = bitbully.Board("".join(str(int(move) - 1) for move in moves))
        began = perf_counter()
        found = agent.mtdf(board)
        theirs.append(perf_counter() - began)
        expect(score(report.value, len(moves)), found, "".join(moves))
        nodes[0] += report.nodes
        nodes[1] += agent.get_node_counter()
    for name, times, count in (("zermelo", ours, nodes[0]), ("BitBully", theirs, nodes[1])):
        median = statistics.median(times)
        told = f"{sum(times):.1f} s, {count:,} nodes, median {median:.3f} s"
        print(f"100 positions, one thread: {name} {told}", flush=True)
    if empty:
        report = zermelo.solve(game, threads=threads, memory=GIGABYTE)
        expect((report.move, str(report.value)), ("4", "red wins in 41 plies (proved)"), "the empty board")
        print(f"empty board, {threads} threads: {report.seconds:.1f} s, {report.nodes:,} nodes", flush=True)
        for column, right in enumerate(OPENING, 1):
            report = zermelo.solve(game.position(str(column)), threads=threads, memory=GIGABYTE)
            expect(-score(report.value, 1), right, f"column {column}")
            print(f"column {column}: {right:+d}, {report.seconds:.1f} s, {report.nodes:,} nodes", flush=True)
        agent.reset_transposition_table()
        agent.reset_node_counter()
        began = perf_counter()
        expect(agent.mtdf(bitbully.Board()), 1, "the empty board by BitBully")
        print(f"empty board, BitBully: {perf_counter() - began:.1f} s, {agent.get_node_counter():,} nodes")


def columns() -> None:
    """Every column of the positions with known scores, one thread, each without what was known before."""
    game = zermelo.game("connect-four")
    times: dict[str, list[float]] = {}
    for row in csv.reader((FACTS / "connect_four_columns.csv").read_text().splitlines()):
        if row[0].startswith("#"):
            continue
        for column, right in enumerate(row[2:], 1):
            position = None if right == "" else game.position(f"{row[1]}{column}")
            if position is not None and position.turn is not None:
                report = zermelo.solve(position, memory=2**28)
                expect(-score(report.value, len(row[1]) + 1), int(right), f"{row[1]} {column}")
                times.setdefault(row[0], []).append(report.seconds)
    for name, seconds in times.items():
        told = f"{sum(seconds):.1f} s, longest {max(seconds):.1f} s"
        print(f"{name}: all {len(seconds)} scores right, {told}", flush=True)


def othello(threads: int) -> None:
    """The whole suite; scores and best moves as published."""
    game, total = zermelo.game("othello"), 0.0
    for row in csv.DictReader((FACTS / "othello_ffo40_49.csv").read_text().splitlines()):
        position = game.position(f"{row['board64_a1_to_h8']} {row['side_to_move']}")
        report = zermelo.solve(position, threads=threads, memory=2**28)
        expect(report.value.utility, float(row["best_score"]), f"FFO {row['no']}")
        expect((report.move or "").upper() in row["best_moves"].split(), True, f"FFO {row['no']} {report.move}")
        total += report.seconds
        found = f"{report.move} {report.value.utility:+.0f}, {report.nodes:,} nodes, {report.seconds:.1f} s"
        print(f"FFO {row['no']}: {found}", flush=True)
    print(f"together, {threads} threads: {total:.1f} s")


def kalah(threads: int) -> None:
    """The margins of the first player."""
    for seeds, capture, margin in KALAH:
        options = {"houses": 6, "seeds": seeds, "empty_capture": capture}
        memory = GIGABYTE if seeds < 4 else 8 * GIGABYTE
        report = zermelo.solve(zermelo.game("kalah").start(**options), threads=threads, memory=memory)
        expect(report.value.utility, margin, f"kalah {options}")
        print(f"kalah {options}: {report.value}, {report.nodes:,} nodes, {report.seconds:.1f} s", flush=True)


def threads_compared() -> None:
    """The same positions with one thread and with two, in turns."""
    for name, depth in (("chess", 20), ("othello", 19), ("connect-four", 30)):
        game, seconds, nodes = zermelo.game(name), {1: 0.0, 2: 0.0}, {1: 0, 2: 0}
        random = Random(2)
        for _ in range(12):
            position = game.start()
            for _ in range(random.randint(4, 10)):
                position = position.play(random.choice(position.moves()))
            for count in (1, 2):
                engine = zermelo.Engine(game, threads=count)
                report = engine.search(position, depth=depth)
                seconds[count] += report.seconds
                nodes[count] += report.nodes
        speed = {count: nodes[count] / seconds[count] for count in (1, 2)}
        print(
            f"{name} to depth {depth}: {speed[1]:,.0f}/s and {speed[2]:,.0f}/s, ratio {speed[2] / speed[1]:.2f}; "
            f"{seconds[1]:.1f} s and {seconds[2]:.1f} s, {seconds[1] / seconds[2]:.2f} times as fast"
        )


def clock(moves: int) -> None:
    """How much later than asked an answer comes, in milliseconds."""
    game = zermelo.game("chess")
    engine = zermelo.Engine(game)
    for limit in (0.02, 0.1, 1.0):
        random, late = Random(3), []
        position = game.start()
        for _ in range(moves):
            if position.turn is None or len(position.moves()) < 2:
                position = game.start()
            began = perf_counter()
            engine.search(position, time=limit)
            late.append(1000 * (perf_counter() - began - limit))
            position = position.play(random.choice(position.moves()))
        # A search that proved its answer comes early; only those that used their time count.
        late = sorted(each for each in late if each > -1)
        print(
            f"{1000 * limit:.0f} ms, {len(late)} moves: median {statistics.median(late):.2f}, "
            f"99th percentile {late[int(0.99 * (len(late) - 1))]:.2f}, latest {late[-1]:.2f} ms",
            flush=True,
        )


def stops(times: int) -> None:
    """How long a search goes on after it was told to stop, in milliseconds."""
    game, random, late = zermelo.game("chess"), Random(4), []
    engine = zermelo.Engine(game, threads=2)
    position = game.start()
    for _ in range(times):
        if position.turn is None or len(position.moves()) < 2:
            position = game.start()
        stopped: list[float] = []

        def stop(stopped: list[float] = stopped) -> None:
            stopped.append(perf_counter())
            engine.stop()

        timer = Timer(random.uniform(0.005, 0.2), stop)
        timer.start()
        move = engine.search(position).move
        ended = perf_counter()
        timer.cancel()
        timer.join()
        if stopped:  # not one that had proved its answer before
            late.append(1000 * (ended - stopped[0]))
        expect(move in position.moves(), True, f"a legal move in {position.text}")
        position = position.play(random.choice(position.moves()))
    late.sort()
    print(
        f"{len(late)} stops: median {statistics.median(late):.2f}, "
        f"99th percentile {late[int(0.99 * (len(late) - 1))]:.2f}, "
        f"latest {late[-1]:.2f} ms"
    )


def suites() -> None:
    """How many test positions are solved with a second for each."""
    game = zermelo.game("chess")
    engine = zermelo.Engine(game)
    for name in ("chess_bratko_kopec.epd", "chess_wac_third.epd"):
        records = epd.read((HERE / "data" / name).read_text())
        right, missed = 0, []
        for record in records:
            position = game.position(record.position.text)
            engine.clear()
            best = engine.search(position, time=1.0).move
            good, bad = record.moves("bm"), record.moves("am")
            if (not good or best in good) and best not in bad:
                right += 1
            else:
                missed.append(" ".join(record.operations.get("id", [position.text])))
        print(f"{name}: {right} of {len(records)}; missed {', '.join(missed)}", flush=True)


def middle(game: zermelo.BuiltInGame, random: Random) -> zermelo.Position:
    """A position from the middle of a game: between random moves, those that look best two plies ahead."""
    while True:
        position = game.start()
        for _ in range(random.randint(12, 40)):
            if position.turn is None:
                break
            if random.random() < 0.3:
                position = position.play(random.choice(position.moves()))
            else:
                position = position.play(zermelo.search(position, depth=2).move or "")
        if position.turn is not None:
            return position


def deepened(position: zermelo.Position, depth: int, selective: bool) -> list[zermelo.News]:
    """What every pass found. What one proved the next must not deny; what ends soon is proved again by alpha-beta."""
    passes: list[zermelo.News] = []
    engine = zermelo.Engine(position.game, memory=2**26)
    engine.search(position, depth=depth, selective=selective, progress=passes.append)
    values = [news.lines[0].value for news in passes]
    for value, later in pairwise(values):
        if value.kind == "proved":
            expect(later.utility, value.utility, position.text)
    last = values[-1]
    if last.kind == "proved" and last.plies is not None and last.plies <= 7:
        again = zermelo.search(position, depth=last.plies, method="alpha-beta")
        expect(again.value.utility, last.utility, position.text)
    return passes


def stable() -> None:
    """Twenty positions of each game, searched deeper and deeper, exactly and selectively."""
    for name, depths in (("nine-mens-morris", {False: 8, True: 14}), ("awari", {False: 14, True: 22})):
        game, random = zermelo.game(name), Random(4)
        positions = [middle(game, random) for _ in range(20)]
        for selective, deepest in depths.items():
            searches = [deepened(position, deepest, selective) for position in positions]
            proofs = sum(search[-1].lines[0].value.kind == "proved" for search in searches)
            print(f"{name}, {'selective' if selective else 'exact'}: 20 positions, {proofs} proved", flush=True)
            print("  depth  mean value  mean change in two plies  greatest  nodes")
            found = [{news.depth: news.lines[0].value.utility for news in search} for search in searches]
            for depth in range(1, deepest + 1):
                values = [each[depth] for each in found if depth in each]
                changes = [abs(each[depth] - each[depth - 2]) for each in found if {depth, depth - 2} <= each.keys()]
                nodes = sum(news.nodes for search in searches for news in search if news.depth == depth)
                told = f"{statistics.mean(changes):24.3f}  {max(changes):8.3f}" if changes else " " * 34
                print(f"  {depth:5}  {statistics.mean(values):+10.3f}  {told}  {nodes:,}", flush=True)


def main() -> None:
    """One measurement, named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = ["connect-four", "columns", "othello", "kalah", "threads", "clock", "stops", "stable", "suites"]
    parser.add_argument("what", choices=names)
    parser.add_argument("--empty", action="store_true")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--moves", type=int, default=1000)
    given = parser.parse_args()
    match given.what:
        case "connect-four":
            connect_four(given.empty, given.threads)
        case "othello":
            othello(given.threads)
        case "kalah":
            kalah(given.threads)
        case "threads":
            threads_compared()
        case "clock":
            clock(given.moves)
        case "stops":
            stops(given.moves)
        case "columns":
            columns()
        case "stable":
            stable()
        case "suites":
            suites()


if __name__ == "__main__":
    main()
