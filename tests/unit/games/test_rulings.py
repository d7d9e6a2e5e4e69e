"""Every ruling of the games is shown by a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
RULINGS = [
    *(f"W-{number}" for number in range(1, 6)),
    *(f"C-{number}" for number in range(1, 7)),
    *(f"R-{number}" for number in range(1, 17)),
    *(f"L-{number}" for number in range(1, 17)),
    *(f"T-{number}" for number in range(1, 10)),
    *(f"A-{number}" for number in range(1, 14)),
]
_test = re.compile(r"^def (test_\w+)\(", re.MULTILINE)
_ruling = re.compile(r"(?<=_)([wcrlta])_([0-9]+)(?=_)")


def named(source: str) -> set[str]:
    """The rulings in the names of a source's tests: `test_r_12_a_relay` names R-12."""
    return {
        f"{letter.upper()}-{number}"
        for test in _test.findall(source)
        for letter, number in _ruling.findall(test)
    }


def rulings_in(files: list[Path]) -> set[str]:
    return {ruling for file in files for ruling in named(file.read_text("utf-8"))}


SHOWN = rulings_in([file for file in sorted(HERE.rglob("test_*.py")) if file != Path(__file__)])
SHOWN_IN_CLASSIC = rulings_in(sorted(HERE.glob("test_relati_classic_*.py")))
SHOWN_IN_RELATI = rulings_in(sorted((HERE / "relati").glob("test_*.py")))


@pytest.mark.parametrize("ruling", RULINGS)
def test_a_ruling_is_named_by_a_test(ruling: str) -> None:
    assert ruling in SHOWN


@pytest.mark.parametrize("ruling", RULINGS[:5])
def test_a_ruling_of_withdrawal_is_named_by_tests_of_both_games(ruling: str) -> None:
    assert ruling in SHOWN_IN_CLASSIC
    assert ruling in SHOWN_IN_RELATI


def test_no_test_names_a_ruling_that_does_not_exist() -> None:
    assert set(RULINGS) >= SHOWN


def test_only_names_of_tests_count() -> None:
    source = '''
def test_r_12_r_13_a_relay() -> None:
    """R-4"""
def test_c_1_a_token(seat: int) -> None: ...
def helper_r_5_x() -> None: ...
def test_after_1_and_r_2b_() -> None: ...
'''
    assert named(source) == {"R-12", "R-13", "C-1"}
