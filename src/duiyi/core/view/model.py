"""Views: everything that is needed to show a position and to play on it, as plain data.

A geometry is the fixed board; a view is what stands on it now and what may be clicked. Neither
says how anything looks: glyphs and marks are names that a theme draws.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from duiyi.core.message import Message
from duiyi.core.outcome import Outcome

BUTTON = "#"
"""A click path element that starts with this is a button, not a site."""
SPARE = "spare"
"""The kind of an edge that shows only while someone points at one of its ends: a link beside the
one that holds a piece. Pictures, which nobody can point at, leave it out."""


@dataclass(frozen=True, slots=True)
class Site:
    """A place of the board: a cell when it has an outline, otherwise a point."""

    id: str
    x: float
    y: float
    label: str = ""
    group: str = ""
    outline: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Geometry:
    """The fixed part of a board, in units of one cell; y grows downwards."""

    sites: tuple[Site, ...] = ()
    lines: tuple[tuple[tuple[float, float], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Stone:
    """One layer of a stack: a glyph in a seat's colour, with a short label where it has one."""

    glyph: str
    seat: int | None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """What stands on a site, from below to the top, and the marks that say how it is doing."""

    site: str
    stack: tuple[Stone, ...]
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """A line between two sites over others: a link, a bond, an attack."""

    source: str
    target: str
    via: tuple[str, ...]
    owner: int | None
    kind: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Area:
    """Sites that belong together: a safe zone."""

    sites: tuple[str, ...]
    owner: int | None
    kind: str


@dataclass(frozen=True, slots=True)
class Meter:
    """A number beside the board: life, holdings, shells, bonus actions left."""

    name: Message
    value: Fraction | int
    seat: int | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as the page lists it; `symbol` is a glyph."""

    seat: int
    symbol: str
    inside: bool
    score: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a choice would do besides at its target, shown while it is considered.

    `kind`: `dies`, `cut` (off) and `spent` are about the pieces on these sites, whoever owns them;
    `reach` is how far it goes, over pieces and empty sites; `breaks` and `holds` are what becomes
    of the second site by the first, in the words of `said`. Who holds loses nothing by it.
    """

    kind: str
    sites: tuple[str, ...] = ()
    said: Message | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action and the clicks that play it; each path ends in a site or a button.

    `edges` are shown while it is considered: the line of an attack; `consequences` likewise. `verb`
    is the kind of what it does, such as `link` or `capture`: the board marks its target by it, and
    the message `verb.VERB` of the game names it. Without one a plain dot or target is drawn. Where
    a path ends in a site, that is the target; a path that ends in a button plays the same.
    """

    token: str
    paths: tuple[tuple[str, ...], ...]
    label: Message
    preview: Message | None = None
    default: bool = False
    edges: tuple[Edge, ...] = ()
    verb: str = ""
    consequences: tuple[Consequence, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that playing an action does: what is said, about which sites, caused by which."""

    message: Message
    sites: tuple[str, ...] = ()
    causes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """A position as someone sees it. `choices` are there for the actor, or when nobody looks.

    `prompt` says who decides what; `prompt_you` says the same to who decides, where a game has
    words for that.
    """

    actor: int | None
    owner: int
    turn: int
    seats: tuple[SeatView, ...]
    prompt: Message
    pieces: tuple[Piece, ...] = ()
    sites: tuple[Site, ...] = ()
    edges: tuple[Edge, ...] = ()
    areas: tuple[Area, ...] = ()
    meters: tuple[Meter, ...] = ()
    choices: tuple[Choice, ...] = ()
    last: tuple[str, ...] = ()
    outcome: Outcome | None = field(default=None)
    prompt_you: Message | None = None


def button(name: str) -> str:
    """The click path element of a button; it is worded by the key `button.NAME`."""
    return BUTTON + name
