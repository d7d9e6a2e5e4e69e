"""What is said about puzzles: their tasks and themes, by messages of duiyi or of the game."""

from __future__ import annotations

from typing import Any

from duiyi.analysis.puzzles.model import Task, puzzling_of
from duiyi.core import Message, State, message

ORDINARY = ("win", "force", "hold", "save", "only-move")
"""Tasks and themes that are not one game's own."""


def task_message(name: str, task: Task) -> Message:
    """What is asked for, in one sentence with the number that matters."""
    return message(f"{_catalog(name, task.kind)}puzzle.task.{task.kind}", count=task.number)


def facts_message(state: State[Any], task: Task) -> Message | None:
    """The numbers that one needs to solve it from here, where the game has words for them."""
    facts = puzzling_of(state.game).facts
    return None if facts is None or state.outcome is not None else facts(state, task.kind)


def theme_message(name: str, theme: str) -> Message:
    return message(f"{_catalog(name, theme)}puzzle.theme.{theme}")


def _catalog(name: str, word: str) -> str:
    return "" if word in ORDINARY else f"{name}:"
