"""Routes of a class for its teachers: members, roster, links, code, requests."""

from __future__ import annotations

from starlette.responses import Response

from duiyi.server.classes import finals, teaching
from duiyi.server.classes.access import Asker
from duiyi.server.classes.service import ClassService, now
from duiyi.server.http.operations import Operations
from duiyi.server.wire.classes import (
    ClassCode,
    ClassSums,
    FinalShown,
    FinalWanted,
    LinkShown,
    MemberShown,
    ReviewAnswer,
    ReviewShown,
    ReviewWanted,
    RosterShown,
    RosterText,
)

ROSTER = "id,name,email\nB12345678,王小明,wang@example.edu\n"
operations = Operations("teaching")


@operations("GET", "/api/classes/{slug}/members", "By their ids.", rate="classes")
async def list_members(classes: ClassService, asker: Asker, slug: str) -> list[MemberShown]:
    """Who is in the class, and how far everybody's last hand-in has come."""
    return await classes.run(teaching.members, asker, slug)


@operations("POST", "/api/classes/{slug}/members/{id}/admit", "Somebody is in.", rate="classes",
            status=204, media_type="")  # fmt: skip
async def admit_member(classes: ClassService, asker: Asker, slug: str, id: str) -> Response:
    """Let somebody in who came by the code and is on no roster."""
    await classes.run(teaching.admit, asker, slug, id, True, now())
    return Response(status_code=204)


@operations("POST", "/api/classes/{slug}/members/{id}/turn-away", "The request is gone.",
            rate="classes", status=204, media_type="")  # fmt: skip
async def turn_member_away(classes: ClassService, asker: Asker, slug: str, id: str) -> Response:
    """Do not let somebody in."""
    await classes.run(teaching.admit, asker, slug, id, False, now())
    return Response(status_code=204)


@operations("POST", "/api/classes/{slug}/members/{id}/link", "The link.", rate="classes")
async def make_member_link(classes: ClassService, asker: Asker, slug: str, id: str) -> LinkShown:
    """A new one-time link for one member; those before end."""
    return await classes.run(teaching.link, asker, slug, id, now())


@operations("POST", "/api/classes/{slug}/links", "The links.", rate="classes")
async def make_links(classes: ClassService, asker: Asker, slug: str) -> list[LinkShown]:
    """New one-time links for everybody who has not come yet."""
    return await classes.run(teaching.links, asker, slug, now())


@operations("POST", "/api/classes/{slug}/roster", "What it does.", rate="classes",
            largest_body="roster_body", example={"text": ROSTER, "preview": True})  # fmt: skip
async def put_roster(
    classes: ClassService, asker: Asker, slug: str, roster: RosterText
) -> RosterShown:
    """Add and update members by a roster; nobody is removed."""
    return await classes.run(teaching.put_roster, asker, slug, roster.text, roster.preview, now())


@operations("GET", "/api/classes/{slug}/code", "The code.", rate="classes")
async def read_code(classes: ClassService, asker: Asker, slug: str) -> ClassCode:
    """By which people join."""
    return await classes.run(teaching.code, asker, slug)


@operations("PUT", "/api/classes/{slug}/code", "The code.", rate="classes")
async def renew_code(classes: ClassService, asker: Asker, slug: str) -> ClassCode:
    """A new code; the one before is worth nothing any more."""
    return await classes.run(teaching.new_code, asker, slug, now())


@operations("DELETE", "/api/classes/{slug}/code", "No code.", rate="classes")
async def end_code(classes: ClassService, asker: Asker, slug: str) -> ClassCode:
    """Nobody joins by a code any more."""
    return await classes.run(teaching.end_code, asker, slug, now())


@operations("POST", "/api/classes/{slug}/versions/{id}/validate", "It is validated again.",
            rate="classes", status=204, media_type="")  # fmt: skip
async def validate_again(classes: ClassService, asker: Asker, slug: str, id: str) -> Response:
    """Validate a version once more that has stopped; it costs its member nothing."""
    await classes.run(teaching.validate_once_more, asker, slug, id, now())
    return Response(status_code=204)


@operations("GET", "/api/classes/{slug}/final", "The final.", rate="classes")
async def read_final(classes: ClassService, asker: Asker, slug: str) -> FinalShown:
    """Who is frozen and how far it is; its order for whoever may know that."""
    return await classes.run(finals.final, asker, slug)


@operations("POST", "/api/classes/{slug}/final", "It has begun.", rate="classes", status=201,
            example={"games": 4})  # fmt: skip
async def begin_final(
    classes: ClassService, asker: Asker, slug: str, wanted: FinalWanted
) -> FinalShown:
    """Freeze the active versions and let them play; nothing is handed in from then on."""
    return await classes.run(finals.begin, asker, slug, wanted.games, now())


@operations("GET", "/api/classes/{slug}/sums", "Numbers.", rate="classes")
async def read_sums(classes: ClassService, asker: Asker, slug: str) -> ClassSums:
    """How much there is, and whether the arena is at work; without names."""
    return await classes.run(teaching.sums, asker, slug)


@operations("GET", "/api/classes/{slug}/reviews", "Those that wait first.", rate="classes")
async def list_reviews(classes: ClassService, asker: Asker, slug: str) -> list[ReviewShown]:
    """Requests to look at a game again: the own, or everybody's."""
    return await classes.run(teaching.reviews, asker, slug)


@operations("POST", "/api/classes/{slug}/reviews", "It waits.", rate="classes", status=201,
            example={"game": "x", "text": "The move was legal."})  # fmt: skip
async def ask_review(
    classes: ClassService, asker: Asker, slug: str, wanted: ReviewWanted
) -> ReviewShown:
    """Ask for a look at a game of your own."""
    return await classes.run(teaching.ask_review, asker, slug, wanted.game, wanted.text, now())


@operations("POST", "/api/classes/{slug}/reviews/{id}/answer", "It is answered.", rate="classes",
            example={"text": "The referee was right."})  # fmt: skip
async def answer_review(
    classes: ClassService, asker: Asker, slug: str, id: str, answer: ReviewAnswer
) -> ReviewShown:
    """Answer one."""
    return await classes.run(teaching.answer_review, asker, slug, id, answer.text, now())
