"""What is shown of a position of tzaar: the view. No rules here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice

from duiyi.core.message import Message
from duiyi.core.state import Seat
from duiyi.core.view import Choice, Meter, Piece, Stone, View, button
from duiyi.games.tzaar.actions import CAPTURE, Action, Step, joined
from duiyi.games.tzaar.effects import after
from duiyi.games.tzaar.pieces import (
    BOARD,
    KINDS,
    SYMBOLS,
    Stack,
    kind_name,
    side_and_kind,
    side_name,
)
from duiyi.games.tzaar.rules import TzaarRules, captures

Left = Counter[tuple[Seat, str]]
"""How many pieces of each kind each side has; what is covered does not count."""
MOST_TOUCHED = 12
"""A step changes two points, and six lines at most lead from each: no more captures than these
begin or end there, and all others stay as they are."""


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
        choices=tuple(choices(state, left)) if chosen else (),
        last=() if since is None else changes(since, state),
        outcome=state.outcome,
        prompt_you=None if state.outcome else prompt_you(state, left),
    )


def prompt(state: TzaarRules) -> Message:
    """Which step it is, and what may be done in it."""
    if state.outcome:
        return state.outcome_message(SYMBOLS)
    return state.say(f"prompt.{step_name(state)}-step", symbol=side_name(state.side))


def prompt_you(state: TzaarRules, left: Left) -> Message:
    """The same to the actor, with a warning where stacking can lose."""
    key = f"prompt.{step_name(state)}-step.you"
    kinds = tuple(kind_name(kind) for kind in KINDS if left[state.side, kind] == 1)
    if state.step == 2 and kinds:
        return state.say(f"{key}.last", kinds=kinds)
    return state.say(key)


def step_name(state: TzaarRules) -> str:
    return "only" if state.single else "second" if state.step == 2 else "first"


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


def choices(state: TzaarRules, left: Left) -> Iterator[Choice]:
    few = few_captures(state)
    for action in state.actions():
        yield choice(state, action, left, few and blocks(state, action))


def choice(state: TzaarRules, action: Action, left: Left, blocking: bool) -> Choice:
    """The piece is clicked, then the one that it goes onto. `blocking`: it wins by T-5."""
    token = state.text(action)
    if not isinstance(action, Step):
        tells = state.say("preview.pass.blocks") if blocking else None
        return Choice(token, ((button("pass"),),), state.say("choice.pass"), tells, verb="pass")
    source, target = action.source, action.target
    verb = "capture" if action.sign == CAPTURE else "stack"
    says = state.say(f"choice.{verb}", source=source, target=target)
    tells = preview(state, action, left, blocking)
    return Choice(token, ((source, target),), says, tells, verb=verb)


def preview(state: TzaarRules, step: Step, left: Left, blocking: bool) -> Message:
    """The heights, and whether it ends the game, and for whom."""
    _, moved, met = joined(state.points, step)
    last = left[met.seat, met.kind] == 1
    suffix = ".last" if last else ".blocks" if blocking else ""
    kind = kind_name(met.kind)
    if step.sign == CAPTURE:
        heights = {"height": moved.height, "against": met.height}
        return state.say(f"preview.capture{suffix}", kind=kind, **heights)
    return state.say(f"preview.stack{suffix}", kind=kind, height=moved.height + met.height)


def few_captures(state: TzaarRules) -> bool:
    """Whether one step could leave the other side without a capture. Looking at every step would
    be most of a view's price, and hardly any position needs it."""
    if state.step == 1 and not state.single:
        return False
    ways = captures(state.points, 1 - state.side)
    return sum(1 for _ in islice(ways, MOST_TOUCHED + 1)) <= MOST_TOUCHED


def blocks(state: TzaarRules, action: Action) -> bool:
    outcome = after(state, action).outcome
    return outcome is not None and outcome.reason == "no-capture"
