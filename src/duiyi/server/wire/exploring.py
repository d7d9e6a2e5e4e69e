"""What travels when somebody explores positions: a line of decisions in, its positions out.

Names and fields are those of `web/src/net/wire/exploring.ts`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from duiyi.core.errors import Violation
from duiyi.core.message import Message
from duiyi.core.options import Value
from duiyi.core.view import Geometry, View
from duiyi.server.limits import FIXED
from duiyi.server.wire.messages import Entry, NewName, Path, SeatNumber

Step = Annotated[str, Meta(max_length=80)]
"""A token, or the withdrawal of a seat as a record has it: `!1 resigned`."""


class Odds(Struct, frozen=True):
    """A result of chance; `chance` is a fraction such as "5/96"."""

    token: str
    label: Message
    chance: str


class Explored(Struct, frozen=True):
    """A position of a line. `entry`: what led to it, null at the beginning; `path`: the clicks that
    make it, where they were asked for. `text`: as `dump` writes it. `view`: with the choices of
    whoever decides; null where it was not asked for. `odds`: where chance decides. `guarded`: it
    lies on the board of a game that people are playing, so nobody is helped in it; told where there
    is a view, and where `guards` asks for it."""

    at: int
    entry: Annotated[Raw, Entry | None]
    path: tuple[str, ...]
    text: str
    view: Annotated[Raw, View | None]
    odds: tuple[Odds, ...]
    guarded: bool


class Exploration(Struct, frozen=True):
    """The positions of a line, from where it begins to its end."""

    game: str
    seats: int
    options: dict[str, Value]
    geometry: Annotated[Raw, Geometry]
    steps: tuple[Explored, ...]


class Explained(Struct, frozen=True):
    """Why clicks mean nothing; null: there is nothing to say against them."""

    violation: Violation | None
    token: str | None


class Understood(Struct, frozen=True):
    """The legal decisions of one turn that a typed text means; empty: none, or several ways."""

    tokens: tuple[str, ...]


class RecordText(Struct, frozen=True):
    """A record in one of its forms."""

    text: str


class Checked(Struct, frozen=True):
    """What a certificate has proven: the result for whoever is to act, and how many positions had
    to be looked at."""

    game: str
    position: str
    result: Literal["win", "loss", "draw"]
    positions: int


class Counted(Struct, frozen=True):
    """How many positions of a certificate have been checked so far; 0 while it waits."""

    positions: int


# ---- to the server


class Line(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of decisions. It begins at `start`, a position text; where that is null, at the
    beginning of a game with so many `seats` (null: as few as can play) and these `options`."""

    game: NewName
    start: Annotated[str, Meta(max_length=8_000)] | None = None
    seats: SeatNumber | None = None
    options: dict[str, Value] = {}
    tokens: Annotated[list[Step], Meta(max_length=FIXED.explored_steps)] = []


class ExploreWanted(Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`views`: how many of the last positions are to be seen; `paths`: of how many of the first
    decisions the clicks are wanted; `guards`: of how many of the last positions it is wanted
    whether anybody may be helped there, besides those that are seen."""

    views: Annotated[int, Meta(ge=0, le=FIXED.explored_views)] = 1
    paths: Annotated[int, Meta(ge=0, le=FIXED.explored_views)] = 0
    guards: Annotated[int, Meta(ge=0, le=FIXED.explored_views)] = 0


class ExplainWanted(Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Clicks at the end of the line that mean nothing."""

    path: Path


class UnderstandWanted(Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody typed at the end of the line."""

    text: Annotated[str, Meta(max_length=200)]
    language: Annotated[str, Meta(max_length=16)] = ""


class ConvertWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A record in either form, and the form that is wanted."""

    text: str
    to: Literal["dyr", "json"]


Job = Annotated[int, Meta(ge=0, lt=2**31)]


class CertificateText(Struct, frozen=True, forbid_unknown_fields=True):
    """A certificate, as `duiyi solve` and the engine in the page write it. By `job`, a number that
    whoever asks has drawn, he can ask how far it is."""

    text: str
    job: Job = 0
