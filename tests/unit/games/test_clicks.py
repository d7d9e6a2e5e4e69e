"""Clicks that fit no choice: in every game each is explained, in all languages."""

from __future__ import annotations

import random
from typing import Any

import pytest

import duiyi
from duiyi.core import CHANCE, State, locale
from duiyi.core.check.walk import decisions, sites_of
from duiyi.core.check.words import messages

GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "relati-classic": (2, {}),
    "relati": (2, {"cannon": True, "chain": True, "continuous": True, "migration": True}),
    "relati-legacy": (2, {"size": 9}),
    "tzaar": (2, {}),
    "atom": (2, {"turn_limit": 40}),
}
PAIRS_PER_STATE = 30
STATES = 12


def states(game: str, seed: int) -> list[State[Any]]:
    """Some states of a random game, the last one included."""
    seats, options = GAMES[game]
    choose = random.Random(seed)
    state: State[Any] = duiyi.game(game).start(seats, **options)
    found = [state]
    while state.actor is not None:
        state = state.play(choose.choice(decisions(state)))
        found.append(state)
    return [*choose.sample(found, min(STATES, len(found))), found[-1]]


def rows(state: State[Any], choose: random.Random) -> list[tuple[str, ...]]:
    """Every site alone, and pairs of which the first begins something where possible."""
    sites = sorted(sites_of(state))
    begins = sorted({path[0] for c in state.view().choices for path in c.paths}) or sites
    buttons = ["#build", "#root", "#pass", "#bomb", "#defend", "#relati", "#escape", "#an", "#ar"]
    buttons += ["#a", "#end", "#end-placing", "#stop", "#direct", "#effect", "#", "#nothing"]
    lasts = [*sites, *buttons]
    pairs = [(choose.choice(begins), choose.choice(lasts)) for _ in range(PAIRS_PER_STATE)]
    threes = [(*pair, choose.choice(lasts)) for pair in pairs[::3]]
    return [*((site,) for site in sites), *((button,) for button in buttons), *pairs, *threes]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_every_click_that_fits_nothing_is_explained(game: str, seed: int) -> None:
    choose = random.Random(seed)
    for state in states(game, seed):
        paths = {path: c.token for c in state.view().choices for path in c.paths}
        begun = {path[:n] for path in paths for n in range(1, len(path))}
        for row in rows(state, choose):
            token, broken = state.why_path(row)
            if row in paths or row in begun:
                assert (token, broken) == (paths.get(row), None)
                continue
            assert broken is not None, row
            assert set(broken.sites) <= sites_of(state)
            for said in messages(broken):
                for language in locale.LANGUAGES:
                    assert locale.has(said.key, language), said.key
                    assert "{" not in locale.text(said, language), said
            if token is not None:
                assert broken == state.why_not(token)


@pytest.mark.parametrize("game", GAMES)
def test_no_text_is_too_strange(game: str) -> None:
    for state in states(game, 5):
        for row in ([""], ["#"], ["\ud800"], ["x" * 100_000], ["A1"] * 1000, ["0.1:9,9"] * 3):
            _, broken = state.why_path(row)
            assert broken is not None or row[0] in {
                path[0] for choice in state.view().choices for path in choice.paths
            }
        assert state.why_path(()) == (None, None)


@pytest.mark.parametrize("game", GAMES)
def test_after_the_end_nothing_can_be_clicked(game: str) -> None:
    state = states(game, 1)[-1]
    for site in sites_of(state):
        _, broken = state.why_path([site])
        assert broken is not None
        assert broken.code == "game-over"


