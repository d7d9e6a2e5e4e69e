"""Self-play: repeatable, varied, resumable; and what it says of a deal."""

from __future__ import annotations

from pathlib import Path

import pytest

from duiyi.analysis.openings import deal
from duiyi.analysis.openings.book import write
from duiyi.analysis.openings.deal import Word, fairness, pair
from duiyi.analysis.openings.making import OtherPlan, Plan, make, played
from duiyi.analysis.openings.selfplay import play
from duiyi.core import BadPosition, game

CLASSIC = Plan.of(game("relati-classic"), 6, 1, 200)


def test_the_same_seeds_play_the_same_game_and_others_another() -> None:
    start = game("tzaar").start()
    first, again, other = (play(start, seeds, 300) for seeds in ((1, 2), (1, 2), (3, 4)))
    assert first == again
    assert first.nodes != other.nodes
    assert first.last.outcome is not None


def test_chance_is_drawn_too() -> None:
    found = play(game("atom").start(turn_limit=3), (1, 2), 50)
    assert found.last.outcome is not None
    assert any(node.actor < 0 for node in found.nodes)


def test_whoever_is_interrupted_goes_on(tmp_path: Path) -> None:
    journal = tmp_path / "a.games"
    whole = write(make(CLASSIC, tmp_path / "b.games", 1))
    make(Plan.of(game("relati-classic"), 3, 1, 200), journal, 1)
    text = journal.read_text("utf-8")
    journal.write_text(text[:-20], "utf-8")  # the last line is cut off
    heard: list[int] = []
    assert write(make(CLASSIC, journal, 1, heard.append)) == whole
    assert heard == [2, 3, 4, 5, 6]


def test_games_of_another_plan_are_not_mixed(tmp_path: Path) -> None:
    journal = tmp_path / "a.games"
    make(Plan.of(game("relati-classic"), 1, 1, 200), journal, 1)
    with pytest.raises(OtherPlan):
        make(Plan.of(game("relati-classic"), 1, 2, 200), journal, 1)


def test_several_processes_play_the_same(tmp_path: Path) -> None:
    one = make(CLASSIC, tmp_path / "one.games", 1)
    two = make(CLASSIC, tmp_path / "two.games", 2)
    assert write(one) == write(two)


def test_a_game_that_takes_too_long_has_no_outcome() -> None:
    found = play(game("relati-classic").start(), (1, 2), 50, longest=4)
    assert (found.last.outcome, len(found.nodes)) == (None, 4)


def test_a_game_of_a_plan_has_the_scores_of_its_seats() -> None:
    found = played(CLASSIC, 0)
    assert sum(found.scores) == 60
    assert [edge.seat for edge in found.edges[:2]] == [0, 1]


@pytest.mark.parametrize(
    ("pairs", "word"),
    [
        ([0.5] * 2000, Word.fair),
        ([1.0, 0.0] * 2000, Word.fair),
        ([1.0, 0.5] * 40, Word.first),
        ([0.0, 0.5] * 40, Word.second),
        ([1.0, 0.0] * 10, Word.open),
        ([], Word.open),
    ],
)
def test_the_word_follows_from_the_interval(pairs: list[float], word: Word) -> None:
    found = fairness(pairs)
    assert found.word == word
    assert found.games == 2 * len(pairs)
    assert found.low <= found.score <= found.high
    assert (found.would_tell is not None) == (word == Word.open and bool(pairs))


def test_so_many_games_as_are_told_decide_it() -> None:
    pairs = [1.0, 0.0, 0.5, 0.5] * 5
    tells = fairness(pairs).would_tell
    assert tells is not None
    assert fairness(pairs * (tells // len(pairs))).word != Word.open
    assert tells < 40 * len(pairs)


def test_a_pair_has_both_sides_and_repeats() -> None:
    state = game("tzaar").start(setup="random", seed=5)
    scores = [pair(state, 1, number, 200) for number in range(4)]
    assert scores == [pair(state, 1, number, 200) for number in range(4)]
    assert {*scores} <= {0.0, 0.5, 1.0}


def test_only_beginnings_of_set_ups_are_deals() -> None:
    deal.check(game("tzaar").start(setup="random", seed=5))
    for state in (
        game("tzaar").start().play("D3xC3"),
        game("relati").start(),
        game("relati").start(3),
    ):
        with pytest.raises(BadPosition):
            deal.check(state)
