"""Limits: how much one guest or one address may ask for. All numbers are here.

Whoever exceeds one is refused and may go on later. Nothing here knows HTTP or sockets.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from duiyi.core.message import message
from duiyi.server.refusal import Refused


@dataclass(frozen=True, slots=True)
class Rate:
    """`burst` at once, and `per_minute` in the long run."""

    burst: int
    per_minute: float


@dataclass(frozen=True, slots=True)
class Limits:
    """What is allowed; rates are per guest, and `address_factor` times that per address."""

    requests: Rate = Rate(240, 1200)
    tables: Rate = Rate(20, 20)
    records: Rate = Rate(20, 20)
    guests: Rate = Rate(60, 60)
    """New guests, per address."""
    hints: Rate = Rate(10, 20)
    """Each is half a second of thinking."""
    messages: Rate = Rate(60, 600)
    """Over all sockets of a guest."""
    address_factor: int = 8
    unfinished_tables: int = 50
    """Per guest."""
    sockets_per_guest: int = 20
    sockets_per_address: int = 200
    sockets: int = 5000
    connections: int = 8000
    """Open connections of all kinds, also those that have not asked for anything yet; more than
    sockets, so that a full house still answers requests."""
    body: int = 16 * 1024
    record_body: int = 1024 * 1024
    keys: int = 20_000
    """How many guests and addresses are remembered for each rate; the longest idle go first."""


NORMAL = Limits()
GENEROUS = Limits(
    requests=Rate(1_000_000, 60_000_000),
    tables=Rate(1_000_000, 60_000_000),
    records=Rate(1_000_000, 60_000_000),
    hints=Rate(1_000_000, 60_000_000),
    guests=Rate(1_000_000, 60_000_000),
    messages=Rate(1_000_000, 60_000_000),
    unfinished_tables=100_000,
    sockets_per_guest=100_000,
    sockets_per_address=100_000,
    sockets=100_000,
    connections=110_000,
)
"""For load tests and closed circles: only sizes are limited."""
NAMED = {"normal": NORMAL, "generous": GENEROUS}


class Buckets:
    """Token buckets by key, of which at most `keys` are remembered."""

    def __init__(self, rate: Rate, keys: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.keys = rate, keys
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._levels)

    def take(self, key: str) -> bool:
        """Whether one more is allowed now; it counts only then."""
        now = self._clock()
        level, since = self._levels.pop(key, (float(self.rate.burst), now))
        level = min(float(self.rate.burst), level + (now - since) * self.rate.per_minute / 60)
        allowed = level >= 1
        self._levels[key] = (level - 1 if allowed else level, now)
        if len(self._levels) > self.keys:
            self._levels.popitem(last=False)
        return allowed


@dataclass(slots=True)
class Count:
    """How many things each key holds right now; a key with none is forgotten."""

    limit: int
    held: dict[str, int] = field(default_factory=dict)

    def take(self, key: str) -> bool:
        count = self.held.get(key, 0)
        if count >= self.limit:
            return False
        self.held[key] = count + 1
        return True

    def give(self, key: str) -> None:
        count = self.held.get(key, 0) - 1
        if count > 0:
            self.held[key] = count
        else:
            self.held.pop(key, None)


class Limiter:
    """Counts what guests and addresses ask for; refuses what is too much."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self._buckets: dict[str, Buckets] = {}
        for name in ("requests", "tables", "records", "hints", "guests", "messages"):
            rate: Rate = getattr(limits, name)
            wide = Rate(rate.burst * limits.address_factor, rate.per_minute * limits.address_factor)
            self._buckets[name] = Buckets(rate, limits.keys, clock)
            self._buckets[f"{name} of address"] = Buckets(wide, limits.keys, clock)
        self._sockets = {
            "guest": Count(limits.sockets_per_guest),
            "address": Count(limits.sockets_per_address),
            "": Count(limits.sockets),
        }

    def check(self, name: str, guest: str, address: str) -> None:
        """Count one of `tables`, `records`, … for a guest at an address; `Refused` if too many."""
        if not (self.allows(name, guest) and self.allows(f"{name} of address", address)):
            raise too_fast()

    def allows(self, name: str, key: str) -> bool:
        return self._buckets[name].take(key)

    def message(self, guest: str) -> bool:
        """Whether one more message from a guest's sockets is taken now."""
        return self.allows("messages", guest)

    def connect(self, guest: str, address: str) -> bool:
        """Whether one more socket may be opened; `disconnect` gives it back."""
        wanted = (("guest", guest), ("address", address), ("", ""))
        taken: list[tuple[str, str]] = []
        for kind, key in wanted:
            if not self._sockets[kind].take(key):
                for other, held in taken:
                    self._sockets[other].give(held)
                return False
            taken.append((kind, key))
        return True

    def disconnect(self, guest: str, address: str) -> None:
        for kind, key in (("guest", guest), ("address", address), ("", "")):
            self._sockets[kind].give(key)

    @property
    def connections(self) -> int:
        return self._sockets[""].held.get("", 0)


def too_fast() -> Refused:
    return Refused(429, "too-fast", message("http:too-fast"))
