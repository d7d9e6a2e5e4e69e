"""Reports of a cup by its journal, and of a match by its directory."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.report_contents import Plays, played
from tests.unit.arena.tournament.cups import a_match

from duiyi.arena.game.played_json import played_data
from duiyi.arena.report import write_match_report, write_report
from duiyi.arena.report.data.sources import of_cup, of_match
from duiyi.arena.tournament.config import read_config
from duiyi.arena.tournament.history import game_entry, head_entry
from duiyi.arena.tournament.journal import NAME as JOURNAL
from duiyi.arena.tournament.journal import Journal
from duiyi.arena.tournament.plan import plan
from duiyi.core import DuiyiError
from duiyi.core.locale import text

CUP = """\
title = "春季賽"
game = "relati-classic"
games = 2
grades = "60 + 40 * share"
clock = { turn = 2 }
bots = [
  { name = "one", spec = "random" },
  { name = "two", spec = "random" },
  { name = "three", spec = "greedy" },
]
"""


def a_cup(directory: Path, games: int) -> None:
    """A cup of which so many games are played."""
    (directory / "cup.toml").write_text(CUP, "utf-8")
    config = read_config(directory / "cup.toml")
    with Journal(directory) as journal:
        journal.add(head_entry(config, ["x"] * 3))
        for number, game in enumerate(plan(config, {}).games[:games]):
            found = played(
                config.game, [Plays("random", number), Plays("random", number + 50)], game.names
            )
            assert found.scores is not None
            journal.add(game_entry(game, found.scores, played_data(found)))


def test_a_cup(tmp_path: Path) -> None:
    a_cup(tmp_path, 6)
    page = write_report(tmp_path)
    assert page == tmp_path / "report.html"
    assert sorted(file.suffix for file in tmp_path.iterdir() if file.stem != "cup") == [
        ".csv", ".csv", ".csv", ".html", ".json", ".jsonl",
    ]  # fmt: skip
    contents = of_cup(tmp_path)
    assert (contents.title, contents.count, contents.open_games) == ("春季賽", 6, 0)
    facts = {text(fact.label): fact.value for fact in contents.facts}
    assert {"Game", "Format", "Clock", "Sandbox"} <= facts.keys()
    assert all(place.rating is not None and place.grade is not None for place in contents.places)
    written = page.read_text("utf-8")
    for name in ("one", "two", "three", "春季賽"):
        assert name in written


def test_a_cup_that_is_still_played(tmp_path: Path) -> None:
    a_cup(tmp_path, 2)
    target = tmp_path / "elsewhere" / "now.html"
    assert write_report(tmp_path, target) == target
    assert (target.parent / "games.csv").is_file()
    assert of_cup(tmp_path).open_games == 4


def test_a_match(tmp_path: Path) -> None:
    """Games are listed by number, in whatever order they finished; half a line does not count."""
    config = a_match(3)
    with Journal(tmp_path) as journal:
        journal.add(head_entry(config))
        for number in (2, 1, 3):
            game = plan(config, {}).games[number - 1]
            found = played("tic-tac-toe", [Plays("random", number), Plays("greedy")], game.names)
            assert found.scores is not None
            journal.add(game_entry(game, found.scores, played_data(found)))
    with (tmp_path / JOURNAL).open("ab") as file:
        file.write(b'{"kind":"game","id":"00004"')
    contents = of_match(tmp_path)
    assert [game.id for game in contents.games()] == ["00001", "00002", "00003"]
    assert sum(place.points for place in contents.places) == 3
    assert contents.places[0].rank == 1
    assert write_match_report(tmp_path).is_file()


def test_nothing_to_report(tmp_path: Path) -> None:
    with pytest.raises(DuiyiError, match="no games"):
        write_match_report(tmp_path)
    with pytest.raises(DuiyiError):
        write_report(tmp_path)
