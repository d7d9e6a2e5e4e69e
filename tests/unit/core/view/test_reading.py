"""What somebody means by what he types: tokens and notations, in any case and language."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Self

import pytest
from tests.unit.core.ending import ENDING, Ending, EndingState

import duiyi
from duiyi.core import CHANCE, games
from duiyi.core.locale import LANGUAGES, text
from duiyi.core.message import Message, message
from duiyi.core.state import State
from duiyi.core.view.reading import LONGEST, MOST_POSITIONS, folded, meant


@pytest.mark.parametrize(
    "typed",
    ["B", "b", " B ", "Put B", "put b", "PUT  B.", "放在 B", "放在B", "放于 b", "Ｐｕｔ Ｂ"],
)
def test_tokens_and_notations_are_understood(typed: str) -> None:
    assert meant(ENDING.start(), typed) == ("B",)


@pytest.mark.parametrize("typed", ["", "  ", "Z", "Put Z", "put", "B C", "Put B" + " " * LONGEST])
def test_what_means_nothing_is_nothing(typed: str) -> None:
    assert meant(ENDING.start(), typed) == ()


def test_only_what_is_legal_is_meant() -> None:
    state = ENDING.start().play("B")
    assert meant(state, "Put B") == ()
    assert meant(state, "PASS") == ("pass",)


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
    assert meant(state, "Put there") == ()
    assert meant(state, "a") == ("A",)


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
            assert meant(state, typed, language) == (state.text(action),)
        state = state.play(action)


SECOND_TURN = duiyi.game("tzaar").start().play("A5xA4")


@pytest.mark.parametrize(
    "typed",
    [
        "B2xC2, then I1 on H1 (2 high)",
        "B2×C2, then I1 on H1",
        "b2XC2 THEN I1 on h1.",
        "B2xC2 · I1+H1",
        "B2 吃 C2，再 I1 疊 H1（2 層）",
        "B2吃C2再I1疊H1",
        "b2 吃 c2，再 i1 叠 h1",
    ],
)
def test_a_turn_of_two_is_understood(typed: str) -> None:
    assert meant(SECOND_TURN, typed, "en") == ("B2xC2", "I1+H1")


@pytest.mark.parametrize(
    "typed",
    [
        "B2xC2, then",
        "then I1 on H1",
        "B2xC2, then C2 on B2",
        "I1 on H1, then B2xC2",
        "B2xC2, then no second step, then A1xB1",
        "then" * 50,
        "B2xC2 then " * 18,
    ],
)
def test_what_cannot_be_one_turn_means_nothing(typed: str) -> None:
    assert meant(SECOND_TURN, typed, "en") == ()


@dataclass(frozen=True)
class DoubleState(EndingState):
    """Turns do not end, and B is called like A twice."""

    def moves(self) -> Iterable[str]:
        return ["A", "B"]

    def move(self, token: str) -> Self:
        return self.then(again=True)

    def notation(self, action: Any) -> Message:
        return self.say(
            "notation.put", site="it, then put it" if self.text(action) == "B" else "it"
        )


class Double(Ending):
    id = "double"
    state = DoubleState


def test_where_a_turn_could_be_read_in_two_ways_it_means_none() -> None:
    state = Double().start()
    assert meant(state, "A then A") == ("A", "A")
    assert meant(state, "put it, then put it") == ("B",)
    assert meant(state, "put it, then put it, then put it") == ()


def test_however_long_a_turn_is_it_is_read_in_a_few_positions() -> None:
    state = Double().start()
    turn = " · ".join(["A"] * (MOST_POSITIONS + 1))
    assert meant(state, turn) == ("A",) * (MOST_POSITIONS + 1)
    assert meant(state, f"{turn} · A") == ()


Made = list[tuple[State[Any], Any]]
"""Decisions, each with the position in which it was made."""


def turns(name: str, options: dict[str, Any], wanted: int) -> Iterator[Made]:
    """What one seat decided in one turn."""
    chooser, found = random.Random(name), 0
    state, made = duiyi.game(name).start(**options), Made()
    for _ in range(400):
        if state.actor is None:
            state = duiyi.game(name).start(**options)
        chance = state.actor == CHANCE
        action = chooser.choice([one for one, _ in state.chances()] if chance else state.actions())
        if made and (chance or (state.actor, state.turn) != (made[0][0].actor, made[0][0].turn)):
            if 1 < len(made) <= MOST_POSITIONS:
                yield made
                found += 1
            made = []
        if found == wanted:
            return
        made = made if chance else [*made, (state, action)]
        state = state.play(action)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("tzaar", {}),
        ("relati", {"cannon": True, "continuous": True}),
        ("atom", {}),
    ],
)
@pytest.mark.parametrize("key", ["notation.then", "notation.between"])
def test_every_turn_is_read_back_as_lists_join_it(
    name: str, options: dict[str, Any], key: str
) -> None:
    read = 0
    for made in turns(name, options, 12):
        (first, _), *_ = made
        for language in LANGUAGES:
            said = [text(state.notation(action), language) for state, action in made]
            joined = f"{text(message(key), language)} ".join(said).swapcase()
            if len(joined) <= LONGEST:
                tokens = tuple(state.text(action) for state, action in made)
                assert meant(first, joined, language) == tokens
                read += 1
    assert read
