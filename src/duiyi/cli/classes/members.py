"""`duiyi class roster`, `links`, `member`: who is in a class."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from duiyi.cli.classes.opened import (
    OPERATOR,
    URL,
    DirectoryOption,
    Slug,
    UrlOption,
    class_of,
    link_address,
    member_of,
    now,
    opened,
)
from duiyi.cli.classes.problems import left_out
from duiyi.cli.common.arguments import LanguageOption
from duiyi.cli.common.columns import headed
from duiyi.cli.common.screen import Screen, screen_of
from duiyi.core import DuiyiError, message

if TYPE_CHECKING:
    from duiyi.classes.rows import Member

ROSTER = """Show who is in a class, or add and update people from a CSV file.

FILE has the columns id, name and email, in any order, in UTF-8, Big5 or GBK. Who is in the class
already gets a new name or e-mail; nobody is ever removed. Lines that cannot be taken are told with
their numbers, and the exit code is then 1.

    duiyi class roster cs2
    duiyi class roster cs2 students.csv --preview
    duiyi class roster cs2 students.csv
"""
LINKS = """Make one-time links for students who have not come yet, as CSV: id, name, email, link.

Send each student the own one: it lasts three weeks and works once. A new link ends an older one.
With --member also for a teacher, and for somebody who is in and has forgotten the password.

    duiyi class links cs2 --out links.csv --url https://play.example.edu
    duiyi class links cs2 --member B12345678
"""
MEMBER = """Show one member of a class, or change what he is.

MEMBER is a student id or a pseudonym. --release is for a place that the wrong one has taken by the
code: it is free again. --delete removes all personal data; games stay, under the pseudonym.

    duiyi class member cs2 B12345678
    duiyi class member cs2 石虎-29 --role assistant
    duiyi class member cs2 B12345678 --sign-out
    duiyi class member cs2 B12345678 --delete --confirm B12345678
"""
OWNER_ONLY = 0o600


class RoleName(StrEnum):
    """What `--role` knows."""

    teacher = "teacher"
    assistant = "assistant"
    student = "student"


def roster(
    context: typer.Context,
    slug: Slug,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="CSV: id, name, email.")
    ] = None,
    preview: Annotated[
        bool, typer.Option("--preview", help="Say what would happen, and change nothing.")
    ] = False,
    directory: DirectoryOption = None,
    language: LanguageOption = None,
) -> int:
    from duiyi.classes.roster import Entry, folded, read_roster
    from duiyi.classes.roster import preview as previewed

    screen = screen_of(context)
    with opened(directory) as store:
        chosen = class_of(store, slug)
        if file is None:
            _show_members(screen, store.members.of_class(chosen.id))
            return 0
        read = read_roster(file.read_bytes())
        known = {
            folded(one.student): Entry(one.student, one.name, one.email)
            for one in store.members.of_class(chosen.id)
            if one.student
        }
        found = previewed(read, known)
        if not preview:
            store.members.put_roster(chosen.id, read.entries, now())
    counts = {"added": len(found.added), "changed": len(found.changed), "same": len(found.same)}
    if preview:
        for entry in found.added[:10]:
            screen.line(f"  + {entry.id}  {entry.name}  {entry.email}".rstrip())
        for entry in found.changed[:10]:
            screen.line(f"  ~ {entry.id}  {entry.name}  {entry.email}".rstrip())
        screen.say("class.preview", **counts)
    else:
        screen.say("class.put", **counts)
    return left_out(screen, found.problems)


def links(
    context: typer.Context,
    slug: Slug,
    member: Annotated[
        str | None, typer.Option("--member", metavar="ID", help="For this one alone.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where the CSV is written.")
    ] = None,
    url: UrlOption = URL,
    directory: DirectoryOption = None,
    language: LanguageOption = None,
) -> None:
    from duiyi.classes.export import csv_text
    from duiyi.classes.people.joining import make_link
    from duiyi.classes.roles import Role
    from duiyi.classes.rows import MemberState

    screen = screen_of(context)
    if out is not None and out.exists():
        raise DuiyiError(message("cli.exists", file=str(out)))
    with opened(directory) as store:
        chosen = class_of(store, slug)
        if member is not None:
            people = [member_of(store, chosen, member)]
        else:
            everybody = store.members.of_class(chosen.id)
            people = [
                one
                for one in everybody
                if one.state is MemberState.invited and one.role is Role.student
            ]
        with store.transaction():
            rows = [
                (one.student, one.name, one.email, link_address(url, make_link(store, one, now())))
                for one in people
            ]
    text = csv_text(("id", "name", "email", "link"), rows)
    if out is None:
        screen.line(text.lstrip("\ufeff").replace("\r\n", "\n").rstrip())
        return
    out.touch(OWNER_ONLY)
    out.write_text(text, "utf-8", newline="")
    screen.say("class.links", count=len(rows), file=str(out))


def member(
    context: typer.Context,
    slug: Slug,
    who: Annotated[str, typer.Argument(metavar="MEMBER", help="Student id or pseudonym.")],
    role: Annotated[RoleName | None, typer.Option("--role", help="What the member is.")] = None,
    release: Annotated[
        bool, typer.Option("--release", help="The wrong one has joined: free the place.")
    ] = False,
    sign_out: Annotated[bool, typer.Option("--sign-out", help="End all sessions.")] = False,
    delete: Annotated[bool, typer.Option("--delete", help="With all personal data.")] = False,
    confirm: Annotated[
        str | None, typer.Option("--confirm", metavar="MEMBER", help="Once more, for --delete.")
    ] = None,
    directory: DirectoryOption = None,
    language: LanguageOption = None,
) -> None:
    from duiyi.classes.removal import delete_member
    from duiyi.classes.removal import release as free_place
    from duiyi.classes.roles import Role
    from duiyi.classes.rows import AuditLine

    screen = screen_of(context)
    with opened(directory) as store:
        chosen = class_of(store, slug)
        found = member_of(store, chosen, who)

        def note(action: str) -> None:
            store.audit.add(AuditLine(now(), OPERATOR, action, found.id, class_id=chosen.id))

        if delete:
            if confirm != who:
                raise DuiyiError(message("cli.class.confirm-member", who=who))
            delete_member(store, found, OPERATOR, now())
            screen.say("class.member-deleted", who=who)
            return
        with store.transaction():
            if role is not None:
                store.members.set_role(found.id, Role(role.value))
                note(f"role-{role.value}")
            if sign_out and found.person is not None:
                store.sessions.end_all(found.person)
                note("sign-out")
            if release:
                free_place(store, found, OPERATOR, now())
        again = store.members.get(found.id)
        versions = store.versions.of_member(found.id)
    _show_members(screen, [again or found])
    screen.say("class.member-work", versions=len(versions))


def _show_members(screen: Screen, people: list[Member] | tuple[Member, ...]) -> None:
    from duiyi.classes.people.pseudonyms import shown

    heads = (
        *(screen.phrase("class.column-id"), screen.phrase("class.column-name")),
        *(screen.phrase("class.column-email"), screen.phrase("class.column-role")),
        *(screen.phrase("class.column-state"), screen.phrase("class.column-pseudonym")),
    )
    table = headed(heads)
    for one in people:
        pseudonym = shown(one.pseudonym, screen.language)
        role = screen.words(message(f"class.role.{one.role.value}"))
        state = screen.words(message(f"class.member.{one.state.value}"))
        table.add_row(one.student, one.name, one.email, role, state, pseudonym)
    screen.out.print(table)
