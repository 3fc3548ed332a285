"""The page's interface: whole games over HTTP, one sentence for every error, and a guard that lets nothing else in."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

import zermelo
from hostile import SCRIPTS, TRAVERSALS
from own_games import CARDS, HighCard, Nasty, Pairs
from zermelo.web import create_app
from zermelo.web.hall import Hall
from zermelo.web.play import Play, Seat
from zermelo.web.searches import RefusedError

ADDRESS = "http://127.0.0.1:8765"
HIDDEN = ["high-card", *(name for name in zermelo.games() if zermelo.game(name).facts["hidden"])]


class Client:
    """Asks an application without a network."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.runner = asyncio.Runner()
        self.client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ADDRESS)

    def request(self, method: str, path: str, **details: Any) -> httpx.Response:
        return self.runner.run(self.client.request(method, path, **details))

    def get(self, path: str, **details: Any) -> httpx.Response:
        return self.request("GET", path, **details)

    def post(self, path: str, body: object = None, **details: Any) -> httpx.Response:
        return self.request("POST", f"/api/v1{path}", json={} if body is None else body, **details)

    def begin(self, **wanted: Any) -> dict[str, Any]:
        return answer(self.post("/plays", wanted), 201)

    def close(self) -> None:
        self.runner.run(self.client.aclose())
        self.runner.close()
        self.app.state.hall.close()


def answer(response: httpx.Response, status: int = 200) -> dict[str, Any]:
    assert response.status_code == status, response.text
    found = response.json()
    assert isinstance(found, dict)
    return found


def error(response: httpx.Response, status: int) -> str:
    found = answer(response, status)
    assert list(found) == ["error"]
    return str(found["error"])


def settled(view: dict[str, Any]) -> dict[str, Any]:
    """Where a game stands, whatever was taken back, however long it took, and whoever found the last move."""
    history = [(step["player"], step["text"]) for step in view["history"]]
    return {**view, "history": history, "undone": None, "report": None}


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    made = Client(create_app([HighCard(), Pairs(), Nasty()]))
    yield made
    made.close()


def seats(count: int, human: int = 0) -> list[dict[str, Any]]:
    return [{"kind": "human"} if seat == human else {"kind": "engine", "method": "random"} for seat in range(count)]


def find(name: str) -> zermelo.Game | zermelo.BuiltInGame:
    own = {game.name: game for game in (HighCard(), Pairs(), Nasty())}
    return own.get(name) or zermelo.game(name)


# Playing.


@pytest.mark.parametrize("name", [*zermelo.games(), "high-card", "pairs", Nasty.name])
def test_whole_games_are_played_through_the_interface(client: Client, name: str) -> None:
    chooser = random.Random(name)
    view = client.begin(game=name, seats=seats(len(find(name).facts["players"])), seed=1)
    turns = 0
    while view["waiting"] is not None and turns < 60:
        turns += 1
        if view["waiting"] == "human":
            move = chooser.choice(view["moves"])["text"]
            view = answer(client.post(f"/plays/{view['id']}/moves", {"move": move}))
        else:
            view = answer(client.post(f"/plays/{view['id']}/reply"))["play"]
        assert view["picture"].startswith("<svg ")
        assert view == answer(client.get(f"/api/v1/plays/{view['id']}"))
    assert (view["waiting"] is None) == (view["outcome"] is not None)
    assert turns == 60 or view["utilities"] is not None


def test_the_history_replays_to_the_position(client: Client) -> None:
    for name in zermelo.games():
        if name in HIDDEN:
            continue
        view = client.begin(game=name, seats=seats(len(find(name).facts["players"])), seed=3)
        for _ in range(12):
            if view["waiting"] == "human":
                view = answer(client.post(f"/plays/{view['id']}/moves", {"move": view["moves"][0]["text"]}))
            elif view["waiting"] == "engine":
                view = answer(client.post(f"/plays/{view['id']}/reply"))["play"]
        position = find(name).start()
        for step in view["history"]:
            assert position.turn == step["player"]
            position = position.play(step["text"])
        assert position.text == view["position"]


