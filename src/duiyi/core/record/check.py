"""The check of a record: what a text claims, replayed until something does not fit.

Both forms of a record are read through this module, which knows neither: a `Flaw` carries the
place back to the form, to be turned into line and column.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from duiyi.core.errors import BadOptions, BadPosition, BadToken, IllegalAction
from duiyi.core.message import Message, Param, message
from duiyi.core.options import Options
from duiyi.core.record.model import DEEPEST, WORD, Decision, Node, Record, Withdrawal, free_tag
from duiyi.core.state import CHANCE, Game, Seat, State

At = Any
"""A place in the text, as a form of records remembers it."""
Find = Callable[[str], Game]
_seats = re.compile(r"[1-9][0-9]?")
_seat_tag = re.compile(r"Seat[0-9]+")
_result = re.compile(r"\*|[0-9]+(/[0-9]+)?( [0-9]+(/[0-9]+)?)*")
_LONGEST_NAME = 64


class Flaw(Exception):
    """What is wrong, and where; `catalog`: in the words of which game."""

    def __init__(self, key: str, at: At, catalog: str = "", **params: Param) -> None:
        super().__init__(key)
        self.message = message(f"{catalog}{catalog and ':'}bad-record.{key}", **params)
        self.at = at


class Claim(NamedTuple):
    """What a text says, and where it says so."""

    value: str
    at: At


@dataclass(frozen=True, slots=True)
class Head:
    """A record's claims about itself by the names of the tags; `end` is where they are over."""

    claims: Mapping[str, Claim]
    options: Callable[[Game], Options]
    end: At

    def required(self, name: str) -> Claim:
        if name not in self.claims:
            raise Flaw("missing", self.end, name=name)
        return self.claims[name]

    def place(self, name: str) -> At:
        return self.claims[name].at if name in self.claims else self.end


def begin(head: Head, find: Find) -> tuple[Record, State[Any]]:
    """The record without its moves, and the position in which it begins."""
    game, version = _game(head, find)
    seats = head.required("Seats")
    if not _seats.fullmatch(seats.value):
        raise Flaw("seats", seats.at, found=shown(seats.value))
    count = int(seats.value)
    try:
        start = head.claims["Start"].value if "Start" in head.claims else None
        options, start = game.renewed(version, head.options(game), start)
        names, tags = _names(head, count), _tags(head)
        record = Record(game, count, options, start, names, tags)
        state = record.first()
    except BadOptions as error:
        tag = "Seats" if error.field == "seats" else "Options"
        raise Flaw("options", head.place(tag), problem=error.message) from None
    except BadPosition as error:
        raise Flaw("start", head.place("Start"), problem=error.message) from None
    if (state.seats, *state.options.rules()) != (count, *options.rules()):
        raise Flaw("start-other", head.place("Start"))
    return record, state


def _game(head: Head, find: Find) -> tuple[Game, int]:
    name, version = head.required("Game"), head.required("Version")
    try:
        game = find(name.value[:_LONGEST_NAME])
    except BadOptions as error:
        raise Flaw("game", name.at, problem=error.message) from None
    for known in (game.version, *game.earlier):
        if version.value == str(known):
            return game, known
    found = shown(version.value)
    raise Flaw("version", version.at, game=game.id, expected=game.version, found=found)


def _names(head: Head, seats: int) -> tuple[str, ...]:
    names = [f"Seat{seat}" for seat in range(seats)]
    for name, claim in head.claims.items():
        if _seat_tag.fullmatch(name) and name not in names:
            raise Flaw("seat-tag", claim.at, name=shown(name), seats=seats)
    return tuple(head.claims[name].value if name in head.claims else "" for name in names)


def _tags(head: Head) -> tuple[tuple[str, str], ...]:
    return tuple((name, claim.value) for name, claim in head.claims.items() if free_tag(name))


def judge_end(head: Head, state: State[Any], end: At) -> None:
    """Result and reason must be those of the last position; `end` is where the moves stop."""
    result, reason = head.claims.get("Result"), head.claims.get("Reason")
    if result and not _result.fullmatch(result.value):
        raise Flaw("result-form", result.at, found=shown(result.value))
    if state.outcome is None:
        if result and result.value != "*":
            raise Flaw("truncated-game", end, result=shown(result.value))
        if reason:
            raise Flaw("reason-early", reason.at, found=shown(reason.value))
        return
    expected = " ".join(map(str, state.outcome.scores))
    result = head.required("Result")
    if result.value != expected:
        raise Flaw("result", result.at, expected=expected, found=shown(result.value))
    if reason and reason.value != state.outcome.reason:
        found = shown(reason.value)
        raise Flaw("reason", reason.at, expected=state.outcome.reason, found=found)


