"""What all commands about classes share: the store, the class that is meant, moments.

The classes' modules are loaded only when a command runs: others would start later for them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from duiyi.core import DuiyiError, message

if TYPE_CHECKING:
    from duiyi.classes.rows import Class, Member
    from duiyi.classes.store.sqlite import SqliteClasses

OPERATOR = "command-line"
"""Who acts, in the class's log."""
URL = "http://127.0.0.1:8000"

Slug = Annotated[
    str, typer.Argument(metavar="CLASS", help="Its short name, as `duiyi class list` shows it.")
]
DirectoryOption = Annotated[
    Path | None,
    typer.Option("--classes", metavar="DIR", help="Where classes are kept."),
]
UrlOption = Annotated[
    str, typer.Option("--url", metavar="URL", help="Where people reach the site, for links.")
]


@contextmanager
def opened(directory: Path | None, *, create: bool = False) -> Iterator[SqliteClasses]:
    """The store; only a new class makes one where there is none."""
    from duiyi.classes.store.sqlite import FILE, SqliteClasses, default_directory

    where = directory or default_directory()
    if not create and not (where / FILE).exists():
        raise DuiyiError(message("cli.class.none"))
    store = SqliteClasses(where, create=create)
    try:
        yield store
    finally:
        store.close()


def class_of(store: SqliteClasses, slug: str) -> Class:
    from duiyi.classes.errors import BadClass

    found = store.classes.by_slug(slug)
    if found is None:
        raise BadClass("no-class", "slug", slug=slug[:60])
    return found


def member_of(store: SqliteClasses, chosen: Class, word: str) -> Member:
    """By student id, or by the pseudonym that stands on the ladder, in any language."""
    from duiyi.classes.errors import BadClass
    from duiyi.classes.people.pseudonyms import shown
    from duiyi.core.locale import LANGUAGES

    found = store.members.by_student(chosen.id, word)
    if found is not None:
        return found
    for member in store.members.of_class(chosen.id):
        names = {member.pseudonym, *(shown(member.pseudonym, one) for one in LANGUAGES)}
        if word.casefold() in {name.casefold() for name in names}:
            return member
    raise BadClass("no-member")


def link_address(url: str, token: str) -> str:
    """Behind the `#` it stays in the browser, and out of logs."""
    return f"{url.rstrip('/')}/join#{token}"


def now() -> int:
    return time.time_ns() // 1_000_000
