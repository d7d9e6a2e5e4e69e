"""What travels over HTTP alone: games, looks, guests, records. The rest is in `duiyi.server.wire`.

Names and fields are those of `web/src/net/wire.ts`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from duiyi.core.message import Message
from duiyi.core.options import Value
from duiyi.core.outcome import Outcome
from duiyi.core.state import Seat
from duiyi.core.view import Geometry, View
from duiyi.server.wire.messages import Frame, NewName, SeatNumber, Token

Language = Literal["zh-Hant", "zh-Hans", "en"]


class Refusal(Struct, frozen=True):
    """Why a request was not taken; `code` is stable, `field` the part that is wrong."""

    code: str
    message: Message
    field: str = ""


class Health(Struct, frozen=True):
    """`status`: `unsaved` while nothing can be written down."""

    status: Literal["ok", "unsaved"]
    version: str
    page: bool
    tables: int
    connections: int


class Me(Struct, frozen=True):
    name: str


class OptionKind(Struct, frozen=True, rename="camel"):
    name: str
    kind: Literal["switch", "choice", "number"]
    choices: tuple[Value, ...]
    low: int | str | None
    high: int | str | None
    optional: bool
    default: Value
    start_only: bool
    label: Message
    help: Message


class Example(Struct, frozen=True):
    """A position to be drawn: its view has no choices."""

    geometry: Raw
    view: Raw


class Game(Struct, frozen=True, rename="camel"):
    """`example`: null for the games that the page has a picture of; `lessons`: how many there
    are."""

    id: str
    version: int
    seats: tuple[int, int]
    title: Message
    options: tuple[OptionKind, ...]
    turn_seconds: float | None
    example: Example | None
    lessons: int


class Player(Struct, frozen=True):
    """A computer. `level`: from 1, for those that are one; `fits`: by game, the numbers of seats
    with which it can play."""

    name: str
    title: Message
    help: Message | None
    level: int | None
    fits: dict[str, tuple[int, ...]]


SpanKind = Literal["text", "strong", "emphasis", "code", "link"]


class Layer(Struct, frozen=True):
    symbol: str
    size: float
    colour: str
    rise: float


class Look(Struct, frozen=True):
    material: Literal["paper", "slab", "cloth"]
    seal: str
    states: dict[str, tuple[Layer, ...]]
    inert: tuple[str, ...]
    links: dict[str, tuple[float, float, float]]
    stack: dict[str, str | float]
    marks: dict[str, str]
    seats: dict[str, str]
    meters: dict[str, str]
    life: str
    names: dict[str, str]
    colours: dict[str, dict[str, str]]


class LookSheet(Struct, frozen=True):
    look: Look
    symbols: str
    ids: dict[str, str]


class RulesSpan(Struct, frozen=True):
    """Words of one kind; `href` is where a link leads."""

    kind: SpanKind
    text: str
    href: str


class RulesBlock(Struct, frozen=True):
    """Rows of cells of spans. Only a table has several cells in a row, its first row is its head;
    headings have a level; what is neither list nor table has one row."""

    kind: Literal["heading", "text", "bullets", "numbers", "table", "code"]
    level: int
    rows: tuple[tuple[tuple[RulesSpan, ...], ...], ...]


class RulesPage(Struct, frozen=True):
    """The page of rules that a game brings; without blocks where there is none."""

    language: str
    blocks: tuple[RulesBlock, ...]


class LessonOutline(Struct, frozen=True):
    """A lesson in a list of them; `clause` is the part of the rules page that it is about."""

    id: str
    number: int
    topic: Message
    steps: int
    clause: str


class LessonList(Struct, frozen=True):
    """The lessons of a game, and their words in one language."""

    lessons: tuple[LessonOutline, ...]
    catalog: str
    words: dict[str, str]


class LessonStep(Struct, frozen=True):
    """What is asked for now. Hints: `look` says where to look, at which `sites`; `act` names the
    act; `solution` is what "show me" plays."""

    number: int
    ask: Message
    look: Message
    act: Message
    sites: tuple[str, ...]
    solution: str


class LessonStart(Struct, frozen=True):
    """A lesson as it begins; the learner sits on `seat`."""

    outline: LessonOutline
    game: str
    options: dict[str, Value]
    seat: Seat
    geometry: Annotated[Raw, Geometry]
    view: Annotated[Raw, View]
    step: LessonStep


class LessonAnswer(Struct, frozen=True):
    """What a try was. `frames`: the positions that it leads through, as `Frame`s; none where
    nothing was played. After `wrong` and `other` they are taken back. `step`: what is asked for
    now; null when the lesson is done."""

    verdict: Literal["done", "onwards", "wrong", "other", "later", "refused"]
    said: Message
    sites: tuple[str, ...]
    frames: Annotated[Raw, list[Frame]]
    step: LessonStep | None


class RecordSummary(Struct, frozen=True):
    id: str
    source: Literal["table", "record"]
    game: str
    names: tuple[str, ...]
    seats: int
    decisions: int
    outcome: Annotated[Raw, Outcome | None]
    ended: str


class HintStep(Struct, frozen=True):
    """A decision that is expected; chance is the actor -1."""

    actor: Seat
    token: str


class Hint(Struct, frozen=True):
    """What seems best in the position after `at` decisions.

    `path`: its clicks. `share`: of the score that the actor can expect, from 0 to 1. `proof`: where
    that is certain. `line`: what is expected, beginning with the decision itself.
    """

    at: int
    actor: Seat
    token: str
    path: tuple[str, ...]
    label: Annotated[Raw, Message]
    share: float
    proof: Literal["", "win", "level", "loss"]
    line: tuple[HintStep, ...]


class Position(Struct, frozen=True):
    game: str
    options: dict[str, Value]
    geometry: Annotated[Raw, Geometry]
    view: Annotated[Raw, View]
    start: str


# ---- to the server


class NewMe(Struct, frozen=True, forbid_unknown_fields=True):
    """How the guest wants to be called."""

    name: Annotated[str, Meta(max_length=200)]


class Sitting(Struct, frozen=True, forbid_unknown_fields=True):
    """Which seat is taken: by its number, or by the secret of its link."""

    seat: SeatNumber | UnsetType = UNSET
    secret: Annotated[str, Meta(max_length=200)] | UnsetType = UNSET
    name: NewName | UnsetType = UNSET


class HandedIn(Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a record, `.dyr` or JSON."""

    text: str


class HintWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """The position that a hint is wanted for: how many decisions lead to it."""

    at: Annotated[int, Meta(ge=0, le=10**6)]


class PositionText(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, as `dump` writes it."""

    game: NewName
    text: str


class LessonTry(Struct, frozen=True, forbid_unknown_fields=True):
    """The learner's tokens so far, one for each step that is done, and what is tried now: a token,
    or clicks that mean none (`@C5>D5`)."""

    played: Annotated[list[Token], Meta(max_length=40)]
    text: Annotated[str, Meta(max_length=300)]
