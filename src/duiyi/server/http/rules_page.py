"""A game's page of rules: Markdown from its package, as blocks of plain text for the page to draw.

No HTML is made here or there. What is none of a heading, a paragraph, a list, a table or code is
shown as text, and only links to other sites are links. So a page of rules can do nothing that the
page's content policy forbids.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from duiyi.core.locale import FALLBACK
from duiyi.core.state import Game
from duiyi.server.wire.http import RulesBlock, RulesPage, RulesSpan, SpanKind

ALLOWED_LINKS = ("https://", "http://")
_kinds: dict[str, SpanKind] = {"strong": "strong", "em": "emphasis", "code_inline": "code"}
Cell = tuple[RulesSpan, ...]


def rules_page(game: Game, language: str) -> RulesPage:
    """The page in this language, else in English; without blocks where the game brings none."""
    directory = getattr(game, "rules", None)
    for name in dict.fromkeys((language, FALLBACK)):
        if directory is not None and (file := directory / f"{name}.md").is_file():
            return RulesPage(name, blocks(file.read_text("utf-8")))
    return RulesPage(FALLBACK, ())


def blocks(markdown: str) -> tuple[RulesBlock, ...]:
    """Without the title, which the page has already."""
    parts = list(_blocks(SyntaxTreeNode(_parser().parse(markdown))))
    titled = bool(parts) and (parts[0].kind, parts[0].level) == ("heading", 1)
    return tuple(parts[1:] if titled else parts)


def _blocks(node: SyntaxTreeNode) -> Iterator[RulesBlock]:
    for child in node.children:
        match child.type:
            case "heading":
                yield RulesBlock("heading", int(child.tag[1:]), ((_cell(child),),))
            case "paragraph":
                yield RulesBlock("text", 0, ((_cell(child),),))
            case "bullet_list":
                yield RulesBlock("bullets", 0, tuple((_cell(item),) for item in child.children))
            case "ordered_list":
                yield RulesBlock("numbers", 0, tuple((_cell(item),) for item in child.children))
            case "table":
                rows = (row for part in child.children for row in part.children)
                yield RulesBlock("table", 0, tuple(tuple(map(_cell, r.children)) for r in rows))
            case "fence" | "code_block":
                yield RulesBlock("code", 0, (((RulesSpan("code", child.content, ""),),),))
            case _:
                yield from _blocks(child)


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
