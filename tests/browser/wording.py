"""What the page calls things, in each language, as its word files have it."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files

_placeholder = re.compile(r"\{\w+(?:\|[^|{}]*\|[^|{}]*)?\}")


@cache
def _words(catalog: str, language: str) -> dict[str, str]:
    file = files("duiyi.server") / "words" / catalog / f"{language}.json"
    found: dict[str, str] = json.loads(file.read_text("utf-8"))
    return found


def wording(key: str, language: str) -> re.Pattern[str]:
    """A text `catalog:key`, whatever stands where it leaves room."""
    catalog, _, name = key.partition(":")
    parts = _placeholder.split(_words(catalog, language)[name])
    return re.compile(".*?".join(map(re.escape, parts)))
