"""What the referee writes into a record beside the moves, and how it is read again.

The last node of every answer has a comment that begins with `[clk M:SS.mmm]`, what the seat has
left (missing without a clock), and `[use CHARGED CPU WALL WAITED]`, seconds that the answer cost,
the last one missing where no time was left out; then `[eval …]` where the bot gave one, and
`[wrote …]` where a fault was found in something that is no token itself. Whatever else a bot said
is a second comment: nothing that a bot says can look like what the referee wrote. Moves that the
referee made to open a game have the comment `[opening]`. The tags `Conditions` and `Limits` tell
what the bots were allowed to use.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache

from duiyi.arena.game.clocks import SECOND, clock_text, micro, read_clock
from duiyi.arena.game.conditions import Conditions, Limits
from duiyi.core import BadOptions, Record
from duiyi.core.clock import face
from duiyi.core.record import Node
from duiyi.engine.bot import Spent

OPENING = "[opening]"
LONGEST_SAID = 200
_use = re.compile(
    r"(?:\[clk (?:([0-9]+):)?([0-9]+):([0-9]{2})\.([0-9]{3})\] )?"
    r"\[use ([0-9]+\.[0-9]{6}) ([0-9]+\.[0-9]{6}) ([0-9]+\.[0-9]{6})(?: ([0-9]+\.[0-9]{6}))?\]"
    r"(?: \[eval ([^\]]*)\])?"
    r"(?: \[wrote ([^\[\]]*)\])?"
)
_eval = re.compile(r"eval ([^\s\[\]{}]{1,24})(?: (.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Use:
    """What an answer cost, in microseconds, and what was left then in milliseconds."""

    left: int | None
    charged: int
    cpu: int
    wall: int
    evaluation: str | None = None
    wrote: str | None = None
    waited: int = 0
    """What of the time by the wall clock was left out: none in records that do not tell."""

    @property
    def unwaited(self) -> int:
        return self.wall - self.waited


def used(charged: int, spent: Spent, left: int | None, info: Sequence[str]) -> tuple[str, ...]:
    """The comments on an answer. Times are rounded as the referee rounds them when it judges."""
    wall, left_out = micro(spent.wall), _left_out(spent)
    waited = f" {left_out / SECOND:.6f}" if left_out else ""
    mark = f"[use {charged / SECOND:.6f} {spent.cpu:.6f} {wall / SECOND:.6f}{waited}]"
    if left is not None:
        mark = f"{clock_mark(left)} {mark}"
    if not info:
        return (mark,)
    evaluation, said = _said(info)
    if evaluation:
        mark = f"{mark} [eval {evaluation}]"
    return (mark, said) if said else (mark,)


def written(comments: tuple[str, ...], wrote: str) -> tuple[str, ...]:
    """The comments on an answer with what the bot itself wrote, if it was not a token."""
    if not wrote or not comments:
        return comments
    plain = " ".join(wrote[:LONGEST_SAID].replace("[", "(").replace("]", ")").split())
    return f"{comments[0]} [wrote {plain}]", *comments[1:]


def unwaited(spent: Spent) -> int:
    """Microseconds by the wall clock without those left out, as whoever reads the mark counts."""
    return micro(spent.wall) - _left_out(spent)


def _left_out(spent: Spent) -> int:
    """What is begun is not left out."""
    return max(0, int(spent.waited * SECOND))


def _said(info: Sequence[str]) -> tuple[str, str]:
    """The last evaluation, and the last other words."""
    evaluation = said = ""
    for line in info:
        found = _eval.fullmatch(line)
        if found:
            evaluation = found[1]
            line = found[2] or ""
        said = line.strip() or said
    return evaluation, said[:LONGEST_SAID]


def clock_mark(left: int) -> str:
    return f"[clk {face(left, SECOND, 3)}]"


def use_of(node: Node) -> Use | None:
    """What the referee noted about the answer that ended with this node."""
    found = _use.fullmatch(node.comments[0]) if node.comments else None
    if found is None:
        return None
    hours, minutes, seconds, millis, charged, cpu, wall, waited, evaluation, wrote = found.groups()
    left = None
    if seconds is not None:
        left = ((int(hours or 0) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + int(millis)
    left_out = 0 if waited is None else _micro(waited)
    return Use(left, _micro(charged), _micro(cpu), _micro(wall), evaluation, wrote, left_out)


def _micro(text: str) -> int:
    whole, _, rest = text.partition(".")
    return int(whole) * SECOND + int(rest)


@cache
def condition_tags(conditions: Conditions) -> tuple[tuple[str, str], ...]:
    """The conditions as tags of a record."""
    told = {
        "clock": clock_text(conditions.clock),
        "start_up": f"{conditions.start_up:g}",
        "wall_factor": f"{conditions.wall_factor:g}",
        "cores": str(conditions.cores),
        "sandbox": "off" if conditions.trust else "on",
    }
    limits = {field.name: str(getattr(conditions.limits, field.name)) for field in fields(Limits)}
    return ("Conditions", _pairs(told)), ("Limits", _pairs(limits))


def conditions_of(record: Record) -> Conditions | None:
    """The conditions that a record tells; `None` where it tells none that can be read."""
    tags = dict(record.tags)
    told = dict(word.split("=", 1) for word in tags.get("Conditions", "").split() if "=" in word)
    limits = dict(word.split("=", 1) for word in tags.get("Limits", "").split() if "=" in word)
    try:
        return Conditions(
            clock=read_clock(told["clock"]),
            start_up=float(told["start_up"]),
            wall_factor=float(told["wall_factor"]),
            cores=int(told["cores"]),
            limits=Limits(**{field.name: int(limits[field.name]) for field in fields(Limits)}),
            trust=told["sandbox"] == "off",
        )
    except (KeyError, ValueError, BadOptions):
        return None


def _pairs(told: dict[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in told.items())
