"""A game in progress: any position of it, going back, chance that stays decided, its record."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.record_games import DICE, ROW

from duiyi.core import CHANCE, BadToken, IllegalAction, Record, State
from duiyi.core.chance import drawn
from duiyi.core.progress import EVERY, RECENT, Progress
from duiyi.core.record import Decision, Withdrawal

SEEDS = st.integers(0, 2**128 - 1)
CHOICES = st.lists(st.integers(0, 99), max_size=120)
"""Which of the legal actions is played, one after the other; see `went_on`."""


def went_on(progress: Progress, choices: list[int]) -> list[State[Any]]:
    """Plays on, chance by drawing, with a withdrawal now and then; the states after each node."""
    states = []
    for choice in choices:
        state = progress.state
        if state.actor is None:
            break
        if state.actor == CHANCE:
            progress.play(progress.draw())
        elif choice == 99 and len(state.out) < state.seats - 2:
            progress.withdraw(state.actor, "resigned")
        else:
            # Mostly on and on: of the ways to end a turn the last one does not end the game.
            actions = state.actions()
            progress.play(actions[choice % len(actions)] if choice % 3 else actions[-1])
        states.append(progress.state)
    return states


def game(seed: int = 7) -> Progress:
    return Progress(DICE.start(3, limit=9), seed)


# ---- what was decided


def test_actions_and_tokens_of_whoever_decides_are_played() -> None:
    progress = game()
    progress.play("roll")
    progress.play(progress.draw())
    progress.play(progress.state.parse("ok"))
    assert [node.actor for node in progress.nodes] == [0, CHANCE, 1]
    assert [node.token for node in progress.nodes if isinstance(node, Decision)][::2] == [
        "roll",
        "ok",
    ]
    assert len(progress) == 3


def test_a_seat_withdraws_out_of_turn() -> None:
    progress = game()
    progress.withdraw(2, "time")
    assert progress.nodes == [Withdrawal(2, "time")]
    assert progress.state == progress.first.withdraw(2)
    assert progress.nodes[0].actor == 2


@pytest.mark.parametrize(("token", "error"), [("end", IllegalAction), ("x y", BadToken)])
def test_what_the_rules_refuse_changes_nothing(token: str, error: type[Exception]) -> None:
    progress = game()
    with pytest.raises(error):
        progress.play(token)
    with pytest.raises(IllegalAction):
        progress.withdraw(7, "resigned")
    assert (progress.nodes, progress.state, progress.before) == ([], progress.first, None)


def test_nobody_plays_on_after_the_end() -> None:
    progress = Progress(ROW.start())
    progress.play("p5")
    assert progress.state.outcome is not None
    with pytest.raises(IllegalAction):
        progress.play("p1")
    assert len(progress) == 1


@given(CHOICES)
def test_every_position_is_found_again(choices: list[int]) -> None:
    progress = game()
    states = [progress.first, *went_on(progress, choices)]
    assert [progress.at(count) for count in range(len(progress) + 1)] == states
    assert progress.state == states[-1]
    assert progress.before == (states[-2] if len(states) > 1 else None)


def test_few_states_of_a_long_game_are_kept() -> None:
    progress = game()
    while len(progress) < 10 * EVERY:
        state = progress.state
        progress.play(progress.draw() if state.actor == CHANCE else state.actions()[-1])
    assert len(progress._states) <= 10 + RECENT + 1


# ---- going back


@given(CHOICES, st.integers(0, 120), SEEDS)
def test_cut_and_played_again_it_is_the_same(choices: list[int], keep: int, seed: int) -> None:
    progress = game(seed)
    went_on(progress, choices)
    nodes, state = progress.nodes.copy(), progress.state
    keep = min(keep, len(nodes))
    before = progress.at(keep)
    progress.cut(keep)
    assert (progress.nodes, progress.state) == (nodes[:keep], before)
    for node in nodes[keep:]:
        progress.follow(node)
    assert (progress.nodes, progress.state) == (nodes, state)


@given(CHOICES, st.integers(0, 120), SEEDS, SEEDS)
def test_chance_that_was_undone_is_drawn_alike(
    choices: list[int], keep: int, seed: int, other: int
) -> None:
    """Also in a game that was read from a record, and goes on with dice of its own."""
    played = game(seed)
    went_on(played, choices)
    record = played.record(Record.of(played.first))
    for progress in (played, Progress.of_record(record, other)):
        for _ in range(2):
            progress.cut(min(keep, len(record.nodes)))
            for node in record.nodes[len(progress) :]:
                if node.actor == CHANCE:
                    progress.play(progress.draw())
                else:
                    progress.follow(node)
            assert tuple(progress.nodes) == record.nodes


@given(CHOICES, st.integers(0, 120), SEEDS)
def test_what_follows_from_the_seed_is_not_remembered(
    choices: list[int], keep: int, seed: int
) -> None:
    """However often somebody goes back and forth, the game does not grow."""
    progress = game(seed)
    went_on(progress, choices)
    progress.cut(min(keep, len(progress)))
    assert not progress._settled


def test_other_decisions_before_do_not_change_the_dice() -> None:
    results = set()
    progress = game()
    for choice in progress.state.actions():
        progress.play(choice)
        results.add(progress.state.text(progress.draw()))
        progress.cut(0)
    assert len(results) == 1


def test_chance_that_was_given_is_no_draw() -> None:
    """The n-th draw is the same, whatever an opening has rolled."""
    progress = game()
    for token in ("roll", "1", "ok", "again"):
        progress.play(token)
    progress.opening = len(progress)
    assert progress.draw() == drawn(progress.state, 7, 0)
    progress.opening = 0
    assert progress.draw() == drawn(progress.state, 7, 1)


def test_the_last_node_of_an_actor_is_found() -> None:
    progress = game()
    for token in ("roll", "1", "ok", "again"):
        progress.play(token)
    progress.withdraw(2, "resigned")
    assert progress.last_by(lambda actor: actor == 1) == 2
    assert progress.last_by(lambda actor: actor == 2) == 4
    assert progress.last_by(lambda actor: actor == CHANCE) == 1
    progress.cut(0)
    assert progress.last_by(lambda actor: True) is None


# ---- records and copies


@given(CHOICES)
def test_a_record_is_made_and_read(choices: list[int]) -> None:
    progress = game()
    went_on(progress, choices)
    head = Record.of(progress.first, ["Ada", "Bob"], [("Event", "Sunday")]).commented("first")
    record = progress.record(head)
    assert (record.names, record.tags, record.comments) == (head.names, head.tags, ("first",))
    assert record.last() == progress.state
    back = Progress.of_record(record)
    assert (back.first, back.nodes, back.state) == (progress.first, progress.nodes, progress.state)


def test_comments_and_variations_of_a_record_stay() -> None:
    start = ROW.start()
    alone = Record.of(start).played(start, "p1").commented("well")
    node = Decision(1, "p2", ("why",), ((Decision(1, "p3"),),))
    progress = Progress.of_record(alone)
    progress.follow(node)
    assert progress.record(alone).nodes == (Decision(0, "p1", ("well",)), node)


@given(CHOICES, CHOICES, st.integers(0, 120))
def test_a_game_goes_another_way_and_a_copy_does_not_change_with_it(
    choices: list[int], more: list[int], keep: int
) -> None:
    progress = game()
    states = [progress.first, *went_on(progress, choices)]
    copy = progress.copy()
    nodes = progress.nodes.copy()
    keep = min(keep, len(progress))
    progress.cut(keep)
    later = went_on(progress, more)
    assert [progress.at(count) for count in range(len(progress) + 1)] == states[: keep + 1] + later
    assert (copy.nodes, copy.state) == (nodes, states[-1])
    assert [copy.at(count) for count in range(len(copy) + 1)] == states
