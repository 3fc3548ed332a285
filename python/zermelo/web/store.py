"""Where games are kept: SQLite in one file, or any database that SQLAlchemy knows, for many servers.

A move is acknowledged only after it was written, so that a server that dies loses nothing that anybody was told.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from time import time
from typing import Any

import sqlalchemy as sql
from sqlalchemy.pool import StaticPool

from zermelo.errors import ZermeloError
from zermelo.formats.record import Ended
from zermelo.web.play import Play, Seat, Settings, State
from zermelo.web.searches import RefusedError

_DATA = sql.MetaData()

PLAYS = sql.Table(
    "plays",
    _DATA,
    sql.Column("name", sql.String(32), primary_key=True),
    sql.Column("game", sql.Text, nullable=False, index=True),
    sql.Column("options", sql.Text, nullable=False),
    sql.Column("first", sql.Text),
    sql.Column("seats", sql.Text, nullable=False),
    sql.Column("settings", sql.Text, nullable=False),
    sql.Column("length", sql.Integer, nullable=False),
    sql.Column("clocks", sql.Text),
    sql.Column("ended", sql.Text),
    sql.Column("outcome", sql.Text),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("begun", sql.Float, nullable=False),
    sql.Column("changed", sql.Float, nullable=False, index=True),
)
STEPS = sql.Table(
    "steps",
    _DATA,
    sql.Column("play", sql.String(32), sql.ForeignKey("plays.name", ondelete="CASCADE"), primary_key=True),
    sql.Column("ply", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("actor", sql.Integer, nullable=False),
    sql.Column("action", sql.Text, nullable=False),
    sql.Column("seconds", sql.Float, nullable=False),
)
"""Plies that were taken back are kept, too, beyond the length of their play, until another move replaces them."""
MATCHES = sql.Table(
    "matches",
    _DATA,
    sql.Column("name", sql.String(32), primary_key=True),
    sql.Column("wanted", sql.Text, nullable=False),
    sql.Column("begun", sql.Float, nullable=False),
)
LINES = sql.Table(
    "match_lines",
    _DATA,
    sql.Column("match", sql.String(32), sql.ForeignKey("matches.name", ondelete="CASCADE"), primary_key=True),
    sql.Column("pairing", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("line", sql.Text, nullable=False),
)
"""The lines of the file that a pairing of a match would write: what was agreed, then every finished pair of games."""


class StoreError(ZermeloError):
    """The place where games are kept cannot be used."""


@dataclass(frozen=True)
class Kept:
    """A game as it was kept."""

    name: str
    game: str
    options: dict[str, str]
    first: str | None
    """The text of the first position; None for the usual one."""
    seats: tuple[Seat, ...]
    settings: Settings
    length: int
    clocks: tuple[float, ...] | None
    ended: Ended | None
    outcome: str | None
    version: int
    begun: float
    changed: float
    steps: tuple[tuple[int, str, float], ...] = ()
    """Who decided, what, and how long it took."""


def default_database() -> str:
    """The address of the one file in the user's data folder."""
    if sys.platform == "win32":
        root = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local")
    elif sys.platform == "darwin":
        root = Path.home() / "Library/Application Support"
    else:
        root = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    return f"sqlite:///{root / 'zermelo' / 'games.db'}"