@dataclass(slots=True)
class _Line:
    """The main line or a variation, as far as it has been read."""

    before: State[Any]
    state: State[Any]
    opened: At = 0
    nodes: list[Node] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    variations: list[tuple[Node, ...]] = field(default_factory=list)

    def settle(self) -> None:
        """Give the last node what has been read about it."""
        if self.nodes and (self.comments or self.variations):
            self.nodes[-1] = dataclasses.replace(
                self.nodes[-1], comments=tuple(self.comments), variations=tuple(self.variations)
            )
            self.comments.clear()
            self.variations.clear()

    def add(self, node: Node, after: State[Any]) -> None:
        self.settle()
        self.nodes.append(node)
        self.before, self.state = self.state, after


class Replay:
    """Plays what is read, decision by decision, and refuses the first that does not fit.

    `most`: so many decisions and withdrawals, those of variations too.
    """

    def __init__(self, state: State[Any], most: int | None = None) -> None:
        self._lines = [_Line(state, state)]
        self._comments: list[str] = []
        self._nodes, self._most = 0, most

    @property
    def state(self) -> State[Any]:
        return self._lines[-1].state

    def running(self, at: At) -> None:
        """Here something is decided: the game must not be over, and the record not too long."""
        if self.state.outcome is not None:
            raise Flaw("after-end", at)
        if self._most is not None and self._nodes >= self._most:
            raise Flaw("many", at, limit=self._most)

    def expect(self, actor: Seat, at: At) -> None:
        """Here this actor decides."""
        self.running(at)
        if actor != self.state.actor:
            raise Flaw("actor", at, expected=actor_name(self.state.actor), found=actor_name(actor))

    def decide(self, token: str, at: At) -> None:
        """The actor, who has been checked, decides this."""
        self.running(at)
        actor = self.state.actor
        assert actor is not None
        try:
            after = self.state.play(token)
        except IllegalAction as error:
            raise Flaw("illegal", at, token=shown(token), problem=error.message) from None
        except BadToken as error:
            raise Flaw("token", at, problem=error.message) from None
        self._add(Decision(actor, token), after)

    def withdraw(
        self, seat: Seat, verdict: str, code: str | None, text: str | None, at: At
    ) -> None:
        self.running(at)
        for word in (verdict, code):
            if word is not None and not WORD.fullmatch(word):
                raise Flaw("withdrawal", at)
        try:
            after = self.state.withdraw(seat)
        except IllegalAction as error:
            raise Flaw("withdraw", at, seat=seat, problem=error.message) from None
        self._add(Withdrawal(seat, verdict, code, text), after)

    def _add(self, node: Node, after: State[Any]) -> None:
        self._nodes += 1
        self._lines[-1].add(node, after)

    def comment(self, text: str, at: At) -> None:
        """On the last node; before all nodes, on the whole record."""
        line = self._lines[-1]
        if line.nodes:
            line.comments.append(text)
        elif len(self._lines) == 1:
            self._comments.append(text)
        else:
            raise Flaw("comment-first", at)

    def open(self, at: At) -> None:
        """A variation begins: from the position before the last node."""
        line = self._lines[-1]
        if not line.nodes:
            raise Flaw("variation-first", at)
        if len(self._lines) > DEEPEST:
            raise Flaw("deep", at, limit=DEEPEST)
        self._lines.append(_Line(line.before, line.before, at))

    def close(self, at: At) -> None:
        if len(self._lines) == 1:
            raise Flaw("unbalanced", at)
        line = self._lines.pop()
        line.settle()
        self._lines[-1].variations.append(tuple(line.nodes))

    def onto(self, record: Record) -> Record:
        """The record with the moves that have been read."""
        *outer, line = self._lines
        if outer:
            raise Flaw("truncated-variation", line.opened)
        line.settle()
        return dataclasses.replace(record, comments=tuple(self._comments), nodes=tuple(line.nodes))


def actor_name(actor: Seat | None) -> Message:
    return (
        message("bad-record.chance")
        if actor == CHANCE
        else message("bad-record.seat", seat=str(actor))
    )


def shown(text: str) -> str:
    """The text as a message may quote it: short, and without characters that nobody sees."""
    short = text if len(text) <= 40 else text[:39] + "…"
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in short)


def place(text: str, offset: int) -> tuple[int, int]:
    """Line and column, both from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
