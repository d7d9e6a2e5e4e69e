"""The coach warns of every blunder that the rules show, is silent at sound decisions, and says
nothing that is not so."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from tests.record_games import ROW
from tests.selection import slow_but
from tests.unit.analysis.coached import SETUPS, Chosen, Setup, blunders, positions, sound

import duiyi
from duiyi import kernels
from duiyi.analysis import coach
from duiyi.analysis.losing import Losing, beaten
from duiyi.analysis.threats import Threat, owner
from duiyi.core import CHANCE, State, message
from duiyi.core.locale import LANGUAGES, has, text
from duiyi.core.message import Message

EACH = 14
"""Decisions of each set-up; more than a hundred of all."""
ENOUGH = 6
"""Threats that are looked at for each set-up."""
LATEST = 120
"""Decision of a random game."""
WITHIN = 0.3
"""CPU seconds for an answer."""
QUICK = SETUPS[0], SETUPS[6]


def keys(said: Message) -> set[str]:
    """The keys of a message and of all that it quotes."""
    found = {said.key}
    for _, value in said.params:
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Message):
                found |= keys(one)
    return found


def worded(said: Message) -> None:
    for language in LANGUAGES:
        assert all(has(key, language) for key in keys(said))
        assert "{" not in text(said, language)


def shows(chosen: Chosen, warning: coach.Warning) -> None:
    """The line of a warning of certain loss is legal, and ends where the seat is beaten."""
    seat, state = chosen.state.actor, chosen.state.play(chosen.token)
    assert seat is not None
    for token in warning.line:
        state = state.play(token)
    assert beaten(state, seat)


@pytest.mark.parametrize("setup", slow_but(*QUICK, of=SETUPS))
def test_it_warns_before_every_blunder(setup: Setup) -> None:
    made = blunders(setup, EACH)
    assert len(made) == EACH
    for one in made:
        warning = coach.before(one.state, one.token)
        assert warning is not None, (one.token, one.state.dump())
        worded(warning.reason)
        worded(warning.detail)
        if warning.kind == "share":
            # Of what chance may bring not everything is tried: then it is the search that knows.
            assert setup[0] == "atom"
        else:
            shows(one, warning)
            assert warning.clause in keys(warning.detail)


@pytest.mark.parametrize("setup", slow_but(QUICK[0], of=SETUPS))
def test_it_is_silent_at_sound_decisions(setup: Setup) -> None:
    made = sound(setup, EACH)
    assert len(made) == EACH
    for one in made:
        warning = coach.before(one.state, one.token)
        assert warning is None, (one.token, one.state.dump(), text(warning.reason))


def walked(setup: Setup, seed: int) -> tuple[State[Any], str] | None:
    """A decision somewhere in a random game."""
    name, seats, options = setup
    start = duiyi.game(name).start(seats, **dict(options))
    chance = random.Random(seed)
    tokens, _ = kernels.walk(start, seed)
    _, state = kernels.walk(start, seed, chance.randrange(4, min(len(tokens), LATEST)))
    if state.actor in (None, CHANCE):
        return None
    return state, state.text(chance.choice(state.actions()))


@pytest.mark.parametrize("setup", SETUPS)
def test_what_it_says_afterwards_is_so(setup: Setup) -> None:
    told = 0
    for seed in range(60):
        found = walked(setup, seed)
        if found is None or told >= ENOUGH:
            continue
        state, token = found
        assert state.actor is not None
        for seat in range(state.seats):
            said = coach.after(state, token, seat, seed)
            assert said.did == tuple(state.narrate(state.parse(token))[: coach.TOLD])
            if said.threatened is not None:
                worded(said.threatened)
            if said.threat is not None:
                told += 1
                harms(state.play(token), seat, said.threat)
    assert told or setup[0] == "relati-classic", "nothing was ever threatened"


def harms(state: State[Any], seat: int, threat: Threat) -> None:
    """What is told of a threat happens: its decisions are legal for whoever is said to make them,
    are told as their narration tells them, and cost the seat what stands on the named sites."""
    before = {piece.site: piece for piece in state.view(None).pieces}
    moves, events = [], []
    for token in threat.line:
        assert state.why_not(token) is None
        action = state.parse(token)
        if state.actor not in (CHANCE, seat):
            assert state.actor == threat.by
            moves.append(state.notation(action))
            events += [event.message for event in state.narrate(action)]
        state = state.play(token)
    assert set(threat.moves) <= set(moves)
    assert moves[-1] == threat.moves[-1]
    assert set(threat.events) <= set(events)
    if threat.wins:
        return
    now = {piece.site: piece for piece in state.view(None).pieces}
    lost = [
        site
        for site in threat.sites
        if site in before and owner(before[site]) == seat and now.get(site) != before[site]
    ]
    assert lost or any(one.key.endswith((".hurt", ".effect.R")) for one in threat.events)


def test_nothing_is_threatened_where_nothing_can_be() -> None:
    state = duiyi.game("relati-classic").start()
    said = coach.after(state, "C3", 0)
    assert said.threatened == message("coach.quiet")
    assert said.threat is None


def test_between_the_steps_of_a_turn_it_only_says_what_was_done() -> None:
    state = duiyi.game("tzaar").start()
    state = state.play(state.actions()[0])
    token = state.text(state.actions()[0])
    said = coach.after(state, token, 1)
    assert said.did
    assert said.threatened is None


def test_losing_by_ones_own_decision_is_told_by_its_outcome() -> None:
    found = next(
        one
        for one in blunders(QUICK[1], EACH)
        if (warning := coach.before(one.state, one.token)) and warning.kind == "lost"
    )
    warning = coach.before(found.state, found.token)
    assert warning is not None
    assert warning.reason == message("coach.lost")
    assert warning.clause.startswith("tzaar:outcome.")


def test_where_everything_loses_there_is_no_warning() -> None:
    for state in (one for seed in range(200) for one in positions(QUICK[0], seed)):
        assert state.actor is not None
        lines = [Losing(state.actor).line(state.play(action)) for action in state.actions()]
        if all(line is not None for line in lines):
            assert all(coach.before(state, state.text(one)) is None for one in state.actions())
            return
    raise AssertionError("no such position")


def test_a_forced_decision_is_never_warned_of() -> None:
    start = duiyi.game("atom").start()
    state = start.play("a")
    state = state.play(state.chances()[0][0])
    while len(state.actions()) > 1:
        state = state.play(state.actions()[-1])
        if state.actor == CHANCE:
            state = state.play(state.chances()[0][0])
    assert coach.before(state, state.text(state.actions()[0])) is None


def test_a_game_without_a_kernel_has_a_coach_too() -> None:
    """Whoever takes p5 wins: not taking it gives everything away."""
    warning = coach.before(ROW.start(2), "p1", seed=3)
    assert warning is not None
    assert warning.kind == "reply"
    assert warning.line == ("p5",)
    assert coach.before(ROW.start(2), "p5", seed=3) is None
    said = coach.after(ROW.start(2), "p1", 0, seed=3)
    assert said.threat is not None
    assert said.threat.wins


@pytest.mark.parametrize("setup", SETUPS)
def test_the_same_seed_says_the_same_in_time(setup: Setup) -> None:
    for seed in range(4):
        found = walked(setup, seed)
        if found is None:
            continue
        state, token = found
        assert state.actor is not None
        took, said = [], []
        for _ in range(2):
            begun = time.thread_time()
            warning = coach.before(state, token, seed)
            took.append(time.thread_time() - begun)
            begun = time.thread_time()
            said.append((warning, coach.after(state, token, state.actor, seed)))
            took.append(time.thread_time() - begun)
        assert said[0] == said[1]
        assert min(took[0], took[2]) < WITHIN
        assert min(took[1], took[3]) < WITHIN
