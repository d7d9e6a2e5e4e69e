"""tzaar's inverse pairs under random input: position texts, tokens, and the set-up by seed."""

from __future__ import annotations

import string

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from duiyi.core import BadPosition, BadToken
from duiyi.games.tzaar import GAME, Stack, Step, TzaarState

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
SIZES = (5, 6, 7, 8, 8, 8, 7, 6, 5)
heights = st.one_of(st.just(1), st.integers(1, 12))
stacks = st.builds(Stack, st.integers(0, 1), st.sampled_from(["tzaar", "tzarra", "totts"]), heights)
letters = {
    (0, "tzaar"): "Z",
    (0, "tzarra"): "R",
    (0, "totts"): "T",
    (1, "tzaar"): "z",
    (1, "tzarra"): "r",
    (1, "totts"): "t",
}


def columns(points: list[Stack | None]) -> str:
    """The board as T-6 has it, written here once more."""
    cells = iter(points)
    written = []
    for size in SIZES:
        column = ""
        for _ in range(size):
            stack = next(cells)
            column += "." if stack is None else letters[stack.seat, stack.kind]
            column += str(stack.height) if stack is not None and stack.height > 1 else ""
        written.append(column)
    return "/".join(written)


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, list[Stack | None]]:
    points = draw(st.lists(st.none() | stacks, min_size=60, max_size=60))
    side, step = draw(st.sampled_from("wb")), draw(st.integers(1, 2))
    turn = draw(st.integers(1 if (side, step) != ("w", 2) else 2, 999_939))
    out = draw(st.sampled_from(["", " out:w", " out:b"]))
    return f"{columns(points)} {side} {step} {turn}{out}", points


@st.composite
def states(draw: st.DrawFn) -> TzaarState:
    """A state somewhere in a random game."""
    setup, seed = draw(st.sampled_from(["fixed", "random"])), draw(st.integers(0, 2**64 - 1))
    state: TzaarState = GAME.start(setup=setup, seed=seed)
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=60)):
        if state.outcome is not None:
            break
        actions = state.actions()
        state = state.play(actions[choice % len(actions)])
    return state


def loaded(text: str) -> TzaarState | None:
    try:
        return GAME.load(text)
    except BadPosition:
        return None


def lacking(points: list[Stack | None]) -> set[int]:
    """The sides without all three kinds."""
    found = {(stack.seat, stack.kind) for stack in points if stack is not None}
    return {seat for seat, kind in letters if (seat, kind) not in found}


@unhurried
@given(texts())
def test_a_position_text_is_read_and_written_unchanged(
    made: tuple[str, list[Stack | None]],
) -> None:
    text, points = made
    state = loaded(text)
    assert (state is None) == (lacking(points) == {0, 1})
    if state is not None:
        assert list(state.points) == points
        assert state.dump() == text


@unhurried
@given(states())
def test_states_of_games_come_back_from_their_dumps(state: TzaarState) -> None:
    again = GAME.load(state.dump())
    assert again == state
    assert hash(again) == hash(state)
    assert again.actions() == state.actions()
    assert again.outcome == state.outcome


@unhurried
@given(states(), st.data())
def test_an_edited_dump_is_refused_or_read_as_it_stands(
    state: TzaarState, data: st.DataObject
) -> None:
    text = state.dump()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(at, min(at + 2, len(text))))
        text = text[:at] + data.draw(st.text("ZRTzrt.0129/ wb:out", max_size=2)) + text[end:]
    edited = loaded(text)
    if edited is not None:
        assert edited.dump() == text
        for action in edited.actions()[:3]:
            later = edited.play(action)
            assert GAME.load(later.dump()) == later


@unhurried
@given(st.text(max_size=80))
def test_any_other_text_is_refused_as_a_position(text: str) -> None:
    state = loaded(text)
    assert state is None or state.dump() == text


@unhurried
@given(
    st.sampled_from(string.ascii_uppercase),
    st.integers(0, 99),
    st.sampled_from("x+"),
    st.sampled_from(string.ascii_uppercase),
    st.integers(0, 99),
)
def test_every_readable_token_is_an_action_and_comes_back(
    column: str, number: int, sign: str, other: str, end: int
) -> None:
    state = GAME.start()
    token = f"{column}{number}{sign}{other}{end}"
    action = state.parse(token)
    assert action == Step(f"{column}{number}", sign, f"{other}{end}")
    assert state.text(action) == token
    assert (state.why_not(token) is None) == (action in state.actions())


@unhurried
@given(st.text("ABEIZ019x+pas", max_size=8))
def test_a_text_is_a_token_only_if_it_comes_back(text: str) -> None:
    state = GAME.start()
    try:
        action = state.parse(text)
    except BadToken:
        return
    assert state.text(action) == text


@unhurried
@given(states())
def test_a_step_takes_one_piece_away_and_never_adds_height(state: TzaarState) -> None:
    for action in state.actions():
        later = state.play(action)
        pieces = [sum(1 for stack in s.points if stack) for s in (state, later)]
        heights = [sum(stack.height for stack in s.points if stack) for s in (state, later)]
        assert pieces[0] - pieces[1] == (1 if isinstance(action, Step) else 0)
        stacked = not isinstance(action, Step) or action.sign == "+"
        assert (heights[0] == heights[1]) if stacked else (heights[0] > heights[1])


@unhurried
@given(st.integers(0, 2**64 - 1))
def test_every_seed_deals_all_sixty_pieces(seed: int) -> None:
    dealt = GAME.start(setup="random", seed=seed)
    assert sorted(dealt.dump().partition(" ")[0].replace("/", "")) == sorted(
        "Z" * 6 + "R" * 9 + "T" * 15 + "z" * 6 + "r" * 9 + "t" * 15
    )
