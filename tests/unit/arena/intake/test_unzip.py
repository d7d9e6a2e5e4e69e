"""Archives from anybody: names in any encoding come out right, and nothing gets out."""

from __future__ import annotations

import struct
import zipfile
import zlib
from pathlib import Path

import pytest

from duiyi.arena.intake.unzip import Bounds, unpack
from duiyi.arena.tournament.fields import BadCup

NAMES = ("許功蓋/main.c", "王小明/bot.toml", "plain/a b.c")
"""許, 功 and 蓋 end in a backslash in Big5."""


def archive(path: Path, files: dict[bytes, bytes], flags: int = 0) -> Path:
    """A zip with names as bytes, as other programs write them: `zipfile` itself would not."""
    local, central = b"", b""
    for name, content in files.items():
        common = struct.pack(
            "<HHHHHLLLHH",
            20, flags, 0, 0, 33, zlib.crc32(content), len(content), len(content), len(name), 0,
        )  # fmt: skip
        central += b"PK\x01\x02" + struct.pack("<H", 20) + common
        central += struct.pack("<HHHLL", 0, 0, 0, 0, len(local)) + name
        local += b"PK\x03\x04" + common + name + content
    end = struct.pack("<HHHHLLH", 0, 0, len(files), len(files), len(central), len(local), 0)
    path.write_bytes(local + central + b"PK\x05\x06" + end)
    return path


def unpacked(target: Path) -> dict[str, bytes]:
    return {
        path.relative_to(target).as_posix(): path.read_bytes()
        for path in target.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize("encoding", ["utf-8", "cp950"])
def test_names_come_out_right(tmp_path: Path, encoding: str) -> None:
    files = {name.encode(encoding): name.encode() for name in NAMES}
    unpack(archive(tmp_path / "a.zip", files), tmp_path / "out")
    assert unpacked(tmp_path / "out") == {name: name.encode() for name in NAMES}


def test_the_encoding_can_be_said(tmp_path: Path) -> None:
    files = {"张三/main.c".encode("gb18030"): b"x"}
    unpack(archive(tmp_path / "a.zip", files), tmp_path / "out", "gb18030")
    assert unpacked(tmp_path / "out") == {"张三/main.c": b"x"}


def test_entries_that_say_utf8_are_believed(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as made:
        made.writestr("王小明/main.c", "x")
        made.writestr("__MACOSX/王小明/._main.c", "x")
    unpack(tmp_path / "a.zip", tmp_path / "out")
    assert unpacked(tmp_path / "out") == {"王小明/main.c": b"x"}


@pytest.mark.parametrize(
    "name",
    [
        b"../evil", b"a/../../evil", b"/etc/evil", b"..\\evil", b"\\\\host\\evil", b"C:\\evil",
        b"C:evil", b"a/b:stream", b"a\nb", b"a\x1b[0m", b"x" * 300, b"a/" * 30 + b"b",
    ],
)  # fmt: skip
def test_names_that_lead_elsewhere_are_refused(tmp_path: Path, name: bytes) -> None:
    made = archive(tmp_path / "a.zip", {name: b"x"})
    with pytest.raises(BadCup, match=r"a\.zip"):
        unpack(made, tmp_path / "out" / "deep")
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and path != made]


def test_links_are_refused(tmp_path: Path) -> None:
    entry = zipfile.ZipInfo("wang/link")
    entry.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as made:
        made.writestr(entry, "/etc/passwd")
    with pytest.raises(BadCup, match="link"):
        unpack(tmp_path / "a.zip", tmp_path / "out")


def test_what_grows_without_bounds_is_stopped(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("bomb", b"\0" * 3_000_000)
    with pytest.raises(BadCup, match="large"):
        unpack(tmp_path / "a.zip", tmp_path / "out", bounds=Bounds(file=1_000_000))
    with pytest.raises(BadCup, match="large"):
        unpack(tmp_path / "a.zip", tmp_path / "out2", bounds=Bounds(whole=1_000_000))
    assert (tmp_path / "out" / "bomb").stat().st_size <= 1_000_000
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as made:
        for number in range(11):
            made.writestr(f"f{number}", b"")
    with pytest.raises(BadCup, match="files"):
        unpack(tmp_path / "b.zip", tmp_path / "out3", bounds=Bounds(files=10))


def test_twice_the_same_name(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as made:
        made.writestr("a", "1")
        made.writestr("./a", "2")
    with pytest.raises(BadCup, match="twice"):
        unpack(tmp_path / "a.zip", tmp_path / "out")
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as made:
        made.writestr("a", "1")
        made.writestr("a/b", "2")
    with pytest.raises(BadCup, match="twice"):
        unpack(tmp_path / "b.zip", tmp_path / "out2")


def test_what_is_no_archive(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"PK\x03\x04 but no more")
    with pytest.raises(BadCup, match="cannot be read"):
        unpack(tmp_path / "a.zip", tmp_path / "out")


def test_encrypted_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadCup, match="encrypted"):
        unpack(archive(tmp_path / "a.zip", {b"secret.c": b"x"}, flags=1), tmp_path / "out")
