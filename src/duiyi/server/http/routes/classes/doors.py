"""Routes for coming in: sessions, one-time links, codes, devices."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from duiyi.classes.people.sign_in import sign_out
from duiyi.server.classes import doors, work
from duiyi.server.classes.access import Asker, nothing
from duiyi.server.classes.service import ClassService, now
from duiyi.server.http.addresses import address_of
from duiyi.server.http.operations import Operations, Visitor
from duiyi.server.services import give_session
from duiyi.server.wire.classes import (
    Account,
    DeviceAsked,
    DeviceCode,
    DeviceDecision,
    DeviceShown,
    DeviceToken,
    DeviceWanted,
    HandInToken,
    Invited,
    JoinByCode,
    JoinedClass,
    LinkToken,
    NewPassword,
    RedeemLink,
    SessionShown,
    SignIn,
)

LABEL = 80
operations = Operations("people")
SIGN_IN = {"login": "wang", "password": "a long secret"}
CODE = "ACDE-FGHJ"


def label_of(request: Request) -> str:
    """What a person is shown of the browser that is signed in."""
    return request.headers.get("user-agent", "")[:LABEL]


@operations("GET", "/api/session", "The account.", rate="classes")
async def read_account(classes: ClassService, asker: Asker) -> Account:
    """Who is signed in, and the classes that one is in. A stranger has neither."""
    return await classes.run(work.account, asker, now())


@operations("POST", "/api/session", "The account.", example=SIGN_IN, rate="doors")
async def sign_in(request: Request, classes: ClassService, asker: Asker, wanted: SignIn) -> Account:
    """Sign in. A wrong name and a wrong password get the same answer; after some there is a
    pause."""
    address = address_of(request.scope)
    signed = await classes.enter(doors.enter, asker, wanted, address, label_of(request), now())
    give_session(request, signed)
    return await classes.run(work.account, await classes.asker(signed.token), now())


@operations("DELETE", "/api/session", "It is ended.", status=204, media_type="", rate="classes")
async def sign_out_here(request: Request, classes: ClassService, asker: Asker) -> Response:
    """Sign out of this browser."""
    if asker.token:
        await classes.run(sign_out, asker.token)
    give_session(request, None)
    return Response(status_code=204)


@operations("PUT", "/api/password", "The account.", rate="doors",
            example={"old": "a long secret", "password": "another secret"})  # fmt: skip
async def change_password(
    request: Request, classes: ClassService, asker: Asker, wanted: NewPassword
) -> Account:
    """Another password. Everybody else who is signed in under the name is out."""
    address = address_of(request.scope)
    signed = await classes.enter(
        doors.renew_password, asker, wanted.old, wanted.password, address, now()
    )
    give_session(request, signed)
    return await classes.run(work.account, await classes.asker(signed.token), now())


@operations("GET", "/api/sessions", "Where one is signed in.", rate="classes")
async def list_sessions(classes: ClassService, asker: Asker) -> list[SessionShown]:
    """Browsers and devices that are signed in."""
    return await classes.run(doors.sessions, asker)


@operations("DELETE", "/api/sessions/{id}", "It is ended.", status=204, media_type="",
            rate="classes")  # fmt: skip
async def end_session(classes: ClassService, asker: Asker, id: str) -> Response:
    """End one of them."""
    if not await classes.run(doors.end_session, asker, id):
        raise nothing()
    return Response(status_code=204)


# Links and codes


@operations("POST", "/api/invitations", "What it leads to.", rate="doors",
            example={"token": "x"})  # fmt: skip
async def look_at_link(
    request: Request, classes: ClassService, asker: Asker, link: LinkToken
) -> Invited:
    """What a one-time link leads to. Used, expired and invented ones get the same answer."""
    return await classes.run(doors.look_at_link, link.token, address_of(request.scope), now())


@operations("POST", "/api/invitations/redeem", "The class.", rate="doors",
            example={"token": "x", **SIGN_IN})  # fmt: skip
async def redeem_link(
    request: Request, classes: ClassService, asker: Asker, guest: Visitor, wanted: RedeemLink
) -> JoinedClass:
    """Come in by a one-time link, with a new account, one that is there, or signed in."""
    signed, joined = await classes.enter(
        doors.redeem, asker, wanted, address_of(request.scope), label_of(request), guest.id, now()
    )
    give_session(request, signed)
    return joined


@operations("POST", "/api/join", "The class, or that one waits.", rate="doors",
            example={"code": CODE, "student": "B12345678", **SIGN_IN})  # fmt: skip
async def join_by_code(
    request: Request, classes: ClassService, asker: Asker, guest: Visitor, wanted: JoinByCode
) -> JoinedClass:
    """Come in by a class's code. Who is not on the roster waits for the teacher."""
    signed, joined = await classes.enter(
        doors.join, asker, wanted, address_of(request.scope), label_of(request), guest.id, now()
    )
    give_session(request, signed)
    return joined


# Devices


@operations("POST", "/api/devices", "Its codes.", rate="doors", example={"label": "laptop"})
async def ask_for_device(classes: ClassService, asker: Asker, wanted: DeviceWanted) -> DeviceAsked:
    """A command line asks to hand in for somebody, who is shown a code."""
    return await classes.run(doors.ask_for_device, wanted.label, now())


@operations("POST", "/api/devices/token", "Its token, once.", rate="doors",
            example={"deviceCode": "x"})  # fmt: skip
async def poll_device(classes: ClassService, asker: Asker, device: DeviceToken) -> HandInToken:
    """Whether that was allowed by now; refused as `class-authorization_pending`,
    `class-slow_down`, `class-access_denied` or `class-expired_token`."""
    return await classes.run(doors.poll_device, device.device_code, now())


@operations("POST", "/api/devices/look", "What asks.", rate="doors", example={"code": CODE})
async def look_at_device(
    request: Request, classes: ClassService, asker: Asker, device: DeviceCode
) -> DeviceShown:
    """What asks under a code."""
    address = address_of(request.scope)
    return await classes.run(doors.look_at_device, asker, device.code, address, now())


@operations("POST", "/api/devices/decide", "It is decided.", status=204, media_type="",
            rate="doors", example={"code": CODE, "allowed": True})  # fmt: skip
async def decide_device(
    request: Request, classes: ClassService, asker: Asker, wanted: DeviceDecision
) -> Response:
    """Let it hand in for you, or do not."""
    address = address_of(request.scope)
    await classes.run(doors.decide_device, asker, wanted.code, wanted.allowed, address, now())
    return Response(status_code=204)
