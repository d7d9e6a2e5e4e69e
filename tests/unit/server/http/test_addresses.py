"""Addresses: how they are read and counted, and whom a proxy may name."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from duiyi.core import DuiyiError
from duiyi.server.http.addresses import Proxies, address_of, counted, hashed, read_network
from duiyi.server.words import add_catalogs


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("192.0.2.7:5000", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::ffff:c000:207", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("somewhere", "somewhere"),
    ],
)
def test_an_address_counts_by_what_one_customer_has(text: str, address: str) -> None:
    assert counted(text) == address


def scope(peer: str, *forwarded: str, proto: str = "", kind: str = "http") -> dict[str, Any]:
    headers = [(b"x-forwarded-for", one.encode()) for one in forwarded]
    if proto:
        headers.append((b"x-forwarded-proto", proto.encode()))
    scheme = "http" if kind == "http" else "ws"
    return {"type": kind, "client": (peer, 5000), "headers": headers, "scheme": scheme}


async def nothing(*_: Any) -> None: ...


def seen(trusted: list[str], *asked: Any, **named: Any) -> dict[str, Any]:
    return dict(Proxies(nothing, map(read_network, trusted)).seen(scope(*asked, **named)))


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "address"),
    [
        ([], "127.0.0.1", ["192.0.2.7"], "127.0.0.1"),
        (["127.0.0.1"], "10.0.0.1", ["192.0.2.7"], "10.0.0.1"),
        (["127.0.0.1"], "127.0.0.1", [], "127.0.0.1"),
        (["127.0.0.1"], "127.0.0.1", ["192.0.2.7"], "192.0.2.7"),
        (["127.0.0.1"], "127.0.0.1", ["198.51.100.1, 192.0.2.7"], "192.0.2.7"),
        (["127.0.0.1"], "127.0.0.1", ["198.51.100.1", "192.0.2.7"], "192.0.2.7"),
        (["127.0.0.1", "10.0.0.0/8"], "127.0.0.1", ["192.0.2.7, 10.1.2.3"], "192.0.2.7"),
        (["10.0.0.0/8"], "10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        (["127.0.0.1"], "127.0.0.1", ["192.0.2.7, unknown"], "127.0.0.1"),
        (["127.0.0.1"], "127.0.0.1", [""], "127.0.0.1"),
        (["::1"], "::1", ["2001:db8::5"], "2001:db8::/64"),
    ],
)
def test_who_is_believed(trusted: list[str], peer: str, forwarded: list[str], address: str) -> None:
    assert address_of(seen(trusted, peer, *forwarded)) == address


def test_a_trusted_proxy_says_how_the_page_was_reached() -> None:
    asked = ("127.0.0.1", "192.0.2.7")
    assert seen(["127.0.0.1"], *asked, proto="https")["scheme"] == "https"
    assert seen(["127.0.0.1"], *asked, proto="http, https")["scheme"] == "https"
    assert seen(["127.0.0.1"], *asked, proto="https", kind="websocket")["scheme"] == "wss"
    assert seen(["127.0.0.1"], *asked, proto="gopher")["scheme"] == "http"
    assert seen([], *asked, proto="https")["scheme"] == "http"


def test_a_proxy_that_nobody_has_named_is_told_of_once(caplog: pytest.LogCaptureFixture) -> None:
    proxies = Proxies(nothing)
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            proxies.seen(scope("127.0.0.1", "192.0.2.7"))
    assert [record.getMessage() for record in caplog.records] == [
        "127.0.0.1 names somebody in X-Forwarded-For, but is no --proxy: it is counted itself"
    ]


def test_what_is_no_network_is_refused() -> None:
    add_catalogs()
    assert str(read_network("10.1.2.3/8")) == "10.0.0.0/8"
    for text in ("", "localhost", "10.0.0.0/99", "::1::"):
        with pytest.raises(DuiyiError, match="--proxy"):
            read_network(text)


def test_what_is_kept_of_an_address_needs_the_key_to_be_compared() -> None:
    assert hashed("192.0.2.7", b"k") == hashed("192.0.2.7", b"k")
    assert (
        len({hashed(one, key) for one in ("192.0.2.7", "192.0.2.8") for key in (b"k", b"l")}) == 4
    )
