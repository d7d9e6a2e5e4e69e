"""Reading bodies and writing answers: JSON through msgspec, refusals in one shape."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable
from typing import Annotated, Any, TypeVar, get_args, get_origin

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from duiyi.core.message import message
from duiyi.server.limits import FIXED
from duiyi.server.wire import encode
from duiyi.server.wire.http import Refusal
from duiyi.server.wire.refusal import Refused

JSON = "application/json"
DYR = "text/plain; charset=utf-8"
BODY_SECONDS = FIXED.body_seconds
T = TypeVar("T")
_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}


def json_response(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """What is about people and games at this moment: never kept by a cache."""
    return Response(encode(value), status, {"Cache-Control": "no-store", **(headers or {})}, JSON)


def json_text_response(content: bytes) -> Response:
    """JSON that is written already."""
    return Response(content, headers={"Cache-Control": "no-store"}, media_type=JSON)


def download(text: str, name: str, media_type: str = JSON) -> Response:
    """A file to keep; `name` is made of an id that was found, never of what was asked for."""
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "no-store",
    }
    return Response(text.encode("utf-8"), headers=headers, media_type=media_type)


def refusal_response(refused: Refused) -> Response:
    headers = {}
    if refused.status in (429, 503):
        headers["Retry-After"] = "5"
    if refused.status in (408, 413):
        # What is still to come of the body is not waited for.
        headers["Connection"] = "close"
    said = Refusal(refused.code, refused.message, refused.field)
    return json_response(said, refused.status, headers)


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
        raise _bad_body(kind, data, error) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refused(400, "not-json", message("http:not-json")) from None
    return read


async def _read(request: Request, limit: int) -> bytes:
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and int(length[:20]) > limit:
        raise too_large(limit)
    data = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                data += part
                if len(data) > limit:
                    raise too_large(limit)
    except (TimeoutError, ClientDisconnect):
        raise Refused(408, "too-slow", message("http:bad-request")) from None
    return bytes(data)


def too_large(limit: int) -> Refused:
    return Refused(413, "too-large", message("http:too-large", limit=limit))


def bad_field(field: str, code: str = "bad-field") -> Refused:
    """A field or parameter that is not as it should be, or not there, or should not be there."""
    return Refused(422, code, message(f"http:{code}", field=field[:100]), field[:100])


def place_of(error: msgspec.ValidationError) -> str:
    """Where a value is wrong: msgspec ends its text with the path from the whole, `$`."""
    _, found, path = str(error).rpartition(" - at `$")
    return path.removesuffix("`").removeprefix(".") if found else ""


def _bad_body(kind: type, data: bytes, error: msgspec.ValidationError) -> Refused:
    # What comes after the fault may be no JSON at all.
    with contextlib.suppress(msgspec.DecodeError, RecursionError, UnicodeError):
        if wrong := _wrong_names(kind, msgspec.json.decode(data)):
            return bad_field(*wrong)
    place = place_of(error)
    return bad_field(place) if place else Refused(422, "bad-request", message("http:bad-request"))


def _wrong_names(kind: Any, value: Any, place: str = "") -> tuple[str, str] | None:
    """The first field that is unknown or missing, also inside other structs; and which it is."""
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    inside: Iterable[tuple[Any, Any, str]] = ()
    if get_origin(kind) is list and isinstance(value, list):
        inside = ((get_args(kind)[0], one, f"{place}[{at}]") for at, one in enumerate(value))
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(value, dict):
        fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
        within = f"{place}." if place else ""
        for name in value:
            if name not in fields:
                return within + name, "unknown-field"
        for name, field in fields.items():
            if field.required and name not in value:
                return within + name, "missing-field"
        inside = ((fields[name].type, one, within + name) for name, one in value.items())
    return next(filter(None, (_wrong_names(*one) for one in inside)), None)
