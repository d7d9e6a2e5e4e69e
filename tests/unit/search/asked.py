"""Programs of `kernels/tools` that answer line by line, compiled for tests."""

from __future__ import annotations

import subprocess
from pathlib import Path

KERNELS = Path(__file__).parents[3] / "kernels"
FLAGS = ("-std=c++20", "-O2", "-Wall", "-Wextra", "-Wconversion", "-Werror")


def compiled(name: str, folder: Path) -> Path:
    program = folder / name
    source = KERNELS / "tools" / f"{name}_driver.cpp"
    subprocess.run(["g++", *FLAGS, "-I", KERNELS, "-o", program, source], check=True)
    return program


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
