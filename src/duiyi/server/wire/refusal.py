"""Refusals: what is said to somebody whose request is not taken."""

from __future__ import annotations

from duiyi.core.errors import BadOptions, BadToken, DuiyiError, IllegalAction, Violation
from duiyi.core.message import Message, Param, message


class Refused(Exception):
    """A request that is not taken: an HTTP status, a stable code, and why in words.

    `field` is the part of the request that is wrong; `violation` the rule that a move breaks.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: Message,
        field: str = "",
        violation: Violation | None = None,
    ) -> None:
        super().__init__(code, message)
        self.status, self.code, self.message = status, code, message
        self.field, self.violation = field, violation


def refused(code: str, status: int = 409, field: str = "", **params: Param) -> Refused:
    """A refusal worded by the server's own catalog under its code."""
    return Refused(status, code, message(f"server:{code}", **params), field)


def refused_by(error: DuiyiError, code: str = "", field: str = "") -> Refused:
    """The refusal that passes on what a game or the core has said."""
    if isinstance(error, IllegalAction):
        return Refused(409, code or "illegal", error.message, field, error.violation)
    if isinstance(error, BadToken):
        return Refused(422, code or "bad-token", error.message, field or "token")
    if isinstance(error, BadOptions):
        return Refused(422, code or "bad-options", error.message, field or error.field)
    return Refused(422, code or "bad-position", error.message, field)
