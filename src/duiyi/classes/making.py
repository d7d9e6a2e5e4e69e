"""A new class: its settings checked, its teacher invited, its roster read, its code open."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from duiyi.classes.errors import BadClass
from duiyi.classes.people.joining import make_link, open_code
from duiyi.classes.people.tokens import new_id
from duiyi.classes.roles import Role
from duiyi.classes.roster import Entry
from duiyi.classes.rows import AuditLine, Class, Member
from duiyi.classes.settings import ClassSettings, checked, clean_title
from duiyi.classes.store.store import ClassStore

_slug = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")


@dataclass(frozen=True, slots=True)
class Made:
    """`link` is the token of the teacher's one-time link, which is told once."""

    made: Class
    teacher: Member
    link: str
    code: str


def make_class(
    store: ClassStore,
    slug: str,
    title: str,
    settings: ClassSettings,
    teacher: Entry,
    now: int,
    roster: Iterable[Entry] = (),
) -> Made:
    """All of it or nothing; `BadClass` says what is wrong."""
    if not _slug.fullmatch(slug):
        raise BadClass("slug", "slug", slug=slug[:60])
    new = Class(new_id(), slug, clean_title(title), checked(settings), now)
    with store.transaction():
        store.classes.add(new)
        member = store.members.add(new.id, teacher, now, Role.teacher)
        store.members.put_roster(new.id, roster, now)
        link, code = make_link(store, member, now), open_code(store, new.id)
        store.audit.add(AuditLine(now, "", "make-class", new.id, class_id=new.id))
        found = store.classes.get(new.id)
    assert found is not None
    return Made(found, member, link, code)
