"""Pebbles with lessons: games whose files are written by the tests."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources.abc import Traversable
from itertools import count
from pathlib import Path
from typing import ClassVar, Self

from tests.unit.core.pebbles import PEBBLES, Pebbles, PebblesState

from duiyi.core import Seat, View

_numbers = count()
START = PEBBLES.start().dump()
"""Six empty sites, seat 0 to put."""
COIN = PEBBLES.start(2, dice=True).dump()

TWO_LESSONS = f"""
[[lesson]]
id = "put"
teaches = ["put"]
position = '{START}'

[[lesson.step]]
goal = {{ tokens = ["A", "B"] }}
solution = "A"
then = [["A", "C"]]
look = ["A"]
wrong = {{ far = ["F"], click = ["@Z"], taken = ["X"] }}

[[lesson.step]]
goal = {{ event = "event.play", with = {{ token = "D" }} }}
solution = "D"

[[lesson]]
id = "coin"
clause = "coin"
teaches = ["pass"]
position = '{COIN}'

[[lesson.step]]
goal = {{ tokens = ["*"] }}
solution = "A"
then = ["heads"]

[[lesson.step]]
goal = {{ tokens = ["pass"] }}
"""


class Verbal(PebblesState):
    """Choices have verbs."""

    def view(
        self, seat: Seat | None = None, since: Self | None = None, *, choices: bool = True
    ) -> View:
        view = super().view(seat, since, choices=choices)
        verbs = (
            replace(one, verb="pass" if one.token == "pass" else "put") for one in view.choices
        )
        return replace(view, choices=tuple(verbs))


class Taught(Pebbles):
    """Pebbles with a folder of lessons; each has its own id, since lessons are read once."""

    state: ClassVar[type[PebblesState]] = Verbal

    def __init__(self, folder: Path, lessons: str, *without: str) -> None:
        self.id = f"pebbles-taught-{next(_numbers)}"  # type: ignore[misc]
        self.folder = folder
        (folder / "lessons.toml").write_text(lessons, "utf-8")
        words = {key: f"{{token}} {key}" for key in KEYS if key not in without}
        (folder / "en.json").write_text(json.dumps(words), "utf-8")
        super().__init__()

    @property
    def lessons(self) -> Traversable:
        return self.folder


KEYS = [
    "put.topic",
    "put.done",
    "put.ask",
    "put.look",
    "put.act",
    "put.wrong.far",
    "put.wrong.click",
    "put.wrong.taken",
    "put.2.ask",
    "put.2.look",
    "put.2.act",
    "coin.topic",
    "coin.done",
    "coin.ask",
    "coin.look",
    "coin.act",
    "coin.2.ask",
    "coin.2.look",
    "coin.2.act",
]
