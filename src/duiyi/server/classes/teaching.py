"""A class for its teachers: members, roster, code, links, requests, reruns. Everything here may
block, and everything asks `access` first."""

from __future__ import annotations

from duiyi.classes.errors import BadClass
from duiyi.classes.hand_ins import validate_again
from duiyi.classes.people.codes import shown_code
from duiyi.classes.people.joining import close_code, make_link, open_code
from duiyi.classes.people.tokens import new_id
from duiyi.classes.roles import Action
from duiyi.classes.roster import Entry, folded, parse_roster, preview
from duiyi.classes.rows import (
    AuditLine,
    JobState,
    Member,
    MemberState,
    Review,
    Version,
    VersionState,
)
from duiyi.classes.store.store import ClassStore
from duiyi.classes.validation import Sentence, read_validation
from duiyi.server.classes.access import Asker, Visit, nothing, visit
from duiyi.server.classes.work import the_game, the_version
from duiyi.server.wire.classes import (
    ClassCode,
    ClassSums,
    LinkShown,
    MemberShown,
    ReviewShown,
    RosterLine,
    RosterProblem,
    RosterShown,
)

MOST_INCIDENTS = 1_000


def members(store: ClassStore, asker: Asker, slug: str) -> list[MemberShown]:
    there = visit(store, asker, slug)
    there.require(Action.see_identity)
    versions: dict[str, list[Version]] = {}
    for version in store.versions.outline(there.kept.id):
        versions.setdefault(version.member, []).append(version)
    open_reviews = [one for one in store.reviews.of_class(there.kept.id) if not one.answered]
    return [
        _member(store, member, versions.get(member.id, []), open_reviews)
        for member in store.members.of_class(there.kept.id)
        if member.state is not MemberState.removed
    ]


def _member(
    store: ClassStore, member: Member, versions: list[Version], reviews: list[Review]
) -> MemberShown:
    last = max(versions, key=lambda one: one.number, default=None)
    active = next((one for one in versions if one.state is VersionState.active), None)
    heading = _heading(store, last) if last is not None else None
    return MemberShown(
        id=member.id,
        student=member.student,
        name=member.name,
        email=member.email,
        pseudonym=member.pseudonym,
        role=member.role.value,
        member=member.state.value,
        version=0 if active is None else active.number,
        state="" if last is None else last.state.value,
        stopped_at="" if last is None else last.stopped_at,
        arrived=None if last is None else last.arrived,
        last="" if last is None else last.id,
        heading=None if heading is None else heading.message,
        requests=sum(one.member == member.id for one in reviews),
    )


def _heading(store: ClassStore, last: Version) -> Sentence | None:
    """Why the last hand-in has stopped, if it has; the report of no other is read."""
    found = store.versions.get(last.id) if last.state is VersionState.stopped else None
    return read_validation(found.report).heading if found is not None and found.report else None


def put_roster(
    store: ClassStore, asker: Asker, slug: str, text: str, only_preview: bool, now: int
) -> RosterShown:
    there = visit(store, asker, slug)
    there.require(Action.manage_members)
    roster = parse_roster(text)
    known = {
        folded(one.student): Entry(one.student, one.name, one.email)
        for one in store.members.of_class(there.kept.id)
        if one.state in (MemberState.invited, MemberState.joined)
    }
    found = preview(roster, known)
    if not only_preview:
        with store.transaction():
            store.members.put_roster(there.kept.id, roster.entries, now)
            _note(store, there, "put-roster", "", now)
    return RosterShown(
        [_line(one) for one in found.added],
        [_line(one) for one in found.changed],
        len(found.same),
        [RosterProblem(one.line, one.message) for one in found.problems],
    )


def _line(entry: Entry) -> RosterLine:
    return RosterLine(entry.id, entry.name, entry.email)


def links(store: ClassStore, asker: Asker, slug: str, now: int) -> list[LinkShown]:
    """New ones for everybody who has not come yet; those of before end."""
    there = visit(store, asker, slug)
    there.require(Action.manage_members)
    with store.transaction():
        invited = [
            one for one in store.members.of_class(there.kept.id) if one.state is MemberState.invited
        ]
        made = [_link(store, one, now) for one in invited]
        _note(store, there, "make-links", "", now)
    return made


def link(store: ClassStore, asker: Asker, slug: str, member: str, now: int) -> LinkShown:
    """A new one for a member; who has come already sets a new password by it."""
    there = visit(store, asker, slug)
    there.require(Action.manage_members)
    found = _the_member(store, there, member)
    with store.transaction():
        made = _link(store, found, now)
        _note(store, there, "make-link", found.id, now)
    return made


def _link(store: ClassStore, member: Member, now: int) -> LinkShown:
    token = make_link(store, member, now)
    return LinkShown(member.student, member.name, member.email, token)


