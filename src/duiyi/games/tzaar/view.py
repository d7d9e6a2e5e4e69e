"""What is shown of a position of tzaar: the view. No rules here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from duiyi.core.message import Message
from duiyi.core.state import Seat
from duiyi.core.view import Choice, Meter, Piece, Stone, View, button
from duiyi.games.tzaar.actions import CAPTURE, Action, Step, joined
from duiyi.games.tzaar.pieces import (
    BOARD,
    KINDS,
    SYMBOLS,
    Stack,
    kind_name,
    side_and_kind,
    side_name,
)
from duiyi.games.tzaar.rules import TzaarRules

Left = Counter[tuple[Seat, str]]
"""How many pieces of each kind each side has; what is covered does not count."""


def view(state: TzaarRules, since: TzaarRules | None, chosen: bool) -> View:
    """`chosen`: with the choices."""
    left = Counter(map(side_and_kind, filter(None, state.points)))
    return View(
        actor=state.actor,
        owner=state.owner,
        turn=state.turn,
        seats=state.seat_views(SYMBOLS),
        prompt=prompt(state),
        pieces=tuple(pieces(state)),
        meters=tuple(meters(left)),
        choices=tuple(choice(state, action, left) for action in state.actions()) if chosen else (),
        last=() if since is None else changes(since, state),
        outcome=state.outcome,
    )


def prompt(state: TzaarRules) -> Message:
    """Which step it is, and what may be done in it."""
    if state.outcome:
        return state.outcome_message(SYMBOLS)
    step = "only" if state.single else "second" if state.step == 2 else "first"
    return state.say(f"prompt.{step}-step", symbol=side_name(state.side))


# The same few values stand in every view, and making them anew was most of its price.


def pieces(state: TzaarRules) -> list[Piece]:
    stacks = zip(BOARD.labels, state.points, strict=True)
    return [piece(site, stack) for site, stack in stacks if stack is not None]


@cache
def piece(site: str, stack: Stack) -> Piece:
    """From below: a layer for each piece that is covered, then the kind; the height on top."""
    seat, kind, height = stack
    label = str(height) if height > 1 else ""
    layers = (Stone("layer", seat),) * (height - 1)
    return Piece(site, (*layers, Stone(kind, seat, label)))


def meters(left: Left) -> Iterator[Meter]:
    """How many of each kind a side has left; the limit is what it began with."""
    for seat in range(len(SYMBOLS)):
        for kind in KINDS:
            yield meter(seat, kind, left[seat, kind])


@cache
def meter(seat: Seat, kind: str, value: int) -> Meter:
    return Meter(kind_name(kind), value, seat, KINDS[kind])


def changes(since: TzaarRules, state: TzaarRules) -> tuple[str, ...]:
    """The points that changed: first those that were left, then those that were moved to."""
    changed = [
        (label, new)
        for label, old, new in zip(BOARD.labels, since.points, state.points, strict=True)
        if old != new
    ]
    left = [label for label, stack in changed if stack is None]
    return (*left, *(label for label, stack in changed if stack is not None))


def choice(state: TzaarRules, action: Action, left: Left) -> Choice:
    """The piece is clicked, then the one that it goes onto."""
    token = state.text(action)
    if not isinstance(action, Step):
        return Choice(token, ((button("pass"),),), state.say("choice.pass"), verb="pass")
    source, target = action.source, action.target
    verb = "capture" if action.sign == CAPTURE else "stack"
    says = state.say(f"choice.{verb}", source=source, target=target)
    return Choice(token, ((source, target),), says, preview(state, action, left), verb=verb)


def preview(state: TzaarRules, step: Step, left: Left) -> Message:
    """The heights, and whether it is the last piece of its kind that is hit or covered."""
    _, moved, met = joined(state.points, step)
    last = left[met.seat, met.kind] == 1
    suffix = ".last" if last else ""
    kind = kind_name(met.kind)
    if step.sign == CAPTURE:
        heights = {"height": moved.height, "against": met.height}
        return state.say(f"preview.capture{suffix}", kind=kind, **heights)
    return state.say(f"preview.stack{suffix}", kind=kind, height=moved.height + met.height)