def test_the_same_seed_brings_the_same_chance_and_undo_does_not_change_it(client: Client) -> None:
    for name in (name for name in zermelo.games() if zermelo.game(name).facts["chance"] and name not in HIDDEN):
        people = [{"kind": "human"}] * len(find(name).facts["players"])
        first, second = (client.begin(game=name, seats=people, seed=7) for _ in range(2))
        assert first["position"] == second["position"]
        move = {"move": first["moves"][0]["text"]}
        moved = answer(client.post(f"/plays/{first['id']}/moves", move))
        back = answer(client.post(f"/plays/{first['id']}/undo"))
        assert settled(back) == settled(first)
        assert settled(answer(client.post(f"/plays/{first['id']}/moves", move))) == settled(moved)


def test_undo_goes_back_to_the_last_decision_of_a_person(client: Client) -> None:
    begun = client.begin(game="tic-tac-toe")
    path = f"/plays/{begun['id']}"
    assert not begun["can_undo"]
    assert error(client.post(f"{path}/undo"), 409) == "there is no move to take back"
    answer(client.post(f"{path}/moves", {"move": "b2"}))
    replied = answer(client.post(f"{path}/reply"))
    assert replied["play"]["can_undo"]
    assert replied["report"]["move"] == replied["play"]["history"][-1]["text"]
    assert settled(answer(client.post(f"{path}/undo"))) == settled(begun)


def test_a_hint_says_what_its_value_is(client: Client) -> None:
    begun = client.begin(game="tic-tac-toe", position="xx./oo./... x")
    found = answer(client.post(f"/plays/{begun['id']}/hint"))
    assert found["words"] == "x wins in 1 ply (proved)"
    assert found["value"] == {"kind": "proved", "utility": 1.0, "plies": 1, "for": "x"}
    assert found["line"][0] == found["move"]
    assert found["nodes"] > 0
    answer(client.post(f"/plays/{begun['id']}/moves", {"move": found["move"]}))
    over = answer(client.get(f"/api/v1/plays/{begun['id']}"))
    assert over["outcome"] == "x wins"
    assert over["turn"] is None
    assert over["moves"] == []


def test_games_of_ones_own_come_first(client: Client) -> None:
    games = answer(client.get("/api/v1/games"))["games"]
    names = [game["name"] for game in games]
    assert names == ["high-card", "pairs", Nasty.name, *zermelo.games()]
    assert games[0]["methods"] == ["random"]
    detail = answer(client.get("/api/v1/games/connect-four"))
    assert detail["players"] == ["red", "yellow"]
    assert detail["picture"].startswith("<svg ")


def test_a_name_that_is_taken_is_refused() -> None:
    class Again(Pairs):
        name = "tic-tac-toe"

    with pytest.raises(zermelo.GameError, match='there is a game "tic-tac-toe" already: give yours another name'):
        create_app([Again()])


# Hidden information.


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.parametrize("viewer", [0, 1])
def test_what_the_viewer_cannot_tell_apart_looks_the_same_to_the_browser(
    client: Client, name: str, viewer: int
) -> None:
    chooser = random.Random(5)
    position = find(name).start()
    looked = 0
    while position.turn is not None:
        if position.turn != zermelo.CHANCE:
            seen = []
            for world, _ in position.worlds(viewer):
                view = client.begin(game=name, position=world.text, seats=seats(len(world.players), viewer))
                path = f"/plays/{view['id']}"
                wrong = [
                    client.post(f"{path}/{what}", {"move": "x"} if what == "moves" else {})
                    for what in ("moves", "hint", "undo")
                ]
                texts = [response.text for response in wrong]
                assert all(response.status_code in {409, 422} for response in wrong)
                seen.append(json.dumps([view, texts]).replace(view["id"], ""))
            assert len(set(seen)) == 1
            looked += len(seen) - 1
        actions = position.moves() if position.turn != zermelo.CHANCE else [event for event, _ in position.chances()]
        position = position.play(chooser.choice(actions))
    assert looked > 0