def code(store: ClassStore, asker: Asker, slug: str) -> ClassCode:
    there = visit(store, asker, slug)
    there.require(Action.manage_members)
    return ClassCode("" if there.kept.code is None else shown_code(there.kept.code))


def new_code(store: ClassStore, asker: Asker, slug: str, now: int) -> ClassCode:
    there = visit(store, asker, slug)
    there.require(Action.manage_members)
    with store.transaction():
        made = open_code(store, there.kept.id)
        _note(store, there, "open-code", "", now)
    return ClassCode(shown_code(made))


def end_code(store: ClassStore, asker: Asker, slug: str, now: int) -> ClassCode:
    there = visit(store, asker, slug)
    there.require(Action.manage_members)
    with store.transaction():
        close_code(store, there.kept.id)
        _note(store, there, "close-code", "", now)
    return ClassCode("")


def admit(store: ClassStore, asker: Asker, slug: str, member: str, allowed: bool, now: int) -> None:
    """Lets somebody in who waits, or turns him away."""
    there = visit(store, asker, slug)
    there.require(Action.manage_members)
    found = _the_member(store, there, member)
    with store.transaction():
        if allowed:
            store.members.admit(found.id)
        elif not store.members.turn_away(found.id):
            raise BadClass("not-waiting")
        _note(store, there, "admit" if allowed else "turn-away", found.id, now)


def validate_once_more(store: ClassStore, asker: Asker, slug: str, id: str, now: int) -> None:
    there = visit(store, asker, slug)
    found = the_version(store, there, id, Action.rerun_validation)
    validate_again(store, found.id, now)
    _note(store, there, "rerun-validation", found.id, now)


def sums(store: ClassStore, asker: Asker, slug: str) -> ClassSums:
    there = visit(store, asker, slug)
    there.require(Action.see_sums)
    counts = store.jobs.counts(there.kept.id)
    pulse = store.ladders.pulse()
    joined = [
        one for one in store.members.of_class(there.kept.id) if one.state is MemberState.joined
    ]
    return ClassSums(
        members=len(joined),
        active=sum(
            one.state is VersionState.active for one in store.versions.outline(there.kept.id)
        ),
        games=store.games.count(there.kept.id),
        queued=counts.get(JobState.queued, 0),
        running=counts.get(JobState.leased, 0),
        places=0 if pulse is None else pulse.places,
        seen=None if pulse is None else pulse.at,
        incidents=len(store.incidents.of_class(there.kept.id, MOST_INCIDENTS)),
    )


# Requests to look at a game again


def reviews(store: ClassStore, asker: Asker, slug: str) -> list[ReviewShown]:
    """All of them for who may see them, else the own."""
    there = visit(store, asker, slug)
    if there.may(Action.see_requests):
        found = store.reviews.of_class(there.kept.id)
    else:
        there.require(Action.see_requests, there.own.id)
        found = store.reviews.of_member(there.own.id)
    return [_review(store, there, one) for one in found]


def ask_review(
    store: ClassStore, asker: Asker, slug: str, game: str, text: str, now: int
) -> ReviewShown:
    """About a game that one's own program has played."""
    there = visit(store, asker, slug)
    there.require(Action.ask_review, there.own.id)
    found = the_game(store, there, game)
    seats = [store.versions.get(name) for name in found.seats]
    if not any(one is not None and one.member == there.own.id for one in seats):
        raise nothing()
    made = Review(new_id(), there.kept.id, there.own.id, found.id, text, {}, now)
    store.reviews.add(made)
    return _review(store, there, made)


def answer_review(
    store: ClassStore, asker: Asker, slug: str, id: str, text: str, now: int
) -> ReviewShown:
    there = visit(store, asker, slug)
    there.require(Action.answer_review)
    found = store.reviews.get(id)
    if found is None or found.class_id != there.kept.id:
        raise nothing()
    with store.transaction():
        store.reviews.answer(id, text, there.own.id, now)
        _note(store, there, "answer-review", id, now)
    return _review(store, there, store.reviews.get(id) or found)


def _review(store: ClassStore, there: Visit, review: Review) -> ReviewShown:
    member = store.members.get(review.member)
    knows = member is not None and there.may(Action.see_identity, member.id)
    return ReviewShown(
        review.id,
        review.game,
        "" if member is None else member.pseudonym,
        member.student if member is not None and knows else "",
        review.text,
        review.created,
        review.verdict.get("judged", ""),
        review.answer,
        review.answered,
    )


def _the_member(store: ClassStore, there: Visit, id: str) -> Member:
    found = store.members.get(id)
    if found is None or found.class_id != there.kept.id:
        raise nothing()
    return found


def _note(store: ClassStore, there: Visit, action: str, subject: str, now: int) -> None:
    store.audit.add(AuditLine(now, there.asker.id, action, subject, class_id=there.kept.id))
