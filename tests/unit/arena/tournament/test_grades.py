"""Grades: a small language of its own, in which nothing can go wrong but arithmetic."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from duiyi.arena.tournament.fields import BadCup, Fields
from duiyi.arena.tournament.grades import check_formula
from duiyi.classes.formula import NAMES, NoValue, value

VALUES = {"rank": 2.0, "n": 5.0, "points": 6.5, "games": 8.0, "share": 6.5 / 8, "rating": -30.0}
VALUES |= {"wins": 6.0, "draws": 1.0, "losses": 1.0, "faults": 1.0, "clean": 7.0}


@pytest.mark.parametrize(
    ("formula", "worth"),
    [
        ("60 + 40 * (n - rank) / (n - 1)", 90.0),
        ("max(0, min(100, 75 + rating / 10))", 72.0),
        ("100 if rank == 1 else 80 if rank <= 3 else 60", 80.0),
        ("round(share * 100)", 81.0),
        ("round(share * 100, 1)", 81.2),
        ("-rank ** 2 + 7 % 4 + 7 // 2", 2.0),
        ("50 + (10 if wins > losses and not draws > 2 else 0)", 60.0),
        ("1 < rank < 3 or rank > 99", 1.0),
        ("sqrt(16) + floor(1.9) + ceil(1.1) + abs(-1) + log(1) + exp(0)", 9.0),
        ("points", 6.5),
        ("1/3", 0.33),
    ],
)
def test_formulas(formula: str, worth: float) -> None:
    assert value(formula, VALUES) == worth


@pytest.mark.parametrize(
    "formula",
    [
        "__import__('os').system('true')",
        "().__class__",
        "[x for x in (1,)]",
        "lambda: 1",
        "'text'",
        "rank.real",
        "NAMES",
        "eval('1')",
        "f'{rank}'",
        "rank if",
        "max(*[1])",
        "round(number=1)",
        "(rank := 1)",
        "True",
        "1j",
        "rank << 3",
        "x",
        "floor",
        "rank + min",
        "rank(1)",
        "max(floor, 1)",
        "-" * 600,
        "",
        "1 " * 400,
    ],
)
def test_what_is_no_formula_is_refused_before_anything_starts(formula: str) -> None:
    with pytest.raises(BadCup, match="grades"):
        check_formula(formula, Fields({}, "cup.toml"))


def test_a_function_without_its_numbers_is_explained() -> None:
    with pytest.raises(BadCup, match=r"floor is a function; it needs its numbers: floor\(…\)"):
        check_formula("10 + floor", Fields({}, "cup.toml"))


@pytest.mark.parametrize(
    "formula",
    ["1 / (rank - 2)", "9 ** 9 ** 9 ** 9", "sqrt(rating)", "rating ** 0.5", "log(0)", "max()"],
)
def test_what_has_no_value_says_so(formula: str) -> None:
    check_formula(formula, Fields({}, "cup.toml"))
    with pytest.raises(NoValue, match="no value"):
        value(formula, VALUES)


# A name by itself is worth trying more often than letters find it.
@example("floor")
@example("points if max else 1")
@given(st.text(alphabet="rankpoitsg0123456789+-*/()<>= .,ifelse", max_size=60))
def test_any_text_is_refused_or_worth_something(formula: str) -> None:
    try:
        check_formula(formula, Fields({}, "cup.toml"))
        assert isinstance(value(formula, VALUES), float)
    except (BadCup, NoValue):
        pass


def test_every_name_has_a_value() -> None:
    assert {*NAMES} == {*VALUES}
