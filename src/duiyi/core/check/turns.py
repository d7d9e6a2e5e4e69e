"""What must hold about whose decision it is, turns, chance, and the end of the game."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from duiyi.core.check.properties import When, expect, refused, requirement, same
from duiyi.core.check.walk import Point
from duiyi.core.errors import IllegalAction
from duiyi.core.outcome import Outcome
from duiyi.core.state import CHANCE, State


@requirement("actor")
def actor(point: Point) -> None:
    """The actor is a seat that is in and has an action, or CHANCE, or None when it is over."""
    expect_actor(point.state)


@requirement("turn")
def turn(point: Point) -> None:
    """The turn never falls, grows by one at most, and grows when its owner changes.

    Seats that are skipped have no turn, so that also then it passes on once. The owner of a
    finished game has no meaning.
    """
    before, state = point.before, point.state
    expect(state.turn >= 1, "turns are counted from 1", state.turn)
    if before is None:
        return
    expect(0 <= state.turn - before.turn <= 1, f"{before.turn} or one more", state.turn)
    if state.outcome is None and state.owner != before.owner:
        same("turn of another owner", state.turn, before.turn + 1)


@requirement("chances")
def chances(point: Point) -> None:
    """At CHANCE the results are distinct and exact, sum to 1, can be played; else there are none.

    actions() is empty at CHANCE: nobody can choose.
    """
    state = point.state
    results = list(state.chances())
    if state.actor != CHANCE:
        same("chances() while nobody waits for chance", results, [])
        return
    odds = [probability for _, probability in results]
    same("actions() at CHANCE", list(state.actions()), [])
    expect(all(type(p) is Fraction and p > 0 for p in odds), "positive Fractions", odds)
    same("sum of the probabilities", sum(odds), 1)
    distinct = len({state.text(action) for action, _ in results}) == len(results)
    expect(distinct, "results of chance are distinct", results)
    for action, _ in point.sample(results, 3):
        state.play(action)


@requirement("outcome", when=When.END)
def outcome(point: Point) -> None:
    """An outcome has one exact score per seat, 1 in all, and 0 for those who withdrew (W-4)."""
    state = point.state
    if state.outcome is None:
        return
    found = state.outcome
    expect(isinstance(found, Outcome), "an Outcome", found)
    exact = all(type(score) is Fraction and score >= 0 for score in found.scores)
    expect(exact, "scores are Fractions, 0 or more", found.scores)
    same("number of scores", len(found.scores), point.seats)
    same("sum of the scores", sum(found.scores), 1)
    for seat in state.out:
        same(f"W-4: score of seat {seat}, which withdrew", found.scores[seat], 0)
    expect(bool(found.reason), "an outcome has a reason", found)


@requirement("over", when=When.END)
def over(point: Point) -> None:
    """When the game is over, every token and every withdrawal is refused as IllegalAction."""
    state = point.state
    if state.outcome is None:
        return
    before = state.dump()
    for token in point.sample(point.known, 5):
        expect(state.why_not(token) is not None, f"why_not({token!r}) names a rule", None)
        refused(IllegalAction, f"play({token!r})", state.play, token)
    for seat in range(point.seats):
        refused(IllegalAction, f"withdraw({seat})", state.withdraw, seat)
    same("finished state after refused actions", state.dump(), before)


@requirement("ends", when=When.END)
def ends(point: Point) -> None:
    """Every game comes to its end."""
    decided = len(point.played)
    ended = point.state.outcome is not None or decided < point.limit
    expect(ended, f"an outcome within {point.limit} decisions", f"none after {decided}")


def expect_actor(state: State[Any]) -> None:
    actor, inside = state.actor, set(range(state.seats)) - state.out
    expect(state.out <= set(range(state.seats)), "only seats are out", state.out)
    expect(state.owner in range(state.seats), "the owner of the turn is a seat", state.owner)
    ended = state.outcome is not None
    same("whether nobody is the actor", actor is None, ended)
    if ended:
        same("actions() of a finished game", list(state.actions()), [])
    elif actor != CHANCE:
        expect(actor in inside, f"the actor is one of {sorted(inside)} or CHANCE", actor)
        expect(len(state.actions()) > 0, "a seat that decides has an action", state.actions())
    else:
        expect(len(state.chances()) > 0, "chance has a result", state.chances())
