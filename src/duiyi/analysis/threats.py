"""Threats: what another seat's next turn does to a seat, by the lines of a search.

What harms is seen in the views before and after a decision, and told by its narration: nothing
here knows a game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from duiyi.analysis.losing import Losing
from duiyi.analysis.mistakes import LEAST, Mark
from duiyi.analysis.position import Analyst
from duiyi.core import CHANCE, Message, Seat, State, message
from duiyi.core.view import Event, Piece, View

LINES = 3
"""Of the other's turn that are looked at, the best first."""
RESULTS = 3
"""Of chance, the likeliest first; what most of them bring is a threat."""
TRIES = 5
"""Of the seat's own decisions, where it is to move: what most of them allow is a threat."""
LONGEST = 24
"""Decisions of a turn that is followed."""
TOLD = 2
"""Decisions of the other that are told, and events of theirs; of more events the number."""


@dataclass(frozen=True, slots=True)
class Threat:
    """Tokens that lead from a position to the harm, those of chance and of the seat itself too."""

    by: Seat
    line: tuple[str, ...]
    moves: tuple[Message, ...]
    """The decisions that harm, as a list of moves says them."""
    events: tuple[Message, ...]
    sites: tuple[str, ...]
    wins: bool
    """Whether the game is over then."""
    drawn: Message | None = None
    """What chance brought on the way, where the harm comes after it."""


def threat(
    state: State[Any], seat: Seat, analyst: Analyst, seed: int
) -> tuple[Threat | None, bool]:
    """What is threatened, and whether the search agrees that nothing is where there is none."""
    if state.outcome is not None or state.actor == CHANCE:
        return None, False
    if state.actor == seat or state.owner == seat:
        return _after_any(state, seat, analyst, seed)
    return _by_turn(state, seat, analyst)


def briefly(events: Sequence[Message]) -> tuple[Message, ...]:
    """The first events, and how many more there are."""
    more = len(events) - TOLD
    told = tuple(events[:TOLD])
    return (*told, message("coach.more", count=more)) if more > 0 else told


def _after_any(
    state: State[Any], seat: Seat, analyst: Analyst, seed: int
) -> tuple[Threat | None, bool]:
    """What the next one does after most of some decisions of the seat, whatever they are."""
    actions = state.actions()
    chance = random.Random(seed)
    chosen = chance.sample(range(len(actions)), min(TRIES, len(actions)))
    found: list[Threat] = []
    looked = 0
    for number in sorted(chosen):
        own, after = _own_turn(state, actions[number], chance)
        if after.outcome is not None or after.owner == seat or after.actor == CHANCE:
            continue
        looked += 1
        made, _ = _by_turn(after, seat, analyst)
        if made is not None and made.drawn is None:
            found.append(replace(made, line=(*own, *made.line)))
    if not looked:
        return None, False
    if not found:
        return None, looked == len(chosen)
    same = [[one for one in found if one.moves[0] == first.moves[0]] for first in found]
    most = max(same, key=len)
    return (_common(state, seat, most) if 2 * len(most) > looked else None), False


def _own_turn(
    state: State[Any], action: Any, chance: random.Random
) -> tuple[tuple[str, ...], State[Any]]:
    """A turn that begins with an action and goes on anyhow, up to where it ends or chance comes."""
    seat, turn, tokens = state.actor, state.turn, [state.text(action)]
    after = state.play(action)
    while after.actor == seat and after.turn == turn and len(tokens) < LONGEST:
        following = chance.choice(after.actions())
        tokens.append(after.text(following))
        after = after.play(following)
    return tuple(tokens), after


def _common(state: State[Any], seat: Seat, found: Sequence[Threat]) -> Threat | None:
    """What threats by the same decision share, if that costs something that stands there now."""
    first, wins = found[0], all(one.wins for one in found)
    events = tuple(event for event in first.events if all(event in one.events for one in found))
    old, new = state.view(None), _end(state, first.line).view(None)
    sites = tuple(site for site in first.sites if all(site in one.sites for one in found))
    costs = {*_hurt(old, new, seat)}.intersection(sites) or _less(old, new, seat)
    if not events or not (wins or costs):
        return None
    return replace(first, events=events, sites=sites, wins=wins)


def _by_turn(state: State[Any], seat: Seat, analyst: Analyst) -> tuple[Threat | None, bool]:
    """By the turn that another seat begins now."""
    certain = Losing(seat).line(state)
    if certain:
        return _told(state, seat, certain), False
    lines = analyst.position(state).lines
    good = [one for one in lines if one.share >= lines[0].share - _close(state)]
    agreed = True
    for line in good[:LINES]:
        found, known = _along(state, seat, line.tokens, analyst)
        if found is not None:
            return found, False
        agreed = agreed and known
    return None, agreed


