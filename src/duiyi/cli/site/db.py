"""`duiyi db`: copy the server's database, and take the games out of it.

The server's modules are loaded only when a command runs: others would start later for them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from duiyi.cli.common.arguments import LanguageOption
from duiyi.cli.common.screen import screen_of
from duiyi.core import DuiyiError, message

HELP = """Copy the database of `duiyi serve`, take games out of it, count its openings anew."""
BACKUP = """Copy the database to a new file, also while the server runs.

The copy is of one moment and is checked; FILE appears when it is whole.

    duiyi db backup monday.sqlite3
    duiyi db backup monday.sqlite3 --database games.sqlite3
"""
EXPORT = """Write every finished game as a record, one file each, with an index.

TARGET is a directory, or a zip archive when it ends in `.zip`. Games that are there already are
skipped: so an interrupted export goes on, and a later one adds what is new.

    duiyi db export games/
    duiyi db export games.zip --database games.sqlite3
"""

OPENINGS = """Count the openings of all finished public games anew.

The server counts games as they end. This is for an index that is to begin again, such as after the
rules of a game have changed; stop the server before.

    duiyi db openings --database games.sqlite3
"""

app = typer.Typer(no_args_is_help=False)
DatabaseOption = Annotated[
    Path | None,
    typer.Option("--database", metavar="FILE", help="That of `duiyi serve` by default."),
]


@app.command(help=BACKUP)
def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy.")],
    database: DatabaseOption = None,
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it exists.")] = False,
    language: LanguageOption = None,
) -> None:
    from duiyi.server.storage.sqlite import SqliteStore

    source = database or _default()
    if file.exists() and (not force or file.is_dir() or _same(file, source)):
        if force:
            raise DuiyiError(message("cli.db.not-replaced", file=str(file)))
        raise DuiyiError(message("cli.db.exists", file=str(file)))
    store = SqliteStore(source, create=False)
    try:
        store.backup(str(file))
    finally:
        store.close()
    screen_of(context).say("db.copied", file=str(file), bytes=file.stat().st_size)


@app.command(help=EXPORT)
def export(
    context: typer.Context,
    target: Annotated[Path, typer.Argument(metavar="TARGET", help="A directory, or a .zip file.")],
    database: DatabaseOption = None,
    language: LanguageOption = None,
) -> None:
    from duiyi.cli.site.export import export_games

    screen = screen_of(context)
    done = export_games(database or _default(), target, screen)
    there = len(done.lines) - done.written
    screen.say("db.exported", file=str(target), written=done.written, there=there)
    if done.left_out:
        raise DuiyiError(message("cli.db.left-out", count=done.left_out))


@app.command(help=OPENINGS)
def openings(
    context: typer.Context, database: DatabaseOption = None, language: LanguageOption = None
) -> None:
    from duiyi.cli.site.openings import count_openings

    screen = screen_of(context)
    counted = count_openings(database or _default(), screen)
    screen.say("db.counted", games=counted)


def _default() -> Path:
    from duiyi.server.run import default_database

    return default_database()


def _same(file: Path, other: Path) -> bool:
    return other.exists() and file.samefile(other)
