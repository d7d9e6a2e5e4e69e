"""The puzzles that come with the games: every one is proven, and has one solution."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from duiyi.analysis.puzzles.checking import doubles, faults
from duiyi.analysis.puzzles.files import certificate, command, puzzles
from duiyi.analysis.puzzles.model import GRADES
from duiyi.analysis.puzzles.words import task_message, theme_message
from duiyi.core import CHANCE, game
from duiyi.core.locale import LANGUAGES, text

GAMES = ("relati-classic", "relati", "relati-legacy", "tzaar", "atom")
ENOUGH = 150
SAMPLE = 5
FEWEST_OF_A_GRADE = 10


@pytest.mark.parametrize("name", GAMES)
def test_there_are_enough_of_every_grade_and_none_twice(name: str) -> None:
    found = puzzles(name)
    grades = Counter(puzzle.grade for puzzle in found.values())
    assert len(found) >= ENOUGH
    assert min(grades[grade] for grade in GRADES) >= FEWEST_OF_A_GRADE, grades
    assert list(doubles(found, name)) == []
    assert command(name).startswith(f"duiyi puzzles make {name} --count")


@pytest.mark.parametrize("name", GAMES)
def test_a_sample_holds(name: str) -> None:
    chosen = random.Random(name).sample(list(puzzles(name).values()), SAMPLE)
    for puzzle in chosen:
        assert list(faults(name, puzzle, certificate(name, puzzle.id))) == [], puzzle.id


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_all_hold_by_the_rules(name: str) -> None:
    for puzzle in puzzles(name).values():
        proof = certificate(name, puzzle.id)
        assert list(faults(name, puzzle, proof, by_rules=True)) == [], puzzle.id


@pytest.mark.parametrize("name", GAMES)
def test_every_wrong_try_is_answered_by_the_other_or_by_the_end(name: str) -> None:
    """An answer comes from the other seat, unless the game, or chance, ends the turn first."""
    for puzzle in puzzles(name).values():
        for token, line in puzzle.refuted.items():
            state = game(name).load(puzzle.position).play(token)
            answered = state.outcome is not None
            for answer in line:
                answered = answered or state.actor == 1 - puzzle.seat
                state = state.play(answer)
            assert answered or state.outcome or state.actor == CHANCE, (puzzle.id, token)


@pytest.mark.parametrize("name", GAMES)
def test_tasks_and_themes_have_words_in_every_language(name: str) -> None:
    for puzzle in puzzles(name).values():
        said = [task_message(name, puzzle.task)]
        said += [theme_message(name, theme) for theme in puzzle.themes]
        for language in LANGUAGES:
            for each in said:
                assert "puzzle." not in text(each, language)
