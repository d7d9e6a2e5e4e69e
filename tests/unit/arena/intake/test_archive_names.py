"""Names in archives: students vote for the encoding, and what looks garbled is told."""

from __future__ import annotations

import zipfile

import pytest

from duiyi.arena.intake.archive_names import entry_names, garbled

TAIWAN = ("王小明", "陳大文", "許功蓋", "林美玲", "黃詩涵", "張家豪", "吳宗翰", "蔡依珊")
CHINA = ("张三", "李伟", "王芳", "刘洋", "陈静", "杨磊", "赵敏", "黄海涛")


def names(raw: list[bytes], encoding: str | None = None) -> list[str]:
    entries = []
    for name in raw:
        entry = zipfile.ZipInfo("x")
        entry.orig_filename, entry.flag_bits = name.decode("cp437"), 0
        entries.append(entry)
    return entry_names(entries, encoding)


@pytest.mark.parametrize("around", ["", "hw3/"])
@pytest.mark.parametrize(
    ("students", "encoding"),
    [(TAIWAN, "cp950"), (CHINA, "gb18030"), (TAIWAN, "utf-8"), (CHINA, "utf-8")],
)
def test_a_class_reads_right(students: tuple[str, ...], encoding: str, around: str) -> None:
    whole = [f"{around}{name}/main.c" for name in students]
    assert names([name.encode(encoding) for name in whole]) == whole
    assert not garbled(students)


@pytest.mark.parametrize(("students", "encoding"), [(TAIWAN, "cp950"), (CHINA, "gb18030")])
def test_one_strange_name_decides_nothing_for_the_others(
    students: tuple[str, ...], encoding: str
) -> None:
    """Two thousand files of one student have one vote."""
    strange = [b"\xff\xfe/%d.c" % n for n in range(2000)]
    strange += ["山田".encode("shift-jis") + b"/x.c", "Müller".encode("latin-1") + b"/x.c"]
    read = names([name.encode(encoding) for name in students] + strange)
    assert tuple(read[: len(students)]) == students


def test_the_encoding_can_be_said() -> None:
    assert names(["山田太郎".encode("shift-jis")], "shift-jis") == ["山田太郎"]


@pytest.mark.parametrize("written", ["utf-8", "cp950", "gb18030"])
@pytest.mark.parametrize("read", ["cp437", "latin-1"])
def test_what_was_read_in_a_wrong_encoding_looks_garbled(written: str, read: str) -> None:
    students = CHINA if written == "gb18030" else TAIWAN
    spoilt = [name.encode(written).decode(read) for name in students]
    assert len(garbled(spoilt)) > len(spoilt) / 2


@pytest.mark.parametrize(
    "name",
    ["José Müller", "Nguyễn Văn A", "山田太郎", "김철수", "Иван", "王小明", "wang", "王喆堃", "王"],
)
def test_names_of_many_languages_do_not(name: str) -> None:
    assert not garbled([name])
