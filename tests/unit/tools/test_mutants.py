"""The mutation tester on toy modules: what it changes, and how it tells mutants apart."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from tools.mutations import module_name, mutants, mutated

ROOT = Path(__file__).parents[3]


def changes(tmp_path: Path, code: str) -> set[str]:
    """The modules that can be made of one, each as the lines that are not in the original."""
    path = tmp_path / "toy.py"
    path.write_text(code)
    before = ast.unparse(ast.parse(code)).splitlines()
    found = set()
    for mutant in mutants(str(path)):
        after = ast.unparse(mutated(mutant)).splitlines()
        found.add("; ".join(line.strip() for line in after if line not in before))
    return found


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("x = a < b", {"x = a <= b"}),
        ("x = a <= b", {"x = a < b"}),
        ("x = a > b", {"x = a >= b"}),
        ("x = a == b != c", {"x = a != b != c", "x = a == b == c"}),
        ("x = a in b", {"x = a not in b"}),
        ("x = a is None", {"x = a is not None"}),
        ("x = a and b", {"x = a or b"}),
        ("x = a + b", {"x = a - b"}),
        ("x = a * b", {"x = a // b"}),
        ("x = a % b", {"x = a // b"}),
        ("x = a & b", {"x = a | b"}),
        ("x = a ^ b", {"x = a | b"}),
        ("x = a << b", {"x = a >> b"}),
        ("x += a", {"x -= a"}),
        ("x = not a", {"x = a"}),
        ("x = f(~a, -b)", {"x = f(a, -b)", "x = f(~a, b)"}),
        ("x = 7", {"x = 8"}),
        ("x = True", {"x = False"}),
        ("x = 'no'", {"x = 'XXno'"}),
        ("x = f'{a}:{b}'", {"x = f'{a}XX:{b}'"}),
        ("x = 'F-FF B L'", {"x = 'B L'", "x = 'F-FF L'", "x = 'F-FF B'"}),
        ("x = a if b else c", {"x = a if False else c", "x = a if True else c"}),
        ("x = {a for a in b if a}", {"x = {a for a in b if False}", "x = {a for a in b if True}"}),
        ("x = a[b:c]", {"x = a[:c]", "x = a[b:]"}),
        ("x = f(a=b)", {"x = f()"}),
    ],
)
def test_an_expression_is_changed_in_every_way_of_its_kind(
    tmp_path: Path, line: str, expected: set[str]
) -> None:
    assert changes(tmp_path, line) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def f(a=1): ...", {"def f(a=2):"}),
        ("def f(): return g", {"return None"}),
        ("def f(): g()", {"pass"}),
        ("def f(): raise g", {"pass"}),
        ("def f(a): a = g", {"pass"}),
        ("def f(a): a |= g", {"a &= g", "pass"}),
        ("if a: b()", {"if False:", "if True:"}),
        ("while a: break", {"while False:", "continue"}),
        ("for a in b: continue", {"break"}),
    ],
)
def test_a_statement_is_changed_or_removed(tmp_path: Path, code: str, expected: set[str]) -> None:
    assert changes(tmp_path, code) == expected


def test_a_case_loses_its_pattern_its_guard_or_itself(tmp_path: Path) -> None:
    code = "match a:\n    case 'b' if c:\n        d()\n    case _:\n        pass"
    path = tmp_path / "toy.py"
    path.write_text(code)
    assert {mutant.kind for mutant in mutants(str(path))} == {
        "case removed",
        "constant",
        "condition always False",
        "condition always True",
    }


@pytest.mark.parametrize(
    "code",
    [
        "import a",
        '"""A docstring."""',
        'x: int\n"""What it is."""',
        "__all__ = ['a']",
        "if TYPE_CHECKING:\n    x = 1",
        "@f(1)\ndef g(a: 'int') -> 'str': ...",
        "Alias = int | str",
        "assert a > 1, 'no'",
        "x = zip(a, b, strict=True)",
        "def f():\n    x = g",
    ],
)
def test_what_tests_should_not_notice_is_left_alone(tmp_path: Path, code: str) -> None:
    assert changes(tmp_path, code) == set()


def test_the_wording_of_a_built_in_exception_is_left_alone(tmp_path: Path) -> None:
    assert changes(tmp_path, "def f(): raise ValueError('no')") == {"pass"}


def test_a_mutant_says_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "toy.py"
    path.write_text("class A:\n    def f(self):\n        return [x + y for x in z]\n")
    found = {(m.line, m.function, m.kind) for m in mutants(str(path))}
    assert found == {(3, "A.f", "returns None"), (3, "A.f", "operator")}


def test_a_module_is_named_by_its_path() -> None:
    assert module_name("src/a/b.py") == "a.b"
    assert module_name("src/a/__init__.py") == "a"
    assert module_name("toy.py") == "toy"


TOY = """
STEP = 1

