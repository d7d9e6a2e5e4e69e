"""Coming into a class: by a one-time link, or by the class's code.

Whoever has no account makes one on the way; whoever has one shows its password or is signed in. A
link is used up in the same transaction that lets its member in. A link of somebody who is in
already sets a new password, and is for those who have forgotten theirs.
"""

from __future__ import annotations

from dataclasses import dataclass

from duiyi.classes.errors import BadClass, Refused
from duiyi.classes.people import attempts
from duiyi.classes.people.attempts import Try
from duiyi.classes.people.codes import new_code, read_code
from duiyi.classes.people.passwords import Passwords
from duiyi.classes.people.sign_in import check_login, verified
from duiyi.classes.people.tokens import hashed, new_id, new_token
from duiyi.classes.roles import Role
from duiyi.classes.roster import LONGEST, LONGEST_ID, Entry, cell
from duiyi.classes.rows import AuditLine, Class, ClassState, Link, Member, MemberState, Person
from duiyi.classes.store.store import ClassStore

LINK_LASTS = 21 * 86_400_000


@dataclass(frozen=True, slots=True)
class Account:
    """How somebody says who he is: signed in already, or by name and password."""

    person: str | None = None
    login: str = ""
    password: str = ""


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a link leads to; `resets` says that its member is in, and sets a new password."""

    joined: Class
    member: Member
    resets: bool


def make_link(store: ClassStore, member: Member, now: int) -> str:
    """The token of a new link; earlier ones of the member end. `BadClass` for who may have none."""
    _check_reset(store, member)
    token = new_token()
    lasts = now + LINK_LASTS
    store.links.put(Link(hashed("link", token), member.class_id, member.id, now, lasts))
    return token


def invitation(store: ClassStore, token: str, now: int) -> Invitation:
    """What a link leads to, without using it; `Refused` alike for used, expired and invented."""
    link = store.links.find(hashed("link", token), now)
    member = store.members.get(link.member) if link is not None else None
    joined = store.classes.get(member.class_id) if member is not None else None
    if member is None or joined is None or member.state is MemberState.removed:
        raise Refused("link")
    return Invitation(joined, member, member.person is not None)


def redeem(
    store: ClassStore, passwords: Passwords, token: str, account: Account, address: str, now: int
) -> tuple[Person, Member]:
    """Let the link's member in as this person."""
    invited = invitation(store, token, now)
    if invited.resets:
        return _reset(store, passwords, token, account, invited.member, now)
    made, person = _account(store, passwords, account, address, now)
    with store.transaction():
        if store.links.use(hashed("link", token), now) is None:
            raise Refused("link")
        if made:
            store.people.add(person)
        if not store.members.join(invited.member.id, person.id):
            raise Refused("link")
        _note(store, now, person.id, "join-by-link", invited.member)
    return person, _again(store, invited.member)


def open_code(store: ClassStore, class_id: str) -> str:
    """A new code; an older one is worth nothing any more."""
    while True:
        code = new_code()
        if store.classes.set_code(class_id, code):
            return code


def close_code(store: ClassStore, class_id: str) -> None:
    store.classes.set_code(class_id, None)


def join_by_code(
    store: ClassStore,
    passwords: Passwords,
    code: str,
    entry: Entry,
    account: Account,
    address: str,
    now: int,
    subject: str = "",
) -> tuple[Person, Member]:
    """In at once as somebody of the roster who has not come yet; all others wait for the teacher.

    Wrong, closed and invented codes get the same answer. Whether an id is on the roster is told to
    nobody who waits. `subject` is the class whose page was used, where there is one."""
    tried = Try("code", address, subject)
    attempts.begin(store, tried, now)
    typed = read_code(code)
    joined = store.classes.by_code(typed) if typed is not None else None
    if joined is None or joined.state is ClassState.closed:
        raise Refused("code")
    attempts.succeeded(store, tried, now)
    clean = _clean(entry)
    made, person = _account(store, passwords, account, address, now)
    with store.transaction():
        if made:
            store.people.add(person)
        listed = store.members.by_student(joined.id, clean.id)
        free = listed is not None and listed.state is MemberState.invited
        if store.members.by_person(joined.id, person.id) is not None:
            raise BadClass("joined-already")
        if listed is not None and free and listed.role is Role.student:
            store.members.join(listed.id, person.id)
            member = _again(store, listed)
        else:
            waiting = MemberState.waiting
            member = store.members.add(joined.id, clean, now, state=waiting, person=person.id)
        _note(store, now, person.id, "join-by-code", member)
    return person, member


def _account(
    store: ClassStore, passwords: Passwords, account: Account, address: str, now: int
) -> tuple[bool, Person]:
    """The person, and whether it is a new one that has to be added."""
    if account.person is not None:
        person = store.people.get(account.person)
        if person is None:
            raise Refused("sign-in")
        return False, person
    login = check_login(account.login)
    if store.people.by_login(login) is None:
        return True, Person(new_id(), login, passwords.hash(account.password), now)
    known = verified(store, passwords, login, account.password, address=address, now=now)
    return False, known


def _reset(
    store: ClassStore,
    passwords: Passwords,
    token: str,
    account: Account,
    member: Member,
    now: int,
) -> tuple[Person, Member]:
    password = passwords.hash(account.password)
    with store.transaction():
        _check_reset(store, member)
        if store.links.use(hashed("link", token), now) is None or member.person is None:
            raise Refused("link")
        store.people.set_password(member.person, password)
        store.sessions.end_all(member.person)
        _note(store, now, member.person, "reset-password", member)
        person = store.people.get(member.person)
    if person is None:
        raise Refused("link")
    return person, member


def _check_reset(store: ClassStore, member: Member) -> None:
    """A teacher may let a student in anew, but not into what the student has elsewhere."""
    if member.state is MemberState.removed:
        raise BadClass("no-member")
    if member.person is None:
        return
    person = store.people.get(member.person)
    if person is None or person.operator or len(store.members.of_person(person.id)) > 1:
        raise BadClass("reset-elsewhere")


def _clean(entry: Entry) -> Entry:
    id, name, email = (cell((text,), 0) for text in (entry.id, entry.name, entry.email))
    if not 0 < len(id) <= LONGEST_ID or max(len(name), len(email)) > LONGEST:
        raise BadClass("entry", "id", most=LONGEST_ID)
    return Entry(id, name, email)


def _again(store: ClassStore, member: Member) -> Member:
    return store.members.get(member.id) or member


def _note(store: ClassStore, now: int, actor: str, action: str, member: Member) -> None:
    store.audit.add(AuditLine(now, actor, action, member.id, class_id=member.class_id))
