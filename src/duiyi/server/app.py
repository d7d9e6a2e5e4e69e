"""The application: routes, what surrounds them, and what is made when it starts.

`make_app` is the one way in; `duiyi.server.run` gives it to uvicorn, tests to httpx.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Sequence

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from duiyi.classes.store.store import ClassStore
from duiyi.core import DuiyiError, message
from duiyi.database.file import BadDatabase
from duiyi.server.classes.service import ClassService
from duiyi.server.classes.supervisor import Supervisor
from duiyi.server.computers.pool import Computers
from duiyi.server.exploring.service import Exploring
from duiyi.server.fair_executor import FairExecutor
from duiyi.server.fair_queue import FairQueue
from duiyi.server.http.addresses import Network, Proxies
from duiyi.server.http.cached import CachedResponse
from duiyi.server.http.catalogue import JSON, Catalogue
from duiyi.server.http.connections import ConnectionMiddleware
from duiyi.server.http.docs_page import STYLE, docs_page
from duiyi.server.http.guests import Guests
from duiyi.server.http.middleware import SAFE, SecurityMiddleware
from duiyi.server.http.openapi import describe
from duiyi.server.http.operations import routes
from duiyi.server.http.responses import refusal_response
from duiyi.server.http.routes import (
    analysis,
    coach,
    exploring,
    guest,
    hints,
    lessons,
    openings,
    previews,
    puzzles,
    tables,
)
from duiyi.server.http.routes import catalogue as routes_catalogue
from duiyi.server.http.routes import records as routes_records
from duiyi.server.http.routes.classes import doors as class_doors
from duiyi.server.http.routes.classes import teaching as class_teaching
from duiyi.server.http.routes.classes import work as class_work
from duiyi.server.http.static import Page, read_page
from duiyi.server.limiter import Limiter
from duiyi.server.limits import FIXED, NORMAL, Limits
from duiyi.server.live.rooms import Rooms
from duiyi.server.live.service import TableService
from duiyi.server.logs import AccessLog
from duiyi.server.openings.deals import Deals
from duiyi.server.openings.index import OpeningIndex
from duiyi.server.openings.service import OpeningService
from duiyi.server.records.reader import Reader
from duiyi.server.records.service import RecordService
from duiyi.server.services import Services, services_of
from duiyi.server.sharing.previews import Previews
from duiyi.server.storage.health import StorageHealth
from duiyi.server.storage.store import Store
from duiyi.server.teaching.ratings import PuzzleRatings
from duiyi.server.wire import encode
from duiyi.server.wire.refusal import Refused, refused_by
from duiyi.server.words import add_catalogs

OPERATIONS = [
    *routes_catalogue.operations, *guest.operations, *tables.operations,
    *routes_records.operations, *hints.operations, *coach.operations, *lessons.operations,
    *previews.operations, *openings.operations, *puzzles.operations,
    *analysis.operations, *exploring.operations,
    *class_doors.operations, *class_work.operations, *class_teaching.operations,
]  # fmt: skip
SMALLEST_ZIPPED = 1000
COMPUTERS = 3
"""Workers for those who think: one of them is only for those who think quickly."""
PREPARING = 5.0
"""Seconds that the start waits for the first of them; then it goes on without."""
_log = logging.getLogger("duiyi.server")


def make_app(
    store: Store,
    limits: Limits = NORMAL,
    *,
    workers: int = COMPUTERS,
    page: Page | None = None,
    proxies: Sequence[Network] = (),
    classes: ClassStore | None = None,
    arena: Sequence[str] = (),
) -> Starlette:
    """The whole server around a store, which stays its owner's to close; so do `classes`. `arena`
    is the command of the process that works for them."""
    add_catalogs()
    limiter = Limiter(limits)
    shown = page if page is not None else read_page()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with _services(store, limiter, shown, workers, classes, arena) as services:
            app.state.services = services
            yield

    app = Starlette(routes=_routes(), lifespan=lifespan)
    app.router.redirect_slashes = False
    _add_refusals(app, shown)
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_ZIPPED, compresslevel=5)
    app.add_middleware(SecurityMiddleware, limiter=limiter)
    app.add_middleware(AccessLog)
    app.add_middleware(Proxies, trusted=proxies)
    app.add_middleware(ConnectionMiddleware)
    return app


@contextlib.asynccontextmanager
async def _services(
    store: Store,
    limiter: Limiter,
    page: Page,
    workers: int,
    classes: ClassStore | None,
    arena: Sequence[str],
) -> AsyncIterator[Services]:
    """Everything that runs while the server runs, ended in the opposite order."""
    catalogue, reader, explorer = Catalogue(), Reader(), Reader(FIXED.exploring_seconds)
    async with contextlib.AsyncExitStack() as ends:
        ends.callback(reader.close)
        ends.callback(explorer.close)
        computers = Computers(workers)
        ends.push_async_callback(computers.close)
        prepared = asyncio.create_task(computers.prepare())
        await asyncio.to_thread(catalogue.warm)
        await asyncio.wait([prepared], timeout=PREPARING)
        rooms = Rooms()
        service = TableService(store, computers, rooms, limiter=limiter)
        await service.start()
        ends.push_async_callback(service.close)
        teaching = FairExecutor(
            "duiyi-lessons", most=FIXED.tries_waiting, most_each=FIXED.tries_waiting_each
        )
        ends.callback(teaching.close)
        records = RecordService(store, reader, limiter)
        expiring = asyncio.create_task(records.keep_expiring())
        ends.callback(expiring.cancel)
        counting = asyncio.create_task(OpeningIndex(store, reader).keep_counting())
        ends.callback(counting.cancel)
        deals = Deals(store, reader, computers)
        ends.push_async_callback(deals.close)
        class_service = None if classes is None else ClassService(classes)
        if class_service is not None:
            ends.callback(class_service.close)
        if arena:
            supervisor = Supervisor(arena)
            ends.push_async_callback(supervisor.close)
            supervisor.start()
        yield Services(
            store=store,
            page=page,
            catalogue=catalogue,
            limiter=limiter,
            guests=Guests(store),
            records=records,
            computers=computers,
            rooms=rooms,
            tables=service,
            previews=Previews(service, records, reader, limiter),
            openings=OpeningService(store, reader, service.check_fairness),
            deals=deals,
            exploring=Exploring(explorer, reader, service),
            storage_health=StorageHealth(store),
            puzzle_ratings=PuzzleRatings(store, limiter),
            teaching=teaching,
            table_creations=FairQueue(
                FIXED.creations, each=1, most_each=FIXED.creations_waiting_each
            ),
            classes=class_service,
        )


def _routes() -> list[BaseRoute]:
    """Everything under `/api`, with the interface's description of itself."""
    document = describe(OPERATIONS)
    html = "text/html; charset=utf-8"
    files = {
        "/api/openapi.json": CachedResponse.of(encode(document), JSON),
        "/api/docs": CachedResponse.of(docs_page(document).encode("utf-8"), html),
        "/api/docs.css": CachedResponse.of(STYLE.encode("utf-8"), "text/css; charset=utf-8"),
    }

    async def answer(request: Request) -> Response:
        return files[request.url.path].answer(request)

    return [
        *routes(OPERATIONS),
        WebSocketRoute("/api/tables/{id}/socket", tables.table_socket),
        *(Route(path, answer) for path in files),
    ]


