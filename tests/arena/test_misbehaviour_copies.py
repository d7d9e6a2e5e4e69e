"""Folders that are made to be copied for ever, or with what is not theirs.

Each is copied without what it should not have, or ends with the sentence of its bound; without the
care that is taken, the attack succeeds.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from duiyi.arena.bots.entrants import Entrant, prepare
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.sandbox.files.copies import copied, copied_alone
from duiyi.arena.sandbox.files.tree import OWN, Care, copy_tree
from duiyi.core import DuiyiError

CARELESS = replace(OWN, links=False, regular=False, one_system=False)
SMALL = Care(size=1_000_000, entries=100, seconds=30.0)
SECRET = "swordfish"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A hand-in, beside it a secret."""
    made = tmp_path / "wang"
    made.mkdir()
    (made / "bot").write_text("#!/bin/sh\n")
    (made / "bot").chmod(0o700)
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "file").write_text(SECRET)
    (tmp_path / "secret" / "file").chmod(0o600)
    return made


def texts(place: Path) -> dict[str, str]:
    """All regular files of a copy, without following links."""
    return {
        str(file.relative_to(place)): file.read_text()
        for file in place.rglob("*")
        if file.is_file() and not file.is_symlink()
    }


def told(folder: Path, care: Care) -> str:
    with pytest.raises(DuiyiError) as raised:
        copied(folder, care)
    return str(raised.value)


def link_to_a_file(folder: Path) -> None:
    (folder / "taken").symlink_to(folder.parent / "secret" / "file")


def relative_link(folder: Path) -> None:
    (folder / "taken").symlink_to("../secret/file")


def link_to_a_directory(folder: Path) -> None:
    (folder / "taken").symlink_to("../secret")


def link_to_a_link(folder: Path) -> None:
    (folder / "first").symlink_to("../secret")
    (folder / "taken").symlink_to("first/file")


@pytest.mark.parametrize(
    "attack", [link_to_a_file, relative_link, link_to_a_directory, link_to_a_link]
)
def test_what_a_link_leads_to_is_not_copied(
    attack: Callable[[Path], None], folder: Path, tmp_path: Path
) -> None:
    attack(folder)
    copy = copied(folder)
    assert texts(copy) == {"bot": "#!/bin/sh\n"}
    assert (copy / "taken").is_symlink()
    copy_tree(folder, tmp_path / "careless", CARELESS)
    assert SECRET in texts(tmp_path / "careless").values()


@pytest.mark.parametrize("piece", ["fifo", "device", "socket"])
def test_nothing_but_regular_files_is_copied(piece: str, folder: Path, tmp_path: Path) -> None:
    """A pipe would be waited at for ever, and a device has no end."""
    with special(piece, folder / "taken", SECRET):
        assert texts(copied(folder)) == {"bot": "#!/bin/sh\n"}
        if piece == "fifo":  # with somebody at its other end
            copy_tree(folder, tmp_path / "careless", CARELESS)
            assert texts(tmp_path / "careless")["taken"] == SECRET
        elif piece == "device":
            with pytest.raises(DuiyiError, match="holds more than 1 MB"):
                copy_tree(folder, tmp_path / "careless", replace(CARELESS, size=1_000_000))


@contextmanager
def special(piece: str, path: Path, text: str) -> Iterator[None]:
    if piece == "fifo":
        os.mkfifo(path)
        writer = threading.Thread(target=lambda: path.write_text(text), daemon=True)
        writer.start()
        yield
    elif piece == "device":
        try:
            os.mknod(path, 0o666 | 0o020000, os.makedev(1, 5))  # /dev/zero
            path.open("rb").close()
        except PermissionError:
            pytest.skip("only root makes devices")
        yield
    else:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(str(path))
            yield


def test_what_is_mounted_in_a_folder_is_not_copied(folder: Path, tmp_path: Path) -> None:
    (folder / "mounted").mkdir()
    command = ["mount", "-t", "tmpfs", "duiyi", str(folder / "mounted")]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("only root mounts")
    try:
        (folder / "mounted" / "taken").write_text(SECRET)
        assert "mounted/taken" not in texts(copied(folder))
        copy_tree(folder, tmp_path / "careless", CARELESS)
        assert texts(tmp_path / "careless")["mounted/taken"] == SECRET
    finally:
        subprocess.run(["umount", str(folder / "mounted")], check=True)


def copied_again_and_again(folder: Path) -> None:
    """Until it has outgrown its bound."""
    while True:
        copied(folder, SMALL)


