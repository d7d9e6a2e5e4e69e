"""The command as a process of its own: streams, signals, terminals."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from duiyi.core.record.files import load

COMMAND = [sys.executable, "-m", "duiyi"]
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "80"}


def run(
    *arguments: str, typed: bytes = b"", **variables: str
) -> subprocess.CompletedProcess[bytes]:
    environment = {**ENVIRONMENT, **variables}
    return subprocess.run(
        [*COMMAND, *arguments], input=typed, capture_output=True, env=environment, check=False
    )


def heed_interrupts() -> None:
    """A job in the background ignores them, and what it starts would too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def control_terminal() -> None:
    """Keys such as Ctrl-C reach only a process whose terminal this is."""
    heed_interrupts()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@contextmanager
def started(*arguments: str, **how: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A process that is gone afterwards, whatever came in between."""
    with subprocess.Popen([*COMMAND, *arguments], **how) as process:
        try:
            yield process
        finally:
            process.kill()


def test_wrong_input_has_exit_code_two() -> None:
    ran = run("play", "relatii")
    assert ran.returncode == 2
    assert ran.stdout == b""
    assert ran.stderr == b"duiyi: there is no game relatii; did you mean relati?\n"


def test_bytes_that_are_no_text_are_only_wrong_moves() -> None:
    ran = run("play", "relati", typed=b"\xff\xfe\x00\nload \x00\nsave no/\x00.dyr\nE5\n\x1b[A\n")
    assert ran.returncode == 0
    assert b"circle places E5" in ran.stdout
    assert b"Traceback" not in ran.stderr


def test_a_terminal_without_unicode_gets_ascii() -> None:
    typed = b"A1\nB1\n"
    ran = run("play", "relati", "--language", "zh-Hant", typed=typed, PYTHONIOENCODING="ascii")
    assert ran.returncode == 0
    assert ran.stdout.isascii()
    assert b"1|[O]|[X]|" in ran.stdout


def test_a_reader_that_stops_reading_is_no_error(tmp_path: Path) -> None:
    with started(
        "perft",
        "relati-classic",
        "--depth",
        "4",
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline() == b"1 25\n"
        process.stdout.close()
        process.wait(60)
        assert process.stderr.read() == b""


@pytest.mark.parametrize(("key", "code"), [(b"\x04", 0), (b"\x03", 130)])
def test_leaving_a_terminal_by_a_key_says_where_the_game_is(
    tmp_path: Path, key: bytes, code: int
) -> None:
    file = tmp_path / "game.dyr"
    ours, theirs = pty.openpty()
    environment = {**ENVIRONMENT, "TERM": "xterm-256color"}
    with started(
        "play",
        "relati",
        "--save",
        str(file),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        start_new_session=True,
        preexec_fn=control_terminal,
    ) as process:
        os.close(theirs)
        seen = answered(ours, b"", b"O> ")
        seen += answered(ours, b"E5\n", b"X> ")
        seen += answered(ours, key, b"go on with")
        assert process.wait(60) == code
    os.close(ours)
    assert b"saved to " in seen
    assert b"\x1b[" in seen
    assert b"Traceback" not in seen
    assert len(load(file).nodes) == 1


def answered(terminal: int, key: bytes, wanted: bytes) -> bytes:
    """Press a key until the answer comes: a key pressed too early may be overheard."""
    seen = b""
    for _ in range(20):
        os.write(terminal, key)
        while wanted not in seen and select.select([terminal], [], [], 3)[0]:
            seen += os.read(terminal, 4096)
        if wanted in seen:
            return seen
    raise AssertionError(f"no {wanted!r} in {seen!r}")


def test_interrupting_a_count_is_quiet() -> None:
    with started(
        "perft",
        "relati",
        "--depth",
        "9",
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        preexec_fn=heed_interrupts,
    ) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline() == b"1 81\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr.read() == b""
