"""Programs of `kernels/tools`, compiled for tests: run with some words, or asked line by line."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.differential import programs


def compiled(name: str, *flags: str, game: str | None = None) -> Path:
    """A driver, fast enough for searches; flags that differ from the usual ones come last."""
    usual = ("-O2", "-pthread", *programs.STRICT)
    return programs.compiled(f"tools/{name}_driver.cpp", (*usual, *flags), game=game)


def said_by(program: Path, *words: object) -> str:
    """All that it says when it is run with these words."""
    command = [str(program), *map(str, words)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


class Asked:
    """A running program."""

    def __init__(self, program: Path, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, line: str) -> str:
        asking, answers = self._process.stdin, self._process.stdout
        assert asking is not None
        assert answers is not None
        asking.write(f"{line}\n")
        asking.flush()
        answer = answers.readline()
        assert answer.endswith("\n"), f"no answer to {line!r}"
        return answer.rstrip("\n")

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        assert self._process.wait(10) == 0
        assert self._process.stdout is not None
        self._process.stdout.close()
