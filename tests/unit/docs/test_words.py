"""One word for each thing: what `words.md` says is not used is nowhere in Chinese."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from tests.unit.docs.pages import ROOT, links, prose, table

PAGE = ROOT / "docs" / "architecture" / "words.md"
EXAMPLES = ROOT / "examples"
LANGUAGES = ("zh-Hant", "zh-Hans")
SECTIONS = {"zh-Hant": "\n## 繁體中文\n", "zh-Hans": "\n## 简体中文\n"}
"""Where a page holds more than one language, its Chinese parts."""
MIXED = ("README.md", "sdk/python/README.md")
NONE = "–"
_code = re.compile(r"`[^`]*`|\]\([^)]*\)|\{[^}]*\}")


@dataclass(frozen=True, slots=True)
class Words:
    """Of one language: the words that are used, and those that are not."""

    right: tuple[str, ...]
    wrong: tuple[str, ...]

    def misused(self, text: str) -> list[str]:
        """Wrong words of a text; a right word may contain one, or begin it (行動作廢)."""
        for word in sorted(self.right, key=len, reverse=True):
            if not any(word in wrong for wrong in self.wrong):
                text = text.replace(word, " ")
        return [word for word in self.wrong if re.search(pattern(word), text)]


def pattern(word: str) -> str:
    """ASCII words as whole words only: `bot` is none in `./bot`, `bot.toml` and `check-bot`."""
    return rf"(?<![\w./=&-]){word}(?![\w./:-])" if word.isascii() else re.escape(word)


def words(language: str) -> Words:
    column = 1 + 2 * LANGUAGES.index(language)
    rows = [row for part in ("Things of games", "Things of computers") for row in table(PAGE, part)]
    right = tuple(row[column] for row in rows if not row[column].isascii())
    wrong = tuple(word for row in rows for word in row[column + 1].split(", ") if word != NONE)
    return Words(right, wrong)


def sentences(language: str) -> Iterator[tuple[str, str]]:
    """Every sentence of the program in a language, with where it stands."""
    files = [*(ROOT / "src").rglob(f"{language}.json"), *EXAMPLES.rglob(f"{language}.json")]
    for file in sorted(files):
        for key, text in json.loads(file.read_text("utf-8")).items():
            yield f"{file.relative_to(ROOT)}: {key}", text


def paragraphs(language: str) -> Iterator[tuple[str, str]]:
    """Every line of a Chinese page or of the Chinese part of a page."""
    pages = [*(ROOT / "docs").rglob(f"*.{language}.md"), *(ROOT / "sdk").rglob(f"*.{language}.md")]
    pages += EXAMPLES.rglob(f"rules/{language}.md")
    for page in (*sorted(pages), *(ROOT / name for name in MIXED)):
        text = prose(page)
        if page.name == "README.md":
            _, _, text = text.partition(SECTIONS[language])
            text = text.partition("\n## ")[0]
        for line in text.splitlines():
            yield str(page.relative_to(ROOT)), line


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_has_a_word_that_is_not_used(language: str) -> None:
    listed = words(language)
    found = {
        where: wrong
        for where, text in sentences(language)
        if (wrong := listed.misused(_code.sub(" ", text)))
    }
    assert not found


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_has_a_word_that_is_not_used(language: str) -> None:
    listed = words(language)
    found = [
        (where, wrong, line)
        for where, line in paragraphs(language)
        if (wrong := listed.misused(_code.sub(" ", line)))
    ]
    assert not found


@pytest.mark.parametrize(
    ("language", "text", "wrong"),
    [
        ("zh-Hant", "獎勵行動作廢", []),
        ("zh-Hant", "這個動作不合法", ["動作"]),
        ("zh-Hant", "請寫 ./bot 或 bot.toml", []),
        ("zh-Hant", "這個 bot 太慢", ["bot"]),
        ("zh-Hant", "bot 太慢", ["bot"]),
        ("zh-Hans", "这个文件夹里的程序", []),
        ("zh-Hans", "这个资料夹里的程式", ["资料夹", "程式"]),
        ("zh-Hans", "读不懂「C3」", ["「", "」"]),
    ],
)
def test_wrong_words_are_found_and_right_ones_are_not(
    language: str, text: str, wrong: list[str]
) -> None:
    assert words(language).misused(text) == wrong


def test_every_language_has_its_sentences_and_pages() -> None:
    for language in LANGUAGES:
        assert len(list(sentences(language))) > 500
        assert len({where for where, _ in paragraphs(language)}) >= 5
        assert len(words(language).wrong) > 20


def test_no_word_is_both_used_and_not() -> None:
    for language in LANGUAGES:
        listed = words(language)
        assert not {*listed.right} & {*listed.wrong}


def test_the_page_is_linked_from_where_people_write() -> None:
    assert "docs/architecture/words.md" in links(ROOT / "CONTRIBUTING.md")
