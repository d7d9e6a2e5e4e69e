"""How often somebody may try: pauses that grow, for an address and for what is tried.

A try is counted before it is judged, so that many at once do not slip through together; a right one
takes that back, and time forgives one a minute: a school's address is that of many people. The
pause for a name or class concerns strangers only: from an address where it was right before one
still comes in, so that nobody can lock others out by trying.

What is kept are keyed hashes: the store can neither tell addresses nor names.
"""

from __future__ import annotations

from dataclasses import dataclass

from duiyi.classes.errors import Refused
from duiyi.classes.people.tokens import keyed
from duiyi.classes.store.store import ClassStore

FREE = 5
"""Wrong tries of an address before it has to pause."""
FREE_SHARED = 30
"""Wrong tries of everybody together at one name or class."""
FIRST_PAUSE = 30_000
LONGEST_PAUSE = 600_000
LONGEST_SHARED = 300_000


@dataclass(frozen=True, slots=True)
class Try:
    """One try of a `kind` (a password, a code, a link) from an address, at a `subject` if any."""

    kind: str
    address: str
    subject: str = ""


def begin(store: ClassStore, tried: Try, now: int) -> None:
    """Count a try that is about to be judged; `Refused` with the seconds left of a pause."""
    own, shared, both = _keys(store, tried)
    with store.transaction():
        until = store.attempts.until(own)
        if tried.subject and not store.attempts.is_known(both):
            until = max(until, store.attempts.until(shared))
        if until > now:
            raise Refused("pause", -(-(until - now) // 1000))
        store.attempts.failed(own, now, own_pause)
        if tried.subject:
            store.attempts.failed(shared, now, shared_pause)


def succeeded(store: ClassStore, tried: Try, now: int) -> None:
    """It was right: what was counted for it is taken back."""
    own, shared, both = _keys(store, tried)
    with store.transaction():
        # Of an address only this one: otherwise who has one account could try at all others.
        store.attempts.taken_back(own)
        for key in (shared, both) if tried.subject else ():
            store.attempts.succeeded(key, now)


def own_pause(failures: int) -> int:
    return _pause(failures - FREE, LONGEST_PAUSE)


def shared_pause(failures: int) -> int:
    return _pause(failures - FREE_SHARED, LONGEST_SHARED)


def _pause(beyond: int, longest: int) -> int:
    """Milliseconds: nothing while tries are free, then twice as long each time."""
    return 0 if beyond < 0 else int(min(FIRST_PAUSE * 2 ** min(beyond, 20), longest))


def _keys(store: ClassStore, tried: Try) -> tuple[str, str, str]:
    secret = store.secret()
    return (
        keyed(secret, f"{tried.kind} from {tried.address}"),
        keyed(secret, f"{tried.kind} at {tried.subject}"),
        keyed(secret, f"{tried.kind} at {tried.subject} from {tried.address}"),
    )
