"""The types of HTTP answers have the fields that the page expects."""

from __future__ import annotations

import re

import msgspec
import pytest
from tests.unit.server.wire.twin import TYPESCRIPT

from duiyi.classes import validation
from duiyi.server.wire import (
    analysis,
    catalogue,
    classes,
    editing,
    exploring,
    http,
    puzzles,
    teaching,
)

HTTP = ["Refusal", "Me", "RecordSummary", "Position"]
CATALOGUE = [
    "OptionKind", "Example", "Game", "Player", "Look", "LookSheet", "Searching",
]  # fmt: skip
ANALYSIS = [
    "Hint", "HintStep", "CoachWarning", "Coached", "AnalysisLine", "Analysed",
    "Followed", "Fairness",
]  # fmt: skip
TEACHING = [
    "LessonOutline", "LessonList", "LessonStep", "LessonStart", "LessonAnswer", "LessonTry",
    "DiagramAnswer", "DiagramTry", "RulesSpan", "Diagram", "RulesBlock", "RulesPage",
]  # fmt: skip
EXPLORING = [
    "Odds", "Explored", "Exploration", "Explained", "Understood", "RecordText", "Checked",
    "Counted",
    "Line", "ExploreWanted", "ExplainWanted", "UnderstandWanted", "ConvertWanted",
]  # fmt: skip
PUZZLES = [
    "PuzzleOutline", "PuzzleTheme", "PuzzleList", "DailyPuzzle", "PuzzleRating", "PuzzleStart",
    "PuzzleTry", "PuzzleAnswer", "PuzzleHintWanted", "PuzzleHint", "PuzzleSolutionWanted",
    "PuzzleDefence", "PuzzleSolution",
]  # fmt: skip


EDITING = ["EditedPiece", "EditedPosition", "EditOperation", "EditWanted", "EditorWanted", "Edited"]
CLASSES = [
    name
    for name, kind in vars(classes).items()
    if isinstance(kind, type) and kind.__module__ == classes.__name__
]
VALIDATION = {
    "SourceLine": "SourceLine", "Fix": "Fix", "SourcePlace": "SourcePlace",
    "BoardPlace": "BoardPlace", "DialogueLine": "DialogueLine", "Frame": "CrashFrame",
    "Segment": "Segment", "Measure": "Measure", "Finding": "Finding", "File": "HandInFile",
    "TestGame": "TestGame", "Step": "ValidationStep", "Validation": "Validation",
}  # fmt: skip
"""With the names that they have in the page, which knows others by some of ours."""
MODULES = (
    (http, HTTP), (catalogue, CATALOGUE), (analysis, ANALYSIS), (teaching, TEACHING),
    (exploring, EXPLORING), (puzzles, PUZZLES), (editing, EDITING), (classes, CLASSES),
)  # fmt: skip
STRUCTS = {name: getattr(module, name) for module, names in MODULES for name in names}
STRUCTS |= {twin: getattr(validation, name) for name, twin in VALIDATION.items()}


@pytest.mark.parametrize("name", STRUCTS)
def test_fields_are_those_of_the_twin(name: str) -> None:
    fields = msgspec.structs.fields(STRUCTS[name])
    assert [field.encode_name for field in fields] == fields_of(name)


def fields_of(name: str) -> list[str]:
    """Those of a type of the page, after those of the type that it extends."""
    found = re.search(
        rf"export interface {name}(?: extends (\w+))? \{{(.*?)\n\}}", TYPESCRIPT, re.S
    )
    assert found is not None
    own = re.findall(r"^  (\w+)\??:", found[2], re.M)
    return [*(fields_of(found[1]) if found[1] else []), *own]
