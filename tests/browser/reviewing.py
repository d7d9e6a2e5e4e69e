"""Somebody who looks at the review of a game, and plays his mistakes again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect
from tests.browser.places import hand_in
from tests.browser.playing import Sitting
from tests.browser.visitors import Visitor

from duiyi.core import State
from duiyi.core.record import Record
from duiyi.core.record.files import read

MADE_UP = Path(__file__).parents[1] / "data" / "missed_wins"
GAMES = ("relati-classic", "relati", "relati-legacy", "tzaar", "atom")
PATIENCE = 120_000
"""Milliseconds for a whole review on a busy machine."""


@dataclass
class Reviewing(Sitting):
    """`table` is not used: there is none."""

    page_root = "[data-review]"
    place = ("[data-learn]", "data-learn-moved")
    busy = ("data-learn", "loading")
    table: str = ""

    @property
    def learn(self) -> Locator:
        return self.visitor.page.locator("[data-learn]")

    @property
    def begin(self) -> Locator:
        """The button for learning, which is one of the tabs on phones."""
        return self.visitor.page.locator("[data-learn-begin], [data-tab=learn]")

    def arrive(self, record: str) -> None:
        self.visitor.open(f"/review?record={record}")
        expect(self.root).to_be_visible()

    def reviewed(self) -> None:
        expect(self.root).to_have_attribute("data-work", "done", timeout=PATIENCE)

    def heard(self) -> list[str]:
        return self.visitor.page.locator("[role=log] p").all_text_contents()


def made_up(name: str, seats: int = 2) -> Record:
    return read((MADE_UP / f"{name}-{seats}.dyr").read_text("utf-8"))


def handed_in(visitor: Visitor, name: str, seats: int = 2) -> str:
    return hand_in(visitor, (MADE_UP / f"{name}-{seats}.dyr").read_text("utf-8"))


def missed_at(record: Record) -> tuple[int, State[Any]]:
    """The decision that missed a win, and the position before it."""
    [number] = [at for at, node in enumerate(record.nodes) if "[missed]" in node.comments]
    states = [record.first(), *(after for _, after in record.replay())]
    return number, states[number]


def winning_turn(state: State[Any]) -> list[str]:
    """Tokens of a turn that wins, by trying all of them."""
    seat, turn = state.actor, state.turn
    open_: list[tuple[State[Any], list[str]]] = [(state, [])]
    while open_:
        here, tokens = open_.pop()
        if here.outcome is not None and seat is not None and here.outcome.scores[seat] == 1:
            return tokens
        if (here.actor, here.turn) == (seat, turn):
            open_ += [
                (here.play(one), [*tokens, here.text(one)]) for one in reversed(here.actions())
            ]
    raise AssertionError("no turn wins")