def test_a_hidden_game_never_tells_the_deal(client: Client) -> None:
    for seed in range(12):
        for viewer in (0, 1):
            texts = []
            view = client.begin(game="high-card", seats=seats(2, viewer), seed=seed)
            texts.append(json.dumps(view))
            own = view["observation"].split()[0]
            assert view["viewer"] == viewer
            while view["waiting"] is not None:
                if view["waiting"] == "human":
                    response = client.post(f"/plays/{view['id']}/moves", {"move": "stay"})
                    view = answer(response)
                else:
                    response = client.post(f"/plays/{view['id']}/reply")
                    assert answer(response)["report"] is None
                    view = answer(response)["play"]
                texts.append(response.text)
            assert view["position"] is None
            assert view["history"] == []
            for text in texts:
                assert own in text
                assert not any(card in text for card in CARDS if card != own)


def test_no_search_gives_a_hint_where_only_chance_applies(client: Client) -> None:
    view = client.begin(game="high-card", seats=seats(2), seed=1)
    path = f"/plays/{view['id']}"
    assert view["hints"] == []
    assert error(client.post(f"{path}/hint"), 422).startswith("there is no hint for high-card")
    assert error(client.post(f"{path}/hint", {"method": "random"}), 422).startswith("there is no hint for high-card")
    assert error(client.post(f"{path}/hint", {"method": "alpha-beta"}), 422) == (
        "alpha-beta does not apply to high-card: it has hidden information; what applies: random"
    )
    assert error(client.post(f"{path}/undo"), 409).startswith("nothing can be taken back in high-card")
    assert error(client.post(f"{path}/moves", {"move": "x"}), 422) == (
        'illegal move "x" in high-card: it is one of stay, fold'
    )


def test_two_people_sit_at_a_hidden_game_and_each_sees_their_own(client: Client) -> None:
    first = client.begin(game="high-card", seats=[{"kind": "human"}] * 2, seed=3)
    (invited,) = first["invitations"]
    assert invited["player"] == "second"
    assert answer(client.get(f"/api/v1/plays/{first['id']}"))["invitations"] == [invited]
    second = answer(client.get(f"/api/v1/plays/{invited['id']}"))
    assert second["invitations"] == answer(client.get(f"/api/v1/plays/{first['id']}"))["invitations"] == []
    assert (first["viewer"], second["viewer"]) == (0, 1)
    cards = [view["observation"].split()[0] for view in (first, second)]
    assert cards[0] != cards[1]
    assert not any(card in json.dumps(first) for card in CARDS if card != cards[0])
    assert not any(card in json.dumps(second) for card in CARDS if card != cards[1])
    assert second["moves"] == []
    refused = client.post(f"/plays/{second['id']}/moves", {"move": "stay"})
    assert error(refused, 409) == "it is the turn of first"
    bare = first["id"].partition(".")[0]
    for address in (bare, f"{bare}.wrong"):
        assert "seen by those who sit at it" in error(client.get(f"/api/v1/plays/{address}"), 404)
        assert "seen by those who sit at it" in error(client.get(f"/api/v1/plays/{address}/events"), 404)
    for what in ("at", "analysis", "review", "file", "tree", "why?move=stay"):
        told = error(client.get(f"/api/v1/plays/{first['id']}/{what}"), 409)
        assert "hides something" in told
    moved = answer(client.post(f"/plays/{first['id']}/moves", {"move": "stay"}))
    assert moved["moves"] == []
    assert answer(client.get(f"/api/v1/plays/{second['id']}"))["moves"] != []


def test_a_hidden_game_that_fails_does_not_tell_why(client: Client) -> None:
    class Talkative(HighCard):
        def moves(self, state: Any) -> Any:
            raise ValueError(f"the state is {state}")

    other = Client(create_app([Talkative()]))
    try:
        assert error(other.post("/plays", {"game": "talkative"}), 422) == (
            "the game talkative failed; zermelo.check_game tells how"
        )
    finally:
        other.close()


