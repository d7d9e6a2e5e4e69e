"""Answers that never change while the server runs: made once, compressed once, known by a tag."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

REVALIDATE = "no-cache"
"""Keep it, but ask whether it is still the same."""
FOREVER = "public, max-age=31536000, immutable"
"""For what has its content's hash in its name."""
SMALLEST_ZIPPED = 600


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """The bytes of an answer, plain and (where that is shorter) compressed."""

    content: bytes
    media_type: str
    cache: str
    tag: str
    zipped: bytes | None

    @classmethod
    def of(cls, content: bytes, media_type: str, cache: str = REVALIDATE) -> CachedResponse:
        digest = hashlib.sha256(content).hexdigest()[:32]
        zipped = gzip.compress(content, 6, mtime=0) if len(content) >= SMALLEST_ZIPPED else None
        if zipped is not None and len(zipped) > len(content) * 0.9:
            zipped = None
        # Weak, because the compressed form has the same tag.
        return cls(content, media_type, cache, f'W/"{digest}"', zipped)

    def answer(self, request: Request, status: int = 200) -> Response:
        """This, or that the asker has it already."""
        headers = {"ETag": self.tag, "Cache-Control": self.cache}
        known = [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]
        if status == 200 and (self.tag in known or "*" in known):
            return Response(status_code=304, headers=headers)
        content = self.content
        if self.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
            content = self.zipped
        return Response(content, status, headers, self.media_type)
