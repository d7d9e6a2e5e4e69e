"""The rules of the games' packages, in their pages of the documentation.

    make rules

A page under `docs/rules` has the rules between two marks; the text between them is made here from
`rules/LANGUAGE.md` of the game's package, and nowhere else. A code host draws neither ids of
headings nor diagrams nor footnotes without notes: headings lose their ids, diagrams are left out,
and the mark of a ruling becomes its name in brackets.
"""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path("docs/rules")
GAMES = Path("src/duiyi/games")
NAMES = ("relati-classic", "relati", "relati-legacy", "tzaar", "atom")
LANGUAGES = ("en", "zh-Hant", "zh-Hans")
END = "<!-- end of the rules -->"
_title = re.compile(r"\A# .*\n+")
_id = re.compile(r"^(#+ .*?) *\{#[a-z0-9-]+\}$", re.MULTILINE)
_diagrams = re.compile(r"^```position\n.*?^```\n+", re.MULTILINE | re.DOTALL)
_rulings = re.compile(r"(?:\[\^[A-Z]-\d+\])+")


def source_of(name: str, language: str) -> Path:
    return GAMES / name.replace("-", "_") / "rules" / f"{language}.md"


def page_of(name: str, language: str) -> Path:
    return DOCS / (f"{name}.md" if language == "en" else f"{name}.{language}.md")


def begin(name: str, language: str) -> str:
    return f"<!-- the rules: {source_of(name, language).as_posix()}, put here by make rules -->"


def written(markdown: str, language: str) -> str:
    """Rules as a page of the documentation has them."""
    text = _id.sub(r"\1", _diagrams.sub("", _title.sub("", markdown)))
    before, between, after = (" (", ", ", ")") if language == "en" else ("（", "、", "）")

    def named(found: re.Match[str]) -> str:
        return before + between.join(re.findall(r"[A-Z]-\d+", found[0])) + after

    return _rulings.sub(named, text).strip() + "\n"


def renewed(page: str, name: str, language: str) -> str:
    """The page with the rules as they are now; `ValueError` where a mark is missing."""
    first = begin(name, language)
    head, rest = page.split(first)
    _, tail = rest.split(END)
    rules = written(source_of(name, language).read_text("utf-8"), language)
    return f"{head}{first}\n\n{rules}\n{END}{tail}"


def main() -> None:
    for name in NAMES:
        for language in LANGUAGES:
            page = page_of(name, language)
            page.write_text(renewed(page.read_text("utf-8"), name, language), "utf-8")


if __name__ == "__main__":
    main()
