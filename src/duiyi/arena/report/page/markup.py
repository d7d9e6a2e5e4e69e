"""HTML as text that is known to be HTML: whatever is not is escaped, and made visible."""

from __future__ import annotations

from html import escape
from urllib.parse import quote

from duiyi.arena.report.page.words import Words, one_line, phrase, said, visible
from duiyi.core.locale import LANGUAGES, text
from duiyi.core.message import Message, Param

EMPTY = ("br", "col", "input", "link", "meta")
FIRST = LANGUAGES[0]
"""The language that the page is written in before anybody chooses one."""


class Markup(str):
    """HTML."""

    __slots__ = ()


def element(tag: str, *inside: object, **attributes: object) -> Markup:
    """`class_="num"` becomes `class="num"`, `data_at=3` `data-at="3"`; `None` leaves it out, `True`
    is an attribute without a value."""
    written = "".join(
        f" {_name(name)}" if value is True else f' {_name(name)}="{_safe(value)}"'
        for name, value in attributes.items()
        if value is not None and value is not False
    )
    if tag in EMPTY:
        return Markup(f"<{tag}{written}>")
    return Markup(f"<{tag}{written}>{together(*inside)}</{tag}>")


def together(*inside: object) -> Markup:
    """Things after each other; text is escaped."""
    return Markup("".join(str(one) if isinstance(one, Markup) else _safe(one) for one in inside))


def _safe(value: object) -> str:
    return escape(visible(str(value)))


def name_of(bot: str) -> Markup:
    """A bot's name, which may be written in any direction and must not turn anything around."""
    return element("bdi", one_line(bot))


def game_link(game: str, at: int | None = None) -> str:
    """The address of a game within the page, and of a position in it."""
    step = "" if at is None else f"&at={at}"
    return f"#game={quote(one_line(game), safe='')}{step}"


def _name(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


class Speaker:
    """Writes words that change with the language: the page has all of them, by number."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def say(self, key: str, **params: Param) -> Markup:
        """A message of the report."""
        return self.tell(phrase(key, **params))

    def tell(self, told: Message) -> Markup:
        return element("span", said(told)[0], data_say=self.words.number(told))

    def label(self, key: str, **params: Param) -> dict[str, object]:
        """Attributes: what a thing is called by those who do not see it."""
        told = phrase(key, **params)
        return {"aria_label": text(told, FIRST), "data_label": self.words.number(told)}
