"""The interface, described: OpenAPI 3.1 from the routes and from the types that travel."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

import duiyi
from duiyi.server.described import Schema, Shapes
from duiyi.server.wire_http import Refusal

DESCRIPTION = """Tables, records and everything a page needs to show them.

A guest is known by a cookie, which the first answer that needs one sets. Every refusal has a stable
code and a message that can be worded in three languages (`/api/words/{language}`). Games are played
over the socket `/api/tables/{id}/socket`; its messages are described in `web/src/wire.ts`."""
shapes = Shapes()


Responses = dict[int | str, dict[str, Any]]


def gives(
    kind: Any, description: str, status: int = 200, leads_to: tuple[str, ...] = ()
) -> Responses:
    """The `responses` of a route that answers with JSON of this type.

    `leads_to`: the operations that can be asked with the `id` in the answer.
    """
    answer = _json(shapes.of(kind), description)
    if leads_to:
        given = {"id": "$response.body#/id"}
        answer["links"] = {name: {"operationId": name, "parameters": given} for name in leads_to}
    return {status: answer, **REFUSED}


def gives_file(media_type: str, description: str) -> Responses:
    kind = "object" if media_type == "application/json" else "string"
    content = {media_type: {"schema": {"type": kind}}}
    return {200: {"description": description, "content": content}, **REFUSED}


def takes(kind: Any, example: Any) -> dict[str, Any]:
    """The `openapi_extra` of a route that reads JSON of this type."""
    content = {"application/json": {"schema": shapes.of(kind), "example": example}}
    return {"requestBody": {"required": True, "content": content}}


def _json(schema: Schema, description: str) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


REFUSED: Responses = {
    "4XX": _json(shapes.of(Refusal), "Not taken; the refusal says why."),
    "503": _json(shapes.of(Refusal), "Not now; try again in a moment."),
}


def describe(app: FastAPI) -> Schema:
    """The whole document."""
    document = get_openapi(
        title="duiyi",
        version=duiyi.__version__,
        openapi_version="3.1.0",
        description=DESCRIPTION,
        routes=app.routes,
    )
    named = document.setdefault("components", {}).setdefault("schemas", {})
    named.update(dict(sorted(shapes.named.items())))
    for unused in ("HTTPValidationError", "ValidationError"):
        named.pop(unused, None)
    return document
