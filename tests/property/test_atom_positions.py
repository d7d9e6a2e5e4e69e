"""atom: positions and tokens at random; what comes in is taken exactly or refused by name."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

import duiyi
from duiyi.boards.triangle import parts
from duiyi.games.atom import GAME, AtomState
from duiyi.games.atom.phases import Acting, Choosing, Drawing, Placing

OPTIONS: list[dict[str, Any]] = [
    {},
    {"damage": "excess", "life_cap": 21},
    {"damage": "none", "turn_limit": 25},
    {"max_height": 3, "max_width": 2},
]
SIGNS = "0123456789KRBG-+,;:. choosedrawplacectynf="


@cache
def walk(seed: int) -> tuple[AtomState, ...]:
    """The states of one game that is played at random, with more attacks than chance would make."""
    rng = random.Random(seed)
    state: AtomState = GAME.start(**{"turn_limit": 40, **OPTIONS[seed % len(OPTIONS)]})
    states = [state]
    while state.outcome is None:
        actions = [action for action, _ in state.chances()] or list(state.actions())
        active = [one for one in actions if state.text(one)[0] in "ADEX"]
        state = state.play(rng.choice(active if active and rng.random() < 0.5 else actions))
        states.append(state)
    return tuple(states)


@st.composite
def states(draw: st.DrawFn) -> AtomState:
    game = walk(draw(st.integers(0, 11)))
    return game[draw(st.integers(0, len(game) - 1))]


@st.composite
def edits(draw: st.DrawFn) -> str:
    """The text of a position with a few characters or fields changed."""
    text = draw(states()).dump()
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, max(0, len(text) - 1)))
        match draw(st.integers(0, 4)):
            case 0:
                text = text[:at] + text[at + 1 :]
            case 1:
                text = text[:at] + draw(st.sampled_from(SIGNS)) + text[at:]
            case 2:
                text = text[:at] + draw(st.sampled_from(SIGNS)) + text[at + 1 :]
            case 3:
                other = draw(states()).dump().split(" ")
                fields = text.split(" ")
                number = draw(st.integers(0, min(len(fields), len(other)) - 1))
                fields[number] = other[number]
                text = " ".join(fields)
            case 4:
                text += draw(st.sampled_from([" out:0", " out:1", " ", ",", ";K0,0"]))
    return text


@given(states())
@settings(max_examples=150, deadline=None)
def test_a_dump_gives_the_same_state_again(state: AtomState) -> None:
    loaded = GAME.load(state.dump())
    assert loaded == state
    assert hash(loaded) == hash(state)
    assert loaded.dump() == state.dump()
    assert (loaded.actor, loaded.outcome, loaded.out) == (state.actor, state.outcome, state.out)
    assert list(loaded.actions()) == list(state.actions())


@given(states(), st.integers(0, 1))
@settings(max_examples=60, deadline=None)
def test_a_dump_of_a_withdrawal_gives_the_same_state_again(state: AtomState, seat: int) -> None:
    if state.outcome is None:
        state = state.withdraw(seat)
    assert GAME.load(state.dump()) == state


def usable(state: AtomState) -> None:
    """A state that was read goes round, shows itself and can be played on."""
    assert GAME.load(state.dump()) == state
    state.view()
    if state.outcome is not None:
        assert not state.actions()
        return
    decisions = [action for action, _ in state.chances()] or list(state.actions())
    assert decisions
    for action in decisions[:: max(1, len(decisions) // 5)]:
        assert state.parse(state.text(action)) == action
        assert list(state.narrate(action))
        later = state.play(action)
        assert GAME.load(later.dump()) == later


@given(edits())
@settings(max_examples=400, deadline=None)
@example("1 over 20:7.1.1.1:-:-:- 0:7.1.1.1:-:-:- " + GAME.start().options.text().replace(" ", ","))
def test_an_edited_dump_is_refused_by_name_or_can_be_used(text: str) -> None:
    try:
        state = GAME.load(text)
    except duiyi.BadPosition:
        return
    assert state.dump() == text
    usable(state)


@given(st.text(max_size=60) | st.text(alphabet=SIGNS, max_size=120))
@settings(max_examples=200, deadline=None)
def test_any_text_is_a_position_or_refused_by_name(text: str) -> None:
    try:
        state = GAME.load(text)
    except duiyi.BadPosition:
        return
    usable(state)


TOKENS = (
    st.from_regex(r"[123][KRBG]-?[0-9]{1,3},-?[0-9]{1,3}", fullmatch=True)
    | st.from_regex(r"[ELH][1-3]:-?[0-9],-?[0-9]", fullmatch=True)
    | st.from_regex(r"(A[1-4][1-4]|D[0-4]|X-?[0-9],-?[0-9]|\+[0-9]{4})", fullmatch=True)
    | st.sampled_from(["a", "b", "c", "end", "stop"])
    | st.text(max_size=8)
)


@given(states(), TOKENS)
@settings(max_examples=400, deadline=None)
def test_a_token_is_unreadable_or_judged(state: AtomState, token: str) -> None:
    legal = {state.text(one) for one in state.actions()}
    legal |= {state.text(one) for one, _ in state.chances()}
    try:
        action = state.parse(token)
    except duiyi.BadToken:
        action = None
    if action is None:
        assert token not in legal
        return
    assert state.text(action) == token
    broken = state.why_not(token)
    assert (broken is None) == (token in legal)
    if broken is not None:
        ids = {site.id for site in state.view().sites}
        assert set(broken.sites) <= ids
        assert str(broken)


@given(st.integers(0, 11))
@settings(max_examples=12, deadline=None)
def test_what_the_rules_promise_along_a_game(seed: int) -> None:
    """Between actions every cell hangs together, holds a black and keeps within the caps."""
    for state in walk(seed):
        for side in state.sides:
            assert min(side.held) >= 0
            for cell in side.cells:
                points = [(r, h) for r, h, _ in cell]
                assert len(set(points)) == len(points)
                assert all((r - h) % 2 == 0 for r, h in points)
                if not points:
                    continue
                rows, across = [r for r, _ in points], [h for _, h in points]
                assert max(rows) - min(rows) <= state.options.max_height
                assert max(across) - min(across) <= 2 * state.options.max_width
                if isinstance(state.phase, Choosing | Drawing | Placing | Acting):
                    assert any(colour == "K" for *_, colour in cell)
                    assert len(list(parts(points))) == 1
