"""What travels about classes. Names and fields are those of `web/src/net/wire/classes.ts`.

Moments are milliseconds since 1970. Other people are called by pseudonyms; what stands under `name`
and `student` is empty for whoever may not know it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from duiyi.core.clock import Clock
from duiyi.core.message import Message
from duiyi.core.options import Value

Login = Annotated[str, Meta(max_length=200)]
Password = Annotated[str, Meta(max_length=400)]
Secret = Annotated[str, Meta(max_length=100)]
Code = Annotated[str, Meta(max_length=40)]
Short = Annotated[str, Meta(max_length=200)]
Id = Annotated[str, Meta(max_length=40)]


# Coming in


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    login: Login
    password: Password


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """`old` is asked for again: a page that was left open is not enough."""

    old: Password
    password: Password


class LinkToken(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in a one-time link; it travels in bodies, because addresses are logged."""

    token: Secret


class RedeemLink(Struct, frozen=True, forbid_unknown_fields=True):
    """Without `login` and `password` whoever is signed in comes in."""

    token: Secret
    login: Login = ""
    password: Password = ""


class JoinByCode(Struct, frozen=True, forbid_unknown_fields=True):
    code: Code
    student: Short
    name: Short = ""
    email: Short = ""
    login: Login = ""
    password: Password = ""


class Invited(Struct, frozen=True):
    """What a link leads to; `resets` says that it sets a new password."""

    slug: str
    title: str
    student: str
    resets: bool


class JoinedClass(Struct, frozen=True):
    """`waiting`: the teacher has to let in; nothing is told about the class until then."""

    slug: str
    title: str
    pseudonym: str
    waiting: bool


class SessionShown(Struct, frozen=True):
    """A browser or device that is signed in; `here` is the one that asks."""

    id: str
    scope: str
    label: str
    created: int
    seen: int
    here: bool


# Devices


class DeviceWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """`label` is what its person is shown."""

    label: Short


class DeviceAsked(Struct, frozen=True, rename="camel"):
    """`code` is for the person, `device_code` for the device alone; seconds to wait between two
    questions."""

    device_code: str
    code: str
    expires: int
    interval: int


