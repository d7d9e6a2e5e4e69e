"""Reading the project's Markdown pages: fenced blocks, tables and links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]
RULES = ROOT / "docs" / "rules"
_fence = re.compile(r"^```(?P<mark>[\w-]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_link = re.compile(r"\]\((?P<target>[^)\s]+)\)")
_heading = re.compile(r"^#+ (?P<title>.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: where it begins, how it is marked, and its lines."""

    page: Path
    line: int
    mark: str
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def markdown_files() -> list[Path]:
    """README, CONTRIBUTING and everything under docs."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path, mark: str) -> list[Block]:
    text = page.read_text("utf-8")
    return [
        Block(page, text.count("\n", 0, found.start()) + 1, mark, tuple(found["body"].splitlines()))
        for found in _fence.finditer(text)
        if found["mark"] == mark
    ]


def prose(page: Path) -> str:
    """The page without its fenced blocks."""
    return _fence.sub("", page.read_text("utf-8"))


def links(page: Path) -> Iterator[str]:
    """The targets of links that stay in this repository."""
    for found in _link.finditer(re.sub(r"`[^`]*`", "", prose(page))):
        if "://" not in found["target"]:
            yield found["target"]


def anchors(page: Path) -> set[str]:
    """What `#…` may name in a page: its headings as GitHub and GitLab write them."""
    return {
        re.sub(r"[^\w\- ]", "", found["title"].replace("`", "")).lower().replace(" ", "-")
        for found in _heading.finditer(prose(page))
    }


def table(page: Path, heading: str) -> list[list[str]]:
    """The rows of the last table under a heading, without its head."""
    _, _, rest = page.read_text("utf-8").partition(f"\n## {heading}\n")
    lines = [line for line in rest.partition("\n## ")[0].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]