class Store:
    """The games that were ever played.

    Args:
        database: Its address, such as sqlite:///games.db or postgresql+psycopg://user@host/name; in memory unless said.

    Raises:
        StoreError: It cannot be opened.
    """

    def __init__(self, database: str = "sqlite://") -> None:
        self._writing = threading.Lock()
        try:
            address = sql.make_url(database)
            sqlite = address.get_backend_name() == "sqlite"
            options: dict[str, Any] = {}
            if sqlite and address.database in {None, "", ":memory:"}:
                options = {"poolclass": StaticPool, "connect_args": {"check_same_thread": False}}
            elif sqlite and address.database:
                Path(address.database).parent.mkdir(parents=True, exist_ok=True)
            self._engine = sql.create_engine(address, pool_pre_ping=not sqlite, **options)
            if sqlite:
                sql.event.listen(self._engine, "connect", _prepare_sqlite)
            self._sqlite = sqlite
            _DATA.create_all(self._engine)
        except (sql.exc.SQLAlchemyError, OSError, ImportError, ValueError) as error:
            told = str(error).splitlines()[0][:200]
            raise StoreError(f'games cannot be kept at "{_without_password(database)}": {told}') from error

    def close(self) -> None:
        """Closes all connections."""
        self._engine.dispose()

    def add(self, *plays: Play) -> None:
        """Keeps new games, all of them or none."""
        with self._write() as connection:
            for play in plays:
                play.version = 1
                connection.execute(sql.insert(PLAYS), _row(play))
                _insert_steps(connection, play.name, play.state, 0)

    def save(self, play: Play, state: State) -> None:
        """Keeps the next state of a game.

        Raises:
            RefusedError: It was changed elsewhere meanwhile, or could not be written.
        """
        old = play.state
        same = 0
        before, after = old.steps + old.undone, state.steps + state.undone
        while same < min(len(before), len(after)) and before[same] is after[same]:
            same += 1
        with self._write() as connection:
            changed = connection.execute(
                sql.update(PLAYS)
                .where(PLAYS.c.name == play.name, PLAYS.c.version == play.version)
                .values(**_changing(play, state), version=play.version + 1)
            )
            if changed.rowcount != 1:
                raise RefusedError(409, "the game was changed elsewhere meanwhile: look at it again")
            if same < len(before):
                connection.execute(sql.delete(STEPS).where(STEPS.c.play == play.name, STEPS.c.ply >= same))
            _insert_steps(connection, play.name, state, same)

    def load(self, name: str) -> Kept | None:
        """A game as it was kept, with its steps; None when there is none of this name."""
        with self._read() as connection:
            row = connection.execute(sql.select(PLAYS).where(PLAYS.c.name == name)).mappings().first()
            if row is None:
                return None
            found = connection.execute(
                sql.select(STEPS.c.actor, STEPS.c.action, STEPS.c.seconds)
                .where(STEPS.c.play == name)
                .order_by(STEPS.c.ply)
            )
            return _kept(row, tuple((step.actor, step.action, step.seconds) for step in found))

    def version(self, name: str) -> int | None:
        """How often a game was changed; None when it is not kept."""
        with self._read() as connection:
            return connection.execute(sql.select(PLAYS.c.version).where(PLAYS.c.name == name)).scalar()

    def kept(
        self, *, game: str | None = None, search: str = "", over: bool | None = None, first: int = 0, most: int = 50
    ) -> tuple[list[Kept], int]:
        """Games without their steps, those changed last first, and how many there are in all."""
        wanted: sql.ColumnElement[bool] = sql.true()
        if game is not None:
            wanted &= PLAYS.c.game == game
        if over is not None:
            wanted &= PLAYS.c.outcome.is_not(None) if over else PLAYS.c.outcome.is_(None)
        for word in search.split():
            pattern = "%" + word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
            columns = (PLAYS.c.name, PLAYS.c.game, PLAYS.c.outcome, PLAYS.c.seats)
            wanted &= sql.or_(*(column.ilike(pattern, escape="\\") for column in columns))
        with self._read() as connection:
            count = connection.execute(sql.select(sql.func.count()).select_from(PLAYS).where(wanted)).scalar() or 0
            rows = connection.execute(
                sql.select(PLAYS).where(wanted).order_by(PLAYS.c.changed.desc(), PLAYS.c.name).offset(first).limit(most)
            ).mappings()
            return [_kept(row) for row in rows], count

    def delete(self, name: str) -> bool:
        """Forgets a game; False when there was none."""
        with self._write() as connection:
            connection.execute(sql.delete(STEPS).where(STEPS.c.play == name))
            return connection.execute(sql.delete(PLAYS).where(PLAYS.c.name == name)).rowcount == 1

    def names(self) -> list[str]:
        """The names of all games, the oldest first."""
        with self._read() as connection:
            return list(connection.execute(sql.select(PLAYS.c.name).order_by(PLAYS.c.begun, PLAYS.c.name)).scalars())

    # Matches.

    def add_match(self, name: str, wanted: str) -> None:
        """Keeps a new match."""
        with self._write() as connection:
            connection.execute(sql.insert(MATCHES), {"name": name, "wanted": wanted, "begun": time()})

    def matches(self) -> list[tuple[str, str]]:
        """The names of all matches and what was wanted of them, the latest first."""
        with self._read() as connection:
            rows = connection.execute(sql.select(MATCHES.c.name, MATCHES.c.wanted).order_by(MATCHES.c.begun.desc()))
            return [(row.name, row.wanted) for row in rows]

    def match_lines(self, name: str, pairing: int) -> list[str]:
        """What a pairing of a match has come to."""
        with self._read() as connection:
            chosen = (LINES.c.match == name) & (LINES.c.pairing == pairing)
            return list(connection.execute(sql.select(LINES.c.line).where(chosen).order_by(LINES.c.number)).scalars())

    def add_match_lines(self, name: str, pairing: int, first: int, lines: list[str]) -> None:
        """Keeps more of a pairing."""
        with self._write() as connection:
            rows = [
                {"match": name, "pairing": pairing, "number": first + number, "line": line}
                for number, line in enumerate(lines)
            ]
            connection.execute(sql.insert(LINES), rows)

    def delete_match(self, name: str) -> bool:
        """Forgets a match; False when there was none."""
        with self._write() as connection:
            connection.execute(sql.delete(LINES).where(LINES.c.match == name))
            return connection.execute(sql.delete(MATCHES).where(MATCHES.c.name == name)).rowcount == 1

    @contextmanager
    def _read(self) -> Iterator[sql.Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except sql.exc.SQLAlchemyError as error:
            raise _failed(error) from error

    @contextmanager
    def _write(self) -> Iterator[sql.Connection]:
        """A transaction; for SQLite, which has one writer at a time, one after the other."""
        try:
            if not self._sqlite:
                with self._engine.begin() as connection:
                    yield connection
                return
            with self._writing, self._engine.begin() as connection:
                yield connection
        except sql.exc.SQLAlchemyError as error:
            raise _failed(error) from error


def _failed(error: Exception) -> RefusedError:
    return RefusedError(503, f"games cannot be kept now: {str(error).splitlines()[0][:200]}")


def _prepare_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    # Readers never wait for the writer, and a commit is on the disk before it is acknowledged.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _row(play: Play) -> dict[str, Any]:
    """A new game."""
    return {
        "name": play.name,
        "game": play.game,
        "options": json.dumps(getattr(play.first.game, "options", {})),
        "first": None if play.first == play.first.game.start() else play.first.text,
        # As they are spelled, so that names are found.
        "seats": json.dumps([asdict(seat) for seat in play.seats], ensure_ascii=False),
        "settings": json.dumps(asdict(play.settings)),
        "begun": time(),
        **_changing(play, play.state),
        "version": play.version,
    }


def _changing(play: Play, state: State) -> dict[str, Any]:
    """The columns that change from move to move."""
    outcome = play.outcome_of(state)
    return {
        "length": len(state.steps),
        "clocks": None if state.left is None else json.dumps(state.left),
        "ended": None if state.ended is None else json.dumps(asdict(state.ended)),
        "outcome": outcome,
        "changed": time(),
    }


def _insert_steps(connection: sql.Connection, name: str, state: State, first: int) -> None:
    rows = [
        {"play": name, "ply": first + ply, "actor": step.actor, "action": step.action, "seconds": step.seconds}
        for ply, step in enumerate((state.steps + state.undone)[first:])
    ]
    if rows:
        connection.execute(sql.insert(STEPS), rows)


def _kept(row: Any, steps: tuple[tuple[int, str, float], ...] = ()) -> Kept:
    settings = json.loads(row["settings"])
    settings["clock"] = None if settings["clock"] is None else tuple(settings["clock"])
    return Kept(
        name=row["name"],
        game=row["game"],
        options=json.loads(row["options"]),
        first=row["first"],
        seats=tuple(Seat(**seat) for seat in json.loads(row["seats"])),
        settings=Settings(**settings),
        length=row["length"],
        clocks=None if row["clocks"] is None else tuple(json.loads(row["clocks"])),
        ended=None if row["ended"] is None else Ended(**json.loads(row["ended"])),
        outcome=row["outcome"],
        version=row["version"],
        begun=row["begun"],
        changed=row["changed"],
        steps=steps,
    )


def _without_password(database: str) -> str:
    try:
        return sql.make_url(database).render_as_string(hide_password=True)
    except sql.exc.ArgumentError:
        return database[:100]
