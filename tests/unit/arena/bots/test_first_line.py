"""First lines are read as the kernel and `env` read them: both are asked."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from duiyi.arena.bots.first_line import (
    EnvCommand,
    FirstLine,
    elf_loader,
    env_command,
    first_line,
    head_of,
)
from duiyi.arena.bots.visible_files import Missing, Outside, View

SHOW = """\
#include <stdio.h>
int main(int count, char **words) {
    for (int at = 0; at < count; at++)
        printf("[%s]", words[at]);
    return 0;
}
"""
LINES = [
    b"#!SHOW\n",
    b"#!SHOW one two  three\n",
    b"#! \t SHOW \t one two \t \n",
    b"#!SHOW",
    b"#!SHOW one",
    b"#!SHOW\0one\n",
    b"#!SHOW one\0two\n",
    b"#!SHOW \0two\n",
    b"#!SHOW one\r\n",
    b"#!SHOW\r\n",
    b"#!/.//SHOW one\n",
    b"#!SHOW " + b"x" * 300 + b"\n",
    b"#!" + b" " * 200 + b"SHOW\n",
    b"#!" + b" " * 250 + b"SHOW\n",
    b"#!" + b" " * 253 + b"SHOW\n",
    b"#!" + b"/." * 140 + b"SHOW\n",
    b"#!\n",
    b"#!   \n",
    b"#!",
    b"#",
    b"",
]


@pytest.fixture(scope="module")
def show(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("show", numbered=True)
    (place / "show.c").write_text(SHOW)
    subprocess.run(["gcc", "-o", place / "show", place / "show.c"], check=True)
    return place / "show"


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_a_first_line_is_read_as_the_kernel_reads_it(line: bytes, show: Path) -> None:
    script = show.parent / "script"
    script.write_bytes(line.replace(b"SHOW", str(show).encode()))
    script.chmod(0o755)
    read = first_line(head_of(script))
    try:
        said = subprocess.run([script], capture_output=True, check=False).stdout.decode()
    except FileNotFoundError:
        assert read is not None
        assert not Path(read.name).exists()
    except OSError:  # not a program, for the kernel
        assert read is None
    else:
        assert read is not None
        words = [read.name, *([] if read.argument is None else [read.argument]), str(script)]
        assert said == "".join(f"[{word}]" for word in words)


@pytest.mark.parametrize(
    ("argument", "command"),
    [
        (None, None),
        ("python3", EnvCommand("python3")),
        ("python3 -u", EnvCommand("python3 -u")),
        ("-i", None),
        ("A=b", None),
        ("-S python3 -u", EnvCommand("python3")),
        ("-Spython3", EnvCommand("python3")),
        ("-vS python3", EnvCommand("python3")),
        ("--split-string=A=b python3", EnvCommand("python3")),
        ("-S -u A -C /work B=c 'my python' x", EnvCommand("my python")),
        ("-S -i python3", EnvCommand("python3", ("/bin", "/usr/bin"))),
        ("-S PATH=/a:/b python3", EnvCommand("python3", ("/a", "/b"))),
        ("-S", None),
        ("-S 'python3", None),
    ],
)
def test_what_env_is_told_to_run(argument: str | None, command: EnvCommand | None) -> None:
    assert env_command(argument) == command


def test_the_loader_of_a_program_is_found_and_static_ones_have_none(show: Path) -> None:
    loader = elf_loader(show)
    assert loader is not None
    assert Path(loader).exists()
    still = show.parent / "static"
    subprocess.run(["gcc", "-static", "-o", still, show.parent / "show.c"], check=True)
    assert elf_loader(still) is None
    for broken in (b"", b"\x7fELF", show.read_bytes()[:70], b"\x7fELF\x02\x01" + b"\xff" * 80):
        (show.parent / "broken").write_bytes(broken)
        assert elf_loader(show.parent / "broken") is None


def test_a_path_means_what_it_means_inside(tmp_path: Path) -> None:
    """Links of what is shown lead to what is shown, not to what the host has under that name."""
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / "file").write_text("")
    (tmp_path / "copy" / "own").symlink_to("file")
    (tmp_path / "copy" / "whole").symlink_to("/bot/file")
    (tmp_path / "copy" / "host").symlink_to(tmp_path / "copy" / "file")
    (tmp_path / "copy" / "up").symlink_to("../../../../bot/file")
    (tmp_path / "copy" / "loop").symlink_to("loop")
    view = View({"/bot": tmp_path / "copy"})
    for name in ("/bot/file", "//bot/./own", "/bot/whole", "../bot/up", "/nowhere/../bot/own"):
        assert view.find(name).inside == "/bot/file"
    for name in ("/bot/none", "/bot/loop", "/bot", "/bot/fi\0le"):
        with pytest.raises(Missing):
            view.find(name)
    for name in ("/bot/host", "file", "/etc/passwd", "/bot/../etc/passwd", "/botany/file"):
        with pytest.raises(Outside):
            view.find(name)


def test_an_argument_is_kept_as_one() -> None:
    assert first_line(b"#!/bin/x a  b \n") == FirstLine("/bin/x", "a  b")
