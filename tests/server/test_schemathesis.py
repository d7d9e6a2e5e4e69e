"""Requests made up from the OpenAPI document: no 500, and every answer as the document says.

A small form always; `DUIYI_SOAK=1` for the full one.
"""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from tests.selection import slow_but
from tests.server_process import Served, served

SOAK = bool(os.environ.get("DUIYI_SOAK"))
EXAMPLES = 300 if SOAK else 3
TOO_LARGE = 413


def rejected(ctx: Any, response: Any, case: Any) -> Any:
    """What is wrong is refused; schemathesis does not know that it may be for its size."""
    if response.status_code == TOO_LARGE:
        return None
    return negative_data_rejection(ctx, response, case)


CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    rejected,
    unsupported_method,
]
BOUNDED = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(extra_args=["--limits", "generous"]) as running:
        yield running
        assert running.process.poll() is None
        assert "Traceback" not in running.logged()
        assert running.stop() == 0


@pytest.fixture(scope="module")
def described(server: Served) -> Any:
    return schemathesis.openapi.from_url(f"{server.url}api/openapi.json")


def operations(described: Any) -> list[Any]:
    return [found.ok() for found in described.get_all_operations()]


@pytest.mark.parametrize("mode", slow_but(GenerationMode.POSITIVE, of=GenerationMode))
def test_every_answer_is_as_described(
    described: Any, mode: GenerationMode, subtests: pytest.Subtests
) -> None:
    """With data as described, and with data that is not."""
    asked: Counter[str] = Counter()
    for operation in operations(described):

        @BOUNDED
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: Any) -> None:
            asked[case.operation.label] += 1
            case.call_and_validate(checks=CHECKS)

        # Where nothing is given, nothing can be given wrongly.
        with subtests.test(operation.label), contextlib.suppress(Unsatisfiable):
            ask()
    assert asked["POST /api/tables"] > 0
    assert len(asked) >= 10


def test_requests_that_follow_each_other(described: Any) -> None:
    """Tables and records are made, and then asked for by the ids that were given."""

    class Following(described.as_state_machine()):  # type: ignore[misc]
        def validate_response(self, response: Any, case: Any, **_: Any) -> None:
            case.validate_response(response, checks=CHECKS)

    Following.run(settings=settings(BOUNDED, stateful_step_count=6))


def test_the_document_tells_all_operations(described: Any) -> None:
    labels = {operation.label for operation in operations(described)}
    assert {
        "POST /api/tables",
        "GET /api/tables/{id}",
        "PUT /api/me",
        "POST /api/records",
    } <= labels


def test_afterwards_it_still_works(server: Served) -> None:
    answer = httpx.get(f"{server.url}health", timeout=30)
    assert answer.status_code == 200
