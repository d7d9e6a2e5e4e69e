"""A class for whoever is in it: how it stands, hand-ins, the ladder, games. Everything here may
block, and everything asks `access` first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
from msgspec import Raw

from duiyi.classes.hand_ins import hand_in, left_today
from duiyi.classes.roles import Action, Role
from duiyi.classes.rows import ClassGame, GameKind, Member, Version, VersionState
from duiyi.classes.standing import REFERENCE, StandingRow
from duiyi.classes.store.store import ClassStore
from duiyi.classes.validation import read_validation
from duiyi.core.record import Record
from duiyi.core.record.dyr import read_dyr, write_dyr
from duiyi.server.classes.access import Asker, Visit, nothing, visit
from duiyi.server.wire.classes import (
    Account,
    ClassGameShown,
    ClassGameSummary,
    ClassSummary,
    Ladder,
    LadderBeats,
    LadderRow,
    RatedVersion,
    SeatShown,
    SeatUse,
    SeatWords,
    TurnWords,
    VersionShown,
)

MOST_GAMES = 100
"""In one answer."""
OPENING = "[opening]"
"""How a record marks what the referee has played."""


# Classes


def account(store: ClassStore, asker: Asker, now: int) -> Account:
    if asker.person is None:
        return Account("", False, [])
    kept = store.classes.of_person(asker.person.id)
    shown = [_summary(store, visit(store, asker, one.slug), now) for one in kept]
    return Account(asker.person.login, asker.person.operator, shown)


def summary(store: ClassStore, asker: Asker, slug: str, now: int) -> ClassSummary:
    return _summary(store, visit(store, asker, slug), now)


def _summary(store: ClassStore, there: Visit, now: int) -> ClassSummary:
    kept, settings = there.kept, there.kept.settings
    member = there.member
    active = _active(store, member)
    left = 0 if member is None else left_today(store, kept, member.id, now).count
    return ClassSummary(
        slug=kept.slug,
        title=kept.title,
        role=there.role.value,
        state=kept.state.value,
        game=settings.game,
        options=settings.options,
        seats=settings.seats,
        clock=settings.clock,
        deadline=settings.deadline,
        closes=settings.closes,
        zone=settings.zone,
        now=now,
        bytes=settings.bytes,
        hand_ins=settings.hand_ins,
        left=left,
        pseudonym="" if member is None else member.pseudonym,
        active=0 if active is None else active.number,
        names=settings.names,
    )


def _active(store: ClassStore, member: Member | None) -> Version | None:
    versions = () if member is None else store.versions.outline(member.class_id)
    own = (one for one in versions if member is not None and one.member == member.id)
    return next((one for one in own if one.state is VersionState.active), None)


# Hand-ins


def may_hand_in(store: ClassStore, asker: Asker, slug: str) -> Visit:
    there = visit(store, asker, slug)
    there.require(Action.hand_in, there.own.id)
    return there


def take(store: ClassStore, there: Visit, data: bytes, arrived: int, name: str) -> VersionShown:
    made = hand_in(store, there.kept, there.own, data, arrived, name)
    return shown_version(store, made)


def versions(store: ClassStore, asker: Asker, slug: str, member: str) -> list[VersionShown]:
    """The own, or for those who may see all the member's; the newest first."""
    there = visit(store, asker, slug)
    owner = _owner(store, there, member)
    there.require(Action.see_progress, owner)
    found = store.versions.of_member(owner)
    return [shown_version(store, one) for one in reversed(found)]


def version(store: ClassStore, asker: Asker, slug: str, id: str) -> VersionShown:
    there = visit(store, asker, slug)
    found = the_version(store, there, id, Action.see_source)
    return shown_version(store, found, whole=True)


def activate(store: ClassStore, asker: Asker, slug: str, id: str) -> VersionShown:
    there = visit(store, asker, slug)
    found = the_version(store, there, id, Action.make_active)
    store.versions.activate(found.id)
    return shown_version(store, store.versions.get(found.id) or found)


