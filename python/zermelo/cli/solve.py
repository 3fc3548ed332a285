"""Proving values, and checking the proofs: solve and verify."""

from __future__ import annotations

import json
from pathlib import Path

import click

import zermelo
from zermelo.cli.common import find_game, find_position, json_option, position_options, progress_line


@click.command()
@position_options
@click.option(
    "--method",
    type=click.Choice(["engine", "proof-number", "dynamic"]),
    help="How to prove it; unless said, by the engine, or by dynamic programming where there is chance.",
)
@click.option("--time", type=float, metavar="SECONDS", help="When to give up.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, help="How many threads search together.")
@click.option("--memory", type=click.IntRange(min=1), default=256, metavar="MB", help="The size of the table.")
@click.option("--certificate", type=click.Path(path_type=Path), metavar="FILE", help="Write a checkable proof.")
@json_option
def solve(
    game: str,
    options: tuple[str, ...],
    position: str | None,
    moves: str | None,
    method: str | None,
    time: float | None,
    threads: int,
    memory: int,
    certificate: Path | None,
    as_json: bool,
) -> int:
    """Prove the value of a position of GAME, from its start unless said; 1 when it was not proved."""
    start = find_position(game, options, position, moves)
    with progress_line("solving") as progress:
        report = zermelo.solve(
            start,
            method=method,
            time=time,
            threads=threads,
            memory=memory * 2**20,
            certificate=certificate,
            progress=progress,
        )
    print(json.dumps(report.as_json(), ensure_ascii=False) if as_json else report)
    if certificate is not None and not as_json:
        print(f'certificate: "{certificate}", {certificate.stat().st_size:,} bytes; check it with zermelo verify')
    return int(report.value.kind != "proved")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", metavar="GAME", help="The game that it must belong to; for one of your own, file.py:Class.")
@json_option
def verify(file: Path, game: str | None, as_json: bool) -> int:
    """Check a certificate completely, with the rules alone; 1 when it proves nothing."""
    made = None if game is None else find_game(game, ())
    try:
        with progress_line("checking") as progress:
            position, claims = zermelo.verify(file, made, progress=progress)
    except zermelo.CertificateError as fault:
        click.echo(str(fault), err=True)
        return 1
    if as_json:
        told = [
            {"player": c.player, "utility": c.utility, "decisions": c.decisions, "positions": c.positions}
            for c in claims
        ]
        print(json.dumps({"game": position.game.facts["name"], "position": position.text, "claims": told}))
    else:
        print(f'{position.game.facts["name"]} "{position.text}": verified')
        for claim in claims:
            print(f"  {claim}")
    return 0
