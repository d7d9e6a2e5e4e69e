"""The director against a runner that does as it is told: what fails is tried again, what is done is
written down once, and what cannot be done is left open."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.unit.arena.tournament.cups import bots
from tests.unit.arena.tournament.scripted_runner import ScriptedRunner, fine

from duiyi.arena.runners.pool import Event, Lost
from duiyi.arena.runners.task import GameTask, TaskResult
from duiyi.arena.tournament.director import DEATHS, REPLAYS, Progress, begin, go_on, has_cup
from duiyi.arena.tournament.fields import BadCup
from duiyi.arena.tournament.history import read_history, write_missing_records
from duiyi.arena.tournament.journal import NAME, read_journal
from duiyi.arena.tournament.results import read_results


def play(directory: Path, runner: ScriptedRunner) -> Progress:
    return go_on(directory, lambda config, bots, scratch: runner, lambda progress: None)


def begun(folder: Path, words: str = "", count: int = 4) -> Path:
    file = folder / "cup.toml"
    file.write_text(f'game = "relati-classic"\n{bots(count)}{words}')
    begin(file, folder / "out")
    return folder / "out"


def kinds(directory: Path) -> Counter[str]:
    return Counter(entry["kind"] for entry, _ in read_journal(directory))


@pytest.mark.parametrize(
    ("words", "games"),
    [
        ("", 12),
        ("seats = 3", 12),
        ('format = "gauntlet"', 6),
        ('format = "swiss"\nrounds = 2', 8),
        ('format = "knockout"\ngames = 1', None),
        ('format = "final"\nlooks = [2, 4]', None),
    ],
)
def test_a_whole_cup(tmp_path: Path, words: str, games: int | None) -> None:
    directory = begun(tmp_path, words)
    runner = ScriptedRunner(fine)
    progress = play(directory, runner)
    assert progress.finished
    assert runner.closed
    results = read_results(directory)
    assert results.finished
    assert games is None or len(results.games) == games
    assert set(runner.tries.values()) == {1}
    for game in results.games:
        assert game.played.scores == game.scores
        assert game.played.record.names == game.names
        assert (directory / "records" / f"{game.id}.dyr").exists()


def test_twin_games_have_the_same_opening_from_both_seats(tmp_path: Path) -> None:
    directory = begun(tmp_path, "games = 4\n[openings]\nrandom_turns = 2")
    play(directory, ScriptedRunner(fine))
    games = {game.id: game.played.record for game in read_results(directory).games}
    openings = {
        id: tuple(node.token for node in record.nodes[:2] if hasattr(node, "token"))
        for id, record in games.items()
    }
    assert openings["r01-p001-g1"] == openings["r01-p001-g2"]
    assert games["r01-p001-g1"].names == games["r01-p001-g2"].names[::-1]
    assert len({*openings.values()}) > 4


def test_what_failed_is_played_again(tmp_path: Path) -> None:
    directory = begun(tmp_path)

    def fate(task: GameTask, tries: int) -> Event | None:
        if task.id.endswith("g1") and tries <= REPLAYS:
            return TaskResult(task.id, None, "sandbox", "no room")
        return Lost(task.id, "SIGKILL") if task.id.endswith("g2") and tries <= DEATHS else None

    runner = ScriptedRunner(fate)
    assert play(directory, runner).finished
    assert {*runner.tries.values()} == {REPLAYS + 1, DEATHS + 1}
    results = read_results(directory)
    assert len(results.games) == 12
    assert {attempt.code for attempt in results.attempts} == {"sandbox", "worker"}
    assert len(results.attempts) == 6 * REPLAYS + 6 * DEATHS


def test_what_fails_for_good_is_left_open_and_tried_anew_later(tmp_path: Path) -> None:
    directory = begun(tmp_path)
    bad = "r01-p001-g1"

    def fate(task: GameTask, tries: int) -> Event | None:
        return TaskResult(task.id, None, "referee", "boom") if task.id == bad else None

    runner = ScriptedRunner(fate)
    progress = play(directory, runner)
    assert not progress.finished
    assert [game.id for game in progress.open_games] == [bad]
    assert runner.tries[bad] == REPLAYS + 1
    results = read_results(directory)
    assert not results.finished
    assert [game.id for game in results.open_games] == [bad]
    assert play(directory, ScriptedRunner(fine)).finished
    assert len(read_results(directory).games) == 12


def test_a_round_that_cannot_be_finished_stops_a_swiss_cup(tmp_path: Path) -> None:
    directory = begun(tmp_path, 'format = "swiss"\nrounds = 2')

    def fate(task: GameTask, tries: int) -> Event | None:
        return Lost(task.id, "SIGKILL") if task.id == "r01-p001-g1" else None

    assert not play(directory, ScriptedRunner(fate)).finished
    assert kinds(directory)["round"] == 1
    assert play(directory, ScriptedRunner(fine)).finished
    assert kinds(directory)["round"] == 2


@pytest.mark.parametrize("words", ["", 'format = "swiss"\nrounds = 2', 'format = "knockout"'])
def test_stopped_after_any_number_of_games_it_goes_on(tmp_path: Path, words: str) -> None:
    directory = begun(tmp_path, words)
    whole = ScriptedRunner(fine)
    stops = 0
    while True:
        runner = ScriptedRunner(fine, stop_after=stops % 4)
        try:
            play(directory, runner)
            break
        except KeyboardInterrupt:
            assert runner.closed
            stops += 1
    results = read_results(directory)
    assert results.finished
    assert kinds(directory)["game"] == len(results.games)
    (tmp_path / "again").mkdir()
    play(begun(tmp_path / "again", words), whole)
    other = read_results(tmp_path / "again" / "out")
    assert {g.id: g.scores for g in other.games} == {g.id: g.scores for g in results.games}
    assert other.standings == results.standings


def test_a_finished_cup_has_nothing_to_go_on_with(tmp_path: Path) -> None:
    directory = begun(tmp_path)
    play(directory, ScriptedRunner(fine))
    before = (directory / NAME).read_bytes()
    runner = ScriptedRunner(fine)
    assert play(directory, runner).finished
    assert not runner.tries
    assert (directory / NAME).read_bytes() == before


def test_missing_records_are_written_from_the_journal(tmp_path: Path) -> None:
    directory = begun(tmp_path)
    play(directory, ScriptedRunner(fine))
    file = directory / "records" / "r01-p001-g1.dyr"
    words = file.read_text()
    file.unlink()
    write_missing_records(read_history(directory))
    assert file.read_text() == words


def test_a_cup_is_begun_once(tmp_path: Path) -> None:
    directory = begun(tmp_path)
    with pytest.raises(BadCup, match="resume"):
        begin(tmp_path / "cup.toml", directory)
    with pytest.raises(BadCup, match="no cup"):
        play(tmp_path / "elsewhere", ScriptedRunner(fine))


def test_a_beginning_that_was_cut_short_is_no_cup(tmp_path: Path) -> None:
    directory = begun(tmp_path)
    (directory / NAME).write_bytes((directory / NAME).read_bytes()[:-5])
    assert not has_cup(directory)
    begin(tmp_path / "cup.toml", directory)
    assert has_cup(directory)
    assert kinds(directory) == {"cup": 1}


def test_results_do_not_need_the_folder_of_the_cup(tmp_path: Path) -> None:
    (tmp_path / "class" / "bots" / "wang").mkdir(parents=True)
    (tmp_path / "class" / "bots" / "li").mkdir()
    for name in ("wang", "li"):
        script = tmp_path / "class" / "bots" / name / "bot.py"
        script.write_text("print()")
    file = tmp_path / "class" / "cup.toml"
    file.write_text('game = "tzaar"\nbots = "bots"\n[conditions]\ntrust = true')
    begin(file, tmp_path / "out")
    (tmp_path / "class").rename(tmp_path / "moved")
    assert read_results(tmp_path / "out").entrants == ("li", "wang")
    with pytest.raises(BadCup, match="li"):
        play(tmp_path / "out", ScriptedRunner(fine))


def test_a_cup_goes_on_with_the_bots_it_began_with(tmp_path: Path) -> None:
    script = tmp_path / "a" / "bot.py"
    script.parent.mkdir()
    script.write_text("print()")
    file = tmp_path / "cup.toml"
    file.write_text(
        'game = "tzaar"\nbots = [{ name = "a", spec = "python3 a/bot.py" }, { spec = "random" }]\n'
        "[conditions]\ntrust = true"
    )
    begin(file, tmp_path / "out")
    script.write_text("print(1)")
    with pytest.raises(BadCup, match="a has changed"):
        play(tmp_path / "out", ScriptedRunner(fine))


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("./missing", "missing"),
        ("grredy", "greedy"),
        ("person", "person"),
        ("files-a:random", "random"),
        ("broken.c", "error"),
        ("mcts:x", "mcts"),
    ],
)
def test_a_bot_that_cannot_play_is_named_before_anything_starts(
    tmp_path: Path, spec: str, said: str
) -> None:
    (tmp_path / "broken.c").write_text("int main( { }")
    file = tmp_path / "cup.toml"
    file.write_text(
        f'game = "tzaar"\nbots = [{{ name = "wang", spec = "{spec}" }}, {{ spec = "random" }}]\n'
        "[conditions]\ntrust = true"
    )
    with pytest.raises(BadCup) as caught:
        begin(file, tmp_path / "out")
    assert "wang" in str(caught.value)
    assert said in str(caught.value)
    assert not has_cup(tmp_path / "out")


def test_the_course_interfaces_are_for_tzaar(tmp_path: Path) -> None:
    (tmp_path / "main.c").write_text("int main(void) { return 0; }")
    file = tmp_path / "cup.toml"
    file.write_text(
        'game = "relati"\nbots = [{ name = "a", spec = "files-a:main.c" }, { spec = "random" }]\n'
        "[conditions]\ntrust = true"
    )
    with pytest.raises(BadCup, match="tzaar"):
        begin(file, tmp_path / "out")
