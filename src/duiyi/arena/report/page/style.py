"""The colours of the page as custom properties: both themes, and what a game's look changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from duiyi.draw.look import Look, theme

BOARDS = ".board,.symbol,.definitions"
"""Where the colours of a look count; around them the page keeps its own."""


def colours(looks: Iterable[Look]) -> str:
    """Light unless the reader's system, or the reader, wants it dark; always light on paper."""
    found = tuple(looks)
    light, dark = theme("light"), theme("dark")
    return "\n".join(
        (
            _rules(":root", "light", light, found),
            "@media screen and (prefers-color-scheme:dark){",
            _rules(":root:not([data-theme=light])", "dark", dark, found),
            "}",
            "@media screen{",
            _rules(":root[data-theme=dark]", "dark", dark, found),
            "}\n",
        )
    )


def _rules(where: str, name: str, plain: Mapping[str, str], looks: Iterable[Look]) -> str:
    own = [look.colours[name] for look in looks if look.colours.get(name)]
    return "\n".join(
        (
            f"{where}{{color-scheme:{name};{_properties(plain)}}}",
            *(f"{where} :is({BOARDS}){{{_properties(found)}}}" for found in own),
        )
    )


def _properties(found: Mapping[str, str]) -> str:
    return "".join(f"--{key}:{value};" for key, value in found.items())
