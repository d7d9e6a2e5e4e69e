"""Who sits where: pure functions over the sittings of a table."""

from __future__ import annotations

import hmac
from collections.abc import Iterable

from msgspec.structs import replace

from duiyi.core.state import Seat
from duiyi.server.computers.opponents import english
from duiyi.server.limits import FIXED
from duiyi.server.table.log import Sitting
from duiyi.server.wire.refusal import refused

Sittings = tuple[Sitting, ...]
MOST_HOLDERS = FIXED.seat_holders


def held(sittings: Sittings, guest: str) -> set[Seat]:
    """The seats that a guest may decide for."""
    return {seat for seat, sitting in enumerate(sittings) if guest in sitting.holders}


def people(sittings: Sittings) -> set[Seat]:
    return {seat for seat, sitting in enumerate(sittings) if sitting.person}


def names(sittings: Sittings) -> tuple[str, ...]:
    """By seat as records say them: computers by their English titles."""
    return tuple(english(one.player) if one.player else one.name for one in sittings)


def full(sittings: Sittings) -> bool:
    return not any(sitting.open for sitting in sittings)


def taken(sittings: Sittings, seat: Seat, guest: str, name: str | None) -> Sittings:
    """With one more holder of a seat; `name` where he is the first."""
    old = sittings[seat]
    if old.player:
        raise refused("seat-taken")
    if len(old.holders) >= MOST_HOLDERS:
        raise refused("seat-full")
    called = old.name if name is None else name
    return _with(sittings, seat, replace(old, name=called, holders=(*old.holders, guest)))


def left(sittings: Sittings, guest: str) -> Sittings:
    """Without a guest; a seat that nobody holds any more is open."""
    return tuple(_without(sitting, guest) for sitting in sittings)


def called(sittings: Sittings, guest: str, before: str) -> tuple[Seat, ...]:
    """The seats that go by a guest's name: those that he took himself, without a name or with the
    one that he had `before`. Where he has only one it is his, whatever it is called; with several,
    people at one screen have names of their own."""
    own = [seat for seat, one in enumerate(sittings) if one.holders[:1] == (guest,)]
    return tuple(seat for seat in own if len(own) == 1 or sittings[seat].name in ("", before))


def renamed(sittings: Sittings, seats: Iterable[Seat], name: str) -> Sittings:
    for seat in seats:
        sittings = _with(sittings, seat, replace(sittings[seat], name=name))
    return sittings


def rivals(sittings: Sittings) -> bool:
    """Whether people sit there who are not the same guests."""
    return len({frozenset(one.holders) for one in sittings if one.person}) > 1


def alone(sittings: Sittings) -> bool:
    """Whether all who are not computers are the same guests, so that nobody plays against them."""
    return full(sittings) and bool(people(sittings)) and not rivals(sittings)


def hinted(sittings: Sittings, seat: Seat) -> Sittings:
    return _with(sittings, seat, replace(sittings[seat], hinted=True))


def secrets(sittings: Sittings, guest: str, maker: bool) -> dict[str, str]:
    """By seat, the secrets that a guest may know: of his own seats, and the maker of open ones."""
    return {
        str(seat): sitting.secret
        for seat, sitting in enumerate(sittings)
        if sitting.secret and (guest in sitting.holders or (maker and sitting.open))
    }


def seat_of_secret(sittings: Sittings, secret: str) -> Seat:
    for seat, sitting in enumerate(sittings):
        if sitting.secret and hmac.compare_digest(sitting.secret.encode(), secret.encode()):
            return seat
    raise refused("wrong-secret", 403, "secret")


def open_seat(sittings: Sittings, wanted: Seat | None) -> Seat:
    """The seat that is wanted, or the first, if it is free."""
    if wanted is not None and not 0 <= wanted < len(sittings):
        raise refused("no-such-seat", 422, "seat")
    for seat in range(len(sittings)) if wanted is None else (wanted,):
        if sittings[seat].open:
            return seat
    raise refused("seat-taken")


def _with(sittings: Sittings, seat: Seat, sitting: Sitting) -> Sittings:
    return (*sittings[:seat], sitting, *sittings[seat + 1 :])


def _without(sitting: Sitting, guest: str) -> Sitting:
    if guest not in sitting.holders:
        return sitting
    holders = tuple(holder for holder in sitting.holders if holder != guest)
    return Sitting(sitting.name if holders else "", "", sitting.secret, holders)
