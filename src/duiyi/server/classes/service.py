"""What routes about classes have at hand: the store beside the event loop, and its own queue for
what is costly on purpose, passwords."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from typing import Concatenate, ParamSpec, TypeVar

from duiyi.classes.errors import BadClass
from duiyi.classes.errors import Refused as ClassRefused
from duiyi.classes.people.passwords import Passwords
from duiyi.classes.store.store import ClassStore
from duiyi.server.classes.access import Asker, asker_of, refused_by_class
from duiyi.server.fair_executor import FairExecutor
from duiyi.server.limiter import Count
from duiyi.server.limits import FIXED
from duiyi.server.wire.refusal import refused

P = ParamSpec("P")
T = TypeVar("T")


def now() -> int:
    return time.time_ns() // 1_000_000


class ClassService:
    """Around a store that stays its owner's to close."""

    def __init__(self, store: ClassStore, passwords: Passwords | None = None) -> None:
        self.store = store
        self.passwords = passwords or Passwords()
        self._doors = FairExecutor(
            "duiyi-doors", most=FIXED.doors_waiting, most_each=FIXED.doors_waiting_each
        )
        self._uploads = Count(FIXED.uploads_each)
        self._all_uploads = Count(FIXED.uploads)

    def close(self) -> None:
        self._doors.close()

    async def asker(self, token: str) -> Asker:
        """Who shows this token; nobody, where it is worth nothing."""
        return await asyncio.to_thread(asker_of, self.store, token, now()) if token else Asker()

    async def run(
        self, function: Callable[Concatenate[ClassStore, P], T], *args: P.args, **named: P.kwargs
    ) -> T:
        """What a function gives that asks the store."""
        try:
            return await asyncio.to_thread(function, self.store, *args, **named)
        except (BadClass, ClassRefused) as error:
            raise refused_by_class(error) from None

    async def enter(
        self,
        function: Callable[Concatenate[ClassStore, Passwords, P], T],
        *args: P.args,
        **named: P.kwargs,
    ) -> T:
        """The same for what hashes passwords: one at a time, fair between addresses."""
        try:
            return await self._doors.run(function, self.store, self.passwords, *args, **named)
        except (BadClass, ClassRefused) as error:
            raise refused_by_class(error) from None

    @contextlib.asynccontextmanager
    async def uploading(self, person: str) -> AsyncIterator[None]:
        """While somebody sends a hand-in; few do at once."""
        if not self._uploads.take(person):
            raise refused("busy", 429)
        try:
            if not self._all_uploads.take(""):
                raise refused("busy", 429)
            try:
                yield
            finally:
                self._all_uploads.give("")
        finally:
            self._uploads.give(person)
