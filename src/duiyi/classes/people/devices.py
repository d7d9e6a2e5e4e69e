"""A command line asks to hand in, and its person allows that on the page (as RFC 8628 does).

The device keeps a long code to itself and shows a short one. Who is signed in types the short one
and sees what asks. The device learns of it by asking again, not more often than it was told, and
gets a session once, which may only hand in.
"""

from __future__ import annotations

from dataclasses import dataclass

from duiyi.classes.errors import Refused
from duiyi.classes.people import attempts
from duiyi.classes.people.attempts import Try
from duiyi.classes.people.codes import new_code, read_code
from duiyi.classes.people.sign_in import LONGEST_LABEL, SignedIn, new_session
from duiyi.classes.people.tokens import hashed, new_token
from duiyi.classes.rows import Device, DeviceState
from duiyi.classes.store.store import ClassStore

LASTS = 600_000
INTERVAL = 5
"""Seconds between two questions; whoever asks sooner is told to wait longer."""
MOST_INTERVAL = 60
TRIES = 10


@dataclass(frozen=True, slots=True)
class Asked:
    """What the device is told: `code` is for its person, `device_code` for itself."""

    device_code: str
    code: str
    expires: int
    interval: int = INTERVAL


def ask(store: ClassStore, label: str, now: int) -> Asked:
    """`Refused` where too many wait already."""
    shown = "".join(sign if sign.isprintable() else " " for sign in label)[:LONGEST_LABEL]
    for _ in range(TRIES):
        device_code, code = new_token(), new_code()
        made = Device(hashed("device", device_code), code, shown, now, now + LASTS)
        if store.devices.add(made):
            return Asked(device_code, code, made.expires)
    raise Refused("device-busy")


def waiting(store: ClassStore, code: str, address: str, now: int) -> Device:
    """What asks under this code; wrong and expired ones get the same answer."""
    tried = Try("device", address)
    attempts.begin(store, tried, now)
    typed = read_code(code)
    device = store.devices.by_code(typed, now) if typed is not None else None
    if device is None:
        raise Refused("device-code")
    attempts.succeeded(store, tried, now)
    return device


def decide(store: ClassStore, device: Device, person: str, allowed: bool, now: int) -> None:
    if not store.devices.decide(device.code, person, allowed, now):
        raise Refused("device-code")


def poll(store: ClassStore, device_code: str, now: int) -> SignedIn:
    """The session, once it is allowed. `Refused` by the words of RFC 8628: authorization_pending,
    slow_down (its `seconds` are the new interval), access_denied, expired_token."""
    hash = hashed("device", device_code)
    with store.transaction():
        device = store.devices.by_hash(hash)
        if device is None or now >= device.expires or device.state is DeviceState.taken:
            key, seconds = "expired_token", 0
        elif device.state is DeviceState.denied:
            key, seconds = "access_denied", 0
        elif device.state is DeviceState.approved and device.person is not None:
            if store.devices.take(hash):
                return new_session(store, device.person, now, scope="hand-in", label=device.label)
            key, seconds = "expired_token", 0
        else:
            soon = now - device.polled < device.interval * 1000
            interval = min(device.interval + INTERVAL, MOST_INTERVAL) if soon else device.interval
            store.devices.polled(hash, now, interval)
            key, seconds = ("slow_down", interval) if soon else ("authorization_pending", 0)
    raise Refused(key, seconds)
