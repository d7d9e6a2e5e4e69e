"""What tests cost is measured with everything that they start, and the dearest are printed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.slowest import LEAST, PROPERTY, SHOWN, spent

ROOT = Path(__file__).parents[3]

REGISTERED = """
from tests.slowest import Slowest

def pytest_configure(config):
    config.pluginmanager.register(Slowest(), "slowest")
"""

COSTLY = """
import subprocess, sys, time
import pytest

BURN = "import time\\nwhile time.process_time() < 0.4: pass"

@pytest.fixture(scope="module")
def burnt():
    exec(BURN_MORE)

BURN_MORE = "end = time.process_time() + 0.4\\nwhile time.process_time() < end: pass"

def test_burns():
    exec(BURN_MORE)

def test_lets_burn():
    subprocess.run([sys.executable, "-c", BURN], check=True)

@pytest.fixture(scope="module")
def started():
    child = subprocess.Popen(
        [sys.executable, "-c", BURN + "\\nprint(flush=True)\\ninput()"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    yield child
    child.communicate(b"\\n")

def test_waits_for_what_goes_on(started):
    started.stdout.readline()

def test_pays_for_its_fixture(burnt):
    pass

def test_finds_its_fixture_paid(burnt, started):
    pass

def test_sleeps():
    time.sleep(0.4)
"""

CHEAP = """
import pytest

@pytest.mark.parametrize("number", range(30))
def test_costs_nothing(number):
    pass
"""

MANY = """
import time
import pytest

@pytest.mark.parametrize("number", range(22))
def test_costs_something(number):
    end = time.process_time() + 0.11
    while time.process_time() < end:
        pass
"""


def told(folder: Path, tests: str, *arguments: str) -> str:
    """What pytest prints for a file of tests."""
    (folder / "conftest.py").write_text(REGISTERED, "utf-8")
    (folder / "test_costs.py").write_text(tests, "utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments, str(folder)]
    outer = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    # Loading what this test does not need would cost more than the test.
    environment = outer | {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def costs(printed: str) -> dict[str, float]:
    """Processor seconds by test, in the order of the lines."""
    lines = re.findall(r"^ +([0-9.]+) s +[0-9.]+ s  \S*::(\S+)$", printed, re.MULTILINE)
    return {test: float(seconds) for seconds, test in lines}


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [(), ("-p", "xdist", "-n", "2", "--dist", "loadfile")], ids=["one", "two"]
)
def test_a_test_pays_for_itself_its_processes_and_its_fixtures(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    found = costs(told(tmp_path, COSTLY, *arguments))
    dear = {"burns", "lets_burn", "waits_for_what_goes_on", "pays_for_its_fixture"}
    assert set(found) == {f"test_{name}" for name in dear}
    assert all(0.35 <= seconds < 1.5 for seconds in found.values()), found


def test_the_dearest_come_first_and_twenty_are_enough(tmp_path: Path) -> None:
    found = costs(told(tmp_path, MANY))
    assert len(found) == SHOWN
    assert list(found.values()) == sorted(found.values(), reverse=True)
    assert min(found.values()) >= LEAST


def test_nothing_is_printed_of_tests_that_cost_nothing(tmp_path: Path) -> None:
    assert "slowest" not in told(tmp_path, CHEAP)


def test_processes_that_end_while_they_are_counted_break_nothing() -> None:
    """An error in this plugin would end the whole run of the tests."""
    short = "for each in 1 2 3 4 5 6; do sh -c 'true; true' & done; wait"
    many = subprocess.Popen(["sh", "-c", f"for round in $(seq 60); do {short}; done"])
    counted = 0
    while many.poll() is None:
        assert spent() > 0
        counted += 1
    assert counted > 20


def test_costs_are_written_down_where_reports_are(tmp_path: Path) -> None:
    told(tmp_path, CHEAP, f"--junitxml={tmp_path / 'report.xml'}")
    assert (tmp_path / "report.xml").read_text("utf-8").count(f'"{PROPERTY}"') == 30
