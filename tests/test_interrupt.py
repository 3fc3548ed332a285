"""Ctrl-C always works: it ends a search with the best answer so far, and anything else with KeyboardInterrupt."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

PROGRAM = Path(sys.executable).parent / "zermelo"

SLOW_GAME = """
import time
import zermelo

class Slow(zermelo.Game):
    def initial(self): return 0
    def turn(self, state): return None if state >= 40 else state % 2
    def moves(self, state): return [1, 2, 3]
    def play(self, state, move):
        time.sleep(0.001)
        return state + move
    def utilities(self, state): return (1, -1)

class Endless(Slow):
    def moves(self, state):
        while True: pass
"""

SCRIPT = """
import sys
sys.path.insert(0, {folder!r})
import slow
import zermelo

print("ready", flush=True)
{work}
"""


def has_worked(process: subprocess.Popen[str], seconds: float) -> None:
    """Waits until a process has had a processor for so long, however busy the machine is."""
    if sys.platform != "linux":
        time.sleep(seconds)
        return
    # The number that clock_getcpuclockid gives for the clock of a process.
    while process.poll() is None and time.clock_gettime((~process.pid << 3) | 2) < seconds:
        time.sleep(0.05)


def interrupt(script: str) -> tuple[str, int]:
    """Runs a script, sends Ctrl-C, and gives its output and exit code."""
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    return output, process.returncode


def work(tmp_path: Path, code: str) -> str:
    (tmp_path / "slow.py").write_text(SLOW_GAME)
    return SCRIPT.format(folder=str(tmp_path), work=code)


def test_a_native_search_answers_with_what_it_has(tmp_path: Path) -> None:
    code = 'r = zermelo.search(zermelo.game("connect-four"), time=60); print(r.stopped, bool(r.move), r.depth > 5)'
    output, code_ = interrupt(work(tmp_path, code))
    assert (output, code_) == ("interrupted True True\n", 0)


def test_a_single_pass_answers_with_the_best_move_completed(tmp_path: Path) -> None:
    code = 'r = zermelo.search(zermelo.game("connect-four"), depth=30); print(r.stopped, r.move in list("1234567"))'
    output, code_ = interrupt(work(tmp_path, code))
    assert (output, code_) == ("interrupted True\n", 0)


def test_roll_outs_answer_with_the_trials_they_have(tmp_path: Path) -> None:
    code = 'r = zermelo.search(zermelo.game("chess"), method="roll-outs", time=60); print(r.stopped, bool(r.move))'
    output, code_ = interrupt(work(tmp_path, code))
    assert (output, code_) == ("interrupted True\n", 0)
    code = "r = zermelo.search(slow.Slow(), method='roll-outs', time=60); print(r.stopped, r.move in list('123'))"
    output, code_ = interrupt(work(tmp_path, code))
    assert (output, code_) == ("interrupted True\n", 0)


def test_a_game_written_in_python_answers_with_what_it_has(tmp_path: Path) -> None:
    code = "r = zermelo.search(slow.Slow(), time=60); print(r.stopped, r.move in list('123'))"
    output, code_ = interrupt(work(tmp_path, code))
    assert (output, code_) == ("interrupted True\n", 0)


def test_an_endless_loop_in_a_python_game_is_ended(tmp_path: Path) -> None:
    code = "r = zermelo.search(slow.Endless(), time=60); print(r.stopped)"
    output, code_ = interrupt(work(tmp_path, code))
    assert code_ == 0 or "KeyboardInterrupt" in output


def test_counting_has_no_half_answer_and_raises(tmp_path: Path) -> None:
    output, _ = interrupt(work(tmp_path, 'zermelo.perft(zermelo.game("connect-four"), 30)'))
    assert output.rstrip().endswith("KeyboardInterrupt")


def test_the_command_line_prints_the_best_answer_so_far() -> None:
    process = subprocess.Popen(
        [PROGRAM, "search", "connect-four", "--time", "60", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    has_worked(process, 1.5)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")
    assert json.loads(output)["stopped"] == "interrupted"


def test_interrupted_counting_on_the_command_line_ends_quietly() -> None:
    process = subprocess.Popen(
        [PROGRAM, "perft", "connect-four", "30"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    has_worked(process, 1.5)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, output, errors.strip()) == (130, "", "")
