"""The application: routes, what surrounds them, and what is made when it starts.

`make_app` is the one way in; `duiyi.server.run` gives it to uvicorn, tests to httpx.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Sequence

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match

import duiyi
from duiyi.core import DuiyiError, message
from duiyi.server import (
    routes_catalogue,
    routes_guest,
    routes_hints,
    routes_records,
    routes_tables,
)
from duiyi.server.addresses import Network, Proxies
from duiyi.server.answers import refusal_answer
from duiyi.server.catalogue import JSON, Catalogue
from duiyi.server.computers import Computers
from duiyi.server.database import BadDatabase
from duiyi.server.desk import Desk
from duiyi.server.docs_page import STYLE, docs_page
from duiyi.server.fixed import Fixed
from duiyi.server.gate import SAFE, Gate
from duiyi.server.guests import Guests
from duiyi.server.hub import Hub
from duiyi.server.limiter import Limiter
from duiyi.server.limits import FIXED, NORMAL, Limits
from duiyi.server.logs import AccessLog
from duiyi.server.openapi import describe
from duiyi.server.page import Page, read_page
from duiyi.server.reader import Reader
from duiyi.server.records import Records
from duiyi.server.refusal import Refused, refused_by
from duiyi.server.saving import Saving
from duiyi.server.services import Services
from duiyi.server.store import Store
from duiyi.server.turns import Turns
from duiyi.server.wire import encode
from duiyi.server.words import add_catalogs

ROUTERS = (
    routes_catalogue.router, routes_guest.router, routes_tables.router, routes_records.router,
    routes_hints.router,
)  # fmt: skip
SMALLEST_ZIPPED = 1000
COMPUTERS = 3
"""Workers for those who think: one of them is only for those who think quickly."""
_log = logging.getLogger("duiyi.server")


def make_app(
    store: Store,
    limits: Limits = NORMAL,
    *,
    workers: int = COMPUTERS,
    page: Page | None = None,
    proxies: Sequence[Network] = (),
) -> FastAPI:
    """The whole server around a store, which stays its owner's to close."""
    add_catalogs()
    limiter = Limiter(limits)
    shown = page if page is not None else read_page()

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with _services(store, limiter, shown, workers) as services:
            app.state.services = services
            yield

    app = FastAPI(
        title="duiyi",
        version=duiyi.__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
        lifespan=lifespan,
    )
    for router in ROUTERS:
        app.include_router(router)
    _add_documents(app)
    _add_refusals(app, shown)
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_ZIPPED, compresslevel=5)
    app.add_middleware(Gate, limiter=limiter)
    app.add_middleware(AccessLog)
    app.add_middleware(Proxies, trusted=proxies)
    return app


@contextlib.asynccontextmanager
async def _services(
    store: Store, limiter: Limiter, page: Page, workers: int
) -> AsyncIterator[Services]:
    """Everything that runs while the server runs, ended in the opposite order."""
    catalogue, reader = Catalogue(), Reader()
    catalogue.warm()
    async with contextlib.AsyncExitStack() as ends:
        ends.callback(reader.close)
        computers = Computers(workers)
        ends.push_async_callback(computers.close)
        hub = Hub()
        desk = Desk(store, computers, hub, limiter=limiter)
        await desk.start()
        ends.push_async_callback(desk.close)
        records = Records(store, reader, limiter)
        expiring = asyncio.create_task(records.keep_expiring())
        ends.callback(expiring.cancel)
        yield Services(
            store=store,
            page=page,
            catalogue=catalogue,
            limiter=limiter,
            guests=Guests(store),
            records=records,
            computers=computers,
            hub=hub,
            desk=desk,
            saving=Saving(store),
            making=Turns(FIXED.making, each=1, most_each=FIXED.making_waiting_each),
        )


def _add_documents(app: FastAPI) -> None:
    """The interface's description of itself."""
    document = describe(app)
    html = "text/html; charset=utf-8"
    files = {
        "/api/openapi.json": Fixed.of(encode(document), JSON),
        "/api/docs": Fixed.of(docs_page(document).encode("utf-8"), html),
        "/api/docs.css": Fixed.of(STYLE.encode("utf-8"), "text/css; charset=utf-8"),
    }

    async def answer(request: Request) -> Response:
        return files[request.url.path].answer(request)

    for path in files:
        app.add_api_route(path, answer, include_in_schema=False, response_model=None)


def _add_refusals(app: FastAPI, page: Page) -> None:
    """Whatever goes wrong is said in one shape; what is nowhere else is the page's."""

    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        return refusal_answer(error)

    async def refused_by_rules(_: Request, error: Exception) -> Response:
        assert isinstance(error, DuiyiError)
        return refusal_answer(refused_by(error))

    async def broken_store(_: Request, error: Exception) -> Response:
        _log.error("%s", error)
        return refusal_answer(Refused(503, "unsaved", message("http:unsaved")))

    async def bad_field(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        field = str(error.errors()[0]["loc"][-1])[:100] if error.errors() else ""
        said = message("http:bad-field", field=field)
        return refusal_answer(Refused(422, "bad-field", said, field))

    async def elsewhere(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        path = request.url.path
        if error.status_code == 404 and request.method in SAFE and not path.startswith("/api/"):
            return page.answer(request, path.removeprefix("/"))
        key = {404: "not-found", 405: "method"}.get(error.status_code, "bad-request")
        answer = refusal_answer(Refused(error.status_code, key, message(f"http:{key}")))
        if error.status_code == 405:
            answer.headers["Allow"] = ", ".join(_methods(request)) or "GET"
        return answer

    async def broken(request: Request, error: Exception) -> Response:
        return refusal_answer(Refused(500, "internal", message("http:internal")))

    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(BadDatabase, broken_store)
    app.add_exception_handler(DuiyiError, refused_by_rules)
    app.add_exception_handler(RequestValidationError, bad_field)
    app.add_exception_handler(HTTPException, elsewhere)
    app.add_exception_handler(Exception, broken)


def _methods(request: Request) -> list[str]:
    """What can be done at an address, over all routes that have it."""
    found: set[str] = set()
    for route in (route for router in ROUTERS for route in router.routes):
        if isinstance(route, APIRoute) and route.matches(request.scope)[0] is not Match.NONE:
            found |= route.methods or set()
    return sorted(found)
