"""Each student is taken alone: what one handed in keeps nobody else out."""

from __future__ import annotations

import os
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.arena.class_of_24 import LINK, bomb, nested, zip_of, zipped

from duiyi.arena.intake import hand_ins
from duiyi.arena.intake.hand_ins import bounds_of, laid_out, opened
from duiyi.arena.intake.unzip import Bounds
from duiyi.arena.tournament.fields import BadCup

GOOD = b"int main(void) { return 0; }\n"


def found(
    source: Path, room: Path, encoding: str | None = None, shared: Bounds | None = None
) -> dict[str, list[str] | str]:
    """For each student the files, or what is said instead."""
    got: dict[str, list[str] | str] = {}
    with opened(source, encoding) as all:
        for number, submission in enumerate(all.submissions):
            try:
                folder = laid_out(submission, room / str(number), encoding, shared or Bounds())
                files = (path for path in folder.rglob("*") if path.is_file())
                got[submission.name] = sorted(path.relative_to(folder).as_posix() for path in files)
            except BadCup as error:
                got[submission.name] = str(error)
    return got


def archive(path: Path, *files: tuple[str | bytes, bytes, int]) -> Path:
    entries = [(n.encode() if isinstance(n, str) else n, data, at) for n, data, at in files]
    path.write_bytes(zip_of(entries))
    return path


@pytest.mark.parametrize(
    ("name", "data", "attributes", "said"),
    [
        ("li/secret", b"/etc/passwd", LINK, "link"),
        ("li/pipe", b"", 0o010644 << 16, "link"),
        ("li/device", b"", 0o020644 << 16, "link"),
        ("li/../../evil", b"x", 0, "outside"),
        ("li/a\\..\\..\\evil", b"x", 0, "outside"),
        ("li/a\nb", b"x", 0, "outside"),
        ("li/a\0b", b"x", 0, "outside"),
        ("li/\x1b[2J", b"x", 0, "outside"),
        ("li/C:evil", b"x", 0, "outside"),
        ("li/" + "x" * 201, b"x", 0, "outside"),
        ("li/" + "d/" * 25 + "x", b"x", 0, "outside"),
        ("li/\u202emain.c", b"x", 0, "outside"),
        ("li/main.c", b"x", 0, "twice"),
        ("li/MAIN.zip/x", b"x", 0, ""),
    ],
)
def test_an_odd_entry_keeps_its_student_out_and_nobody_else(
    tmp_path: Path, name: str, data: bytes, attributes: int, said: str
) -> None:
    source = archive(
        tmp_path / "class.zip",
        ("an/main.c", GOOD, 0),
        ("li/main.c", GOOD, 0),
        (name, data, attributes),
        ("zoe/main.c", GOOD, 0),
    )
    got = found(source, tmp_path / "room")
    assert (got.pop("an"), got.pop("zoe")) == (["main.c"], ["main.c"])
    li = got.pop("li")
    assert said in li if said else li == ["MAIN.zip/x", "main.c"]
    assert not got
    assert not [*tmp_path.rglob("evil")]


@pytest.mark.parametrize("name", ["../evil.c", "/etc/evil.c", "..\\evil.c", "C:\\evil.c"])
def test_an_odd_name_in_a_flat_archive_is_refused_by_itself(tmp_path: Path, name: str) -> None:
    source = archive(tmp_path / "class.zip", ("B1.c", GOOD, 0), (name, GOOD, 0), ("li.c", GOOD, 0))
    got = found(source, tmp_path / "room")
    assert (got["B1"], got["li"]) == (["B1.c"], ["li.c"])
    (other,) = (said for student, said in got.items() if student not in ("B1", "li"))
    assert "outside" in other


def test_a_link_in_a_flat_archive_is_refused_by_itself(tmp_path: Path) -> None:
    source = archive(
        tmp_path / "class.zip",
        ("B10000001.c", GOOD, 0),
        ("B10000002.c", b"/etc/shadow", LINK),
        ("B10000003.c", GOOD, 0),
    )
    got = found(source, tmp_path / "room")
    assert got["B10000001"] == ["B10000001.c"]
    assert got["B10000003"] == ["B10000003.c"]
    assert "link" in got["B10000002"]


def test_an_odd_name_does_not_hide_the_folder_around_all(tmp_path: Path) -> None:
    source = archive(
        tmp_path / "class.zip",
        ("hw3/an/main.c", GOOD, 0),
        ("hw3/li/main.c", GOOD, 0),
        ("../evil", b"x", 0),
    )
    got = found(source, tmp_path / "room")
    assert (got["an"], got["li"]) == (["main.c"], ["main.c"])


