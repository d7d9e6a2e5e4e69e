"""Security: what every request and every socket has to pass before anything looks at it.

Sites of others may not act for a guest (Origin), an address may not ask without end, and every
answer carries the headers that keep browsers strict.
"""

from __future__ import annotations

import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from duiyi.core.message import message
from duiyi.server.fair_queue import CALLER, Caller
from duiyi.server.http.addresses import address_of
from duiyi.server.http.responses import refusal_response
from duiyi.server.http.static import POLICY
from duiyi.server.limiter import Limiter, too_fast
from duiyi.server.wire.refusal import Refused

NEW_COOKIE = "duiyi.cookie"
"""Where the scope of a request keeps the cookie that its answer sets."""
ARRIVED = "duiyi.arrived"
"""Where it keeps the moment when it came."""
SAFE = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    # With the line above: pages may share memory with their workers, to stop them at once.
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class SecurityMiddleware:
    """Around the routes, inside the access log."""

    def __init__(self, app: ASGIApp, limiter: Limiter) -> None:
        self.app, self.limiter = app, limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        address = address_of(scope)
        CALLER.set(Caller(address))
        head = scope.get("method") == "HEAD"
        # Routes know GET only; what they answer is the same but for the body.
        inner = {**scope, "method": "GET"} if head else dict(scope)
        inner[ARRIVED] = time.time_ns() // 1_000_000

        async def strict(message: Message) -> None:
            if message["type"].endswith("http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if cookie := inner.get(NEW_COOKIE):
                    headers.append("Set-Cookie", cookie)
            elif head and "body" in message:
                message = {**message, "body": b""}
            await send(message)

        refused = self._refused(scope, address)
        if refused is None:
            await self.app(inner, receive, strict)
        else:
            await refusal_response(refused)(scope, receive, strict)

    def _refused(self, scope: Scope, address: str) -> Refused | None:
        if not self.limiter.of_address("requests", address):
            return too_fast()
        asks = scope["type"] == "http" and scope["method"] in SAFE
        if not asks and not same_site(Headers(scope=scope)):
            return Refused(403, "foreign-origin", message("http:foreign-origin"))
        return None


def arrived_at(scope: Scope) -> int:
    """Milliseconds since 1970, before anything was done about it."""
    moment: int = scope[ARRIVED]
    return moment


def same_site(headers: Headers) -> bool:
    """Whether a browser says that our own page asks; what says nothing is no browser.

    A browser sends no cookies of ours with what another site makes it send (SameSite), so that a
    request without Origin can do no more than a stranger.
    """
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    scheme, separator, host = origin.partition("://")
    if not separator or scheme not in ("http", "https"):
        return False
    return _host(host, scheme) == _host(headers.get("host", ""), scheme)


def _host(host: str, scheme: str) -> str:
    """A host without the port that goes without saying."""
    return host.lower().removesuffix(":443" if scheme == "https" else ":80")
