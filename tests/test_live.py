"""What is live about the page's interface: streams of events, analysis, reviews, clocks, files, and the games kept."""

from __future__ import annotations

import asyncio
import json
import os
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

import zermelo
from test_serve import running
from test_web import Client, answer, error
from zermelo.web import create_app
from zermelo.web.events import until
from zermelo.web.hall import Hall
from zermelo.web.play import Play, Seat
from zermelo.web.searches import MOST_WAITING, Job, RefusedError, Searches

OPEN = [name for name in zermelo.games() if not zermelo.game(name).facts["hidden"]]


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    made = Client(create_app())
    yield made
    made.close()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running("--port", "0") as (_, found):
        yield found


def people(name: str, **options: Any) -> list[dict[str, str]]:
    return [{"kind": "human"}] * len(zermelo.game(name, **options).facts["players"])


@contextmanager
def heard(address: str, path: str) -> Iterator[Iterator[tuple[str, dict[str, Any]]]]:
    """The events of a stream."""

    def events(lines: Iterator[str]) -> Iterator[tuple[str, dict[str, Any]]]:
        name = ""
        for line in lines:
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                yield name, json.loads(line.removeprefix("data: "))

    with httpx.stream("GET", f"{address}api/v1{path}", timeout=60) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"].startswith("text/event-stream")
        yield events(response.iter_lines())


def post(address: str, path: str, **body: Any) -> dict[str, Any]:
    response = httpx.post(f"{address}api/v1{path}", json=body, timeout=60)
    assert response.status_code in {200, 201}, response.text
    found = response.json()
    assert isinstance(found, dict)
    return found


# Watching.


def test_whoever_listens_hears_of_every_change_and_the_engine_moves(address: str) -> None:
    play = post(address, "/plays", game="tic-tac-toe")
    with heard(address, f"/plays/{play['id']}/events") as one, heard(address, f"/plays/{play['id']}/events") as other:
        assert next(one)[1]["history"] == next(other)[1]["history"] == []
        post(address, f"/plays/{play['id']}/moves", move="b2")
        for listener in (one, other):
            lengths: list[int] = []
            while not lengths or lengths[-1] < 2:
                name, view = next(listener)
                assert name == "play"
                lengths.append(len(view["history"]))
            assert view["waiting"] == "human"
            assert view["report"]["move"] == view["history"][1]["text"]


def test_the_engine_rests_when_nobody_listens(address: str) -> None:
    seats = [{"kind": "human"}, {"kind": "engine", "seconds": 10}]
    play = post(address, "/plays", game="connect-four", seats=seats)
    post(address, f"/plays/{play['id']}/moves", move="4")
    with heard(address, f"/plays/{play['id']}/events") as events:
        assert next(events)[1]["waiting"] == "engine"
    # The search that was begun has ended: both cores are free for others.
    for _ in range(2):
        other = post(address, "/plays", game="connect-four")
        assert post(address, f"/plays/{other['id']}/hint", seconds=0.2)["move"]
    assert httpx.get(f"{address}api/v1/plays/{play['id']}").json()["waiting"] == "engine"


def test_the_engine_goes_on_after_a_reload(address: str) -> None:
    play = post(address, "/plays", game="connect-four", seats=[{"kind": "human"}, {"kind": "engine", "seconds": 0.5}])
    post(address, f"/plays/{play['id']}/moves", move="4")
    for _ in range(4):
        with heard(address, f"/plays/{play['id']}/events") as events:
            next(events)
    with heard(address, f"/plays/{play['id']}/events") as events:
        while len(next(events)[1]["history"]) < 2:
            pass


def test_two_engines_play_to_the_end_while_somebody_looks(address: str) -> None:
    seats = [{"kind": "engine", "level": "beginner"}, {"kind": "engine", "method": "random"}]
    play = post(address, "/plays", game="tic-tac-toe", seats=seats)
    with heard(address, f"/plays/{play['id']}/events") as events:
        for _, view in events:
            if view["waiting"] is None:
                break
    assert view["outcome"]


# Analysis.


def test_analysis_deepens_and_tells_true_lines(address: str) -> None:
    play = post(address, "/plays", game="connect-four", position="444444222", seats=people("connect-four"))
    with heard(address, f"/plays/{play['id']}/analysis?lines=3") as events:
        found = [told for name, told in events if name == "analysis"]
    assert found[0]["state"] == "waiting"
    assert found[-1]["state"] == "finished"
    depths = [told["depth"] for told in found]
    assert depths == sorted(depths)
    lines = found[-1]["lines"]
    assert len(lines) == 3
    assert all(line["value"]["kind"] == "proved" for line in lines)
    assert [line["value"]["utility"] for line in lines] == sorted((x["value"]["utility"] for x in lines), reverse=True)
    for line in lines:
        position = zermelo.game("connect-four").position("444444222")
        assert 0 <= line["expected"] <= 1
        for move in line["line"]:
            position = position.play(move)


