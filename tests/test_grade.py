"""Grading: right programs pass in every style, mistakes are named and shown on a small tree, and nothing gets out."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from math import inf
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from random_trees import random_tree as any_tree
from random_trees import tree_text
from students import ALPHABETA, DEPTH, MINIMAX, OTHER, REMEMBERED_BOUNDS, RIGHT, UNRULY, WRONG
from zermelo.grade import Failure, GradedFunction, GradeError, grade, grading, runner
from zermelo.grade.marking import expected, symptom
from zermelo.grade.shrink import shrink
from zermelo.grade.student import Answer, Student
from zermelo.grade.tasks import METHODS, Dice, Task, limited, tasks
from zermelo.misconceptions import MISCONCEPTIONS, PROGRAM_MISTAKES, outcome
from zermelo.tree import tree

PROGRAM = Path(sys.executable).parent / "zermelo"
ROOT = Path(__file__).parent.parent


@pytest.fixture
def student(tmp_path: Path) -> Path:
    return tmp_path / "student.py"


def graded(file: Path, text: str, **options: float) -> GradedFunction:
    """The marks of a program with one function."""
    file.write_text(text)
    (only,) = grade(file, **options).functions  # type: ignore[arg-type]
    return only


def fails_by_itself(text: str, function: GradedFunction) -> bool:
    """Is the answer to the tree of the report wrong when nothing else was asked?"""
    assert isinstance(function.failure, Failure)
    names: dict[str, Any] = {"__name__": "student"}
    exec(text, names)
    task = function.failure.task
    called = names[function.name]
    request = {"form": runner.form(called), "tree": task.as_data(), "depth": task.given_depth}
    raw = runner.call(called, request, "student.py", {})
    answer = Answer(raw.get("value"), raw.get("move"), seen=tuple(raw["seen"]), trouble=raw.get("trouble"))
    return symptom(task, expected(task, function.method), answer) is not None


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([PROGRAM, "grade", *arguments], capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("style", RIGHT)
def test_a_right_program_passes_in_any_style(student: Path, style: str) -> None:
    marks = graded(student, RIGHT[style])
    assert (marks.right, marks.passed, marks.failure) == (True, marks.asked, None), str(marks)
    assert marks.told == "Everything is right."


@pytest.mark.parametrize("mistake", WRONG)
def test_a_mistake_is_named_and_shown_on_a_small_tree_that_really_fails(student: Path, mistake: str) -> None:
    marks = graded(student, WRONG[mistake])
    assert marks.kind == mistake, str(marks)
    assert marks.passed < marks.asked
    assert marks.failure is not None
    assert marks.failure.task.tree.nodes() <= 6
    assert fails_by_itself(WRONG[mistake], marks)


def test_every_mistake_that_is_known_is_tried_here() -> None:
    known = {mistake.name for mistake in (*MISCONCEPTIONS, *PROGRAM_MISTAKES)}
    assert known - WRONG.keys() == {"cut on equality", "no cut on equality"}  # either is taught


@pytest.mark.parametrize("kind", OTHER)
def test_what_has_no_name_is_told_by_what_it_does(student: Path, kind: str) -> None:
    text, sentence = OTHER[kind]
    marks = graded(student, text)
    assert marks.kind == kind, str(marks)
    assert sentence in marks.told
    if kind != "cannot be called":
        assert marks.failure is not None
        assert marks.failure.task.tree.nodes() <= 6


@pytest.mark.parametrize("kind", UNRULY)
def test_what_a_program_may_not_do_is_refused(student: Path, kind: str) -> None:
    text, sentence = UNRULY[kind]
    student.write_text(text)
    with Student(student, seconds=5, memory=1 << 29) as unruly:
        answer = unruly.ask("minimax", [7.0], 9)
    assert answer.trouble == "crash"
    assert sentence in answer.told


def test_a_program_that_never_answers_is_ended_with_all_it_started(student: Path, tmp_path: Path) -> None:
    marks = graded(student, "def minimax(position):\n    while True: pass", seconds=0.5)
    assert (marks.kind, marks.passed) == ("time", 0)
    assert marks.told == (
        "It does not answer within 0.5 seconds: is there a loop that never ends? Only 3 of the 96 questions were asked."
    )
    with Student(student, seconds=0.5, memory=1 << 29) as stuck:
        assert stuck.process is not None
        pid = stuck.process.pid
        assert stuck.ask("minimax", [1.0], 1).trouble == "time"
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
        folder = Path(stuck.folder.name)
        assert folder.is_dir()
    assert not folder.exists()


def test_a_stuck_answer_does_not_spoil_the_next_ones(student: Path) -> None:
    student.write_text("def minimax(position):\n    while position.turn == 0: pass\n    return 7")
    with Student(student, seconds=0.5, memory=1 << 29) as half:
        stuck = Task(tree("max(7 8)"))
        assert half.ask("minimax", stuck.as_data(), 9).trouble == "time"
        assert half.ask("minimax", [7.0], 9).value == 7


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody tells how long another process has worked")
def test_a_busy_machine_is_not_the_students_fault(student: Path) -> None:
    waits = "import time\nfirst = [1.0]\n"
    body = "    time.sleep(first.pop() if first else 0)\n    return right(position)\n"
    text = (
        waits
        + MINIMAX.replace("def minimax", "def right").replace("minimax(", "right(")
        + f"def minimax(position):\n{body}"
    )
    marks = graded(student, text, seconds=0.4)
    assert marks.right, str(marks)


def test_a_program_may_write_where_it_runs_and_nowhere_else(student: Path, tmp_path: Path) -> None:
    other = tmp_path / "precious.txt"
    other.write_text("precious")
    write = MINIMAX.replace(
        "    if position.turn is None", "    open('log', 'w').close()\n    if position.turn is None"
    )
    assert graded(student, write).right
    for line in (f"open({str(other)!r}, 'w')", f"__import__('os').remove({str(other)!r})"):
        marks = graded(
            student, MINIMAX.replace("    if position.turn is None", f"    {line}\n    if position.turn is None")
        )
        assert "not allowed while grading" in marks.told
    assert other.read_text() == "precious"


def test_nothing_of_the_environment_reaches_the_program(student: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "42")
    student.write_text(
        "import os, sys\ndef minimax(position):\n    return 'SECRET' in os.environ or 'zermelo' in sys.modules"
    )
    with Student(student, seconds=5, memory=1 << 29) as run:
        assert run.ask("minimax", [7.0], 9).value == 0


def test_a_program_may_import_its_neighbours(student: Path) -> None:
    student.with_name("searching.py").write_text(MINIMAX)
    assert graded(student, "from searching import minimax").right


def test_lies_in_the_answers_are_only_wrong_answers(student: Path) -> None:
    forged = [b"[1]", b"nonsense", b'{"value": "7", "seen": [{}, -5, 10000000]}', b'{"trouble": [1], "shown": 3}']
    for line in forged:
        student.write_text(
            "import os\ndef minimax(position):\n    for number in range(3, 50):\n"
            f"        try: os.write(number, {line!r} + b'\\n')\n        except OSError: pass\n    return 7"
        )
        with Student(student, seconds=1, memory=1 << 29) as liar:
            assert liar.ask("minimax", [7.0], 9).trouble in ("death", "no number")


def test_bounds_remembered_as_values_are_found_out(student: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grading, "MOST_RESTARTS", 10)
    marks = graded(student, REMEMBERED_BOUNDS)
    assert marks.kind == "prunes too much", str(marks)
    assert "the same position comes up again (is a bound of it remembered as its value?)" in marks.told
    assert fails_by_itself(REMEMBERED_BOUNDS, marks)


def test_the_window_of_fail_hard_is_told(student: Path) -> None:
    marks = graded(student, RIGHT["fail-hard"].replace("alpha=-inf", "alpha=-100").replace("beta=inf", "beta=100"))
    assert marks.kind == "window begins at (-100, 100)"
    assert "begin with (−∞, ∞)" in marks.told


def test_the_depth_is_only_graded_where_it_is_taken(student: Path) -> None:
    assert graded(student, DEPTH).asked == graded(student, MINIMAX).asked + 32
    upwards = MINIMAX.replace("(position):", "(position, depth=0):").replace("play(move))", "play(move), depth + 1)")
    assert graded(student, upwards).asked == graded(student, MINIMAX).asked


def test_the_same_seed_asks_the_same_and_another_something_else() -> None:
    for function in METHODS:
        asked = tasks(function, 3, depths=True)
        assert asked == tasks(function, 3, depths=True)
        assert asked != tasks(function, 4, depths=True)


def test_the_questions_are_of_every_kind() -> None:
    asked = tasks("alphabeta", 0, depths=True)
    trees = [task.tree for task in asked]
    assert {made.turn for made in trees} == {None, 0, 1}
    assert trees[0].nodes() == 1
    assert max(made.height() for made in trees) >= 5
    assert any("max(max(" in str(made) for made in trees)
    assert any(task.source.startswith("kalah from") for task in asked)
    assert any(task.source.startswith("tic-tac-toe from") for task in asked)
    assert not any("min" in str(task.tree) for task in tasks("expectimax", 0, depths=True))
    assert any("min(chance" in str(task.tree) for task in tasks("expectiminimax", 0, depths=True))


def test_the_game_of_dice_is_a_game() -> None:
    import zermelo

    for players in (1, 2):
        assert zermelo.check_game(Dice(players)).endswith("no fault found")


def test_eval_is_the_mean_of_the_leaves_below() -> None:
    made = tree("((3 12) (2 (4 6)))")
    assert str(limited(made, 1)) == "max(7.5 4)"
    assert str(limited(made, 2)) == "max(min(3 12) min(2 5))"
    assert limited(made, 3) == made


def test_every_rule_of_alpha_beta_stays_within_what_may_be_looked_at() -> None:
    for seed in range(500):
        made = tree(tree_text(any_tree(Random(seed), players=2, chance=False, height=4, spread=3)))
        right = expected(Task(made), "alpha-beta")
        for strict in (False, True):
            assert set(outcome(made, "alpha-beta", strict=strict).examined) <= right.may, seed
        assert set(right.needless) | right.may == set(outcome(made, "minimax").examined)


def test_shrinking_ends_and_keeps_what_it_is_told_to_keep() -> None:
    for seed in range(30):
        made = tree(tree_text(any_tree(Random(seed), players=2, chance=seed % 2 == 0, height=4, spread=9)))
        task = Task(made, depth=2)
        leaf = made.leaves()[-1]
        small = shrink(task, lambda task, leaf=leaf: leaf in task.tree.leaves())  # type: ignore[misc]
        assert (small.tree.leaves(), small.tree.nodes(), small.depth) == ([leaf], 1, None)
        assert shrink(task, lambda _: False) == task
        assert shrink(task, lambda _: True, most=0) == task


def test_best_may_begin_at_any_number() -> None:
    made = tree("max(-5 min(7))")
    assert outcome(made, "minimax", begins=(0, inf)).value == 7
    assert outcome(tree("max(-5 -7)"), "minimax", begins=(-3, inf)).value == -3
    assert outcome(tree("max(-5 -7)"), "minimax", begins=(-3, inf)).move is None
    assert outcome(tree("min(5 7)"), "alpha-beta", begins=(0, 4)).value == 4


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("def minimax(position)\n    return 1", "student.py is no Python yet: expected ':' in line 1"),
        ("import nothing_here", "it ends with ModuleNotFoundError in line 1 (No module named 'nothing_here')"),
        ("def f():\n    return 1 / 0\nf()", "it ends with ZeroDivisionError in line 2 (division by zero)"),
        ("while True: pass", "student.py does not finish loading within 1.5 seconds: what should run only when"),
        ("moves = input()", "EOFError in line 1 (EOF when reading a line): what should run only when the file itself"),
        ("raise SystemExit(0)", "it ends with SystemExit in line 1 (0): what should run only when"),
        ("import os\nos._exit(4)", "it ends by leaving Python with exit code 4: what should run only when"),
        ("import os\nos.abort()", "it ends by the end of Python itself with SIGABRT: what should run only when"),
        ("minmax = max", "student.py has none of the functions minimax, alphabeta, alpha_beta, expectimax, expectimin"),
    ],
)
def test_a_file_that_cannot_be_graded_is_told_in_a_sentence(student: Path, text: str, sentence: str) -> None:
    student.write_text(text)
    with pytest.raises(GradeError) as raised:
        grade(student, seconds=0.3 if "while" in text else 2)
    assert sentence in str(raised.value)


def test_what_is_not_there_cannot_be_graded(student: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GradeError, match=r'there is no file ".*student.py"'):
        grade(student)
    student.write_text(MINIMAX)
    with pytest.raises(GradeError, match=r'student.py has no function "alphabeta" to grade: it has minimax'):
        grade(student, functions=["alphabeta"])
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(GradeError, match="limits that Windows does not have"):
        grade(student)


def test_a_function_without_a_position_cannot_be_called(student: Path) -> None:
    marks = graded(student, "def minimax():\n    return 1")
    assert (marks.kind, marks.told) == (
        "cannot be called",
        "minimax takes no position: it is called as minimax(position).",
    )


def test_the_command_line_tells_the_marks(student: Path, tmp_path: Path) -> None:
    student.write_text(MINIMAX + WRONG["no deep cut-offs"])
    picture = tmp_path / "tree.svg"
    told = run(str(student), "--svg", str(picture))
    assert told.returncode == 1
    assert "minimax: 96 of 96 right\n  Everything is right." in told.stdout
    assert "right — no deep cut-offs\n  Only the parent's bound is used" in told.stdout
    assert re.search(r"yours .* looking at .*\n +\S+ cannot matter", told.stdout)
    assert ElementTree.fromstring(picture.read_text()).tag.endswith("svg")


def test_the_command_line_answers_in_json(student: Path) -> None:
    student.write_text(WRONG["MAX and MIN swapped"] + ALPHABETA)
    told = run(str(student), "--json", "--seed", "5")
    answer = json.loads(told.stdout)
    assert (told.returncode, answer["file"], answer["seed"], answer["right"]) == (1, "student.py", 5, False)
    minimax, alphabeta = answer["functions"]
    assert (alphabeta["kind"], alphabeta["failure"], alphabeta["passed"]) == (None, None, alphabeta["asked"])
    assert (minimax["kind"], minimax["method"]) == ("MAX and MIN swapped", "minimax")
    assert minimax["failure"]["expected"].keys() == {"value", "moves", "leaves"}
    assert minimax["failure"]["came"].keys() == {"value", "move", "result", "trouble", "leaves"}
    only = run(str(student), "--function", "alphabeta")
    assert (only.returncode, only.stdout) == (0, "alphabeta: 96 of 96 right\n  Everything is right.\n")


@pytest.mark.parametrize(
    ("text", "arguments", "sentence"),
    [
        (None, [], 'zermelo: there is no file "'),
        ("x = (", [], "zermelo: student.py is no Python yet: '(' was never closed in line 1\n"),
        ("x = 1", [], "zermelo: student.py has none of the functions"),
        (MINIMAX, ["--function", "negamax"], 'zermelo: student.py has no function "negamax" to grade'),
        (MINIMAX, ["--time", "0"], "0.0 is not in the range"),
        (MINIMAX, ["--memory", "1"], "1 is not in the range"),
    ],
)
def test_bad_usage_is_told_in_one_sentence(
    student: Path, text: str | None, arguments: list[str], sentence: str
) -> None:
    if text is not None:
        student.write_text(text)
    told = run(str(student), *arguments)
    assert (told.returncode, told.stdout) == (2, "")
    assert sentence in told.stderr


def test_ctrl_c_ends_the_program_too(student: Path, tmp_path: Path) -> None:
    mark = f"the-only-program-with-this-name-{os.getpid()}"
    named = tmp_path / f"{mark}.py"
    named.write_text("def minimax(position):\n    while True: pass")
    grading = subprocess.Popen([PROGRAM, "grade", str(named), "--time", "60"], stdout=subprocess.DEVNULL)

    def running() -> bool:
        listed = subprocess.run(["ps", "-ww", "-eo", "args"], capture_output=True, text=True, check=True).stdout
        return any("runner.py" in line and mark in line for line in listed.splitlines())

    while not running():
        time.sleep(0.05)
    grading.send_signal(2)
    assert grading.wait(timeout=20) == 130
    assert not running()


def test_the_template_of_the_documentation_passes() -> None:
    marks = grade(ROOT / "examples/student.py")
    assert [function.name for function in marks.functions] == ["minimax", "alphabeta", "expectiminimax"]
    assert marks.right, str(marks)
