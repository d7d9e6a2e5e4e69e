"""A report in a browser, from a file: replaying, languages, themes, sizes, and nothing that leaves.

And what its boards show is what `duiyi.draw` draws of the same views.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.test_accessibility import findings
from tests.report_contents import Plays, contents, offences, played, report_games
from tests.selection import first_quick, slow_but

import duiyi
from duiyi.arena.report import write_contents
from duiyi.arena.report.data.contents import ReportGame
from duiyi.core.locale import LANGUAGES
from duiyi.draw.canvas import LAYERS
from duiyi.draw.look import look_of, theme
from duiyi.draw.svg import draw
from duiyi.draw.symbols import opaque
from duiyi.engine.fault import Fault, Verdict

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>window.hurt = 1</script><img src=x onerror='window.hurt = 2'>\u202e"
OWN = re.compile(r"data-(glyph|edge|kind|area|way|legal)")
_number = re.compile(r"-?\d*\.?\d+")
_variable = re.compile(r"var\(--([\w-]+)\)")

Opened = Callable[..., Page]


@pytest.fixture
def opened(chromium: Browser) -> Iterator[Opened]:
    """Opens a page from a file; nothing may go wrong in it, and nothing may leave it."""
    contexts = []
    troubles: list[str] = []

    def arrive(
        path: Path,
        address: str = "",
        *,
        size: tuple[int, int] = (1280, 900),
        locale: str = "en-GB",
        dark: bool = False,
    ) -> Page:
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=locale,
            color_scheme="dark" if dark else "light",
        )
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.append(said.text))
        page.on("request", lambda asked: troubles.append(asked.url) if leaves(asked.url) else None)
        page.goto(f"{path.as_uri()}{address}")
        expect(page.locator("#board svg").first).to_be_attached()
        return page

    yield arrive
    for context in contexts:
        context.close()
    assert not troubles, troubles


def leaves(url: str) -> bool:
    return not url.startswith(("file:", "data:", "blob:"))


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cup with every kind of fault in it, and with a bot that means harm."""
    bots = {"random": Plays("random"), "greedy": Plays("greedy"), "陳": Plays("random", 70)}
    games = list(report_games("tzaar", bots))
    for number, (name, bot) in enumerate(offences()):
        lost = played("tzaar", [bot, Plays("greedy")], (name, "greedy"))
        games.append(ReportGame(f"r04-p{number:03}-g1", 4, (name, "greedy"), lost))
    fault = Fault(Verdict.protocol, "unknown-line", HOSTILE, detail=HOSTILE)
    bad = Plays("random", 1, 2, fault, info=(HOSTILE,), last_words=HOSTILE.encode())
    lost = played("tzaar", [bad, Plays("random", info=(HOSTILE,))], (HOSTILE, "greedy"))
    games.append(ReportGame("r05-p001-g1", 5, (HOSTILE, "greedy"), lost))
    found = contents("疊套棋 cup", games, graded=True)
    return write_contents(found, tmp_path_factory.mktemp("report") / "report.html")


def at(page: Page) -> int:
    return int(page.locator("#slider").input_value())


