"""Locales: from a message to words in 繁體中文, 简体中文 or English.

A catalog is a directory with one flat JSON file per language. Templates know `{name}` and
`{name|one|many}`. A key missing in a language falls back to English and is reported once.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from duiyi.core.message import Message, Param

LANGUAGES = ("zh-Hant", "zh-Hans", "en")
FALLBACK = "en"
_log = logging.getLogger("duiyi.locale")
_directories: dict[str, Traversable] = {"core": files("duiyi") / "locales"}
_placeholder = re.compile(r"\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}")
missing: set[tuple[str, str]] = set()


def add_catalog(name: str, directory: Traversable) -> None:
    """Make the messages `name:…` known; a game does this when it is made."""
    _directories[name] = directory
    catalog.cache_clear()


@cache
def catalog(name: str, language: str) -> Mapping[str, str]:
    """All templates of one catalog in one language; empty when there is no such file."""
    directory = _directories.get(name)
    if directory is None or not (file := directory / f"{language}.json").is_file():
        return {}
    templates: dict[str, str] = json.loads(file.read_text("utf-8"))
    return templates


def template(key: str, language: str) -> str | None:
    """The template of `catalog:key`; a game's catalog falls back to the core's."""
    name, _, rest = key.partition(":")
    found = catalog(name, language).get(rest)
    return found if found is not None else catalog("core", language).get(rest)


def text(message: Message, language: str = FALLBACK) -> str:
    """The message in words."""
    found = template(message.key, language)
    if found is None:
        _report(message.key, language)
        found = template(message.key, FALLBACK)
    if found is None:
        shown = ", ".join(f"{name}={_word(value, FALLBACK)}" for name, value in message.params)
        return f"{message.key}({shown})" if shown else message.key
    params = dict(message.params)

    def fill(match: re.Match[str]) -> str:
        name, one, many = match.groups()
        if name not in params:
            return match.group()
        if one is not None:
            return str(one if params[name] == 1 else many)
        return _word(params[name], language)

    return _placeholder.sub(fill, found)


def has(key: str, language: str) -> bool:
    """Whether the language itself, without falling back, knows the key."""
    return template(key, language) is not None


def _word(value: Param, language: str) -> str:
    if isinstance(value, Message):
        return text(value, language)
    if isinstance(value, tuple):
        between = template("core:list", language) or ", "
        return between.join(_word(item, language) for item in value)
    if isinstance(value, Fraction) and value.denominator == 2:
        return f"{value.numerator / 2:g}"
    return str(value)


def _report(key: str, language: str) -> None:
    if (language, key) not in missing:
        missing.add((language, key))
        _log.warning("no text for %s in %s", key, language)
