"""The engine from Python: lines, limits, stopping, pondering, solving, certificates and its signature."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import zermelo
from test_python_games import TicTacToe

MATE = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3"


def test_every_line_has_the_value_that_its_move_has_alone() -> None:
    game = zermelo.game("connect-four")
    position = game.position("44444")
    report = zermelo.search(position, depth=8, lines=7)
    assert len(report.lines) == len(position.moves())
    utilities = [line.value.utility for line in report.lines]
    assert utilities == sorted(utilities, reverse=True)
    assert report.lines[0].value == report.value
    for line in report.lines:
        alone = zermelo.search(position, depth=8, moves=[line.move])
        assert (alone.move, alone.value) == (line.move, line.value)


def test_moves_and_lines_are_told_in_both_notations() -> None:
    report = zermelo.search(zermelo.game("chess").position(MATE), depth=3, moves=["f3f7"])
    assert (report.move, report.code, report.line, report.codes) == ("Qxf7#", "f3f7", ("Qxf7#",), ("f3f7",))
    with pytest.raises(zermelo.IllegalMoveError, match='"f3f8" is no legal move here'):
        zermelo.search(zermelo.game("chess").position(MATE), depth=3, moves=["f3f8"])


def test_selective_search_finds_mates_that_are_mates() -> None:
    game = zermelo.game("chess")
    engine = zermelo.Engine(game, memory=2**22)
    # Mates in two and three moves, and one who is to be mated.
    for text, plies in (
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 3),
        ("8/8/8/8/8/5k2/4q3/7K b - - 0 1", 1),
        ("4k3/8/4K3/8/8/8/8/7R w - - 0 1", 1),
    ):
        value = engine.search(game.position(text), depth=8).value
        assert (value.kind, value.plies) == ("proved", plies), text


@pytest.mark.parametrize("switch", zermelo.switches())
def test_every_switch_plays_legal_moves_in_every_game(switch: str) -> None:
    for name in zermelo.games():
        game = zermelo.game(name)
        if "engine" in game.facts["methods"]:
            position = game.start()
            report = zermelo.search(position, method="engine", nodes=3_000, selective=switch)
            for move in report.line:
                position = position.play(move)


def test_a_search_is_stopped_from_another_thread() -> None:
    game = zermelo.game("chess")
    engine = zermelo.Engine(game, memory=2**22, threads=2)
    first = threading.Event()
    found: list[zermelo.Report] = []

    def think() -> None:
        found.append(engine.search(game.start(), progress=lambda _: first.set()))

    thread = threading.Thread(target=think)
    thread.start()
    assert first.wait(60)
    with pytest.raises(zermelo.MethodError, match="the engine is searching already"):
        engine.search(game.start(), depth=1)
    assert engine.stop()
    thread.join(60)
    assert found[0].stopped == "interrupted"
    assert found[0].move in game.start().moves()
    assert not engine.stop()


def test_a_pondering_engine_waits_for_the_hit() -> None:
    game = zermelo.game("chess")
    engine = zermelo.Engine(game, memory=2**22)
    deep = threading.Event()
    found: list[zermelo.Report] = []

    def think() -> None:
        # With its clock running it would stop after a few milliseconds.
        report = engine.search(
            game.start(), time=0.01, ponder=True, progress=lambda news: deep.set() if news.depth >= 9 else None
        )
        found.append(report)

    thread = threading.Thread(target=think)
    thread.start()
    assert deep.wait(120)
    assert not found
    assert engine.hit()
    thread.join(60)
    assert (found[0].stopped, found[0].depth >= 9) == ("time", True)


def test_news_grows_and_ends_with_the_report() -> None:
    game = zermelo.game("othello")
    heard: list[zermelo.News] = []
    report = zermelo.Engine(game, memory=2**22).search(game.start(), depth=6, progress=heard.append)
    assert [news.depth for news in heard] == list(range(1, 7))
    assert heard[-1].lines == report.lines
    assert heard[-1].nodes <= report.nodes
    assert 0 <= heard[-1].full <= 1


def test_a_failing_listener_is_heard() -> None:
    def fail(_: zermelo.News) -> None:
        raise RuntimeError("enough")

    game = zermelo.game("othello")
    with pytest.raises(RuntimeError, match="enough"):
        zermelo.Engine(game, memory=2**20).search(game.start(), depth=6, progress=fail)


def test_a_clock_is_divided_and_a_forced_move_needs_none() -> None:
    game = zermelo.game("chess")
    engine = zermelo.Engine(game, memory=2**22)
    report = engine.search(game.start(), clock=(10.0, 0.0, None))
    assert report.stopped == "time"
    assert report.seconds < 10
    forced = engine.search(game.position("k7/8/8/8/8/8/r7/7K w - - 0 1"), clock=(1e6, 0.0, None))
    assert (forced.move, forced.stopped) == ("Kg1", "decided")
    assert engine.search(game.start(), clock=(0.0, 0.0, None)).move in game.start().moves()


def test_an_engine_refuses_what_is_not_its_game() -> None:
    with pytest.raises(zermelo.MethodError, match="the engine does not apply to kuhn-poker"):
        zermelo.Engine(zermelo.game("kuhn-poker"))
    engine = zermelo.Engine(zermelo.game("othello"), memory=2**20)
    with pytest.raises(zermelo.MethodError, match="the engine is for"):
        engine.search(zermelo.game("chess").start(), depth=1)
    with pytest.raises(zermelo.MethodError, match="memory is 0"):
        engine.memory = 0
    with pytest.raises(zermelo.MethodError, match="unknown switch"):
        engine.search(zermelo.game("othello").start(), depth=1, selective="luck")
    with pytest.raises(zermelo.MethodError, match="only the engine takes lines"):
        zermelo.search(zermelo.game("othello"), method="minimax", depth=1, lines=2)


def test_an_engine_plays_a_game_written_in_python() -> None:
    game = TicTacToe()
    engine = zermelo.Engine(game, memory=2**20, threads=2)
    assert engine.search(game.start(), selective=False).value.kind == "proved"


def test_noise_changes_the_opinion_and_not_the_proofs() -> None:
    game = zermelo.game("chess")
    engine = zermelo.Engine(game, memory=2**20)
    opinions = {engine.search(game.start(), depth=2, noise=0.1, seed=seed).value.utility for seed in range(5)}
    assert len(opinions) == 5
    assert engine.search(game.position(MATE), depth=2, noise=0.5, seed=3).move == "Qxf7#"


def test_a_solved_game_is_certified_and_verified(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    report = zermelo.solve(zermelo.game("connect-four").position("25743546436333137556672411"), certificate=path)
    assert report.value.kind == "proved"
    position, claims = zermelo.verify(path)
    assert position == zermelo.game("connect-four").position("25743546436333137556672411")
    assert all(claim.positions > 1 for claim in claims)
    assert {claim.utility for claim in claims} <= {0.0, 1.0}
    damaged = path.read_bytes()
    for place in (len(damaged) // 2, len(damaged) - 1, 30):
        changed = bytearray(damaged)
        changed[place] ^= 1
        (tmp_path / "damaged").write_bytes(bytes(changed))
        with pytest.raises(zermelo.CertificateError, match="damaged"):
            zermelo.verify(tmp_path / "damaged")
    with pytest.raises(zermelo.CertificateError, match="belongs to connect-four"):
        zermelo.verify(path, zermelo.game("othello"))
    (tmp_path / "other").write_text("hello")
    with pytest.raises(zermelo.CertificateError, match="no certificate"):
        zermelo.verify(tmp_path / "other")


def test_a_claim_that_its_strategy_does_not_keep_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    zermelo.solve(zermelo.game("tic-tac-toe"), certificate=path)
    first, line, body = path.read_bytes().split(b"\n", 2)
    header = json.loads(line)
    header["claims"][0]["utility"] = 1.0
    del header["checksum"]
    told = json.dumps(header, ensure_ascii=False, sort_keys=True).encode()
    header["checksum"] = hashlib.sha256(told + b"\n" + body).hexdigest()
    path.write_bytes(b"\n".join((first, json.dumps(header).encode(), body)))
    with pytest.raises(zermelo.CertificateError, match="a line ends with less than was claimed"):
        zermelo.verify(path)


def test_proof_number_search_agrees_with_the_engine() -> None:
    game = zermelo.game("tic-tac-toe")
    for moves in ([], ["a1"], ["a1", "b1"], ["b2", "a2"], ["a1", "b2", "c3"]):
        position = game.start()
        for move in moves:
            position = position.play(move)
        values = {zermelo.solve(position, method=method).value.utility for method in ("engine", "proof-number")}
        assert len(values) == 1, moves


def test_the_signature_is_the_one_on_record() -> None:
    """The number of nodes over fixed positions of every game, the same in every run: `zermelo bench` tells it."""
    program = Path(sys.executable).with_name("zermelo")
    answer = subprocess.run([program, "bench", "--json"], capture_output=True, check=True)
    record = Path(__file__).with_name("signature.txt")
    assert json.loads(answer.stdout)["signature"] == int(record.read_text())


HORIZON = "7k/2P2ppp/7r/4N3/8/8/5PPP/3b1K2 b - - 0 1"


def test_the_horizon_effect_is_seen_and_cured() -> None:
    """White is about to promote. Giving the bishop away with check only pushes that beyond the horizon; the move that
    holds, by covering the square, costs a rook. Stockfish 15.1 at depth 22: Bg4 0.00, Be2+ -15.52."""
    position = zermelo.game("chess").position(HORIZON)
    assert zermelo.search(position, depth=3).move == "Be2+"
    assert zermelo.search(position, depth=3, selective="quiescence, checks, singular").move == "Bg4"


def test_a_table_of_a_size_needs_little_more() -> None:
    """In a process of its own: the most memory it ever had, before and after a search with two threads."""
    code = """if True:
        import resource, zermelo
        game = zermelo.game("chess")
        zermelo.search(game, depth=1, memory=2**20)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        zermelo.Engine(game, memory=2**26, threads=2).search(game.start(), nodes=1_000_000)
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    """
    kilobytes = int(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
    assert kilobytes < 2**16 + 2**15


def test_a_bias_is_added_for_the_player_to_move() -> None:
    game = zermelo.game("chess")
    engine = zermelo.Engine(game, memory=2**20)
    plain, biased = (engine.search(game.start(), depth=2, selective=False, bias=bias) for bias in (0.0, 0.25))
    assert biased.value.utility == pytest.approx(plain.value.utility + 0.25)


def test_checks_do_not_go_on_for_ever_where_draws_are_not_claimed() -> None:
    position = zermelo.game("chess", draws="never").start()
    white = ("e4", "Nf3", "d4", "dxe5", "Qxf3", "Bc4", "Qb3", "Nc3", "Bg5")
    black = ("e5", "d6", "Bg4", "Bxf3", "dxe5", "Nf6", "Qe7", "c6", "b5")
    for pair in zip(white, black, strict=True):
        for move in pair:
            position = position.play(move)
    report = zermelo.Engine(position.game, memory=2**24).search(position, nodes=600_000, lines=3)
    assert report.depth < report.seldepth < 200, (
        "it was 1,000: checks and single good moves were always looked at deeper"
    )
