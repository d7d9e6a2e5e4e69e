"""The search of atom by whole turns, through its driver in `kernels/tools`."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.unit.search.asked import compiled, said_by

import duiyi
from duiyi.core import CHANCE, State

# Its driver has to be compiled first.
pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
WEIGHTS = ROOT / "src/duiyi/games/atom/weights/atom.txt"
PLAYER = f"turns:{WEIGHTS}"
QUICK = f"{PLAYER},beam=2,acted=2,finalists=2,levels=1,orders=20"
OPTIONS = "damage=attack,life_cap=none,turn_limit=200,max_height=24,max_width=23"
WIDE = "damage=attack,life_cap=none,turn_limit=200,max_height=60,max_width=59"


@dataclass(frozen=True)
class Answer:
    nodes: int
    seconds: float
    lines: list[tuple[float, list[str]]]
    """Share, tokens."""
    stopped: float | None
    """Milliseconds of the clock from being told to stop until the answer."""


Ask = Callable[..., str]


@pytest.fixture(scope="session")
def ask() -> Ask:
    return partial(said_by, compiled("atom_search"))


def search(
    ask: Ask, dump: str, limit: str, *, lines: int = 1, seed: int = 1, player: str = PLAYER
) -> Answer:
    head, *rest = ask("search", player, limit, lines, seed, dump).splitlines()
    _, nodes, _, seconds = head.split()
    stopped = None
    if rest[-1].startswith("stopped"):
        stopped = float(rest.pop().split()[-1])
    words = [line.split() for line in rest]
    found = [(float(share), tokens) for share, *tokens in words]
    return Answer(int(nodes), float(seconds), found, stopped)


def load(dump: str) -> State[Any]:
    return duiyi.game("atom").load(dump)


def walked(seed: int, decisions: int) -> State[Any]:
    """After random decisions; where a seat decides."""
    dice = random.Random(seed)
    state: State[Any] = duiyi.game("atom").start()
    for number in range(10_000):
        if number >= decisions and state.actor != CHANCE:
            break
        chances = [action for action, _ in state.chances()]
        actions = chances if state.actor == CHANCE else list(state.actions())
        after = state.play(dice.choice(actions))
        if after.actor is None:
            break
        state = after
    return state


@pytest.mark.parametrize("decisions", [0, 2, 3, 5, 9, 14, 22, 40, 80, 150])
@pytest.mark.parametrize("limit", ["1n", "3000n"])
def test_its_lines_can_be_played(ask: Ask, decisions: int, limit: str) -> None:
    """All but the last of a turn: lines go to the end of the turn or to a draw."""
    for seed in range(3):
        state = walked(seed, decisions)
        for share, tokens in search(ask, state.dump(), limit, lines=4).lines:
            assert 0 <= share <= 1
            assert tokens
            after = state
            for token in tokens:
                after = after.play(token)


def test_large_caps_can_be_played(ask: Ask) -> None:
    state = load(walked(3, 60).dump().replace(OPTIONS, WIDE))
    ((_, tokens),) = search(ask, state.dump(), "3000n").lines
    for token in tokens:
        state = state.play(token)


def test_the_same_seed_and_nodes_give_the_same_lines(ask: Ask) -> None:
    for decisions in (3, 30):
        dump = walked(1, decisions).dump()
        first, again = (search(ask, dump, "20000n", lines=3) for _ in range(2))
        assert first.lines == again.lines
        assert first.nodes == again.nodes


def test_several_threads_find_lines(ask: Ask) -> None:
    state = walked(1, 30)
    ((_, tokens),) = search(ask, state.dump(), "30ms", player=f"{PLAYER},threads=2").lines
    for token in tokens:
        state = state.play(token)


def test_it_stops_when_it_is_told(ask: Ask) -> None:
    """Whatever else the machine does, one of a few trials is in time."""
    dump = walked(2, 40).dump()
    answers = [search(ask, dump, "10stop").stopped for _ in range(5)]
    assert min(waited for waited in answers if waited is not None) < 20


def test_a_turn_keeps_its_time(ask: Ask) -> None:
    *_, last = ask("match", PLAYER, PLAYER, "20ms", "20ms", 2, 1).splitlines()
    longest = [float(part.split("longest turn ")[1].split()[0]) for part in last.split("|")[1:]]
    assert max(longest) < 0.070


def test_a_game_is_one_of_the_rules(ask: Ask) -> None:
    for seed in range(3):
        *turns, verdict = ask("game", QUICK, QUICK, "2000n", "2000n", seed).splitlines()
        state: State[Any] = duiyi.game("atom").start()
        for line in turns:
            if line.startswith(" "):
                for token in line.split():
                    state = state.play(token)
        assert state.outcome is not None
        winners = [seat for seat, score in enumerate(state.outcome.scores) if score == 1]
        assert verdict == f"winner {winners[0] if winners else -2}"


def test_it_beats_the_random_player(ask: Ask) -> None:
    *_, last = ask("match", QUICK, "random", "2000n", "1n", 10, 1).splitlines()
    assert float(last.split(" score ")[1].split()[0]) == 1


def brute_force(state: State[Any], owner: int, turn: int) -> bool:
    """Whether the owner can still win in this turn, whatever the other decides."""
    if state.outcome is not None:
        return state.outcome.scores[owner] == 1
    if state.turn != turn:
        return False
    return tried(state, owner, turn)


_tried: dict[str, bool] = {}


def tried(state: State[Any], owner: int, turn: int) -> bool:
    dump = state.dump()
    if dump not in _tried:
        results = (brute_force(state.play(action), owner, turn) for action in state.actions())
        _tried[dump] = any(results) if state.actor == owner else all(results)
    return _tried[dump]


def small_cell(dice: random.Random, colours: str) -> str:
    """Connected, with a black first."""
    points = {(0, 0): "K"}
    while len(points) < dice.randint(2, 5):
        r, h = dice.choice(sorted(points))
        dr, dh = dice.choice([(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)])
        points.setdefault((r + dr, h + dh), dice.choice(colours))
    return ";".join(f"{colour}{r},{h}" for (r, h), colour in sorted(points.items()))


def test_a_win_by_actions_is_found_exactly_where_there_is_one(ask: Ask) -> None:
    dice = random.Random(5)
    won = lost = 0
    for _ in range(60):
        own, other = small_cell(dice, "KKKRB"), small_cell(dice, "KKKBG")
        second = dice.choice(["-", "K0,0", "K0,0;K1,1"])
        life = dice.randint(1, 5)
        dump = f"3 act:2 9:0.0.0.0:{own}:-:- {life}:0.0.0.0:{other}:{second}:- {OPTIONS}"
        expected = tried(load(dump), 0, 3)
        share, _ = search(ask, dump, "20000n").lines[0]
        assert (share > 0.999999) == expected, dump
        won, lost = won + expected, lost + (not expected)
    assert won > 5
    assert lost > 5


def test_a_win_that_needs_placements_is_found(ask: Ask) -> None:
    """Four more blacks make an attack of 5 against a wall of 4, for the last 5 of life."""
    wall = "K0,0;K0,2;K0,4;K0,6;K0,8"
    dump = f"3 place:4,1 9:4.3.3.3:K0,0;K1,1:-:- 5:0.0.0.0:{wall}:-:- {OPTIONS}"
    share, tokens = search(ask, dump, "20000n").lines[0]
    assert share > 0.999999
    state = load(dump)
    for token in tokens:
        state = state.play(token)
    assert state.outcome is not None


def test_the_defender_keeps_the_part_that_is_left_of_his_best(ask: Ask) -> None:
    """A lone black, or a tower that can strike back."""
    fallen = "K0,0;K2,2;K3,1;K4,2;K5,1"
    dump = f"3 keep:0,1,1 9:0.0.0.0:K0,0;K0,2:-:- 9:2.0.0.0:{fallen}:-:- {OPTIONS}"
    _, tokens = search(ask, dump, "5000n").lines[0]
    assert tokens[0] == "H1:2,2"


def test_all_choices_are_compared_however_few_finalists(ask: Ask) -> None:
    """Three attacks of 8 take the 14 that are left; one of 8, or of 11, does not."""
    tower = "K0,0;K1,1;K2,0;K3,1;K4,0"
    dump = f"3 choose 20:8.0.0.0:{tower}:K0,0:K0,0 14:0.0.0.0:-:-:- {OPTIONS}"
    quick = f"{QUICK},finalists=1,rounds=2"
    _, tokens = search(ask, dump, "20000n", player=quick).lines[0]
    assert tokens == ["c"]


def test_weights_of_another_kind_are_refused(ask: Ask, tmp_path: Path) -> None:
    text = WEIGHTS.read_text()
    for wrong in ("", text.replace("own-life ", "own-death ", 1), text + "more", text[:-40]):
        file = tmp_path / "weights.txt"
        file.write_text(wrong)
        with pytest.raises(subprocess.CalledProcessError):
            search(ask, walked(1, 0).dump(), "10n", player=f"turns:{file}")
