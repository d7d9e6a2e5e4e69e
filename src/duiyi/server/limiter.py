"""Who has asked for how much, and who has asked for too much. The numbers are in `limits`.

Nothing here knows HTTP or sockets. Everything is counted on the event loop.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from duiyi.core.message import message
from duiyi.server.limits import Limits, Rate
from duiyi.server.wire.refusal import Refused

OF_BOTH = (
    "requests", "messages", "tables", "records", "hints", "coach", "openings", "tries", "puzzles",
    "ratings", "analysis", "followed", "explore", "edits", "classes", "doors", "hand_ins",
)  # fmt: skip
"""Rates of a guest, and `address_factor` times that of an address."""
OF_ADDRESS = ("guests", "record_bytes", "log_bytes", "previews")


class Buckets:
    """Token buckets by key, of which at most `keys` are remembered."""

    def __init__(self, rate: Rate, keys: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.keys = rate, keys
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._levels)

    def take(self, key: str, amount: int = 1) -> bool:
        """Whether so much more is allowed now; it counts only then."""
        allowed = self.level(key) >= amount
        if allowed:
            self.spend(key, amount)
        return allowed

    def level(self, key: str) -> float:
        """What is left now."""
        now = self._clock()
        full = float(self.rate.burst)
        level, since = self._levels.get(key, (full, now))
        return min(full, level + (now - since) * self.rate.per_minute / 60)

    def spend(self, key: str, amount: int) -> None:
        """Count what has been done already, even if it is more than was left."""
        self._levels[key] = (self.level(key) - amount, self._clock())
        self._levels.move_to_end(key)
        if len(self._levels) > self.keys:
            self._levels.popitem(last=False)


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
        self._guests: dict[str, Buckets] = {}
        self._addresses: dict[str, Buckets] = {}
        for name in OF_BOTH:
            rate: Rate = getattr(limits, name)
            self._guests[name] = Buckets(rate, limits.keys, clock)
            self._addresses[name] = Buckets(rate.times(limits.address_factor), limits.keys, clock)
        for name in OF_ADDRESS:
            self._addresses[name] = Buckets(getattr(limits, name), limits.keys, clock)
        self._sockets = {
            "guest": Count(limits.sockets_per_guest),
            "address": Count(limits.sockets_per_address),
            "": Count(limits.sockets),
        }

    def check(self, name: str, guest: str, address: str) -> None:
        """Count one of `tables`, `records`, … for a guest at an address; `Refused` if too many.
        Of a stranger ("") the address counts alone."""
        known = not guest or self.of_guest(name, guest)
        if not (known and self.of_address(name, address)):
            raise too_fast()

    def of_guest(self, name: str, guest: str) -> bool:
        """Whether a guest may have one more; it counts only then."""
        return self._guests[name].take(guest)

    def left(self, name: str, guest: str) -> int:
        """How many more a guest may have at once."""
        return int(self._guests[name].level(guest))

    def of_address(self, name: str, address: str, amount: int = 1) -> bool:
        """The same for an address."""
        return self._addresses[name].take(address, amount)

    def message(self, guest: str, address: str) -> bool:
        """Whether one more message from a guest's sockets is taken now."""
        return self.of_guest("messages", guest) and self.of_address("messages", address)

    def may_write(self, address: str) -> bool:
        """Whether an address may still cause something to be written about tables."""
        return self._addresses["log_bytes"].level(address) > 0

    def written(self, address: str, size: int) -> None:
        self._addresses["log_bytes"].spend(address, size)

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


def too_much_today() -> Refused:
    return Refused(429, "too-much-today", message("http:too-much-today"))
