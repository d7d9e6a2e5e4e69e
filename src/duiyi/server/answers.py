"""Reading bodies and writing answers: JSON through msgspec, refusals in one shape."""

from __future__ import annotations

import asyncio
import re
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from duiyi.core.message import message
from duiyi.server.limits import FIXED
from duiyi.server.refusal import Refused
from duiyi.server.wire import encode
from duiyi.server.wire_http import Refusal

JSON = "application/json"
BODY_SECONDS = FIXED.body_seconds
T = TypeVar("T")
_place = re.compile(r" - at `\$\.?(.*?)`$")
_unknown = re.compile(r"^Object contains unknown field `(.*?)`")
_missing = re.compile(r"^Object missing required field `(.*?)`")
_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}


def json_answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """What is about people and games at this moment: never kept by a cache."""
    return Response(encode(value), status, {"Cache-Control": "no-store", **(headers or {})}, JSON)


def refusal_answer(refused: Refused) -> Response:
    headers = {}
    if refused.status in (429, 503):
        headers["Retry-After"] = "5"
    if refused.status in (408, 413):
        # What is still to come of the body is not waited for.
        headers["Connection"] = "close"
    said = Refusal(refused.code, refused.message, refused.field)
    return json_answer(said, refused.status, headers)


async def read_body(request: Request, kind: type[T], limit: int) -> T:
    """The body as a value of this type; `Refused` says what is wrong with it."""
    declared = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if declared != JSON:
        raise Refused(415, "not-json-type", message("http:not-json-type"))
    data = await _read(request, limit)
    decoder = _decoders.get(kind) or _decoders.setdefault(kind, msgspec.json.Decoder(kind))
    try:
        read: T = decoder.decode(data)
    except msgspec.ValidationError as error:
        raise _bad_field(str(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refused(400, "not-json", message("http:not-json")) from None
    return read


async def _read(request: Request, limit: int) -> bytes:
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and int(length[:20]) > limit:
        raise _too_large(limit)
    data = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                data += part
                if len(data) > limit:
                    raise _too_large(limit)
    except (TimeoutError, ClientDisconnect):
        raise Refused(408, "too-slow", message("http:bad-request")) from None
    return bytes(data)


def _too_large(limit: int) -> Refused:
    return Refused(413, "too-large", message("http:too-large", limit=limit))


def _bad_field(said: str) -> Refused:
    """From what msgspec says to which field is wrong, and how."""
    place = _place.search(said)
    where = place[1] if place else ""
    for pattern, key in ((_unknown, "unknown-field"), (_missing, "missing-field")):
        if found := pattern.match(said):
            field = f"{where}.{found[1]}".lstrip(".")[:100]
            return Refused(422, key, message(f"http:{key}", field=field), field)
    if not where:
        return Refused(422, "bad-request", message("http:bad-request"))
    return Refused(422, "bad-field", message("http:bad-field", field=where[:100]), where[:100])
