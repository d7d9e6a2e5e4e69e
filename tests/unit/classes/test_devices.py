"""Devices: a short code for the person, a long one for the device, one session, only to hand in."""

from __future__ import annotations

import pytest
from tests.unit.classes.cs2 import ANN, HERE, NOW, Cs2

from duiyi.classes.errors import Refused
from duiyi.classes.people.devices import INTERVAL, LASTS, MOST_INTERVAL, ask, decide, poll, waiting
from duiyi.classes.people.sign_in import session_of

SECOND = 1000


def answer(cs2: Cs2, device_code: str, now: int) -> Refused:
    with pytest.raises(Refused) as refused:
        poll(cs2.store, device_code, now)
    return refused.value


def test_a_device_gets_one_session_that_may_only_hand_in(cs2: Cs2) -> None:
    person, _ = cs2.let_in(ANN)
    asked = ask(cs2.store, "laptop\x1b[31m", NOW)
    assert answer(cs2, asked.device_code, NOW).key == "authorization_pending"
    device = waiting(cs2.store, asked.code.lower(), HERE, NOW)
    assert device.label == "laptop [31m", "what a device says is text"
    decide(cs2.store, device, person.id, True, NOW)
    signed = poll(cs2.store, asked.device_code, NOW + 9 * SECOND)
    session = session_of(cs2.store, signed.token, NOW)
    assert session is not None
    assert (session.person, session.scope) == (person.id, "hand-in")
    assert answer(cs2, asked.device_code, NOW + 20 * SECOND).key == "expired_token"


def test_who_asks_too_soon_waits_longer_each_time(cs2: Cs2) -> None:
    code = ask(cs2.store, "", NOW).device_code
    assert answer(cs2, code, NOW).key == "authorization_pending"
    refusals = [answer(cs2, code, NOW + n) for n in range(20)]
    assert {refused.key for refused in refusals} == {"slow_down"}
    assert [refused.seconds for refused in refusals[:2]] == [2 * INTERVAL, 3 * INTERVAL]
    assert refusals[-1].seconds == MOST_INTERVAL
    later = NOW + MOST_INTERVAL * SECOND + 19
    assert answer(cs2, code, later).key == "authorization_pending"


def test_denied_expired_and_invented_ones_get_nothing(cs2: Cs2) -> None:
    person, _ = cs2.let_in(ANN)
    denied, expired = ask(cs2.store, "", NOW), ask(cs2.store, "", NOW)
    decide(cs2.store, waiting(cs2.store, denied.code, HERE, NOW), person.id, False, NOW)
    assert answer(cs2, denied.device_code, NOW).key == "access_denied"
    assert answer(cs2, expired.device_code, NOW + LASTS).key == "expired_token"
    assert answer(cs2, "invented", NOW).key == "expired_token"
    for code in (denied.code, "AAAAAAAA", ""):
        with pytest.raises(Refused, match="nothing waits"):
            waiting(cs2.store, code, code, NOW)


def test_the_short_code_alone_gives_no_session_and_cannot_be_searched(cs2: Cs2) -> None:
    person, _ = cs2.let_in(ANN)
    asked = ask(cs2.store, "", NOW)
    decide(cs2.store, waiting(cs2.store, asked.code, HERE, NOW), person.id, True, NOW)
    assert answer(cs2, asked.code, NOW).key == "expired_token"
    for _ in range(5):
        with pytest.raises(Refused, match="nothing waits"):
            waiting(cs2.store, "AAAAAAAA", "attacker", NOW)
    with pytest.raises(Refused, match="wait"):
        waiting(cs2.store, "AAAAAAAA", "attacker", NOW)


def test_requests_that_wait_are_bounded(cs2: Cs2, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("duiyi.classes.store.doors.MOST_DEVICES", 3)
    for _ in range(3):
        ask(cs2.store, "", NOW)
    with pytest.raises(Refused, match="too many devices"):
        ask(cs2.store, "", NOW)
    ask(cs2.store, "", NOW + LASTS)
