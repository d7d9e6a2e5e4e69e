"""The page: where the built files are, and how they are handed out.

All files are read when the server starts, so that what is served belongs together and no path of
a request ever meets the file system. Where there is no page, a short one says how to get it.
"""

from __future__ import annotations

import mimetypes
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

import duiyi.server
from duiyi.core.locale import LANGUAGES, text
from duiyi.core.message import message
from duiyi.server.http.cached import FOREVER, REVALIDATE, CachedResponse
from duiyi.server.words import add_catalogs

INDEX = "index.html"
POLICY = "; ".join(
    (
        "default-src 'none'",
        # The engine is WebAssembly, in a worker of its own.
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_hashed = re.compile(r"assets/.+[-.][A-Za-z0-9_-]{8,}\.\w+")
_types = {".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css"}
_types |= {".svg": "image/svg+xml", ".json": "application/json", ".woff2": "font/woff2"}
_types |= {".wasm": "application/wasm"}
_types |= {".webmanifest": "application/manifest+json", ".html": "text/html"}
_routes = re.compile(
    r"(|new/[^/]+|editor/[^/]+|learn/[^/]+(/[^/]+)?|table/[^/]+|record/[^/]+|replay/[^/]+|records|analysis(/[^/]+)?"
    r"|review|rules(/[^/]+)?|puzzles(/[^/]+(/[^/]+)?)?)/?"
)


@dataclass(frozen=True, slots=True)
class Page:
    """The files of the page by their path; none where it has not been built."""

    files: Mapping[str, CachedResponse]

    @property
    def built(self) -> bool:
        return INDEX in self.files

    def shown_at(self, path: str) -> bool:
        """Whether the page itself is at an address, and something is to be shown there."""
        return self.built and bool(_routes.fullmatch(path))

    def with_tags(self, tags: str) -> CachedResponse:
        """The page with more in its head."""
        html = self.files[INDEX].content.replace(b"</head>", tags.encode("utf-8") + b"</head>", 1)
        return CachedResponse.of(html, self.files[INDEX].media_type)

    def answer(self, request: Request, path: str) -> Response:
        """A file; or the page itself, which finds out from the address what to show."""
        file = self.files.get(path)
        if file is not None and path != INDEX:
            return file.answer(request)
        status = 200 if _routes.fullmatch(path) or path == INDEX else 404
        if not self.built:
            return _missing().answer(request, 503 if status == 200 else status)
        if status == 404 and "." in path.rpartition("/")[2]:
            return Response(status_code=404, media_type="text/plain")
        return self.files[INDEX].answer(request, status)


def directory() -> Path | None:
    """Where the page is: as `DUIYI_PAGE` says, beside this package, or built in its checkout."""
    named = os.environ.get("DUIYI_PAGE")
    places = [Path(place) / "static" for place in duiyi.server.__path__]
    checkout = Path(__file__).parents[4]
    if (checkout / "web" / INDEX).is_file():
        places.append(checkout / "build" / "page")
    if named:
        places = [Path(named)]
    return next((place for place in places if (place / INDEX).is_file()), None)


def read_page(place: Path | None = None) -> Page:
    """All files of the page."""
    place = place or directory()
    if place is None:
        return Page({})
    return Page(
        {
            file.relative_to(place).as_posix(): _file(file, file.relative_to(place).as_posix())
            for file in sorted(place.rglob("*"))
            if file.is_file()
        }
    )


def _file(file: Path, name: str) -> CachedResponse:
    kind = _types.get(file.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind.endswith(("json", "xml")):
        kind += "; charset=utf-8"
    return CachedResponse.of(
        file.read_bytes(), kind, FOREVER if _hashed.fullmatch(name) else REVALIDATE
    )


@cache
def _missing() -> CachedResponse:
    add_catalogs()
    said = "".join(
        f'<p lang="{language}">{text(message("http:no-page"), language)}</p>'
        for language in LANGUAGES
    )
    html = f"<!doctype html><html><head><title>duiyi</title></head><body>{said}</body></html>"
    return CachedResponse.of(html.encode("utf-8"), "text/html; charset=utf-8")
