"""`duiyi judge` on records as files."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.arena_bots import ScriptedBot
from tests.commands import Run

import duiyi
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.game.referee import play_game
from duiyi.core.record.dyr import write_dyr


def written(path: Path, *lines: str) -> str:
    """A record of tzaar in which White says these lines."""
    start = duiyi.game("tzaar").start()
    bots = [ScriptedBot(lines), ScriptedBot()]
    played = play_game(start, bots, Conditions(), seed=1, names=("a", "b"))
    text = write_dyr(played.record)
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    return text


def test_a_directory_is_judged_with_everything_below_it(run: Run, tmp_path: Path) -> None:
    written(tmp_path / "all" / "1.dyr", "pass")
    written(tmp_path / "all" / "2.dyr")
    ran = run("judge", "all")
    assert ran.code == 0
    first, verdict, second, total = ran.out.splitlines()
    assert first == "all/1.dyr:"
    assert verdict.startswith("  turn 1, seat 0, illegal first-step-must-capture: confirmed: ")
    assert second == "all/2.dyr: right, without any fault"
    assert total == "2 records: 1 confirmed, 0 contradicted, 0 taken from the log"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"pass"', '"C2xC3"', "C2xC3 is legal there"),
        ("must-capture", "must-pass", "it should be illegal first-step-must-capture"),
        ('[Result "0 1"]', '[Result "1 0"]', "line 4"),
    ],
)
def test_what_was_changed_is_contradicted_and_the_exit_code_says_so(
    run: Run, tmp_path: Path, old: str, new: str, said: str
) -> None:
    text = written(tmp_path / "game.dyr", "pass")
    assert old in text
    (tmp_path / "game.dyr").write_text(text.replace(old, new), "utf-8")
    written(tmp_path / "right.dyr", "pass")
    ran = run("judge", "game.dyr", "right.dyr", "--quiet")
    assert ran.code == 1
    assert said in ran.out
    assert "right.dyr" not in ran.out
    assert ran.out.endswith("2 records: 1 confirmed, 1 contradicted, 0 taken from the log\n")


@pytest.mark.parametrize(("language", "word"), [("zh-Hant", "確認"), ("zh-Hans", "确认")])
def test_it_speaks_chinese(run: Run, tmp_path: Path, language: str, word: str) -> None:
    written(tmp_path / "game.dyr", "pass")
    assert f"：{word}：" in run("judge", "game.dyr", "--language", language).out


def test_no_record_is_wrong_input(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for name in ("empty", "missing.dyr"):
        ran = run("judge", name)
        assert (ran.code, ran.out) == (2, "")
        assert name in ran.err
