"""An analysis inside a record: comments and variations that every reader takes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest
from tests.record_games import find
from tests.unit.analysis.games import row, walked

from duiyi.analysis import Analyst, Limits, annotated, judged
from duiyi.core import Record
from duiyi.core.record import Decision
from duiyi.core.record.dyr import write_dyr
from duiyi.core.record.files import read
from duiyi.core.record.json import write_json


def analysed(record: Record, language: str = "en") -> Record:
    return annotated(record, judged(record, Analyst(Limits(nodes=300))), language)


def bare(record: Record) -> Record:
    """Without comments and variations."""
    nodes = (dataclasses.replace(node, comments=(), variations=()) for node in record.nodes)
    return dataclasses.replace(record, nodes=tuple(nodes))


def test_what_was_better_is_a_variation_and_the_share_a_comment() -> None:
    first, second = analysed(row("p1 p5")).nodes
    assert first.comments == ("[eval 0.000] blunder, 100.0 % lost: p5 was better",)
    assert first.variations == ((Decision(0, "p5", ("[eval 1.000]",)),),)
    assert (second.comments, second.variations) == (("[eval 1.000]",), ())


@pytest.mark.parametrize(("language", "word"), [("zh-Hant", "嚴重失誤"), ("zh-Hans", "严重失误")])
def test_words_are_in_the_chosen_language(language: str, word: str) -> None:
    assert word in analysed(row("p1 p5"), language).nodes[0].comments[0]


def test_what_stood_in_the_record_stays_and_comes_first() -> None:
    record = row("p1").commented("hm")
    (node,) = analysed(record).nodes
    assert node.comments[0] == "hm"
    assert len(node.comments) == 2


@pytest.mark.parametrize("write", [write_dyr, write_json])
def test_an_analysed_record_can_be_read_again(write: Callable[[Record], str]) -> None:
    small = row("p1 p5")
    assert read(write(analysed(small)), find) == analysed(small)
    record = walked("tzaar", 2, 12)
    with_words = analysed(record)
    assert any(node.variations for node in with_words.nodes)
    assert read(write(with_words)) == with_words
    assert bare(with_words) == record
