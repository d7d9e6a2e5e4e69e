"""What is tried before a program is locked in."""

from __future__ import annotations

import tempfile
from pathlib import Path

from duiyi.arena.sandbox.command import system_places
from duiyi.arena.sandbox.probe import trial

TELLS = """#!/bin/sh
printf '%s\\n' "$@" >&2
exit 1
"""


def test_it_is_shown_system_files_alone() -> None:
    """Of other boxes it sees nothing: their work directories may vanish while it looks at them."""
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        bwrap = Path(place, "bwrap")
        bwrap.write_text(TELLS)
        bwrap.chmod(0o755)
        arguments = trial(str(bwrap), b"").split("\n")
    bound = [arguments[at + 2] for at, one in enumerate(arguments) if one.endswith("bind")]
    assert "/usr" in bound
    assert {*bound} <= {*system_places()}
