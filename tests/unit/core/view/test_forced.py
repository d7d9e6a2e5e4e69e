"""Steps that decide nothing: which they are, in every game, and that skipping them changes none."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.unit.core.ending import ENDING

import duiyi
from duiyi.core import CHANCE, Record, State, games
from duiyi.core.message import message
from duiyi.core.outcome import won
from duiyi.core.progress import Progress
from duiyi.core.record.files import read, write_dyr
from duiyi.core.view import BUTTON, Choice, View
from duiyi.core.view.forced import forced, forced_in

END = Choice("end", (("#end",),), message("x"))
STEPS = 160


def view(*choices: Choice, **more: Any) -> View:
    return View(0, 0, 1, (), message("x"), choices=choices, **more)


def test_one_button_is_forced() -> None:
    assert forced(view(END)) == "end"


@pytest.mark.parametrize(
    "choices",
    [
        (),
        (END, Choice("pass", (("#pass",),), message("x"))),
        (END, Choice("C3", (("C3",),), message("x"))),
        (Choice("C3", (("C3",),), message("x")),),
        (Choice("build:C3", (("C3", "#build"),), message("x")),),
        (Choice("none", ((),), message("x")),),
    ],
)
def test_nothing_else_is(choices: tuple[Choice, ...]) -> None:
    assert forced(view(*choices)) is None


def test_nothing_is_forced_after_the_end() -> None:
    assert forced(view(END, outcome=won(0, 2, "x"))) is None


def walked(progress: Progress, seed: int) -> None:
    """Plays on at random, forced steps by themselves."""
    chooser = random.Random(seed)
    while progress.state.actor is not None and len(progress) < STEPS:
        state = progress.state
        token = forced_in(state)
        if state.actor == CHANCE:
            progress.play(progress.draw())
        elif token is None:
            progress.play(chooser.choice(state.actions()))
        else:
            assert_decides_nothing(state, token)
            progress.play(token)


def assert_decides_nothing(state: State[Any], token: str) -> None:
    assert [state.text(action) for action in state.actions()] == [token]
    (choice,) = state.view().choices
    assert any(all(step.startswith(BUTTON) for step in path) for path in choice.paths)


@pytest.mark.parametrize("name", [game.id for game in games()])
def test_what_is_skipped_is_never_a_choice_and_its_record_replays(name: str) -> None:
    for number, (seats, options) in enumerate(duiyi.game(name).samples()[:8]):
        first = duiyi.game(name).setup(seats, options)  # type: ignore[attr-defined]
        progress = Progress(first, number)
        walked(progress, number)
        record = progress.record(Record.of(first, ("",) * seats, (), options))
        again = read(write_dyr(record))
        assert again.nodes == record.nodes
        assert Progress.of_record(again).state == progress.state


def test_skipping_plays_what_a_person_would_have_had_to_play() -> None:
    """Where there is one action, choosing at random is skipping: both games are the same one."""
    start = duiyi.game("atom").start()
    skipping, asking = Progress(start, 3), Progress(start, 3)
    chooser = random.Random(3)
    count = 0
    while skipping.state.actor is not None and len(skipping) < STEPS:
        state = skipping.state
        if state.actor == CHANCE:
            action = skipping.draw()
        elif (token := forced_in(state)) is not None:
            action, count = state.parse(token), count + 1
        else:
            action = chooser.choice(state.actions())
        skipping.play(action)
        asking.play(asking.state.text(action))
    assert count > 5
    assert asking.state == skipping.state


def test_an_undo_goes_back_past_what_was_forced() -> None:
    progress = Progress(ENDING.start())
    for token in ("A", "pass", "B", "pass"):
        progress.play(token)

    def first(seat: int) -> bool:
        return seat == 0

    assert progress.last_by(first) == 1
    assert progress.last_choice_by(first) == 0
    assert progress.last_choice_by(lambda seat: seat == 1) == 2
    progress.cut(1)
    assert progress.last_choice_by(lambda seat: seat == 1) is None


def test_a_withdrawal_is_a_decision_of_its_own() -> None:
    progress = Progress(ENDING.start(3))
    progress.play("A")
    progress.withdraw(1, "resigned")
    assert progress.last_choice_by(lambda seat: seat == 1) == 1
