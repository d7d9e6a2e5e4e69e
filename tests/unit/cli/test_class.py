"""`duiyi class`: as whoever runs the site makes a class, fills it, takes it along, deletes it."""

from __future__ import annotations

import csv
import re
import zipfile
from pathlib import Path

import pytest
from tests.commands import Ran, Run

from duiyi.classes.people.joining import invitation
from duiyi.classes.store.sqlite import SqliteClasses

KEPT = ("--classes", "kept")
STUDENTS = "學號,姓名,信箱\nB1,王小明,wang@example.edu\nB2,陳大文,\n,nobody,\nb1,again,\n"
SAID = "duiyi: there is no class yet: duiyi class new makes one\n"
COMMANDS = ("new", "list", "show", "roster", "code", "links", "member", "export", "delete")


def new(run: Run, *more: str) -> Ran:
    Path("students.csv").write_bytes(STUDENTS.encode("big5"))
    settled = ("--deadline", "2026-12-18 23:59", "--roster", "students.csv", *KEPT)
    names = ("--title", "程式設計", "--teacher", "林老師")
    return run("class", "new", "cs2", "-g", "tzaar", *names, *settled, *more)


@pytest.fixture
def made(run: Run) -> Ran:
    return new(run)


def opened() -> SqliteClasses:
    return SqliteClasses("kept", create=False)