@pytest.mark.parametrize("name", OPEN)
def test_every_game_can_be_analysed_and_looked_at(address: str, name: str) -> None:
    chooser = random.Random(name)
    play = post(address, "/plays", game=name, seats=people(name), seed=5)
    for _ in range(4):
        if play["moves"]:
            play = post(address, f"/plays/{play['id']}/moves", move=chooser.choice(play["moves"])["text"])
    for ply in range(len(play["history"]) + 1):
        look = httpx.get(f"{address}api/v1/plays/{play['id']}/at", params={"ply": ply}).json()
        assert look["picture"].startswith("<svg ")
    assert look["position"] == play["position"]
    if play["waiting"] is None:
        return
    with heard(address, f"/plays/{play['id']}/analysis?seconds=0.3") as events:
        told = [view for _, view in events]
    assert told[-1].get("state") == "finished", told[-1]
    assert told[-1]["lines"]
    first = told[-1]["lines"][0]["line"][:1]
    params = {"ply": len(play["history"]), "line": first}
    assert httpx.get(f"{address}api/v1/plays/{play['id']}/at", params=params).status_code == 200


def test_closing_the_stream_frees_the_core(address: str) -> None:
    play = post(address, "/plays", game="chess", seats=people("chess"))
    for _ in range(6):
        with heard(address, f"/plays/{play['id']}/analysis") as events:
            assert next(events)[1]["state"] == "waiting"
            assert next(events)[1]["state"] == "searching"
    # Six searches that went on would take longer than anybody waits for this answer.
    assert post(address, f"/plays/{play['id']}/hint", seconds=0.1)["move"]