def test_a_game_is_replayed_by_keys(opened: Opened, report: Path) -> None:
    page = opened(report, "#game=r01-p001-g1")
    last = int(page.locator("#slider").get_attribute("max") or 0)
    assert last > 3
    assert at(page) == 0
    start = page.locator("#board").inner_html()
    page.keyboard.press("ArrowRight")
    assert at(page) == 1
    assert page.locator("#board").inner_html() != start
    current = page.locator("#moves [aria-current=step]")
    assert current.get_attribute("data-at") == "1"
    page.keyboard.press("End")
    assert at(page) == last
    expect(page.locator("#sitting .score")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    assert at(page) == last
    page.keyboard.press("ArrowLeft")
    assert at(page) == last - 1
    page.keyboard.press("Home")
    assert at(page) == 0
    assert page.locator("#board").inner_html() == start
    assert page.url.endswith("#game=r01-p001-g1&at=0")


@pytest.mark.slow
def test_a_game_is_replayed_by_slider_buttons_and_moves(opened: Opened, report: Path) -> None:
    page = opened(report, "#game=r01-p002-g1&at=2")
    assert at(page) == 2
    page.get_by_role("button", name="One move on").click()
    assert at(page) == 3
    page.locator("#moves button[data-at='1']").click()
    assert at(page) == 1
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    assert at(page) == 2
    page.get_by_role("button", name="To the end").click()
    assert page.get_by_role("button", name="One move on").is_disabled()


@pytest.mark.slow
def test_games_are_found_by_filter_and_cross_table(opened: Opened, report: Path) -> None:
    page = opened(report)
    rows = page.locator("#rows tr")
    expect(rows).to_have_count(6 + len(offences()) + 1)
    page.get_by_label("with faults only").check()
    expect(rows).to_have_count(len(offences()) + 1)
    page.get_by_label("with faults only").uncheck()
    page.locator("#cross td a").first.click()
    chosen = {page.locator(f"#by-{name}").input_value() for name in ("bot", "other")}
    assert len(chosen) == 2
    expect(rows).to_have_count(2)
    rows.first.locator("a").click()
    expect(page.locator("#replay")).to_be_focused()
    page.keyboard.press("ArrowRight")
    assert at(page) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("locale", "language", "heading"),
    first_quick(
        ("zh-TW", "zh-Hant", "排名"), ("zh-CN", "zh-Hans", "犯规"), ("en-GB", "en", "Standings")
    ),
)
def test_the_language_is_that_of_the_browser(
    opened: Opened, report: Path, locale: str, language: str, heading: str
) -> None:
    page = opened(report, locale=locale)
    assert page.evaluate("document.documentElement.lang") == language
    expect(page.get_by_role("heading", name=heading)).to_be_visible()


@pytest.mark.slow
def test_the_language_can_be_changed(opened: Opened, report: Path) -> None:
    page = opened(report, "#game=r04-p000-g1&at=1")
    page.get_by_role("button", name="繁").click()
    expect(page.get_by_role("heading", name="對局")).to_be_visible()
    expect(page.locator("#verdicts")).to_contain_text("選取非己方的棋子")
    assert at(page) == 1
    label = page.locator("#board svg").get_attribute("aria-label") or ""
    assert label.startswith("第 1 手後的棋盤")
    page.get_by_role("button", name="简").click()
    expect(page.locator("#verdicts")).to_contain_text("非直线移动棋子")
    expect(page.locator("#fault-list .tag", has_text="选取非己方的棋子").first).to_be_visible()
    page.reload()
    expect(page.locator("#verdicts")).to_contain_text("非直线移动棋子")


@pytest.mark.parametrize("dark", slow_but(True, of=[False, True]))
def test_the_colours_are_those_of_the_theme(opened: Opened, report: Path, dark: bool) -> None:
    page = opened(report, dark=dark)

    def shown() -> dict[str, str]:
        names = [*theme("light")]
        found: dict[str, str] = page.evaluate(
            """(names) => { const style = getComputedStyle(document.documentElement);
              return Object.fromEntries(
                names.map((name) => [name, style.getPropertyValue(`--${name}`)])); }""",
            names,
        )
        return found

    assert shown() == theme("dark" if dark else "light")
    page.get_by_role("button", name="Light" if dark else "Dark").click()
    assert shown() == theme("light" if dark else "dark")


@pytest.mark.slow
def test_a_fault_is_explained_with_its_position(opened: Opened, report: Path) -> None:
    page = opened(report)
    verdict = page.locator("details.verdict", has_text="not its own")
    expect(verdict.locator(".board")).to_have_count(0)
    verdict.locator("summary").click()
    expect(verdict).to_contain_text("A1 holds a black Totts, not yours")
    expect(verdict).to_contain_text("thinking about A1xE5")
    expect(verdict.locator(".board svg")).to_be_visible()
    marked = verdict.locator("[data-layer=marks] use[color='var(--seal)']")
    assert marked.count() >= 1
    verdict.get_by_role("link").click()
    expect(page.locator("#replay-heading")).to_contain_text("r04-p000-g1")
    assert at(page) > 0


