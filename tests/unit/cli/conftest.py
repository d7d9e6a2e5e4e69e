"""Running commands in this process, as a person without a terminal would."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from tests.commands import Ran, Run

from duiyi.cli import main


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """`run("play", "relati", typed="E5 …")`: one typed line per line, then end of file."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "FORCE_COLOR", "GITHUB_ACTIONS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)

    def command(*arguments: str, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main(arguments)
        said = capsys.readouterr()
        return Ran(code, said.out, said.err)

    return command
