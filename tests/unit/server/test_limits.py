"""Limits: bursts, rates, sockets, and the memory that counting them takes."""

from __future__ import annotations

import pytest

from duiyi.server.limiter import Buckets, Limiter
from duiyi.server.limits import GENEROUS, NORMAL, Limits, Rate
from duiyi.server.wire.refusal import Refused


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_then_a_rate() -> None:
    clock = Clock()
    buckets = Buckets(Rate(3, 60), 10, clock)
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]
    assert buckets.take("b")
    clock.now += 1.0
    assert [buckets.take("a") for _ in range(2)] == [True, False]
    clock.now += 3600.0
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]


def test_what_is_refused_does_not_count() -> None:
    clock = Clock()
    buckets = Buckets(Rate(1, 60), 10, clock)
    assert buckets.take("a")
    for _ in range(100):
        assert not buckets.take("a")
    clock.now += 1.0
    assert buckets.take("a")


def test_only_so_many_keys_are_remembered() -> None:
    buckets = Buckets(Rate(1, 1), 50, Clock())
    for number in range(10_000):
        buckets.take(str(number))
    assert len(buckets) == 50
    assert not buckets.take("9999")


def test_many_guests_at_one_address_share_its_limit() -> None:
    limiter = Limiter(Limits(tables=Rate(2, 1), address_factor=3), Clock())
    for number in range(6):
        limiter.check("tables", f"guest {number}", "here")
    with pytest.raises(Refused) as refused:
        limiter.check("tables", "guest 7", "here")
    assert (refused.value.status, refused.value.code) == (429, "too-fast")
    limiter.check("tables", "guest 7", "elsewhere")


def test_sockets_are_counted_and_given_back() -> None:
    limiter = Limiter(Limits(sockets_per_guest=2, sockets_per_address=3, sockets=4))
    assert limiter.connect("a", "here")
    assert limiter.connect("a", "here")
    assert not limiter.connect("a", "here")
    assert limiter.connect("b", "here")
    assert not limiter.connect("c", "here")
    assert limiter.connect("c", "there")
    assert not limiter.connect("d", "elsewhere")
    assert limiter.connections == 4
    limiter.disconnect("a", "here")
    assert limiter.connect("d", "elsewhere")
    for guest, address in (("a", "here"), ("b", "here"), ("c", "there"), ("d", "elsewhere")):
        limiter.disconnect(guest, address)
    assert limiter.connections == 0
    assert all(not count.held for count in limiter._sockets.values())


def test_generous_limits_still_bound_sizes() -> None:
    assert (GENEROUS.body, GENEROUS.record_body) == (NORMAL.body, NORMAL.record_body)
    assert GENEROUS.keys == NORMAL.keys