class DeviceToken(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    device_code: Secret


class HandInToken(Struct, frozen=True):
    """Who shows it may hand in, and look at what came of it."""

    token: str
    expires: int


class DeviceCode(Struct, frozen=True, forbid_unknown_fields=True):
    code: Code


class DeviceDecision(Struct, frozen=True, forbid_unknown_fields=True):
    code: Code
    allowed: bool


class DeviceShown(Struct, frozen=True):
    label: str
    created: int


# A class


class ClassSummary(Struct, frozen=True, rename="camel"):
    """A class as somebody sees it: `pseudonym`, `left` (hand-ins of today) and `active` are the
    own, and empty for who has none."""

    slug: str
    title: str
    role: Literal["operator", "teacher", "assistant", "student", "guest"]
    state: Literal["open", "frozen", "closed"]
    game: str
    options: dict[str, Value]
    seats: int
    clock: Clock
    deadline: int | None
    closes: int | None
    zone: str
    now: int
    bytes: int
    hand_ins: int
    left: int
    pseudonym: str
    active: int
    names: Literal["pseudonyms", "names"]


class Account(Struct, frozen=True):
    """Who is signed in; `login` is empty for a stranger."""

    login: str
    operator: bool
    classes: list[ClassSummary]


class VersionShown(Struct, frozen=True, rename="camel"):
    """A hand-in. `queue` is how many jobs come before it while it waits; `validation` is its
    report, where one was asked for."""

    id: str
    number: int
    arrived: int
    late: bool
    sha256: str
    size: int
    state: Literal["received", "compiling", "checking", "testing", "active", "ready", "stopped"]
    stopped_at: str
    counts: bool
    name: str
    queue: int | None
    heading: Message | None
    validation: Raw | None = None


class LadderBeats(Struct, frozen=True):
    reference: str
    certainty: float


class LadderRow(Struct, frozen=True):
    """A row of the ladder. `even` are numbers of rows, from 0, that the games do not tell apart
    from it; a reference has no place."""

    pseudonym: str
    version: int
    mine: bool
    reference: bool
    rating: float
    low: float
    high: float
    games: int
    place: int
    best: int
    worst: int
    even: list[int]
    beats: list[LadderBeats]
    name: str
    student: str


class Ladder(Struct, frozen=True):
    at: int
    games: int
    rows: list[LadderRow]


class RatedVersion(Struct, frozen=True):
    """A version of the own and its rating, with the 95 % interval; without games it has none."""

    number: int
    games: int
    rating: float | None
    low: float | None
    high: float | None


class SeatShown(Struct, frozen=True):
    """Who sat at a seat; `verdict` is the fault by which it lost, if it did."""

    pseudonym: str
    version: int
    mine: bool
    score: float
    verdict: str


class ClassGameSummary(Struct, frozen=True):
    """`longest` is the own longest turn in seconds; `None` where it may not be known."""

    id: str
    kind: Literal["test", "ladder", "final"]
    seats: list[SeatShown]
    reason: str
    finished: int
    longest: float | None


class TurnWords(Struct, frozen=True):
    turn: int
    text: str


class SeatUse(Struct, frozen=True):
    """Seconds: to start, in all, and for the longest question; how many there were."""

    start: float
    total: float
    longest: float
    questions: int


class SeatWords(Struct, frozen=True):
    """What only the own seats and teachers tell: time, the fault as it happened, stderr."""

    seat: int
    use: SeatUse | None
    offence: Raw | None
    stderr: list[TurnWords]


class ClassGameShown(Struct, frozen=True):
    """`record` has the comments of those seats alone that may be known."""

    game: ClassGameSummary
    record: str
    words: list[SeatWords]


class FrozenVersion(Struct, frozen=True):
    """Who plays in the final; `mine` is the own."""

    pseudonym: str
    version: int
    mine: bool


class FinalStanding(Struct, frozen=True):
    """A row of the final's order, from the first; who cannot be told apart shares a place."""

    pseudonym: str
    version: int
    rating: float
    low: float
    high: float
    place: int
    name: str
    student: str


class FinalShown(Struct, frozen=True):
    """`rows` and `certainties` (of every two rows beside each other) are empty for whoever may not
    know the order yet; `finished` is 0 while it is played."""

    begun: int
    games: int
    again: int
    played: int
    of: int
    finished: int
    frozen: list[FrozenVersion]
    rows: list[FinalStanding]
    certainties: list[float]


# For teachers


class FinalWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """`games` a pairing."""

    games: Annotated[int, Meta(ge=1, le=100)] = 4


class MemberShown(Struct, frozen=True, rename="camel"):
    """`state` of the last hand-in, and where it stopped; `version` is the number of the active
    one, 0 where there is none; `requests` how many wait for an answer."""

    id: str
    student: str
    name: str
    email: str
    pseudonym: str
    role: Literal["operator", "teacher", "assistant", "student", "guest"]
    member: Literal["invited", "waiting", "joined", "removed"]
    version: int
    state: str
    stopped_at: str
    arrived: int | None
    last: str
    heading: Message | None
    requests: int


class RosterText(Struct, frozen=True, forbid_unknown_fields=True):
    """`preview`: nothing is changed."""

    text: Annotated[str, Meta(max_length=200_000)]
    preview: bool = True


class RosterLine(Struct, frozen=True):
    student: str
    name: str
    email: str


class RosterProblem(Struct, frozen=True):
    line: int
    message: Message


class RosterShown(Struct, frozen=True):
    """What a roster does, or would do."""

    added: list[RosterLine]
    changed: list[RosterLine]
    same: int
    problems: list[RosterProblem]


class LinkShown(Struct, frozen=True):
    """A one-time link, told once."""

    student: str
    name: str
    email: str
    token: str


class ClassCode(Struct, frozen=True):
    """Empty while nobody can join by one."""

    code: str


class ClassSums(Struct, frozen=True):
    """Numbers without anybody's name. `seen` is when the arena was last at work."""

    members: int
    active: int
    games: int
    queued: int
    running: int
    places: int
    seen: int | None
    incidents: int


class ReviewWanted(Struct, frozen=True, forbid_unknown_fields=True):
    game: Id
    text: Annotated[str, Meta(min_length=1, max_length=280)]


class ReviewAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=2000)]


class ReviewShown(Struct, frozen=True):
    """A request to look at a game again; `answered` is 0 while it waits. `judged` is what the rules
    say of the record: empty until they were asked."""

    id: str
    game: str
    pseudonym: str
    student: str
    text: str
    created: int
    judged: Literal["", "stands", "doubtful", "unreadable"]
    answer: str
    answered: int