# Errors.


@pytest.mark.parametrize(
    ("body", "status", "sentence"),
    [
        ({"game": "nope"}, 404, 'unknown game "nope": there are high-card'),
        ({"game": "../own.py:Game"}, 404, 'unknown game "../own.py:Game"'),
        ({"game": "qubic", "options": {"seats": 3}}, 422, 'qubic: unknown option "seats": there are weights'),
        ({"game": "pairs", "options": {"text": "1"}}, 422, 'pairs: unknown option "text": there are none'),
        ({"game": "tic-tac-toe", "position": "?"}, 422, 'bad position "?" for tic-tac-toe: '),
        ({"game": "tic-tac-toe", "seats": []}, 422, "tic-tac-toe has 2 seats, not 0"),
        (
            {"game": "tic-tac-toe", "seats": [{"kind": "human"}, {"kind": "engine", "method": "psychic"}]},
            422,
            'unknown method "psychic": there are engine, alpha-beta',
        ),
        ({"game": "tic-tac-toe", "seats": [{"seconds": 11}, {}]}, 422, "seats.0.seconds: input should be less than"),
        ({"game": "tic-tac-toe", "seats": [{"seconds": 0}, {}]}, 422, "seats.0.seconds: input should be greater than"),
        ({"game": "tic-tac-toe", "more": 1}, 422, 'unknown field "more"'),
        ({"game": "tic-tac-toe", "seats": [{"kind": "human", "x": 1}]}, 422, 'unknown field "seats.0.x"'),
        ({}, 422, 'the field "game" is missing'),
        ({"game": 5}, 422, "game: input should be a valid string"),
        ([], 422, "the body: "),
    ],
)
def test_bad_games_are_refused_with_one_sentence(client: Client, body: object, status: int, sentence: str) -> None:
    assert error(client.post("/plays", body), status).startswith(sentence)


def test_bad_requests_are_refused_with_one_sentence(client: Client) -> None:
    path = f"/plays/{client.begin(game='tic-tac-toe')['id']}"
    assert error(client.post(f"{path}/moves", {"move": "z9"}), 422) == (
        'illegal move "z9" in tic-tac-toe ".../.../... x": squares are a1 to c3; '
        "here: a1, b1, c1, a2, b2, c2, a3, b3, c3"
    )
    assert error(client.post(f"{path}/moves", {"move": "a1", "also": 1}), 422) == 'unknown field "also"'
    assert error(client.post(f"{path}/undo", {"also": 1}), 422) == 'unknown field "also"'
    assert error(client.post(f"{path}/reply"), 409) == "it is the turn of x, whom a person plays"
    answer(client.post(f"{path}/moves", {"move": "a1"}))
    assert error(client.post(f"{path}/moves", {"move": "a2"}), 409) == "it is the turn of o, whom the engine plays"
    assert error(client.post(f"{path}/hint"), 409) == "it is the turn of o, whom the engine plays"
    assert error(client.post("/plays/nobody/moves", {"move": "a1"}), 404).startswith('there is no game "nobody"')
    assert error(client.get("/api/v1/plays/nobody"), 404).startswith('there is no game "nobody"')
    assert error(client.get("/api/v1/nothing"), 404) == 'there is nothing at "/api/v1/nothing"'
    assert error(client.get("/static/../app.py"), 404) == 'there is nothing at "/app.py"'
    assert error(client.get("/static/%2e%2e/app.py"), 404).startswith("there is nothing at")
    assert error(client.request("PUT", "/api/v1/games", json={}), 405) == 'PUT is not possible at "/api/v1/games"'
    assert error(client.get("/docs"), 404) == 'there is nothing at "/docs"'


