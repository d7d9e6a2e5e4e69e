"""A game that somebody else brings: found by the command, played with dice, and checked."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    """What `pip install` would leave behind."""
    shutil.copytree(HERE / "race", tmp_path / "race")
    about = tmp_path / "race-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: race\nVersion: 1\n", "utf-8")
    (about / "entry_points.txt").write_text(
        "[duiyi.games]\nrace = race:RACE\nforgetful = race:FORGETFUL\n"
        "[duiyi.players]\nhasty = race.hasty:Hasty\n",
        "utf-8",
    )
    (tmp_path / "race" / "hasty.py").write_text(
        "class Hasty:\n"
        "    def __init__(self, seed): pass\n"
        "    def choose(self, state): return state.actions()[0]\n",
        "utf-8",
    )
    return tmp_path


def run(plugin: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "duiyi", *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(plugin), "LC_ALL": "C.UTF-8", "COLUMNS": "80"},
        check=False,
    )


def test_it_is_listed(plugin: Path) -> None:
    ran = run(plugin, "games")
    assert "race" in ran.stdout
    assert "Race" in ran.stdout


def test_chance_decides_by_itself_and_the_games_own_words_go_before_commands(plugin: Path) -> None:
    ran = run(
        plugin, "play", "race", "--seed", "1", "--save", str(plugin / "g.dyr"), typed="undo\n"
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("* a ") == 2  # a throw for each of the two turns
    assert "circle would rather not" in ran.stdout
    assert "X> " in ran.stdout
    assert "@0 undo" in (plugin / "g.dyr").read_text("utf-8")


def test_a_player_of_another_package_sits_down(plugin: Path) -> None:
    ran = run(plugin, "play", "race", "--against", "hasty", "--player", "0=hasty", "--seed", "1")
    assert ran.returncode == 0, ran.stderr
    assert "The game is over" in ran.stdout
    assert "rather not" not in ran.stdout


def test_faults_are_reported_with_exit_code_one(plugin: Path) -> None:
    ran = run(plugin, "check", "forgetful", "--walks", "1")
    assert ran.returncode == 1
    assert "fault: " in ran.stdout
    assert "import duiyi" in ran.stdout
    assert "forgetful has " in ran.stdout
    assert "Traceback" not in ran.stderr


def test_a_game_of_dice_for_three_conforms(plugin: Path) -> None:
    ran = run(plugin, "check", "race")
    assert ran.returncode == 0, ran.stdout
    assert "race conforms" in ran.stdout
