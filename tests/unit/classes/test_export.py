"""Exports: everything of a class in one zip, that spreadsheets open as it is meant."""

from __future__ import annotations

import csv
import io
import zipfile
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from tests.unit.classes.cs2 import ANN, BEN, EVE, NOW, Cs2, make_cs2

from duiyi.classes.export import csv_text, export_class
from duiyi.classes.people.tokens import new_id
from duiyi.classes.rows import AuditLine, Class, Incident, Review


def table(archive: zipfile.ZipFile, name: str) -> list[dict[str, str]]:
    text = archive.read(name).decode("utf-8-sig")
    return [*csv.DictReader(io.StringIO(text, newline=""))]


@pytest.fixture
def archive(cs2: Cs2, tmp_path: Path) -> zipfile.ZipFile:
    for entry in (ANN, BEN):
        cs2.let_in(entry)
    make_cs2(cs2.store, "cs3").let_in(EVE)
    mine, theirs = cs2.active(ANN, b"anns source"), cs2.active(BEN, b"PK\x03\x04 a zip")
    game = cs2.play(mine, theirs, stderr="thinking", record="the record")
    ann = cs2.member(ANN)
    cs2.store.reviews.add(
        Review(new_id(), cs2.joined.id, ann.id, game.id, "=1+1", {"stands": True}, NOW)
    )
    cs2.store.incidents.add(Incident(NOW, "job-dead", "why", cs2.joined.id, "job"))
    seen: list[tuple[int, int]] = []
    target = tmp_path / "cs2.zip"
    count = export_class(cs2.store, cs2.joined, target, lambda *step: seen.append(step))
    assert [done for done, _ in seen] == [*range(1, len(seen) + 1)]
    assert seen[-1][0] == seen[-1][1]
    assert target.stat().st_mode & 0o077 == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["classes", "cs2.zip"]
    found = zipfile.ZipFile(target)
    assert len(found.namelist()) == count
    return found


def test_everything_is_there(cs2: Cs2, archive: zipfile.ZipFile) -> None:
    ann, ben = cs2.member(ANN).pseudonym, cs2.member(BEN).pseudonym
    kept = msgspec.json.decode(archive.read("class.json"), type=Class)
    assert kept == replace(cs2.joined, code=None)
    members = {row["id"]: row for row in table(archive, "members.csv")}
    assert {*members} == {"T1", ANN.id, BEN.id, EVE.id}
    assert (members[ANN.id]["name"], members[ANN.id]["state"]) == (ANN.name, "joined")
    assert archive.read(f"hand-ins/{ann}/v1.source") == b"anns source"
    assert archive.read(f"hand-ins/{ben}/v1.zip").endswith(b"a zip")
    (game,) = table(archive, "games.csv")
    assert (game["seats"], game["scores"]) == (f"{ann}/v1 {ben}/v1", "1 0")
    assert archive.read(f"games/{game['game']}.dyr") == b"the record"
    assert b"thinking" in archive.read(f"games/{game['game']}.stderr.json")
    assert {row["id"] for row in table(archive, "versions.csv")} == {ANN.id, BEN.id}
    assert [row["text"] for row in table(archive, "reviews.csv")] == ["'=1+1"]
    assert "make-class" in [row["action"] for row in table(archive, "audit.csv")]
    assert [row["number"] for row in table(archive, "incidents.csv")] == ["1"]


def test_secrets_are_not(cs2: Cs2, archive: zipfile.ZipFile) -> None:
    whole = b"".join(archive.read(name) for name in archive.namelist())
    assert b"argon2" not in whole
    for secret in (cs2.made.link, cs2.made.code):
        assert secret.encode() not in whole


def test_names_of_files_are_pseudonyms(archive: zipfile.ZipFile) -> None:
    names = " ".join(archive.namelist())
    assert not [word for word in (ANN.id, BEN.id, ANN.name) if word in names]
    assert ".." not in names


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@x", "\tx"])
def test_no_cell_is_a_formula(cell: str) -> None:
    assert f"'{cell}" in csv_text(("a",), [(cell,)])
    assert "'-1" not in csv_text(("a",), [(-1,)]), "numbers are numbers"


def test_a_failed_export_leaves_no_file(
    cs2: Cs2, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cs2.let_in(ANN)
    version = cs2.hand_in(ANN)
    cs2.store.uploads.path(version.sha256).unlink()
    with pytest.raises(FileNotFoundError):
        export_class(cs2.store, cs2.joined, tmp_path / "out.zip")
    assert [file.name for file in tmp_path.iterdir()] == ["classes"]


def test_what_happened_is_bounded_for_each_class(cs2: Cs2, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("duiyi.classes.store.journal.KEPT_LINES", 3)
    monkeypatch.setattr("duiyi.classes.store.journal.KEPT_INCIDENTS", 3)
    other = make_cs2(cs2.store, "cs3")
    for number in range(6):
        cs2.store.audit.add(AuditLine(NOW, "", f"act-{number}", class_id=cs2.joined.id))
        cs2.store.incidents.add(Incident(NOW, f"kind-{number}", "", cs2.joined.id))
    kept = [line.action for line in cs2.store.audit.of_class(cs2.joined.id)]
    assert kept == ["act-5", "act-4", "act-3"]
    assert [one.n for one in cs2.store.incidents.of_class(cs2.joined.id)] == [6, 5, 4]
    assert len(cs2.store.audit.of_class(other.joined.id)) == 1
