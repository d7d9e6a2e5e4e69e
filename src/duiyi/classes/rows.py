"""What is kept: people, classes, versions, jobs, games. Values only; moments are milliseconds.

Ids are random text. Where a hash is kept, what it was made of has been given away.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from duiyi.classes.roles import Role
from duiyi.classes.settings import ClassSettings


@dataclass(frozen=True, slots=True)
class Person:
    """An account: `login` is the name to sign in with, folded; `password` its argon2 hash."""

    id: str
    login: str
    password: str
    created: int
    operator: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody is signed in; `scope` is `page`, or `hand-in` for a device that may only do that."""

    hash: str
    id: str
    person: str
    scope: str
    label: str
    created: int
    seen: int
    expires: int


class ClassState(StrEnum):
    """Of a class: nothing is handed in to a frozen one, and a closed one is only read."""

    open = "open"
    frozen = "frozen"
    closed = "closed"


@dataclass(frozen=True, slots=True)
class Class:
    """`slug` is what stands in addresses; `code` is `None` while nobody can join by one."""

    id: str
    slug: str
    title: str
    settings: ClassSettings
    created: int
    state: ClassState = ClassState.open
    code: str | None = None


class MemberState(StrEnum):
    """Of a member: on the roster, asking to join, in, or deleted with all personal data."""

    invited = "invited"
    waiting = "waiting"
    joined = "joined"
    removed = "removed"


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in a class; `student` is the id on the roster, `person` the account, once joined."""

    id: str
    class_id: str
    role: Role
    student: str
    name: str
    email: str
    pseudonym: str
    created: int
    person: str | None = None
    state: MemberState = MemberState.invited


@dataclass(frozen=True, slots=True)
class Link:
    """A one-time link of a member."""

    hash: str
    class_id: str
    member: str
    created: int
    expires: int


class DeviceState(StrEnum):
    """Of a device's request; a taken one has had its session."""

    pending = "pending"
    approved = "approved"
    denied = "denied"
    taken = "taken"


@dataclass(frozen=True, slots=True)
class Device:
    """A command line that asks to hand in; `code` is what its person types on the page."""

    hash: str
    code: str
    label: str
    created: int
    expires: int
    polled: int = 0
    interval: int = 5
    state: DeviceState = DeviceState.pending
    person: str | None = None


class VersionState(StrEnum):
    """Of a hand-in: where it is on its way, or where that has ended."""

    received = "received"
    compiling = "compiling"
    checking = "checking"
    testing = "testing"
    active = "active"
    ready = "ready"
    """Has passed and is not on the ladder."""
    stopped = "stopped"


@dataclass(frozen=True, slots=True)
class Version:
    """A hand-in. `report` is the JSON of a `Validation`; `counts` says whether it is one of the
    day's: from its arrival until it stops before it has compiled, or by a fault of ours."""

    id: str
    class_id: str
    member: str
    number: int
    arrived: int
    day: int
    late: bool
    sha256: str
    size: int
    state: VersionState = VersionState.received
    stopped_at: str = ""
    counts: bool = True
    report: str = ""


class JobKind(StrEnum):
    """What a worker is asked for."""

    validate = "validate"
    game = "game"
    rate = "rate"
    final = "final"


class JobState(StrEnum):
    """Of a job: `dead` after too many tries, which is an incident."""

    queued = "queued"
    leased = "leased"
    done = "done"
    dead = "dead"


@dataclass(frozen=True, slots=True)
class NewJob:
    """Work to be done once. `member` is who waits for it in turn, the class where it is `None`;
    of one `key` there is never a second; nobody takes it before `not_before`."""

    class_id: str
    kind: JobKind
    payload: dict[str, Any] = field(default_factory=dict)
    member: str | None = None
    priority: int | None = None
    key: str | None = None
    not_before: int = 0


@dataclass(frozen=True, slots=True)
class Job:
    """`epoch` rises with each lease, so that whoever lost one cannot finish under it."""

    id: str
    class_id: str
    member: str | None
    kind: JobKind
    priority: int
    payload: dict[str, Any]
    state: JobState
    owner: str | None
    until: int
    epoch: int
    attempts: int
    created: int
    result: dict[str, Any] | None = None


class GameKind(StrEnum):
    """What a game counts for."""

    test = "test"
    ladder = "ladder"
    final = "final"


@dataclass(frozen=True, slots=True)
class ClassGame:
    """A played game; `seats` are versions. Of everything by seat there is one value a seat.

    `stderr` is by seat and turn; `usage` and `verdicts` are the arena's own, as JSON has them."""

    id: str
    class_id: str
    kind: GameKind
    seats: tuple[str, ...]
    opening: str
    seed: int
    scores: tuple[float, ...]
    reason: str
    created: int
    finished: int
    verdicts: list[Any] = field(default_factory=list)
    usage: list[Any] = field(default_factory=list)
    record: str = ""
    stderr: list[Any] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Review:
    """A request to look at a game again, with the referee's fresh verdict, and its answer."""

    id: str
    class_id: str
    member: str
    game: str
    text: str
    verdict: dict[str, Any]
    created: int
    answer: str = ""
    answered_by: str = ""
    answered: int = 0


@dataclass(frozen=True, slots=True)
class AuditLine:
    """Who did what to whom; by ids, so that it says nothing once these are gone."""

    at: int
    actor: str
    action: str
    subject: str = ""
    detail: dict[str, Any] = field(default_factory=dict)
    class_id: str = ""
    n: int = 0


@dataclass(frozen=True, slots=True)
class Pulse:
    """That the arena was at work at a moment: validations and games that ran, and that waited."""

    at: int
    owner: str
    places: int
    running: int
    waiting: int


@dataclass(frozen=True, slots=True)
class Incident:
    """A failure of the platform, which costs nobody anything; people are told its number."""

    at: int
    kind: str
    detail: str
    class_id: str = ""
    job: str = ""
    n: int = 0
