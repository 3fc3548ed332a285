"""Solving positions: proved values, and certificates that anyone can check.

A certificate is a file: a line that says what it is, a line of JSON with the game, the position and the claims, and
behind that the strategies, compressed. The JSON holds a checksum of all of it.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo._native import BuiltInGame, Position, Searcher
from zermelo.errors import CertificateError
from zermelo.game import Game, load_game
from zermelo.report import Report
from zermelo.searching import MEMORY, Progress, check_limits, report_of

FIRST_LINE = b"zermelo certificate 1\n"
LARGEST = 2**31
"""A certificate of more bytes, unpacked, is refused."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A player gets at least this much, whatever the other does."""

    player: str
    utility: float
    decisions: int
    """How many moves the strategy holds: one for every position in which the player decides and cannot end it so."""
    positions: int
    """How many positions can come up, but for those where the player ends it so; in the first plies, positions that are
    the same by a symmetry of the game count as one."""

    def __str__(self) -> str:
        return f"{self.player} gets at least {self.utility:g}: {self.decisions:,} moves, {self.positions:,} positions"


def solve(
    position: Position | Game | BuiltInGame,
    *,
    method: str | None = None,
    time: float | None = None,
    threads: int = 1,
    memory: int = MEMORY,
    certificate: str | Path | None = None,
    progress: Progress | None = None,
) -> Report:
    """Proves the value of a position, and of a whole game that is small enough.

    Args:
        position: A position of a game for two or one without secrets, or such a game, which means its start.
        method: "engine" finds the value, with its distance; "proof-number" only who wins, but sees long forced lines;
            "dynamic", for games with chance and chosen there, the exact mean, though play may go round in circles.
        time: Seconds after which it gives up; its value then is what it has, an estimate or a bound.
        threads: How many threads search together (the engine only).
        memory: The bytes of the table.
        certificate: Where to write a strategy for each side of the value, for `verify`.
        progress: Called now and then with the depth completed, the nodes visited and the seconds gone by.

    Raises:
        MethodError: The method does not apply.
        CertificateError: The value could not be proved, so there is nothing to certify.

    >>> import zermelo
    >>> print(solve(zermelo.game("tic-tac-toe")).value)
    draw (proved)
    """
    if not isinstance(position, Position):
        position = position.start()
    check_limits(time=time, seed=0, threads=threads, memory=memory)
    if method is None:
        method = "dynamic" if position.game.facts["chance"] else "engine"
    if certificate is not None and position.game.facts["chance"]:
        raise CertificateError("there are certificates only where nothing is left to chance")
    searcher = Searcher(memory)
    found = position._search(
        method=method,
        time=time,
        threads=threads if method == "engine" else 1,
        memory=memory,
        searcher=searcher,
        progress=progress,
    )
    report = report_of(position, found)
    if certificate is not None:
        if report.value.kind != "proved":
            raise CertificateError("the value was not proved, so there is nothing to certify")
        write_certificate(position, report.value.utility, Path(certificate), method, searcher, progress)
    return report


def write_certificate(
    position: Position, utility: float, path: Path, method: str, searcher: Searcher, progress: Progress | None = None
) -> None:
    """Writes a strategy for each player whose share of a proved value is more than the least there is."""
    facts = position.game.facts
    player = position.turn or 0
    shares = {player: utility, 1 - player: facts["sum"] - utility}
    claims: list[dict[str, Any]] = []
    body = bytearray()
    for who, share in sorted(shares.items()):
        if share <= facts["bounds"][0]:
            continue
        strategy, (positions, decisions, _) = position._certify(
            who, share, method=method, searcher=searcher, progress=progress
        )
        body += _bytes(strategy)
        claims.append(
            {"player": facts["players"][who], "utility": share, "decisions": decisions, "positions": positions}
        )
    game = position.game
    header = {
        "game": game.name if isinstance(game, BuiltInGame) else facts["name"],
        "options": dict(game.options) if isinstance(game, BuiltInGame) else {},
        "position": position.text,
        "claims": claims,
    }
    packed = zlib.compress(bytes(body), 9)
    header["checksum"] = _checksum(header, packed)
    path.write_bytes(FIRST_LINE + json.dumps(header, ensure_ascii=False).encode() + b"\n" + packed)


def verify(
    path: str | Path, game: Game | BuiltInGame | None = None, *, progress: Progress | None = None
) -> tuple[Position, list[Claim]]:
    """Checks a certificate completely, with the rules alone; the position and what is proved about it.

    Args:
        path: The file.
        game: The game that it must belong to; for a game of your own it must be given.
        progress: Called now and then with 0, the positions visited and the seconds gone by.

    Raises:
        CertificateError: It is damaged, belongs to another game, or does not prove what it claims.
    """
    data = Path(path).read_bytes()
    if not data.startswith(FIRST_LINE):
        raise CertificateError(f'"{path}" is no certificate of zermelo')
    line, _, packed = data[len(FIRST_LINE) :].partition(b"\n")
    try:
        header = json.loads(line)
        checksum = header.pop("checksum")
        if checksum != _checksum(header, packed):
            raise CertificateError(f'the certificate "{path}" is damaged: its checksum is wrong')
        name, options, text, claims = (header[key] for key in ("game", "options", "position", "claims"))
        unpacker = zlib.decompressobj()
        body = unpacker.decompress(packed, LARGEST)
        rows = [(claim["player"], float(claim["utility"]), int(claim["decisions"])) for claim in claims]
    except (ValueError, KeyError, TypeError, AttributeError, zlib.error) as fault:
        if isinstance(fault, CertificateError):
            raise
        raise CertificateError(f'the certificate "{path}" is damaged') from None
    if game is None:
        game = load_game(name, **options)
    facts = game.facts if isinstance(game, BuiltInGame) else game.start().game.facts
    if facts["name"] != name or (isinstance(game, BuiltInGame) and dict(game.options) != options):
        raise CertificateError(f'the certificate "{path}" belongs to {name} {options or ""}'.strip() + ", another game")
    position = game.position(text)
    strategies = array("H")
    strategies.frombytes(body[: len(body) - len(body) % 2])
    proved, first = [], 0
    for player, utility, decisions in rows:
        if player not in facts["players"]:
            raise CertificateError(f'the certificate "{path}" is about "{player}", who does not play')
        strategy = strategies[first : first + decisions].tolist()
        first += decisions
        who = facts["players"].index(player)
        positions, checked, _ = position._verify(who, utility, strategy, progress=progress)
        proved.append(Claim(player, utility, checked, positions))
    if not proved or first != len(strategies):
        raise CertificateError(f'the certificate "{path}" proves nothing, or holds more than it says')
    return position, proved


def _bytes(strategy: list[int]) -> bytes:
    return array("H", strategy).tobytes()


def _checksum(header: dict[str, Any], packed: bytes) -> str:
    told = json.dumps(header, ensure_ascii=False, sort_keys=True).encode()
    return hashlib.sha256(told + b"\n" + packed).hexdigest()
