"""A game that somebody else brings: found by the command, played with dice, and checked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

RACE = '''
"""Throw a die, then take the step or `undo` the throw of the other; three steps win."""
import dataclasses
from dataclasses import dataclass
from fractions import Fraction

from duiyi.core import CHANCE, Geometry, SimpleGame, SimpleState, Site


@dataclass(frozen=True)
class RaceState(SimpleState):
    thrown: int = 0
    steps: int = 0

    def moves(self):
        return ["step", "undo"]

    def odds(self):
        return {"T1": Fraction(1, 3), "T2": Fraction(2, 3)}

    def move(self, token):
        if self.actor == CHANCE:
            return dataclasses.replace(self, actor=self.owner, thrown=int(token[1]))
        steps = self.steps + (self.thrown if token == "step" else 0)
        if steps >= 3:
            return self.won_by(self.owner, steps=steps)
        return dataclasses.replace(self.next(steps=steps), actor=CHANCE)

    def board(self):
        return {}


class Race(SimpleGame):
    id = "race"
    state = RaceState
    words = ("step", "undo", "T1", "T2")
    board = Geometry((Site("A1", 0, 0, "A1"),))

    def setup(self, seats, options):
        return RaceState(self, seats, options, actor=CHANCE)


class Forgetful(Race):
    id = "forgetful"

    def load(self, text):
        return self.start()


RACE, FORGETFUL = Race(), Forgetful()
'''


WORDS = {
    "title": "Race",
    "event.T1": "a one",
    "event.T2": "a two",
    "event.step": "{symbol} goes on",
    "event.undo": "{symbol} would rather not",
}


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    """What `pip install` would leave behind."""
    (tmp_path / "race").mkdir()
    (tmp_path / "race" / "__init__.py").write_text(RACE, "utf-8")
    (tmp_path / "race" / "locales").mkdir()
    (tmp_path / "race" / "locales" / "en.json").write_text(json.dumps(WORDS), "utf-8")
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
