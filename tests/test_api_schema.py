"""The served description of the interface, driven by a program that we did not write: no answer is a fault of ours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error

from test_serve import running
from zermelo.web import create_app

EXAMPLES = 12
STREAMS = ("/events", "/analysis", "/review")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running("--port", "0") as (_, found):
        yield found


described = schemathesis.openapi.from_dict(create_app().openapi())
schema = described.exclude(path_regex="|".join(f"{end}$" for end in STREAMS))


@schema.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_is_a_fault_of_ours(case: schemathesis.Case[Any], address: str) -> None:
    answer = case.call(base_url=address.rstrip("/"), timeout=60)
    case.validate_response(answer, checks=[not_a_server_error])