@pytest.mark.slow
def test_faults_are_found_by_program_and_kind(opened: Opened, report: Path) -> None:
    """A number of the table lists those that it counts."""
    page = opened(report)
    listed = page.locator("#fault-list details")
    expect(listed).to_have_count(len(offences()) + 1)
    page.locator(".faults .sum a").nth(0).click()
    kind = page.locator(".faults a[aria-current]")
    expect(listed).to_have_count(int(kind.inner_text()))
    expect(page.locator("#faults")).to_be_focused()
    row = page.locator(".faults tr", has_text="crasher")
    row.locator("a").last.click()
    expect(listed).to_have_count(1)
    expect(listed).to_contain_text("crashed")
    listed.locator("summary").click()
    expect(listed).to_contain_text("Assertion")
    listed.locator("summary").click()
    expect(listed.locator(".fault")).to_have_count(0)
    listed.locator("summary").click()
    expect(listed.locator(".fault .board svg")).to_have_count(1)
    page.get_by_role("button", name="繁").click()
    expect(listed).to_contain_text("當掉")
    expect(listed.locator(".board svg")).to_be_visible()
    page.get_by_role("button", name="全部犯規").click()
    expect(listed).to_have_count(len(offences()) + 1)


def test_nothing_that_a_bot_says_runs(opened: Opened, report: Path) -> None:
    page = opened(report, "#game=r05-p001-g1")
    for details in page.locator("details.verdict").all():
        details.evaluate("(node) => { node.open = true; }")
    page.keyboard.press("End")
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    shown = page.locator("#replay-heading bdi").first.inner_text()
    assert shown == HOSTILE.replace("\u202e", "\\u202e")
    expect(page.locator("#verdicts pre", has_text="window.hurt").first).to_be_visible()
    assert page.evaluate("window.hurt") is None
    assert page.locator("img").count() == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "dark"),
    first_quick(((360, 740), False), ((1280, 900), False), ((1280, 900), True)),
)
def test_axe_finds_nothing_serious(
    opened: Opened, report: Path, size: tuple[int, int], dark: bool
) -> None:
    page = opened(report, "#game=r01-p001-g1&at=3", size=size, dark=dark)
    found = axe_without_policy(page)
    assert not found, "\n".join(found)


def axe_without_policy(page: Page) -> list[str]:
    """Evaluating goes past the policy of a page, so that axe-core can be asked."""
    return findings(page)


@pytest.mark.slow
@pytest.mark.parametrize("locale", slow_but("en-GB", of=["en-GB", "zh-TW"]))
def test_a_phone_need_not_scroll_sideways(opened: Opened, report: Path, locale: str) -> None:
    page = opened(report, size=(360, 740), locale=locale)
    for details in page.locator("details.verdict").all():
        details.evaluate("(node) => { node.open = true; }")
    expect(page.locator("details .board svg").last).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.slow
def test_a_browser_that_cannot_unpack_says_so(opened: Opened, report: Path) -> None:
    page = opened(report)
    page.add_init_script("delete window.DecompressionStream")
    page.reload()
    expect(page.locator("#board")).to_contain_text("cannot unpack")
    expect(page.locator("#standings table")).to_be_visible()


# ---- boards ----

EXTENSIONS = {"continuous": True, "cannon": True, "chain": True, "migration": True}
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("relati-classic", 2, {}),
    ("relati", 2, EXTENSIONS),
    ("relati", 4, EXTENSIONS),
    ("relati-legacy", 3, {"size": 11}),
    ("tzaar", 2, {}),
    ("atom", 2, {"turn_limit": 16}),
    ("hex", 2, {}),
    ("tic-tac-toe", 2, {}),
]

Drawn = dict[str, list[tuple[tuple[tuple[str, str], ...], tuple[float, ...]]]]


def of_draw(svg: str) -> Drawn:
    """What `duiyi.draw` put into each layer."""
    return elements(ElementTree.fromstring(svg), "light", {})


def of_page(svg: str, colours: dict[str, str]) -> Drawn:
    return elements(ElementTree.fromstring(svg), "board", colours)


def elements(root: ElementTree.Element, prefix: str, colours: dict[str, str]) -> Drawn:
    found: Drawn = {}
    for group in root.findall(f"{SVG}g"):
        layer = found.setdefault(group.attrib["data-layer"], [])
        for element in group.iter():
            tag = element.tag.removeprefix(SVG)
            if tag != "g":
                layer.append(_element(tag, element, prefix, colours))
    return found


