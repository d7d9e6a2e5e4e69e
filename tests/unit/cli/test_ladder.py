"""`duiyi ladder` on records and on the results of a cup."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.arena_bots import ScriptedBot
from tests.commands import Run
from tests.unit.arena.tournament.cups import bots
from tests.unit.arena.tournament.scripted_runner import ScriptedRunner, fine

import duiyi
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.game.referee import play_game
from duiyi.arena.tournament.director import begin, go_on
from duiyi.core.record.dyr import write_dyr


def record(path: Path, winner: str, loser: str, seed: int) -> None:
    """The first seat says nonsense and loses."""
    start = duiyi.game("tzaar").start(2, setup="random", seed=seed)
    talk = [ScriptedBot(("nonsense",)), ScriptedBot()]
    played = play_game(start, talk, Conditions(), seed=1, names=(loser, winner))
    path.parent.mkdir(exist_ok=True)
    path.write_text(write_dyr(played.record), "utf-8")


def some_records(folder: Path) -> None:
    for number in range(12):
        record(folder / f"{number:02}.dyr", "strong", "weak", 1 + number // 2)
    record(folder / "90.dyr", "weak", "middle", 90)
    record(folder / "91.dyr", "middle", "weak", 91)


def test_records_become_a_table_with_places(run: Run, tmp_path: Path) -> None:
    some_records(tmp_path / "all")
    ran = run("ladder", "rate", "all", "--even", "middle")
    assert ran.code == 0
    head, *rows, total, even = ran.out.splitlines()
    assert head.split()[:3] == ["Place", "Possible", "Bot"]
    assert [row.split()[2] for row in rows] == ["strong", "middle", "weak"]
    assert all("°" in row for row in rows)
    assert total.startswith("3 bots, 14 games.")
    assert even == "= even with middle: 2"


def test_the_same_games_in_any_order_are_the_same_bytes(run: Run, tmp_path: Path) -> None:
    some_records(tmp_path / "all")
    files = sorted(str(file) for file in (tmp_path / "all").iterdir())
    first = run("ladder", "rate", *files, "--json")
    again = run("ladder", "rate", *files[::-1], "--json")
    whole = run("ladder", "rate", "all", "--json")
    assert first.out == again.out == whole.out
    found = json.loads(first.out)
    assert found["games"] == 14
    assert [row["place"] for row in found["rows"]] == [1, 2, 3]


def test_references_are_fixed_and_have_no_place(run: Run, tmp_path: Path) -> None:
    some_records(tmp_path / "all")
    ran = run("ladder", "rate", "all", "--reference", "weak=1000", "--json")
    rows = {row["name"]: row for row in json.loads(ran.out)["rows"]}
    assert rows["weak"]["rating"] == pytest.approx([1000] * 3)
    assert rows["weak"]["place"] is None
    assert rows["strong"]["above"]["weak"] > 0.95
    assert rows["strong"]["rating"][1] > 1000
    shown = run("ladder", "rate", "all", "--reference", "weak=1000").out
    assert "◇" in shown
    assert run("ladder", "rate", "all", "--reference", "weak=much").code == 2


@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans"])
def test_a_cup_is_rated_from_its_journal(run: Run, tmp_path: Path, language: str) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(f'game = "relati-classic"\nformat = "final"\nlooks = [2]\n{bots(4)}')
    begin(file, tmp_path / "out")
    go_on(tmp_path / "out", lambda *_: ScriptedRunner(fine), lambda _: None)
    ran = run("ladder", "rate", "out", "--language", language)
    assert ran.code == 0
    assert all(name in ran.out for name in ("b0", "b1", "b2", "b3"))
    from_journal = json.loads(run("ladder", "rate", "out", "--json").out)
    from_records = json.loads(run("ladder", "rate", "out/records", "--json").out)
    assert from_journal["games"] == from_records["games"]
    for one, other in zip(from_journal["rows"], from_records["rows"], strict=True):
        assert one["rating"][0] == pytest.approx(other["rating"][0], abs=1e-6)


def test_records_of_several_games_are_refused(run: Run, tmp_path: Path) -> None:
    record(tmp_path / "tzaar.dyr", "a", "b", 1)
    start = duiyi.game("relati").start()
    played = play_game(
        start, [ScriptedBot(("x",)), ScriptedBot()], Conditions(), seed=1, names=("a", "b")
    )
    (tmp_path / "relati.dyr").write_text(write_dyr(played.record), "utf-8")
    ran = run("ladder", "rate", "tzaar.dyr", "relati.dyr")
    assert ran.code == 2
    assert "several games" in ran.err


def test_what_tells_nothing_is_counted(run: Run, tmp_path: Path) -> None:
    some_records(tmp_path / "all")
    text = (tmp_path / "all" / "00.dyr").read_text("utf-8")
    assert "weak" in text
    (tmp_path / "all" / "00.dyr").write_text(
        "\n".join(line for line in text.splitlines() if '"weak"' not in line) + "\n", "utf-8"
    )
    ran = run("ladder", "rate", "all")
    assert ran.code == 0
    assert ran.err.startswith("1 left out")
    assert run("ladder", "rate", "all", "--even", "nobody").code == 2


@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans"])
def test_a_plan_says_how_many_places_there_will_be(run: Run, language: str) -> None:
    ran = run("ladder", "plan", "--bots", "12", "--seconds", "2", "--language", language)
    assert ran.code == 0
    assert "> 4" in ran.out
    assert "12" in ran.out.splitlines()[-1] + ran.out.splitlines()[-2]
    assert "66" in ran.out
    assert run("ladder", "plan", "--bots", "1").code == 2
