"""The documentation as a site: `mkdocs.yml` leads to every page, and to no other."""

from __future__ import annotations

import re

from tests.unit.docs.pages import ROOT

DOCS = ROOT / "docs"


def test_the_site_leads_to_every_page() -> None:
    named = re.findall(r"^ *- ([\w./-]+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.M)
    pages = sorted(page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md"))
    assert sorted(named) == pages


def test_the_api_is_that_of_modules_that_exist() -> None:
    for page in (DOCS / "api").glob("*.md"):
        names = re.findall(r"^::: (duiyi[\w.]*)$", page.read_text("utf-8"), re.M)
        assert names
        for name in names:
            path = ROOT / "src" / name.replace(".", "/")
            assert path.with_suffix(".py").is_file() or (path / "__init__.py").is_file(), name
