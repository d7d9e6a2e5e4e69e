"""Analysis of positions: lines, what each seat can hope for, and the truth where it can be had."""

from __future__ import annotations

import gc

import pytest
from tests.record_games import DICE, ROW
from tests.unit.analysis.games import LOST, WON, somewhere

import duiyi
from duiyi.analysis import Analyst, Limits
from duiyi.core import CHANCE, BadPosition
from duiyi.kernels import GAMES
from duiyi.kernels.thinker import control
from duiyi.players.thinking import RULES, SOLVER

LITTLE = Limits(nodes=400)


@pytest.mark.parametrize("name", GAMES)
def test_lines_can_be_played_by_the_rules_and_the_best_comes_first(name: str) -> None:
    state = somewhere(name)
    analysis = Analyst(LITTLE, lines=3).position(state)
    assert 1 <= len(analysis.lines) <= 3
    assert len({line.tokens[0] for line in analysis.lines}) == len(analysis.lines)
    assert analysis.best == analysis.lines[0]
    for line in analysis.lines:
        after = state
        for token in line.tokens:
            after = after.play(token)


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("tzaar", 2),
        ("atom", 2),
        ("relati", 2),
        ("relati", 3),
        ("relati-classic", 4),
        ("relati-legacy", 6),
    ],
)
def test_chances_sum_to_one_and_are_those_of_the_best_line(name: str, seats: int) -> None:
    state = somewhere(name, seats)
    assert state.actor is not None
    analyst = Analyst(LITTLE)
    chances = analyst.chances(state)
    assert len(chances) == seats
    assert sum(chances) == pytest.approx(1)
    assert min(chances) >= 0
    assert chances[state.actor] == analyst.position(state).best.share


def test_who_has_withdrawn_has_no_chances() -> None:
    state = somewhere("relati", 4).withdraw(2)
    chances = Analyst(LITTLE).chances(state)
    assert chances[2] == 0
    assert sum(chances) == pytest.approx(1)


def test_a_finished_game_has_the_chances_of_its_result() -> None:
    state = duiyi.game("tzaar").load(WON).withdraw(0)
    assert Analyst(LITTLE).chances(state) == (0, 1)


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_thought_about_alike_alone_and_after_others(name: str) -> None:
    state, other = somewhere(name), somewhere(name, decisions=5)
    alone = Analyst(LITTLE).position(state)
    analyst = Analyst(LITTLE)
    analyst.position(other)
    again = analyst.position(state)
    assert (again.lines, again.nodes, again.depth) == (alone.lines, alone.nodes, alone.depth)


def test_endgames_are_proven() -> None:
    analyst = Analyst(Limits(seconds=1))
    won = analyst.position(duiyi.game("tzaar").load(WON))
    assert (won.best.share, won.best.proof) == (1, "win")
    lost = analyst.position(duiyi.game("tzaar").load(LOST))
    assert {(line.share, line.proof) for line in lost.lines} == {(0, "loss")}


def test_relati_classic_is_known() -> None:
    analysis = Analyst(Limits(seconds=20), lines=25).position(duiyi.game("relati-classic").start(2))
    assert analysis.kind == SOLVER
    values = {line.tokens[0]: line.proof for line in analysis.lines}
    border = {cell for cell in values if cell[0] in "AE" or cell[1] in "15"}
    assert values == {cell: "loss" if cell in border else "level" for cell in values}
    assert len(values) == 25


def test_a_game_without_a_kernel_is_searched_on_the_rules() -> None:
    analysis = Analyst(Limits(nodes=200)).position(ROW.start(2))
    assert analysis.kind == RULES
    assert analysis.best.tokens == ("p5",)
    assert (analysis.best.share, analysis.best.proof) == (1, "win")


def test_the_search_on_the_rules_keeps_its_limits() -> None:
    start = DICE.start(2)
    assert Analyst(Limits(nodes=120)).position(start).nodes == 120
    gc.collect()  # or the garbage of all tests before is collected in the middle of the search
    assert Analyst(Limits(seconds=0.25)).position(start).cpu_seconds == pytest.approx(0.25, abs=0.1)


def test_where_no_seat_decides_there_is_nothing_to_analyse() -> None:
    analyst = Analyst(LITTLE)
    rolling = DICE.start(2).play("roll")
    assert rolling.actor == CHANCE
    over = duiyi.game("tzaar").load(WON).withdraw(0)
    for state in (rolling, over):
        with pytest.raises(BadPosition, match="no seat has to decide"):
            analyst.position(state)
    assert analyst.share(rolling, 0) is None


def test_a_stopped_search_still_says_what_it_found() -> None:
    stop = control()
    stop.stop()
    analyst = Analyst(Limits(seconds=60), control=stop)
    for name in ("relati", "tzaar"):
        assert analyst.position(somewhere(name)).lines
    assert analyst.position(DICE.start(2)).lines


def test_a_search_without_a_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="seconds or nodes"):
        Limits()
