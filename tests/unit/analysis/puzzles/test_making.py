"""Making puzzles: the same for a seed, whatever interrupts it and however it is shared out."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from duiyi.analysis.puzzles.checking import doubles, faults
from duiyi.analysis.puzzles.files import BadPuzzles, read_all, write_all
from duiyi.analysis.puzzles.making.collecting import collected, spread
from duiyi.analysis.puzzles.making.whole import made_in
from duiyi.analysis.puzzles.model import Made, Puzzle, Task, read, write
from duiyi.core import game

TZAAR_SEEDS = 12


def made(folder: Path, jobs: int = 1, games: int = TZAAR_SEEDS) -> list[Made]:
    journal = folder / "journal.jsonl"
    return collected(
        "tzaar", count=50, games=games, seed=0, jobs=jobs, journal=journal, told=lambda *_: None
    )


@pytest.fixture(scope="module")
def puzzles(tmp_path_factory: pytest.TempPathFactory) -> list[Made]:
    return made(tmp_path_factory.mktemp("made"))


def test_what_is_made_holds(puzzles: list[Made]) -> None:
    assert puzzles
    for one in puzzles:
        assert list(faults("tzaar", one.puzzle, one.certificate, by_rules=True)) == []


def test_who_is_interrupted_goes_on_and_finds_the_same(puzzles: list[Made], tmp_path: Path) -> None:
    made(tmp_path, games=TZAAR_SEEDS // 2)
    journal = tmp_path / "journal.jsonl"
    journal.write_text(journal.read_text("utf-8") + '[5, [["cut off', "utf-8")
    assert made(tmp_path) == puzzles


@pytest.mark.slow
def test_processes_share_the_games_and_find_the_same(puzzles: list[Made], tmp_path: Path) -> None:
    assert made(tmp_path, jobs=2) == puzzles


def test_files_give_back_what_was_written(puzzles: list[Made], tmp_path: Path) -> None:
    write_all(tmp_path, "tzaar", puzzles, "duiyi puzzles make tzaar")
    found = read_all(tmp_path / "puzzles.jsonl", "tzaar")
    assert found == [one.puzzle for one in puzzles]
    assert [read(write(puzzle)) for puzzle in found] == found


def test_a_file_that_is_none_says_where(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    file.write_text('{"format":1,"game":"tzaar","command":""}\n{"id":"x"}\n', "utf-8")
    with pytest.raises(BadPuzzles) as refused:
        read_all(file, "tzaar")
    assert dict(refused.value.message.params)["line"] == 2
    with pytest.raises(BadPuzzles):
        read_all(file, "atom")


def test_grades_and_tasks_take_turns() -> None:
    def one(number: int, grade: int, task: str) -> Made:
        return Made(Puzzle(f"{number}", "", 0, Task(task), grade, (), (), work=number))

    many = [one(n, 1, "win") for n in range(9)] + [one(10, 1, "save"), one(11, 5, "force")]
    chosen = spread(many, 4)
    assert Counter(each.puzzle.grade for each in chosen) == {1: 3, 5: 1}
    assert "save" in [each.puzzle.task.kind for each in chosen]


def test_every_kind_of_fault_is_found(puzzles: list[Made]) -> None:
    first = next(one for one in puzzles if one.puzzle.task.kind == "win")
    puzzle = first.puzzle
    wrong = next(iter(puzzle.refuted))
    for broken in (
        replace(puzzle, id="0"),
        replace(puzzle, seat=1 - puzzle.seat),
        replace(puzzle, grade=puzzle.grade % 5 + 1),
        replace(puzzle, refuted={}),
        replace(puzzle, line=(wrong, *puzzle.refuted[wrong])),
        replace(puzzle, line=puzzle.line[:-1]),
        replace(puzzle, refuted={puzzle.line[0]: ("pass",)}),
        replace(puzzle, refuted={wrong: ("A1xZ9",)}),
        replace(puzzle, position="nonsense"),
        replace(puzzle, task=Task("force", 1)),
    ):
        assert list(faults("tzaar", broken, "")), broken


def test_a_certificate_of_something_else_is_a_fault(puzzles: list[Made]) -> None:
    forced = [one for one in puzzles if one.certificate]
    assert forced
    one = forced[0]
    assert list(faults("tzaar", one.puzzle, ""))
    other = one.certificate.replace("result win", "result loss")
    assert list(faults("tzaar", one.puzzle, other))
    fewer = replace(one.puzzle, task=replace(one.puzzle.task, number=1))
    assert list(faults("tzaar", fewer, one.certificate))


def test_positions_that_are_symmetric_are_doubles(puzzles: list[Made]) -> None:
    puzzle = puzzles[0].puzzle
    state = game("tzaar").load(puzzle.position)
    *_, turned = type(state.game).symmetry.of(state)  # type: ignore[attr-defined]
    twin = replace(puzzle, id="twin", position=turned.state(state).dump())
    assert len(list(doubles({"one": puzzle, "twin": twin}, "tzaar"))) == 1


def test_a_plug_in_without_a_kernel_has_puzzles_too() -> None:
    found = [one for seed in range(12) for one in made_in("tic-tac-toe", seed)]
    assert found
    for one in found[:3]:
        assert list(faults("tic-tac-toe", one.puzzle, one.certificate, by_rules=True)) == []
