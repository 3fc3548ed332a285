"""Times zermelo beside OpenSpiel, easyAI and plain C on the same trees, in one table.

    python benchmarks/peers.py [--quick] [--json FILE]

Every program first has to give the right answer and its nodes are counted, untimed; then all of them run in turns, so
that a busy moment of the machine meets all alike. README.md beside this file says what the columns mean.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table

import zermelo

CEILING = Path(__file__).with_name("ceiling.c")
PACKAGES = ("open_spiel", "easyAI", "numpy", "chess")


@dataclass
class Program:
    """One way to do the work of a workload."""

    name: str
    version: str
    count: Callable[[], int]
    """Checks the answer, untimed; gives the number of nodes."""
    run: Callable[[], list[float]]
    """Does the work once or more; gives the seconds of each time."""
    nodes: int = 0
    seconds: list[float] = field(default_factory=list)


@dataclass
class Workload:
    """The same question to several programs; the first is zermelo."""

    title: str
    programs: list[Program]
    equal: bool = True
    """Must all visit the same number of nodes?"""
    note: str = ""


@dataclass
class Result:
    """A row of the table."""

    workload: str
    program: str
    version: str
    nodes: int
    repeats: int
    best_seconds: float
    worst_seconds: float
    nodes_per_second: float
    relative_speed: float


def expect(found: object, right: object, what: str) -> None:
    """Ends the run when an answer is wrong: then no time is worth anything."""
    if found != right:
        sys.exit(f"{what}: found {found}, but {right} is right")


def timed(work: Callable[[], object]) -> Callable[[], list[float]]:
    """The work with a clock around it; quick work three times in a row, as in C."""

    def once() -> float:
        start = perf_counter()
        work()
        return perf_counter() - start

    def run() -> list[float]:
        first = once()
        return [first, once(), once()] if first < 0.05 else [first]

    return run


# --- the programs -----------------------------------------------------------------------------------------------------


def zermelo_search(game: Any, nodes: int, utility: float, name: str = "zermelo", **request: Any) -> Program:
    """Our native search."""
    start = game.start()

    def count() -> int:
        report = zermelo.search(start, **request)
        expect((report.nodes, round(report.value.utility, 9)), (nodes, utility), f"{name} {game.name}")
        return report.nodes

    return Program(name, zermelo.__version__, count, timed(lambda: zermelo.search(start, **request)))


def zermelo_perft(game: str, depth: int, leaves: int, position: str | None = None) -> Program:
    """Our native counting."""
    rules = zermelo.game(game)
    start = rules.start() if position is None else rules.position(position)

    def count() -> int:
        expect(zermelo.perft(start, depth), leaves, f"zermelo perft {game}")
        return leaves

    return Program("zermelo", zermelo.__version__, count, timed(lambda: zermelo.perft(start, depth)))


class Ceiling:
    """`ceiling.c`, compiled with three sets of options."""

    def __init__(self, folder: Path) -> None:
        self.compiler = os.environ.get("CC", "cc")
        told = subprocess.run([self.compiler, "--version"], check=True, capture_output=True, text=True).stdout
        found = re.search(r"\d+(\.\d+)+", told)
        self.version = f"{self.compiler} {found[0] if found else 'of unknown version'}"
        self.binaries = {}
        for options in (("-O3",), ("-O3", "-march=native"), ("-O3", "-DBARE")):
            binary = folder / "-".join(["ceiling", *(option.strip("-") for option in options)])
            subprocess.run([self.compiler, *options, "-o", binary, CEILING], check=True)
            self.binaries[" ".join(options)] = binary

    def programs(self, workload: str, depth: int, nodes: int, value: int) -> list[Program]:
        """One program for each set of options."""

        def ask(binary: Path, repeats: int) -> dict[str, Any]:
            words = [str(binary), workload, str(depth), str(repeats)]
            answer = subprocess.run(words, check=True, capture_output=True, text=True).stdout
            found: dict[str, Any] = json.loads(answer)
            return found

        def program(options: str, binary: Path) -> Program:
            def count() -> int:
                found = ask(binary, 1)
                expect((found["nodes"], found["value"]), (nodes, value), f"C {options} {workload}")
                return nodes

            return Program(f"C {options}", self.version, count, lambda: list(ask(binary, 3)["seconds"]))

        return [program(options, binary) for options, binary in self.binaries.items()]


class OpenSpiel:
    """Rules in C++ (or a user's Python), searched by OpenSpiel's own Python functions: its wheel has no C++ minimax."""

    def __init__(self) -> None:
        self.spiel = import_module("pyspiel")
        self.minimax = import_module("open_spiel.python.algorithms.minimax")
        self.version = version("open_spiel")

    def _program(self, name: str, search: Callable[[Any], tuple[float, int]], start: Any) -> Program:
        user_games = import_module("user_games")

        def count() -> int:
            counter = [1]
            value, _ = search(user_games.Counting(start, counter))
            expect(value, 0.0, name)
            return counter[0]

        return Program(name, self.version, count, timed(lambda: search(start)))

    def full_minimax(self, game: Any, name: str) -> Program:
        """`expectiminimax`, which on a game without chance is plain minimax."""
        return self._program(
            name, lambda state: self.minimax.expectiminimax(state, 9, lambda _: 0.0, 0), game.new_initial_state()
        )

    def alpha_beta(self, name: str, depth: int) -> Program:
        """`alpha_beta_search` with unfinished games even."""
        game = self.spiel.load_game(name)

        def search(state: Any) -> tuple[float, int]:
            found: tuple[float, int] = self.minimax.alpha_beta_search(
                game, state=state, value_function=lambda _: 0.0, maximum_depth=depth
            )
            return found

        program = self._program("OpenSpiel", search, game.new_initial_state())
        counting = program.count
        # It copies the first state once more than `expectiminimax` does.
        program.count = lambda: counting() - 1
        return program

    def perft(self, name: str, depth: int, leaves: int | None) -> Program:
        """Counting by recursion in Python over C++ states; OpenSpiel has no perft. Its own count where rules differ."""
        start = self.spiel.load_game(name).new_initial_state()

        def below(state: Any, depth: int) -> int:
            if state.is_terminal():
                return 0
            actions = state.legal_actions()
            if depth == 1:
                return len(actions)
            return sum(below(state.child(action), depth - 1) for action in actions)

        def count() -> int:
            found = below(start, depth)
            expect(found, found if leaves is None else leaves, f"OpenSpiel perft {name}")
            return found

        return Program("OpenSpiel", self.version, count, timed(lambda: below(start, depth)))


class Stockfish:
    """The engine as a program that we talk to; `go perft` counts the last ply without playing it, as we do."""

    def __init__(self, path: str) -> None:
        self.engine = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.version = self.ask("uci", "uciok").split("id name Stockfish ")[1].split()[0]

    def ask(self, command: str, until: str) -> str:
        assert self.engine.stdin is not None
        assert self.engine.stdout is not None
        self.engine.stdin.write(f"{command}\n")
        told = ""
        while until not in told:
            told += self.engine.stdout.readline()
        return told

    def perft(self, fen: str | None, depth: int, leaves: int) -> Program:
        """`go perft` on one thread."""
        position = "startpos" if fen is None else f"fen {fen}"

        def work() -> int:
            told = self.ask(f"position {position}\ngo perft {depth}", "Nodes searched")
            return int(told.split("Nodes searched: ")[1].split()[0])

        def count() -> int:
            expect(work(), leaves, "Stockfish perft")
            return leaves

        return Program("Stockfish", self.version, count, timed(work))


def python_chess_perft(fen: str | None, depth: int) -> Program:
    """Counting with python-chess by pushing and popping moves."""
    chess = import_module("chess")
    board = chess.Board() if fen is None else chess.Board(fen)

    def below(depth: int) -> int:
        if depth == 1:
            return int(board.legal_moves.count())
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += below(depth - 1)
            board.pop()
        return total

    return Program("python-chess", version("chess"), lambda: below(depth), timed(lambda: below(depth)))


def easy_ai(name: str, depth: int) -> Program:
    """`Negamax`, which is alpha-beta, over a game class of ours."""
    make = import_module("user_games").easy_ai_game(name)
    search = import_module("easyAI").Negamax(depth)

    def count() -> int:
        game, counter = make(), [1]
        make_move = game.make_move

        def counted(move: int) -> None:
            counter[0] += 1
            make_move(move)

        game.make_move = counted
        search(game)
        expect(search.alpha, 0, f"easyAI {name}")
        return counter[0]

    return Program("easyAI", version("easyAI"), count, timed(lambda: search(make())))


def plain_python() -> Program:
    """Recursion in Python without any library."""
    user_games = import_module("user_games")
    game = user_games.TicTacToe()

    def count() -> int:
        counter = [0]
        expect(user_games.plain_minimax(game, game.initial(), counter), 0.0, "plain Python")
        return counter[0]

    return Program(
        "plain Python", platform.python_version(), count, timed(lambda: user_games.plain_minimax(game, game.initial()))
    )


# --- what is compared -------------------------------------------------------------------------------------------------


def workloads(ceiling: Ceiling, *, quick: bool) -> list[Workload]:
    """All questions, with the right answers."""
    open_spiel = OpenSpiel()
    user_games = import_module("user_games")
    tic_tac_toe, connect_four = zermelo.game("tic-tac-toe"), zermelo.game("connect-four")
    even: dict[str, Any] = {"method": "alpha-beta", "evaluation": False}
    full: dict[str, Any] = {"method": "minimax", "depth": 9, "evaluation": False}
    deep, deep_nodes = (10, 161_430) if quick else (12, 3_189_800)
    judged, judged_nodes, judged_balance = (8, 204_037, -1) if quick else (10, 2_672_368, 0)
    perft, leaves = (7, 823_536) if quick else (8, 5_673_234)
    return [
        Workload(
            "tic-tac-toe, minimax, whole game",
            [
                zermelo_search(tic_tac_toe, 549_946, 0.0, **full),
                *ceiling.programs("tic-tac-toe-minimax", 9, 549_946, 0),
                open_spiel.full_minimax(open_spiel.spiel.load_game("tic_tac_toe"), "OpenSpiel"),
            ],
        ),
        Workload(
            "tic-tac-toe, alpha-beta, whole game",
            [
                zermelo_search(tic_tac_toe, 20_866, 0.0, **even, depth=9),
                open_spiel.alpha_beta("tic_tac_toe", 9),
                easy_ai("tic-tac-toe", 9),
            ],
            equal=False,
            note="OpenSpiel does not prefer a win sooner, so it cuts off earlier",
        ),
        Workload(
            "connect-four, alpha-beta, depth 8",
            [
                zermelo_search(connect_four, 12_574, 0.0, **even, depth=8),
                *ceiling.programs("connect-four-neutral", 8, 12_574, 0),
                open_spiel.alpha_beta("connect_four", 8),
                easy_ai("connect-four", 8),
            ],
        ),
        Workload(
            f"connect-four, alpha-beta, depth {deep}",
            [
                zermelo_search(connect_four, deep_nodes, 0.0, **even, depth=deep),
                *ceiling.programs("connect-four-neutral", deep, deep_nodes, 0),
            ],
        ),
        Workload(
            f"connect-four, alpha-beta with evaluation, depth {judged}",
            [
                zermelo_search(
                    connect_four, judged_nodes, round(judged_balance * 0.005, 9), method="alpha-beta", depth=judged
                ),
                *ceiling.programs("connect-four-evaluated", judged, judged_nodes, judged_balance),
            ],
        ),
        Workload(
            f"connect-four, perft {perft}",
            [
                zermelo_perft("connect-four", perft, leaves),
                *ceiling.programs("connect-four-perft", perft, leaves, leaves),
                open_spiel.perft("connect_four", perft, leaves),
            ],
        ),
        *board_games(open_spiel, quick=quick),
        Workload(
            "tic-tac-toe written in Python, minimax, whole game",
            [
                zermelo_search(user_games.TicTacToe(), 549_946, 0.0, **full),
                open_spiel.full_minimax(user_games.open_spiel_tic_tac_toe(), "OpenSpiel"),
                plain_python(),
            ],
        ),
    ]


KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def board_games(open_spiel: OpenSpiel, *, quick: bool) -> list[Workload]:
    """Move generation: perft beside Stockfish, python-chess and OpenSpiel."""
    found = shutil.which("stockfish", path=f"{os.environ.get('PATH', '')}:/usr/games")
    stockfish = Stockfish(found) if found else None
    rows = []
    for name, fen, depth, leaves, slow in (
        ("start", None, *((5, 4_865_609) if quick else (6, 119_060_324)), 4),
        ("Kiwipete", KIWIPETE, *((4, 4_085_603) if quick else (5, 193_690_690)), 3),
    ):
        programs = [zermelo_perft("chess", depth, leaves, fen)]
        programs += [stockfish.perft(fen, depth, leaves)] if stockfish else []
        programs += [python_chess_perft(fen, slow)]
        note = f"python-chess counts {slow} plies" + ("" if stockfish else "; there is no Stockfish here")
        rows.append(Workload(f"chess {name}, perft {depth}", programs, equal=False, note=note))
    for game, peer, depth, leaves, slow in (
        ("othello", "othello", 9, 3_005_288, 7),
        ("checkers", "checkers", 9, 3_963_680, 7),
        ("awari", "oware", 9, 3_592_872, 7),
    ):
        programs = [zermelo_perft(game, depth, leaves), open_spiel.perft(peer, slow, None)]
        rows.append(Workload(f"{game}, perft {depth}", programs, equal=False, note=f"OpenSpiel counts {slow} plies"))
    return rows


# --- measuring and telling --------------------------------------------------------------------------------------------


def measure(workload: Workload, *, seconds: float, least: int) -> list[Result]:
    """Counts, then lets the programs run in turns, each at least so often and for so many seconds in all."""
    for program in workload.programs:
        program.nodes = program.count()
        if workload.equal:
            expect(program.nodes, workload.programs[0].nodes, f"nodes of {program.name}, {workload.title}")
    unfinished = True
    while unfinished:
        unfinished = False
        for program in workload.programs:
            if len(program.seconds) < least or (sum(program.seconds) < seconds and len(program.seconds) < 300):
                program.seconds += program.run()
                unfinished = True
    speeds = [program.nodes / min(program.seconds) for program in workload.programs]
    return [
        Result(
            workload.title,
            program.name,
            program.version,
            program.nodes,
            len(program.seconds),
            min(program.seconds),
            max(program.seconds),
            speed,
            speed / speeds[0],
        )
        for program, speed in zip(workload.programs, speeds, strict=True)
    ]


def table(results: list[list[Result]]) -> Table:
    """All results; a line under each workload."""
    shown = Table(title="Nodes per second, best run of each program", title_justify="left")
    for heading in ("workload", "program", "version"):
        shown.add_column(heading, overflow="fold")
    for heading in ("nodes", "best", "worst", "nodes/s", "speed\n(zermelo = 1)"):
        shown.add_column(heading, justify="right", no_wrap=True)
    for rows in results:
        for index, row in enumerate(rows):
            shown.add_row(
                row.workload if index == 0 else "",
                row.program,
                row.version,
                f"{row.nodes:,}",
                _duration(row.best_seconds),
                _duration(row.worst_seconds),
                _short(row.nodes_per_second),
                f"{row.relative_speed:.3g}",
                end_section=index == len(rows) - 1,
            )
    return shown


def _duration(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"


def _short(number: float) -> str:
    return f"{number / 1e6:,.1f} M" if number >= 1e6 else f"{number / 1e3:,.0f} k"


def machine() -> dict[str, Any]:
    """What it ran on."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return {
        "cpu": models[0] if models else platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
    }


