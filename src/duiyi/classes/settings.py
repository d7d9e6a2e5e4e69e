"""What a teacher decides about a class. Every field is filled in; `checked` refuses what cannot be.

A deadline is kept as a moment, and the zone beside it says in which words the class reads it.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

from duiyi.classes import formula
from duiyi.classes.errors import BadClass
from duiyi.core import BadOptions, game
from duiyi.core.clock import Clock
from duiyi.core.options import Value

LONGEST_TITLE = 80
LONGEST_CLOCK = 3600.0
MOST_GRACE = 7 * 24 * 60
MOST_HAND_INS = 1_000
LEAST_BYTES, MOST_BYTES = 1_000, 50_000_000
USUAL_ZONE = "Asia/Taipei"
MINUTE = 60_000


class ClassSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Game and clock, then rules, then what is shown to whom."""

    game: str
    options: dict[str, Value] = {}
    seats: int = 0
    """How many play a game; 0 is filled in with the fewest that the game knows."""
    clock: Clock = Clock("turn", 5.0)
    deadline: int | None = None
    """Milliseconds since 1970; `None` while there is none."""
    zone: str = USUAL_ZONE
    grace: int = 30
    """Minutes after the deadline in which a hand-in is late, and still taken."""
    hand_ins: int = 10
    """A day and member; only those that compile count."""
    bytes: int = 2_000_000
    """Of one hand-in."""
    names: Literal["pseudonyms", "names"] = "pseudonyms"
    open_ladder: bool = False
    """Whether guests see the ladder."""
    assistants_see_similarity: bool = False
    assistants_see_grades: bool = False
    grades_released: bool = False
    formula: str = formula.DEFAULT

    @property
    def closes(self) -> int | None:
        """When nothing is taken any more."""
        return None if self.deadline is None else self.deadline + self.grace * MINUTE

    def day(self, at: int) -> int:
        """The day of a moment where the class is; hand-ins are counted by it."""
        return datetime.fromtimestamp(at / 1000, ZoneInfo(self.zone)).toordinal()

    def late(self, at: int) -> bool:
        return self.deadline is not None and at > self.deadline

    def closed(self, at: int) -> bool:
        return self.closes is not None and at > self.closes


def checked(settings: ClassSettings) -> ClassSettings:
    """The settings with every field filled in; `BadClass` names the field that cannot be."""
    try:
        ruleset = game(settings.game)
    except BadOptions as error:
        raise BadClass("game", "game", problem=error.message) from None
    seats = settings.seats or ruleset.seats[0]
    if seats not in ruleset.seats:
        low, high = ruleset.seats[0], ruleset.seats[-1]
        known = str(low) if low == high else f"{low}-{high}"
        raise BadClass("seats", "seats", game=ruleset.id, known=known, seats=seats)
    try:
        options = ruleset.options.of(settings.options)
        ruleset.start(seats, **dict(options.items()))
    except BadOptions as error:
        raise BadClass("options", "options", problem=error.message) from None
    _check_clock(settings.clock)
    _check_zone(settings.zone)
    _check_number("grace", settings.grace, 0, MOST_GRACE)
    _check_number("hand-ins", settings.hand_ins, 1, MOST_HAND_INS)
    _check_number("bytes", settings.bytes, LEAST_BYTES, MOST_BYTES)
    try:
        formula.check(settings.formula)
    except formula.BadFormula as error:
        raise BadClass("formula", "formula", problem=error.message) from None
    return msgspec.structs.replace(settings, seats=seats, options=dict(options.items()))


def read_deadline(text: str, zone: str) -> int:
    """The moment that `2026-12-18 23:59` is in a zone; an offset in the text itself counts more.

    A time that the zone's clocks skip or show twice is taken as its earlier reading."""
    _check_zone(zone)
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        raise BadClass("deadline", "deadline", text=text[:40]) from None
    if found.tzinfo is None:
        if len(text.strip()) <= len("2026-12-18"):  # a day alone is meant to its end
            found = found.replace(hour=23, minute=59, second=59)
        found = found.replace(tzinfo=ZoneInfo(zone))
    try:
        return round(found.astimezone(UTC).timestamp() * 1000)
    except (OverflowError, ValueError):
        raise BadClass("deadline", "deadline", text=text[:40]) from None


def shown_moment(at: int, zone: str) -> str:
    """A moment as the clocks of a zone show it, with the zone's offset."""
    return datetime.fromtimestamp(at / 1000, ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M %z")


def clean_title(title: str) -> str:
    """A title on one line; `BadClass` where nothing is left of it, or too much."""
    clean = " ".join("".join(s if s.isprintable() else " " for s in title).split())
    if not 0 < len(clean) <= LONGEST_TITLE:
        raise BadClass("title", "title", most=LONGEST_TITLE)
    return clean


def _check_clock(clock: Clock) -> None:
    fits = clock.kind == "none" or (
        clock.kind in ("turn", "game")
        and 0 < clock.seconds <= LONGEST_CLOCK
        and 0 <= clock.increment <= LONGEST_CLOCK
    )
    if not fits:
        raise BadClass("clock", "clock", longest=round(LONGEST_CLOCK))


def _check_zone(zone: str) -> None:
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):
        raise BadClass("zone", "zone", zone=zone[:40]) from None


def _check_number(field: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise BadClass("number", field, item=field, low=low, high=high, value=value)
