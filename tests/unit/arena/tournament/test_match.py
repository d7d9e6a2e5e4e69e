"""Matches: games in openings that every seat plays, by the same director as cups."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from tests.unit.arena.tournament.cups import a_match
from tests.unit.arena.tournament.scripted_runner import Fate, ScriptedRunner, fine

from duiyi.arena.game.sprt import Bounds
from duiyi.arena.report.data.sources import of_match
from duiyi.arena.runners.pool import Event, Lost
from duiyi.arena.runners.task import GameTask, TaskResult
from duiyi.arena.tournament.bots import prepare_bots
from duiyi.arena.tournament.config import TournamentConfig
from duiyi.arena.tournament.director import (
    DEATHS,
    REPLAYS,
    Progress,
    begin_match,
    directing,
    go_on,
    has_cup,
    resume_match,
    task_of,
)
from duiyi.arena.tournament.fields import BadCup
from duiyi.arena.tournament.formats.match import bot_scores, decided, sequential_test
from duiyi.arena.tournament.history import read_history
from duiyi.arena.tournament.journal import NAME, read_journal
from duiyi.arena.tournament.old_match import convert_match
from duiyi.arena.tournament.plan import plan
from duiyi.arena.tournament.results import read_results
from duiyi.arena.tournament.schedule import Scores
from duiyi.core import DuiyiError

WIN: Scores = (Fraction(1), Fraction(0))
LOSS: Scores = (Fraction(0), Fraction(1))


def begun(folder: Path, config: TournamentConfig) -> Path:
    begin_match(config, folder / "out")
    return folder / "out"


def play(directory: Path, fate: Fate = fine, stop_after: int | None = None) -> Progress:
    runner = ScriptedRunner(fate, stop_after)
    config = read_history(directory).config
    with directing(directory, prepare_bots(config, directory)) as director:
        try:
            director.run(lambda config, bots, scratch: runner, lambda progress: None)
        except KeyboardInterrupt:
            assert runner.closed
        return director.progress


def ids(directory: Path) -> list[str]:
    return [entry["id"] for entry, _ in read_journal(directory) if entry["kind"] == "game"]


# Which games come next


@pytest.mark.parametrize(
    ("names", "seats", "seated"),
    [
        ("ab", 2, ["ab", "ba", "ab", "ba", "ab"]),
        ("abc", 3, ["abc", "bca", "cab", "abc", "bca"]),
        ("ab", 4, ["abab", "baba", "abab", "baba", "abab"]),
    ],
)
def test_an_opening_is_played_once_from_every_seat(
    names: str, seats: int, seated: list[str]
) -> None:
    games = plan(a_match(5, tuple(names), seats), {}).games
    assert ["".join(game.names) for game in games] == seated
    assert [game.id for game in games] == ["00001", "00002", "00003", "00004", "00005"]
    assert [game.opening for game in games] == [
        f"opening {number // len(names)}" for number in range(5)
    ]


def test_more_games_leave_those_before_as_they_are() -> None:
    few, many = plan(a_match(4), {}), plan(a_match(40), {})
    assert many.games[:4] == few.games
    assert few.final
    assert many.final


def test_the_test_ends_the_match_and_forgets_what_was_not_played() -> None:
    config = a_match(2000, sprt=Bounds(0, 150, 0.1, 0.1))
    scores: dict[str, Scores] = {}
    for game in plan(config, {}).games:
        now = plan(config, scores)
        if decided(config, scores):
            break
        assert len(now.games) == 2000
        assert not now.final
        scores[game.id] = WIN if game.names[0] == "a" else LOSS
    assert now.final
    assert [game.id for game in now.games] == [*scores]
    test = sequential_test(config, scores)
    assert test is not None
    assert test.accepted == 150
    assert len(scores) % 2 == 0


def test_a_test_that_is_never_decided_ends_with_the_last_game() -> None:
    config = a_match(4, sprt=Bounds(0, 5))
    scores = {game.id: WIN for game in plan(config, {}).games}
    assert not decided(config, scores)
    assert plan(config, scores).final


def test_scores_are_of_bots_on_all_their_seats() -> None:
    config = a_match(2, seats=4)
    quarters: Scores = (Fraction(1, 4), Fraction(0), Fraction(3, 4), Fraction(0))
    first, second = bot_scores(config, {"00001": quarters, "00002": quarters})
    assert (first.points, second.points) == (Fraction(1), Fraction(1))


def test_seeds_and_tags_say_the_number_of_the_game(tmp_path: Path) -> None:
    config = a_match(4)
    bots = prepare_bots(config, tmp_path).by_name()
    tasks = [task_of(config, game, bots) for game in plan(config, {}).games]
    assert tasks[2].tags == (("Match", "3"), ("Opening", "2"))
    assert tasks[0].opening == tasks[1].opening != tasks[2].opening == tasks[3].opening
    assert len({seed for task in tasks for seed in task.seeds}) == 8


# Played


def test_a_whole_match_keeps_a_record_of_every_game(tmp_path: Path) -> None:
    directory = begun(tmp_path, a_match(6))
    assert play(directory).finished
    history = read_history(directory)
    assert sorted(ids(directory)) == [f"{number:05}" for number in range(1, 7)]
    for game in history.games:
        played = game.played
        assert played.scores == game.scores
        assert played.record.names == game.names
        assert (directory / f"{game.id}.dyr").read_text("utf-8") == game.data["record"]


def test_stopped_after_any_number_of_games_exactly_what_is_missing_is_played(
    tmp_path: Path,
) -> None:
    directory = begun(tmp_path, a_match(8))
    stops = 0
    while not play(directory, stop_after=stops % 3).finished:
        stops += 1
    assert len(ids(directory)) == len({*ids(directory)}) == 8
    (tmp_path / "whole").mkdir()
    other = begun(tmp_path / "whole", a_match(8))
    play(other)
    assert read_history(directory).scores == read_history(other).scores


def test_a_torn_last_line_is_repaired_and_its_game_played(tmp_path: Path) -> None:
    directory = begun(tmp_path, a_match(6))
    play(directory, stop_after=3)
    whole = (directory / NAME).read_bytes()
    torn = whole.rstrip(b"\n").rpartition(b"\n")[0] + b"\n"
    lost = {*ids(directory)}
    (directory / NAME).write_bytes(whole[: len(torn) + 40])
    lost -= {*ids(directory)}
    assert len(lost) == 1
    (directory / f"{lost.pop()}.dyr").unlink()
    assert play(directory).finished
    assert (directory / NAME).read_bytes().startswith(torn)
    assert len(ids(directory)) == len({*ids(directory)}) == 6
    assert len([*directory.glob("*.dyr")]) == 6


def test_records_that_a_kill_kept_from_being_written_are_written_later(tmp_path: Path) -> None:
    directory = begun(tmp_path, a_match(2))
    play(directory)
    words = (directory / "00001.dyr").read_text("utf-8")
    (directory / "00001.dyr").unlink()
    assert play(directory).finished
    assert (directory / "00001.dyr").read_text("utf-8") == words


def test_a_match_goes_on_with_another_number_of_games(tmp_path: Path) -> None:
    directory = begun(tmp_path, a_match(2))
    play(directory)
    assert resume_match(directory).games == 2
    assert resume_match(directory, 5).games == 5
    assert play(directory).finished
    assert sorted(ids(directory)) == ["00001", "00002", "00003", "00004", "00005"]
    fewer = resume_match(directory, 3)
    progress = play(directory)
    assert progress.finished
    assert sum(score.games for score in bot_scores(fewer, progress.scores)) == 2 * 3
    assert [entry["kind"] for entry, _ in read_journal(directory)].count("games") == 2


def test_the_test_stops_games_that_are_handed_out(tmp_path: Path) -> None:
    directory = begun(tmp_path, a_match(100, sprt=Bounds(0, 400, 0.2, 0.2)))

    def fate(task: GameTask, tries: int) -> Event | None:
        result = ScriptedRunner.run(task)
        assert result.played is not None
        scores = ["1", "0"] if task.bots[0].name == "a" else ["0", "1"]
        return TaskResult(task.id, {**result.played, "scores": scores})

    progress = play(directory, fate)
    assert progress.finished
    assert not progress.open_games
    assert len(progress.plan.games) == len(ids(directory)) < 100
    assert play(directory, stop_after=0).finished, "decided, it stays so"


def test_what_fails_is_tried_as_often_as_in_a_cup(tmp_path: Path) -> None:
    directory = begun(tmp_path, a_match(3))

    def fate(task: GameTask, tries: int) -> Event | None:
        if task.id == "00001":
            return TaskResult(task.id, None, "busy", "no core")
        return Lost(task.id, "SIGKILL") if task.id == "00002" and tries <= DEATHS else None

    progress = play(directory, fate)
    assert not progress.finished
    assert {id: one.code for id, one in progress.given_up.items()} == {"00001": "busy"}
    assert sum(one.code == "busy" for one in progress.attempts) == REPLAYS + 1
    assert sum(one.code == "worker" for one in progress.attempts) == DEATHS
    again = play(directory)
    assert again.finished
    assert not again.given_up


def test_a_match_is_no_cup_and_a_cup_no_match(tmp_path: Path) -> None:
    directory = begun(tmp_path, a_match(2))
    assert not has_cup(directory)
    with pytest.raises(BadCup, match="duiyi match --resume"):
        read_results(directory)
    with pytest.raises(BadCup, match="duiyi match --resume"):
        go_on(directory, lambda config, bots, scratch: ScriptedRunner(fine), lambda progress: None)
    with pytest.raises(DuiyiError, match="no match"):
        resume_match(tmp_path)
    with pytest.raises(DuiyiError, match="exists"):
        begin_match(a_match(2), directory)


# As matches were kept before


def an_old_match(directory: Path, source: Path) -> None:
    """What an older version left of the games of a match, and half a line."""
    directory.mkdir()
    conditions = {
        "clock": "60+1", "start_up": 10.0, "wall_factor": 3.0, "cores": 1,
        "limits": {"memory": 256_000_000}, "trust": False, "interpreters": [],
    }  # fmt: skip
    settings = {
        "version": 1, "game": "relati-classic", "seats": 2, "options": "",
        "entrants": [["a", "random"], ["b", "random"]], "folder": "/nowhere", "games": 6,
        "turns": 2, "seed": 7, "conditions": conditions, "sprt": {"elo0": 0.0, "elo1": 5.0},
    }  # fmt: skip
    (directory / "match.json").write_text(json.dumps(settings))
    lines = [
        json.dumps({"game": int(game.id), "played": game.data}) + "\n"
        for game in read_history(source).games[:4]
    ]
    (directory / "games.jsonl").write_text("".join(lines) + lines[0][:50])


def test_an_old_match_is_read_and_goes_on(tmp_path: Path) -> None:
    source = begun(tmp_path, a_match(6))
    play(source)
    an_old_match(tmp_path / "old", source)
    had = [game.id for game in read_history(source).games[:4]]
    assert [game.id for game in of_match(tmp_path / "old").games()] == sorted(had)
    config = resume_match(tmp_path / "old")
    assert config.sprt == Bounds(0, 5)
    assert (config.conditions.clock.seconds, config.conditions.clock.increment) == (60, 1)
    assert config.conditions.limits.memory == 256_000_000
    assert ids(tmp_path / "old") == had
    assert play(tmp_path / "old").finished
    assert read_history(tmp_path / "old").scores == read_history(source).scores


@pytest.mark.parametrize("words", ["{", "[]", '{"version": 1}'])
def test_an_old_match_that_cannot_be_read_is_refused_in_one_sentence(
    words: str, tmp_path: Path
) -> None:
    (tmp_path / "match.json").write_text(words)
    with pytest.raises(DuiyiError, match=r"match\.json cannot be read"):
        convert_match(tmp_path)
    assert not (tmp_path / NAME).exists()
