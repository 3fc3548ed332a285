"""The served description of the interface, driven by a program that we did not write: no answer is a fault of ours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error

from test_serve import running
from zermelo.web import create_app

EXAMPLES = 12
STREAMS = ("/events", "/analysis", "/review")
GENTLY = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running("--port", "0") as (_, found):
        yield found.rstrip("/")


described = schemathesis.openapi.from_dict(create_app().openapi())
endings = "|".join(f"{end}$" for end in STREAMS)
answers = described.exclude(path_regex=endings)
streams = described.include(path_regex=endings)


def cases(case: schemathesis.Case[Any], address: str) -> Iterator[schemathesis.Case[Any]]:
    """A request as it was made up and, where it is about a game or a match, once more about one that there is."""
    yield case
    if "name" in case.path_parameters and not case.path.startswith("/api/v1/games"):
        kind = "matches" if "matches" in case.path else "plays"
        wanted = {"players": ["random", "beginner"], "games": 2} if kind == "matches" else {"game": "tic-tac-toe"}
        begun = httpx.post(f"{address}/api/v1/{kind}", json=wanted, timeout=60)
        case.path_parameters["name"] = begun.json()["id"]
        yield case


@answers.parametrize()
@GENTLY
def test_no_request_is_a_fault_of_ours(case: schemathesis.Case[Any], address: str) -> None:
    for each in cases(case, address):
        answer = each.call(base_url=address, timeout=60)
        each.validate_response(answer, checks=[not_a_server_error])


@streams.parametrize()
@GENTLY
def test_no_stream_is_a_fault_of_ours(case: schemathesis.Case[Any], address: str) -> None:
    for each in cases(case, address):
        request = each.as_transport_kwargs(base_url=address)
        with requests.request(**request, stream=True, timeout=60) as answer:
            assert answer.status_code < 500, answer.text
            first = next(answer.iter_lines(), b"")
            assert answer.status_code != 200 or first.startswith((b"event: ", b":"))
