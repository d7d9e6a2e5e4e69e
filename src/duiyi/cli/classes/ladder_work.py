"""`duiyi ladder worker`: the arena at work for classes; `ratings`: reckoned again from games."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Annotated

import typer

from duiyi.cli.classes.opened import DirectoryOption, Slug, class_of, opened
from duiyi.cli.common.arguments import LanguageOption
from duiyi.cli.common.screen import screen_of

WORKER = """Work for classes: validate what is handed in, play the ladder's games, reckon ratings.

`duiyi serve --classes` starts one by itself. There is one for a directory of classes; it may be
killed at any moment, and the next goes on: no game is lost, none counts twice.

    duiyi ladder worker --classes classes
"""
RATINGS = """Reckon the ladder of a class from its games, as if it had never been reckoned before.

It is a function of the set of games: the order in which they came changes nothing. The exit code is
1 when the page shows something else.

    duiyi ladder ratings cs2 --classes classes
"""
DIFFERS = 1
LOWEST = 19


def worker(
    context: typer.Context,
    classes: DirectoryOption = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, max=256, help="Games at once.")
    ] = None,
    reference: Annotated[
        list[str] | None,
        typer.Option(
            "--reference",
            metavar="PLAYER",
            help="A player of ours that stays on every ladder as a fixed mark; repeatable.",
        ),
    ] = None,
    supervised: Annotated[
        bool, typer.Option("--supervised", hidden=True, help="End when the input ends.")
    ] = False,
    language: LanguageOption = None,
) -> None:
    # Before anything else runs: whatever is started from here stays behind people's games.
    with suppress(OSError):
        os.nice(LOWEST)
    from duiyi.arena.classroom.work.worker import REFERENCES, working
    from duiyi.classes.store.sqlite import SqliteClasses, default_directory

    directory = classes or default_directory()
    screen = screen_of(context)
    ended = threading.Event()
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, lambda *_: ended.set())
    if supervised:
        threading.Thread(target=_await_end, args=(ended.set,), daemon=True).start()
    references = tuple(reference) if reference else REFERENCES
    with (
        closing(SqliteClasses(directory)) as store,
        working(store, directory, workers, references) as found,
    ):
        screen.line(screen.phrase("ladder.working", directory=str(directory)))
        sys.stdout.flush()
        found.run(ended.is_set)


def ratings(
    context: typer.Context,
    name: Slug,
    classes: DirectoryOption = None,
    language: LanguageOption = None,
) -> None:
    from duiyi.arena.classroom.work.standings import differs, recomputed

    screen = screen_of(context)
    with opened(classes) as store:
        found = class_of(store, name)
        shown = store.ladders.standing(found.id)
        standing = recomputed(store, found.id, 0)
        versions = {one.id: one for one in store.versions.of_class(found.id)}
        members = {one.id: one for one in store.members.of_class(found.id)}
        for row in standing.rows:
            version = versions.get(row.name)
            who = row.name if version is None else members[version.member].pseudonym
            number = "" if version is None else f"v{version.number}"
            place = str(row.place) if row.place else "-"
            half = (row.high - row.low) / 2
            screen.line(
                f"{place:>4} {who:16} {number:>5} {row.rating:8.1f} ±{half:6.1f} {row.games:6}"
            )
        screen.line(screen.phrase("ladder.played", games=standing.games))
        # The page may lag a moment behind; of the same games it shows the same.
        if shown is not None and differs(shown, standing):
            screen.line(screen.phrase("ladder.differs"))
            raise typer.Exit(DIFFERS)


def _await_end(tell: Callable[[], None]) -> None:
    """Whoever has started us is gone when there is nothing more to read."""
    with suppress(OSError, ValueError):
        while os.read(0, 4096):
            pass
    tell()
