"""The interface, described: OpenAPI 3.1 from the operations and from the types that travel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from starlette.responses import Response

import duiyi
from duiyi.server.http.operations import Operation, is_body, is_path, is_query
from duiyi.server.http.responses import JSON
from duiyi.server.http.schemas import Schema, Schemas
from duiyi.server.wire.http import Refusal

DESCRIPTION = """Tables, records and everything a page needs to show them.

A guest is known by a cookie, which the first answer that needs one sets. Every refusal has a stable
code and a message that can be worded in three languages (`/api/words/{language}`). Games are played
over the socket `/api/tables/{id}/socket`; its messages are described in `web/src/net/wire/`."""


def describe(operations: Iterable[Operation]) -> Schema:
    """The whole document."""
    schemas = Schemas()
    paths: dict[str, Schema] = {}
    for one in operations:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "duiyi", "description": DESCRIPTION, "version": duiyi.__version__},
        "paths": paths,
        "components": {"schemas": dict(sorted(schemas.named.items()))},
    }


def _operation(one: Operation, schemas: Schemas) -> Schema:
    name = one.handler.__name__
    described: Schema = {
        "tags": [one.tag],
        "summary": name.replace("_", " ").title(),
        "description": one.handler.__doc__,
        "operationId": name,
        "responses": _responses(one, schemas),
    }
    if parameters := [*_parameters(one, schemas)]:
        described["parameters"] = parameters
    for kind in filter(is_body, one.parameters.values()):
        content = {JSON: {"schema": schemas.of(kind), "example": one.example}}
        described["requestBody"] = {"required": True, "content": content}
    return described


def _parameters(one: Operation, schemas: Schemas) -> Iterator[Schema]:
    for name, kind in one.parameters.items():
        if is_path(kind):
            yield {"name": name, "in": "path", "required": True, "schema": schemas.of(kind)}
        elif is_query(kind):
            for field in msgspec.structs.fields(kind):
                schema = {**schemas.of(field.type), "default": field.default}
                named = {"name": field.encode_name, "in": "query", "required": False}
                said = {"description": schema["description"]} if "description" in schema else {}
                yield {**named, "schema": schema, **said}


def _responses(one: Operation, schemas: Schemas) -> Schema:
    refusal = schemas.of(Refusal)
    answer: Schema = {"description": one.answer}
    if one.gives is not Response:
        answer = _json(schemas.of(one.gives), one.answer)
    elif one.media_type:
        kind = "object" if one.media_type == JSON else "string"
        answer["content"] = {one.media_type: {"schema": {"type": kind}}}
    if one.leads_to:
        given = {"id": "$response.body#/id"}
        answer["links"] = {
            name: {"operationId": name, "parameters": given} for name in one.leads_to
        }
    failure = _json(schemas.of(one.gives), one.failure) if one.failure else None
    return {
        str(one.status): answer,
        "4XX": _json(refusal, "Not taken; the refusal says why."),
        "503": failure or _json(refusal, "Not now; try again in a moment."),
    }


def _json(schema: Schema, description: str) -> dict[str, Any]:
    return {"description": description, "content": {JSON: {"schema": schema}}}
