"""Whose a file is, from its name alone: folders, flat archives, Moodle's names."""

from __future__ import annotations

import pytest

from duiyi.arena.intake.grouping import Listing, Parts, class_level, groups
from duiyi.arena.intake.student_names import Called, read_called

MOODLE = "王小明_12345_assignsubmission_file_"


@pytest.mark.parametrize(
    ("text", "called"),
    [
        (MOODLE, Called("王小明", "", "12345")),
        (f"{MOODLE}main.c", Called("王小明", "", "12345", "main.c")),
        ("wang_123_assignsubmission", Called("wang", "", "123")),
        ("Wang Ming_7_assignsubmission_onlinetext_", Called("Wang Ming", "", "7")),
        ("B12345678 王小明_7_assignsubmission_file_", Called("B12345678 王小明", "B12345678", "7")),
        ("B12345678.c", Called("B12345678.c", "B12345678")),
        ("hw3_110550001", Called("hw3_110550001", "110550001")),
        ("wang", Called("wang")),
        ("bot2026", Called("bot2026")),
    ],
)
def test_what_a_name_says(text: str, called: Called) -> None:
    assert read_called(text) == called


def members(*names: str) -> dict[str, list[str]]:
    """`a/` is a folder."""
    found, _ = groups([(name.rstrip("/"), name.endswith("/")) for name in names])
    return {group.name: [inside for _, inside in group.members] for group in found}


def test_folders_are_students() -> None:
    assert members("wang/", "li/", ".git/", "__MACOSX/", "list.csv") == {"li": [""], "wang": [""]}


def test_files_are_students_in_a_flat_archive() -> None:
    assert members("wang.c", "wang.h", "li.py", "zoe.zip", "notes.txt", "readme") == {
        "wang": ["wang.c", "wang.h"],
        "li": ["li.py"],
        "zoe": ["zoe.zip"],
    }


def test_files_with_one_id_are_one_students() -> None:
    found = members("B10902001_main.c", "b10902001_ai.c", "B10902002.c", "B10902003.pdf")
    assert sorted(map(len, found.values())) == [1, 1, 2]


def test_moodles_flat_names_are_cut_off() -> None:
    other = MOODLE.replace("12345", "12346")
    assert members(f"{MOODLE}main.c", f"{MOODLE}ai.h", f"{other}main.c") == {
        MOODLE: ["ai.h", "main.c"],
        other: ["main.c"],
    }


@pytest.mark.parametrize(
    ("paths", "level"),
    [
        (["wang/main.c", "li/main.c"], ()),
        (["hw3/wang/main.c", "hw3/li/main.c"], ("hw3",)),
        (["hw3/wang/main.c", "hw3/li/main.c", "list.csv", "hw3/list.csv"], ("hw3",)),
        (["a/hw3/wang/main.c", "a/hw3/li/main.c"], ("a", "hw3")),
        (["wang/main.c", "wang/ai.c"], ()),
        (["wang/main.c", "wang/src/ai.c", "wang/old/ai.c"], ()),
        (["hw3/wang.zip", "hw3/li.zip"], ("hw3",)),
        (["hw3/B10902001.c", "hw3/B10902002.c"], ("hw3",)),
        ([f"hw3/{MOODLE}main.c"], ("hw3",)),
        (["B10902001.c", "wang/main.c"], ()),
    ],
)
def test_a_folder_around_all_is_looked_into(paths: list[str], level: Parts) -> None:
    def listing(parts: Parts) -> Listing:
        below = [path.split("/") for path in paths]
        inside = [path[len(parts) :] for path in below if tuple(path[: len(parts)]) == parts]
        return sorted({(path[0], len(path) > 1) for path in inside})

    assert class_level(listing) == level
