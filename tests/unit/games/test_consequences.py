"""What choices say and show of losses is what happens when they are played: in 200 positions of
random games of each game, compared with the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.selection import slow_but

import duiyi
from duiyi.core import CHANCE, State
from duiyi.core.message import Message
from duiyi.core.view import Choice
from duiyi.games.atom.cells import attack, defence

POSITIONS = 200
CHOICES = 3
"""How many choices of a position are played, besides one of each verb."""
DEAD = {"dead"}
GAMES: dict[str, dict[str, Any]] = {
    "relati-classic": {},
    "relati": {"cannon": True, "chain": True, "migration": True, "friendly_fire": True},
    "relati-legacy": {"size": 9},
    "tzaar": {},
    "atom": {},
}


def decisions(game: str) -> Iterator[State[Any]]:
    """Positions in which a seat decides, of random games in which rare verbs are preferred."""
    rng = random.Random(f"consequences {game}")
    while True:
        state: State[Any] = duiyi.game(game).start(**GAMES[game])
        while state.outcome is None:
            if state.actor == CHANCE:
                state = state.play(rng.choice([action for action, _ in state.chances()]))
                continue
            if rng.random() < 0.3:
                yield state
            state = state.play(rng.choice(some(state, rng)).token)


def some(state: State[Any], rng: random.Random) -> list[Choice]:
    """One choice of each verb, and a few more."""
    choices = list(state.view().choices)
    rng.shuffle(choices)
    by_verb = {choice.verb: choice for choice in choices}
    return [*by_verb.values(), *choices[:CHOICES]]


def living(state: State[Any]) -> dict[str, int | None]:
    """Whose a piece is that is not dead, by its site."""
    return {
        piece.site: piece.stack[-1].seat
        for piece in state.view().pieces
        if not DEAD & {*piece.marks} and "held" not in piece.marks
    }


def died(state: State[Any], later: State[Any]) -> dict[str, int | None]:
    alive = living(later)
    return {
        site: seat
        for site, seat in living(state).items()
        if site not in alive or (alive[site] != seat and state.game.id != "tzaar")
    }


def own_deaths(said: Message | None) -> int:
    """How many of the reader's own die, by the words of a preview."""
    if said is None:
        return 0
    params = dict(said.params)
    name = said.key.partition(":")[2].removeprefix("preview").removeprefix(".")
    if "what" in params:
        return own_deaths(params["what"])  # type: ignore[arg-type]
    if "parts" in params:
        return sum(map(own_deaths, params["parts"]))  # type: ignore[arg-type]
    if name in ("hit.own", "hit.own.root", "root"):
        return 1
    if name in ("escape", "own", "R", "G", "B", "cannons.own"):
        return int(params["count"])  # type: ignore[arg-type]
    return int(params["own"]) if name == "bomb" else 0  # type: ignore[arg-type]


def shown(choice: Choice, kind: str) -> list[str]:
    return [site for one in choice.consequences if one.kind == kind for site in one.sites]


@pytest.mark.parametrize("game", slow_but("relati-legacy", of=GAMES))
def test_what_is_said_and_shown_of_ones_own_is_what_dies(game: str) -> None:
    rng = random.Random(game)
    found = decisions(game)
    seen: set[str] = set()
    for _ in range(POSITIONS):
        state = next(found)
        for choice in some(state, rng):
            dead = died(state, state.play(choice.token))
            own = {site for site, seat in dead.items() if seat == state.actor}
            if game == "tzaar":
                own = set()  # what is stacked upon is covered, not dead
            where = f"{choice.token} in {state.dump()}"
            assert own_deaths(choice.preview) == len(own), where
            dying = shown(choice, "dies")
            assert len(dying) == len(set(dying))
            assert own == {site for site in dying if living(state).get(site) == state.actor}, where
            seen |= {choice.verb for _ in own}
            # What is left loose goes when its attacker stops: that is no choice of an atom.
            if game in ("relati-legacy", "atom") and choice.verb != "stop":
                assert {*dying} == {*dead}, where
    expected = {"relati": {"fire", "migrate"}, "relati-legacy": {"escape"},
                "atom": {"effect", "lose", "keep"}}  # fmt: skip
    assert seen >= expected.get(game, set()), "deaths of one's own have been compared"


def test_a_plate_stands_between_two_trays_and_says_whether_the_second_breaks() -> None:
    found, kinds = decisions("atom"), set()
    for _ in range(POSITIONS):
        state: Any = next(found)
        for choice in state.view().choices:
            if choice.verb != "attack":
                continue
            (plate,) = choice.consequences
            later = state.play(choice.token)
            own, theirs = (int(site[2]) - 1 for site in plate.sites)
            power = attack(state.sides[state.owner].cells[own])
            broken = power > defence(state.sides[state.other].cells[theirs])
            assert (plate.kind == "breaks") == broken
            assert broken or later.sides[state.other] == state.sides[state.other]
            assert plate.sites == choice.paths[0]
            kinds.add(plate.kind)
    assert kinds == {"breaks", "holds"}
