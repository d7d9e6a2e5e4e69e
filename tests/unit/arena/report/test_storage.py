"""Games beside a page that would be too large: files that a page names, whole or not at all."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.report_contents import Plays, contents, report_games

from duiyi.arena.report import write_contents
from duiyi.arena.report.data.contents import Contents
from duiyi.arena.report.replay.storage import PackedGames

BOTS = {name: Plays("random", seed) for seed, name in enumerate(("one", "two", "three"))}


@pytest.fixture(scope="module")
def found() -> Contents:
    return contents("Cup", list(report_games("relati-classic", BOTS)))


@pytest.fixture(scope="module")
def other() -> Contents:
    games = list(report_games("relati-classic", BOTS, each=2))
    return contents("Cup", games[1:])


def files_of(page: Path) -> list[tuple[str, int]]:
    (text,) = re.findall(
        r'<script type="application/json" id="data">(.*?)</script>', page.read_text("utf-8")
    )
    return [(name, first) for name, first in json.loads(text)["files"]]


def games_of(page: Path) -> dict[int, dict[str, Any]]:
    """What the page would load."""
    found: dict[int, dict[str, Any]] = {}
    for name, _ in files_of(page):
        text = (page.parent / name).read_text("ascii")
        call = re.fullmatch(r"duiyiGames\((\d+),(\[.*\])\);\n", text, re.DOTALL)
        assert call
        for more, packed in enumerate(json.loads(call[2])):
            found[int(call[1]) + more] = json.loads(gzip.decompress(base64.b64decode(packed)))
    return found


def beside(page: Path) -> set[str]:
    return {file.name for file in (page.parent / "report-games").iterdir()}


def test_a_small_report_is_one_file(found: Contents, tmp_path: Path) -> None:
    page = write_contents(found, tmp_path / "report.html")
    assert not files_of(page)
    assert not (tmp_path / "report-games").exists()
    assert "strict-dynamic" not in page.read_text("utf-8")


def test_a_large_one_has_all_its_games_beside_it(found: Contents, tmp_path: Path) -> None:
    page = write_contents(found, tmp_path / "report.html", whole=0)
    text = page.read_text("utf-8")
    assert 'id="game-0"' not in text
    assert "strict-dynamic" in text
    assert "report-games" in text
    shown = games_of(page)
    assert sorted(shown) == [*range(found.count)]
    for number, game in enumerate(found.games()):
        tokens = [move[1] for move in shown[number]["moves"]]
        assert tokens == [getattr(node, "token", "") for node in game.played.record.nodes]


def test_a_report_made_anew_leaves_nothing_of_the_old_one(
    found: Contents, other: Contents, tmp_path: Path
) -> None:
    page = write_contents(other, tmp_path / "report.html", whole=0)
    before = beside(page)
    mine = tmp_path / "report-games" / "notes.txt"
    mine.write_text("mine")
    (tmp_path / "report-games" / "0007-0123456789abcdef.js.new").write_text("half")
    write_contents(found, tmp_path / "report.html", whole=0)
    after = beside(page)
    assert not before & after
    assert after == {"notes.txt"} | {Path(name).name for name, _ in files_of(page)}
    mine.unlink()
    write_contents(found, tmp_path / "report.html")
    assert not (tmp_path / "report-games").exists()


def test_a_report_that_is_stopped_leaves_the_old_one_whole(
    found: Contents, other: Contents, tmp_path: Path
) -> None:
    page = write_contents(found, tmp_path / "report.html", whole=0)
    old, shown = page.read_text("utf-8"), games_of(page)

    def stop(done: int, of: int) -> None:
        if done == of:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_contents(other, tmp_path / "report.html", whole=0, progress=stop)
    assert page.read_text("utf-8") == old
    assert games_of(page) == shown


def test_new_files_do_not_touch_those_that_a_page_names(tmp_path: Path) -> None:
    """Stopped after its files and before its page, a new report has taken nothing away."""
    names = []
    for packed in ("QUJD", "REVG"):
        with PackedGames() as packed_games:
            packed_games.add(packed)
            names += [file.name for file in packed_games.write_files(tmp_path)]
    assert len({*names}) == 2
    assert {file.name for file in tmp_path.iterdir()} == {*names}


def test_games_are_spread_over_files_of_a_size(tmp_path: Path) -> None:
    with PackedGames() as packed_games:
        for number in range(50):
            packed_games.add(f"{number:04}" * 10_000)
        files = packed_games.write_files(tmp_path)
    assert [file.first for file in files] == [*range(0, 50, 7)]
    assert max(file.stat().st_size for file in tmp_path.iterdir()) < 300_000
