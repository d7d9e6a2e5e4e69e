"""The page of rules that a game brings: found by language, and text without HTML."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import duiyi
from duiyi.core.locale import LANGUAGES
from duiyi.server.http.rules_page import blocks, rules_page
from duiyi.server.teaching.diagrams import diagrams
from duiyi.server.wire.teaching import RulesBlock, RulesSpan

ENDS = {"en": "The end", "zh-Hant": "結束", "zh-Hans": "结束"}


def plain(block: RulesBlock) -> list[list[str]]:
    return [["".join(span.text for span in cell) for cell in row] for row in block.rows]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plug_in_brings_its_rules_in_every_language(language: str) -> None:
    page = rules_page(duiyi.game("amazons"), language)
    assert page.language == language
    headings = [block for block in page.blocks if block.kind == "heading"]
    assert {block.level for block in headings} == {2}  # the title is on the page already
    assert [[ENDS[language]]] in [plain(block) for block in headings]
    (table,) = (block for block in page.blocks if block.kind == "table")
    assert [len(row) for row in table.rows] == [3, 3, 3, 3]
    (steps,) = (block for block in page.blocks if block.kind == "numbers")
    assert [row[0][0].kind for row in steps.rows] == ["strong", "strong"]
    spans = [span for block in page.blocks for row in block.rows for cell in row for span in cell]
    assert RulesSpan("code", "D1-D7/G7", "") in spans
    assert not any("*" in span.text or "`" in span.text for span in spans)


def test_a_missing_language_falls_back_to_english(tmp_path: Path) -> None:
    (tmp_path / "en.md").write_text("# Game\n\nPlay.\n", "utf-8")
    game: Any = SimpleNamespace(rules=tmp_path)
    for language in LANGUAGES:
        page = rules_page(game, language)
        assert page.language == "en"
        assert [plain(block) for block in page.blocks] == [[["Play."]]]


def test_a_game_without_a_page_has_an_empty_one(tmp_path: Path) -> None:
    without: list[Any] = [duiyi.game("hex"), SimpleNamespace()]
    for game in (*without, SimpleNamespace(rules=tmp_path)):
        assert rules_page(game, "zh-Hant").blocks == ()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<b>bold</b> move", "<b>bold</b> move"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("[click](javascript:alert(1))", "[click](javascript:alert(1))"),
        ("[click](data:text/html,x)", "[click](data:text/html,x)"),
        ("[another page](en.md)", "[another page](en.md)"),
        ("<javascript:alert(1)>", "<javascript:alert(1)>"),
    ],
)
def test_what_is_not_known_is_text(text: str, shown: str) -> None:
    (block,) = blocks(text)
    assert (block.kind, plain(block)) == ("text", [[shown]])
    assert {span.kind for span in block.rows[0][0]} == {"text"}
    assert {span.href for span in block.rows[0][0]} == {""}


def test_a_picture_becomes_a_link_or_text() -> None:
    assert plain(blocks("![board](board.png)")[0]) == [["![board](board.png)"]]
    (mark, link) = blocks("![board](https://example.org/b.png)")[0].rows[0][0]
    assert (mark.text, link) == ("!", RulesSpan("link", "board", "https://example.org/b.png"))


def test_marked_words_keep_their_kind() -> None:
    (block,) = blocks("Play **two** *or* `A1`, see [**here**](https://example.org).\nGo")
    assert block.rows[0][0] == (
        RulesSpan("text", "Play ", ""),
        RulesSpan("strong", "two", ""),
        RulesSpan("text", " ", ""),
        RulesSpan("emphasis", "or", ""),
        RulesSpan("text", " ", ""),
        RulesSpan("code", "A1", ""),
        RulesSpan("text", ", see ", ""),
        RulesSpan("link", "here", "https://example.org"),
        RulesSpan("text", ".", ""),
        RulesSpan("text", " ", ""),
        RulesSpan("text", "Go", ""),
    )


@pytest.mark.parametrize(
    ("text", "title", "id"),
    [
        ("## Attack {#attack}", "Attack", "attack"),
        ("## **Attack** twice {#two-times}", "Attack twice", "two-times"),
        ("## 攻擊 {#attack}", "攻擊", "attack"),
        ("## Attack", "Attack", ""),
        ("## Attack {#At tack}", "Attack {#At tack}", ""),
    ],
)
def test_a_heading_may_have_an_id(text: str, title: str, id: str) -> None:
    (block,) = blocks(text)
    assert (block.kind, plain(block), block.id) == ("heading", [[title]], id)


def test_marks_of_footnotes_are_left_out() -> None:
    assert plain(blocks("It dies[^A-8][^W-1]. Go")[0]) == [["It dies. Go"]]


def test_a_block_of_positions_becomes_diagrams(tmp_path: Path) -> None:
    tzaar = duiyi.game("tzaar")
    position = (
        'position = "ZRT../....../......./.T2..t.../......../......../......./....../..trz w 1 5"'
    )
    (tmp_path / "diagrams.toml").write_text(
        f'[yes]\n{position}\ncan = "D2xD5"\nsee = ["D2", "D5"]\n'
        f'[no]\n{position}\ncannot = "D2+D5"\n'
        f'[after]\n{position}\nplay = ["D2xD5"]\n'
        f'[wrong]\n{position}\ncan = "D2+D5"\n[wrong-too]\n{position}\ncannot = "D2xD5"\n',
        "utf-8",
    )
    made = diagrams(tzaar, tmp_path)
    assert [(name, one.verdict) for name, one in made.items()] == [
        ("yes", "can"),
        ("no", "cannot"),
        ("after", ""),
    ]  # what does not hold is not drawn
    (block,) = blocks("```position\nyes: 2 captures 1\nnobody: knows\nno: a: b\n```\n", made)
    assert (block.kind, plain(block)) == ("diagrams", [["2 captures 1"], ["a: b"]])
    assert block.diagrams == (made["yes"], made["no"])
    yes, after = (msgspec.json.decode(made[name].view) for name in ("yes", "after"))
    assert [choice["token"] for choice in yes["choices"]] == ["D2xD5"]
    assert made["yes"].see == ("D2", "D5")
    assert (after["last"], after["choices"]) == (["D2", "D5"], [])


def test_blocks_keep_their_order_and_shape() -> None:
    page = (
        "# T\n\na\n\n- b\n- c\n  - d\n\n| e | f |\n| --: | - |\n| g | h |\n\n> i\n\n```\nj\n```\n"
    )
    assert [(block.kind, plain(block)) for block in blocks(page)] == [
        ("text", [["a"]]),
        ("bullets", [["b"], ["c\nd"]]),
        ("table", [["e", "f"], ["g", "h"]]),
        ("text", [["i"]]),
        ("code", [["j\n"]]),
    ]
    assert blocks("") == ()