def the_version(store: ClassStore, there: Visit, id: str, action: Action) -> Version:
    found = store.versions.get(id)
    if found is None or found.class_id != there.kept.id:
        raise nothing()
    there.require(action, found.member)
    return found


def _owner(store: ClassStore, there: Visit, member: str) -> str:
    if not member:
        return there.own.id
    found = store.members.get(member)
    if found is None or found.class_id != there.kept.id:
        raise nothing()
    return found.id


def shown_version(store: ClassStore, found: Version, *, whole: bool = False) -> VersionShown:
    told = read_validation(found.report) if found.report else None
    heading = told.heading if told is not None else None
    waits = found.state is VersionState.received
    job = store.jobs.of_version(found.id) if waits else None
    return VersionShown(
        id=found.id,
        number=found.number,
        arrived=found.arrived,
        late=found.late,
        sha256=found.sha256,
        size=found.size,
        state=found.state.value,
        stopped_at=found.stopped_at,
        counts=found.counts,
        name=told.name if told is not None else "",
        queue=None if job is None else store.jobs.place(job.id),
        heading=None if heading is None else heading.message,
        validation=Raw(found.report.encode()) if whole and found.report else None,
    )


# The ladder


def ladder(store: ClassStore, asker: Asker, slug: str) -> Ladder:
    there = visit(store, asker, slug)
    there.require(Action.see_ladder)
    standing = store.ladders.standing(there.kept.id)
    if standing is None:
        return Ladder(0, 0, [])
    versions = {one.id: one for one in store.versions.outline(there.kept.id)}
    members = {one.id: one for one in store.members.of_class(there.kept.id)}
    places = {row.name: at for at, row in enumerate(standing.rows)}
    rows = [_row(there, row, versions, members, places) for row in standing.rows]
    return Ladder(standing.at, standing.games, rows)


def _row(
    there: Visit,
    row: StandingRow,
    versions: dict[str, Version],
    members: dict[str, Member],
    places: dict[str, int],
) -> LadderRow:
    version = versions.get(row.name)
    member = members.get(version.member) if version is not None else None
    knows = member is not None and there.may(Action.see_identity, member.id)
    open_names = there.kept.settings.names == "names" and there.role is not Role.guest
    return LadderRow(
        pseudonym=_called(row.name, member),
        version=0 if version is None else version.number,
        mine=member is not None and there.member is not None and member.id == there.member.id,
        reference=row.reference,
        rating=row.rating,
        low=row.low,
        high=row.high,
        games=row.games,
        place=row.place,
        best=row.best,
        worst=row.worst,
        even=sorted(places[name] for name in row.even if name in places),
        beats=[
            LadderBeats(one.reference.removeprefix(REFERENCE), one.certainty) for one in row.beats
        ],
        name=member.name if member is not None and (knows or open_names) else "",
        student=member.student if member is not None and knows else "",
    )


def _called(name: str, member: Member | None) -> str:
    if name.startswith(REFERENCE):
        return name.removeprefix(REFERENCE)
    return "" if member is None else member.pseudonym


def ratings(store: ClassStore, asker: Asker, slug: str) -> list[RatedVersion]:
    """The own versions, from the first."""
    there = visit(store, asker, slug)
    there.require(Action.see_progress, there.own.id)
    standing = store.ladders.standing(there.kept.id)
    found = []
    for version in store.versions.of_member(there.own.id):
        row = standing.row(version.id) if standing is not None else None
        known = row is not None and row.games > 0
        found.append(
            RatedVersion(
                version.number,
                row.games if row is not None else 0,
                row.rating if row is not None and known else None,
                row.low if row is not None and known else None,
                row.high if row is not None and known else None,
            )
        )
    return found


# Games


