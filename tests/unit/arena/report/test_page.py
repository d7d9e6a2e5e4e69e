"""The page as a file: what is in it, that nothing in it can run or call out, and what it costs."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from tests.report_contents import Plays, contents, offences, played, report_games

from duiyi.arena.game.played import Played
from duiyi.arena.report import write_contents
from duiyi.arena.report.data.contents import Contents, Failure, ReportGame
from duiyi.arena.report.page.page import write_page
from duiyi.core.locale import LANGUAGES
from duiyi.core.locale import text as said_in
from duiyi.engine.fault import Fault, Verdict

HOSTILE = (
    "<script>alert(1)</script>",
    "</script><script>alert(2)</script>",
    "\"'><img src=x onerror=alert(3)>",
    "&lt;b&gt;<!--",
    "\u202egnp.\x00exe",
    "]]></style><svg onload=alert(4)>",
    "javascript:alert(5)",
    "{{constructor}} ${alert(6)}",
)


class Read(HTMLParser):
    """Elements with their attributes, and what is written in scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inside: list[str] = []
        self.words = ""
        self._raw: str | None = None
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._raw = tag if tag in ("script", "style") else None

    def handle_endtag(self, tag: str) -> None:
        self._raw = None

    def handle_data(self, data: str) -> None:
        if self._raw:
            self.inside.append(data)
        else:
            self.words += data


def some_games(names: tuple[str, str] = ("one", "two")) -> list[ReportGame]:
    game = played("relati-classic", [Plays("random", 1), Plays("random", 2)], names)
    return [ReportGame("r01-p001-g1", 1, names, game)]


def page_of(found: Contents, place: Path) -> str:
    return write_contents(found, place / "report.html").read_text("utf-8")


def data_of(page: str) -> dict[str, Any]:
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page)
    data: dict[str, Any] = json.loads(text)
    return data


def unpacked(page: str, number: int) -> dict[str, Any]:
    (text,) = re.findall(
        rf'<script type="application/gzip" id="game-{number}">(.*?)</script>', page
    )
    game: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(text)))
    return game


def hostile_game(text: str) -> ReportGame:
    """A bot that is called, says, writes and does what it should not."""
    fault = Fault(Verdict.protocol, "unknown-line", text, detail=text)
    bad = Plays("random", 1, 2, fault, info=(f"eval {text}", text), last_words=text.encode())
    illegal = Plays("random", 2, 3, (text,), info=(text,))
    game = played("tzaar", [bad, illegal], (text, text[::-1]))
    return ReportGame(text, 1, (text, text[::-1]), game)


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_that_a_bot_says_becomes_html(text: str, tmp_path: Path) -> None:
    failure = Failure(text, text, text)
    found = replace(contents(text, [hostile_game(text)]), failures=(failure,), formula=text)
    page = page_of(found, tmp_path)
    read = Read(page)
    kinds = [attributes.get("type") for tag, attributes in read.elements if tag == "script"]
    assert kinds == ["application/json", "application/gzip", "application/gzip", None]
    assert not {"img", "iframe", "object", "embed", "base"} & {tag for tag, _ in read.elements}
    for tag, attributes in read.elements:
        assert not [name for name in attributes if name.startswith("on")], tag
        for name in ("href", "src", "action"):
            value = attributes.get(name) or ""
            assert not value or value.startswith(("#", "data:,")), value
    assert "\u202e" not in page
    assert "\x00" not in page
    game = unpacked(page, 0)
    for told in (*game["moves"], *game["faults"], *game["words"]):
        assert not {"\u202e", "\x00"} & {*json.dumps(told, ensure_ascii=False)}


def test_a_link_to_a_game_cannot_leave_the_page(tmp_path: Path) -> None:
    """Whatever a game is called, its link stays a fragment."""
    page = page_of(contents("x", [hostile_game("javascript:alert(5)")]), tmp_path)
    links = [a["href"] for tag, a in Read(page).elements if tag == "a"]
    assert links
    assert all(link and link.startswith("#") for link in links)


