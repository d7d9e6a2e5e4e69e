"""The catalogue: games, players, words and looks as the page gets them."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest

from duiyi import players
from duiyi.core import BadOptions, game, games
from duiyi.core.locale import LANGUAGES, catalog, text
from duiyi.core.message import Message
from duiyi.draw.look import look_of
from duiyi.server.computers.opponents import opponents, unhurried
from duiyi.server.http import catalogue
from duiyi.server.http.catalogue import Catalogue
from duiyi.server.http.examples import example
from duiyi.server.wire import encode

GAMES = [one.id for one in games()]


def read(value: object) -> object:
    return json.loads(encode(value))


def test_every_game_is_there_with_its_options() -> None:
    found = {one.id: one for one in catalogue.game_list()}
    assert list(found) == GAMES
    for one in games():
        card = found[one.id]
        assert card.seats == (min(one.seats), max(one.seats))
        defaults = {option.name: option.default for option in card.options}
        assert defaults == one.options().json()
        assert one.options.of_json(defaults) == one.options()
        for option in card.options:
            if option.kind == "number":
                assert option.low is not None
                assert option.high is not None
                assert not option.choices
            else:
                assert option.default in option.choices


def test_a_plug_in_has_an_example_that_can_be_drawn() -> None:
    for name in ("hex", "tic-tac-toe"):
        shown = read(example(game(name)))
        assert isinstance(shown, dict)
        view, sites = shown["view"], {site["id"] for site in shown["geometry"]["sites"]}
        assert len(view["pieces"]) > 3
        assert {piece["site"] for piece in view["pieces"]} <= sites
        assert (view["choices"], view["outcome"]) == ([], None)
        assert view["last"]
        assert read(example(game(name))) == shown


def test_our_own_games_leave_their_picture_to_the_page() -> None:
    found = {one.id: one.example for one in catalogue.game_list()}
    assert {name for name, shown in found.items() if shown is None} == {
        one.id for one in games() if type(one).__module__.startswith("duiyi.games.")
    }
    assert found["relati"] is None
    assert found["hex"] is not None


def test_a_plug_in_that_fails_costs_only_its_own_picture(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: object) -> None:
        raise ValueError("no board")

    monkeypatch.setattr(type(game("hex")), "start", broken)
    found = {one.id: one.example for one in catalogue.game_list()}
    assert found["hex"] is None
    assert found["tic-tac-toe"] is not None
    assert "no example of hex" in caplog.text


def test_numbers_beyond_what_a_browser_counts_are_texts() -> None:
    (tzaar,) = (one for one in catalogue.game_list() if one.id == "tzaar")
    (seed,) = (option for option in tzaar.options if option.name == "seed")
    assert (seed.low, seed.high, seed.start_only) == (0, str(2**64 - 1), True)
    assert tzaar.turn_seconds == 5
    shown = read(tzaar)
    assert isinstance(shown, dict)
    assert {"turnSeconds", "seats", "options"} <= set(shown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_labels_and_players_have_words(language: str) -> None:
    said: list[Message] = [one.title for one in opponents()]
    for one in catalogue.game_list():
        said += [one.title, Message(f"{one.id}:summary")]
        said += [word for option in one.options for word in (option.label, option.help)]
    for message in said:
        assert message.key not in text(message, language)


def test_players_are_those_that_are_installed() -> None:
    assert [one.name for one in opponents()] == list(players.names())


def test_levels_have_numbers_and_players_say_where_they_can_play() -> None:
    found = {one.name: one for one in opponents()}
    levels = {one.level: name for name, one in found.items() if one.level is not None}
    assert levels == {number: f"level-{number}" for number in range(1, 9)}
    assert found["perfect"].fits["relati-classic"] == (2,)
    assert not any(found["perfect"].fits[name] for name in GAMES if name != "relati-classic")
    for name in (*levels.values(), "strong", "greedy"):
        assert found[name].fits == {one.id: tuple(one.seats) for one in games()}


def test_who_is_to_be_perfect_is_not_hurried() -> None:
    assert unhurried("strong", 1.0) == 1.0
    assert unhurried("perfect", 1.0) == 5.0
    assert unhurried("perfect", 20.0) == 20.0


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_own_players_are_described(language: str) -> None:
    for one in opponents():
        assert one.help is not None
        assert one.help.key not in text(one.help, language)


def test_words_are_all_catalogs() -> None:
    for language in LANGUAGES:
        words = catalogue.words(language)
        assert {"core", "http", *GAMES} <= set(words)
        assert words["core"] == catalog("core", language)
        assert words["relati"]["title"] == catalog("relati", language)["title"]


@pytest.mark.parametrize("language", LANGUAGES[:2])
def test_the_servers_words_are_complete(language: str) -> None:
    english, other = catalogue.words("en")["http"], catalogue.words(language)["http"]
    assert set(english) == set(other)
    for key, template in english.items():
        names = set(re.findall(r"\{(\w+)", template))
        assert set(re.findall(r"\{(\w+)", other[key])) == names


@pytest.mark.parametrize("name", GAMES)
def test_a_look_has_every_symbol_and_no_colour_of_one_theme(name: str) -> None:
    sheet = catalogue.look_sheet(game(name))
    drawn = look_of(game(name))
    assert set(sheet.ids) == {symbol for one in drawn.sheets for symbol in one.symbols}
    root = ElementTree.fromstring(f"<svg>{sheet.symbols}</svg>")
    defined = [element.get("id") for element in root]
    assert len(defined) == len(set(defined))
    assert set(sheet.ids.values()) <= set(defined)
    assert "class=" not in sheet.symbols
    assert "style=" not in sheet.symbols
    for reference in re.findall(r"url\(#([^)]+)\)", sheet.symbols):
        assert reference in defined
    known = set(catalogue.themes()["light"]) | {"face", "edge", "orn", "inlay"}
    assert set(re.findall(r"var\(--([\w-]+)\)", sheet.symbols)) <= known


def test_what_two_looks_call_alike_is_alike() -> None:
    """All looks may stand in one document."""
    seen: dict[str, str] = {}
    for one in games():
        root = ElementTree.fromstring(f"<svg>{catalogue.look_sheet(one).symbols}</svg>")
        for element in root:
            written = ElementTree.tostring(element, "unicode")
            assert seen.setdefault(element.get("id", ""), written) == written


def test_everything_is_made_once() -> None:
    made = Catalogue()
    made.warm()
    assert made.games() is made.games()
    assert made.look("relati") is made.look("relati")
    assert made.words("en").tag != made.words("zh-Hant").tag
    with pytest.raises(BadOptions):
        made.look("chess")
