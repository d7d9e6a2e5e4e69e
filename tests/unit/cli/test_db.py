"""`duiyi db`: copies and exports of a database, as the command line gives them."""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from tests.commands import Run

from duiyi.core.record.files import load, read
from duiyi.server import wire
from duiyi.server.storage.sqlite import SqliteStore
from duiyi.server.storage.store import Guest
from duiyi.server.table import creation, summary
from duiyi.server.table.randomness import Randomness
from duiyi.server.table.table import Table

ANN = Guest("ann", "Ann", 0, 0)
DATABASE = ("--database", "games.sqlite")


def finished_game(store: SqliteStore, name: str) -> str:
    """A table at which one move was made before a seat resigned; its id."""
    randomness = Randomness()
    me = wire.NewSeat("me", name=name)
    new = wire.NewTable("relati-classic", {}, [me, me], wire.Clock(), True, True)
    row = creation.first_row(new, ANN, randomness)
    table, effect = Table.made(randomness.table_id(), row, 1, randomness)
    rows = effect.rows
    token = table.state.text(next(iter(table.state.actions())))
    rows += table.play(ANN, wire.Play(on=table.id, token=token), 2).rows
    rows += table.resign(ANN, 0, 3).rows
    store.write([*rows, summary.index(table.summary())])
    return table.setup.id


@pytest.fixture
def games(run: Run) -> list[str]:
    store = SqliteStore("games.sqlite")
    made = [finished_game(store, name) for name in ("Ann", "對弈", "Zoë")]
    store.close()
    return made


def test_a_backup_has_everything(run: Run, games: list[str]) -> None:
    ran = run("db", "backup", "deep/copy.sqlite", *DATABASE)
    assert (ran.code, ran.err) == (0, "")
    assert "deep/copy.sqlite" in ran.out
    copy = SqliteStore("deep/copy.sqlite", create=False)
    assert sorted(index.table for index in copy.each_finished()) == sorted(games)
    copy.close()


def test_openings_are_counted_anew(run: Run, games: list[str]) -> None:
    for _ in range(2):
        ran = run("db", "openings", *DATABASE, "--language", "en")
        assert (ran.code, ran.out) == (0, "3 games counted\n"), ran.err


def test_a_backup_replaces_nothing_unasked(run: Run, games: list[str]) -> None:
    Path("copy.sqlite").write_text("precious")
    ran = run("db", "backup", "copy.sqlite", *DATABASE)
    assert ran.code == 2
    assert "--force" in ran.err
    assert Path("copy.sqlite").read_text() == "precious"
    assert run("db", "backup", "copy.sqlite", "--force", *DATABASE).code == 0
    SqliteStore("copy.sqlite", create=False).close()


def test_a_backup_never_replaces_the_database_itself(run: Run, games: list[str]) -> None:
    assert run("db", "backup", "games.sqlite", "--force", *DATABASE).code == 2
    Path("directory").mkdir()
    assert run("db", "backup", "directory", "--force", *DATABASE).code == 2


@pytest.mark.parametrize("command", [("backup", "copy.sqlite"), ("export", "out")])
def test_a_wrong_database_is_one_line(run: Run, command: tuple[str, str]) -> None:
    missing = run("db", *command, "--database", "none.sqlite")
    assert missing.code == 2
    assert missing.err.count("\n") == 1
    Path("other.sqlite").write_text("x" * 5000)
    assert "not a database of duiyi" in run("db", *command, "--database", "other.sqlite").err
    assert not Path("none.sqlite").exists()
    assert not Path(command[1]).exists()


def test_an_export_is_one_record_per_game_and_an_index(run: Run, games: list[str]) -> None:
    ran = run("db", "export", "out", *DATABASE)
    assert ran.code == 0, ran.err
    files = sorted(Path("out").iterdir())
    assert [file.name for file in files] == sorted([*(f"{id}.dyr" for id in games), "index.jsonl"])
    lines = [json.loads(line) for line in Path("out/index.jsonl").read_text().splitlines()]
    assert sorted(line["id"] for line in lines) == sorted(games)
    for line in lines:
        record = load(Path("out") / line["file"])
        assert list(record.names) == line["names"]
        assert record.game.id == line["game"] == "relati-classic"
        assert line["outcome"]["reason"] == record.last().outcome.reason  # type: ignore[union-attr]


@pytest.mark.parametrize("target", ["out", "out.zip"])
def test_an_export_adds_what_is_new_and_leaves_the_rest(
    run: Run, games: list[str], target: str
) -> None:
    assert "3 games written, 0 there before" in run("db", "export", target, *DATABASE).out
    store = SqliteStore("games.sqlite")
    new = finished_game(store, "Ben")
    store.close()
    assert "1 game written, 3 there before" in run("db", "export", target, *DATABASE).out
    texts = content(Path(target))
    assert set(texts) == {f"{id}.dyr" for id in [*games, new]} | {"index.jsonl"}
    assert read(texts[f"{new}.dyr"]).names == ("Ben", "Ben")
    assert len(texts["index.jsonl"].splitlines()) == 4


def test_a_file_that_is_there_is_left_as_it_is(run: Run, games: list[str]) -> None:
    Path("out").mkdir()
    mine = Path("out") / f"{games[0]}.dyr"
    mine.write_text("with my notes")
    assert "2 games written, 1 there before" in run("db", "export", "out", *DATABASE).out
    assert mine.read_text() == "with my notes"


def test_a_game_that_cannot_be_read_is_told_and_left_out(run: Run, games: list[str]) -> None:
    store = SqliteStore("games.sqlite")
    index = store.index(games[0])
    assert index is not None
    first = store.rows(games[0])[0]
    unknown = first.data.replace(b"relati-classic", b"hopscotch")
    store.write([replace(first, table="odd", data=unknown), replace(index, table="odd")])
    store.close()
    ran = run("db", "export", "out", *DATABASE)
    assert ran.code == 2
    assert "hopscotch" in ran.err
    assert "1 game could not be read" in ran.err
    assert len(content(Path("out"))) == 4


def test_what_is_no_archive_is_not_replaced(run: Run, games: list[str]) -> None:
    Path("out.zip").write_text("not a zip")
    ran = run("db", "export", "out.zip", *DATABASE)
    assert ran.code == 2
    assert "out.zip" in ran.err
    assert Path("out.zip").read_text() == "not a zip"
    assert [path.name for path in Path().glob(".out.zip*")] == []


def content(target: Path) -> dict[str, str]:
    if target.is_dir():
        return {file.name: file.read_text("utf-8") for file in target.iterdir()}
    with zipfile.ZipFile(target) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}
