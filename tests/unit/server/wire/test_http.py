"""The types of HTTP answers have the fields that the page expects."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from duiyi.server.wire import http

TWIN = Path(__file__).parents[4] / "web" / "src" / "net" / "wire.ts"
NAMES = [
    "Refusal", "Me", "OptionKind", "Example", "Game", "Player", "Look", "LookSheet",
    "RulesSpan", "RulesBlock", "RulesPage", "RecordSummary", "Position", "Hint", "HintStep",
    "LessonOutline", "LessonList", "LessonStep", "LessonStart", "LessonAnswer", "LessonTry",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_fields_are_those_of_the_twin(name: str) -> None:
    found = re.search(rf"export interface {name} \{{(.*?)\n\}}", TWIN.read_text("utf-8"), re.S)
    assert found is not None
    expected = re.findall(r"^  (\w+)\??:", found[1], re.M)
    fields = msgspec.structs.fields(getattr(http, name))
    assert [field.encode_name for field in fields] == expected
