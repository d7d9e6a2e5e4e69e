"""Programs of tests are kept by what they are made of."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.differential import programs
from tests.differential.programs import compiled

MAIN = (
    '#include "common/number.hpp"\n#include <cstdio>\nint main() { std::printf("%d", number); }\n'
)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What has been compiled, of sources that are tiny."""
    sources = {"tools/small.cpp": MAIN, "common/number.hpp": "inline constexpr int number = 1;\n"}
    for name, text in sources.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(programs, "INCLUDED_FROM", (tmp_path,))
    monkeypatch.setattr(programs, "KEPT", tmp_path / "kept")
    compiling: Callable[..., None] = programs._compile
    names: list[str] = []

    def noted(source: str, sources: Mapping[str, str], command: list[str], program: Path) -> None:
        names.append(program.name)
        compiling(source, sources, command, program)

    monkeypatch.setattr(programs, "_compile", noted)
    return names


def said(program: Path) -> str:
    return subprocess.run([program], check=True, capture_output=True, text=True).stdout


def test_a_second_time_nothing_is_compiled(made: list[str]) -> None:
    first = compiled("tools/small.cpp", ())
    assert compiled("tools/small.cpp", ()) == first
    assert made == [first.name]
    assert said(first) == "1"


def test_other_contents_or_flags_make_another_program(made: list[str], tmp_path: Path) -> None:
    compiled("tools/small.cpp", ())
    compiled("tools/small.cpp", ("-O1",))
    changed = compiled("tools/small.cpp", (), {"common/number.hpp": "const int number = 3;\n"})
    (tmp_path / "common/number.hpp").write_text("inline constexpr int number = 2;\n")
    edited = compiled("tools/small.cpp", ())
    assert len({*made}) == len(made) == 4
    assert said(changed) == "3"
    assert said(edited) == "2"


def test_of_several_workers_one_compiles(made: list[str]) -> None:
    with ThreadPoolExecutor(4) as workers:
        found = {*workers.map(lambda _: compiled("tools/small.cpp", ()), range(4))}
    assert len(made) == len(found) == 1


def test_a_compiler_that_fails_leaves_nothing(made: list[str], tmp_path: Path) -> None:
    (tmp_path / "common/number.hpp").write_text("no code\n")
    with pytest.raises(subprocess.CalledProcessError):
        compiled("tools/small.cpp", ())
    assert [path for path in (tmp_path / "kept").iterdir() if path.suffix != ".lock"] == []
