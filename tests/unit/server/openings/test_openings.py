"""The index of openings: a finished public game counts once, whatever happens."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from tests.unit.server.played import ME, Make, Played

from duiyi.analysis.openings.positions import decisions_by_child, key
from duiyi.core import game
from duiyi.core.study.symmetry import symmetries
from duiyi.server.computers.pool import Computers
from duiyi.server.limits import FIXED
from duiyi.server.openings.deals import Deals
from duiyi.server.openings.index import OpeningIndex
from duiyi.server.records.reader import Reader
from duiyi.server.storage.openings import Counted
from duiyi.server.storage.sqlite import SqliteStore
from duiyi.server.storage.store import Guest, Index
from duiyi.server.table import summary
from duiyi.server.wire.openings import Deal, DealWanted
from duiyi.server.wire.refusal import Refused

START = game("relati-classic").start()


def finished(store: SqliteStore, *tables: str) -> None:
    store.write(
        [
            Index(table, "relati", "finished", True, ("a", "b"), (), 1, at, b"{}")
            for at, table in enumerate(tables, 5)
        ]
    )


def kept(store: SqliteStore, played: Played, id: str, at: int) -> None:
    """A table in the store, with its index."""
    rows = [replace(row, table=id) for row in played.rows]
    index = replace(summary.index(played.table.summary()), table=id, updated=at)
    store.write([*rows, index])


def counted(store: SqliteStore) -> dict[str, tuple[int, int]]:
    """Counts all games; then what was played first, by one of its tokens."""
    reader = Reader()

    async def count() -> None:
        index = OpeningIndex(store, reader)
        while await index.count_some(pause=0):
            pass

    try:
        asyncio.run(count())
    finally:
        reader.close()
    names = decisions_by_child(START)
    return {names[child][0]: tally for child, tally in store.opening(key(START)).items()}


def test_finished_public_games_are_counted_by_themselves(
    store: SqliteStore, make: Make, ann: Guest
) -> None:
    for number, first in enumerate(("A1", "E5", "C3")):
        played = make(ME, ME, public=True)
        played.play(ann, first)
        played.play(ann)
        played.ask(ann, do="resign", seat=number % 2)
        kept(store, played, f"t{number}", 10 + number)
    hidden = make(ME, ME, public=False)
    hidden.play(ann, "C3")
    hidden.ask(ann, do="resign", seat=0)
    kept(store, hidden, "hidden", 20)
    running = make(ME, ME, public=True)
    running.play(ann, "C3")
    kept(store, running, "running", 21)
    assert counted(store) == {"A1": (2, 60), "C3": (1, 0)}
    assert counted(store) == {"A1": (2, 60), "C3": (1, 0)}


def test_a_deal_is_played_out_once_for_all_who_ask(store: SqliteStore) -> None:
    state = game("tzaar").start(setup="random", seed=5)
    turned = list(symmetries(state).of(state))[3].state(state)

    async def ask() -> tuple[Deal, Deal, Deal]:
        reader, computers = Reader(), Computers(1)
        deals = Deals(store, reader, computers, games=4)
        try:
            first = await deals.fairness(DealWanted("tzaar", state.dump()))
            same = await deals.fairness(DealWanted("tzaar", turned.dump()))
            await deals.played_out()
            last = await deals.fairness(DealWanted("tzaar", turned.dump()))
        finally:
            await deals.close()
            await computers.close()
            reader.close()
        return first, same, last

    first, same, last = asyncio.run(ask())
    assert (first.games, first.running, first.word) == (0, True, "not-decided")
    assert same.wanted == 4
    assert (last.games, last.running) == (4, False)
    assert last.low <= last.score <= last.high


def test_an_address_has_few_deals_at_a_time(store: SqliteStore) -> None:
    async def ask() -> str:
        reader, computers = Reader(), Computers(1)
        deals = Deals(store, reader, computers)
        try:
            for seed in range(FIXED.deals_each + 1):
                text = game("tzaar").start(setup="random", seed=seed).dump()
                await deals.fairness(DealWanted("tzaar", text))
        except Refused as refused:
            return refused.code
        finally:
            await deals.close()
            await computers.close()
            reader.close()
        return ""

    assert asyncio.run(ask()) == "busy"


def test_a_game_counts_once_and_the_place_goes_on(store: SqliteStore) -> None:
    counted = Counted("t", ((b"a" * 8, b"b" * 8, 60), (b"b" * 8, b"c" * 8, 0)))
    assert store.openings_place() == (-1, "")
    store.count_openings(counted, (5, "t"), 100)
    store.count_openings(counted, (9, "t"), 100)
    store.count_openings(Counted("u", counted.rows[:1]), (9, "u"), 100)
    assert store.opening(b"a" * 8) == {b"b" * 8: (2, 120)}
    assert store.opening(b"b" * 8) == {b"c" * 8: (1, 0)}
    assert store.openings_place() == (9, "u")
    store.forget_openings()
    assert store.opening(b"a" * 8) == {}
    assert store.openings_place() == (-1, "")


def test_a_full_index_only_counts_what_it_has(store: SqliteStore) -> None:
    store.count_openings(Counted("t", ((b"a" * 8, b"b" * 8, 60),)), (1, "t"), 1)
    rows = ((b"a" * 8, b"b" * 8, 0), (b"x" * 8, b"y" * 8, 60))
    store.count_openings(Counted("u", rows), (2, "u"), 1)
    assert store.opening(b"a" * 8) == {b"b" * 8: (2, 60)}
    assert store.opening(b"x" * 8) == {}


def test_finished_tables_come_oldest_first_from_a_place(store: SqliteStore) -> None:
    finished(store, "c", "a", "b")
    assert store.finished_after((-1, ""), 9, 2) == [("c", 5), ("a", 6)]
    assert store.finished_after((6, "a"), 9, 2) == [("b", 7)]
    assert store.finished_after((6, "a"), 7, 2) == []


def test_a_table_that_cannot_be_read_is_passed_over(store: SqliteStore) -> None:
    finished(store, "broken")
    reader = Reader()
    index = OpeningIndex(store, reader)
    try:
        assert asyncio.run(index.count_some(pause=0))
    finally:
        reader.close()
    assert store.openings_place() == (5, "broken")


def test_deals_are_kept_and_the_oldest_go(store: SqliteStore) -> None:
    for number in range(5):
        store.put_deal(f"d{number}", "tzaar", number, [0.5, 1.0], 3)
    assert store.deal("d4") == (0.5, 1.0)
    assert store.deal("d1") == ()
