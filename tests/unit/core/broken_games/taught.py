"""Games whose lessons break the property `lessons`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.unit.core.broken_games.table import BROKEN
from tests.unit.core.lessons.taught import TWO_LESSONS, Taught
from tests.unit.core.pebbles import Pebbles, PebblesState


class Plain(Taught):
    """Lessons, and choices without verbs: those need words of their own."""

    state = PebblesState


def _without_teaching(lines: str) -> str:
    return "\n".join(line for line in lines.split("\n") if not line.startswith("teaches"))


def _enter(change: Callable[[str], str], *without: str) -> None:
    lines = change(_without_teaching(TWO_LESSONS))
    assert lines != _without_teaching(TWO_LESSONS) or without

    def case(folder: Path) -> Pebbles:
        return Plain(folder, lines, *without)

    BROKEN.setdefault("lessons", []).append(case)


def _swap(old: str, new: str) -> Callable[[str], str]:
    return lambda lines: lines.replace(old, new, 1)


_enter(lambda lines: lines + "no toml")
_enter(lambda lines: lines.replace('"actor":0', '"actor":7'))
_enter(lambda lines: lines, "put.done")
_enter(lambda lines: lines, "put.wrong.far")
_enter(_swap('id = "put"', 'id = "put"\nseat = 1'))
_enter(_swap('look = ["A"]', 'look = ["Z"]'))
_enter(_swap('solution = "A"', 'solution = "X"'))
_enter(_swap('solution = "A"', 'solution = "E"'))
_enter(_swap('["A", "B"]', '["A", "X"]'))
_enter(_swap('far = ["F"]', "far = []"))
_enter(_swap('far = ["F"]', 'far = ["B"]'))
_enter(_swap('far = ["F"]', 'far = ["X*"]'))
_enter(_swap('then = [["A", "C"]]', 'then = ["B"]'))
_enter(_swap('token = "D"', 'token = "X"'))
