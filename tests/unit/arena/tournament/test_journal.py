"""The journal loses nothing that it has taken, wherever its end is torn off."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duiyi.arena.runners.lock import locked
from duiyi.arena.tournament.fields import BadCup
from duiyi.arena.tournament.journal import (
    NAME,
    Journal,
    entries_of,
    entry_of,
    line_of,
    read_entry,
    read_journal,
)
from duiyi.core import DuiyiError

ENTRIES: list[dict[str, Any]] = [
    {"kind": "cup", "version": 1},
    {"kind": "game", "id": "r01-p001-g1", "text": '對弈 "quoted" \n \\ \u0000 {}'},
    {"kind": "game", "id": "r01-p001-g2", "check_": 1.5, "list": [1, None, True]},
]


def entries(directory: Path) -> list[dict[str, Any]]:
    return [entry for entry, _ in read_journal(directory)]


def write(directory: Path) -> bytes:
    with Journal(directory) as journal:
        for entry in ENTRIES:
            journal.add(entry)
    return (directory / NAME).read_bytes()


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@settings(deadline=None, max_examples=50)
@given(st.dictionaries(st.text().filter(lambda key: key != "check"), json, min_size=1))
def test_an_entry_is_one_line_and_comes_back(entry: dict[str, Any]) -> None:
    line = line_of(entry)
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert entry_of(line) == entry


def test_half_of_a_character_comes_back() -> None:
    assert entry_of(line_of({"text": "\udc80"})) == {"text": "\udc80"}


@given(st.binary(max_size=200))
def test_junk_is_no_entry(junk: bytes) -> None:
    assert entry_of(junk) is None


@given(st.data())
def test_a_changed_byte_is_noticed(data: st.DataObject) -> None:
    line = bytearray(line_of(ENTRIES[1]))
    at = data.draw(st.integers(0, len(line) - 1))
    line[at] ^= data.draw(st.integers(1, 255))
    assert entry_of(bytes(line)) is None


def test_torn_at_every_byte_it_keeps_what_was_whole(tmp_path: Path) -> None:
    whole = write(tmp_path)
    ends = [0]
    for line in whole.splitlines(keepends=True):
        ends.append(ends[-1] + len(line))
    for cut in range(len(whole) + 1):
        (tmp_path / NAME).write_bytes(whole[:cut])
        kept = sum(end <= cut for end in ends[1:])
        assert entries(tmp_path) == ENTRIES[:kept]
        with Journal(tmp_path) as journal:
            journal.add({"kind": "after"})
        assert entries(tmp_path) == [*ENTRIES[:kept], {"kind": "after"}]


def test_a_last_line_of_zeros_is_cut(tmp_path: Path) -> None:
    """What some file systems leave of a line that was never finished."""
    whole = write(tmp_path)
    for tail in (b"\x00" * 100, b"\x00" * 100 + b"\n"):
        (tmp_path / NAME).write_bytes(whole + tail)
        assert entries(tmp_path) == ENTRIES
        Journal(tmp_path).close()
        assert (tmp_path / NAME).read_bytes() == whole


def test_damage_in_the_middle_is_reported_and_nothing_changed(tmp_path: Path) -> None:
    whole = write(tmp_path)
    damaged = whole.replace(b"r01-p001-g1", b"r01-p001-g9")
    (tmp_path / NAME).write_bytes(damaged)
    with pytest.raises(BadCup, match="line 2"):
        entries(tmp_path)
    with pytest.raises(BadCup, match="line 2"):
        Journal(tmp_path)
    assert (tmp_path / NAME).read_bytes() == damaged


def test_an_entry_is_found_again_by_its_place(tmp_path: Path) -> None:
    write(tmp_path)
    for entry, place in read_journal(tmp_path):
        assert read_entry(tmp_path, place) == entry


def test_a_line_that_grows_while_it_is_read_is_left_for_later() -> None:
    """At the end of the file half of a line is read, and then what was added since."""
    first, second, third = map(line_of, ENTRIES)
    lines = [first, second[:40], second[40:], third]
    size = len(first) + 40
    assert [entry for entry, _ in entries_of(lines, size)] == ENTRIES[:1]
    with pytest.raises(Exception, match="2"):
        list(entries_of(lines, size + 1))


def test_where_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(BadCup, match="no cup"):
        entries(tmp_path)
    with pytest.raises(BadCup, match="no cup"):
        entries(tmp_path / "missing")


def test_two_directors_are_one_too_many(tmp_path: Path) -> None:
    with locked(tmp_path) as scratch:
        assert scratch.is_dir()
        with pytest.raises(DuiyiError, match="another"), locked(tmp_path):
            pass
        (scratch / "left").write_text("over")
    assert not scratch.exists()
    with locked(tmp_path):
        pass


def test_what_a_killed_director_left_is_removed(tmp_path: Path) -> None:
    with locked(tmp_path) as scratch:
        words = (tmp_path / "lock").read_text()
    scratch.mkdir()
    (scratch / "left").write_text("over")
    (tmp_path / "lock").write_text(words)
    with locked(tmp_path):
        assert not scratch.exists()


def test_nothing_but_its_own_directory_is_removed(tmp_path: Path) -> None:
    (tmp_path / "precious").mkdir()
    (tmp_path / "lock").write_text(f'{{"scratch": "{tmp_path / "precious"}"}}')
    with locked(tmp_path):
        assert (tmp_path / "precious").is_dir()
