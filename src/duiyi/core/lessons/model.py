"""What a lesson is: a position, and steps that lead on from it.

A step is one decision of the learner. What chance and the others decide after it is given, so a
lesson goes the same way for everybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

from duiyi.core.message import Message, Param, message
from duiyi.core.view import Event, View

CLICKS = "@"
"""A try that starts with this is a row of clicks, joined by `>`: `@C5`, `@D5>E5`."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What counts as done. All that is said here must hold; of `tokens` one must fit.

    `tokens`: patterns in which `*` stands for anything. `event`: a key of the narration, with
    parameters in `event_params`. `piece`: a site and a mark that its piece has afterwards.
    `meter`: the key of a meter of `meter_seat`, which afterwards shows `meter_value`. `winner`: a
    seat that has won.
    """

    tokens: tuple[str, ...] = ()
    event: str = ""
    event_params: tuple[tuple[str, Param], ...] = ()
    piece: tuple[str, str] | None = None
    meter: str = ""
    meter_params: tuple[tuple[str, Param], ...] = ()
    meter_seat: int | None = None
    meter_value: str = ""
    winner: int | None = None

    def fits(self, token: str, events: tuple[Event, ...], view: View) -> bool:
        """Whether playing the token, which tells these events and leads to this view, is it."""
        return (
            (not self.tokens or matches(self.tokens, token))
            and (not self.event or any(self._tells(event.message) for event in events))
            and (self.piece is None or self.piece in _marked(view))
            and (not self.meter or self._measured(view))
            and (self.winner is None or _winner(view) == self.winner)
        )

    def _tells(self, said: Message) -> bool:
        return _is(said, self.event, self.event_params)

    def _measured(self, view: View) -> bool:
        return any(
            _is(meter.name, self.meter, self.meter_params)
            and meter.seat == self.meter_seat
            and str(meter.value) == self.meter_value
            for meter in view.meters
        )


@dataclass(frozen=True, slots=True)
class Wrong:
    """Tries that people make, as patterns of tokens or clicks, and the name of the answer."""

    name: str
    tries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """`number` from 1. `then`: what is decided after it by chance and the others; of several
    tokens the first that is legal. `look`: the sites that a hint points at."""

    number: int
    goal: Goal
    solution: str
    then: tuple[tuple[str, ...], ...] = ()
    wrong: tuple[Wrong, ...] = ()
    look: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """`number` from 1, `catalog` where its words are. `seat` is the learner's. `verbs`: what may
    be done so far, this lesson included; empty: everything. `clause`: the part of the rules page
    that it is about."""

    id: str
    number: int
    catalog: str
    position: str
    seat: int
    steps: tuple[Step, ...]
    verbs: frozenset[str] = frozenset()
    clause: str = ""

    def say(self, key: str, **params: Param) -> Message:
        return message(f"{self.catalog}:{self.id}.{key}", **params)

    def said(self, step: Step, key: str) -> Message:
        """Words about a step; those of the first have no number."""
        return self.say(key if step.number == 1 else f"{step.number}.{key}")


def matches(patterns: tuple[str, ...], text: str) -> bool:
    return any(fnmatchcase(text, pattern.replace("[", "[[]")) for pattern in patterns)


def _is(said: Message, key: str, params: tuple[tuple[str, Param], ...]) -> bool:
    return said.key.partition(":")[2] == key and all(param in said.params for param in params)


def _marked(view: View) -> set[tuple[str, str]]:
    """Sites with the marks of their pieces; a piece without any has the mark ''."""
    return {(piece.site, mark) for piece in view.pieces for mark in (piece.marks or ("",))}


def _winner(view: View) -> int | None:
    return None if view.outcome is None else view.outcome.winner