def missing() -> list[str]:
    """The packages that are not installed."""

    def absent(name: str) -> bool:
        try:
            version(name)
        except PackageNotFoundError:
            return True
        return False

    return [name for name in PACKAGES if absent(name)]


def main() -> int:
    """Runs everything."""
    parser = argparse.ArgumentParser(description="Times zermelo beside OpenSpiel, easyAI and plain C.")
    parser.add_argument("--quick", action="store_true", help="smaller depths and fewer repeats: under a minute")
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write the results there")
    options = parser.parse_args()
    if lacking := missing():
        print(f"the peers are not all installed: pip install {' '.join(lacking)}", file=sys.stderr)
        return 2
    console = Console()
    results = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            ceiling = Ceiling(Path(folder))
        except FileNotFoundError:
            print("there is no C compiler: install one, or name it in the variable CC", file=sys.stderr)
            return 2
        compared = workloads(ceiling, quick=options.quick)
        for number, workload in enumerate(compared, start=1):
            console.print(f"[dim]{number} of {len(compared)}: {workload.title}[/dim]", highlight=False)
            results.append(measure(workload, seconds=0.5 if options.quick else 4.0, least=1 if options.quick else 3))
    console.print(table(results))
    for workload in compared:
        if workload.note:
            console.print(f"{workload.title}: {workload.note}.", highlight=False)
    ran_on, date = machine(), datetime.now(UTC).date().isoformat()
    console.print(f"{date}, {ran_on['cpu']}, {ran_on['cores']} cores, Python {ran_on['python']}.", highlight=False)
    if options.json:
        rows = [asdict(row) for group in results for row in group]
        found = {"date": date, "machine": ran_on, "quick": options.quick, "results": rows}
        options.json.write_text(json.dumps(found, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
