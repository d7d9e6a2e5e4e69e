"""Rerun: a bot gets exactly the question of a record again, and whatever it answers is judged.

It is asked on until the turn is through, so that a turn of several decisions is told whole. What
it decided in the record does not matter any more: its new answers do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from duiyi.arena.game.clocks import SECOND, cap, micro, started
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.game.notes import conditions_of, use_of
from duiyi.arena.game.referee import judged
from duiyi.core import CHANCE, Record, Seat, State
from duiyi.core.clock import Clocks
from duiyi.core.record import Decision, Node, Withdrawal
from duiyi.engine.bot import Answer, Beginning, Bot, Question, Spent
from duiyi.engine.fault import Fault, Verdict


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a seat was asked: the game until then, and how much time it had.

    `told` is how many nodes there were when the seat was asked before, and `recorded` what came
    of the question in the record: its decisions in this turn, or the fault that ended it.
    """

    first: State[Any]
    nodes: tuple[Node, ...]
    state: State[Any]
    seat: Seat
    told: int
    clocks: Clocks | None
    recorded: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: what was answered, what is wrong with it, and what it cost."""

    state: State[Any]
    tokens: tuple[str, ...]
    spent: Spent
    info: tuple[str, ...] = ()
    fault: Fault | None = None
    judged_in: State[Any] | None = None
    """The state in which the offending token was judged."""
    left: float | None = None
    """Seconds that it had."""


@dataclass(frozen=True, slots=True)
class Again:
    """All that came of one run."""

    asked: tuple[Asked, ...]
    stderr: str

    @property
    def outcome(self) -> tuple[str, ...]:
        """What distinguishes one run from another: the tokens, and the fault if there was one."""
        last = self.asked[-1].fault
        ending = (f"{last.verdict.value} {last.code}",) if last else ()
        return (*(token for one in self.asked for token in one.tokens), *ending)


def moments(record: Record, turn: int | None = None) -> list[Moment]:
    """Every decision that was asked for in a turn, or in all of them, in order."""
    found: list[Moment] = []
    past = _Past(record)
    for number in range(len(record.nodes) + 1):
        node = record.nodes[number] if number < len(record.nodes) else None
        state, actor = past.state, past.state.actor
        if actor is not None and actor != CHANCE:
            past.ask(actor, number)
            if turn in (None, state.turn) and (node is None or _about(node, actor)):
                rest = _recorded(record.nodes[number:], state, actor)
                now = None if past.clocks is None else past.clocks.at(state.turn)
                before = record.nodes[:number]
                found.append(Moment(past.first, before, state, actor, past.told[actor], now, rest))
        if node is not None:
            past.go_on(node)
    return found


class _Past:
    """A record gone through: the clocks, and what each seat had been told, at every node.

    Several decisions may come of one question; the node that ends its answer says what it cost.
    """

    def __init__(self, record: Record) -> None:
        self.first = self.state = record.first()
        conditions = conditions_of(record)
        self.clocks = started(conditions.clock, record.seats) if conditions else None
        self.told = [0] * record.seats
        self._asked: tuple[Seat, int, int] | None = None
        """Who, when there were how many nodes, in which turn."""

    def ask(self, seat: Seat, number: int) -> None:
        if self._asked is not None and self._asked[0] != seat:
            self._answered()
        if self._asked is None:
            self._asked = (seat, number, self.state.turn)

    def go_on(self, node: Node) -> None:
        use = use_of(node)
        if use is not None and self._asked is not None:
            seat, _, turn = self._asked
            if self.clocks is not None:
                self.clocks = self.clocks.at(turn).charged(seat, use.charged)
            self._answered()
        self.state = node.after(self.state)

    def _answered(self) -> None:
        if self._asked is not None:
            self.told[self._asked[0]] = self._asked[1]
            self._asked = None


def _about(node: Node, seat: Seat) -> bool:
    return (node.seat if isinstance(node, Withdrawal) else node.actor) == seat


def _recorded(nodes: Sequence[Node], state: State[Any], seat: Seat) -> tuple[Node, ...]:
    """What the seat did from here on while it was its decision."""
    found: list[Node] = []
    turn = state.turn
    for node in nodes:
        own = _about(node, seat)
        if isinstance(node, Decision) and (not own or state.turn != turn):
            break
        if own:
            found.append(node)
        if isinstance(node, Withdrawal):
            break
        state = node.after(state)
    return tuple(found)


def turns(record: Record) -> tuple[int, int]:
    """The first and the last turn of a record."""
    return record.first().turn, record.last().turn


def again(moment: Moment, bot: Bot, conditions: Conditions) -> Again:
    """Asks a bot from this moment to the end of the turn, and closes it."""
    asked: list[Asked] = []
    try:
        asked.extend(_asked(moment, bot, conditions))
    finally:
        bot.close()
    return Again(tuple(asked), bot.stderr().decode("utf-8", "replace"))


def _asked(moment: Moment, bot: Bot, conditions: Conditions) -> Iterator[Asked]:
    clocks = moment.clocks or started(conditions.clock, moment.state.seats).at(moment.state.turn)
    state, seat, nodes = moment.state, moment.seat, list(moment.nodes)
    try:
        bot.begin(Beginning(moment.first, seat, clocks.clock, conditions.start_up))
    except Fault as fault:
        yield Asked(state, (), fault.spent, fault=fault, judged_in=state, left=conditions.start_up)
        return
    told = moment.told
    while state.actor == seat and state.turn == moment.state.turn:
        question = _question(moment, state, nodes, told, clocks, conditions)
        told = len(nodes)
        try:
            answer = bot.ask(question)
        except Fault as fault:
            yield Asked(state, (), fault.spent, fault=fault, judged_in=state, left=question.left)
            return
        clocks = clocks.charged(seat, micro(answer.spent.charged))
        one = _judged(state, seat, answer, question.left)
        yield one
        if one.fault is not None:
            return
        for token in answer.tokens:
            if state.actor == seat:
                nodes.append(Decision(seat, token))
                state = state.play(token)


def _question(
    moment: Moment,
    state: State[Any],
    nodes: Sequence[Node],
    told: int,
    clocks: Clocks,
    conditions: Conditions,
) -> Question:
    left = clocks.of(moment.seat)
    limit = None if left is None else cap(left, conditions.wall_factor)
    return Question(
        state,
        moment.seat,
        moment.first,
        nodes,
        told,
        None if left is None else left / SECOND,
        None if limit is None else limit / SECOND,
    )


def _judged(state: State[Any], seat: Seat, answer: Answer, left: float | None) -> Asked:
    """By the clock first, then by the rules, as the referee does."""
    spent, tokens = answer.spent, answer.tokens
    if left is not None and spent.charged > left:
        fault = Fault(Verdict.timeout, "timeout", " ".join(tokens), spent=spent)
        return Asked(state, tokens, spent, answer.info, fault, state, left)
    steps, broken = judged(state, seat, tokens, answer.written)
    at = steps[-1][1] if steps else state
    return Asked(state, tokens, spent, answer.info, broken, at)