def larger(a, b):
    return a if a > b else b

def last(items):
    at = 0
    while at < len(items) - 1:
        at += STEP
    return items[at]
"""
TOY_TESTS = """
from toy import larger, last

def test_larger():
    assert larger(1, 2) == 2
    assert larger(2, 1) == 2

def test_last():
    assert last([1, 2]) == 2
    assert last([3]) == 3
"""


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.mutants", "--root", str(root), "--jobs", "2"]
    command += ["--module", "toy.py", "--tests", "test_toy.py", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    (tmp_path / "toy.py").write_text(TOY)
    (tmp_path / "test_toy.py").write_text(TOY_TESTS)
    return tmp_path


@pytest.mark.slow
def test_survivors_are_listed_and_endless_mutants_count_as_killed(toy: Path) -> None:
    done = run(toy, "--at-least", "95")
    *survivors, total = done.stdout.splitlines()
    assert done.returncode == 1, done.stderr
    # equal numbers are the same either way
    assert [line.split(": ", 1)[1] for line in survivors] == [
        "comparison: return a if a > b else b  ->  return a if a >= b else b"
    ]
    assert survivors[0].startswith("toy.py:5: ")
    count = len((toy / "build" / "mutants.jsonl").read_text().splitlines())
    assert total.startswith(f"killed/total = {count - 1}/{count} = ")
    statuses = (toy / "build" / "mutants.jsonl").read_text()
    assert '"status": "timeout"' in statuses
    assert '"status": "killed", "test": "test_toy.py::test_last"' in statuses


@pytest.mark.slow
def test_results_are_kept_until_the_tests_change(toy: Path) -> None:
    kept = toy / "build" / "mutants.jsonl"
    assert run(toy, "--sample", "3", "--at-least", "0").returncode == 0
    assert len(kept.read_text().splitlines()) == 3
    again = run(toy, "--sample", "3", "--at-least", "0")
    assert again.stdout.splitlines()[-1].startswith("killed/total = ")
    assert len(kept.read_text().splitlines()) == 3
    (toy / "test_toy.py").write_text(TOY_TESTS + "\n# changed\n")
    run(toy, "--sample", "3", "--at-least", "0")
    assert len(kept.read_text().splitlines()) == 6


@pytest.mark.slow
def test_nothing_is_tried_when_the_tests_fail_anyway(toy: Path) -> None:
    (toy / "test_toy.py").write_text(TOY_TESTS.replace("== 3", "== 4"))
    done = run(toy)
    assert done.returncode == 2
    assert "The tests fail on the unchanged program" in done.stderr
    assert "test_last" in done.stderr


def test_a_list_tries_nothing(toy: Path) -> None:
    done = run(toy, "--list")
    assert done.returncode == 0
    assert "toy.py:5: comparison: " in done.stdout
    assert not (toy / "build").exists()


def test_nothing_to_change_is_said(toy: Path) -> None:
    (toy / "toy.py").write_text('"""Only words."""\n')
    done = run(toy)
    assert done.returncode == 2
    assert "nothing to change" in done.stderr
