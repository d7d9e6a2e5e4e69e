"""Tries in the puzzles that come with the games: what solves them, what does not, what follows."""

from __future__ import annotations

import pytest

from duiyi.analysis.puzzles.files import puzzles
from duiyi.analysis.puzzles.model import Puzzle
from duiyi.analysis.puzzles.trying import Verdict, hint, played_out, tried
from duiyi.core import game

GAMES = ("relati-classic", "relati", "relati-legacy", "tzaar", "atom")


def one_of_each(name: str) -> list[Puzzle]:
    """One of each task."""
    return list({puzzle.task.kind: puzzle for puzzle in puzzles(name).values()}.values())


@pytest.mark.parametrize("name", GAMES)
def test_the_solution_solves_and_the_other_answers_as_it_says(name: str) -> None:
    for puzzle in one_of_each(name):
        played: list[str] = []
        verdict = Verdict.RIGHT
        while verdict is Verdict.RIGHT:
            found = tried(name, puzzle, played, puzzle.line[len(played)])
            verdict = found.verdict
            played += found.tokens
        assert (verdict, tuple(played)) == (Verdict.SOLVED, puzzle.line)


@pytest.mark.parametrize("name", GAMES)
def test_wrong_tries_are_answered_as_the_puzzle_says(name: str) -> None:
    for puzzle in one_of_each(name):
        for token, line in puzzle.refuted.items():
            found = tried(name, puzzle, (), token)
            assert (found.verdict, found.tokens) == (Verdict.WRONG, (token, *line))


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_first_try_is_judged(name: str) -> None:
    puzzle = one_of_each(name)[0]
    state = game(name).load(puzzle.position)
    verdicts = [tried(name, puzzle, (), state.text(a)).verdict for a in state.actions()[:12]]
    assert Verdict.UNCLEAR not in verdicts
    assert Verdict.WRONG in verdicts


def test_what_is_not_legal_is_refused_with_its_reason() -> None:
    puzzle = one_of_each("tzaar")[0]
    found = tried("tzaar", puzzle, (), "A1xA1")
    assert found.verdict is Verdict.REFUSED
    assert found.violation is not None


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_and_the_solution_are_right(name: str) -> None:
    for puzzle in one_of_each(name):
        assert hint(name, puzzle, ())[1] == puzzle.line[0]
        whole = played_out(name, puzzle, ())
        assert (whole.verdict, whole.tokens) == (Verdict.SOLVED, puzzle.line)


@pytest.mark.parametrize("name", ["tzaar", "relati-legacy", "relati-classic"])
def test_other_defences_are_played_out_to_the_end(name: str) -> None:
    puzzle = next(one for one in puzzles(name).values() if one.task.kind == "force")
    state = game(name).load(puzzle.position)
    at = 0
    while state.actor == puzzle.seat:
        state, at = state.play(puzzle.line[at]), at + 1
    for action in state.actions()[:6]:
        token = state.text(action)
        found = played_out(name, puzzle, (*puzzle.line[:at], token))
        assert found.verdict is Verdict.SOLVED
        assert found.states[-1].outcome is not None
        assert found.states[-1].outcome.winner == puzzle.seat
