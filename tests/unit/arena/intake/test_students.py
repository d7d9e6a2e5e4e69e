"""The class list: read as people write it, and matched with what hand-ins are called."""

from __future__ import annotations

from pathlib import Path

import pytest

from duiyi.arena.intake.students import ClassList, Student, read_class_list, student_of
from duiyi.arena.tournament.fields import BadCup

WANG = Student("B1", "王小明", "wang@example.edu")
LI = Student("B2", "Li, Si", "li@example.edu")


@pytest.mark.parametrize(
    "text",
    [
        'id,name,email\nB1,王小明,wang@example.edu\nB2,"Li, Si",li@example.edu\n',
        "姓名;學號;電子郵件\n王小明;B1;wang@example.edu\n\nLi, Si;B2;li@example.edu",
        "E-mail\tFull name\tID number\twhatever\n"
        "wang@example.edu\t王小明\tB1\nli@example.edu\tLi, Si\tB2\tx\n",
        '"学号","姓名","邮箱"\r\n" B1 ","王小明","wang@example.edu"\r\n'
        'B2,"Li, Si",li@example.edu\r\n',
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030"])
def test_a_list_is_read_as_people_write_it(tmp_path: Path, text: str, encoding: str) -> None:
    (tmp_path / "students.csv").write_bytes(text.encode(encoding))
    assert read_class_list(tmp_path / "students.csv").students == (WANG, LI)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "columns"),
        (b"B1,Wang\nB2,Li\n", "columns"),
        (b"name,email\nWang,x\n", "columns"),
        (b"id,name\nB1,Wang\nb1,Li\n", "twice"),
        (b"id,name\n" + b"x" * 3_000_000, "too large"),
        (b"id,name\n\xff\xff\xff", "neither"),
    ],
)
def test_what_is_wrong_with_a_list_is_said(tmp_path: Path, data: bytes, said: str) -> None:
    (tmp_path / "students.csv").write_bytes(data)
    with pytest.raises(BadCup, match=rf"students\.csv.*{said}"):
        read_class_list(tmp_path / "students.csv")
    with pytest.raises(BadCup, match="cannot be read"):
        read_class_list(tmp_path / "missing.csv")


@pytest.mark.parametrize(
    ("called", "student"),
    [
        ("王小明_77_assignsubmission_file_", Student("B1", "王小明", "wang@example.edu", "77")),
        ("b1", WANG),
        ("hw3 B1 final", WANG),
        ("王小明 HW3", WANG),
        ("wang", WANG),
        ("li si", LI),
        ("hw3 Si Li", LI),
        ("Lisa", Student()),
        ("B11", Student()),
        ("B12345678", Student("B12345678", "B12345678")),
        ("nobody_9_assignsubmission_file_", Student("", "nobody", "", "9")),
        ("B1 and B2", Student()),
    ],
)
def test_who_handed_in_what_is_called_so(called: str, student: Student) -> None:
    assert student_of(called, ClassList((WANG, LI))) == student


def test_of_two_of_one_name_it_is_neither() -> None:
    class_list = ClassList((WANG, Student("B3", "王小明")))
    assert student_of("王小明", class_list) == Student()
    assert student_of("王小明 B3", class_list).id == "B3"
