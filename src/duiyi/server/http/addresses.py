"""Addresses: where a request comes from, also through a proxy, and how addresses are counted."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import logging
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from duiyi.core import DuiyiError, message

Network = IPv4Network | IPv6Network
Address = IPv4Address | IPv6Address
CUSTOMER_BITS = 64
"""One customer has so many bits of an IPv6 address, and the rest to himself."""
FORWARDED, PROTOCOL = "x-forwarded-for", "x-forwarded-proto"
_log = logging.getLogger("duiyi.server")


def address_of(scope: Scope) -> str:
    """Where a request comes from, as it is counted."""
    client = scope.get("client")
    return counted(str(client[0])) if client else "unknown"


def counted(text: str) -> str:
    """An address as it is counted: of IPv6 the part that one customer has."""
    address = read_address(text)
    if address is None:
        return text
    if isinstance(address, IPv6Address):
        return str(ipaddress.ip_network((address, CUSTOMER_BITS), strict=False))
    return str(address)


def hashed(text: str, key: bytes, kind: str = "address") -> str:
    """An address as it is kept: those who read the database do not learn where people live. Other
    texts of another `kind` likewise."""
    return hmac.digest(key, f"{kind} {text}".encode(), hashlib.sha256)[:12].hex()


def read_address(text: str) -> Address | None:
    """An address with or without a port, a zone and brackets."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def read_network(text: str) -> Network:
    """`10.0.0.7` or `10.0.0.0/8`; `DuiyiError` where it is neither."""
    try:
        return ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise DuiyiError(message("http:bad-proxy", found=text[:60])) from None


class Proxies:
    """Around everything: behind a proxy that is trusted, a request comes from whom it names.

    A proxy adds the address that it has seen at the end. So the last one that is no trusted proxy
    is believed, and nothing before it: that is what strangers write.
    """

    def __init__(self, app: ASGIApp, trusted: Iterable[Network] = ()) -> None:
        self.app, self.trusted = app, tuple(trusted)
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            scope = self.seen(scope)
        await self.app(scope, receive, send)

    def seen(self, scope: Scope) -> Scope:
        """The scope with the client, and the scheme, that he has used."""
        headers = Headers(scope=scope)
        if FORWARDED not in headers and PROTOCOL not in headers:
            return scope
        peer = read_address(str(scope["client"][0])) if scope.get("client") else None
        if peer is None or not self._trusts(peer):
            self._warn(scope)
            return scope
        client = peer
        hops = ",".join(headers.getlist(FORWARDED)).split(",") if FORWARDED in headers else []
        for hop in reversed(hops):
            address = read_address(hop)
            if address is None:
                break
            client = address
            if not self._trusts(address):
                break
        changed = {**scope, "client": (str(client), 0)}
        said = headers.get(PROTOCOL, "").rpartition(",")[2].strip().lower()
        if said in ("http", "https"):
            socket = scope["type"] == "websocket"
            changed["scheme"] = said.replace("http", "ws") if socket else said
        return changed

    def _trusts(self, address: Address) -> bool:
        return any(address in network for network in self.trusted)

    def _warn(self, scope: Scope) -> None:
        """Without this everybody behind the proxy would share the limits of one visitor unseen."""
        if not self._warned:
            self._warned = True
            _log.warning(
                "%s names somebody in X-Forwarded-For, but is no --proxy: it is counted itself",
                address_of(scope),
            )