def test_only_the_pages_own_script_and_style_may_run(tmp_path: Path) -> None:
    page = page_of(contents("Cup", some_games()), tmp_path)
    read = Read(page)
    (policy,) = [
        a["content"] for tag, a in read.elements if a.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy is not None
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    style, script = read.inside[0], read.inside[-1]
    for name, text in (("style-src", style), ("script-src", script)):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{name} 'sha256-{digest}'" in policy
    assert not any("style" in attributes for _, attributes in read.elements)


def test_nothing_is_fetched_from_anywhere(tmp_path: Path) -> None:
    page = page_of(contents("Cup", some_games()), tmp_path)
    addresses = set(re.findall(r"https?://[^\"'\s<)]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert "@import" not in page


def test_every_word_is_there_in_three_languages(tmp_path: Path) -> None:
    games = some_games()
    for number, (name, bot) in enumerate(offences()):
        lost = played("tzaar", [bot, Plays("greedy")], (name, "two"))
        games.append(ReportGame(f"r02-p{number:03}-g1", 2, (name, "two"), lost))
    page = page_of(contents("Cup", games, graded=True), tmp_path)
    data = data_of(page)
    for texts in data["words"]:
        assert len(texts) == len(LANGUAGES)
        assert not any(re.match(r"[\w-]+:[\w.-]+(\(|$)", text) for text in texts), texts
    for number in range(len(games)):
        for texts in unpacked(page, number)["words"]:
            assert not any(re.match(r"[\w-]+:[\w.-]+(\(|$)", text) for text in texts), texts
    for tag, attributes in Read(page).elements:
        for name in ("data-say", "data-label"):
            if name in attributes:
                assert int(attributes[name] or "x") < len(data["words"]), tag


def test_the_page_is_the_same_each_time(tmp_path: Path) -> None:
    found = contents("Cup", some_games())
    assert page_of(found, tmp_path) == page_of(found, tmp_path)


def test_all_games_and_faults_are_in_it(tmp_path: Path) -> None:
    bots = {"one": Plays("random"), "two": Plays("greedy"), "three": Plays("random", 9)}
    games = list(report_games("relati-classic", bots))
    heard: list[tuple[int, int]] = []
    target = write_contents(
        contents("Cup", games), tmp_path / "r.html", progress=lambda *now: heard.append(now)
    )
    page = target.read_text("utf-8")
    assert heard == [(number, 6) for number in range(1, 7)]
    data = data_of(page)
    assert [game["names"] for game in data["games"]] == [[*game.names] for game in games]
    for number, game in enumerate(games):
        shown = unpacked(page, number)
        assert [move[1] for move in shown["moves"]] == [
            node.token  # type: ignore[union-attr]
            for node in game.played.record.nodes
        ]
        assert len(shown["frames"]) == len(shown["moves"]) + 1
        state = game.played.record.first()
        for _, token, _, words, *_ in shown["moves"]:
            notation = state.notation(state.parse(token))
            assert shown["words"][words] == [said_in(notation, one) for one in LANGUAGES]
            state = state.play(token)


def test_games_that_do_not_count_are_listed_without_a_result(tmp_path: Path) -> None:
    failed = played("relati-classic", [Plays("random", 1, 2, Fault(Verdict.infra, "sandbox")),
                                       Plays("random", 2)])  # fmt: skip
    assert failed.scores is None
    games = [*some_games(), ReportGame("r01-p002-g1", 1, ("one", "two"), failed)]
    page = page_of(replace(contents("Cup", games), open_games=1), tmp_path)
    assert data_of(page)["games"][1]["scores"] is None
    assert "尚未結束" in page
    assert not data_of(page)["games"][1].get("faults")
    (told, _, _) = unpacked(page, 1)["faults"][0]
    assert "沙箱故障" in unpacked(page, 1)["words"][told][0]


def test_a_cup_without_games_has_a_page(tmp_path: Path) -> None:
    found = replace(contents("Cup", some_games()), games=lambda: iter(()), count=0, open_games=3)
    page = page_of(found, tmp_path)
    assert "還沒有下完的對局" in page
    assert not data_of(page)["games"]


def test_three_seats_have_a_table_of_seats(tmp_path: Path) -> None:
    bots = {name: Plays("random", at) for at, name in enumerate("abc")}
    games = list(report_games("relati-classic", bots, seats=3))
    page = page_of(contents("Cup", games), tmp_path)
    assert 'id="seats"' in page
    assert 'id="cross"' not in page


def test_a_games_size_does_not_depend_on_how_often_its_pieces_are_drawn(tmp_path: Path) -> None:
    """About a hundred bytes for a decision, not a picture."""
    bots = {"one": Plays("random"), "two": Plays("random", 7)}
    for name, most in (("tzaar", 400), ("relati", 300)):
        (game, *_) = report_games(name, bots)
        page = page_of(contents("Cup", [game]), tmp_path)
        (packed,) = re.findall(r'id="game-0">(.*?)</script>', page)
        assert len(packed) / (len(game.played.record.nodes) + 1) < most


def test_memory_does_not_grow_with_the_games(tmp_path: Path) -> None:
    """What is kept of a game is its row, not its pictures and not its record."""
    (first, *_) = report_games("relati-classic", {"one": Plays("random"), "two": Plays("random")})

    def peak(count: int) -> int:
        def games() -> Iterator[ReportGame]:
            for number in range(count):
                yield replace(first, id=f"g{number}", played=_copied(first.played))

        found = replace(contents("Cup", [first]), games=games, count=count)
        tracemalloc.start()
        try:
            write_page(found, tmp_path / "report.html")
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(1)
    few, many = peak(5), peak(45)
    assert (many - few) / 40 < 12_000


def _copied(game: Played) -> Played:
    """The same game once more, sharing nothing that is large."""
    return replace(game, record=replace(game.record, nodes=tuple(map(replace, game.record.nodes))))
