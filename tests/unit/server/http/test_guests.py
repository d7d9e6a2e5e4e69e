"""Guests: cookies that cannot be forged, names that can be shown."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duiyi.server.http.guests import REMEMBERED, Guests
from duiyi.server.storage.sqlite import SqliteStore
from duiyi.server.table.names import LONGEST_NAME, clean_name
from duiyi.server.wire.refusal import Refused


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "guests.sqlite3")
    yield store
    store.close()


def test_a_cookie_names_its_guest_also_after_a_restart(store: SqliteStore) -> None:
    async def visit() -> None:
        guests = Guests(store)
        guest = guests.new()
        cookie = guests.cookie(guest)
        named = await guests.rename(guest, " Ada  Lovelace ")
        assert named.name == "Ada Lovelace"
        assert guests.cookie(named) == cookie
        assert await Guests(store).of_cookie(cookie) == named

    asyncio.run(visit())


def test_a_guest_who_did_nothing_is_known_by_the_cookie_alone(store: SqliteStore) -> None:
    async def visit() -> None:
        guest = Guests(store).new()
        cookie = Guests(store).cookie(guest)
        assert store.guest(guest.id) is None
        found = await Guests(store).of_cookie(cookie)
        assert found is not None
        assert (found.id, found.name, found.epoch) == (guest.id, "", 0)

    asyncio.run(visit())


def test_forged_and_damaged_cookies_are_nobodys(store: SqliteStore, tmp_path: Path) -> None:
    async def visit() -> None:
        guests = Guests(store)
        guest = guests.new()
        cookie = guests.cookie(guest)
        other = SqliteStore(tmp_path / "other.sqlite3")
        foreign = Guests(other).cookie(guest)
        other.close()
        content, _, signature = cookie.partition("~")
        wrong = [
            foreign,
            content,
            f"{content}~",
            f"{guest.id}.1~{signature}",
            f"{guests.new().id}.0~{signature}",
            cookie[:-2],
            cookie + "x" * 300,
            cookie.replace(".", "．"),
            "",
            "~",
            "\x00",
        ]
        for forged in wrong:
            assert await guests.of_cookie(forged) is None, forged
        assert await guests.of_cookie(cookie) is not None

    asyncio.run(visit())


def test_ended_cookies_stay_ended_after_a_restart(store: SqliteStore) -> None:
    async def visit() -> None:
        guests = Guests(store)
        guest = await guests.rename(guests.new(), "Grace")
        cookie = guests.cookie(guest)
        await guests.end(guest)
        assert await guests.of_cookie(cookie) is None
        assert await Guests(store).of_cookie(cookie) is None

    asyncio.run(visit())


def test_ending_and_renaming_at_once_lose_neither(store: SqliteStore) -> None:
    async def visit() -> None:
        guests = Guests(store)
        guest = guests.new()
        await asyncio.gather(*(guests.end(guest) for _ in range(5)), guests.rename(guest, "Alan"))
        kept = store.guest(guest.id)
        assert kept is not None
        assert kept.epoch == 5

    asyncio.run(visit())


def test_what_is_remembered_is_bounded(store: SqliteStore) -> None:
    async def visit() -> None:
        guests = Guests(store)
        first = guests.cookie(guests.new())
        for _ in range(REMEMBERED + 5):
            guests.new()
        assert len(guests._known) == REMEMBERED
        assert await guests.of_cookie(first) is not None

    asyncio.run(visit())


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "a\nb",
        "a\x00b",
        "x" * 31,
        "\u202eevil",
        "\u200b",
        "\u200d",
        "\u3164",
        "\u2800",
        "\u1160",
        "\u115f",
        "\uffa0",
        "\u00ad",
        "\u2060",
        "\ufeff",
        "\u180e",
        "\u034f",
        "\ufe0f",
        "\u3164\u3164",
        "A\u3164",
        " \u2800 ",
        "\u0301",
        "\u200dA",
        "A \u0301",
        "\U000e0041",
        "Z" + "\u0335" * 4,
        "Z" + "\u20dd\u0335\u0336\u0337",
        "\ufffc",
        "\U0001d159",
    ],
)
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(name)
    assert (refused.value.status, refused.value.code) == (422, "bad-name")


@pytest.mark.parametrize(
    "name",
    ["Ada", "對弈", "Nguyễn Thị Mỹ", "Zoë", "نستعلیق\u200cها", "❤\ufe0f Ann", "👩\u200d🚀",
     "ก็ที่น้ำ", "שָׁלוֹם", "क्षत्रिय", "e\u0301"],
)  # fmt: skip
def test_what_is_a_name_in_any_script(name: str) -> None:
    assert clean_name(name)


@given(st.text(max_size=60))
def test_a_clean_name_is_clean(name: str) -> None:
    try:
        clean = clean_name(name)
    except Refused:
        return
    assert clean_name(clean) == clean
    assert 1 <= len(clean) <= LONGEST_NAME
    assert clean.replace("\u200d", "").replace("\u200c", "").isprintable()
