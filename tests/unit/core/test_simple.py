"""Small games: what `SimpleGame` and `SimpleState` supply."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from tests.unit.core.pebbles import PEBBLES, PebblesState

from duiyi.core import CHANCE, BadOptions, BadPosition, BadToken, IllegalAction, Move
from duiyi.core.locale import text


def state_after(tokens: str, seats: int = 2, **options: Any) -> PebblesState:
    state: PebblesState = PEBBLES.start(seats, **options)
    for token in tokens.split():
        state = state.play(token)
    return state


def edited(state: PebblesState, **changes: Any) -> str:
    return json.dumps(json.loads(state.dump()) | changes)


def test_the_moves_are_the_actions() -> None:
    assert state_after("A B").actions() == tuple(map(Move, "CDEF"))
    assert state_after("A B").text(Move("C")) == "C"
    assert state_after("A B").parse("C") == Move("C")


def test_the_turn_passes_on_by_itself() -> None:
    state = state_after("A", seats=3)
    assert (state.actor, state.owner, state.turn) == (1, 1, 2)


def test_chance_is_the_actor_between_decisions() -> None:
    state = state_after("A", dice=True)
    assert (state.actor, state.owner, state.turn) == (CHANCE, 0, 1)
    assert state.actions() == ()
    assert state.chances() == ((Move("heads"), Fraction(1, 3)), (Move("tails"), Fraction(2, 3)))
    assert state.view().choices == ()
    assert state_after("A heads", dice=True).actor == 0
    assert state_after("A tails", dice=True).actor == 1
    assert state.why_not("B").code == "not-legal"  # type: ignore[union-attr]


def test_several_decisions_in_one_turn() -> None:
    state = state_after("A heads B heads", dice=True)
    assert (state.actor, state.turn) == (0, 1)
    assert state.play("pass").turn == 2


@pytest.mark.parametrize(
    ("token", "code"), [("A", "occupied"), ("pass", "not-legal"), ("heads", "not-legal")]
)
def test_an_illegal_token_breaks_a_named_rule(token: str, code: str) -> None:
    state = state_after("A")
    with pytest.raises(IllegalAction) as caught:
        state.play(token)
    assert caught.value.violation.code == code
    assert state.why_not(token) == caught.value.violation


def test_after_the_end_everything_is_refused() -> None:
    state = state_after("A B", pebbles=2)
    assert state.outcome is not None
    for token in ("A", "C", "pass"):
        assert state.why_not(token).code == "game-over"  # type: ignore[union-attr]
    with pytest.raises(IllegalAction):
        state.withdraw(0)


@pytest.mark.parametrize("token", ["a", "AA", "Z", "", " A", "swap", "A" * 100, "Ａ", "\n"])
def test_a_token_is_a_site_or_a_word(token: str) -> None:
    with pytest.raises(BadToken):
        state_after("").parse(token)


def test_the_story_names_the_sites_that_changed() -> None:
    told = state_after("A B C D E").narrate(Move("F"))
    assert [text(event.message) for event in told] == ["cross plays F", "no winner"]
    assert [event.sites for event in told] == [("F",), ()]


def test_a_word_has_its_own_story() -> None:
    (told,) = state_after("A heads", dice=True).narrate(Move("pass"))
    assert text(told.message) == "circle passes"


def test_the_view_shows_what_stands_where() -> None:
    before, state = state_after("A"), state_after("A B")
    view = state.view(since=before)
    assert [(piece.site, piece.stack[0].seat) for piece in view.pieces] == [("A", 0), ("B", 1)]
    assert view.last == ("B",)
    assert [choice.token for choice in view.choices] == list("CDEF")
    assert state.view(1).choices == ()
    assert text(view.prompt) == "circle to play"


def test_words_are_buttons() -> None:
    choice = state_after("A heads", dice=True).view().choices[-1]
    assert (choice.token, choice.paths) == ("pass", (("#pass",),))
    assert text(choice.label) == "pass"


def test_withdrawing_in_turn_passes_it_on_w2() -> None:
    state = state_after("A heads", seats=3, dice=True).withdraw(0)
    assert (state.actor, state.owner, state.turn, state.out) == (1, 1, 2, frozenset({0}))
    assert state.play("B").play("tails").play("C").play("tails").actor == 1


def test_withdrawing_while_chance_decides_in_ones_turn_passes_it_on_w2() -> None:
    state = state_after("A", seats=3, dice=True).withdraw(0)
    assert (state.actor, state.owner, state.turn) == (1, 1, 2)


def test_withdrawing_out_of_turn_changes_nothing_else_w1() -> None:
    state = state_after("A", seats=3).withdraw(2)
    assert (state.actor, state.turn, state.out) == (1, 2, frozenset({2}))
    assert state.play("B").actor == 0


def test_the_last_one_in_wins_w3() -> None:
    state = state_after("A", seats=3).withdraw(1).withdraw(0)
    assert state.outcome is not None
    assert (state.actor, state.outcome.winner, state.outcome.reason) == (None, 2, "withdrawn")


@pytest.mark.parametrize("tokens", ["", "A", "A heads", "A heads pass B tails", "A tails B"])
def test_a_dump_gives_the_state_back(tokens: str) -> None:
    for seats in (2, 3):
        state = state_after(tokens, seats=seats, dice=True)
        assert PEBBLES.load(state.dump()) == state
        assert PEBBLES.load(state.withdraw(1).dump()) == state.withdraw(1)


def test_a_finished_game_comes_back_from_its_dump() -> None:
    for state in (state_after("A B", pebbles=2), state_after("A B C", pebbles=3)):
        assert PEBBLES.load(state.dump()) == state


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": 1},
        {"seats": 4},
        {"seats": 2.0},
        {"seats": True},
        {"seats": "2"},
        {"options": []},
        {"options": {"dice": 1}},
        {"options": {"seats": 2}},
        {"options": {"dice": {}}},
        {"actor": 2},
        {"actor": -2},
        {"actor": -1.0},
        {"actor": None},
        {"actor": False},
        {"owner": None},
        {"owner": -1},
        {"turn": 0},
        {"turn": 10**7},
        {"turn": 1.5},
        {"out": [0]},
        {"out": [0, 1]},
        {"out": [5]},
        {"out": [[]]},
        {"out": 1},
        {"out": None},
        {"outcome": ["1", "0", "won"]},
        {"actor": None, "outcome": ["1", "1", "won"]},
        {"actor": None, "outcome": ["1", "won"]},
        {"actor": None, "outcome": ["1", "0", "no such reason"]},
        {"actor": None, "outcome": ["1e9999999999", "0", "won"]},
        {"actor": None, "outcome": ["1/0", "0", "won"]},
        {"actor": None, "outcome": [1, 0, "won"]},
        {"actor": None, "outcome": "won"},
        {"actor": None, "outcome": {}},
        {"actor": None, "out": [0], "outcome": ["1", "0", "won"]},
        {"owners": "....."},
        {"owners": "A....."},
        {"owners": 7},
        {"owners": ["."] * 6},
        {"owners": "010101"},
        {"again": 1},
        {"again": None},
        {"noise": {}},
        {"noise": [[{}]]},
        {"unknown": 1},
    ],
)
def test_a_dump_that_makes_no_sense_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadPosition):
        PEBBLES.load(edited(state_after(""), **changes))


@pytest.mark.parametrize(
    "dump", ["", "{}", "[]", "null", "1", "{", '{"seats":2}', "[" * 100_000, "NaN", '"x"']
)
def test_text_that_is_no_dump_is_refused(dump: str) -> None:
    with pytest.raises(BadPosition):
        PEBBLES.load(dump)


def test_deeply_nested_fields_are_refused() -> None:
    nested: Any = []
    for _ in range(400):
        nested = [nested]
    with pytest.raises(BadPosition):
        PEBBLES.load(edited(state_after(""), noise=nested))


def test_seats_and_options_are_checked() -> None:
    for bad in ({"seats": 4}, {"seats": True}, {"dice": 1}, {"pebbles": 1}, {"weather": 1}):
        with pytest.raises(BadOptions):
            PEBBLES.start(**bad)
