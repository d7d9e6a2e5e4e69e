"""Deletion: a class, a member of one, a person everywhere; with all personal data.

Games that others have played stay, under the pseudonym: their ratings are made of them. What says
who it was, what was handed in, what a program printed, what was asked goes, from the files too.
"""

from __future__ import annotations

from duiyi.classes.errors import BadClass
from duiyi.classes.rows import AuditLine, Class, Member
from duiyi.classes.store.store import ClassStore


def delete_class(store: ClassStore, gone: Class) -> None:
    """With everybody in it, and with the accounts of those who are in no other class."""
    with store.transaction():
        people = {one.person for one in store.members.of_class(gone.id) if one.person is not None}
        store.classes.delete(gone.id)
        for person in people:
            _delete_if_alone(store, person)
    store.erase()


def delete_member(store: ClassStore, member: Member, actor: str, now: int) -> None:
    """Out of one class; the account goes too, unless it is in another."""
    with store.transaction():
        _forget(store, member)
        _gone(store, member, actor, "delete-member", now)
    store.erase()


def turn_away(store: ClassStore, waiting: Member, actor: str, now: int) -> None:
    """Forget a request to join, and an account that was only made for it."""
    with store.transaction():
        if not store.members.turn_away(waiting.id):
            raise BadClass("not-waiting")
        _gone(store, waiting, actor, "turn-away", now)


def release(store: ClassStore, member: Member, actor: str, now: int) -> None:
    """The wrong one has taken a place of the roster: it is free again."""
    with store.transaction():
        if not store.members.release(member.id):
            raise BadClass("no-member")
        _gone(store, member, actor, "release", now)


def delete_person(store: ClassStore, person: str, actor: str, now: int) -> None:
    """Out of everything."""
    with store.transaction():
        if store.people.get(person) is None:
            raise BadClass("no-person")
        for member in store.members.of_person(person):
            _forget(store, member)
            line = AuditLine(now, actor, "delete-member", member.id, class_id=member.class_id)
            store.audit.add(line)
        store.people.delete(person)
    store.erase()


def _forget(store: ClassStore, member: Member) -> None:
    store.jobs.drop(member.id)
    store.games.forget(member.id)
    store.versions.forget(member.id)
    store.reviews.forget(member.id)
    store.links.forget(member.id)
    store.members.forget(member.id)


def _gone(store: ClassStore, member: Member, actor: str, action: str, now: int) -> None:
    if member.person is not None:
        _delete_if_alone(store, member.person)
    store.audit.add(AuditLine(now, actor, action, member.id, class_id=member.class_id))


def _delete_if_alone(store: ClassStore, person: str) -> None:
    found = store.people.get(person)
    if found is not None and not found.operator and not store.members.of_person(person):
        store.people.delete(person)
