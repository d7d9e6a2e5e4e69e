"""What somebody means by what he types: tokens, or legal actions as lists of moves say them.

Tokens are what records hold. People may type either, in any letter case and in any of the
languages; where a text could mean two legal actions it means none. Several decisions of one turn
may be typed as lists join them: "F6×F5, then C2 on B2".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from duiyi.core.locale import LANGUAGES, text
from duiyi.core.message import message
from duiyi.core.state import State

LONGEST = 200
"""Characters of a text that may be a notation."""
MOST_POSITIONS = 6
"""In which a text is read: what strangers type costs no more than this."""
_SIGNS = str.maketrans({"×": "x", "−": "-", "–": "-", "・": "·"})
_remark = re.compile(r"\([^()]*\)$")


def meant(state: State[Any], typed: str, language: str = "") -> tuple[str, ...]:
    """The tokens of the decisions that a text means, one after the other, all of the same seat and
    turn; none where it means nothing, or more than one thing. `language` is asked first."""
    if len(typed) > LONGEST:
        return ()
    return _Reader(language).tokens(state, typed)


def folded(typed: str) -> str:
    """A text without what people do not type alike: case, spaces, width and shape of signs."""
    plain = unicodedata.normalize("NFKC", typed.translate(_SIGNS)).casefold()
    return "".join(plain.split()).rstrip(".。")


class _Reader:
    """Reads one text, in as many positions as it may."""

    def __init__(self, language: str) -> None:
        self._languages = sorted(LANGUAGES, key=lambda known: known != language)
        self._left = MOST_POSITIONS

    def tokens(self, state: State[Any], typed: str) -> tuple[str, ...]:
        meanings = _Meanings(state, self._languages)
        if token := meanings.of(typed):
            return (token,)
        found = {
            tokens for head, rest in _parts(typed) if (tokens := self._both(meanings, head, rest))
        }
        return found.pop() if len(found) == 1 else ()

    def _both(self, meanings: _Meanings, head: str, rest: str) -> tuple[str, ...]:
        """A decision, and those after it in the same turn."""
        token, state = meanings.of(head), meanings.state
        if token is None or not rest or not self._left:
            return ()
        self._left -= 1
        after = state.play(token)
        if (after.actor, after.turn) != (state.actor, state.turn):
            return ()
        tokens = self.tokens(after, rest)
        return (token, *tokens) if tokens else ()


class _Meanings:
    """What texts mean in one position."""

    def __init__(self, state: State[Any], languages: Iterable[str]) -> None:
        self.state = state
        self._actions = state.actions()
        self._tokens = [state.text(action) for action in self._actions]
        self._known = [_once(zip(map(folded, self._tokens), self._tokens, strict=True))]
        self._languages = iter(languages)

    def of(self, typed: str) -> str | None:
        """The token that a text means, if it means one."""
        if typed.strip() in self._tokens:
            return typed.strip()
        wanted = folded(typed)
        return next((one[wanted] for one in self._all() if wanted in one), None) if wanted else None

    def _all(self) -> Iterator[dict[str, str]]:
        """Tokens by text, first of tokens, then of notations in each language, as far as asked."""
        yield from [*self._known]
        for language in self._languages:
            said = [folded(text(self.state.notation(one), language)) for one in self._actions]
            short = [_remark.sub("", one) for one in said]
            made = [_once(zip(texts, self._tokens, strict=True)) for texts in (said, short)]
            self._known += made
            yield from made


def _once(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """By text, where it stands for one token alone."""
    found: dict[str, set[str]] = {}
    for text_of, token in pairs:
        found.setdefault(text_of, set()).add(token)
    return {one: tokens.pop() for one, tokens in found.items() if len(tokens) == 1}


def _parts(typed: str) -> Iterator[tuple[str, str]]:
    """Every way to take a text for one decision and what follows it."""
    plain = folded(typed)
    for joint in _joints():
        at = plain.find(joint)
        while at >= 0:
            yield plain[:at].rstrip(","), plain[at + len(joint) :]
            at = plain.find(joint, at + 1)


@cache
def _joints() -> tuple[str, ...]:
    """What stands between two decisions of a turn; a comma before it may be left out."""
    keys = ("notation.then", "notation.between")
    said = (folded(text(message(key), one)).lstrip(",") for one in LANGUAGES for key in keys)
    return tuple(dict.fromkeys(said))
