"""Who is on the list and cannot play: in `cup.toml` with the reason, in the standings last.

    absent = [{ name = "李四", id = "B2", reason = "compile", detail = "main.c:3:1: error: …" }]

A reason is one of the words below, which every language has a sentence for, or any other text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from duiyi.arena.intake.bot_names import check_name
from duiyi.arena.tournament.fields import Fields
from duiyi.core import Message, message

REASONS = (
    "nothing",  # the class list has the student, but nothing was handed in
    "refused",  # what was handed in could not be unpacked, or is not acceptable
    "no-program",  # there is nothing to run, or it is not clear what
    "compile",  # it does not compile
    "no-move",  # it was asked for a first move, and made none that is legal
    "stdout",  # it prints its answer instead of writing it
    "interface",  # it moves, but by another interface than it has to
    "machine",  # it could not be tried, by nobody's fault
)
LONGEST = 500


@dataclass(frozen=True, slots=True)
class Absent:
    """`detail` is what was seen: a line of the compiler, a sentence about what it answered."""

    name: str
    reason: str
    detail: str = ""
    id: str = ""

    @property
    def words(self) -> Message:
        """The reason, in any language; with the detail where there is one."""
        known = self.reason in REASONS
        said: Message | str = message(f"cup.absent.{self.reason}") if known else self.reason
        if not self.detail:
            return message("cup.absent.only", reason=said)
        return message("cup.absent.with-detail", reason=said, detail=self.detail)


def read_absent(fields: Fields, names: Sequence[str]) -> tuple[Absent, ...]:
    """The list in a table; nobody is absent and plays."""
    value = fields.anything("absent", [])
    if not isinstance(value, list):
        raise fields.wrong_type("absent", list)
    taken = {name.casefold() for name in names}
    found = []
    for number, entry in enumerate(value, 1):
        if not isinstance(entry, dict):
            raise fields.bad("absent-form", number=number)
        table = Fields(entry, f"{fields.where} absent {number}")
        one = Absent(
            table.text("name"),
            table.text("reason", REASONS[0])[:LONGEST],
            table.text("detail", "")[:LONGEST],
            table.text("id", ""),
        )
        table.done()
        check_name(one.name, table)
        if one.name.casefold() in taken:
            raise fields.bad("duplicate", name=one.name, other=one.name)
        taken.add(one.name.casefold())
        found.append(one)
    return tuple(found)
