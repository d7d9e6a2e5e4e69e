"""What somebody means by what he types: tokens and notations, in any case and language."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import pytest
from tests.unit.core.ending import ENDING, Ending, EndingState

import duiyi
from duiyi.core import CHANCE, games
from duiyi.core.locale import LANGUAGES, text
from duiyi.core.message import Message
from duiyi.core.view.reading import LONGEST, folded, meant


@pytest.mark.parametrize(
    "typed",
    ["B", "b", " B ", "Put B", "put b", "PUT  B.", "放在 B", "放在B", "放于 b", "Ｐｕｔ Ｂ"],
)
def test_tokens_and_notations_are_understood(typed: str) -> None:
    assert meant(ENDING.start(), typed) == "B"


@pytest.mark.parametrize("typed", ["", "  ", "Z", "Put Z", "put", "B C", "Put B" + " " * LONGEST])
def test_what_means_nothing_is_nothing(typed: str) -> None:
    assert meant(ENDING.start(), typed) is None


def test_only_what_is_legal_is_meant() -> None:
    state = ENDING.start().play("B")
    assert meant(state, "Put B") is None
    assert meant(state, "PASS") == "pass"


@dataclass(frozen=True)
class VagueState(EndingState):
    """All sites are called alike."""

    def notation(self, action: Any) -> Message:
        return self.say("notation.put", site="there")


class Vague(Ending):
    id = "vague"
    state = VagueState


def test_what_could_mean_two_things_means_none() -> None:
    state = Vague().start()
    assert meant(state, "Put there") is None
    assert meant(state, "a") == "A"


def test_signs_that_look_alike_are_alike() -> None:
    assert folded("F6×F5") == folded("f6XF5") == folded("Ｆ6ｘＦ5")
    assert folded("1，−1") == folded("1,-1")
    assert folded("1 1") != folded("1,1")


@pytest.mark.parametrize("name", [game.id for game in games()])
def test_every_notation_is_read_back_in_every_language(name: str) -> None:
    """No two legal actions are written alike, so that whoever types what he reads is understood."""
    chooser, state = random.Random(name), duiyi.game(name).start()
    for _ in range(40):
        if state.actor is None:
            break
        if state.actor == CHANCE:
            state = state.play(chooser.choice(state.chances())[0])
            continue
        actions = state.actions()
        action = chooser.choice(actions)
        for language in LANGUAGES:
            typed = text(state.notation(action), language).upper()
            assert meant(state, typed, language) == state.text(action)
        state = state.play(action)
