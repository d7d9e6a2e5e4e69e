"""A real browser and a real server for the tests of the page."""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.browser.visitors import FLAGS, Contexts, Visit, Visitor
from tests.server_process import Served, served

_LISTENER = """document.addEventListener('securitypolicyviolation', (event) => {
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
});"""
_WITHOUT_COACH = """try {
  const kept = localStorage.getItem('duiyi.settings');
  if (!kept) localStorage.setItem('duiyi.settings', JSON.stringify({ coach: 'off' }));
} catch { /* a page without an address has no storage */ }"""
_PATIENT = """const soon = window.setTimeout;
window.setTimeout = (act, after, ...more) => soon(act, after === 1200 ? 30000 : after, ...more);"""
"""The page waits for the coach as long as a busy machine needs."""
_HASTY = """const later = window.setTimeout;
window.setTimeout = (act, after, ...more) =>
  later(act, after === 300 || after === 500 ? after / 10 : after, ...more);"""
"""What a lesson leaves on the board for a while, it leaves a tenth of it."""


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remembers failures, so that what the browsers showed then can be kept."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One for each file of tests: while it is there, an event loop is running in this thread, and
    other tests want to run their own."""
    path = shutil.which("chromium")
    assert path, (
        "the tests of the page need Debian's chromium: tools/system_packages python3 browser"
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    database = tmp_path_factory.mktemp("served") / "duiyi.sqlite3"
    with served(database=database, extra_args=("--limits", "generous")) as running:
        yield running


@pytest.fixture(scope="module")
def contexts(chromium: Browser, server: Served) -> Contexts:
    return Contexts(chromium, server.url)


@pytest.fixture
def visit(
    contexts: Contexts, server: Served, request: pytest.FixtureRequest, pictures: Path
) -> Iterator[Visit]:
    """Opens the page as someone new: size, language, theme and motion can be chosen. The coach, who
    holds moves, is there for those who ask for it."""
    visitors: list[Visitor] = []

    def arrive(
        path: str | None = "/",
        *,
        size: tuple[int, int] = (1280, 900),
        language: str = "en",
        dark: bool = False,
        still: bool = True,
        touch: bool = False,
        coach: bool = False,
        hasty: bool = False,
        url: str = "",
    ) -> Visitor:
        width, height = size
        context = contexts.take(language, touch)
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if still else "no-preference",
        )
        page.add_init_script(_LISTENER)
        page.add_init_script(_PATIENT if coach else _WITHOUT_COACH)
        if hasty:
            page.add_init_script(_HASTY)
        visitor = Visitor(context, page, url or server.url)
        page.on("pageerror", visitor.stumble)
        page.on("console", visitor.hear)
        visitors.append(visitor)
        if path is not None:
            visitor.open(path)
        return visitor

    yield arrive
    for number, visitor in enumerate(visitors):
        if request.node.stash.get(FAILED, False):
            visitor.page.screenshot(path=pictures / f"{request.node.name}-{number}.png")
    troubles = [trouble for visitor in visitors for trouble in visitor.troubles]
    for visitor in visitors:
        contexts.give_back(visitor.context)
    assert not troubles, troubles


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where screenshots go: `DUIYI_PICTURES`, to be looked at, or somewhere temporary."""
    named = os.environ.get("DUIYI_PICTURES")
    place = Path(named) if named else tmp_path_factory.mktemp("pictures")
    place.mkdir(parents=True, exist_ok=True)
    return place
