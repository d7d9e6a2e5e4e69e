"""The final for whoever watches it; its order for those alone who may know it. Everything here may
block, and everything asks `access` first."""

from __future__ import annotations

from duiyi.classes.final import Final, FinalRow, final_of, freeze
from duiyi.classes.roles import Action
from duiyi.classes.rows import Member, Version
from duiyi.classes.store.store import ClassStore
from duiyi.server.classes.access import Asker, Visit, nothing, visit
from duiyi.server.wire.classes import FinalShown, FinalStanding, FrozenVersion


def final(store: ClassStore, asker: Asker, slug: str) -> FinalShown:
    there = visit(store, asker, slug)
    there.require(Action.watch_final)
    found = final_of(store, there.kept.id)
    if found is None:
        raise nothing()
    return _shown(store, there, found)


def begin(store: ClassStore, asker: Asker, slug: str, games: int, now: int) -> FinalShown:
    there = visit(store, asker, slug)
    there.require(Action.drive_final)
    return _shown(store, there, freeze(store, there.kept, games, asker.id, now))


def _shown(store: ClassStore, there: Visit, found: Final) -> FinalShown:
    versions = {one.id: one for one in store.versions.outline(there.kept.id)}
    members = {one.id: one for one in store.members.of_class(there.kept.id)}
    people = {
        name: (versions[name], members[versions[name].member])
        for name in found.versions
        if name in versions
    }
    knows = there.may(Action.see_order)
    frozen = sorted(
        (_frozen(there, *one) for one in people.values()), key=lambda one: one.pseudonym
    )
    rows = [_row(there, row, *people[row.name]) for row in found.rows if row.name in people]
    return FinalShown(
        found.begun,
        found.games,
        found.again,
        found.played,
        found.of,
        found.finished,
        frozen,
        rows if knows else [],
        [*found.certainties] if knows else [],
    )


def _frozen(there: Visit, version: Version, member: Member) -> FrozenVersion:
    mine = there.member is not None and there.member.id == member.id
    return FrozenVersion(member.pseudonym, version.number, mine)


def _row(there: Visit, row: FinalRow, version: Version, member: Member) -> FinalStanding:
    knows = there.may(Action.see_identity, member.id)
    return FinalStanding(
        member.pseudonym,
        version.number,
        row.rating,
        row.low,
        row.high,
        row.place,
        member.name if knows else "",
        member.student if knows else "",
    )
