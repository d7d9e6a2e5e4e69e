"""What routes have at hand: one object, made when the server starts, found through the request."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass

from starlette.requests import HTTPConnection, Request

from duiyi.classes.people.sign_in import SignedIn
from duiyi.server.classes.access import nothing
from duiyi.server.classes.service import ClassService
from duiyi.server.computers.pool import Computers
from duiyi.server.exploring.service import Exploring
from duiyi.server.fair_executor import FairExecutor
from duiyi.server.fair_queue import CALLER, Caller, FairQueue
from duiyi.server.http.catalogue import Catalogue
from duiyi.server.http.guests import COOKIE, COOKIE_SECONDS, Guests
from duiyi.server.http.middleware import NEW_COOKIE
from duiyi.server.http.static import Page
from duiyi.server.limiter import Limiter, too_fast
from duiyi.server.limits import Limits
from duiyi.server.live.rooms import Rooms
from duiyi.server.live.service import TableService
from duiyi.server.openings.deals import Deals
from duiyi.server.openings.service import OpeningService
from duiyi.server.records.service import RecordService
from duiyi.server.sharing.previews import Previews
from duiyi.server.storage.health import StorageHealth
from duiyi.server.storage.store import Guest, Store
from duiyi.server.teaching.ratings import PuzzleRatings

FAREWELL_SECONDS = 3.0
SESSION_COOKIE = "duiyi-session"
STRANGER = Guest("", "", 0, 0)
"""Who only looks and has no cookie."""


@dataclass(frozen=True, slots=True)
class Services:
    store: Store
    page: Page
    catalogue: Catalogue
    limiter: Limiter
    guests: Guests
    records: RecordService
    computers: Computers
    rooms: Rooms
    tables: TableService
    previews: Previews
    openings: OpeningService
    deals: Deals
    exploring: Exploring
    storage_health: StorageHealth
    puzzle_ratings: PuzzleRatings
    teaching: FairExecutor
    """Where tries in lessons and in diagrams are judged."""
    table_creations: FairQueue
    """New tables of one address are made one after the other, so that they can be counted."""
    classes: ClassService | None = None

    async def farewell(self) -> None:
        """Before the server stops: everybody has heard everything, and has gone."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                await self.tables.farewell()
                while self.rooms.connections:
                    await asyncio.sleep(0.02)

    @property
    def limits(self) -> Limits:
        return self.limiter.limits


def services_of(connection: HTTPConnection) -> Services:
    found: Services = connection.app.state.services
    return found


def classes_of(connection: HTTPConnection) -> ClassService:
    """Where there are no classes, nothing is at their addresses."""
    found = services_of(connection).classes
    if found is None:
        raise nothing()
    return found


def session_token(connection: HTTPConnection) -> str:
    """What says who is signed in: of a device a header, of a browser its cookie."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    return connection.cookies.get(SESSION_COOKIE, "")


def give_session(request: Request, signed: SignedIn | None) -> None:
    """The answer to this request signs a browser in, or out."""
    token = "" if signed is None else signed.token
    seconds = 0
    if signed is not None:
        seconds = (signed.session.expires - signed.session.created) // 1000
    request.scope[NEW_COOKIE] = _cookie(request, SESSION_COOKIE, token, seconds)


async def guest_of(connection: HTTPConnection) -> Guest:
    """Who asks; a stranger has no cookie and gets none."""
    services = services_of(connection)
    guest = await services.guests.of_cookie(connection.cookies.get(COOKIE))
    if guest is not None:
        call_by(guest)
        if not services.limiter.of_guest("requests", guest.id):
            raise too_fast()
    return guest or STRANGER


def call_by(guest: Guest) -> None:
    """From now on it is known which guest at the address asks."""
    CALLER.set(Caller(CALLER.get().address, guest.id))


async def guest_or_new(request: Request) -> Guest:
    """Who asks; a stranger becomes a guest, and the answer sets his cookie."""
    guest = await guest_of(request)
    if guest is STRANGER:
        services = services_of(request)
        if not services.limiter.of_address("guests", CALLER.get().address):
            raise too_fast()
        guest = services.guests.new()
        call_by(guest)
        give_cookie(request, guest)
    return guest


def give_cookie(request: Request, guest: Guest | None) -> None:
    """The answer to this request sets the guest's cookie, or takes it away."""
    value = "" if guest is None else services_of(request).guests.cookie(guest)
    seconds = 0 if guest is None else COOKIE_SECONDS
    request.scope[NEW_COOKIE] = _cookie(request, COOKIE, value, seconds)


def _cookie(request: Request, name: str, value: str, seconds: int) -> str:
    secure = "; Secure" if request.url.scheme == "https" else ""
    return f"{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"
