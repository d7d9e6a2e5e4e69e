"""What the property `lessons` says about what is taught; the rest is in `broken_games`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.unit.core.lessons.taught import TWO_LESSONS, Taught

from duiyi.core.check.brought.lessons import first_problem


def problem(folder: Path, lines: str) -> str:
    found = first_problem(Taught(folder, lines))
    return "" if found is None else found.expected


def test_good_lessons_have_no_problem(tmp_path: Path) -> None:
    assert problem(tmp_path, TWO_LESSONS) == ""


def test_a_solution_must_be_taught(tmp_path: Path) -> None:
    lines = TWO_LESSONS.replace('teaches = ["put"]', 'teaches = ["pass"]')
    assert problem(tmp_path, lines) == "step 1 of lesson put: A is taught and legal"


def test_a_legal_wrong_try_must_be_taught(tmp_path: Path) -> None:
    late = TWO_LESSONS.replace('tokens = ["pass"]', 'tokens = ["B"]')
    late = late.replace('tokens = ["*"]', 'tokens = ["A"]').replace('teaches = ["pass"]', "")
    game = Taught(tmp_path, late + 'wrong = { taken = ["pass"] }\n')
    file = tmp_path / "en.json"
    words = {**json.loads(file.read_text("utf-8")), "coin.2.wrong.taken": "no"}
    file.write_text(json.dumps(words), "utf-8")
    found = first_problem(game)
    assert found is not None
    assert found.expected == "step 2 of lesson coin: pass is taught"