def test_a_finished_game_takes_no_moves(client: Client) -> None:
    path = f"/plays/{client.begin(game='tic-tac-toe', position='xxx/oo./... o')['id']}"
    for what, body in (("moves", {"move": "c3"}), ("reply", {}), ("hint", {})):
        assert error(client.post(f"{path}/{what}", body), 409) == "the game is over: x wins"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 422),
        (b"\xff", 400),
        (b"[" * 200_000, 400),
        (b'{"game": "\\ud800"}', 422),
        (b'{"seed": ' + b"9" * 9_999 + b"}", 400),
    ],
)
def test_bodies_that_are_not_json_are_refused(client: Client, body: bytes, status: int) -> None:
    response = client.request("POST", "/api/v1/plays", content=body, headers={"content-type": "application/json"})
    assert response.status_code in {status, 422}
    assert error(response, response.status_code)


def test_a_fault_inside_is_one_sentence_and_one_line(
    monkeypatch: pytest.MonkeyPatch, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("zermelo.web.hall.Hall.find", fail)
    assert error(client.get("/api/v1/plays/x"), 500) == "something went wrong inside zermelo; please report it"
    assert [record.getMessage() for record in caplog.records] == ["GET /api/v1/plays/x failed: RuntimeError: a bug"]


# Searches and locks.


def test_a_second_request_during_a_search_is_refused_and_reading_is_not() -> None:
    client = Client(create_app())
    people = [{"kind": "human"}, {"kind": "engine", "seconds": 1.0}]
    view = client.begin(game="connect-four", seats=people)
    path = f"/api/v1/plays/{view['id']}"

    async def both() -> tuple[httpx.Response, list[httpx.Response]]:
        search = asyncio.ensure_future(client.client.post(f"{path}/hint", json={"seconds": 1.0}))
        await asyncio.sleep(0.3)
        others = [
            await client.client.post(f"{path}/moves", json={"move": "4"}),
            await client.client.post(f"{path}/undo", json={}),
            await client.client.post(f"{path}/hint", json={}),
            await client.client.get(path),
        ]
        return await search, others

    try:
        hint, others = client.runner.run(both())
        assert hint.status_code == 200
        assert [response.status_code for response in others] == [409, 409, 409, 200]
        assert error(others[0], 409) == "another request for this game is still running"
        answer(client.post(f"/plays/{view['id']}/moves", {"move": "4"}))
    finally:
        client.close()


def test_stopping_the_server_ends_searches_at_once() -> None:
    client = Client(create_app())
    path = f"/plays/{client.begin(game='connect-four')['id']}"
    threading.Timer(0.3, client.app.state.hall.stop).start()
    begun = time.monotonic()
    try:
        assert error(client.post(f"{path}/hint", {"seconds": 10}), 503) == "the server is stopping"
        assert time.monotonic() - begun < 10, "it searched to the end"
    finally:
        client.close()


def test_idle_games_leave_memory_and_come_back() -> None:
    hall = Hall([], most=2)
    plays = [Play(zermelo.game("tic-tac-toe").start(), (Seat(human=True), Seat(human=True))) for _ in range(3)]
    for play in plays:
        hall.add(play)
        play.play("b2")
    assert hall.count == 2
    again, viewer = hall.find(plays[0].name)
    assert again is not plays[0]
    assert viewer is None
    assert again.state.position == plays[0].state.position
    assert again.state.steps == plays[0].state.steps
    again.play("a1")
    assert hall.find(plays[0].name)[0].state.position.text == again.state.position.text
    hall.close()


def test_endless_chance_is_cut_off() -> None:
    class Endless(Pairs):
        chance = True

        def initial(self) -> Any:
            return ("start",)

        def turn(self, state: Any) -> int | None:
            return zermelo.CHANCE

        def chances(self, state: Any) -> Any:
            return [("again", 1.0)]

        def play(self, state: Any, move: Any) -> Any:
            return state

    with pytest.raises(RefusedError, match="a game of more than 10,000 plies is not kept here"):
        Play(Endless().start(), (Seat(human=True), Seat(human=False)))


# The guard.


def test_every_answer_has_the_headers_that_keep_others_out(client: Client) -> None:
    for path in (
        "/",
        "/static/main.js",
        "/static/picture.css",
        "/api/v1/games",
        "/api/v1/nothing",
        "/api/v1/openapi.json",
    ):
        headers = client.get(path).headers
        assert headers["content-security-policy"] == (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
            "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
        )
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == ("no-cache" if path.startswith("/static/") else "no-store")
        assert "access-control-allow-origin" not in headers


def test_the_page_has_nothing_inline_and_nothing_from_elsewhere(client: Client) -> None:
    page = client.get("/").text
    assert "<style" not in page
    assert " style=" not in page
    assert "://" not in page
    assert page.count("<script") == page.count('<script type="module" src="/static/') == 1


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost:8765.evil.example", "", "[::1]"]
)
def test_foreign_hosts_are_refused(client: Client, host: str) -> None:
    assert "is not served here" in error(client.get("/", headers={"host": host}), 400)


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost:8765", "[::1]:8765", "LOCALHOST:8765"])
def test_own_hosts_are_served(client: Client, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "https://127.0.0.1:8765"},
        {"origin": "http://localhost:8765"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_other_sites_can_change_nothing(client: Client, headers: dict[str, str]) -> None:
    assert (
        error(client.post("/plays", {"game": "tic-tac-toe"}, headers=headers), 403) == "another site may not ask this"
    )
    assert error(client.get("/api/v1/games", headers=headers), 403) == "another site may not ask this"


def test_the_page_itself_may_ask_and_others_may_link_to_it(client: Client) -> None:
    own = {"origin": ADDRESS, "sec-fetch-site": "same-origin"}
    answer(client.post("/plays", {"game": "tic-tac-toe"}, headers=own), 201)
    assert client.get("/", headers={"sec-fetch-site": "cross-site"}).status_code == 200


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "application/jsonp"]
)
def test_only_json_is_read(client: Client, kind: str) -> None:
    response = client.request("POST", "/api/v1/plays", content=b"{}", headers={"content-type": kind})
    assert error(response, 415) == "send JSON, with the header Content-Type: application/json"


