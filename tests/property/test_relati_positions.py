"""Position texts and tokens of the relati games under random play, random edits, random text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import duiyi
from duiyi.core.errors import violation
from duiyi.core.state import Game
from duiyi.games.relati import GAME as RELATI
from duiyi.games.relati_classic import GAME as CLASSIC

GAMES = [CLASSIC, RELATI]
TEXT = "./OXDUAoxdu*!- :,0123456789bonuschailpasedefrtgmy"
EDITS = st.lists(
    st.tuples(
        st.sampled_from(["put", "drop", "replace", "swap"]),
        st.integers(0, 10**6),
        st.text(TEXT, min_size=1, max_size=3) | st.text(max_size=2),
    ),
    min_size=1,
    max_size=4,
)


@st.composite
def states(draw: st.DrawFn, game: Game, plies: int = 60) -> Any:
    """A state that random play has led to, with a withdrawal here and there."""
    seats, options = draw(st.sampled_from(list(game.samples())))
    state = game.start(seats, **dict(options.items()))
    chance = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, plies))):
        if state.actor is None:
            break
        inside = sorted(set(range(seats)) - state.out)
        if chance.random() < 0.01:
            state = state.withdraw(chance.choice(inside))
            continue
        tokens = [state.text(action) for action in state.actions()]
        special = [token for token in tokens if ":" in token]
        few = special if special and chance.random() < 0.4 else tokens
        state = state.play(chance.choice(few))
    return state


def edited(text: str, edits: list[tuple[str, int, str]]) -> str:
    for kind, number, word in edits:
        at = number % (len(text) + 1)
        if kind == "put":
            text = text[:at] + word + text[at:]
        elif kind == "drop":
            text = text[:at] + text[at + len(word) :]
        elif kind == "replace":
            text = text[:at] + word + text[at + len(word) :]
        else:
            text = text[:at] + text[at : at + 2][::-1] + text[at + 2 :]
    return text


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_what_is_dumped_is_loaded_again(game: Game, data: st.DataObject) -> None:
    state = data.draw(states(game))
    text = state.dump()
    loaded = game.load(text)
    assert loaded == state
    assert loaded.dump() == text
    assert loaded.actions() == state.actions()
    assert loaded.outcome == state.outcome


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@given(data=st.data(), edits=EDITS)
@settings(max_examples=150, deadline=None)
def test_an_edited_dump_is_refused_or_is_another_position(
    game: Game, data: st.DataObject, edits: list[tuple[str, int, str]]
) -> None:
    text = edited(data.draw(states(game, 25)).dump(), edits)
    try:
        state = game.load(text)
    except duiyi.BadPosition:
        return
    assert state.dump() == text
    assert game.load(state.dump()) == state
    assert (state.actor is None) == (state.outcome is not None)
    assert bool(state.actions()) == (state.actor is not None)
    for action in [*state.actions()[:3], *state.actions()[-3:]]:
        later = state.play(action)
        assert game.load(later.dump()) == later


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@given(text=st.text(TEXT) | st.text())
def test_a_random_text_is_no_position(game: Game, text: str) -> None:
    with pytest.raises(duiyi.BadPosition):
        game.load(text)


WORDS = st.sampled_from(["", "build", "fire", "root", "pass", "A1", "C3", "I9", "Q17", "F", "B"])
UNREADABLE = violation("core", "unreadable")
TOKENS = (
    st.lists(WORDS, min_size=1, max_size=4).map(":".join)
    | st.text(TEXT, max_size=12)
    | st.text(max_size=80)
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@given(data=st.data(), tokens=st.lists(TOKENS, max_size=8))
@settings(max_examples=60, deadline=None)
def test_a_random_token_is_unreadable_or_judged(
    game: Game, data: st.DataObject, tokens: list[str]
) -> None:
    state = data.draw(states(game, 25))
    legal = {state.text(action) for action in state.actions()}
    for token in tokens:
        try:
            found = state.why_not(token)
        except duiyi.BadToken:
            found = UNREADABLE
        if found is UNREADABLE:
            assert token not in legal
            continue
        assert (found is None) == (token in legal)
        assert state.text(state.parse(token)) == token
        if found is None:
            assert state.play(token) != state
        else:
            with pytest.raises(duiyi.IllegalAction) as caught:
                state.play(token)
            assert caught.value.violation == found
