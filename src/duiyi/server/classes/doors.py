"""Coming in: signing in, one-time links, class codes, devices. Everything here may block.

Whoever comes in gets a new session, and that of the same browser before ends: nobody can have
known it beforehand.
"""

from __future__ import annotations

from duiyi.classes.errors import Refused as ClassRefused
from duiyi.classes.people import attempts, devices, joining
from duiyi.classes.people.attempts import Try
from duiyi.classes.people.codes import shown_code
from duiyi.classes.people.joining import Account as Known
from duiyi.classes.people.passwords import Passwords
from duiyi.classes.people.sign_in import SignedIn, change_password, new_session, sign_in, verified
from duiyi.classes.roster import Entry
from duiyi.classes.rows import Member, MemberState
from duiyi.classes.store.store import ClassStore
from duiyi.server.classes.access import Asker, signed_out
from duiyi.server.wire.classes import (
    DeviceAsked,
    DeviceShown,
    HandInToken,
    Invited,
    JoinByCode,
    JoinedClass,
    RedeemLink,
    SessionShown,
    SignIn,
)


def enter(
    store: ClassStore,
    passwords: Passwords,
    asker: Asker,
    wanted: SignIn,
    address: str,
    label: str,
    now: int,
) -> SignedIn:
    old = asker.token or None
    return sign_in(
        store,
        passwords,
        wanted.login,
        wanted.password,
        address=address,
        now=now,
        label=label,
        old=old,
    )


def renew_password(
    store: ClassStore,
    passwords: Passwords,
    asker: Asker,
    old: str,
    password: str,
    address: str,
    now: int,
) -> SignedIn:
    if asker.person is None:
        raise signed_out()
    verified(store, passwords, asker.person.login, old, address=address, now=now)
    return change_password(store, passwords, asker.person.id, password, now)


def look_at_link(store: ClassStore, token: str, address: str, now: int) -> Invited:
    """Whoever tries many is paused."""
    tried = Try("link", address)
    attempts.begin(store, tried, now)
    found = joining.invitation(store, token, now)
    attempts.succeeded(store, tried, now)
    return Invited(found.joined.slug, found.joined.title, found.member.student, found.resets)


def redeem(
    store: ClassStore,
    passwords: Passwords,
    asker: Asker,
    wanted: RedeemLink,
    address: str,
    label: str,
    guest: str,
    now: int,
) -> tuple[SignedIn, JoinedClass]:
    tried = Try("link", address)
    attempts.begin(store, tried, now)
    account = _account(asker, wanted.login, wanted.password)
    person, member = joining.redeem(store, passwords, wanted.token, account, address, now)
    attempts.succeeded(store, tried, now)
    return _came_in(store, asker, person.id, member, label, guest, now)


def join(
    store: ClassStore,
    passwords: Passwords,
    asker: Asker,
    wanted: JoinByCode,
    address: str,
    label: str,
    guest: str,
    now: int,
) -> tuple[SignedIn, JoinedClass]:
    entry = Entry(wanted.student, wanted.name, wanted.email)
    account = _account(asker, wanted.login, wanted.password)
    person, member = joining.join_by_code(
        store, passwords, wanted.code, entry, account, address, now
    )
    return _came_in(store, asker, person.id, member, label, guest, now)


def _account(asker: Asker, login: str, password: str) -> Known:
    if login or password:
        return Known(None, login, password)
    if asker.person is None:
        raise ClassRefused("sign-in")
    return Known(asker.person.id)


def _came_in(
    store: ClassStore, asker: Asker, person: str, member: Member, label: str, guest: str, now: int
) -> tuple[SignedIn, JoinedClass]:
    signed = new_session(store, person, now, label=label, old=asker.token or None)
    if guest:
        store.people.bring(person, guest, (), now)
    waits = member.state is MemberState.waiting
    joined = store.classes.get(member.class_id)
    if waits or joined is None:
        return signed, JoinedClass("", "", "", waits)
    return signed, JoinedClass(joined.slug, joined.title, member.pseudonym, False)


# Sessions


def sessions(store: ClassStore, asker: Asker) -> list[SessionShown]:
    if asker.person is None or asker.session is None:
        raise signed_out()
    here = asker.session.id
    return [
        SessionShown(one.id, one.scope, one.label, one.created, one.seen, one.id == here)
        for one in store.sessions.of(asker.person.id)
    ]


def end_session(store: ClassStore, asker: Asker, id: str) -> bool:
    if asker.person is None:
        raise signed_out()
    return store.sessions.end_one(asker.person.id, id)


# Devices


def ask_for_device(store: ClassStore, label: str, now: int) -> DeviceAsked:
    asked = devices.ask(store, label, now)
    return DeviceAsked(asked.device_code, shown_code(asked.code), asked.expires, asked.interval)


def poll_device(store: ClassStore, device_code: str, now: int) -> HandInToken:
    found = devices.poll(store, device_code, now)
    return HandInToken(found.token, found.session.expires)


def look_at_device(
    store: ClassStore, asker: Asker, code: str, address: str, now: int
) -> DeviceShown:
    if asker.person is None:
        raise signed_out()
    found = devices.waiting(store, code, address, now)
    return DeviceShown(found.label, found.created)


def decide_device(
    store: ClassStore, asker: Asker, code: str, allowed: bool, address: str, now: int
) -> None:
    if asker.person is None:
        raise signed_out()
    found = devices.waiting(store, code, address, now)
    devices.decide(store, found, asker.person.id, allowed, now)
