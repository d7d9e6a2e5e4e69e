"""Signing in and out. A session is a new token each time, and only its hash is kept."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from duiyi.classes.errors import BadClass, Refused
from duiyi.classes.people import attempts
from duiyi.classes.people.attempts import Try
from duiyi.classes.people.passwords import Passwords
from duiyi.classes.people.tokens import hashed, new_id, new_token
from duiyi.classes.rows import Person, Session
from duiyi.classes.store.store import ClassStore

LONGEST_LOGIN = 100
LONGEST_LABEL = 80
LASTS = {"page": 90 * 86_400_000, "hand-in": 30 * 86_400_000}
"""How long somebody stays signed in, at most."""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The token is told once, to whoever has signed in."""

    token: str
    session: Session


def sign_in(
    store: ClassStore,
    passwords: Passwords,
    login: str,
    password: str,
    *,
    address: str,
    now: int,
    label: str = "",
    old: str | None = None,
) -> SignedIn:
    """`Refused` says the same of a wrong name and of a wrong password, after the same work."""
    person = verified(store, passwords, login, password, address=address, now=now)
    return new_session(store, person.id, now, label=label, old=old)


def verified(
    store: ClassStore, passwords: Passwords, login: str, password: str, *, address: str, now: int
) -> Person:
    """Whose name and password these are."""
    folded = fold_login(login)
    tried = Try("password", address, folded)
    attempts.begin(store, tried, now)
    person = store.people.by_login(folded)
    found = passwords.verify(None if person is None else person.password, password)
    if person is None or not found.right:
        raise Refused("sign-in")
    attempts.succeeded(store, tried, now)
    if found.renewed is not None:
        store.people.set_password(person.id, found.renewed)
    return person


def new_session(
    store: ClassStore,
    person: str,
    now: int,
    *,
    scope: str = "page",
    label: str = "",
    old: str | None = None,
) -> SignedIn:
    """A session that nobody can have known before; the `old` token of the same browser ends."""
    token = new_token()
    shown = " ".join(sign for sign in label.split() if sign.isprintable())[:LONGEST_LABEL]
    session = Session(
        *(hashed("session", token), new_id(), person, scope, shown, now, now, now + LASTS[scope])
    )
    with store.transaction():
        if old is not None:
            store.sessions.end(hashed("session", old))
        store.sessions.add(session)
    return SignedIn(token, session)


def session_of(store: ClassStore, token: str, now: int) -> Session | None:
    """Who shows this token; `None` where nobody may by it."""
    return store.sessions.find(hashed("session", token), now)


def sign_out(store: ClassStore, token: str) -> None:
    store.sessions.end(hashed("session", token))


def change_password(
    store: ClassStore, passwords: Passwords, person: str, password: str, now: int
) -> SignedIn:
    """Everybody who was signed in is out; a new session is for whoever has changed it."""
    made = passwords.hash(password)
    with store.transaction():
        store.people.set_password(person, made)
        store.sessions.end_all(person)
        return new_session(store, person, now)


def fold_login(login: str) -> str:
    """A name to sign in with as it is compared; nobody is called what is too long to be one."""
    return unicodedata.normalize("NFKC", login[: 2 * LONGEST_LOGIN]).casefold().strip()


def check_login(login: str) -> str:
    """A name for a new account, folded; `BadClass` where it cannot be one."""
    folded = fold_login(login)
    fits = 2 <= len(folded) <= LONGEST_LOGIN and folded.isprintable() and " " not in folded
    if not fits:
        raise BadClass("login", "login", most=LONGEST_LOGIN)
    return folded
