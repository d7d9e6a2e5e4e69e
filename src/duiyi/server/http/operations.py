"""Operations: every route is declared once, and is served and described from that.

The types of a handler say what it takes and gives. A parameter is given by its type: the services,
the request, who asks (`Visitor` or `KnownGuest`, about classes an `Asker`), the query (a `Query`),
the body (any other struct), or a part of the path. `Annotated[X, T]` as the answer is an X that
stands for JSON of a T.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, NewType, TypeVar, get_type_hints

from msgspec import Struct, ValidationError, convert
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from duiyi.server.classes.access import Asker
from duiyi.server.classes.service import ClassService
from duiyi.server.http import responses
from duiyi.server.http.addresses import address_of
from duiyi.server.http.cached import CachedResponse
from duiyi.server.services import (
    Services,
    classes_of,
    guest_of,
    guest_or_new,
    services_of,
    session_token,
)
from duiyi.server.storage.store import Guest

Visitor = NewType("Visitor", Guest)
"""Who asks, perhaps a stranger, who stays one."""
KnownGuest = NewType("KnownGuest", Guest)
"""Who asks; a stranger becomes a guest by asking."""
Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Any]])


class Query(Struct, frozen=True):
    """What follows the question mark of an address."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that can be asked: `handler` answers `method` at `path`.

    `answer` says what is answered, `failure` what the same type means with status 503. `rate` is
    the rate of `limits` that a request counts for before its body is read, and `largest_body` the
    limit of `limits` for that. `leads_to`: operations that take the `id` in the answer.
    """

    tag: str
    method: str
    path: str
    handler: Callable[..., Awaitable[Any]]
    parameters: dict[str, Any]
    gives: Any
    answer: str
    failure: str = ""
    status: int = 200
    media_type: str = responses.JSON
    example: Any = None
    rate: str = ""
    largest_body: str = "body"
    leads_to: tuple[str, ...] = ()

    async def respond(self, request: Request) -> Response:
        given = {
            name: await self._given(name, kind, request) for name, kind in self.parameters.items()
        }
        result = await self.handler(**given)
        if isinstance(result, Response):
            return result
        if isinstance(result, CachedResponse):
            return result.answer(request)
        if isinstance(result, bytes):
            return responses.json_text_response(result)
        return responses.json_response(result, self.status)

    async def _given(self, name: str, kind: Any, request: Request) -> Any:
        services = services_of(request)
        if kind is Services:
            return services
        if kind is Request:
            return request
        if kind in (Visitor, KnownGuest):
            guest = await (guest_of if kind is Visitor else guest_or_new)(request)
            if self.rate:
                services.limiter.check(self.rate, guest.id, address_of(request.scope))
            return guest
        if kind is ClassService:
            return classes_of(request)
        if kind is Asker:
            asker = await classes_of(request).asker(session_token(request))
            services.limiter.check(self.rate, asker.id, address_of(request.scope))
            return asker
        if is_body(kind):
            limit = getattr(services.limits, self.largest_body)
            return await responses.read_body(request, kind, limit)
        asked = dict(request.query_params) if is_query(kind) else request.path_params[name]
        try:
            return convert(asked, kind, strict=False)
        except ValidationError as error:
            raise responses.bad_field(responses.place_of(error) or name) from None


class Operations(list[Operation]):
    """The operations of one subject, declared by decorating their handlers."""

    def __init__(self, tag: str) -> None:
        super().__init__()
        self._tag = tag

    def __call__(
        self, method: str, path: str, answer: str, **more: Any
    ) -> Callable[[Handler], Handler]:
        def declare(handler: Handler) -> Handler:
            types = get_type_hints(handler, include_extras=True)
            gives = types.pop("return")
            self.append(Operation(self._tag, method, path, handler, types, gives, answer, **more))
            return handler

        return declare


def routes(operations: Iterable[Operation]) -> list[Route]:
    """One route for each path, so that a wrong method is answered with those that are right."""
    by_path: dict[str, dict[str, Operation]] = {}
    for one in operations:
        by_path.setdefault(one.path, {})[one.method] = one

    def route(path: str, methods: dict[str, Operation]) -> Route:
        async def respond(request: Request) -> Response:
            return await methods[request.method].respond(request)

        return Route(path, respond, methods=[*methods])

    return [route(path, methods) for path, methods in by_path.items()]


def is_query(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Query)


def is_body(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct) and not is_query(kind)


def is_path(kind: Any) -> bool:
    given = (Request, Services, Visitor, KnownGuest, ClassService, Asker)
    return not (kind in given or is_query(kind) or is_body(kind))
