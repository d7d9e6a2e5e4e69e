"""A wheel brings everything: it serves the page where there is neither compiler nor Node."""

from __future__ import annotations

import shutil
import subprocess
import venv
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.browser.visitors import FLAGS
from tests.server_process import served

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_a_wheel_serves_the_page_where_nothing_can_be_built(
    wheel: Path, bare: Mapping[str, str], tmp_path: Path
) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--only-binary", ":all:"]
    install += ["--constraint", str(ROOT / "requirements.lock"), str(wheel)]
    done = subprocess.run(install, env=bare, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    with served(tmp_path / "games.sqlite3", env=bare, python=str(python)) as server:
        assert httpx.get(server.url + "health").json()["page"] is True
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=list(FLAGS)
            )
            _play(browser, server.url)
            browser.close()
        assert server.stop() == 0


def _play(browser: Browser, url: str) -> None:
    """Two clicks from the front page to a move."""
    page = browser.new_page(locale="en-GB")
    page.goto(url)
    page.get_by_role("button", name="Play the computer").first.click()
    page.locator("[data-hit].open").first.click(force=True)
    expect(page.locator("[data-table-at='2']")).to_be_visible()
