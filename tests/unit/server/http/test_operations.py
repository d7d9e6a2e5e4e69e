"""An operation is declared once: what is served and what is described say the same."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import httpx
import pytest
from msgspec import Meta, Struct, field
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response

from duiyi.server.app import OPERATIONS
from duiyi.server.http.openapi import describe
from duiyi.server.http.operations import Operations, Query, routes
from duiyi.server.http.responses import refusal_response
from duiyi.server.limits import NORMAL
from duiyi.server.wire.refusal import Refused


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    row: int
    name: str = ""


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    places: list[Place]
    main: Place | None = None


class Answer(Struct, frozen=True):
    text: str


class Page(Query, frozen=True):
    from_: Annotated[int, Meta(ge=0, le=9, description="The first.")] = field(
        default=0, name="from"
    )
    kind: Literal["a", "b"] = "a"


operations = Operations("tests")


@operations("GET", "/things/{kind}", "A thing.")
async def read_thing(request: Request, kind: Literal["x", "y"], page: Page) -> Answer:
    """Read it."""
    return Answer(f"{request.method} {kind} {page.from_} {page.kind}")


@operations("POST", "/things/{kind}", "It is made.", status=201, example={"places": []})
async def make_thing(kind: str, order: Order) -> Answer:
    """Make it."""
    return Answer(f"{kind} {len(order.places)}")


@operations("GET", "/written", "Written before.")
async def read_written() -> Annotated[bytes, list[Answer]]:
    """Bytes that are JSON already."""
    return b'[{"text":"bytes"}]'


class Client:
    """Asks an application without a server between."""

    def __init__(self, app: Starlette) -> None:
        self._transport = httpx.ASGITransport(app=app)

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        async def asked() -> httpx.Response:
            async with httpx.AsyncClient(transport=self._transport, base_url="http://x") as client:
                return await client.request(method, path, **more)

        return asyncio.run(asked())


@pytest.fixture(scope="module")
def client() -> Client:
    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        return refusal_response(error)

    app = Starlette(routes=list(routes(operations)), exception_handlers={Refused: refused})
    app.state.services = type("Services", (), {"limits": NORMAL})()
    return Client(app)


def test_parameters_are_given_by_their_types(client: Client) -> None:
    assert client.ask("GET", "/things/x").json() == {"text": "GET x 0 a"}
    assert client.ask("GET", "/things/y?from=7&kind=b").json() == {"text": "GET y 7 b"}
    assert client.ask("GET", "/written").json() == [{"text": "bytes"}]
    made = client.ask("POST", "/things/z", json={"places": [{"row": 1}]})
    assert (made.status_code, made.json()) == (201, {"text": "z 1"})


@pytest.mark.parametrize(
    ("path", "named"),
    [("/things/z", "kind"), ("/things/x?from=10", "from"), ("/things/x?from=", "from"),
     ("/things/x?from=two", "from"), ("/things/x?kind=c", "kind")],
)  # fmt: skip
def test_a_parameter_that_does_not_fit_is_named(client: Client, path: str, named: str) -> None:
    answer = client.ask("GET", path)
    assert answer.status_code == 422
    assert (answer.json()["code"], answer.json()["field"]) == ("bad-field", named)


@pytest.mark.parametrize(
    ("body", "code", "named"),
    [
        ({}, "missing-field", "places"),
        ({"places": [], "`more` - at `$.x`": 1}, "unknown-field", "`more` - at `$.x`"),
        ({"places": [{"row": 1}, {"name": "b"}]}, "missing-field", "places[1].row"),
        ({"places": [{"row": 1, "column": 2}]}, "unknown-field", "places[0].column"),
        ({"places": [{"row": "1"}]}, "bad-field", "places[0].row"),
        ({"places": 1}, "bad-field", "places"),
        ({"places": [], "main": 5}, "bad-field", "main"),
        ([], "bad-request", ""),
    ],
)
def test_what_is_wrong_with_a_body_is_named(
    client: Client, body: Any, code: str, named: str
) -> None:
    answer = client.ask("POST", "/things/x", json=body)
    assert answer.status_code == 422
    assert (answer.json()["code"], answer.json()["field"]) == (code, named)


def test_a_wrong_method_is_told_all_that_are_right(client: Client) -> None:
    answer = client.ask("PUT", "/things/x")
    assert answer.status_code == 405
    assert {*answer.headers["Allow"].split(", ")} == {"GET", "HEAD", "POST"}


def test_the_description_follows_from_the_same_types() -> None:
    document = describe(operations)
    read = document["paths"]["/things/{kind}"]["get"]
    assert read["parameters"] == [
        {"name": "kind", "in": "path", "required": True, "schema": {"enum": ["x", "y"]}},
        {
            "name": "from", "in": "query", "required": False, "description": "The first.",
            "schema": {"type": "integer", "minimum": 0, "maximum": 9,
                       "description": "The first.", "default": 0},
        },
        {"name": "kind", "in": "query", "required": False,
         "schema": {"enum": ["a", "b"], "default": "a"}},
    ]  # fmt: skip
    make = document["paths"]["/things/{kind}"]["post"]
    content = make["requestBody"]["content"]["application/json"]
    assert content == {"schema": {"$ref": "#/components/schemas/Order"}, "example": {"places": []}}
    written = document["paths"]["/written"]["get"]["responses"]["200"]
    assert written["content"]["application/json"]["schema"] == {
        "type": "array", "items": {"$ref": "#/components/schemas/Answer"},
    }  # fmt: skip
    order = document["components"]["schemas"]["Order"]
    assert (order["required"], order["additionalProperties"]) == (["places"], False)


def test_every_operation_says_what_it_does_and_has_a_name_of_its_own() -> None:
    assert len(OPERATIONS) == 99
    assert all(one.handler.__doc__ and one.answer for one in OPERATIONS)
    names = [one.handler.__name__ for one in OPERATIONS]
    assert len(names) == len(set(names))
    assert {name for one in OPERATIONS for name in one.leads_to} <= {*names}
