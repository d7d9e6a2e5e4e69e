"""A game's page of rules: Markdown from its package, as blocks of plain text for the page to draw.

No HTML is made here or there. What is none of a heading, a paragraph, a list, a table, code or a
diagram is shown as text, and only links to other sites are links. So a page of rules can do nothing
that the page's content policy forbids.

A heading that can be led to ends in its id: `## Attack {#attack}`. `rules/clauses.toml` says which
messages of the game are about it. A block marked `position` has a line for each of some diagrams:
its name in `rules/diagrams.toml`, a colon, and its caption. Marks of footnotes (`[^A-8]`) are for
those who read the documentation, and left out.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources.abc import Traversable

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from duiyi.core.locale import FALLBACK
from duiyi.core.state import Game
from duiyi.server.teaching.diagrams import diagrams
from duiyi.server.wire.teaching import Diagram, RulesBlock, RulesPage, RulesSpan, SpanKind

ALLOWED_LINKS = ("https://", "http://")
CLAUSES = "clauses.toml"
POSITION = "position"
_footnote = re.compile(r"\[\^[\w-]+\]")
_named = re.compile(r"(?P<title>.*?) *\{#(?P<id>[a-z0-9-]+)\}", re.DOTALL)
_kinds: dict[str, SpanKind] = {"strong": "strong", "em": "emphasis", "code_inline": "code"}
Cell = tuple[RulesSpan, ...]


def rules_page(game: Game, language: str) -> RulesPage:
    """The page in this language, else in English; without blocks where the game brings none."""
    directory: Traversable | None = getattr(game, "rules", None)
    for name in dict.fromkeys((language, FALLBACK)):
        if directory is not None and (file := directory / f"{name}.md").is_file():
            parts = blocks(file.read_text("utf-8"), diagrams(game, directory))
            return RulesPage(name, parts, clauses(directory))
    return RulesPage(FALLBACK, ())


def clauses(directory: Traversable) -> dict[str, str]:
    """By key of a message, or its beginning and a `*`: the id of the heading that it is about."""
    file = directory / CLAUSES
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def blocks(markdown: str, drawn: Mapping[str, Diagram] | None = None) -> tuple[RulesBlock, ...]:
    """Without the title, which the page has already."""
    tree = SyntaxTreeNode(_parser().parse(_footnote.sub("", markdown)))
    parts = list(_blocks(tree, drawn or {}))
    titled = bool(parts) and (parts[0].kind, parts[0].level) == ("heading", 1)
    return tuple(parts[1:] if titled else parts)


def _blocks(node: SyntaxTreeNode, drawn: Mapping[str, Diagram]) -> Iterator[RulesBlock]:
    for child in node.children:
        match child.type:
            case "heading":
                yield _heading(child)
            case "paragraph":
                yield RulesBlock("text", 0, ((_cell(child),),))
            case "bullet_list":
                yield RulesBlock("bullets", 0, tuple((_cell(item),) for item in child.children))
            case "ordered_list":
                yield RulesBlock("numbers", 0, tuple((_cell(item),) for item in child.children))
            case "table":
                rows = (row for part in child.children for row in part.children)
                yield RulesBlock("table", 0, tuple(tuple(map(_cell, r.children)) for r in rows))
            case "fence" if child.info == POSITION:
                yield _diagrams(child.content, drawn)
            case "fence" | "code_block":
                yield RulesBlock("code", 0, (((RulesSpan("code", child.content, ""),),),))
            case _:
                yield from _blocks(child, drawn)


def _heading(node: SyntaxTreeNode) -> RulesBlock:
    level, spans = int(node.tag[1:]), _cell(node)
    if spans and (found := _named.fullmatch(spans[-1].text)):
        last = RulesSpan(spans[-1].kind, found["title"], spans[-1].href)
        return RulesBlock("heading", level, (((*spans[:-1], last),),), found["id"])
    return RulesBlock("heading", level, ((spans,),))


def _diagrams(text: str, drawn: Mapping[str, Diagram]) -> RulesBlock:
    """A line whose diagram there is none of is left out."""
    lines = [line.partition(":")[::2] for line in text.splitlines()]
    shown = [(drawn[name], caption.strip()) for name, caption in lines if name in drawn]
    captions = tuple(((RulesSpan("text", caption, ""),),) for _, caption in shown)
    return RulesBlock("diagrams", 0, captions, diagrams=tuple(diagram for diagram, _ in shown))


def _cell(node: SyntaxTreeNode) -> Cell:
    """All text below a node. Parts of a list within a list stand on lines of their own."""
    lines = [tuple(_spans(part, "text", "")) for part in node.walk() if part.type == "inline"]
    spans: list[RulesSpan] = []
    for line in lines:
        spans += [RulesSpan("text", "\n", ""), *line] if spans else line
    return tuple(spans)


def _spans(node: SyntaxTreeNode, kind: SpanKind, href: str) -> Iterator[RulesSpan]:
    for child in node.children:
        match child.type:
            case "softbreak" | "hardbreak":
                yield RulesSpan(kind, " " if child.type == "softbreak" else "\n", href)
            case "link":
                yield from _spans(child, "link", str(child.attrs["href"]))
            case "text" | "code_inline" if child.content:
                own = _kinds.get(child.type, "text")
                yield RulesSpan(own if kind == "text" else kind, child.content, href)
            case _:
                yield from _spans(child, _kinds.get(child.type, kind) if not href else kind, href)


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    parser.validateLink = lambda url: url.startswith(ALLOWED_LINKS)  # type: ignore[method-assign]
    return parser
