"""Lists of moves: what belongs together, and what a line holds."""

from __future__ import annotations

import pytest
from tests.commands import Run

from duiyi.cli.common.columns import grouped, in_columns, shortened


@pytest.mark.parametrize(
    ("tokens", "heads"),
    [
        ("C3 D4 build:C3 fire:C3:F pass", {"": 3, "build": 1, "fire": 1}),
        ("A1xB1 A1xA2 A1+A3 B2xC3 pass", {"A1": 3, "B2": 1, "": 1}),
        ("1K0,0 1K-1,3 1R0,0 2K0,0 end", {"1K": 2, "1R": 1, "2K": 1, "": 1}),
        ("A11 D1 E1:0,2 E1:1,1 X0,2 end", {"": 3, "E1": 2, "X": 1}),
        ("AN:D5:E5 AN:D5:F5 AR:D5:E5", {"AN": 2, "AR": 1}),
    ],
)
def test_tokens_are_grouped_by_what_they_begin_with(tokens: str, heads: dict[str, int]) -> None:
    assert {head: len(group) for head, group in grouped(tokens.split()).items()} == heads


def test_a_line_that_is_too_long_says_how_many_there_are() -> None:
    words = [f"A{n}" for n in range(10, 40)]
    assert shortened(words[:3], 20) == "A10  A11  A12"
    line = shortened(words, 30)
    assert line.startswith("A10  A11")
    assert line.endswith(" … (30)")
    assert len(line) <= 30


def test_columns_are_as_wide_as_the_longest_word() -> None:
    assert in_columns(["a", "bbb", "cc"], 10) == ["a    bbb", "cc"]


def test_many_moves_are_one_line_per_group(run: Run) -> None:
    ran = run("play", "relati-legacy", "-o", "size=23", typed="L:L12\nL:A1\nmoves\nmoves E:\n")
    lines = ran.out.split("\n")
    groups = [line.split(":")[0].strip() for line in lines if line.startswith(("  R:", "  E:"))]
    assert groups[:2] == ["R", "E"]
    assert "moves TEXT lists those with TEXT in them, such as: moves E:" in ran.out
    assert max(map(len, lines)) <= 80


def test_help_explains_letters_heights_and_zones(run: Run) -> None:
    tzaar = run("play", "tzaar", typed="D3xC3\nA1xB1\nE6+E5\nhelp\n").out
    assert "  Z z  Tzaar\n" in tzaar
    assert "  Z12  with its height\n" in tzaar
    atom = run("play", "atom", "--seed", "3", typed="a\nhelp\n").out
    assert "  K    black\n" in atom
    assert "  0,2  rows at the left, columns below" in atom
    hexagons = run("play", "hex", typed="help\n").out
    assert "circle connects here: A1 to K1\n" in hexagons
    zones = "/".join([".X#..X#....", "..X*......", "..X...OO*.", *["........."] * 3,
                      ".X#..X#....", *["........."] * 2])  # fmt: skip
    legacy = run("play", "relati-legacy", "--position", f"{zones} 2 O 9").out
    assert "cross has a safe zone: B1 to E7\n" in legacy


def test_what_is_measured_of_a_tray_is_not_said_twice(run: Run) -> None:
    out = run("play", "atom", "--seed", "3", typed="a\n1K0,0\n").out
    assert "[1] attack 0 defence 0" in out
    assert "attack of cell" not in out
