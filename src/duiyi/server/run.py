"""Starting and stopping: one process with uvicorn, until a signal asks it to end.

Ending is orderly: what was asked is done and said, sockets are closed with 1012 (the page then
reconnects), computers are ended, the database is closed; the exit code is 0.
"""

from __future__ import annotations

import errno
import fcntl
import gc
import os
import resource
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import IO

import uvicorn

from duiyi.classes.store.sqlite import SqliteClasses
from duiyi.core import DuiyiError, message
from duiyi.database.file import data_directory, real
from duiyi.server.app import COMPUTERS, make_app
from duiyi.server.http.addresses import Network
from duiyi.server.http.connections import ConnectionGuard
from duiyi.server.http.static import read_page
from duiyi.server.limits import FIXED, NORMAL, Limits
from duiyi.server.logs import log_to_stderr
from duiyi.server.storage.sqlite import SqliteStore
from duiyi.server.words import add_catalogs

BACKLOG = 2048
KEEP_ALIVE_SECONDS = 15
GRACE_SECONDS = 5
"""For connections to end, more than `limits.leaving_seconds`."""
OTHER_FILES = 200
"""Open files besides connections: database, page, pipes to computers."""
COLLECT = (20_000, 20, 20)
"""Next to nothing here is part of a cycle: objects made before they are searched for some."""
SIGNALS = (signal.SIGINT, signal.SIGTERM)
Ready = Callable[[str, bool], None]
"""Told the address once everything works, and whether there is a page."""


@dataclass(frozen=True, slots=True)
class Settings:
    host: str
    port: int
    database: Path
    limits: Limits = NORMAL
    workers: int = COMPUTERS
    log: str = "text"
    proxies: tuple[Network, ...] = ()
    """Whom to believe where a request comes from."""
    classes: Path | None = None
    """Where classes are kept, if there are any;"""
    arena: tuple[str, ...] = ()
    """and the command of the process that works for them."""


def default_database(environment: Mapping[str, str] = os.environ) -> Path:
    """The database unless somebody names another."""
    return data_directory(environment) / "duiyi.sqlite3"


def run(settings: Settings, ready: Ready) -> None:
    """Serve until a signal comes; `DuiyiError` when it cannot begin."""
    add_catalogs()
    log_to_stderr(settings.log)
    listener = listen(settings.host, settings.port)
    with closing(listener):
        many_files(settings.limits.connections + OTHER_FILES)
        database = real(settings.database)
        with (
            alone(database),
            closing(SqliteStore(database)) as store,
            _classes(settings.classes) as classes,
        ):
            store.unfinished()  # what cannot be read is said before anybody comes
            page = read_page()
            app = make_app(
                store,
                settings.limits,
                workers=settings.workers,
                page=page,
                proxies=settings.proxies,
                classes=classes,
                arena=settings.arena,
            )
            server = Server(
                _config(app, settings.limits),
                lambda: ready(address(listener), page.built),
                lambda: app.state.services.farewell(),
            )
            server.run([listener])


@contextmanager
def _classes(directory: Path | None) -> Iterator[SqliteClasses | None]:
    if directory is None:
        yield None
        return
    with closing(SqliteClasses(directory)) as classes:
        yield classes


@contextmanager
def alone(database: Path) -> Iterator[None]:
    """Two servers on one database would both decide about the same tables.

    The system lets go of a lock when its process ends, however that happens.
    """
    with _lock_file(real(database)) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise DuiyiError(message("http:database-busy", file=str(database))) from None
        yield


def _lock_file(database: Path) -> IO[str]:
    try:
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return Path(f"{database}.lock").open("a")
    except OSError as error:
        problem = error.strerror or str(error)
        said = message("database.unreadable", file=str(database), problem=problem)
        raise DuiyiError(said) from None


def rare_collections() -> None:
    """What is there from the start stays; it need not be looked at again and again as garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


def many_files(wanted: int) -> None:
    """Let this process have so many open files, as far as the system allows it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def listen(host: str, port: int) -> socket.socket:
    """The socket that people connect to; errors say what to do instead."""
    try:
        kind, *_, where = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(kind, socket.SOCK_STREAM)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(where)
            listener.listen(BACKLOG)
        except BaseException:
            listener.close()
            raise
    except (OSError, OverflowError, UnicodeError) as error:
        keys = {errno.EADDRINUSE: "busy", errno.EACCES: "forbidden"}
        key = keys.get(getattr(error, "errno", None) or 0, "unusable")
        problem = getattr(error, "strerror", None) or str(error)
        said = message(f"http:listen.{key}", host=host, port=port, problem=problem)
        raise DuiyiError(said) from None
    return listener


def address(listener: socket.socket) -> str:
    """What to open in a browser."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class Server(uvicorn.Server):
    """uvicorn's server that says when it is ready and ends with code 0 when it is asked to."""

    def __init__(
        self,
        config: uvicorn.Config,
        ready: Callable[[], None],
        farewell: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__(config)
        self._ready, self._farewell = ready, farewell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            rare_collections()
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # uvicorn itself would cut sockets off in the middle of what is being said to them.
        await self._farewell()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {one: signal.signal(one, self._end) for one in SIGNALS}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    def _end(self, _: int, __: FrameType | None) -> None:
        """A second signal does not wait for connections that do not end."""
        self.force_exit = self.should_exit
        self.should_exit = True


def _config(app: object, limits: Limits) -> uvicorn.Config:
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http=ConnectionGuard,
        ws="websockets-sansio",
        ws_max_size=FIXED.socket_frame,
        ws_per_message_deflate=False,
        ws_ping_interval=30.0,
        ws_ping_timeout=30.0,
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,  # whom to believe is said by `addresses.Proxies`
        limit_concurrency=limits.connections,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
