"""Rosters: any table of people in any encoding; each bad line a message with its number."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from duiyi.classes.errors import BadClass
from duiyi.classes.roster import (
    LONGEST,
    LONGEST_ID,
    MOST,
    Entry,
    Roster,
    folded,
    parse_roster,
    preview,
    read_roster,
    updated,
)

TAIWAN = "學號,姓名,電子郵件\nB1,王小明,wang@example.edu\nB2,陳大文,\n"
CHINA = "学号;姓名;邮箱\nB1;张伟;zhang@example.cn\nB2;刘洋;\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (TAIWAN, "utf-8"),
        (TAIWAN, "utf-8-sig"),
        (TAIWAN, "cp950"),
        (CHINA, "gb18030"),
        (CHINA, "utf-8"),
        (CHINA.replace(";", "\t").replace("\n", "\r\n"), "utf-8-sig"),
    ],
)
def test_a_roster_reads_right_in_every_encoding(text: str, encoding: str) -> None:
    roster = read_roster(text.encode(encoding))
    assert [entry.id for entry in roster.entries] == ["B1", "B2"]
    assert roster.entries[0].name in ("王小明", "张伟")
    assert roster.entries[0].email.startswith(("wang@", "zhang@"))
    assert roster.problems == ()


def test_columns_may_be_in_any_order_or_missing() -> None:
    assert parse_roster("Name,Notes,ID\nAnn,x,7\n").entries == (Entry("7", "Ann", "", 2),)
    assert parse_roster("B1,Ann,ann@example.edu\n").entries == (
        Entry("B1", "Ann", "ann@example.edu", 1),
    )
    assert parse_roster("id\nB1\n").entries == (Entry("B1", "", "", 2),)


def test_every_bad_line_is_a_message_with_its_number_and_keeps_nobody_else_out() -> None:
    long = "x" * (LONGEST_ID + 1)
    text = (
        "id,name,email\n"
        "B1,Ann,ann@example.edu\n"
        ",Nobody,\n"
        "b1,Ann again,\n"
        "B 3,Space,\n"
        f"{long},Long,\n"
        f"B4,{'y' * (LONGEST + 1)},\n"
        "B5,Bad mail,no address\n"
        "\n"
        "B6,\ufffd\ufffd,\n"
        'B7,"two\nlines",\n'
        "B8,Last,\n"
    )
    roster = parse_roster(text)
    assert [(entry.id, entry.line) for entry in roster.entries] == [
        ("B1", 2),
        ("B7", 11),
        ("B8", 13),
    ]
    assert roster.entries[1].name == "two lines"
    assert [problem.line for problem in roster.problems] == [3, 4, 5, 6, 7, 8, 10]
    keys = [str(problem.message["problem"].key) for problem in roster.problems]  # type: ignore[union-attr]
    ends = ["no-id", "twice", "id", "id", "name", "email", "garbled"]
    assert [key.rpartition(".")[2] for key in keys] == ends
    assert roster.problems[1].message["problem"]["earlier"] == 2  # type: ignore[index, call-overload]


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "roster.empty"),
        (b"\n \n,,\n", "roster.empty"),
        (b"name,email\nAnn,\n", "roster.columns"),
        (b"x" * 2_000_001, "roster.large"),
    ],
)
def test_what_is_no_roster_at_all_is_refused_whole(data: bytes, key: str) -> None:
    with pytest.raises(BadClass) as refused:
        read_roster(data)
    assert refused.value.key == key


def test_a_class_is_bounded() -> None:
    lines = "".join(f"B{n},,\n" for n in range(MOST + 50))
    roster = parse_roster("id,name,email\n" + lines)
    assert len(roster.entries) == MOST
    assert [problem.line for problem in roster.problems] == [MOST + 2]


def test_a_preview_says_who_is_new_and_who_changes() -> None:
    known = {"b1": Entry("B1", "Ann", "a@example.edu"), "b2": Entry("B2", "Ben", "")}
    roster = parse_roster("id,name,email\nB1,,\nb2,Benjamin,\nB3,Eve,\n,,x\n")
    shown = preview(roster, known)
    assert [entry.id for entry in shown.added] == ["B3"]
    assert [entry.id for entry in shown.changed] == ["b2"]
    assert [entry.id for entry in shown.same] == ["B1"]
    assert len(shown.problems) == 1


ids = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,12}", fullmatch=True)
names = st.text(st.characters(codec="utf-8", exclude_categories=["C"]), max_size=40)


@given(st.lists(st.tuples(ids, names), max_size=20), st.sampled_from(",;\t"))
def test_whatever_a_spreadsheet_writes_is_read_back(
    people: list[tuple[str, str]], mark: str
) -> None:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=mark)
    writer.writerow(["id", "name", "email"])
    writer.writerows((id, name, "") for id, name in people)
    roster = read_roster(text.getvalue().encode())
    first: dict[str, str] = {}
    for id, name in people:
        if "\ufffd" not in name:
            first.setdefault(folded(id), " ".join(name.split()))
    assert {folded(entry.id): entry.name for entry in roster.entries} == first
    assert len(roster.entries) + len(roster.problems) == len(people)


@given(st.binary(max_size=300) | st.text(max_size=200).map(str.encode))
@example(b'id\n"')
@example(b"id\n\x00")
@example(b"\xff\xfe\x00")
def test_any_bytes_are_a_roster_or_refused_in_words(data: bytes) -> None:
    try:
        roster = read_roster(data)
    except BadClass:
        return
    assert isinstance(roster, Roster)
    seen = [folded(entry.id) for entry in roster.entries]
    assert len(seen) == len({*seen})
    lines = data.count(b"\n") + data.count(b"\r") + 1
    found = [entry.line for entry in roster.entries] + [one.line for one in roster.problems]
    assert all(1 <= line <= lines for line in found)


def test_what_a_later_roster_leaves_empty_stays() -> None:
    before = Entry("B1", "Ann", "a@example.edu")
    assert updated(before, Entry("b1", "", "")) == before
    assert updated(before, Entry("b1", "Anna", "")).email == "a@example.edu"
