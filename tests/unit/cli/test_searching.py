"""Ctrl-C during long searches: what was found is told, and the command ends at once."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import duiyi
from duiyi.core import Record
from duiyi.core.record.dyr import write_dyr
from duiyi.core.record.files import load

COMMAND = [sys.executable, "-m", "duiyi"]
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "80", "TERM": "xterm-256color"}


def heed_interrupts() -> None:
    """A job in the background ignores them, and what it starts would too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupted(folder: Path, shown: str, *arguments: str) -> tuple[int, str]:
    """The exit code and what was said after Ctrl-C, which comes when the terminal on stderr has
    shown this."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=ENVIRONMENT,
        cwd=folder,
        preexec_fn=heed_interrupts,
    ) as process:
        os.close(theirs)
        seen = b""
        try:
            while not re.search(shown.encode(), seen):
                assert select.select([ours], [], [], 60)[0], seen
                seen += os.read(ours, 4096)
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=60)
        finally:
            process.kill()
            os.close(ours)
    return process.returncode, out.decode()


def test_solving_ends_with_unknown(tmp_path: Path) -> None:
    code, out = interrupted(tmp_path, r"tzaar … [1-9]", "solve", "tzaar", "--seconds", "600")
    assert code == 130
    assert out.splitlines()[0] == "unknown"
    assert " nodes, " in out
    assert list(tmp_path.iterdir()) == []


def test_a_position_is_told_as_far_as_it_was_searched(tmp_path: Path) -> None:
    shown = r"tzaar … [1-9]"
    code, out = interrupted(tmp_path, shown, "analyse", "tzaar", "--seconds", "600")
    assert code == 130
    assert out.splitlines()[1].split()[0] == "1"
    assert "chances: " in out


def test_the_decisions_that_were_judged_are_told_and_written(tmp_path: Path) -> None:
    state = duiyi.game("tzaar").start()
    record = Record.of(state)
    for _ in range(40):
        action = state.actions()[0]
        record, state = record.played(state, action), state.play(action)
    (tmp_path / "game.dyr").write_text(write_dyr(record), "utf-8")
    arguments = ("--record", "game.dyr", "--seconds", "0.5", "--output", "new.dyr")
    code, out = interrupted(tmp_path, r"game\.dyr.* [1-9]\d?%", "analyse", "tzaar", *arguments)
    assert code == 130
    assert "interrupted: " in out
    judged = [bool(node.comments) for node in load(tmp_path / "new.dyr").nodes]
    assert judged[0]
    assert not judged[-1]
    assert judged == sorted(judged, reverse=True)
