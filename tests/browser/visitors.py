"""Who visits the page in tests, and how their browsers are started."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
SOAK = bool(os.environ.get("DUIYI_SOAK"))
"""The long form: more games, more positions."""


@dataclass
class Visitor:
    """Somebody with a browser of his own; what went wrong in it is kept."""

    context: BrowserContext
    page: Page
    url: str
    troubles: list[str] = field(default_factory=list)

    def open(self, path: str = "/") -> None:
        self.page.goto(self.url.rstrip("/") + path)

    def hear(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.troubles.append(f"console: {said.text}")

    def stumble(self, error: Error) -> None:
        self.troubles.append(f"error: {error}")


Visit = Callable[..., Visitor]
"""Lets somebody new arrive: the fixture `visit`."""
