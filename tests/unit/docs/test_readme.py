"""What README and CONTRIBUTING show is true: examples run, quoted code and commands exist."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
import typer.main
from tests.unit.docs.pages import ROOT, Block, blocks

from duiyi.cli import app

README = ROOT / "README.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
QUOTED = [*(ROOT / "examples").rglob("*.py"), ROOT / "tests/unit/cli/race/__init__.py"]


def examples(page: Path) -> list[Block]:
    """The Python blocks that are a conversation with the interpreter."""
    return [block for block in blocks(page, "python") if block.lines[0].startswith(">>> ")]


@pytest.mark.parametrize("block", [*examples(README), *examples(CONTRIBUTING)], ids=str)
def test_an_example_runs_as_shown(block: Block) -> None:
    source = "\n".join(block.lines) + "\n"
    parsed = doctest.DocTestParser().get_doctest(source, {}, str(block), None, block.line)
    assert parsed.examples
    told: list[str] = []
    result = doctest.DocTestRunner().run(parsed, out=told.append)
    assert result.failed == 0, "".join(told)


def test_both_pages_have_an_example() -> None:
    assert examples(README)
    assert examples(CONTRIBUTING)


def quoted(page: Path) -> list[Block]:
    return [block for block in blocks(page, "python") if not block.lines[0].startswith(">>> ")]


@pytest.mark.parametrize("block", quoted(CONTRIBUTING), ids=str)
def test_code_that_is_quoted_stands_in_an_example(block: Block) -> None:
    text = "\n".join(block.lines)
    assert any(text in file.read_text("utf-8") for file in QUOTED)


def commands(page: Path) -> list[str]:
    """The lines of its shell blocks, without comments."""
    lines = (line for block in blocks(page, "sh") for line in block.lines)
    return [line.partition(" #")[0].strip() for line in lines if line.strip()]


COMMANDS = sorted({*commands(README), *commands(CONTRIBUTING)})


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("duiyi ")])
def test_a_command_and_its_options_exist(line: str) -> None:
    command = typer.main.get_command(app)
    _, *words = line.split()
    while hasattr(command, "commands"):
        command = command.commands[words.pop(0)]
    known = {name for parameter in command.params for name in parameter.opts}
    assert {word for word in words if re.match(r"--?[a-z]", word)} <= known


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("make")])
def test_a_make_target_exists(line: str) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    (target, *_) = line.split()[1:]
    assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_the_readme_stays_short_and_names_the_test_command_that_is_run() -> None:
    assert len(README.read_text("utf-8").splitlines()) <= 120
    assert "make test" in commands(README)
    assert "make test" in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
