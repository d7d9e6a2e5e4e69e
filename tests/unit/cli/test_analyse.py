"""`duiyi analyse`: positions and records, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.commands import Run

import duiyi
from duiyi.core import Record
from duiyi.core.record.dyr import write_dyr
from duiyi.core.record.files import load

WON = "TZ.../r2.T.R./R...tT./T...TT.t/.Z2..T..Z/t......z4/..R5..../..t.../..... b 1 3"
BLUNDER = "B1xB3"


@pytest.fixture
def game_file(tmp_path: Path) -> str:
    """A game of tzaar that begins with a blunder."""
    state = duiyi.game("tzaar").load(WON)
    record = Record.of(state, names=("Ann", "Bob"))
    for _ in range(3):
        token = BLUNDER if not record.nodes else state.text(state.actions()[0])
        record, state = record.played(state, token), state.play(token)
    (tmp_path / "game.dyr").write_text(write_dyr(record), "utf-8")
    return "game.dyr"


def test_a_position_has_lines_chances_and_what_was_searched(run: Run) -> None:
    ran = run("analyse", "tzaar", "--position", WON, "--seconds", "0.5")
    assert (ran.code, ran.err) == (0, "")
    head, first, second, chances, searched = ran.out.splitlines()
    assert head.startswith("Tzaar · turn 3 · black")
    assert first.split()[:4] == ["1", "100.0", "%", "(certain)"]
    assert second.split()[0] == "2"
    assert chances == "chances: white 0.0 % · black 100.0 %"
    assert searched.startswith("search: alphabeta, depth ")
    assert searched.endswith(" s CPU")


def test_the_start_of_a_game_with_any_seats_and_rules(run: Run) -> None:
    arguments = ("relati", "--seats", "3", "-o", "cannon=on", "--nodes", "200", "--lines", "4")
    out = run("analyse", *arguments).out.splitlines()
    assert [line.split()[0] for line in out[1:5]] == ["1", "2", "3", "4"]
    assert out[5].count("%") == 3
    assert "mcts" in out[6]


def test_several_positions_are_a_line_of_json_each_and_repeatable(run: Run) -> None:
    start = duiyi.game("tzaar").start().dump()
    arguments = ("analyse", "tzaar", "--position", WON, "--position", start, "--nodes", "3000")
    ran = run(*arguments, "--json", "--lines", "3")
    first, second = map(json.loads, ran.out.splitlines())
    assert (first["game"], first["position"], first["seat"]) == ("tzaar", WON, 1)
    assert second["position"] == start
    for found in (first, second):
        assert sum(found["chances"]) == pytest.approx(1)
        assert len(found["lines"]) == 3
        assert found["search"] == "alphabeta"
        assert found["nodes"] > 0
    again = run(*arguments, "--json", "--lines", "3")
    *_, later = map(json.loads, again.out.splitlines())
    assert later["lines"] == second["lines"]


def test_a_record_is_told_decision_by_decision_and_seat_by_seat(run: Run, game_file: str) -> None:
    ran = run("analyse", "tzaar", "--record", game_file, "--seconds", "1")
    assert ran.code == 0
    head, first, _, _, *seats = ran.out.splitlines()
    assert head == "game.dyr: Tzaar"
    assert first.split()[:6] == ["3", "B", BLUNDER, "0.0", "%", "??"]
    assert "blunder: 100.0 % with" in first
    assert [seat.split()[1] for seat in seats] == ["Ann", "Bob"]
    assert "1 blunder ·" in seats[1]


def test_a_record_as_json(run: Run, game_file: str) -> None:
    ran = run("analyse", "tzaar", "--record", game_file, "--json", "--seconds", "1")
    found = json.loads(ran.out)
    assert (found["file"], found["game"], found["names"]) == (game_file, "tzaar", ["Ann", "Bob"])
    assert found["complete"] is True
    assert len(found["decisions"]) == 3
    first = found["decisions"][0]
    assert (first["number"], first["seat"], first["token"]) == (1, 1, BLUNDER)
    assert (first["mark"], first["loss"]) == ("blunder", 1)
    assert found["summary"][1]["blunders"] == 1


def test_the_analysis_goes_into_a_copy_of_the_record(
    run: Run, tmp_path: Path, game_file: str
) -> None:
    before = (tmp_path / game_file).read_bytes()
    arguments = ("--record", game_file, "--seconds", "1", "--output", "new.dyr")
    ran = run("analyse", "tzaar", *arguments)
    assert ran.code == 0
    assert ran.out.endswith("saved to new.dyr\n")
    assert (tmp_path / game_file).read_bytes() == before
    record = load(tmp_path / "new.dyr")
    assert record.nodes[0].comments[0].startswith("[eval 0.000] blunder")
    assert record.nodes[0].variations
    assert run("record", "check", "new.dyr").code == 0


def test_files_are_only_replaced_by_force(run: Run, tmp_path: Path, game_file: str) -> None:
    arguments = ("analyse", "tzaar", "--record", game_file, "--nodes", "50")
    ran = run(*arguments, "--output", game_file)
    assert (ran.code, ran.out) == (2, "")
    assert "game.dyr exists already" in ran.err
    assert run(*arguments, "--output", game_file, "--force").code == 0
    assert load(tmp_path / game_file).nodes[0].comments


def test_several_records_go_into_a_directory(run: Run, tmp_path: Path, game_file: str) -> None:
    (tmp_path / "other.dyr").write_bytes((tmp_path / game_file).read_bytes())
    (tmp_path / "out").mkdir()
    arguments = ["--record", game_file, "--record", "other.dyr", "--nodes", "50"]
    ran = run("analyse", "tzaar", *arguments, "--output", "out", "--json")
    assert [json.loads(line)["file"] for line in ran.out.splitlines()] == [game_file, "other.dyr"]
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == [game_file, "other.dyr"]
    ran = run("analyse", "tzaar", *arguments, "--output", "new.dyr")
    assert (ran.code, ran.out) == (2, "")
    assert "a directory that exists" in ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chess",), "there is no game chess"),
        (("tzaar", "--position", "nonsense"), "duiyi: "),
        (("relati", "--record", "game.dyr"), "game.dyr is a record of tzaar, not of relati"),
        (("tzaar", "--record", "missing.dyr"), "missing.dyr"),
        (("tzaar", "--record", "game.dyr", "--position", WON), "--record says it all"),
        (("tzaar", "--record", "game.dyr", "--seats", "2"), "--record says it all"),
        (("tzaar", "--output", "new.dyr"), "--output is for records"),
        (("tzaar", "--seconds", "1", "--nodes", "1"), "not both"),
        (("tzaar", "--record", "game.dyr", "--output", "new.txt"), "a .dyr or a .json file"),
        (("tzaar", "--record", "game.dyr", "--output", "no/new.dyr"), "no such directory"),
    ],
)
def test_wrong_input_is_said_in_one_line(
    run: Run, game_file: str, arguments: tuple[str, ...], said: str
) -> None:
    ran = run("analyse", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_a_position_in_which_nobody_decides_is_refused(run: Run) -> None:
    over = duiyi.game("tzaar").load(WON).withdraw(0).dump()
    drawing = duiyi.game("atom").start().play("a").dump()
    for name, position in (("tzaar", over), ("atom", drawing)):
        ran = run("analyse", name, "--position", position)
        assert (ran.code, ran.out) == (2, "")
        assert "no seat has to decide" in ran.err


@pytest.mark.parametrize(
    ("language", "words"),
    [("zh-Hant", ("嚴重失誤", "期望得分")), ("zh-Hans", ("严重失误", "期望得分"))],
)
def test_it_speaks_chinese(run: Run, game_file: str, language: str, words: tuple[str, str]) -> None:
    blunder, chances = words
    ran = run("analyse", "tzaar", "--record", game_file, "--language", language)
    assert blunder in ran.out
    ran = run("analyse", "tzaar", "--nodes", "50", "--language", language)
    assert chances in ran.out


@pytest.mark.parametrize("command", ["analyse", "solve"])
def test_the_help_has_examples(run: Run, command: str) -> None:
    ran = run(command, "--help")
    assert ran.code == 0
    assert f" duiyi {command} tzaar --position" in ran.out
