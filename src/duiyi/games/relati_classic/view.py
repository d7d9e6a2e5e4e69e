"""What is shown of a position of relati classic: the view. No rules here."""

from __future__ import annotations

from functools import cache

from duiyi.boards.square import bits
from duiyi.core.message import Message, message
from duiyi.core.state import Seat
from duiyi.core.view import Choice, Piece, Stone, View
from duiyi.games.order import SYMBOLS, symbol
from duiyi.games.relati_classic.rules import RelatiClassicRules

# The same few values stand in every view, and making them anew was most of its price.


@cache
def piece(site: str, owner: Seat) -> Piece:
    return Piece(site, (Stone(SYMBOLS[owner], owner),))


@cache
def placing(site: str, verb: str) -> Choice:
    said = message("relati-classic:choice.place", site=site)
    return Choice(site, ((site,),), said, verb=verb)


def view(state: RelatiClassicRules, since: RelatiClassicRules | None, chosen: bool) -> View:
    """`chosen`: with the choices."""
    label = state.board.label
    placed = 0
    if since is not None:
        for own, before in zip(state.symbols, since.symbols, strict=True):
            placed |= own & ~before
    return View(
        actor=state.actor,
        owner=state.owner,
        turn=state.turn,
        seats=state.seat_views(SYMBOLS),
        prompt=prompt(state),
        pieces=tuple(
            piece(label(cell), owner)
            for owner, own in enumerate(state.symbols)
            for cell in bits(own)
        ),
        choices=choices(state) if chosen else (),
        last=tuple(label(cell) for cell in bits(placed)),
        outcome=state.outcome,
        prompt_you=None if state.outcome else asked(state, ".you"),
    )


def prompt(state: RelatiClassicRules) -> Message:
    return state.outcome_message(SYMBOLS) if state.outcome else asked(state)


def asked(state: RelatiClassicRules, to: str = "") -> Message:
    """What is to be decided; `to` is `.you` where it is said to the actor."""
    key = "place" if state.symbols[state.owner] else "first"
    count = state.legal.bit_count()
    return state.say(f"prompt.{key}{to}", symbol=symbol(state.owner), count=count)


def choices(state: RelatiClassicRules) -> tuple[Choice, ...]:
    verb = "link" if state.symbols[state.owner] else "locate"
    return tuple(placing(state.board.label(cell), verb) for cell in bits(state.legal))
