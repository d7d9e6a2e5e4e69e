"""What is shown and told of relati classic: the view and the narration. No rules here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from duiyi.boards.square import bits
from duiyi.core.message import Message, message
from duiyi.core.state import Seat
from duiyi.core.view import Choice, Event, Piece, Stone, View
from duiyi.games.order import SYMBOLS, skipped

if TYPE_CHECKING:
    from duiyi.games.relati_classic.rules import RelatiClassicState


@cache
def symbol(seat: Seat) -> Message:
    return message(f"symbol.{SYMBOLS[seat]}")


# The same few values stand in every view, and making them anew was most of its price.


@cache
def piece(site: str, owner: Seat) -> Piece:
    return Piece(site, (Stone(SYMBOLS[owner], owner),))


@cache
def placing(site: str) -> Choice:
    return Choice(site, ((site,),), message("relati-classic:choice.place", site=site))


def view(state: RelatiClassicState, since: RelatiClassicState | None, chosen: bool) -> View:
    """`chosen`: with the choices."""
    label = state.board.label
    if state.outcome:
        prompt = state.outcome_message(SYMBOLS)
    else:
        prompt = state.say("prompt.place", symbol=symbol(state.owner))
    placed = 0
    if since is not None:
        for own, before in zip(state.symbols, since.symbols, strict=True):
            placed |= own & ~before
    return View(
        actor=state.actor,
        owner=state.owner,
        turn=state.turn,
        seats=state.seat_views(SYMBOLS),
        prompt=prompt,
        pieces=tuple(
            piece(label(cell), owner)
            for owner, own in enumerate(state.symbols)
            for cell in bits(own)
        ),
        choices=tuple(placing(label(cell)) for cell in bits(state.legal)) if chosen else (),
        last=tuple(label(cell) for cell in bits(placed)),
        outcome=state.outcome,
    )


def narrate(state: RelatiClassicState, later: RelatiClassicState, cell: int) -> Sequence[Event]:
    """The symbol placed, who is skipped because of it, and how the game ended."""
    mover, site = state.owner, state.board.label(cell)
    events = [Event(state.say("event.place", symbol=symbol(mover), site=site), (site,))]
    if later.outcome:
        return [*events, Event(later.outcome_message(SYMBOLS))]
    passed = skipped(mover, later.owner, state.seats, state.out)
    return events + [Event(state.say("event.skip", symbol=symbol(seat))) for seat in passed]
