"""`duiyi class export` and `delete`: everything of a class taken along, and taken away."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from duiyi.cli.classes.opened import DirectoryOption, Slug, class_of, opened
from duiyi.cli.common.arguments import LanguageOption
from duiyi.cli.common.screen import Screen, screen_of
from duiyi.core import DuiyiError, message

EXPORT = """Write everything of a class into one zip archive.

Tables as CSV (members, versions, games, reviews, log, incidents), every hand-in, the record of
every game. Spreadsheets open the tables as they are. FILE appears when it is whole, and only you
can read it: it has names, grades and sources.

    duiyi class export cs2 cs2-spring.zip
"""
DELETE = """Delete a class with all personal data: members, hand-ins, games, sessions, files.

Accounts of people who are in no other class go too. The file of the database is rewritten, so that
nothing of what was deleted can be read from it. There is no way back: export it before.

    duiyi class export cs2 cs2-spring.zip
    duiyi class delete cs2 --confirm cs2
"""


def export(
    context: typer.Context,
    slug: Slug,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new .zip file.")],
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it exists.")] = False,
    directory: DirectoryOption = None,
    language: LanguageOption = None,
) -> None:
    from duiyi.classes.export import export_class

    screen = screen_of(context)
    if file.exists() and not force:
        raise DuiyiError(message("cli.db.exists", file=str(file)))
    with opened(directory) as store, _bar(screen) as progress:
        chosen = class_of(store, slug)
        task = progress.add_task(screen.phrase("class.exporting"), total=None)
        count = export_class(
            store,
            chosen,
            file,
            lambda done, of: progress.update(task, completed=done, total=of),
        )
    screen.say("class.exported", file=str(file), count=count, bytes=file.stat().st_size)


def delete(
    context: typer.Context,
    slug: Slug,
    confirm: Annotated[
        str | None, typer.Option("--confirm", metavar="CLASS", help="Its short name once more.")
    ] = None,
    directory: DirectoryOption = None,
    language: LanguageOption = None,
) -> None:
    from duiyi.classes.removal import delete_class

    screen = screen_of(context)
    with opened(directory) as store:
        chosen = class_of(store, slug)
        if confirm != slug:
            raise DuiyiError(message("cli.class.confirm", slug=slug, title=chosen.title))
        delete_class(store, chosen)
    screen.say("class.deleted", slug=slug)


def _bar(screen: Screen) -> Progress:
    errors = screen.errors
    return Progress(console=errors, transient=True, disable=not errors.is_terminal)
