"""Where the look of the page is looked at: crowded positions, a long record, and every page."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect
from tests.browser.playing import Sitting, make_table
from tests.browser.visitors import Visitor
from tools import picture_positions as positions

import duiyi
from duiyi.core import CHANCE, State
from duiyi.core.record import Record
from duiyi.core.record.dyr import write_dyr

PHONE, DESK = (360, 760), (1920, 1080)
PHONE_WIDTH = 800
"""Narrower pages are laid out for phones."""


def legacy() -> State[Any]:
    """23x23, six seats, two hundred turns."""
    return duiyi.game("relati-legacy").load(positions.LEGACY_CROWDED)


def tzaar() -> State[Any]:
    """Stacks up to twelve."""
    return duiyi.game("tzaar").load(positions.TZAAR_CROWDED)


def atom() -> State[Any]:
    """A cell of thirty atoms."""
    blob = positions.blob
    first = f"18:12.3.4.10:{blob(6, 5, 'KKRKBKG')}:{blob(2, 4, 'KKBG')}:-"
    second = f"7:3.0.21.1:{blob(9, 2, 'KKG')}:{blob(1, 6, 'KKRKKB')}:K0,0"
    return positions.atom("act:3", first, second)


CROWDED: dict[str, Callable[[], State[Any]]] = {"legacy": legacy, "tzaar": tzaar, "atom": atom}
"""One of each material."""


def shown(visitor: Visitor, state: State[Any]) -> Sitting:
    """A table at this position, with the visitor on every seat."""
    made = make_table(
        visitor, state.game.id, seats=[{"kind": "me"}] * state.seats, start=state.dump()
    )
    sitting = Sitting(visitor, made["id"], range(state.seats))
    sitting.sit()
    assert sitting.wait_for_turn()
    drawn = "[data-layer] > [data-site]" if state.view().pieces else "[data-layer=grid] > *"
    expect(sitting.board.locator(drawn).first).to_be_attached()
    return sitting


def random_record(
    game: str, decisions: int, *, seed: int = 1, names: tuple[str, ...] = (), **how: Any
) -> str:
    """The text of a record of so many random decisions, or until the game is over."""
    chance = random.Random(seed)
    state: State[Any] = duiyi.game(game).start(**how)
    record = Record.of(state, names=names)
    while len(record.nodes) < decisions and state.actor is not None:
        drawn = [action for action, _ in state.chances()] if state.actor == CHANCE else None
        action = chance.choice(drawn or list(state.actions()))
        record, state = record.played(state, action), state.play(action)
    return write_dyr(record)


def hand_in(visitor: Visitor, text: str) -> str:
    """Gives a record to the server; its id."""
    answer = visitor.context.request.post(f"{visitor.url}api/records", data={"text": text})
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def pages(visitor: Visitor) -> list[str]:
    """One address of every kind of page but tables; `visitor` makes what they show."""
    names = ("Wei", "Wolfeschlegelsteinhausen")
    handed = hand_in(visitor, random_record("relati", 60, names=names, cannon=True))
    open_seats = ({"kind": "me"}, {"kind": "friend"})
    make_table(visitor, "relati-classic", seats=open_seats, public=True)
    return ["/", "/new/relati", "/new/atom", "/records", "/rules/relati", f"/record/{handed}"]
