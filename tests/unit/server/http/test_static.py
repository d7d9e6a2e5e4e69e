"""The page's files: found, cached, compressed, and nothing else."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response

from duiyi.server.http.static import POLICY, Page, read_page


def get(page: Page, path: str, **headers: str) -> Response:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return page.answer(Request({"type": "http", "method": "GET", "headers": raw}), path)


@pytest.fixture
def page(tmp_path: Path) -> Page:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>duiyi</title>" + " " * 900)
    (tmp_path / "assets" / "index-B4dC0ffe.js").write_text("let a = 1;" * 200)
    (tmp_path / "favicon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    return read_page(tmp_path)


@pytest.mark.parametrize(
    "path",
    [
        "",
        "records",
        "table/abc",
        "new/relati",
        "rules/tzaar",
        "record/x",
        "learn/atom",
        "learn/atom/x",
    ],
)
def test_every_address_of_the_page_is_the_page(page: Page, path: str) -> None:
    answer = get(page, path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


def test_hashed_files_are_kept_for_ever_and_compressed(page: Page) -> None:
    plain = get(page, "assets/index-B4dC0ffe.js")
    assert "immutable" in plain.headers["cache-control"]
    assert plain.headers["content-type"] == "text/javascript; charset=utf-8"
    zipped = get(page, "assets/index-B4dC0ffe.js", accept_encoding="gzip, br")
    assert zipped.headers["content-encoding"] == "gzip"
    assert gzip.decompress(bytes(zipped.body)) == plain.body
    assert get(page, "favicon.svg").headers["cache-control"] == "no-cache"


def test_what_is_known_is_not_sent_again(page: Page) -> None:
    tag = get(page, "").headers["etag"]
    again = get(page, "", if_none_match=f'"other", {tag}')
    assert (again.status_code, again.body) == (304, b"")


@pytest.mark.parametrize(
    "path", ["../page.py", "assets/../../page.py", "/etc/passwd", "assets/missing-12345678.js"]
)
def test_nothing_outside_is_served(page: Page, path: str) -> None:
    assert get(page, path).status_code == 404


def test_an_unknown_address_shows_the_page_as_not_found(page: Page) -> None:
    answer = get(page, "nowhere/at/all")
    assert answer.status_code == 404
    assert b"duiyi" in answer.body


def test_without_a_page_it_says_how_to_get_one() -> None:
    answer = get(Page({}), "")
    assert answer.status_code == 503
    for word in ("Node", "安裝", "安装"):
        assert word in bytes(answer.body).decode()
    assert get(Page({}), "nowhere").status_code == 404


def test_the_policy_allows_no_inline_code() -> None:
    # WebAssembly, which no page can be talked into by text, is all that may be compiled.
    assert "unsafe" not in POLICY.replace("'wasm-unsafe-eval'", "")
    assert "default-src 'none'" in POLICY
    assert "frame-ancestors 'none'" in POLICY
