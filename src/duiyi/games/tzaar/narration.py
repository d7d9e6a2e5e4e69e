"""What a step of tzaar did, told in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from duiyi.core.message import Message
from duiyi.core.view import Event
from duiyi.games.tzaar.actions import CAPTURE, Action, Step, joined
from duiyi.games.tzaar.pieces import SYMBOLS, Stack, count, kind_name, piece_name, side_name
from duiyi.games.tzaar.rules import TzaarRules

RARE = 2
"""From so many on it is told how many pieces of a kind are left."""


def narrate(state: TzaarRules, later: TzaarRules, action: Action) -> Sequence[Event]:
    """`later` is the state after the action."""
    if isinstance(action, Step):
        events = [*moved(state, action, later)]
    else:
        events = [Event(state.say("event.pass", symbol=side_name(state.side)))]
    if later.outcome:
        events.append(Event(later.outcome_message(SYMBOLS)))
    return events


def moved(state: TzaarRules, step: Step, later: TzaarRules) -> Iterator[Event]:
    """The capture or the stack, and what it left of the kind that was hit or covered."""
    _, piece, met = joined(state.points, step)
    says = state.say(
        "event.capture" if step.sign == CAPTURE else "event.stack",
        source=step.source,
        target=step.target,
        piece=piece_name(piece),
        other=piece_name(met),
        height=piece.height + met.height,
    )
    yield Event(says, (step.target,), (step.source,))
    yield from left(later, met, step.target)


def left(later: TzaarRules, met: Stack, site: str) -> Iterator[Event]:
    number = count(later.points, met.seat, met.kind)
    if number <= RARE:
        yield Event(
            later.say(
                "event.left" if number else "event.gone",
                symbol=side_name(met.seat),
                kind=kind_name(met.kind),
                count=number,
            ),
            causes=(site,),
        )


def notation(state: TzaarRules, action: Action) -> Message:
    """The action in short, as a list of moves says it to people."""
    if not isinstance(action, Step):
        return state.say("notation.pass")
    source, target = action.source, action.target
    if action.sign == CAPTURE:
        return state.say("notation.capture", source=source, target=target)
    _, moved, met = joined(state.points, action)
    height = moved.height + met.height
    return state.say("notation.stack", source=source, target=target, height=height)