def test_large_bodies_are_refused_whole_or_in_parts(client: Client) -> None:
    sent = 0

    async def parts() -> AsyncIterator[bytes]:
        nonlocal sent
        for _ in range(1_000):
            sent += 1
            yield b" " * 10_000

    headers = {"content-type": "application/json"}
    whole = client.request("POST", "/api/v1/plays", content=b" " * (2**20 + 1), headers=headers)
    assert error(whole, 413) == "a body has at most 1,048,576 bytes"
    chunked = client.request("POST", "/api/v1/plays", content=parts(), headers=headers)
    assert error(chunked, 413) == "a body has at most 1,048,576 bytes"
    assert sent < 200
    padded = b'{"game": "tic-tac-toe"' + b" " * 1_000_000 + b"}"
    assert client.request("POST", "/api/v1/plays", content=padded, headers=headers).status_code == 201


def test_headers_given_twice_are_refused(client: Client) -> None:
    twice = [("host", "127.0.0.1:8765"), ("host", "evil.example")]
    assert error(client.request("GET", "/", headers=twice), 400) == "the header host was given twice"


def test_websockets_are_closed() -> None:
    sent = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def connect() -> None:
        await create_app()({"type": "websocket", "path": "/", "headers": []}, receive, send)

    asyncio.run(connect())
    assert [message["type"] for message in sent] == ["websocket.close"]


