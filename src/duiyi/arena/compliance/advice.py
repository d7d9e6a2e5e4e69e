"""Faults in words for the author of the bot: what it did, by which rule that is wrong, what helps.

The words are in the catalog: `bot.problem.CODE` says what happened, `bot.advice.…` what to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from duiyi.arena.compliance.findings import Finding, Level
from duiyi.arena.compliance.program import Withheld
from duiyi.arena.game.played import Offence
from duiyi.core import BadToken, Message, Seat, State, message
from duiyi.core.locale import FALLBACK, has
from duiyi.core.message import Param
from duiyi.engine.bot import Spent
from duiyi.engine.fault import Fault, Verdict, as_written

SHOWN = 120
"""Letters of an offending text that are shown."""
MOVE_WORDS = ("bestmove", "play", "mv", "moves")
READY_WORDS = ("readyok", "uciok", "ok", "yes")
EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class Case:
    """A fault, where it happened, and what could be found out about it afterwards."""

    verdict: Verdict
    code: str
    text: str
    detail: str
    state: State[Any]
    seat: Seat
    where: Message | None = None
    stderr: str = ""
    spent: Spent = field(default_factory=Spent)
    left: float | None = None
    """Seconds that it might have been charged."""
    withheld: Withheld | None = None
    wrote: str = ""
    """What it wrote itself, where `text` is the token that this means."""

    @property
    def said(self) -> str:
        return _cut(as_written(self.text, self.wrote))


def case_of(fault: Fault | Offence, state: State[Any], seat: Seat) -> Case:
    """What a fault tells of itself."""
    return Case(fault.verdict, fault.code, fault.text, fault.detail, state, seat, wrote=fault.wrote)


def explained(case: Case) -> Finding:
    what, advice = _explained(case)
    return Finding(
        Level.problem, what, advice, case.where, case.state.dump(), _last_lines(case.stderr)
    )


def _explained(case: Case) -> tuple[Message, tuple[Message, ...]]:
    match case.verdict:
        case Verdict.illegal:
            return _problem("illegal", token=case.said, code=case.code, rule=rule(case)), ()
        case Verdict.timeout:
            return _late(case)
        case Verdict.crash:
            return _crashed(case)
        case Verdict.protocol:
            return _not_protocol(case)
    return _problem(case.code, detail=case.detail), tuple(_known(case.code))


def rule(case: Case) -> Message:
    """Which rule the token breaks."""
    try:
        if case.state.actor == case.seat:
            broken = case.state.why_not(case.text)
        else:
            broken = case.state.leftover(case.text)
    except BadToken as error:
        return error.message
    return message("bot.rule.unknown") if broken is None else broken.message


# Time


def _late(case: Case) -> tuple[Message, tuple[Message, ...]]:
    found = case.withheld
    if found and found.unfinished:
        return _problem("newline", line=_cut(found.unfinished)), _advice("newline")
    if found and found.lines:
        return _problem("flush", line=_cut(found.lines[0])), _advice("flush")
    figures: dict[str, Param] = {
        "used": f"{case.spent.charged:.2f}",
        "limit": "?" if case.left is None else f"{case.left:.2f}",
        "cpu": f"{case.spent.cpu:.2f}",
        "wall": f"{case.spent.wall:.2f}",
    }
    advice = "waits" if found and found.quiet else case.code
    return _problem(case.code, **figures), _advice(advice)


# The end of the program


def _crashed(case: Case) -> tuple[Message, tuple[Message, ...]]:
    kind, _, which = case.code.partition("-")
    if kind == "signal":
        said = _problem("signal", signal=f"SIG{which}", detail=case.detail)
        return said, tuple(_known(f"signal-{which}")) or _advice("signal")
    said = _problem("exit", status=which, detail=case.detail)
    if "Traceback (most recent call last)" in case.stderr:
        return said, _advice("traceback")
    return said, tuple(_known(f"exit-{which}")) or _advice("exit")


# Output


def _not_protocol(case: Case) -> tuple[Message, tuple[Message, ...]]:
    text = case.said
    what = _problem(case.code, text=text, detail=case.detail)
    if case.code == "unknown-line":
        return what, tuple(_unknown_line(case))
    if case.code == "bad-token":
        return what, tuple(_bad_token(case))
    if case.code == "too-many-tokens":
        return _problem(case.code, text=text, detail=rule(case)), _advice(case.code)
    return what, tuple(_known(case.code))


def _unknown_line(case: Case) -> Iterator[Message]:
    """What may have been meant; otherwise it was meant for the author's own eyes."""
    words = case.text.split()
    first = words[0].strip(":").lower() if words else ""
    legal = _legal(case)
    if words and all(word in legal for word in words[:1]):
        yield message("bot.advice.word-move", line=f"move {_cut(case.text)}")
    elif first in MOVE_WORDS or (first == "move" and len(words) > 1):
        yield message("bot.advice.word-move", line=f"move {_cut(' '.join(words[1:]))}")
    elif first in READY_WORDS or first == "ready":
        yield message("bot.advice.word-ready")
    elif case.detail and first in ("legal?",):
        yield message("bot.advice.legal-when")
    elif any(f"{word} " in f"{case.text} " for word in ("move", "ready")):
        yield message("bot.advice.own-line")
        yield message("bot.advice.stderr")
    else:
        yield message("bot.advice.stderr")


def _bad_token(case: Case) -> Iterator[Message]:
    legal = sorted(_legal(case))
    near = [token for token in legal if token.lower() == case.text.lower()]
    near = near or get_close_matches(case.text, legal, 1, 0.6)
    if near:
        yield message("bot.advice.did-you-mean", near=near[0])
    elif legal:
        yield message("bot.advice.examples", examples=tuple(legal[:EXAMPLES]))


def _legal(case: Case) -> set[str]:
    return {case.state.text(action) for action in case.state.actions()}


# Words


def _problem(name: str, /, **params: Param) -> Message:
    return message(f"bot.problem.{name}", **params)


def _advice(*names: str) -> tuple[Message, ...]:
    return tuple(message(f"bot.advice.{name}") for name in names)


def _known(name: str) -> Iterator[Message]:
    """The advice of this name, if there is any."""
    if has(f"core:bot.advice.{name}", FALLBACK):
        yield message(f"bot.advice.{name}")


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def _last_lines(stderr: str, lines: int = 12) -> str:
    return "\n".join(stderr.rstrip().splitlines()[-lines:])
