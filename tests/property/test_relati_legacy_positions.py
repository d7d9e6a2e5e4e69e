"""relati legacy: texts of positions and tokens come back as they were, and damage is noticed."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

import duiyi
from duiyi.games.relati_legacy import GAME, RelatiLegacyState

LETTERS = "OXDUAH"
MARKS = ("", "*", "#", "!", "@")
DAMAGE = "OXDUAHoxduahZ.*#!@/ 0123456789:gone-out\n\t\u5c0d"


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Texts that look like positions on the smallest board; some are."""
    seats = draw(st.integers(2, 6))
    letters = LETTERS[:seats]
    piece = st.one_of(
        st.tuples(st.sampled_from(letters), st.sampled_from(MARKS)).map("".join),
        st.sampled_from(letters.lower()),
    )
    cells = ["."] * 81
    for cell, found in draw(st.dictionaries(st.integers(0, 80), piece, max_size=20)).items():
        cells[cell] = found
    rows = "/".join("".join(cells[row * 9 : row * 9 + 9]) for row in range(9))
    text = f"{rows} {seats} {draw(st.sampled_from(letters))} {draw(st.integers(1, 999999))}"
    for field in ("gone", "out"):
        chosen = draw(st.sets(st.sampled_from(letters), max_size=2))
        if chosen:
            text += f" {field}:{''.join(sorted(chosen, key=LETTERS.index))}"
    return text


@st.composite
def games(draw: st.DrawFn) -> RelatiLegacyState:
    """A state some way into a game, with withdrawals now and then."""
    state: RelatiLegacyState = GAME.start(draw(st.integers(2, 6)), size=9)
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=25)):
        if state.actor is None:
            break
        inside = sorted(set(range(state.seats)) - state.out)
        if choice % 20 == 0:
            state = state.withdraw(inside[choice // 20 % len(inside)])
        else:
            actions = state.actions()
            state = state.play(actions[choice % len(actions)])
    return state


def assert_usable(state: RelatiLegacyState) -> None:
    again = GAME.load(state.dump())
    assert again == state
    assert again.reaches == state.reaches
    assert (state.actor is None) == (state.outcome is not None)
    assert bool(state.actions()) == (state.actor is not None)
    for seat, side in enumerate(state.sides):
        assert side.source.bit_count() <= 1
        assert not state.forbidden(seat) & state.valid(seat)
        assert state.forbidden(seat) | state.valid(seat) == side.source | side.normal
        for other in state.sides[seat + 1 :]:
            assert not side.all & other.all


@settings(max_examples=150, deadline=None)
@given(texts())
def test_a_text_is_refused_or_gives_a_state_that_writes_the_same_text(text: str) -> None:
    try:
        state = GAME.load(text)
    except duiyi.BadPosition:
        return
    assert state.dump() == text
    assert_usable(state)


@settings(max_examples=60, deadline=None)
@given(games())
def test_every_state_of_a_game_is_read_back(state: RelatiLegacyState) -> None:
    assert_usable(state)


@settings(max_examples=100, deadline=None)
@given(games(), st.data())
def test_a_damaged_text_is_refused_or_gives_a_usable_state(
    state: RelatiLegacyState, data: st.DataObject
) -> None:
    text = state.dump()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 2))
        text = text[:at] + data.draw(st.text(DAMAGE, max_size=2)) + text[at + cut :]
    try:
        loaded = GAME.load(text)
    except duiyi.BadPosition:
        return
    assert_usable(loaded)


@settings(max_examples=40, deadline=None)
@given(games())
def test_tokens_come_back_and_exactly_the_listed_actions_are_legal(
    state: RelatiLegacyState,
) -> None:
    listed = {state.text(action): action for action in state.actions()}
    assert len(listed) == len(state.actions())
    for token, action in listed.items():
        assert state.parse(token) == action
        assert state.why_not(token) is None
    for code in ("L", "R", "E", "AB", "D"):
        for label in state.board.labels:
            token = f"{code}:{label}"
            assert (state.why_not(token) is None) == (token in listed)


@settings(max_examples=100, deadline=None)
@given(st.text("LREABDN:ACI19jJ", max_size=12))
def test_any_text_is_a_token_that_comes_back_or_a_bad_token(text: str) -> None:
    state = GAME.start(2, size=9)
    try:
        action = state.parse(text)
    except duiyi.BadToken:
        return
    assert state.text(action) == text
