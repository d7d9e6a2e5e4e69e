"""Handing in: what is taken, when and how often; then a version and the job that validates it.

Only what compiles counts against the day's number, and what the platform spoilt never does. So that
what does not compile is bounded too, there is a wider number for everything that arrives in a day.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

import msgspec

from duiyi.classes.errors import BadClass
from duiyi.classes.people.tokens import new_id
from duiyi.classes.rows import (
    Class,
    ClassState,
    JobKind,
    Member,
    MemberState,
    NewJob,
    Version,
    VersionState,
)
from duiyi.classes.store.store import ClassStore
from duiyi.classes.validation import (
    Finding,
    Level,
    Step,
    StepName,
    StepState,
    begun,
    read_validation,
    sentence,
    write_validation,
)
from duiyi.core import message

LONGEST_NAME = 200
"""Letters of the name under which something is handed in."""
ARRIVALS = 5
"""So many times the day's number may arrive, whatever comes of it."""

PLATFORM = "platform"
"""Where a version stops that nobody's program has stopped."""
UNDER_WAY = (
    *(VersionState.received, VersionState.compiling, VersionState.checking, VersionState.testing),
)


@dataclass(frozen=True, slots=True)
class Left:
    """What a member may still hand in today."""

    count: int
    of: int


def left_today(store: ClassStore, joined: Class, member: str, now: int) -> Left:
    of = joined.settings.hand_ins
    counted, arrived = store.versions.handed_in(member, joined.settings.day(now))
    return Left(max(0, min(of - counted, ARRIVALS * of - arrived)), of)


def hand_in(
    store: ClassStore, joined: Class, member: Member, data: bytes, arrived: int, name: str = "bot"
) -> Version:
    """Take what has `arrived` (the moment of its first byte) under a name; `BadClass` says why
    not."""
    _check_open(joined, member, arrived)
    settings = joined.settings
    if len(data) > settings.bytes:
        raise BadClass("hand-in.large", most=settings.bytes)
    if not data:
        raise BadClass("hand-in.empty")
    staged, sha256 = store.uploads.stage(data)
    try:
        with store.transaction():
            if left_today(store, joined, member.id, arrived).count < 1:
                raise BadClass("hand-in.many", most=settings.hand_ins)
            day, late = settings.day(arrived), settings.late(arrived)
            new = Version(
                *(new_id(), joined.id, member.id, 0, arrived, day, late, sha256, len(data)),
                report=_begun(name, sha256, len(data)),
            )
            version = store.versions.add(new)
            store.uploads.keep(staged, sha256)
            _ask_validation(store, version, arrived)
            return version
    finally:
        staged.unlink(missing_ok=True)


def validate_again(store: ClassStore, id: str, now: int) -> None:
    """One that has stopped once more from the start; nothing is added to anybody's count."""
    with store.transaction():
        version = store.versions.get(id)
        if version is None or not version.sha256 or version.state is not VersionState.stopped:
            raise BadClass("not-stopped")
        report = _begun(named(version), version.sha256, version.size)
        store.versions.again(version.id)
        store.versions.set_report(version.id, report)
        _ask_validation(store, version, now)


def stop_the_dead(store: ClassStore) -> int:
    """Versions whose validation was tried too often stop by a fault of ours, which costs nothing:
    nobody waits for ever. How many it were; for whoever lets leases run out."""
    stopped = 0
    with store.transaction():
        for job in store.jobs.dead(JobKind.validate):
            version = store.versions.get(str(job.payload.get("version")))
            if version is not None and version.state in UNDER_WAY:
                report = _given_up(version, job.id[:8])
                store.versions.stop(version.id, PLATFORM, counts=False, report=report)
                stopped += 1
            store.jobs.settle(job.id)
    return stopped


def _given_up(version: Version, incident: str) -> str:
    """The report, with the platform's failure where it has come to."""
    told = begun(named(version), version.sha256, version.size)
    with suppress(msgspec.MsgspecError):
        told = read_validation(version.report)
    running = [step.name for step in told.steps if step.state is StepState.running]
    said = sentence(message("validation.platform", incident=incident))
    heading = sentence(message("validation.stop.platform"))
    found = (Finding(Level.platform, said, heading=heading),)
    name = running[-1] if running else StepName.received
    stopped = told.with_step(Step(name, StepState.stopped, 0.0, found))
    return write_validation(msgspec.structs.replace(stopped, incident=incident)).decode()


def named(version: Version) -> str:
    """Under which name it was handed in, as its report has it."""
    try:
        return read_validation(version.report).name
    except msgspec.MsgspecError:
        return ""


def _begun(name: str, sha256: str, size: int) -> str:
    return write_validation(begun(name[:LONGEST_NAME], sha256, size)).decode()


def _ask_validation(store: ClassStore, version: Version, now: int) -> None:
    payload = {"version": version.id}
    new = NewJob(version.class_id, JobKind.validate, payload, version.member)
    store.jobs.add(new, now)


def _check_open(joined: Class, member: Member, arrived: int) -> None:
    if member.state is not MemberState.joined or member.class_id != joined.id:
        raise BadClass("no-member")
    if joined.state is not ClassState.open or joined.settings.closed(arrived):
        raise BadClass("hand-in.closed")
