"""Where games are kept: nothing that was acknowledged is lost, whatever happens to the server."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
import sqlalchemy

import zermelo
from test_serve import running
from zermelo.web.files import read
from zermelo.web.hall import Hall
from zermelo.web.play import Play, Seat, Settings
from zermelo.web.searches import RefusedError
from zermelo.web.store import PLAYS, Store, StoreError

KILLS = 20
PEOPLE = (Seat(human=True), Seat(human=True))


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own, from the system's packages."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or [
        Path(name) for name in [shutil.which("initdb")] if name
    ]
    if not found:
        pytest.fail("there is no PostgreSQL: make postgres installs it")
    programs = found[-1].parent
    place = Path(tempfile.mkdtemp(prefix="zermelo-postgres-"))
    # It refuses to run as root.
    root = os.geteuid() == 0
    if root:
        shutil.chown(place, "postgres")
    user = ["runuser", "-u", "postgres", "--"] if root else []

    def run(*words: str) -> None:
        done = subprocess.run([*user, *words], check=False, capture_output=True, text=True, cwd="/")
        assert done.returncode == 0, done.stdout + done.stderr

    data = place / "data"
    run(str(programs / "initdb"), "-D", str(data), "-A", "trust", "-U", "zermelo", "--no-sync")
    options = f"-c listen_addresses= -k {place}"
    run(str(programs / "pg_ctl"), "-D", str(data), "-l", str(place / "log"), "-o", options, "-w", "start")
    yield f"postgresql+psycopg://zermelo@/postgres?host={place}"
    run(str(programs / "pg_ctl"), "-D", str(data), "-m", "immediate", "stop")
    shutil.rmtree(place)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres"))
    return f"sqlite:///{tmp_path / 'games.db'}"


def play(name: str = "connect-four", **settings: object) -> Play:
    return Play(zermelo.game(name).start(), PEOPLE, Settings(**settings))  # type: ignore[arg-type]


def test_a_kept_game_comes_back_as_it_was(database: str) -> None:
    hall = Hall([], Store(database))
    made = play("backgammon", seed=4, clock=(60.0, 2.0))
    hall.add(made)
    chooser = random.Random(1)
    for _ in range(20):
        made.play(chooser.choice(made.state.position.moves()))
    made.undo()
    made.undo()
    other = Hall([], Store(database))
    again, _ = other.find(made.name)
    assert again.state == made.state
    assert again.settings == made.settings
    assert again.seats == made.seats
    again.redo()
    assert hall.find(made.name)[0].state == again.state  # the first one hears of it
    with pytest.raises(RefusedError, match="there is no game"):
        hall.find("nobody")
    hall.close()
    other.close()


def test_what_a_file_told_is_kept(database: str) -> None:
    text = '[Event "Open"] [White "Ann"] [Black "Bób"] 1. e4 e5 1-0 [White "Cleo"] 1. d4 *'
    plays, _ = read(zermelo.game, text)
    hall = Hall([], Store(database))
    hall.add(*plays)
    hall.close()
    other = Hall([], Store(database))
    for made in plays:
        again, _ = other.find(made.name)
        assert (again.state, again.seats, again.settings) == (made.state, made.seats, made.settings)
        assert again.outcome == made.outcome
    assert [kept.name for kept in other.store.kept(search="bób wins")[0]] == [plays[0].name]
    for made in plays:
        other.store.delete(made.name)
    other.close()


def test_a_database_of_before_still_opens(database: str) -> None:
    hall = Hall([], Store(database))
    made = play("chess")
    hall.add(made)
    made.play("e4")
    made.resign(0)
    hall.close()
    # As it was kept before seats had names, games something about them, and ends a result.
    engine = sqlalchemy.create_engine(database)
    with engine.begin() as connection:
        row = connection.execute(sqlalchemy.select(PLAYS).where(PLAYS.c.name == made.name)).mappings().one()
        seats = [{key: seat[key] for key in seat if key != "name"} for seat in json.loads(row["seats"])]
        settings = {key: value for key, value in json.loads(row["settings"]).items() if key != "about"}
        old = {"seats": json.dumps(seats), "settings": json.dumps(settings)}
        old["ended"] = json.dumps({"by": "resignation", "player": 0})
        connection.execute(sqlalchemy.update(PLAYS).where(PLAYS.c.name == made.name).values(**old))
    engine.dispose()
    other = Hall([], Store(database))
    again, _ = other.find(made.name)
    assert (again.state, again.seats, again.settings) == (made.state, made.seats, made.settings)
    assert again.outcome == "white resigned: black wins"
    other.store.delete(made.name)
    other.close()


def test_two_servers_do_not_overwrite_each_other(database: str) -> None:
    halls = [Hall([], Store(database)) for _ in range(2)]
    made = play()
    halls[0].add(made)
    other, _ = halls[1].find(made.name)
    made.play("4")
    with pytest.raises(RefusedError, match="changed elsewhere"):
        other.play("3")
    assert [step.action for step in halls[1].find(made.name)[0].state.steps] == ["4"]
    for hall in halls:
        hall.close()


def test_a_killed_server_loses_no_acknowledged_move(database: str) -> None:
    chooser = random.Random(7)
    told: dict[str, list[str]] = {}
    for _ in range(KILLS):
        with running("--port", "0", ZERMELO_DATABASE=database) as (process, address):
            for name, moves in told.items():
                history = httpx.get(f"{address}api/v1/plays/{name}").json()["history"]
                found = [step["text"] for step in history]
                # What was not acknowledged may be there or not.
                assert found[: len(moves)] == moves
                assert len(found) <= len(moves) + 1
                told[name] = found
            # Killed in the middle of things: a moment after some move was acknowledged, while others are made.
            after = chooser.randint(1, 12)
            while process.poll() is None:
                with suppress(httpx.HTTPError):
                    after = _play_on(address, told, chooser, process.pid, after)
    assert sum(map(len, told.values())) > KILLS


def _play_on(address: str, told: dict[str, list[str]], chooser: random.Random, process: int, after: int) -> int:
    """Makes moves in a game and notes each one that the server has acknowledged; kills it after so many."""
    with httpx.Client(base_url=f"{address}api/v1", timeout=10) as client:
        seats = [{"kind": "human"}, {"kind": "human"}]
        view = client.post("/plays", json={"game": "othello", "seats": seats}).json()
        told[view["id"]] = []
        for _ in range(30):
            if not view["moves"]:
                break
            move = chooser.choice(view["moves"])["text"]
            view = client.post(f"/plays/{view['id']}/moves", json={"move": move}).json()
            told[view["id"]] = [step["text"] for step in view["history"]]
            after -= 1
            if after == 0:
                threading.Timer(chooser.uniform(0, 0.02), os.kill, (process, signal.SIGKILL)).start()
    return after


def test_a_game_that_cannot_be_kept_is_not_acknowledged(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    hall = Hall([], Store(f"sqlite:///{file}"))
    made = play()
    hall.add(made)
    hall.store.delete(made.name)
    with pytest.raises(RefusedError, match="changed elsewhere"):
        made.play("4")
    assert made.state.steps == ()
    hall.close()


def test_a_place_that_cannot_be_used_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "broken.db").write_bytes(b"this is no database" * 100)
    for database in (
        f"sqlite:///{tmp_path / 'file' / 'games.db'}",
        f"sqlite:///{tmp_path / 'broken.db'}",
        "nonsense",
        "oracle://nowhere/x",
        "postgresql+psycopg://user:secret@127.0.0.1:1/none",
    ):
        with pytest.raises(StoreError) as error:
            Store(database)
        assert str(error.value).startswith("games cannot be kept at ")
        assert "secret" not in str(error.value)
        assert "\n" not in str(error.value)


def test_serve_refuses_a_wrong_place(tmp_path: Path) -> None:
    command = [str(Path(sys.executable).parent / "zermelo"), "serve", "--port", "0", "--database", "nonsense"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith('zermelo: games cannot be kept at "nonsense"')
    assert done.stderr.count("\n") == 1


def test_waiting_writers_take_turns(tmp_path: Path) -> None:
    hall = Hall([], Store(f"sqlite:///{tmp_path / 'games.db'}"))
    made = [play() for _ in range(8)]
    faults: list[BaseException] = []

    def run(one: Play) -> None:
        try:
            hall.add(one)
            for column in "1234567":
                one.play(column)
        except BaseException as error:  # the thread would swallow it
            faults.append(error)

    threads = [threading.Thread(target=run, args=(one,)) for one in made]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert hall.store.kept()[1] == len(made)
    hall.close()
