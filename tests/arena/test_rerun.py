"""`duiyi rerun`: the bot of a record hears exactly what it heard then, and is judged anew."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from tests.arena.command_lines import HERE, commands, compiled
from tests.commands import Run

from duiyi import game
from duiyi.arena.bots.player_bot import PlayerBot
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.game.referee import play_game
from duiyi.core.clock import Clock
from duiyi.core.record.dyr import write_dyr
from duiyi.engine.bot import Bot
from duiyi.engine.client import EngineBot
from duiyi.engine.open_box import OpenBox

CONDITIONS = Conditions(clock=Clock("game", 60.0, 0.5), trust=True)


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(HERE / "bots" / "broken.c", tmp_path_factory.mktemp("bots") / "broken")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return commands(monkeypatch, capsys)


def listener(heard: Path) -> tuple[str, ...]:
    return sys.executable, str(HERE / "bots" / "listener.py"), str(heard)


def play(record: Path, arguments: tuple[str, ...], conditions: Conditions = CONDITIONS) -> None:
    """A game of tzaar: a program as Black against random."""
    bots: list[Bot] = [PlayerBot("random", 3), EngineBot(OpenBox(), arguments)]
    played = play_game(game("tzaar").start(), bots, conditions, seed=3, names=("random", "program"))
    record.write_text(write_dyr(played.record), "utf-8")


def questions(heard: Path) -> list[tuple[str, str]]:
    """Position and go of every question."""
    lines = heard.read_text("utf-8").splitlines()
    asked = [line for line in lines if line.startswith(("position", "go"))]
    return [(asked[i], asked[i + 1]) for i in range(0, len(asked), 2)]


@pytest.mark.parametrize("decision", [1, 2])
@pytest.mark.parametrize("turn", [2, 8, 14])
def test_a_bot_is_asked_exactly_what_it_was_asked_in_the_game(
    run: Run, tmp_path: Path, turn: int, decision: int
) -> None:
    """Position, time left and what had happened since; then until the turn is through."""
    record = tmp_path / "game.dyr"
    play(record, listener(tmp_path / "then"))
    again = " ".join(listener(tmp_path / "now"))
    said = run("rerun", str(record), "--turn", str(turn), "--decision", str(decision), again)
    assert (said.code, said.err) == (0, "")
    then = [pair for pair in questions(tmp_path / "then") if pair[0].endswith(f" {turn}")]
    now = questions(tmp_path / "now")
    assert now[0] == then[decision - 1]
    assert [position for position, _ in now] == [p for p, _ in then[decision - 1 :]]
    assert f"turn {turn}, seat 1: {then[decision - 1][0].removeprefix('position ')}" in said.out
    left = re.search(r"go left ([0-9.]+)", then[decision - 1][1])
    assert left is not None
    assert f"{left[1]} s left, as in the record" in said.out
    assert "info eval 1" in said.out
    assert "stderr:\n  | heard go left" in said.out
    tokens = re.findall(r"answer (\S+): legal", said.out)
    assert f"in the record: {' '.join(tokens)}\n" in said.out


def test_the_first_game_line_is_the_same_too(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.dyr"
    play(record, listener(tmp_path / "then"))
    run("rerun", str(record), "--turn", "4", " ".join(listener(tmp_path / "now")))
    for name in ("hello", "game"):
        lines = [
            [line for line in (tmp_path / file).read_text().splitlines() if line.startswith(name)]
            for file in ("then", "now")
        ]
        assert lines[0] == lines[1] != []


def test_a_fault_of_the_record_is_told_and_found_again(
    run: Run, tmp_path: Path, broken: Path
) -> None:
    record = tmp_path / "game.dyr"
    play(record, (str(broken), "illegal"))
    said = run("rerun", str(record), "--turn", "2", f"{broken} illegal")
    assert said.code == 1
    assert "in the record: illegal not-a-line, for “A1xI5”" in said.out
    assert "PROBLEM: illegal move A1xI5 (not-a-line)" in said.out
    mended = run("rerun", str(record), "--turn", "2", f"{broken} well")
    assert mended.code == 0
    assert "legal," in mended.out


def test_a_second_token_that_is_one_too_many_is_judged_as_the_referee_does(
    run: Run, tmp_path: Path, broken: Path
) -> None:
    record = tmp_path / "game.dyr"
    play(record, (str(broken), "greedy-turn"))
    told = re.search(r"!1 protocol too-many-tokens", record.read_text())
    assert told
    said = run("rerun", str(record), "--turn", "2", f"{broken} greedy-turn")
    assert said.code == 1
    assert "protocol too-many-tokens, for “pass”" in said.out
    assert "although it was no longer its decision" in said.out


def test_crashes_and_timeouts_are_explained(run: Run, tmp_path: Path, broken: Path) -> None:
    record = tmp_path / "game.dyr"
    patient = Conditions(clock=Clock("turn", 0.3), wall_factor=100, trust=True)
    play(record, (str(broken), "well"), patient)
    crashed = run("rerun", str(record), "--turn", "2", f"{broken} assert")
    assert crashed.code == 1
    assert "SIGABRT" in crashed.out
    assert "| about to fail" in crashed.out
    late = run("rerun", str(record), "--turn", "2", f"{broken} late")
    assert late.code == 1
    assert "too slow: 0.30 s were left" in late.out


def test_it_can_be_asked_several_times(run: Run, tmp_path: Path, broken: Path) -> None:
    record = tmp_path / "game.dyr"
    play(record, (str(broken), "well"))
    said = run("rerun", str(record), "--turn", "2", "--times", "3", f"{broken} well")
    assert said.out.count("run ") == 3
    assert said.out.splitlines()[-1] == "the same answer every time"


def test_a_record_without_times_gets_those_of_the_game_or_of_the_person(
    run: Run, tmp_path: Path, broken: Path
) -> None:
    record = tmp_path / "game.dyr"
    record.write_text('[Game "tzaar"] [Version "1"] [Seats "2"]\n1 @0 D3xC3\n', "utf-8")
    said = run("rerun", str(record), "--turn", "2", f"{broken} well")
    assert "5 s left; the record does not say" in said.out
    said = run("rerun", str(record), "--turn", "1", "--seconds", "9", f"{broken} well")
    assert "9 s left" in said.out
    assert "in the record: D3xC3" in said.out


def test_questions_that_are_not_there_are_refused_in_one_line(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.dyr"
    record.write_text('[Game "tzaar"] [Version "1"] [Seats "2"]\n1 @0 D3xC3\n', "utf-8")
    for arguments, expected in (
        (["--turn", "7"], "it has the turns 1 to 2"),
        (["--turn", "1", "--seat", "1"], "seat 1 is not asked in turn 1; there decide: 0"),
        (["--turn", "1", "--decision", "2"], "seat 0 decides only 1 time in turn 1"),
    ):
        said = run("rerun", str(record), *arguments, "cat")
        assert (said.code, said.out) == (2, "")
        assert expected in said.err
    assert run("rerun", str(tmp_path / "none.dyr"), "--turn", "1", "cat").code == 2
