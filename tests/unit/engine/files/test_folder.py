"""A bot's working directory: whatever the bot left there, we read only its answer."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from duiyi.engine.fault import Fault, Verdict
from duiyi.engine.files.folder import Folder

MOST = 100


@pytest.fixture
def work(tmp_path: Path) -> Path:
    made = tmp_path / "work"
    made.mkdir()
    return made


@pytest.fixture
def folder(work: Path) -> Iterator[Folder]:
    made = Folder(work)
    yield made
    made.close()


def link(path: Path) -> None:
    path.symlink_to("/etc/hostname")


def dangling(path: Path) -> None:
    path.symlink_to("nowhere")


def hard_link(path: Path) -> None:
    (path.parent / "other").write_text("E")
    os.link(path.parent / "other", path)


def fifo(path: Path) -> None:
    os.mkfifo(path)


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


def directory(path: Path) -> None:
    path.mkdir()
    (path / "file").write_text("E")


def unix_socket(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)  # the name of a socket is short
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


def just_too_long(path: Path) -> None:
    path.write_bytes(b"x" * (MOST + 1))


TRICKS = (link, dangling, hard_link, fifo, sparse, directory, unix_socket, just_too_long)


@pytest.mark.parametrize("trick", TRICKS)
def test_a_trick_is_a_bad_answer(work: Path, folder: Folder, trick: Callable[[Path], None]) -> None:
    trick(work / "out.txt")
    with pytest.raises(Fault) as raised:
        folder.read("out.txt", MOST)
    assert (raised.value.verdict, raised.value.code) == (Verdict.protocol, "bad-answer")
    assert raised.value.detail.startswith("out.txt ")


@pytest.mark.parametrize("trick", TRICKS)
def test_a_trick_gives_way_to_what_is_written(
    work: Path, folder: Folder, trick: Callable[[Path], None]
) -> None:
    trick(work / "board.txt")
    folder.write("board.txt", "1,2\n")
    assert folder.read("board.txt", MOST) == b"1,2\n"
    assert not (work / "board.txt").is_symlink()


def test_a_link_to_a_host_file_is_replaced_and_the_host_file_left(
    tmp_path: Path, work: Path, folder: Folder
) -> None:
    host = tmp_path / "host"
    host.write_text("precious")
    (work / "board.txt").symlink_to(host)
    folder.write("board.txt", "1,2\n")
    assert host.read_text() == "precious"


def test_a_file_is_read_up_to_its_limit_and_a_missing_one_is_none(
    work: Path, folder: Folder
) -> None:
    (work / "out.txt").write_bytes(b"x" * MOST)
    assert folder.read("out.txt", MOST) == b"x" * MOST
    assert folder.read("other.txt", MOST) is None
    folder.remove("other.txt")


def test_what_is_written_may_be_changed_by_another_user(work: Path, folder: Folder) -> None:
    before = os.umask(0o077)
    try:
        folder.write("board.txt", "1\n")
    finally:
        os.umask(before)
    assert (work / "board.txt").stat().st_mode & 0o777 == 0o666


def test_a_directory_in_the_place_of_the_working_directory_is_not_taken_for_it(
    tmp_path: Path, work: Path, folder: Folder
) -> None:
    folder.write("out.txt", "true")
    work.rename(tmp_path / "moved")
    other = tmp_path / "other"
    other.mkdir()
    (other / "out.txt").write_text("false")
    work.symlink_to(other)
    assert folder.read("out.txt", MOST) == b"true"
    folder.write("board.txt", "1\n")
    assert [path.name for path in other.iterdir()] == ["out.txt"]


def test_a_tree_deeper_than_any_recursion_is_removed(work: Path, folder: Folder) -> None:
    here = os.open(work, os.O_RDONLY)
    try:
        for name in ["out.txt", *["d"] * 3000]:
            os.mkdir(name, dir_fd=here)
            below = os.open(name, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = below
            os.close(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=here))
    finally:
        os.close(here)
    folder.remove("out.txt")
    assert [*work.iterdir()] == []


def test_a_wide_tree_with_links_is_removed_and_links_are_not_followed(
    tmp_path: Path, work: Path, folder: Folder
) -> None:
    host = tmp_path / "host"
    host.mkdir()
    (host / "precious").write_text("!")
    for one in range(5):
        for two in range(5):
            path = work / "out.txt" / str(one) / str(two)
            path.mkdir(parents=True)
            (path / "link").symlink_to(host)
        (path.parent / "link").symlink_to(host)
    (work / "out.txt" / "0" / "1").chmod(0)
    (work / "out.txt" / "2").chmod(0o500)
    folder.remove("out.txt")
    assert [*work.iterdir()] == []
    assert (host / "precious").exists()


def test_a_working_directory_that_was_closed_is_opened_again(work: Path, folder: Folder) -> None:
    mode = work.stat().st_mode
    work.chmod(0)
    folder.reopen()
    assert work.stat().st_mode == mode
    folder.write("board.txt", "2\n")
    assert folder.read("board.txt", MOST) == b"2\n"
