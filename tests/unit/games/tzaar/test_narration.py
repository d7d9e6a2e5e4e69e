"""What is told of a step, in English and Chinese, and that all languages have all words."""

from __future__ import annotations

import re

import pytest
from tests.unit.games.tzaar.positions import position

from duiyi.core import Event, IllegalAction, message
from duiyi.core.locale import LANGUAGES, catalog
from duiyi.core.locale import text as words
from duiyi.games.tzaar import GAME, Pass, TzaarState

FIGHT = {"D4": "T2", "D6": "t", "D7": "R", "E4": "Z", "F4": "t3", "C7": "r", "I2": "t"}


def told(state: TzaarState, token: str, language: str = "en") -> list[str]:
    return [words(event.message, language) for event in state.narrate(state.parse(token))]


def test_a_capture_tells_who_takes_what() -> None:
    state = GAME.start()
    assert told(state, "D3xC3") == ["D3 captures C3: white Tzaar takes black Tzaar"]
    assert told(state, "D3xC3", "zh-Hant") == ["D3 吃 C3：白方 Tzaar 吃掉黑方 Tzaar"]
    (event,) = state.narrate(state.parse("D3xC3"))
    assert event.sites == ("C3",)
    assert event.causes == ("D3",)


def test_heights_are_told_of_stacks() -> None:
    state = position("b 1 6", **FIGHT)
    assert told(state, "F4xE4") == [
        "F4 captures E4: black Totts of height 3 takes white Tzaar",
        "white: 1 Tzaar left",
    ]
    assert told(state, "F4xE4", "zh-Hant") == [
        "F4 吃 E4：黑方 3 層的 Totts 吃掉白方 Tzaar",
        "白方的 Tzaar 剩 1 枚",
    ]


def test_a_stack_tells_what_it_covers_and_how_high_it_is() -> None:
    state = position("w 2 5", **FIGHT, H1="Z", H2="Z")
    assert told(state, "D4+E4") == [
        "D4 goes onto E4: white Totts of height 2 covers white Tzaar and is now 3 high"
    ]
    assert told(state, "D4+E4", "zh-Hant") == [
        "D4 疊上 E4：白方 2 層的 Totts 蓋住白方 Tzaar，成為 3 層"
    ]
    (event,) = state.narrate(state.parse("D4+E4"))
    assert event.sites == ("E4",)
    assert event.causes == ("D4",)


@pytest.mark.parametrize(
    ("spare", "left"),
    [(3, []), (2, ["black: 2 Totts left"]), (1, ["black: 1 Totts left"])],
)
def test_a_rare_kind_is_counted(spare: int, left: list[str]) -> None:
    """I3 is one black Totts that stays; D6 is the one that is taken."""
    more = dict.fromkeys(["H1", "H2"][: spare - 1], "t")
    state = position("w 1 5", D6="t", D7="R", **more)
    assert told(state, "D7xD6") == ["D7 captures D6: white Tzarra takes black Totts", *left]
    assert [event.causes for event in state.narrate(state.parse("D7xD6"))][1:] == [
        ("D6",) for _ in left
    ]
    assert [event.sites for event in state.narrate(state.parse("D7xD6"))][1:] == [() for _ in left]


def test_stacking_is_counted_too() -> None:
    state = position("w 2 5", B2="Z", G4="T", I2="r")
    assert told(state, "A1+B2") == [
        "A1 goes onto B2: white Tzaar covers white Tzaar and is now 2 high",
        "white: 1 Tzaar left",
    ]


def test_the_last_of_a_kind_and_the_end_are_told() -> None:
    state = position("w 1 5", G4="T")
    assert told(state, "G4xI4") == [
        "G4 captures I4: white Totts takes black Tzarra",
        "black: no Tzarra left",
        "the opponent has at most two kinds left: white wins",
    ]
    assert told(state, "G4xI4", "zh-Hant") == [
        "G4 吃 I4：白方 Totts 吃掉黑方 Tzarra",
        "黑方的 Tzarra 沒有了",
        "對方最多只剩兩種棋子：白方獲勝",
    ]


def test_covering_ones_own_last_is_told() -> None:
    assert told(position("w 2 5"), "A1+A2") == [
        "A1 goes onto A2: white Tzaar covers white Tzarra and is now 2 high",
        "white: no Tzarra left",
        "the opponent has at most two kinds left: black wins",
    ]


def test_a_pass_and_the_end_without_captures_are_told() -> None:
    assert told(position("b 2 6", D4="T", D5="t"), "pass") == ["black passes the second step"]
    assert told(position("w 2 5"), "pass") == [
        "white passes the second step",
        "the opponent has nothing to capture: white wins",
    ]
    assert told(position("w 2 5"), "pass", "zh-Hant") == [
        "白方放棄步驟二",
        "對方無子可吃：白方獲勝",
    ]
    event = position("w 2 5").narrate(Pass())[0]
    assert event == Event(GAME.say("event.pass", symbol=message("symbol.white")))


def test_what_is_not_legal_is_not_told() -> None:
    with pytest.raises(IllegalAction):
        GAME.start().narrate(GAME.start().parse("B1xB3"))


def test_all_languages_have_the_same_messages_with_the_same_blanks() -> None:
    blanks = re.compile(r"\{(\w+)")
    catalogs = {language: catalog("tzaar", language) for language in LANGUAGES}
    english = {key: set(blanks.findall(words)) for key, words in catalogs["en"].items()}
    for language in LANGUAGES:
        found = {key: set(blanks.findall(words)) for key, words in catalogs[language].items()}
        assert found == english
        assert list(catalogs[language]) == sorted(catalogs[language])


@pytest.mark.parametrize(
    ("language", "names"),
    [("en", "Tzaar white black"), ("zh-Hant", "疊套棋 白方 黑方"), ("zh-Hans", "叠套棋 白方 黑方")],
)
def test_names(language: str, names: str) -> None:
    core = catalog("core", language)
    title = catalog("tzaar", language)["title"]
    assert f"{title} {core['symbol.white']} {core['symbol.black']}" == names
