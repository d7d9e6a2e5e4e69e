"""Which tests make runs: `make test` and `make test-rest` together every test, and each once."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from itertools import product
from pathlib import Path

import pytest
from tests.selection import first_quick, slow_but

ROOT = Path(__file__).parents[3]
PAGES = ("README.md", "CONTRIBUTING.md")
PARTS = ("test", "test-rest")


def selections(*targets: str) -> list[str]:
    """The expressions by which the commands of targets choose tests, as make would run them."""
    command = ["make", "--dry-run", "--no-print-directory", *targets]
    # What was asked of the make that runs this test is not asked of this one.
    own = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "ARGS")}
    planned = subprocess.run(
        command, cwd=ROOT, env=own, capture_output=True, text=True, check=True
    ).stdout
    runs = re.findall(r"^\S*/pytest\b.*$", planned, re.MULTILINE)
    chosen = [re.search(r" -m '([^']*)'", run) for run in runs]
    return [match[1] if match else "True" for match in chosen]


def markers() -> list[str]:
    """Those that tests may have; pytest refuses all others."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    declared: list[str] = settings["tool"]["pytest"]["ini_options"]["markers"]
    return [re.match(r"\w+", marker)[0] for marker in declared]  # type: ignore[index]


def chosen_by(expression: str, marked: dict[str, bool]) -> bool:
    """`and`, `or`, `not` and brackets mean in pytest what they mean in Python."""
    return bool(eval(expression, {"__builtins__": {}}, marked))


def test_whatever_marks_a_test_has_exactly_one_command_runs_it() -> None:
    parts = selections(*PARTS)
    assert len(parts) == 4
    for values in product([False, True], repeat=len(markers())):
        marked = dict(zip(markers(), values, strict=True))
        assert sum(chosen_by(part, marked) for part in parts) == 1, marked


def test_everything_is_what_both_parts_run() -> None:
    assert selections("test-all") == selections(*PARTS)


@pytest.mark.parametrize("marker", ["alone", "slow"])
def test_a_test_without_marks_is_for_everybody(marker: str) -> None:
    assert marker in markers()
    first, *_ = selections("test")
    assert chosen_by(first, dict.fromkeys(markers(), False))
    assert not chosen_by(first, dict.fromkeys(markers(), False) | {marker: True})


def test_whoever_accepts_changes_runs_everything() -> None:
    lines = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    assert [line for line in lines if line.startswith("make ")] == [
        *(f"make {part}" for part in PARTS),
        "make check",
    ]


@pytest.mark.slow
def test_the_pages_say_how_many_tests_there_are() -> None:
    """Roughly: nobody should have to mend a page for every new test."""
    asked = ("--collect-only", "-q", "-m", "not slow", "-p", "no:cacheprovider")
    command = [sys.executable, "-m", "pytest", *asked]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found = re.search(r"(\d+)/(\d+) tests collected", listed)
    assert found, listed[-1000:]
    quick, every = int(found[1]), int(found[2])
    for name in PAGES:
        page = (ROOT / name).read_text("utf-8").replace(",", "")
        told = [int(number) for number in re.findall(r"(\d+) tests", page)]
        assert told == [pytest.approx(quick, rel=0.05), pytest.approx(every, rel=0.05)], name


def test_of_parameters_some_are_quick_and_no_name_is_misspelt() -> None:
    found = slow_but("b", of="abc")
    assert [(one.values, bool(one.marks)) for one in found] == [
        (("a",), True),
        (("b",), False),
        (("c",), True),
    ]
    rows = first_quick((1, 2), (3, 4))
    assert [(row.values, bool(row.marks)) for row in rows] == [((1, 2), False), ((3, 4), True)]
    with pytest.raises(AssertionError):
        slow_but("d", of="abc")
