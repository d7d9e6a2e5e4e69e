"""What teaches a game: its page of rules with diagrams, its lessons, and tries in both.

Names and fields are those of `web/src/net/wire/`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from duiyi.core.errors import Violation
from duiyi.core.message import Message
from duiyi.core.options import Value
from duiyi.core.state import Seat
from duiyi.core.view import Geometry, View
from duiyi.server.wire.messages import Frame, Token

SpanKind = Literal["text", "strong", "emphasis", "code", "link"]


class RulesSpan(Struct, frozen=True):
    """Words of one kind; `href` is where a link leads."""

    kind: SpanKind
    text: str
    href: str


class Diagram(Struct, frozen=True):
    """A position in a page of rules, with its name there. `verdict`: whether what it shows can be
    played; then the view has that choice alone. `see`: the sites around which the board is shown;
    none: all of it."""

    id: str
    verdict: Literal["", "can", "cannot"]
    geometry: Annotated[Raw, Geometry]
    view: Annotated[Raw, View]
    see: tuple[str, ...]


class DiagramAnswer(Struct, frozen=True):
    """A diagram that is played on. `view`: the position now, with what can be done in it;
    `frames`: what the last try led through, chance too; none after a refusal and at the beginning.
    `violation`: why it was refused."""

    view: Annotated[Raw, View]
    frames: Annotated[Raw, list[Frame]]
    violation: Violation | None


class RulesBlock(Struct, frozen=True):
    """Rows of cells of spans. Only a table has several cells in a row, its first row is its head;
    headings have a level, and an id if they can be led to; of diagrams each has a row, its caption;
    what is none of list, table and diagrams has one row."""

    kind: Literal["heading", "text", "bullets", "numbers", "table", "code", "diagrams"]
    level: int
    rows: tuple[tuple[tuple[RulesSpan, ...], ...], ...]
    id: str = ""
    diagrams: tuple[Diagram, ...] = ()


class RulesPage(Struct, frozen=True):
    """The page of rules that a game brings; without blocks where there is none. `clauses`: by key
    of the game's messages, or by its beginning and a `*`, the id of the part that it is about."""

    language: str
    blocks: tuple[RulesBlock, ...]
    clauses: dict[str, str] = {}


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


# ---- to the server


class DiagramTry(Struct, frozen=True, forbid_unknown_fields=True):
    """All tokens so far, those of chance too, and what is tried now: a token, clicks that mean
    none (`@C5>D5`), or nothing."""

    played: Annotated[list[Token], Meta(max_length=40)]
    text: Annotated[str, Meta(max_length=300)]


class LessonTry(Struct, frozen=True, forbid_unknown_fields=True):
    """The learner's tokens so far, one for each step that is done, and what is tried now: a token,
    or clicks that mean none (`@C5>D5`)."""

    played: Annotated[list[Token], Meta(max_length=40)]
    text: Annotated[str, Meta(max_length=300)]
