"""Commands run in this process, as a person with a wide terminal and an English system would."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tests.commands import Ran, Run

from duiyi.cli import main

HERE = Path(__file__).parent
SDK = HERE.parents[1] / "sdk"


def commands(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "400")

    def command(*arguments: str) -> Ran:
        code = main(arguments)
        said = capsys.readouterr()
        return Ran(code, said.out, said.err)

    return command


def compiled(source: Path, program: Path) -> Path:
    command = ["gcc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{SDK / 'c'}"]
    subprocess.run([*command, "-o", str(program), str(source)], check=True, timeout=120)
    return program