def test_a_token_is_asked_for_and_kept_in_a_cookie() -> None:
    client = Client(create_app(hosts=None, token="correct-horse"))
    try:
        assert error(client.get("/"), 401) == "this needs the token that the server was started with"
        assert client.get("/?token=wrong").status_code == 401
        assert client.get("/", headers={"authorization": "Bearer wrong"}).status_code == 401
        assert client.get("/", headers={"authorization": "Bearer correct-horse"}).status_code == 200
        assert client.get("/", headers={"cookie": "zermelo-8765=wrong; =;"}).status_code == 401
        entered = client.get(f"{ADDRESS}//evil.example/%0d%0aX:%20y?token=correct-horse&more=1")
        assert entered.status_code == 303
        assert entered.headers["location"] == "/evil.example/%0D%0AX%3A%20y?more=1"
        assert "HttpOnly" in entered.headers["set-cookie"]
        assert "SameSite=Strict" in entered.headers["set-cookie"]
        assert client.get("/").status_code == 200  # the client keeps cookies
    finally:
        client.close()


def test_every_host_needs_a_token() -> None:
    from zermelo.web.guard import Guard

    with pytest.raises(ValueError, match="a page under every host name needs a token"):
        Guard(create_app(), hosts=None)


def test_the_interface_is_described(client: Client) -> None:
    described = answer(client.get("/api/v1/openapi.json"))
    assert set(described["paths"]) == {
        "/api/v1/games",
        "/api/v1/games/{name}",
        "/api/v1/plays",
        "/api/v1/plays/{name}",
        "/api/v1/plays/import",
        "/api/v1/export",
        "/api/v1/matches",
        *(f"/api/v1/matches/{{name}}{what}" for what in ("", "/events", "/stop", "/resume")),
        *(
            f"/api/v1/plays/{{name}}/{what}"
            for what in (
                *("moves", "roll", "undo", "redo", "resign", "reply", "hint", "events", "file"),
                *("at", "analysis", "review", "why", "tree"),
            )
        ),
        "/api/v1/trees",
        "/api/v1/trees/random",
        "/api/v1/trees/files/{ending}",
        "/api/v1/quiz",
        "/api/v1/quiz/question",
        "/api/v1/quiz/mark",
        "/api/v1/quiz/files/{form}",
    }


# Hostile strings.


def test_no_path_leads_out_of_the_folder_of_files(client: Client) -> None:
    assert len(TRAVERSALS) >= 30
    for path in TRAVERSALS:
        for root in ("/static/", "/", "/api/v1/games/", "/api/v1/plays/"):
            response = client.get(f"{ADDRESS}{root}{path}")
            assert response.status_code in {400, 404, 405}, (root, path)
            assert "root:" not in response.text
            assert "create_app" not in response.text
            assert list(response.json()) == ["error"]


def test_hostile_words_are_words(client: Client) -> None:
    assert len(SCRIPTS) >= 50
    play = client.begin(game="tic-tac-toe")
    for word in SCRIPTS:
        asked = [
            client.post("/plays", {"game": word}),
            client.post("/plays", {"game": "tic-tac-toe", "position": word}),
            client.post("/plays", {"game": "kalah", "options": {word: "1"}}),
            client.post("/plays", {"game": "kalah", "options": {"houses": word}}),
            client.post("/plays", {"game": "kalah", "seats": [{"kind": word}]}),
            client.post("/plays/import", {"game": "chess", "text": word}),
            client.post("/plays/import", {"game": word, "text": ""}),
            client.post(f"/plays/{play['id']}/moves", {"move": word}),
            client.post(f"/plays/{play['id']}/moves", {word: 1}),
            client.get(f"/api/v1/plays/{play['id']}/file", params={"format": word}),
            client.get(f"/api/v1/plays/{play['id']}/at", params={"line": word}),
            client.get(f"/api/v1/plays/{play['id']}/why", params={"move": word}),
        ]
        for response in asked:
            assert 400 <= response.status_code < 500, (word, response.text)
            assert response.headers["content-type"] == "application/json"
            assert response.headers["x-content-type-options"] == "nosniff"
            assert list(response.json()) == ["error"]
        found = client.get("/api/v1/plays", params={"search": word, "game": word})
        assert answer(found)["total"] == 0
    assert answer(client.get(f"/api/v1/plays/{play['id']}"))["history"] == []