async def _page(request: Request, page: Page, path: str) -> Response:
    """A file of the page, or the page with what those are told who show a link to it."""
    if not page.shown_at(path):
        return page.answer(request, path)
    preview = await services_of(request).previews.of(path)
    base = str(request.base_url).rstrip("/")
    return page.with_tags(preview.tags(base, path)).answer(request)


def _add_refusals(app: Starlette, page: Page) -> None:
    """Whatever goes wrong is said in one shape; what is nowhere else is the page's."""

    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        return refusal_response(error)

    async def refused_by_rules(_: Request, error: Exception) -> Response:
        assert isinstance(error, DuiyiError)
        return refusal_response(refused_by(error))

    async def broken_store(_: Request, error: Exception) -> Response:
        _log.error("%s", error)
        return refusal_response(Refused(503, "unsaved", message("http:unsaved")))

    async def elsewhere(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        path = request.url.path
        if error.status_code == 404 and request.method in SAFE and not path.startswith("/api/"):
            return await _page(request, page, path.removeprefix("/"))
        key = {404: "not-found", 405: "method"}.get(error.status_code, "bad-request")
        answer = refusal_response(Refused(error.status_code, key, message(f"http:{key}")))
        if error.status_code == 405:
            allowed = {*(error.headers or {}).get("Allow", "GET").split(", ")} - {"HEAD"}
            answer.headers["Allow"] = ", ".join(sorted(allowed))
        return answer

    async def broken(request: Request, error: Exception) -> Response:
        return refusal_response(Refused(500, "internal", message("http:internal")))

    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(BadDatabase, broken_store)
    app.add_exception_handler(DuiyiError, refused_by_rules)
    app.add_exception_handler(HTTPException, elsewhere)
    app.add_exception_handler(Exception, broken)
