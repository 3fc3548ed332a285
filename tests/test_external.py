"""GNU Backgammon's boards, our answers to them, and the program itself where it is installed (make gnubg)."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import zermelo
from zermelo.arena import match, player
from zermelo.arena.gnubg import GnubgPlayer
from zermelo.protocols import fibs
from zermelo.protocols.external import HOST, Session, listen
from zermelo.protocols.thinking import ProtocolError

PROGRAM = Path(sys.executable).parent / "zermelo"
GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
needs_gnubg = pytest.mark.skipif(GNUBG is None, reason="there is no gnubg: make gnubg installs it")

OPENING = (
    "board:You:gnubg:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:"
    "0:0:0:0:0:0"
)
"""The start with 31 to play, as GNU Backgammon writes it."""


def first(position: zermelo.Position) -> str:
    return position.moves()[0]


def engine(position: zermelo.Position) -> str:
    return zermelo.search(position, depth=1).move or ""


def positions(count: int, **options: object) -> Iterator[zermelo.Position]:
    """Positions of random games, before and after rolls, with doubles and takes where there is a cube."""
    random = Random(4)
    game = zermelo.game("backgammon", **options)
    while True:
        position = game.start()
        while position.turn is not None:
            if position.turn == zermelo.CHANCE:
                position = position.play(random.choice(position.chances())[0])
                continue
            yield position
            count -= 1
            if count == 0:
                return
            moves = [move for move in position.moves() if move != "drop"]
            position = position.play(random.choice(moves))


def test_a_board_of_gnu_backgammon_is_read() -> None:
    board = fibs.read(OPENING)
    position = board.position()
    assert (board.dice, board.length, board.doubled, board.may_double) == ((3, 1), 0, False, (True, True))
    assert position.text[:14] == zermelo.game("backgammon").start().play("31").text[:14]
    assert "8/5 6/5" in position.moves()


@pytest.mark.parametrize("options", [{}, {"cube": "on"}, {"cube": "on", "match": 7}])
def test_boards_are_written_and_read_back(options: dict[str, object]) -> None:
    seen = set()
    for position in positions(1_500, **options):
        board = fibs.board_of(position)
        assert fibs.read(fibs.write(board)) == board, position.text
        again = board.position(cube="cube" in options)
        assert again.text[:14] == position.text[:14]
        assert sorted(again.moves()) == sorted(position.moves()), position.text
        seen |= set(again.moves()) & {"roll", "double", "take", "drop", "cannot move"}
    assert seen >= {"cannot move"} | ({"roll", "double", "take", "drop"} if options else set())


def test_a_board_means_the_same_whichever_way_it_is_written() -> None:
    for position in positions(300, cube="on", match=5):
        board = fibs.board_of(position)
        fields = fibs.write(board).split(":")
        points, dice, (cube, own, other, doubled) = fields[6:32], fields[33:37], fields[37:41]

        def line(points: list[int], turn: int, colour: int, direction: int, mine: bool) -> str:
            score, may = (fields[4:6], [own, other]) if mine else (fields[5:3:-1], [other, own])  # noqa: B023
            middle = [*points, turn, *dice, cube, *may, doubled, colour, direction]  # noqa: B023
            return ":".join(map(str, [*fields[:4], *score, *middle, *fields[43:]]))  # noqa: B023

        counts = [int(count) for count in points]
        assert line(counts, 1, 1, -1, True) == fibs.write(board)
        negative, backwards = [-count for count in counts], counts[::-1]
        assert fibs.read(line(negative, -1, -1, -1, True)) == board  # the other colour
        assert fibs.read(line(backwards, 1, 1, 1, True)) == board  # upwards
        # As the opponent sees it: so GNU Backgammon writes it when its first player is to move.
        assert fibs.read(line([-count for count in backwards], -1, 1, -1, False)) == board


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("hello", '"hello" is no board: a line begins with board: and has 52 fields'),
        ("board:a:b:0", "a board has 52 fields, not 3"),
        (OPENING.replace(":-5:5:", ":-5:x:", 1), '"x" stands in a board where a number belongs'),
        (OPENING.replace(":-5:5:", ":--5:5:", 1), '"--5" stands in a board where a number belongs'),
        (OPENING.replace(":3:1:3:1:", ":7:1:7:1:"), "the dice are 7 and 1: both are 1 to 6, or 0 before the roll"),
        (OPENING.replace(":3:1:3:1:", ":3:0:3:0:"), "the dice are 3 and 0: both are 1 to 6, or 0 before the roll"),
        (OPENING.replace(":1:1:1:0:1:-1:", ":3:1:1:0:1:-1:"), "the cube is 3: it is 1, 2, 4 and so on up to 64"),
        (OPENING.replace(":1:1:1:0:1:-1:", ":1:1:1:0:0:-1:"), "the colour is 0: it must be 1 or -1"),
        (OPENING.replace(":-5:5:", ":-5:99:", 1), "there are more than 15 checkers on a point"),
        (OPENING.replace("gnubg:0:0:0:", "gnubg:0:-1:0:"), "the score is -1 to 0: points are not negative"),
        (OPENING.replace("gnubg:0:0:0:", "gnubg:700:0:0:"), "option match is"),
        (OPENING.replace(":-5:5:", ":-5:15:", 1), ""),
    ],
)
def test_what_is_no_board_is_told_in_one_sentence_and_the_session_lives_on(line: str, sentence: str) -> None:
    answers: list[str] = []
    Session(first).run([line, "\0" + OPENING + "\n", "\n", "exit", OPENING], answers.append)
    assert len(answers) == 2
    assert answers[0].startswith("Error: ")
    assert sentence in answers[0]
    assert "\n" not in answers[0]
    assert answers[1] in zermelo.game("backgammon").start().play("31").moves()


def test_rolls_doubles_takes_and_waits_are_answered() -> None:
    def answer(changes: dict[str, str], **options: bool) -> str:
        line = OPENING
        for old, new in changes.items():
            assert old in line
            line = line.replace(old, new, 1)
        return Session(engine, **options).answer(line)

    dice, roll, cube = ":3:1:3:1:", ":0:0:0:0:", "1:1:1:0:1:-1:0:25"
    assert answer({dice: roll}) == "roll"
    assert answer({dice: roll}, cube=False) == "roll"
    assert answer({dice: roll, cube: "2:0:1:0:1:-1:0:25"}) == "roll"  # the cube is the other side's
    assert answer({dice: roll, cube: "1:1:1:1:1:-1:0:25"}) == "take"
    # Closed out: both checkers are on the bar, and every point of the other home board is taken.
    closed = ":-2:-2:-2:-2:-2:-2:"
    wait = OPENING.replace(
        ":0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:",
        ":0:0:0:0:0:0:5:0:3:0:0:0:0:5:0:0:0:0:-3" + closed + "2:",
    )
    assert Session(engine).answer(wait) == ""
    with pytest.raises(ProtocolError):
        fibs.read("")


def ask(port: int, *lines: bytes) -> list[str]:
    with socket.create_connection((HOST, port), timeout=30) as connection, connection.makefile("rb") as stream:
        answers = []
        for line in lines:
            connection.sendall(line)
            answers.append(stream.readline().decode())
        return answers


def test_a_conversation_goes_through_a_socket_of_this_machine() -> None:
    ports: list[int] = []
    heard = threading.Event()

    def ready(port: int) -> None:
        ports.append(port)
        heard.set()

    threading.Thread(target=listen, args=(Session(engine), 0), kwargs={"ready": ready}, daemon=True).start()
    assert heard.wait(10)
    for _ in range(2):  # one conversation after the other
        answers = ask(ports[0], b"\xff\xfe nonsense\n", f"{OPENING}\n\0".encode())
        assert answers[0].startswith("Error: ")
        assert answers[1] == "8/5 6/5\n"


def test_the_command_listens_until_ctrl_c() -> None:
    process = subprocess.Popen(
        [PROGRAM, "external", "zermelo:depth=1", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    told = process.stdout.readline()
    assert told.startswith(f"listening: set player 0 external {HOST}:")
    assert ask(int(told.rpartition(":")[2]), f"{OPENING}\n".encode()) == ["8/5 6/5\n"]
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=30)
    assert (complaint, process.returncode) == ("stopped\n", 0)


def test_gnubg_is_a_player_by_name() -> None:
    made = player("gnubg:plies=2")
    assert isinstance(made, GnubgPlayer)
    assert (made.name, made.plies) == ("gnubg:plies=2", 2)
    for wrong in ("gnubg:plies=9", "gnubg:depth=1"):
        with pytest.raises(zermelo.OptionError, match="write gnubg, or gnubg:plies=2"):
            player(wrong)
    with pytest.raises(zermelo.OptionError, match="gnubg plays backgammon, not chess"):
        match("gnubg", "random", game="chess", games=2)
    with pytest.raises(
        zermelo.ZermeloError, match="there is no program nothing-of-the-kind: on Debian, apt install gnubg"
    ):
        match(GnubgPlayer(program="nothing-of-the-kind"), "random", game="backgammon", games=2)


@needs_gnubg
@pytest.mark.parametrize("options", [{}, {"cube": "on"}])
def test_the_real_gnubg_plays_our_matches(options: dict[str, str]) -> None:
    result = match("gnubg", "random", game=zermelo.game("backgammon", **options), games=6, seed=3)
    assert [game.reason for game in result.games] == ["rules"] * 6
    assert result.score > 0.5


@needs_gnubg
@pytest.mark.parametrize("kind", ["set cube use off", "set cube use on", "new match 3"])
def test_we_play_in_the_real_gnubg(kind: str) -> None:
    lines: list[str] = []
    answers: list[str] = []
    ports: list[int] = []
    heard = threading.Event()

    class Watched(Session):
        def answer(self, line: str) -> str:
            lines.append(line)
            answers.append(super().answer(line))
            return answers[-1]

    def ready(port: int) -> None:
        ports.append(port)
        heard.set()

    session = Watched(engine, cube="off" not in kind)
    threading.Thread(target=listen, args=(session, 0), kwargs={"ready": ready}, daemon=True).start()
    assert heard.wait(10)
    commands = [
        "set automatic game off" if "match" not in kind else "set automatic game on",
        "set automatic roll on",
        "set display off",
        "set seed 5",
        f"set player 0 external {HOST}:{ports[0]}",
        "set player 1 gnubg",
        "set player 1 chequerplay evaluation plies 0",
        "set player 1 cubedecision evaluation plies 0",
        kind,
        *([] if "match" in kind else ["new session 1"]),
        "show score",
        "quit",
        "yes",
    ]
    assert GNUBG is not None
    done = subprocess.run(
        [GNUBG, "--tty", "--quiet", "--no-rc"],
        input="".join(f"{command}\n" for command in commands),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert lines, done.stdout[-2000:]
    assert not [answer for answer in answers if answer.startswith("Error")], (lines[-1], answers[-1])
    assert "wins a" in done.stdout, done.stdout[-2000:]