@pytest.mark.parametrize(
    ("game", "start", "clicks", "token", "code"),
    [
        ("relati-classic", "A1", ["A1"], "A1", "occupied"),
        ("relati-classic", "A1 E5", ["C3"], "C3", "not-linked"),
        ("relati", "A1 E5", ["A1"], "build:A1", "not-plain"),
        ("relati", "A1 E5", ["E5"], "E5", "occupied"),
        ("relati", "A1 E5", ["#pass"], "pass", "first-action"),
        ("relati", "A1 E5 A2 E4 A3 C3 build:A3 D3", ["A3", "B4"], None, "not-in-line"),
        ("relati", "A1 E5 A2 E4 A3 C3 build:A3 D3", ["A3", "A2"], "fire:A3:F", "own-target"),
        ("relati", "A1 E5 A2 E4 A3 C3 build:A3 D3", ["A3", "A1"], "fire:A3:F", "own-target"),
        ("relati", "A1 E5 A2 E4 A3 C3 build:A3 D3", ["A3", "D3"], None, "not-first"),
        ("relati", "A1 E5 A2 E4 A3 C3 build:A3 D3", ["A3", "A5"], "fire:A3:B", "no-target"),
        ("relati-legacy", "", ["A1", "#escape"], "E:A1", "locate-first"),
        ("relati-legacy", "L:A1", ["A1"], "L:A1", "occupied"),
        ("relati-legacy", "L:A1 L:I9", ["E7"], "R:E7", "not-linked"),
        ("relati-legacy", "L:A1 L:I9", ["I9"], "D:I9", "not-your-piece"),
        ("relati-legacy", "L:A1 L:I9", ["A1", "#bomb"], "AB:A1", "not-a-shield"),
        ("relati-legacy", "L:A1 L:I9", ["A1", "I9"], "AR:I9:A1", "material-off-board"),
        ("relati-legacy", "L:A1 L:I9", ["A1", "H7"], "R:H7", "not-linked"),
        ("relati-legacy", "L:A1 L:I9", ["A1", "B2"], "AN:B2:A1", "target-empty"),
        ("tzaar", "", ["A1"], None, "not-your-piece"),
        ("tzaar", "", ["#pass"], "pass", "first-step-must-capture"),
        ("atom", "", ["0.K"], None, "wrong-phase"),
        ("atom", "", ["#end"], "end", "wrong-phase"),
        ("atom", "a", ["0.1"], None, "wrong-phase"),
        ("atom", "a +5000", ["0.R", "0.1"], "1R0,0", "first-black"),
        ("atom", "a +5000", ["0.R"], "1R0,0", "first-black"),
        ("atom", "a +5000", ["0.1"], None, "held-first"),
        ("atom", "a +5000", ["1.K"], None, "not-your-atoms"),
        ("atom", "a +5000", ["0.K", "1.1"], None, "not-your-cell"),
        ("atom", "a +5000 1K0,0", ["0.K", "0.1"], None, "point-first"),
        ("atom", "a +5000 1K0,0", ["0.K", "0.1:0,0"], "1K0,0", "taken"),
        ("atom", "a +5000 1K0,0 end", ["0.1"], "D1", "first-turn"),
        ("atom", "a +5000 1K0,0 end", ["0.1:0,0"], "E1:0,0", "black-has-no-effect"),
        ("atom", "a +5000 1K0,0 end", ["0.K"], None, "wrong-phase"),
        ("atom", "a +5000 1K0,0 end end c +5000 1K0,0 end", ["1.2"], "A21", "empty-attacker"),
        ("atom", "a +5000 1K0,0 end end c +5000 1K0,0 end", ["0.1"], None, "not-your-cell"),
        ("atom", "a +5000 1K0,0 end end c +5000 1K0,0 end", ["1.1", "0.2"], "A12", "empty-target"),
        ("atom", "a +5000 1K0,0 end end c +5000 1K0,0 end", ["1.1", "0.1:0,0"], None, "whole-cell"),
        (
            "atom",
            "a +5000 1K0,0 end end c +5000 1K0,0 end",
            ["1.1", "#direct"],
            "D1",
            "cells-stand",
        ),
    ],
)
def test_what_clicks_mean(
    game: str, start: str, clicks: list[str], token: str | None, code: str
) -> None:
    seats, options = GAMES[game]
    state: State[Any] = duiyi.game(game).start(seats, **options)
    for played in start.split():
        state = state.play(played)
    meant, broken = state.why_path(clicks)
    assert broken is not None
    assert (meant, broken.code) == (token, code)
    assert state.actor == CHANCE or meant is None or state.why_not(meant) == broken


def test_only_the_clicks_up_to_the_first_misfit_count() -> None:
    state = duiyi.game("relati-classic").start().play("A1").play("E5")
    assert state.why_path(["C3", "A2"]) == state.why_path(["C3"])
