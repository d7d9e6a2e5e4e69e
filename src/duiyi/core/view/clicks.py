"""Rows of clicks and choices: how far they fit. What a misfit means, a game says."""

from __future__ import annotations

from collections.abc import Sequence

from duiyi.core.errors import Violation, violation
from duiyi.core.view.model import Choice

LONGEST_CLICK = 64
"""Of a longer text only the beginning is repeated in words."""

Clicks = tuple[str, ...]


def played_by(choices: Sequence[Choice], clicks: Clicks) -> str | None:
    """The token of the choice that exactly these clicks play."""
    for choice in choices:
        if clicks in choice.paths:
            return choice.token
    return None


def begins(choices: Sequence[Choice], clicks: Clicks) -> bool:
    """Whether a choice's path begins with these clicks, or is these clicks."""
    count = len(clicks)
    return any(path[:count] == clicks for choice in choices for path in choice.paths)


def up_to_misfit(choices: Sequence[Choice], clicks: Clicks) -> Clicks:
    """The clicks up to the first that leads to no choice."""
    longest = max((len(path) for choice in choices for path in choice.paths), default=0)
    for count in range(1, min(len(clicks), longest + 1)):
        if not begins(choices, clicks[:count]):
            return clicks[:count]
    return clicks[: longest + 1]


def nothing_here(click: str, sites: frozenset[str]) -> Violation:
    """Where there is no better reason."""
    shown = ascii(click[:LONGEST_CLICK])[1:-1]
    known = (click,) if click in sites else ()
    return violation("core", "nothing-here", *known, site=shown)
