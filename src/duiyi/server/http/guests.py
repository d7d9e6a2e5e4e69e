"""Guests: a name and an id in a signed cookie. Secrets of seats are the table's business.

A cookie names the guest and his epoch. Ending a guest's cookies raises the epoch in the store, and
a cookie of an older one is a stranger's. A guest who never did anything worth keeping is not in
the store at all: his cookie alone says who he is.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import time
from collections import OrderedDict
from dataclasses import replace

from itsdangerous import BadSignature, Signer

from duiyi.server.storage.store import Guest, Store
from duiyi.server.table.names import clean_name

COOKIE = "duiyi-guest"
COOKIE_SECONDS = 400 * 86400
"""As long as browsers keep one."""
LONGEST_COOKIE = 200
REMEMBERED = 20_000
_content = re.compile(r"([A-Za-z0-9_-]{22})\.([0-9]{1,9})")


class Guests:
    """Reads and makes cookies, and keeps what is known about guests.

    Everything is asked on the event loop; the store is asked beside it.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._signer = Signer(
            store.secret(), "duiyi.guest", "~", key_derivation="hmac", digest_method=hashlib.sha256
        )
        self._known: OrderedDict[str, Guest] = OrderedDict()
        self._changing = asyncio.Lock()

    async def of_cookie(self, cookie: str | None) -> Guest | None:
        """Whose cookie this is; `None` when it is forged, damaged or no longer valid."""
        if not cookie or len(cookie) > LONGEST_COOKIE or not cookie.isascii():
            return None
        try:
            content = self._signer.unsign(cookie).decode("ascii")
        except BadSignature:
            return None
        found = _content.fullmatch(content)
        if found is None:
            return None
        guest = await self._guest(found[1])
        return guest if guest.epoch == int(found[2]) else None

    def new(self) -> Guest:
        """Somebody who has not been here before."""
        guest = Guest(secrets.token_urlsafe(16), "", 0, time.time_ns() // 1_000_000)
        self._remember(guest)
        return guest

    def cookie(self, guest: Guest) -> str:
        return self._signer.sign(f"{guest.id}.{guest.epoch}").decode("ascii")

    async def rename(self, guest: Guest, name: str) -> Guest:
        """The guest under a new name; `Refused` where it cannot be one."""
        clean = clean_name(name)
        async with self._changing:
            current = await self._guest(guest.id)
            return await self._put(replace(current, name=clean))

    async def end(self, guest: Guest) -> None:
        """From now on none of the guest's cookies is accepted."""
        async with self._changing:
            current = await self._guest(guest.id)
            await self._put(replace(current, name="", epoch=current.epoch + 1))

    async def _guest(self, id: str) -> Guest:
        known = self._known.get(id)
        if known is None:
            found = await asyncio.to_thread(self._store.guest, id)
            # Somebody else may have changed the guest while the store was asked.
            known = self._known.get(id) or found or Guest(id, "", 0, time.time_ns() // 1_000_000)
        self._remember(known)
        return known

    async def _put(self, guest: Guest) -> Guest:
        await asyncio.to_thread(self._store.write, [guest])
        self._remember(guest)
        return guest

    def _remember(self, guest: Guest) -> None:
        self._known[guest.id] = guest
        self._known.move_to_end(guest.id)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