def test_a_new_class_has_a_link_a_code_and_its_roster(made: Ran) -> None:
    assert made.code == 1, "two lines were left out"
    assert made.err.splitlines() == [
        "2 lines of the roster left out:",
        "  line 4: the id is missing",
        "  line 5: b1 was on line 2 already",
    ]
    assert "due: 2026-12-18 23:59 +0800 (Asia/Taipei), then 30 minutes of grace" in made.out
    token = re.search(r"http://127\.0\.0\.1:8000/join#(\S+)", made.out)
    code = re.search(r"code for students: (\w{4})-(\w{4})", made.out)
    assert token is not None
    assert code is not None
    store = opened()
    (one,) = store.classes.all()
    assert one.code == code[1] + code[2]
    assert invitation(store, token[1], one.created + 1).member.name == "林老師"
    assert sorted(member.student for member in store.members.of_class(one.id)) == ["", "B1", "B2"]
    store.close()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--zone", "Mars"), "there is no time zone “Mars”"),
        (("--deadline", "soon"), "“soon” is no deadline"),
        (("--clock", "days"), "is no clock"),
        (("--formula", "exit()"), "exit is unknown"),
        (("--grace", "-1"), "grace is -1"),
        (("--roster", "nowhere.csv"), "nowhere.csv"),
        (("-o", "speed=9"), "speed"),
        (("--seats", "9"), "tzaar is for 2 players, not for 9"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_makes_nothing(
    run: Run, more: tuple[str, ...], said: str
) -> None:
    ran = new(run, *more)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1
    listed = run("class", "list", *KEPT)
    assert "there is no class yet" in listed.out + listed.err


def test_lists_and_shows_in_three_languages(run: Run, made: Ran) -> None:
    assert "cs2" in run("class", "list", *KEPT).out
    shown = {
        language: run("class", "show", "cs2", *KEPT, "--language", language).out
        for language in ("en", "zh-Hant", "zh-Hans")
    }
    assert "members: 0 in, 3 invited" in shown["en"]
    assert "3 位已邀請" in shown["zh-Hant"]
    assert "3 位已邀请" in shown["zh-Hans"]
    assert "cli.class" not in "".join(shown.values())


def test_a_roster_is_previewed_then_put(run: Run, made: Ran) -> None:
    Path("later.csv").write_text("id,name\nB1,王大明\nB9,Nine\n", "utf-8")
    ran = run("class", "roster", "cs2", "later.csv", "--preview", *KEPT)
    assert ran.code == 0
    assert "1 would be added, 1 changed" in ran.out
    assert "王大明" not in run("class", "roster", "cs2", *KEPT).out
    assert (
        "1 added, 1 changed, 0 as before" in run("class", "roster", "cs2", "later.csv", *KEPT).out
    )
    shown = run("class", "roster", "cs2", *KEPT, "--language", "zh-Hant").out
    assert "王大明" in shown
    assert "已邀請" in shown


def test_links_are_a_table_for_its_owner_only(run: Run, made: Ran) -> None:
    ran = run("class", "links", "cs2", "--out", "links.csv", "--url", "https://x.example/", *KEPT)
    assert "2 links in links.csv" in ran.out
    file = Path("links.csv")
    assert file.stat().st_mode & 0o077 == 0
    rows = [*csv.DictReader(file.read_text("utf-8-sig").splitlines())]
    assert [row["id"] for row in rows] == ["B1", "B2"]
    store = opened()
    for row in rows:
        assert row["link"].startswith("https://x.example/join#")
        token = row["link"].partition("#")[2]
        assert invitation(store, token, 1).member.student == row["id"]
    store.close()
    assert run("class", "links", "cs2", "--out", "links.csv", *KEPT).code == 2
    assert "B1," in run("class", "links", "cs2", "--member", "b1", *KEPT).out


def test_the_code_is_closed_and_opened_anew(run: Run, made: Ran) -> None:
    before = run("class", "code", "cs2", *KEPT).out
    assert "nobody can join by a code" in run("class", "code", "cs2", "--close", *KEPT).out
    assert "nobody can join by a code" in run("class", "code", "cs2", *KEPT).out
    after = run("class", "code", "cs2", "--new", *KEPT).out
    assert "the code for students" in after
    assert after != before
    assert run("class", "code", "cs2", "--new", "--close", *KEPT).code == 2


def test_a_member_is_found_by_id_or_pseudonym_and_changed(run: Run, made: Ran) -> None:
    shown = run("class", "member", "cs2", "B1", *KEPT, "--language", "zh-Hant").out
    found = re.search(r"(\S+-\d\d)", shown)
    assert found is not None
    ran = run("class", "member", "cs2", found[1], "--role", "assistant", *KEPT)
    assert "assistant" in ran.out
    assert "B1" in ran.out
    assert run("class", "member", "cs2", "B7", *KEPT).code == 2
    refused = run("class", "member", "cs2", "B1", "--delete", *KEPT)
    assert (refused.code, refused.out) == (2, "")
    assert "add --delete --confirm B1" in refused.err
    assert run("class", "member", "cs2", "B1", "--delete", "--confirm", "B1", *KEPT).code == 0
    assert "王小明" not in run("class", "roster", "cs2", *KEPT).out
    kept = Path("kept", "classes.db").read_bytes()
    assert "王小明".encode() not in kept
    assert "陳大文".encode() in kept


def test_export_then_delete(run: Run, made: Ran) -> None:
    assert "7 files" in run("class", "export", "cs2", "cs2.zip", *KEPT).out
    assert run("class", "export", "cs2", "cs2.zip", *KEPT).code == 2
    assert run("class", "export", "cs2", "cs2.zip", "--force", *KEPT).code == 0
    with zipfile.ZipFile("cs2.zip") as archive:
        assert "王小明" in archive.read("members.csv").decode()
    refused = run("class", "delete", "cs2", *KEPT)
    assert (refused.code, refused.out) == (2, "")
    assert "add --confirm cs2" in refused.err
    assert run("class", "delete", "cs2", "--confirm", "cs2", *KEPT).code == 0
    assert run("class", "show", "cs2", *KEPT).code == 2
    kept = b"".join(file.read_bytes() for file in Path("kept").rglob("*") if file.is_file())
    assert "王小明".encode() not in kept
    assert "there is no class yet" in run("class", "list", *KEPT).out


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_each_command_has_examples(run: Run, command: str) -> None:
    ran = run("class", command, "--help")
    assert ran.code == 0
    assert f"duiyi class {command}" in ran.out.replace("Usage: duiyi class", "")


def test_without_any_class_every_command_says_how_to_make_one(run: Run) -> None:
    for command in (("list",), ("show", "x"), ("links", "x"), ("delete", "x")):
        ran = run("class", *command, *KEPT)
        assert (ran.code, ran.err) == (
            2,
            SAID,
        )
    assert not Path("kept").exists()
