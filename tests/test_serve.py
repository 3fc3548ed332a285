"""`zermelo serve`: it says where it is, keeps to this machine, and leaves quietly."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from zermelo.cli.serve import serve

COMMAND = (Path(sys.executable).parent / "zermelo", "serve")
OWN = Path(__file__).parent / "own_games.py"


@contextmanager
def running(*arguments: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own, and its address."""
    # What tests play is not kept with the games of whoever runs them.
    places = {"ZERMELO_DATABASE": "sqlite://", **os.environ, **environment}
    process = subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=places
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("zermelo is at http://"), line
        yield process, line.removeprefix("zermelo is at ").strip()
    finally:
        process.kill()
        process.communicate()


def refusal(*arguments: str) -> str:
    result = CliRunner().invoke(serve, arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    return result.stderr.strip()


def test_it_says_where_it_is_and_ctrl_c_ends_it_quietly() -> None:
    with running("--port", "0", "--open") as (process, address):
        assert httpx.get(address).status_code == 200
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=20)
        assert (process.returncode, output, errors) == (0, "", "")


def test_ctrl_c_does_not_wait_for_searches() -> None:
    with running("--port", "0") as (process, address):
        play = httpx.post(f"{address}api/v1/plays", json={"game": "connect-four"}).json()["id"]
        with socket.create_connection(("127.0.0.1", int(address.rsplit(":", 1)[1].strip("/")))) as search:
            body = b'{"seconds": 10}'
            host = address.removeprefix("http://").strip("/").encode()
            head = b"POST /api/v1/plays/%b/hint HTTP/1.1\r\nHost: %b\r\n" % (play.encode(), host)
            head += b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
            search.sendall(head + body)
            time.sleep(0.5)
            begun = time.monotonic()
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=20)
        assert time.monotonic() - begun < 10, "it waited for the search"
        assert (process.returncode, errors) == (0, "")


def test_a_large_body_in_parts_is_refused_on_the_wire() -> None:
    def parts() -> Iterator[bytes]:
        for _ in range(200):
            yield b" " * 10_000

    with running("--port", "0") as (_, address):
        headers = {"content-type": "application/json"}
        with suppress(httpx.WriteError):  # it may be refused so early that the rest cannot be sent
            assert httpx.post(f"{address}api/v1/plays", content=parts(), headers=headers).status_code == 413
        assert httpx.get(address).status_code == 200


def test_without_a_port_asked_for_the_next_free_one_is_taken() -> None:
    with running() as (_, first), running() as (_, second):
        assert first != second
        assert httpx.get(second).status_code == 200


def test_a_port_that_is_taken_is_refused_when_asked_for() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert refusal("--port", str(port)) == f"Error: port {port} is taken: choose another with --port"


def test_a_game_of_ones_own_comes_first() -> None:
    with running("--port", "0", f"{OWN}:Pairs") as (_, address):
        assert httpx.get(f"{address}api/v1/games").json()["games"][0]["name"] == "pairs"


def test_others_are_let_in_only_with_a_token() -> None:
    assert refusal("--host", "0.0.0.0") == (
        'Error: at "0.0.0.0" others can reach the page: give a --token, or leave --host away'
    )
    assert refusal("--host", "0.0.0.0", "--token", "short") == "Error: a token has 8 to 200 letters, digits, - and _"
    with running("--host", "0.0.0.0", "--port", "0", "--token", "correct-horse") as (_, address):
        own = address.replace("0.0.0.0", "127.0.0.1")
        assert httpx.get(own.split("?")[0]).status_code == 401
        with httpx.Client(follow_redirects=True) as client:
            assert client.get(own).status_code == 200


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nope"], 'Error: unknown game "nope": there are '),
        (["nowhere.py:Game"], 'Error: there is no file "nowhere.py"'),
        (["--host", "203.0.113.1", "--token", "correct-horse"], 'Error: "203.0.113.1" is no address of this machine'),
    ],
)
def test_what_cannot_be_served_is_refused_with_one_sentence(arguments: list[str], sentence: str) -> None:
    assert refusal(*arguments, "--port", "0").startswith(sentence)
