"""`duiyi serve`: play in the browser."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from duiyi.cli.common.arguments import LanguageOption
from duiyi.cli.common.screen import screen_of

HELP = """Serve the page and its interface, so that people play in the browser.

Everything is kept in one database file; games go on where they were when it is started again.

    duiyi serve
    duiyi serve --host 0.0.0.0 --port 8080 --database games.sqlite3
    duiyi serve --proxy 127.0.0.1
    duiyi serve --classes classes

Behind a reverse proxy say which it is: otherwise everybody comes from its address, and all share
the limits of one visitor.
"""
PORT = 8000


class LimitsName(StrEnum):
    """What `--limits` knows."""

    normal = "normal"
    generous = "generous"


class LogForm(StrEnum):
    """What `--log` knows."""

    json = "json"
    text = "text"


def serve(
    context: typer.Context,
    host: Annotated[
        str, typer.Option("--host", help="Where to listen; 0.0.0.0 for everybody.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="0: any that is free.")
    ] = PORT,
    database: Annotated[
        Path | None,
        typer.Option("--database", metavar="FILE", help="Where everything is kept."),
    ] = None,
    limits: Annotated[
        LimitsName, typer.Option("--limits", help="How much one visitor may ask for.")
    ] = LimitsName.normal,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy",
            metavar="ADDRESS",
            help="A reverse proxy, or a network of them, whose X-Forwarded-For is believed;"
            " repeatable.",
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, help="Processes in which computers think.")
    ] = 2,
    classes: Annotated[
        Path | None,
        typer.Option(
            "--classes",
            metavar="DIR",
            help="Serve the classes that are kept there, and work for them.",
        ),
    ] = None,
    arena: Annotated[
        bool,
        typer.Option(
            "--arena/--no-arena",
            help="With --classes: start the process that works for them, or leave that to a"
            " `duiyi ladder worker` of your own.",
        ),
    ] = True,
    log: Annotated[LogForm, typer.Option("--log", help="The form of the log.")] = LogForm.text,
    language: LanguageOption = None,
) -> None:
    # The other commands start faster without the server's libraries.
    from duiyi.server.http.addresses import read_network
    from duiyi.server.limits import NAMED
    from duiyi.server.run import Settings, default_database, run
    from duiyi.server.words import add_catalogs

    add_catalogs()

    screen = screen_of(context)

    settings = Settings(
        host=host,
        port=port,
        database=database or default_database(),
        limits=NAMED[limits.value],
        workers=workers,
        log=log.value,
        proxies=tuple(map(read_network, proxy or [])),
        classes=classes,
        arena=arena_command(classes) if classes is not None and arena else (),
    )

    def ready(address: str, has_page: bool) -> None:
        screen.line(screen.phrase("serve.database", file=str(settings.database)))
        if os.geteuid() == 0:
            screen.line(screen.phrase("serve.root"))
        if not has_page:
            screen.line(screen.phrase("serve.no-page"))
        screen.line(screen.phrase("serve.ready", address=address))
        sys.stdout.flush()

    run(settings, ready)


def arena_command(classes: Path) -> tuple[str, ...]:
    """The process that validates, plays and rates for classes; it ends with us."""
    directory = str(classes.absolute())
    words = ("ladder", "worker", "--supervised", "--classes", directory)
    return (sys.executable, "-m", "duiyi", *words)
