"""Passwords, by argon2id. Whoever is unknown costs as much time as whoever is known.

The parameters are the second of OWASP's list: 19 MB and 2 passes, so that a few people who sign in
at once neither fill the memory nor delay anybody's game.
"""

from __future__ import annotations

import secrets
import unicodedata
from dataclasses import dataclass

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from duiyi.classes.errors import BadClass

SHORTEST = 8
LONGEST = 200
MEMORY_KILOBYTES = 19_456
PASSES = 2
LANES = 1


@dataclass(frozen=True, slots=True)
class Verified:
    """Whether a password is right; `renewed` is its hash by today's parameters, if it is old."""

    right: bool
    renewed: str | None = None


class Passwords:
    """Makes and verifies hashes. Tests use weaker ones."""

    def __init__(
        self, memory: int = MEMORY_KILOBYTES, passes: int = PASSES, lanes: int = LANES
    ) -> None:
        self._hasher = PasswordHasher(time_cost=passes, memory_cost=memory, parallelism=lanes)
        self._nobody = self._hasher.hash(secrets.token_urlsafe())

    def hash(self, password: str) -> str:
        """`BadClass` where it is too short or too long to be one."""
        plain = _normal(password)
        if not SHORTEST <= len(plain) <= LONGEST:
            raise BadClass("password", "password", least=SHORTEST, most=LONGEST)
        return self._hasher.hash(plain)

    def verify(self, kept: str | None, password: str) -> Verified:
        """Of somebody without a password nothing is right, after the same work."""
        plain = _normal(password[:LONGEST])
        try:
            self._hasher.verify(kept or self._nobody, plain)
        except (VerificationError, InvalidHashError):
            return Verified(False)
        if kept is None:
            return Verified(False)
        old = self._hasher.check_needs_rehash(kept)
        return Verified(True, self._hasher.hash(plain) if old else None)


def _normal(password: str) -> str:
    """The same signs however a keyboard has put them together."""
    return unicodedata.normalize("NFKC", password)
