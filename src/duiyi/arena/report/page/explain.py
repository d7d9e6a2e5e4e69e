"""Faults in words: what a verdict means, and which rule was broken, in all languages.

The broken rule is not kept with a game: it is asked for again, in the position in which it
happened, from the rules themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from duiyi.arena.game.played import Offence
from duiyi.arena.report.page.faults import kind_of, label_of
from duiyi.arena.report.page.words import cut, one_line, phrase, visible
from duiyi.core import BadToken, DuiyiError, State, Violation
from duiyi.core.locale import has
from duiyi.core.message import Message
from duiyi.core.state import Game
from duiyi.engine.fault import CODES, Verdict, as_written

SHOWN = 200
"""So much of an offending text stands in a sentence; all that was kept stands below."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The kind of fault in a few words, what happened, and why that is wrong by the rules, if they
    were asked; `sites` are those that the rule is about."""

    title: Message
    told: Message
    rule: Message | None = None
    sites: tuple[str, ...] = ()


def explain(offence: Offence, game: Game) -> Explanation:
    token = cut(one_line(as_written(offence.text, offence.wrote)), SHOWN)
    title = label_of(kind_of(offence), game)
    if offence.verdict is Verdict.illegal:
        broken = _broken(offence, game)
        told = phrase("fault.illegal", token=token)
        if isinstance(broken, Violation):
            return Explanation(title, told, broken.message, broken.sites)
        return Explanation(title, told, broken)
    rule: Message | None = None
    if offence.verdict is Verdict.protocol and offence.code in ("bad-token", "too-many-tokens"):
        broken = _broken(offence, game)
        rule = broken.message if isinstance(broken, Violation) else broken
    return Explanation(title, _told(offence, token), rule)


def evidence(offence: Offence) -> list[tuple[Message, str]]:
    """What was kept of a fault, each with what it is called; it is the bot's own, and hostile."""
    code = one_line(f"{offence.verdict.value} {offence.code}")
    kept = {
        "code": code,
        "text": as_written(offence.text, offence.wrote),
        "detail": offence.detail,
        "stderr": offence.stderr,
        "position": offence.position,
    }
    return [(phrase(f"evidence.{name}"), visible(what)) for name, what in kept.items() if what]


def _told(offence: Offence, token: str) -> Message:
    """The sentence for a code; `exit-3` is the code `exit` with what stands after it."""
    verdict = offence.verdict
    code = next(
        (
            c
            for c in CODES.get(verdict, ())
            if offence.code == c or offence.code.startswith(f"{c}-")
        ),
        "",
    )
    key = f"fault.{verdict.value}.{code}"
    if not code or not has(f"core:report.{key}", "en"):
        return phrase("fault.other", code=offence.code)
    return phrase(key, token=token, what=offence.code.removeprefix(code).removeprefix("-"))


def _broken(offence: Offence, game: Game) -> Violation | Message | None:
    """What the rules say to the offending text; nothing if they do not find it wrong."""
    try:
        state: State[Any] = game.load(offence.position)
    except DuiyiError:
        return None
    found: Violation | Message | None = None
    for token in (offence.text, *offence.text.split()):
        judged = _judged(state, token, offence.seat)
        if isinstance(judged, Violation) and judged.code == offence.code:
            return judged
        found = found or judged
    return found


def _judged(state: State[Any], token: str, seat: int) -> Violation | Message | None:
    try:
        return state.why_not(token) if state.actor == seat else state.leftover(token)
    except BadToken as error:
        return error.message
    except DuiyiError:
        return None