def _close(state: State[Any]) -> float:
    """Lines that lose less than this against the best may be played as well."""
    return LEAST[Mark.mistake] / state.seats


def _along(
    state: State[Any], seat: Seat, tokens: Sequence[str], analyst: Analyst
) -> tuple[Threat | None, bool]:
    """The turn as a line expects it; where chance comes, by its likeliest results."""
    whole = _turn(state, tokens)
    found = _told(state, seat, whole)
    end = _end(state, whole)
    if found is not None or end.actor != CHANCE or end.turn != state.turn:
        return found, True
    results = sorted(end.chances(), key=lambda one: -one[1])[:RESULTS]
    made = [
        _told(state, seat, (*whole, *_drawn_turn(end, end.text(result), analyst)))
        for result, _ in results
    ]
    told = [one for one in made if one is not None]
    if 2 * len(told) > len(results):
        return told[0], False
    return None, not told


def _drawn_turn(state: State[Any], result: str, analyst: Analyst) -> tuple[str, ...]:
    """After a result of chance: the turn that seems best then."""
    after = state.play(result)
    if after.actor is None or after.actor == CHANCE:
        return (result,)
    return (result, *_turn(after, analyst.position(after).best.tokens))


def _turn(state: State[Any], tokens: Sequence[str]) -> tuple[str, ...]:
    """The part of a line that belongs to the turn of its first position, up to chance."""
    turn, found = state.turn, []
    for token in tokens[:LONGEST]:
        if state.outcome is not None or state.turn != turn or state.actor == CHANCE:
            break
        found.append(token)
        state = state.play(token)
    return tuple(found)


def _end(state: State[Any], tokens: Sequence[str]) -> State[Any]:
    for token in tokens:
        state = state.play(token)
    return state


def _told(state: State[Any], seat: Seat, tokens: Sequence[str]) -> Threat | None:
    """The first decisions of a line that harm the seat, with their narration."""
    by, drawn, before_harm = state.owner, None, 0
    moves: list[Message] = []
    events: list[Event] = []
    wins = False
    for number, token in enumerate(tokens, 1):
        after = state.play(token)
        if state.actor == CHANCE:
            drawn = state.narrate(state.parse(token))[0].message
        elif state.actor != seat:
            hurting = [*harm(state, token, after, seat)]
            if hurting and len(moves) < TOLD:
                moves.append(state.notation(state.parse(token)))
                events += hurting
                before_harm = number
        state = after
        if state.outcome is not None:
            wins = not state.outcome.scores[seat]
            break
    if not moves:
        return None
    sites = tuple(dict.fromkeys(site for one in events for site in one.sites))
    told = tuple(dict.fromkeys(one.message for one in events))
    return Threat(by, tuple(tokens[:before_harm]), tuple(moves), told, sites, wins, drawn)


def harm(state: State[Any], token: str, after: State[Any], seat: Seat) -> Iterator[Event]:
    """What a decision of another does to a seat: the events about pieces that it loses, or all
    where it loses something else, or the game."""
    events = state.narrate(state.parse(token))
    if after.outcome is not None and not after.outcome.scores[seat]:
        yield from events
        return
    old, new = state.view(None), after.view(None)
    hurt = {*_hurt(old, new, seat)}
    touched = [one for one in events if hurt.intersection(one.sites)]
    if touched:
        yield from touched
    elif hurt or _less(old, new, seat):
        yield from events


def _hurt(old: View, new: View, seat: Seat) -> Iterator[str]:
    """The sites of pieces of the seat that are gone, or marked as they were not."""
    now = {piece.site: piece for piece in new.pieces}
    for piece in old.pieces:
        if owner(piece) != seat:
            continue
        left = now.get(piece.site)
        if left is None or owner(left) != seat or not {*left.marks} <= {*piece.marks}:
            yield piece.site


def _less(old: View, new: View, seat: Seat) -> bool:
    """Whether a number of the seat that has a limit, such as its life, has fallen."""
    now = {meter.name: meter.value for meter in new.meters if meter.seat == seat}
    return any(
        meter.name in now and now[meter.name] < meter.value
        for meter in old.meters
        if meter.seat == seat and meter.limit is not None
    )


def owner(piece: Piece) -> Seat | None:
    """Whose piece it is: that of its top."""
    return piece.stack[-1].seat if piece.stack else None
