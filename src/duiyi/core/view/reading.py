"""What somebody means by what he types: a token, or a legal action as lists of moves say it.

Tokens are what records hold. People may type either, in any letter case and in any of the
languages; where a text could mean two legal actions it means none.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any

from duiyi.core.locale import LANGUAGES, text
from duiyi.core.state import State

LONGEST = 200
"""Characters of a text that may be a notation."""
_SIGNS = str.maketrans({"×": "x", "−": "-", "–": "-", "・": "·"})


def meant(state: State[Any], typed: str, language: str = "") -> str | None:
    """The token of the one legal action that a text means; `language` is asked first."""
    wanted = folded(typed)
    if not wanted or len(typed) > LONGEST:
        return None
    actions = state.actions()
    tokens = [state.text(action) for action in actions]
    if typed.strip() in tokens:
        return typed.strip()
    if found := _only(token for token in tokens if folded(token) == wanted):
        return found
    notations = [state.notation(action) for action in actions]
    for one in sorted(LANGUAGES, key=lambda known: known != language):
        said = zip(tokens, notations, strict=True)
        if found := _only(token for token, told in said if folded(text(told, one)) == wanted):
            return found
    return None


def folded(typed: str) -> str:
    """A text without what people do not type alike: case, spaces, width and shape of signs."""
    plain = unicodedata.normalize("NFKC", typed.translate(_SIGNS)).casefold()
    return "".join(plain.split()).rstrip(".。")


def _only(found: Iterator[str]) -> str | None:
    first = next(found, None)
    return first if first is not None and next(found, None) is None else None