def grows_in_files(folder: Path, stop: threading.Event) -> None:
    number = 0
    while not stop.is_set():
        (folder / f"{number}").touch()
        number += 1


def grows_in_depth(folder: Path, stop: threading.Event) -> None:
    """In the directory that is copied last."""
    here = folder / "z"
    while not stop.is_set():
        with suppress(OSError):
            here.mkdir()
            here /= "z"


def grows_in_bytes(folder: Path, stop: threading.Event) -> None:
    with (folder / "file").open("ab", buffering=0) as file:
        while not stop.is_set():
            file.write(bytes(1 << 16))
            if file.tell() > 1 << 28:
                file.truncate(1 << 27)  # as far as a reader has come there is always more


@pytest.mark.parametrize(
    ("attack", "sentence"),
    [
        (grows_in_files, "it holds more than 100 files and folders"),
        (grows_in_depth, "lie within each other|it holds more than 100 files and folders"),
        (grows_in_bytes, "it holds more than 1 MB"),
    ],
)
def test_a_folder_that_grows_while_it_is_copied_ends_with_its_bound(
    attack: Callable[[Path, threading.Event], None], sentence: str, folder: Path
) -> None:
    stop = threading.Event()
    grower = threading.Thread(target=attack, args=(folder, stop))
    grower.start()
    try:
        with pytest.raises(DuiyiError, match=sentence):
            copied_again_and_again(folder)
    finally:
        stop.set()
        grower.join()


@pytest.mark.parametrize(
    ("care", "sentence"),
    [
        (replace(SMALL, entries=50), "it holds more than 50 files and folders"),
        (replace(SMALL, size=100_000), "it holds more than 0 MB"),
        (replace(SMALL, seconds=0.0), "it takes longer than 0 seconds"),
    ],
)
def test_each_bound_has_its_sentence(care: Care, sentence: str, folder: Path) -> None:
    (folder / "large").write_bytes(bytes(200_000))
    for number in range(60):
        (folder / f"{number}").touch()
    assert sentence in told(folder, care)
    assert len(texts(copied(folder, SMALL))) == 62


def test_a_file_without_blocks_is_as_large_as_it_says(folder: Path) -> None:
    with (folder / "sparse").open("wb") as file:
        file.truncate(1 << 40)
    assert "it holds more than 1 MB" in told(folder, SMALL)


def test_folders_within_each_other_are_bounded(folder: Path) -> None:
    here = folder
    for _ in range(60):
        here /= "d"
        here.mkdir()
    assert "more than 40 folders lie within each other" in told(folder, SMALL)


def test_a_bound_is_met_when_the_bot_is_prepared(folder: Path, tmp_path: Path) -> None:
    with (folder / "sparse").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(DuiyiError, match="cannot be copied for the games"):
        prepare(Entrant("bad", "./bot"), Conditions(), tmp_path / "cache", folder)


def test_a_copy_can_be_read_by_everybody_and_equal_ones_are_one(folder: Path) -> None:
    copy = copied(folder)
    assert (copy / "bot").stat().st_mode & 0o777 == 0o755
    assert copy.stat().st_mode & 0o777 == 0o755
    assert all(parent.stat().st_mode & 0o001 for parent in copy.parents)
    assert copied(folder) == copy
    (folder / "bot").write_text("#!/bin/bash\n")
    assert copied(folder) != copy


def test_of_a_shared_folder_only_what_is_named_is_copied(folder: Path) -> None:
    (folder / "other").write_text("other")
    (folder / "data").mkdir()
    (folder / "data" / "weights").write_text("1")
    (folder / "data" / "theirs").write_text("2")
    copy = copied_alone(folder, ["bot", "data/weights"])
    assert texts(copy) == {"bot": "#!/bin/sh\n", "data/weights": "1"}


def test_copies_go_with_their_process_and_those_of_the_dead_with_the_next(folder: Path) -> None:
    words = (
        "import os, sys; from pathlib import Path;"
        "from duiyi.arena.sandbox.files.copies import copied;"
        "place = copied(Path(sys.argv[1])); print(place, flush=True);"
        "os._exit(0) if sys.argv[2] == 'killed' else None"
    )

    def ended(how: str) -> Path:
        command = [sys.executable, "-c", words, str(folder), how]
        ran = subprocess.run(command, capture_output=True, text=True, check=True)
        return Path(ran.stdout.strip())

    killed = ended("killed")
    assert killed.exists()
    own = copied(folder)
    after = ended("well")
    assert not after.exists()
    assert not killed.exists()
    assert own.exists(), "what a living process needs is nobody else's to remove"
