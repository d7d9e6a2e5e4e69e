"""The five errors that bad input can cause, and the violation that an illegal action commits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from duiyi.core.locale import text
from duiyi.core.message import Message, Param, message


@dataclass(frozen=True, slots=True)
class Violation:
    """Which rule an action breaks: a code, the reason in words, and the sites concerned."""

    code: str
    message: Message
    sites: tuple[str, ...] = ()

    def __str__(self) -> str:
        return text(self.message)


class DuiyiError(Exception):
    """What a person or program handed in cannot be taken; `message` says why."""

    keeps_lines: ClassVar[bool] = False
    """Whether the message has several lines, which are to be shown as they are."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return text(self.message)


class IllegalAction(DuiyiError):
    """The action is readable, but the rules forbid it here."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(violation.message)
        self.args = (violation,)
        self.violation = violation


class BadToken(DuiyiError):
    """The text is not the token of any action."""


class BadPosition(DuiyiError):
    """The text is not a position of the game.

    `sites` and `fields` say where: what stands there, or what the position says beside its board,
    by the names of the game's palette. `also` is what is wrong besides.
    """

    def __init__(
        self,
        message: Message,
        sites: Iterable[str] = (),
        fields: Iterable[str] = (),
        also: Iterable[BadPosition] = (),
    ) -> None:
        super().__init__(message)
        self.sites, self.fields, self.also = tuple(sites), tuple(fields), tuple(also)
        self.args = (message, self.sites, self.fields, self.also)


def refuse(problems: Iterable[BadPosition]) -> None:
    """Raise the first problem with all others, if there is one."""
    first, *others = (*problems, None)
    if first is not None:
        raise BadPosition(first.message, first.sites, first.fields, filter(None, others))


class BadOptions(DuiyiError):
    """A game, a number of seats or an option that does not exist or is out of range."""

    def __init__(self, message: Message, field: str = "") -> None:
        super().__init__(message)
        self.args = (message, field)
        self.field = field


class BadRecord(DuiyiError):
    """The text is not a valid record; `line` and `column` (from 1) say where."""

    def __init__(self, message: Message, line: int, column: int) -> None:
        super().__init__(message)
        self.args = (message, line, column)
        self.line = line
        self.column = column

    def __str__(self) -> str:
        at = message("bad-record.at", line=self.line, column=self.column, problem=self.message)
        return text(at)


def violation(catalog: str, code: str, *sites: str, **params: Param) -> Violation:
    """The violation `code`, worded by `violation.CODE` in the catalog."""
    return Violation(code, message(f"{catalog}:violation.{code}", **params), sites)
