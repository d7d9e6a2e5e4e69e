"""Who visits the page in tests, and how their browsers are started."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Browser, BrowserContext, CDPSession, ConsoleMessage, Error, Page

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
SOAK = bool(os.environ.get("DUIYI_SOAK"))
"""The long form: more games, more positions."""
THREE_CORES = "Object.defineProperty(navigator, 'hardwareConcurrency', { value: 3 })"
"""Two threads of the engine, as one core is left to the page."""


@dataclass
class Visitor:
    """Somebody with a browser of his own; what went wrong in it is kept."""

    context: BrowserContext
    page: Page
    url: str
    troubles: list[str] = field(default_factory=list)

    def open(self, path: str = "/") -> None:
        self.page.goto(self.url.rstrip("/") + path)

    def follow(self, path: str) -> None:
        """As by a link on the page: it is not loaded anew, and what it showed before is gone."""
        self.page.evaluate(
            """async (path) => {
              const link = document.createElement('a');
              link.href = path;
              document.body.append(link);
              link.click();
              link.remove();
              await new Promise(requestAnimationFrame);
            }""",
            path,
        )

    def hear(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.troubles.append(f"console: {said.text}")

    def stumble(self, error: Error) -> None:
        self.troubles.append(f"error: {error}")


LOCALES = {"en": "en-GB", "zh-Hant": "zh-TW", "zh-Hans": "zh-CN"}
KEPT = "local_storage,indexeddb,cache_storage,service_workers,shared_storage"
"""What a browser remembers of a site, besides cookies."""


@dataclass
class Contexts:
    """Browser contexts that serve one visitor after the other: a new one costs a second of CPU
    time, most of it for its first process. Whoever gets one is new to the site: it holds no cookie,
    nothing that was stored, and no permission. One page stays open, and the process with it."""

    browser: Browser
    url: str
    _free: dict[tuple[str, bool], list[BrowserContext]] = field(
        default_factory=lambda: defaultdict(list)
    )
    _kinds: dict[BrowserContext, tuple[str, bool]] = field(default_factory=dict)
    _sessions: dict[BrowserContext, CDPSession] = field(default_factory=dict)

    def take(self, language: str, touch: bool) -> BrowserContext:
        kind = LOCALES[language], touch
        if self._free[kind]:
            return self._free[kind].pop()
        context = self.browser.new_context(locale=kind[0], has_touch=touch)
        first = context.new_page()
        first.goto(self.url.rstrip("/") + "/api/themes")
        self._kinds[context] = kind
        self._sessions[context] = context.new_cdp_session(first)
        return context

    def give_back(self, context: BrowserContext) -> None:
        """All its pages but the first are closed."""
        for page in context.pages[1:]:
            page.close()
        context.clear_cookies()
        context.clear_permissions()
        context.set_offline(False)
        origin = self.url.rstrip("/")
        self._sessions[context].send(
            "Storage.clearDataForOrigin", {"origin": origin, "storageTypes": KEPT}
        )
        self._free[self._kinds[context]].append(context)


Visit = Callable[..., Visitor]
"""Lets somebody new arrive: the fixture `visit`."""
