"""The walk of a hand-in names files that exist, and draws exactly those that it counts."""

from __future__ import annotations

import re

from tests.unit.docs.pages import ROOT

PAGE = (ROOT / "docs" / "architecture" / "walk-hand-in.md").read_text("utf-8")
SOURCE = ROOT / "src" / "duiyi"
MOST = 19


def test_the_files_of_the_walk_exist_and_are_few() -> None:
    files = re.findall(r"^\| `([^`]+)` \|", PAGE, re.MULTILINE)
    assert len(files) == len({*files}) == MOST
    assert "Nineteen files" in PAGE
    for file in files:
        assert (SOURCE / file).is_file(), file
    drawn = {*re.findall(r"participant \w+ as (\S+)", PAGE)}
    assert drawn == {file.removeprefix("arena/") for file in files}


def test_the_functions_that_are_drawn_are_where_they_are_drawn() -> None:
    names = dict(re.findall(r"participant (\w+) as (\S+)", PAGE))
    calls = re.findall(r"->>(\w+): ([a-z]\w*_\w+)", PAGE)
    assert len(calls) > 8
    for participant, function in calls:
        file = names[participant]
        path = SOURCE / file if file.startswith("cli/") else SOURCE / "arena" / file
        assert f"def {function}(" in path.read_text("utf-8"), (file, function)