def test_too_many_searches_are_refused(address: str) -> None:
    play = post(address, "/plays", game="chess", seats=people("chess"))
    statuses: list[int] = []

    def ask() -> None:
        with httpx.Client(timeout=60) as asking:
            path = f"{address}api/v1/plays/{play['id']}/why"
            found = asking.get(path, params={"move": "a3", "seconds": 0.3})
            statuses.append(found.status_code)

    threads = [threading.Thread(target=ask) for _ in range((os.cpu_count() or 1) + MOST_WAITING + 20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(statuses) == {200, 429}
    assert statuses.count(200) >= MOST_WAITING


def test_why_not_shows_the_refutation(client: Client) -> None:
    play = client.begin(game="chess", seats=people("chess"))
    for move in ("f3", "e5"):
        answer(client.post(f"/plays/{play['id']}/moves", {"move": move}))
    told = answer(client.get(f"/api/v1/plays/{play['id']}/why", params={"move": "g4"}))
    assert told["refutation"]["line"][:2] == ["g4", "Qh4#"]
    assert told["best"]["move"] != "g4"
    assert told["words"][0].startswith("g4 leads to white loses in 2 plies (proved)")
    best = answer(client.get(f"/api/v1/plays/{play['id']}/why", params={"move": told["best"]["move"]}))
    assert best["move"] == told["best"]["move"]
    refused = client.get(f"/api/v1/plays/{play['id']}/why", params={"move": "Ke2xx"})
    assert error(refused, 422).startswith('illegal move "Ke2xx"')


def test_a_review_marks_the_blunder(address: str) -> None:
    play = post(address, "/plays", game="chess", seats=people("chess"))
    for move in ("f3", "e5", "g4", "Qh4#"):
        post(address, f"/plays/{play['id']}/moves", move=move)
    with heard(address, f"/plays/{play['id']}/review?seconds=0.1") as events:
        told = list(events)
    steps = [view for name, view in told if name == "step"]
    steps.reverse()  # the end is looked at first
    assert [step["action"] for step in steps] == ["f3", "e5", "g4", "Qh4#"]
    assert [step["ply"] for step in steps] == [1, 2, 3, 4]
    assert steps[2]["mark"] == "??"
    assert steps[3]["mark"] == ""
    assert steps[3]["expected"] == 0.0
    (summary,) = [view for name, view in told if name == "review"]
    assert summary["lost"][0] > summary["lost"][1]


def test_a_review_separates_luck_from_skill(address: str) -> None:
    play = post(address, "/plays", game="pig", seats=people("pig"), seed=2, options={"goal": 20})
    while play["waiting"] is not None and len(play["history"]) < 12:
        play = post(address, f"/plays/{play['id']}/moves", move=play["moves"][0]["text"])
    with heard(address, f"/plays/{play['id']}/review?seconds=0.05") as events:
        told = list(events)
    steps = [view for name, view in told if name == "step"]
    assert all((step["luck"] == 0) == (step["actor"] >= 0) or step["actor"] < 0 for step in steps)
    assert any(step["luck"] != 0 for step in steps)
    assert told[-1][0] == "review"


def test_a_small_search_can_be_stepped_through(client: Client) -> None:
    for name in ("tic-tac-toe", "chess", "pig", "connect-four"):
        play = client.begin(game=name, seats=people(name))
        tree = answer(client.get(f"/api/v1/plays/{play['id']}/tree", params={"depth": 3}))
        assert len(tree["steps"]) > 3
        assert tree["picture"].startswith("<svg ")


# Playing otherwise.


def test_moves_taken_back_can_be_played_again(client: Client) -> None:
    play = client.begin(game="tic-tac-toe", seats=people("tic-tac-toe"))
    path = f"/plays/{play['id']}"
    for move in ("b2", "a1", "c3"):
        last = answer(client.post(f"{path}/moves", {"move": move}))
    assert answer(client.post(f"{path}/undo"))["undone"] == 1
    assert answer(client.post(f"{path}/undo"))["undone"] == 2
    assert answer(client.post(f"{path}/redo"))["undone"] == 1
    again = answer(client.post(f"{path}/redo"))
    assert again["position"] == last["position"]
    assert error(client.post(f"{path}/redo"), 409) == "there is nothing to play again"
    answer(client.post(f"{path}/undo"))
    other = answer(client.post(f"{path}/moves", {"move": "c1"}))
    assert other["undone"] == 0
    assert [step["text"] for step in other["history"]] == ["b2", "a1", "c1"]


def test_a_game_can_be_given_up(client: Client) -> None:
    play = client.begin(game="chess")
    view = answer(client.post(f"/plays/{play['id']}/resign"))
    assert view["outcome"] == "white resigned: black wins"
    assert view["waiting"] is None
    assert error(client.post(f"/plays/{play['id']}/moves", {"move": "e4"}), 409) == (
        "the game is over: white resigned: black wins"
    )
    assert error(client.post(f"/plays/{play['id']}/resign"), 409).startswith("the game is over")


def test_a_clock_runs_out(address: str) -> None:
    play = post(address, "/plays", game="chess", seats=people("chess"), clock={"seconds": 0.6, "increment": 0.2})
    assert play["clock"]["running"] == 0
    moved = post(address, f"/plays/{play['id']}/moves", move="e4")
    assert moved["clock"]["running"] == 1
    assert 0.2 < moved["clock"]["left"][0] <= 0.8
    with heard(address, f"/plays/{play['id']}/events") as events:
        for _, view in events:
            if view["waiting"] is None:
                break
    assert view["outcome"] == "black ran out of time: white wins"
    late = httpx.post(f"{address}api/v1/plays/{play['id']}/moves", json={"move": "e5"})
    assert (late.status_code, late.json()["error"]) == (409, f"the game is over: {view['outcome']}")


def test_an_engine_keeps_its_clock(address: str) -> None:
    seats = [{"kind": "engine"}, {"kind": "human"}]
    play = post(address, "/plays", game="chess", seats=seats, clock={"seconds": 3, "increment": 0})
    view = post(address, f"/plays/{play['id']}/reply")["play"]
    assert 0 < view["clock"]["left"][0] < 3


def test_dice_can_be_rolled_by_hand(client: Client) -> None:
    play = client.begin(game="pig", seats=people("pig"), dice="by hand")
    path = f"/plays/{play['id']}"
    view = answer(client.post(f"{path}/moves", {"move": "roll"}))
    assert view["waiting"] == "chance"
    assert view["turn"] is None
    assert {move["text"] for move in view["moves"]} == set("123456")
    view = answer(client.post(f"{path}/moves", {"move": "5"}))
    assert view["history"][-1] | {"seconds": 0} == {"player": -1, "text": "5", "seconds": 0}
    answer(client.post(f"{path}/moves", {"move": "roll"}))
    assert "illegal" in error(client.post(f"{path}/moves", {"move": "7"}), 422)
    assert len(answer(client.post(f"{path}/roll"))["history"]) == 4
    assert error(client.post(f"{path}/roll"), 409) == "nothing is to be rolled"
    assert "has no dice" in error(client.post("/plays", {"game": "chess", "dice": "by hand"}), 422)


# Files.


@pytest.mark.parametrize("name", OPEN)
def test_what_is_written_is_read_back(client: Client, name: str) -> None:
    chooser = random.Random(name)
    play = client.begin(game=name, seats=people(name), seed=11)
    for _ in range(25):
        if not play["moves"]:
            break
        move = chooser.choice(play["moves"])["text"]
        play = answer(client.post(f"/plays/{play['id']}/moves", {"move": move}))
    formats = answer(client.get(f"/api/v1/games/{name}"))["formats"]
    assert formats[-1] == "json"
    for form in formats:
        file = answer(client.get(f"/api/v1/plays/{play['id']}/file", params={"format": form}))
        again = answer(client.post("/plays/import", {"game": name, "text": file["content"]}), 201)
        moves, same = [[step["text"] for step in view["history"]] for view in (play, again)]
        if form == "mat" and play["history"][-1]["player"] < 0:
            moves.pop()  # match files tell no roll that was not played yet
        else:
            assert again["position"] == play["position"], form
        assert same == moves, form
    assert "has no format" in error(client.get(f"/api/v1/plays/{play['id']}/file", params={"format": "xyz"}), 422)


def test_wrong_files_are_refused_with_one_sentence(client: Client) -> None:
    for text, told in [
        ("{", "this is no JSON"),
        ("{}", 'this JSON is no game of zermelo: it has no "format": "zermelo-game"'),
        ('{"format": "zermelo-game", "version": 9}', "this game was written by another zermelo: its version is not 1"),
        ('{"format": "zermelo-game", "version": 1, "game": "go"}', "this is a game of go, not of chess"),
        ('{"format": "zermelo-game", "version": 1, "game": "chess"}', '"moves" must be a list of words'),
    ]:
        assert error(client.post("/plays/import", {"game": "chess", "text": text}), 422) == told
    wrong = '{"format": "zermelo-game", "version": 1, "game": "chess", "moves": ["e4", "e4"]}'
    assert error(client.post("/plays/import", {"game": "chess", "text": wrong}), 422).startswith("move 2: illegal move")
    assert error(client.post("/plays/import", {"game": "chess", "text": "1. e5"}), 422)


# The games kept.


def test_games_are_listed_searched_and_deleted() -> None:
    client = Client(create_app())
    try:
        made = [client.begin(game=name, seats=people(name)) for name in ("chess", "chess", "othello")]
        answer(client.post(f"/plays/{made[1]['id']}/resign"))
        kept = answer(client.get("/api/v1/plays"))
        assert kept["total"] == 3
        assert kept["plays"][0]["id"] == made[1]["id"]  # changed last
        assert answer(client.get("/api/v1/plays", params={"game": "othello"}))["total"] == 1
        assert answer(client.get("/api/v1/plays", params={"over": True}))["total"] == 1
        assert answer(client.get("/api/v1/plays", params={"search": "black wins"}))["total"] == 1
        assert answer(client.get("/api/v1/plays", params={"search": "100%_"}))["total"] == 0
        assert len(answer(client.get("/api/v1/plays", params={"first": 2}))["plays"]) == 1
        lines = client.get("/api/v1/export").text.splitlines()
        assert sorted(json.loads(line)["game"] for line in lines) == ["chess", "chess", "othello"]
        gone = client.request("DELETE", f"/api/v1/plays/{made[0]['id']}", json={})
        assert gone.status_code == 204
        assert "may have been deleted" in error(client.get(f"/api/v1/plays/{made[0]['id']}"), 404)
        assert answer(client.get("/api/v1/plays"))["total"] == 2
    finally:
        client.close()


# Matches.


def test_a_match_is_played_watched_stopped_and_gone_on_with(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.db'}"
    wanted = {"game": "tic-tac-toe", "players": ["random", "beginner", "club"], "games": 6, "seconds": 0.01}
    with running("--port", "0", ZERMELO_DATABASE=database) as (_, address):
        made = post(address, "/matches", **wanted)
        assert len(made["pairings"]) == 3
        with heard(address, f"/matches/{made['id']}/events") as events:
            for name, view in events:
                assert name == "match"
                if view["state"] == "finished":
                    break
        assert all(pairing["games"] == 6 for pairing in view["pairings"])
        assert sum(view["points"]) == 18
        long = post(address, "/matches", game="kalah", players=["full", "full"], games=1000, seconds=0.05)
        assert long["players"] == ["full 1", "full 2"]
        with heard(address, f"/matches/{long['id']}/events") as events:
            while next(events)[1]["pairings"][0]["games"] < 2:
                pass
        post(address, f"/matches/{long['id']}/stop")
        with heard(address, f"/matches/{long['id']}/events") as events:
            while (stopped := next(events)[1])["state"] == "running":
                pass
        assert stopped["state"] == "stopped"
    with running("--port", "0", ZERMELO_DATABASE=database) as (_, address):
        kept = httpx.get(f"{address}api/v1/matches").json()["matches"]
        assert [match["id"] for match in kept] == [long["id"], made["id"]]
        assert kept[0]["pairings"] == stopped["pairings"]
        assert kept[1]["pairings"] == view["pairings"]
        games = kept[0]["pairings"][0]["games"]
        post(address, f"/matches/{long['id']}/resume")
        with heard(address, f"/matches/{long['id']}/events") as events:
            while next(events)[1]["pairings"][0]["games"] <= games:
                pass
        refused = httpx.request("DELETE", f"{address}api/v1/matches/{long['id']}", json={})
        assert (refused.status_code, refused.json()["error"]) == (409, "the match is running: stop it first")


def test_matches_that_cannot_be_are_refused(client: Client) -> None:
    for game in ("kuhn-poker", "parcheesi", "yahtzee"):
        assert "duels" in error(client.post("/matches", {"game": game, "players": ["random", "full"]}), 422)
    for players in (["random"], ["random", "uci:/bin/sh"], ["file.py:f", "full"]):
        assert error(client.post("/matches", {"game": "chess", "players": players}), 422)
    assert error(client.get("/api/v1/matches/none"), 404) == 'there is no match "none"'


# Thinking on other people's time.


async def searches_begun(*, as_expected: bool) -> list[bool]:
    """Whether each search of a game was begun on a person's time, up to the answer to the person's second move."""
    hall = Hall([])
    seats = (Seat(human=True), Seat(human=False, seconds=0.05, ponder=True))
    play = Play(zermelo.game("connect-four").start(), seats)
    hall.add(play)
    begun: list[bool] = []
    run = hall.searches.run

    async def noted(job: Job[Any], *, spare: bool = False) -> Any:
        begun.append(spare)
        return await run(job, spare=spare)

    hall.searches.run = noted  # type: ignore[method-assign]
    with play.heard() as changed:

        async def answered(move: str) -> None:
            plies = len(play.state.steps)
            with play.claimed():
                play.play(move)
            hall.attend(play)
            while len(play.state.steps) < plies + 2:
                await until(changed)
                changed.clear()

        await answered("4")
        while len(begun) < 2:
            await asyncio.sleep(0.01)
        assert play.report is not None
        expected = play.report.line[1]
        other = next(move for move in play.state.position.moves() if move != expected)
        await answered(expected if as_expected else other)
        found = begun[:]
    hall.leave(play)
    while hall._drivers:
        await asyncio.sleep(0.01)
    assert not play._engines, "nobody is there any more"
    await asyncio.to_thread(hall.close)
    return found


def test_an_expected_move_is_answered_by_the_search_that_was_begun_before_it() -> None:
    begun = asyncio.run(searches_begun(as_expected=True))
    assert begun[:2] == [False, True]
    assert False not in begun[2:]  # at most the next thought: nothing was begun for the answer


def test_after_another_move_the_engine_searches_anew() -> None:
    assert asyncio.run(searches_begun(as_expected=False))[:3] == [False, True, False]


def test_thoughts_on_other_peoples_time_give_way() -> None:
    async def run() -> None:
        searches = Searches(cores=1)
        stopped = threading.Event()
        thought = asyncio.ensure_future(searches.run(Job(lambda: stopped.wait(60), stopped.set), spare=True))
        await asyncio.sleep(0.01)
        with pytest.raises(RefusedError, match="no core is spare"):
            await searches.run(Job(lambda: 1, lambda: None), spare=True)
        assert await searches.run(Job(lambda: 2, lambda: None)) == 2
        assert thought.cancelled()
        await asyncio.to_thread(searches.close)

    asyncio.run(run())


def test_only_the_engine_ponders(client: Client) -> None:
    seats = [{"kind": "human"}, {"kind": "engine", "method": "alpha-beta", "ponder": True}]
    response = client.post("/plays", {"game": "connect-four", "seats": seats})
    assert error(response, 422) == "only the engine can think on somebody else's time"
