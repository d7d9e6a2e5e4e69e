"""Pseudonyms: an animal of Taiwan and two digits, one key in three languages (石虎-29, Wildcat-29).

They are drawn by lot once and kept, so that nothing about a person leads to one: neither the id nor
the name nor the order of the roster.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Container
from functools import cache
from importlib.resources import files

from duiyi.core.locale import FALLBACK

NUMBERS = range(10, 100)
TRIES = 200


@cache
def animals() -> dict[str, dict[str, str]]:
    """The animals by their keys, each in every language."""
    data = files("duiyi.classes.people") / "data" / "animals.json"
    found: dict[str, dict[str, str]] = json.loads(data.read_text("utf-8"))
    return found


def draw(taken: Container[str]) -> str:
    """A pseudonym that nobody of the class has."""
    for _ in range(TRIES):
        drawn = f"{secrets.choice([*animals()])}-{secrets.choice(NUMBERS)}"
        if drawn not in taken:
            return drawn
    free = [
        f"{animal}-{n}" for animal in animals() for n in NUMBERS if f"{animal}-{n}" not in taken
    ]
    return secrets.choice(free)


def shown(pseudonym: str, language: str) -> str:
    """A pseudonym in a language; one of another list as it is."""
    animal, _, number = pseudonym.rpartition("-")
    names = animals().get(animal)
    return pseudonym if names is None else f"{names.get(language, names[FALLBACK])}-{number}"