def games(store: ClassStore, asker: Asker, slug: str, version: str) -> list[ClassGameSummary]:
    """Those of a version, or of the own active one; the newest first."""
    there = visit(store, asker, slug)
    if version:
        chosen = the_version(store, there, version, Action.see_progress)
    else:
        there.require(Action.see_progress, there.own.id)
        active = _active(store, there.own)
        if active is None:
            return []
        chosen = active
    found = store.games.of_version(chosen.id, MOST_GAMES)
    return [_game_summary(store, there, one) for one in found if _is_told(there, one)]


def game(store: ClassStore, asker: Asker, slug: str, id: str) -> ClassGameShown:
    there = visit(store, asker, slug)
    found = the_game(store, there, id)
    open_seats = _open_seats(store, there, found)
    return ClassGameShown(
        _game_summary(store, there, found),
        record_for(found.record, open_seats),
        [_words(found, seat) for seat in open_seats],
    )


def record(store: ClassStore, asker: Asker, slug: str, id: str) -> str:
    there = visit(store, asker, slug)
    found = the_game(store, there, id)
    return record_for(found.record, _open_seats(store, there, found))


def the_game(store: ClassStore, there: Visit, id: str) -> ClassGame:
    """Moves are everybody's who sees the ladder; those of a final are not before its order is."""
    found = store.games.get(id)
    if found is None or found.class_id != there.kept.id:
        raise nothing()
    there.require(Action.see_ladder)
    if not _is_told(there, found):
        raise nothing()
    return found


def _is_told(there: Visit, found: ClassGame) -> bool:
    return found.kind is not GameKind.final or there.may(Action.see_order)


def _open_seats(store: ClassStore, there: Visit, found: ClassGame) -> list[int]:
    """Seats of which time, stderr and faults may be told."""
    owners = [store.versions.get(name) for name in found.seats]
    return [
        seat
        for seat, version in enumerate(owners)
        if version is not None and there.may(Action.see_usage, version.member)
    ]


def _game_summary(store: ClassStore, there: Visit, found: ClassGame) -> ClassGameSummary:
    faults = {one["seat"]: str(one["verdict"]) for one in found.verdicts}
    seats = []
    longest = None
    for seat, (name, score) in enumerate(zip(found.seats, found.scores, strict=True)):
        version = store.versions.get(name)
        member = store.members.get(version.member) if version is not None else None
        mine = member is not None and there.member is not None and member.id == there.member.id
        called = _called(name, member)
        number = 0 if version is None else version.number
        seats.append(SeatShown(called, number, mine, score, faults.get(seat, "")))
        if mine and (use := _use(found, seat)) is not None:
            longest = use.longest
    return ClassGameSummary(
        found.id, found.kind.value, seats, found.reason, found.finished, longest
    )


def _use(found: ClassGame, seat: int) -> SeatUse | None:
    if seat >= len(found.usage):
        return None
    use: dict[str, Any] = found.usage[seat]
    start, total, longest = (float(use[key][0]) for key in ("start", "total", "longest"))
    return SeatUse(start, total, longest, int(use["questions"]))


def _words(found: ClassGame, seat: int) -> SeatWords:
    offence = next((one for one in found.verdicts if one["seat"] == seat), None)
    lines = found.stderr[seat] if seat < len(found.stderr) else []
    return SeatWords(
        seat,
        _use(found, seat),
        None if offence is None else Raw(msgspec.json.encode(offence)),
        [TurnWords(int(turn), str(text)) for turn, text in lines],
    )


def record_for(text: str, seats: list[int]) -> str:
    """The record with what these seats alone have said and used: of others the moves stay."""
    found: Record = read_dyr(text)
    if len(seats) == found.seats:
        return text
    nodes = tuple(
        node
        if node.actor in seats
        else replace(node, comments=tuple(one for one in node.comments if one == OPENING))
        for node in found.nodes
    )
    return write_dyr(replace(found, nodes=nodes))
