"""What somebody tries: a token, or a row of clicks that is one or means none."""

from __future__ import annotations

from typing import Any

from duiyi.core.errors import Violation
from duiyi.core.state import State

CLICKS, THEN = "@", ">"
"""A row of clicks begins with the one, and the other stands between them."""


def legal(state: State[Any], text: str) -> tuple[str | None, Violation | None]:
    """The token that a try plays, or why it plays none: neither for clicks that only begin one.
    `BadToken` where the text is none."""
    token: str | None = text
    if text.startswith(CLICKS):
        token, broken = state.why_path(tuple(text.removeprefix(CLICKS).split(THEN)))
        if broken is not None:
            return None, broken
    if token is None:
        return None, None
    broken = state.why_not(token)
    return (token, None) if broken is None else (None, broken)
