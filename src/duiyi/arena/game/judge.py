"""The judge: derives every verdict of a record anew, from the rules and from what was noted.

Reading a record has already shown that each decision is legal and that result and reason are those
of the last position. What is judged here is why seats withdrew, and whether the clock was kept.
Whether a program crashed, or used too much memory, no record can show: that is left to the log.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from duiyi.arena.game.clocks import SECOND, cap, micro, started
from duiyi.arena.game.notes import OPENING, Use, conditions_of, use_of
from duiyi.arena.game.referee import TOO_MANY
from duiyi.core import BadToken, Message, Record, Seat, State, message
from duiyi.core.clock import Clocks
from duiyi.core.message import Param
from duiyi.core.record import Decision, Node, Withdrawal
from duiyi.core.record.check import shown
from duiyi.core.state import CHANCE
from duiyi.engine.client import START_CAP
from duiyi.engine.fault import Verdict


class Finding(StrEnum):
    """What can be said about a verdict."""

    confirmed = "confirmed"
    contradicted = "contradicted"
    logged = "logged"
    """Not derivable from the record: taken from the log."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """About one node: a withdrawal, or an answer about which the record is at odds with itself."""

    node: int
    turn: int
    seat: Seat
    verdict: str
    """Empty where nothing was judged, though it should have been."""
    code: str | None
    text: str | None
    finding: Finding
    reason: Message
    wrote: str | None = None
    """What the bot itself wrote, where `text` is the token that this means."""


Found = tuple[Finding, Message]


def judge(record: Record) -> tuple[Judgement, ...]:
    """One judgement per withdrawal, and one for each answer that was timed wrongly."""
    hearing = _Hearing(record)
    for node in record.nodes:
        hearing.hear(node)
    return tuple(hearing.judgements)


class _Hearing:
    """The record, gone through once more from its beginning."""

    def __init__(self, record: Record) -> None:
        self.state = record.first()
        self.conditions = conditions_of(record)
        self.clocks: Clocks | None = None
        if self.conditions is not None:
            self.clocks = started(self.conditions.clock, record.seats)
        self.judgements: list[Judgement] = []
        self.number = 0
        self.asked: tuple[Seat, int] | None = None
        """Whose answer is being heard, and the turn in which it was asked for."""
        self.last: Seat | None = None
        """Whose decision the node before was."""

    def hear(self, node: Node) -> None:
        if isinstance(node, Withdrawal):
            self._withdrawn(node)
        elif node.actor == CHANCE or OPENING in node.comments:
            self.asked = self.last = None
        else:
            self._decided(node)
        self.state = node.after(self.state)
        self.number += 1

    def _decided(self, node: Decision) -> None:
        if self.asked is None or self.asked[0] != node.actor:
            self.asked = (node.actor, self.state.turn)
        self.last = node.actor
        use = use_of(node)
        if use is None:
            return
        left = self._charge(node.actor, use)
        self.asked = None
        if left is None or self.conditions is None:
            return
        limit = cap(left, self.conditions.wall_factor)
        if use.charged > left:
            found = _against("unpunished", used=_seconds(use.charged), left=_seconds(left))
        elif use.unwaited > limit:
            found = _against("unpunished-wall", used=_seconds(use.unwaited), cap=_seconds(limit))
        elif use.left != (rest := max(0, left - use.charged)) // 1000:
            told = "?" if use.left is None else _seconds(use.left * 1000)
            found = _against("clock", told=told, left=_seconds(rest))
        else:
            return
        self._found(node.actor, "", None, node.token, found)

    def _withdrawn(self, node: Withdrawal) -> None:
        use = use_of(node)
        if node.verdict == Verdict.timeout:
            found = self._timeout(node, use)
        else:
            found = self._by_rules(node)
            if use is not None:
                self._charge(node.seat, use)
        wrote = use.wrote if use else None
        self._found(node.seat, node.verdict, node.code, node.text, found, wrote)
        self.asked = self.last = None

    def _charge(self, seat: Seat, use: Use) -> int | None:
        """Charges an answer; what was left when it was asked for, where somebody counted."""
        if self.clocks is None:
            return None
        turn = self.asked[1] if self.asked and self.asked[0] == seat else self.state.turn
        clocks = self.clocks.at(turn)
        self.clocks = clocks.charged(seat, use.charged)
        return clocks.of(seat)

    def _found(
        self,
        seat: Seat,
        verdict: str,
        code: str | None,
        text: str | None,
        found: Found,
        wrote: str | None = None,
    ) -> None:
        self.judgements.append(
            Judgement(self.number, self.state.turn, seat, verdict, code, text, *found, wrote)
        )

    # The clock

    def _timeout(self, node: Withdrawal, use: Use | None) -> Found:
        if self.conditions is None or use is None or not use.charged + use.wall:
            return Finding.logged, message("arena.judge.no-time")
        left, factor = self._charge(node.seat, use), self.conditions.wall_factor
        if node.code == "start-up":
            left, factor = micro(self.conditions.start_up), START_CAP
        if left is None:
            return _against("no-clock")
        limit = cap(left, factor)
        charged, had = _seconds(use.charged), _seconds(left)
        wall, most = _seconds(use.unwaited), _seconds(limit)
        if use.charged > left and node.code != "wall-cap":
            return _for("time-over", used=charged, left=had)
        if use.unwaited > limit and node.code != "timeout":
            return _for("wall-over", used=wall, cap=most)
        return _against("time-kept", used=charged, left=had, wall=wall, cap=most)

    # The rules

    def _by_rules(self, node: Withdrawal) -> Found:
        if node.verdict == Verdict.infra:
            return _against("infra")
        told = (node.verdict, node.code)
        derivable = node.verdict == Verdict.illegal or told in (
            (Verdict.protocol, "bad-token"),
            (Verdict.protocol, TOO_MANY),
        )
        if not derivable:
            return Finding.logged, message("arena.judge.from-log")
        if node.text is None:
            return _against("no-text")
        if self.state.actor == node.seat:
            return _token(self.state, node.text, told)
        if self.last != node.seat:
            return _against("not-asked")
        return _leftover(self.state, node.text, told)


def _token(state: State[Any], token: str, told: tuple[str, str | None]) -> Found:
    """The verdict on a token that the actor sent."""
    try:
        broken = state.why_not(token)
    except BadToken as error:
        return _compared((Verdict.protocol, "bad-token"), error.message, told)
    if broken is None:
        return _against("legal", token=shown(token))
    return _compared((Verdict.illegal, broken.code), broken.message, told)


def _leftover(state: State[Any], token: str, told: tuple[str, str | None]) -> Found:
    """The verdict on a token that was sent after the actor had changed."""
    broken = state.leftover(token)
    if broken is None:
        return _against("tolerated", token=shown(token))
    verdict = Verdict.protocol if broken.code == TOO_MANY else Verdict.illegal
    return _compared((verdict, broken.code), broken.message, told)


def _compared(found: tuple[str, str], problem: Message, told: tuple[str, str | None]) -> Found:
    if found == told:
        return Finding.confirmed, problem
    return _against("other", found=" ".join(found), problem=problem)


def _for(key: str, **params: Param) -> Found:
    return Finding.confirmed, message(f"arena.judge.{key}", **params)


def _against(key: str, **params: Param) -> Found:
    return Finding.contradicted, message(f"arena.judge.{key}", **params)


def _seconds(time: int) -> str:
    return f"{time / SECOND:.3f}"