def _element(
    tag: str, element: ElementTree.Element, prefix: str, colours: dict[str, str]
) -> tuple[tuple[tuple[str, str], ...], tuple[float, ...]]:
    """What it is, exactly, and its numbers, which may differ by a rounding."""
    what: dict[str, str] = {"tag": tag, "words": element.text or ""}
    where: list[float] = []
    for name, value in sorted(element.attrib.items()):
        if OWN.fullmatch(name):
            continue
        plain = value.replace(f"#{prefix}-", "#")
        if name == "font-family":
            what[name] = "serif" if "erif" in value and "sans" not in value.lower() else "sans"
        elif name in ("href", "fill", "stroke", "color"):
            shown = _variable.sub(lambda found: colours.get(found[1], found[0]), plain)
            what |= opaque(name, shown)
        else:
            plain = _variable.sub(lambda found: colours.get(found[1], found[0]), plain)
            what[name] = _number.sub("_", plain).replace(" ", "")
            where += map(float, _number.findall(plain))
    return tuple(sorted(what.items())), tuple(where)


def assert_same(page: Drawn, drawn: Drawn) -> None:
    """The same in every layer; in layers that hold what moves also in the same order."""
    assert [layer for layer in LAYERS if page.get(layer)] == [
        layer for layer in LAYERS if drawn.get(layer)
    ]
    for layer, expected in drawn.items():
        shown = page[layer]
        if layer in ("ground", "grid", "labels"):
            shown, expected = sorted(shown), sorted(expected)
        assert [what for what, _ in shown] == [what for what, _ in expected], layer
        for (what, one), (_, other) in zip(shown, expected, strict=True):
            assert one == pytest.approx(other, abs=0.03), (layer, what)


@pytest.mark.parametrize(("name", "seats", "options"), first_quick(*GAMES), ids=str)
def test_the_report_draws_what_duiyi_draws(
    opened: Opened, tmp_path: Path, name: str, seats: int, options: dict[str, Any]
) -> None:
    game = duiyi.game(name)
    found = played(name, [Plays("random", seat) for seat in range(seats)], **options)
    names = tuple(f"bot {seat}" for seat in range(seats))
    games = [ReportGame("g1", 1, names, found)]
    page = opened(write_contents(contents("Boards", games), tmp_path / "report.html"), "#game=g1")
    colours = dict(look_of(game).palette("light"))
    states = [found.record.first(), *(state for _, state in found.record.replay())]
    geometry = game.geometry(seats, found.record.options)
    last = len(states) - 1
    for number, position in enumerate(sorted({0, 1, last // 4, last // 2, last * 3 // 4, last})):
        language = LANGUAGES[number % len(LANGUAGES)]
        page.locator(f"[data-language={language}]").click()
        page.locator(f"#moves [data-at='{position}']").click()
        svg = page.evaluate(
            "new XMLSerializer().serializeToString(document.querySelector('#board svg'))"
        )
        since = states[position - 1] if position else None
        view = states[position].view(since=since)
        expected = draw(view, geometry, game, language=language)
        assert_same(of_page(svg, colours), of_draw(expected))
        size = ElementTree.fromstring(expected).attrib["viewBox"]
        assert ElementTree.fromstring(svg).attrib["viewBox"] == size
        missing = page.evaluate(
            """[...document.querySelectorAll('#board use')].map((use) => use.getAttribute('href'))
              .filter((id) => !document.getElementById(id.slice(1)))"""
        )
        assert not missing


@pytest.mark.slow
def test_enough_is_compared() -> None:
    """Links, stacks, lattices, areas and cut links are among what is compared."""
    kinds, heights, areas, sites = set(), 0, 0, 0
    for name, seats, options in GAMES:
        found = played(name, [Plays("random", seat) for seat in range(seats)], **options)
        before = found.record.first()
        for _, state in found.record.replay():
            view, before = state.view(since=before), state
            kinds |= {edge.kind for edge in view.edges}
            heights = max([heights, *(len(piece.stack) for piece in view.pieces)])
            areas += len(view.areas)
            sites += len(view.sites)
    assert {"adjacent", "straight", "bond", "attack", "defence"} <= kinds
    assert heights > 1
    assert areas
    assert sites


def test_a_difference_would_be_found() -> None:
    view = duiyi.game("tzaar").start().view()
    geometry = duiyi.game("tzaar").geometry(2, duiyi.game("tzaar").options())
    drawn = of_draw(draw(view, geometry, duiyi.game("tzaar")))
    assert_same(drawn, drawn)
    what, where = drawn["pieces"][0]
    moved = {**drawn, "pieces": [(what, tuple(one + 1 for one in where)), *drawn["pieces"][1:]]}
    with pytest.raises(AssertionError):
        assert_same(moved, drawn)