def test_a_name_that_is_no_utf8_and_says_so_keeps_nobody_out(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as made:
        made.writestr("王/main.c", GOOD)
        made.writestr("許許/main.c", GOOD)
    data = (tmp_path / "class.zip").read_bytes()
    assert data.count("許許".encode()) == 2
    (tmp_path / "class.zip").write_bytes(data.replace("許許".encode(), b"\xff\xfe\xfd\xfc\xfb\xfa"))
    got = found(tmp_path / "class.zip", tmp_path / "room")
    assert got["王"] == ["main.c"]
    assert len(got) == 2


# Made when a test needs them: everybody who only lists tests would wait for them, too.


def zeros() -> bytes:
    return bomb(16, 62_000_000)


def empty_files(count: int) -> bytes:
    return zipped({f"{n}": "" for n in range(count)})


@pytest.mark.parametrize(
    ("inner", "said"),
    [
        (zeros, "too large"),
        (lambda: zipped({"again.zip": zeros()}), "too large"),
        (lambda: empty_files(19_990), "more than 2000 files"),
        (lambda: empty_files(2_001), "more than 2000 files"),
        (lambda: nested(4), "archives within archives"),
        (lambda: b"PK\x03\x04 no archive", "cannot be read"),
        (
            lambda: struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 9, 9, 1 << 31, 0, 0),
            "cannot be read",
        ),
    ],
    ids=["zeros", "zeros-twice", "19990", "2001", "nested", "none", "long-list"],
)
def test_an_archive_without_end_keeps_its_student_out_and_nobody_else(
    tmp_path: Path, inner: Callable[[], bytes], said: str
) -> None:
    source = archive(
        tmp_path / "class.zip",
        ("an/main.c", GOOD, 0),
        ("li/hw.zip", inner(), 0),
        ("zoe/hw.zip", zipped({"main.c": GOOD}), 0),
    )
    got = found(source, tmp_path / "room")
    assert (got["an"], got["zoe"]) == (["main.c"], ["main.c"])
    assert said in got["li"]
    assert sum(path.stat().st_size for path in tmp_path.rglob("zeros*")) <= 100_000_000


@pytest.mark.parametrize("inner", [zeros, lambda: empty_files(2_001)], ids=["zeros", "2001"])
def test_with_bounds_for_all_together_it_would_keep_the_others_out(
    tmp_path: Path, inner: Callable[[], bytes]
) -> None:
    source = archive(tmp_path / "class.zip", ("li/hw.zip", inner(), 0), ("zoe/main.c", GOOD, 0))
    got = found(source, tmp_path / "room", shared=Bounds())
    assert got["zoe"] != ["main.c"]


def test_unpacking_takes_no_longer_than_it_may(tmp_path: Path) -> None:
    source = archive(tmp_path / "class.zip", ("li/main.c", GOOD, 0), ("an/main.c", GOOD, 0))
    with opened(source, None) as all, pytest.raises(BadCup, match="seconds"):
        laid_out(all.submissions[0], tmp_path / "room", None, Bounds(seconds=-1.0))


def test_what_all_may_bring_is_divided_among_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody's share depends on what another brought."""
    assert bounds_of(24, tmp_path).whole == Bounds().whole
    monkeypatch.setattr(hand_ins, "TOTAL", 1_000_000)
    for students in (1, 7, 24):
        assert bounds_of(students, tmp_path).whole * students <= 1_000_000


def test_a_directory_has_the_same_rules(tmp_path: Path) -> None:
    source = tmp_path / "in"
    for name in ("an", "li", "zoe"):
        (source / name).mkdir(parents=True)
        (source / name / "main.c").write_bytes(GOOD)
    os.symlink("/etc/passwd", source / "li" / "secret")
    os.mkfifo(source / "zoe" / "pipe")
    got = found(source, tmp_path / "room")
    assert got["an"] == ["main.c"]
    assert "link" in got["li"]
    assert "link" in got["zoe"]


def test_an_archive_beside_a_paper_is_opened_and_others_are_named(tmp_path: Path) -> None:
    source = archive(
        tmp_path / "class.zip",
        ("an/hw.zip", zipped({"main.c": GOOD}), 0),
        ("an/report.pdf", b"%PDF", 0),
        ("li/hw.rar", b"Rar!", 0),
        ("zoe/a.zip", b"", 0),
        ("zoe/b.zip", b"", 0),
    )
    got = found(source, tmp_path / "room")
    assert got["an"] == ["main.c"]
    assert "hw.rar is an archive of a kind that is not opened" in got["li"]
    assert "a.zip, b.zip" in got["zoe"]
