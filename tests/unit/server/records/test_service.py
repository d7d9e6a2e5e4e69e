"""Records: handed in, checked, kept once, found again, replayed."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from duiyi import game
from duiyi.core import locale
from duiyi.core.errors import BadRecord
from duiyi.core.record import Decision, Record
from duiyi.core.record.files import read, write_dyr, write_json
from duiyi.core.state import State
from duiyi.server.fair_queue import CALLER, Caller
from duiyi.server.limiter import Limiter
from duiyi.server.limits import FIXED, NORMAL
from duiyi.server.records import replay
from duiyi.server.records.reader import Reader
from duiyi.server.records.service import RecordService, milliseconds
from duiyi.server.storage.sqlite import SqliteStore
from duiyi.server.storage.store import Index, Kept
from duiyi.server.table.clocks import waiting
from duiyi.server.table.history import History, events_of
from duiyi.server.table.log import Sitting
from duiyi.server.table.summary import Setup, Summary, index
from duiyi.server.wire import Clock, moment
from duiyi.server.wire.http import RecordSummary
from duiyi.server.wire.refusal import Refused


def short_game(name: str = "relati", moves: int = 5, player: str = "Ada") -> Record:
    state = game(name).start()
    record = Record.of(state, [player, "Bob"])
    for number in range(moves):
        action = state.actions()[number]
        record, state = record.played(state, action), state.play(action)
    return record.withdrawn(0, "resigned")


def with_records(
    directory: Path, use: Callable[[RecordService], Awaitable[None]], seconds: float = 60.0
) -> None:
    async def run() -> None:
        store, reader = SqliteStore(directory / "records.sqlite3"), Reader(seconds)
        try:
            await use(RecordService(store, reader, Limiter(NORMAL)))
        finally:
            reader.close()
            store.close()

    asyncio.run(run())


def test_both_forms_of_a_record_are_one(tmp_path: Path) -> None:
    record = short_game()

    async def use(records: RecordService) -> None:
        first = await records.hand_in(write_dyr(record))
        second = await records.hand_in(write_json(record))
        assert first == second
        assert (first.source, first.game, first.seats) == ("record", "relati", 2)
        assert (first.names, first.decisions) == (("Ada", "Bob"), 6)
        assert json.loads(bytes(first.outcome)) == {"scores": ["0", "1"], "reason": "withdrawn"}
        assert await records.search("", None, None, None, 10) == [first]
        assert await records.dyr(first.id) == write_dyr(record)
        assert await records.json(first.id) == write_json(record)

    with_records(tmp_path, use)


def test_a_history_and_its_frames(tmp_path: Path) -> None:
    record = short_game()

    async def use(records: RecordService) -> None:
        id = (await records.hand_in(write_dyr(record))).id
        history = json.loads(await records.history(id))
        tokens = [node.token for node in record.nodes if isinstance(node, Decision)]
        assert [entry["token"] for entry in history["entries"]] == [*tokens, None]
        assert history["entries"][5]["verdict"] == "resigned"
        assert all(entry["events"] for entry in history["entries"])
        frames = json.loads(await records.frames(id, 0, 50))
        assert [frame["at"] for frame in frames] == list(range(7))
        assert frames[0]["entry"] is None
        assert [frame["entry"] for frame in frames[1:]] == history["entries"]
        assert not any(frame["view"]["choices"] for frame in frames)
        assert json.loads(await records.frames(id, 3, 5)) == frames[3:5]
        assert json.loads(await records.frames(id, 90, 95)) == []

    with_records(tmp_path, use)


def test_records_are_searched_by_game_name_and_time(tmp_path: Path) -> None:
    async def use(records: RecordService) -> None:
        ada = await records.hand_in(write_dyr(short_game(player="Ada")))
        zoe = await records.hand_in(write_dyr(short_game("tzaar", player="Zoë")))

        async def ids(game: str | None, name: str | None, before: str | None) -> set[str]:
            return {found.id for found in await records.search("", game, name, before, 10)}

        assert await ids(None, None, None) == {ada.id, zoe.id}
        assert await ids("tzaar", None, None) == {zoe.id}
        assert await ids(None, "ADA", None) == {ada.id}
        assert await ids(None, None, ada.ended) == set()
        assert await ids("", "", "") == {ada.id, zoe.id}

    with_records(tmp_path, use)


def test_pages_lose_and_repeat_nothing(tmp_path: Path) -> None:
    """Tables and records of one millisecond, in pages of three."""
    store = SqliteStore(tmp_path / "records.sqlite3")
    checked = replay.check(write_dyr(short_game()))
    handed_in = [
        Kept(f"kept {n}", "relati", ("Ada", "Bob"), 5000, checked.summary, checked.text)
        for n in range(7)
    ]
    store.write([*handed_in, *(played(f"table {n}", 5000) for n in range(7)), played("old", 4999)])
    store.close()

    async def use(records: RecordService) -> None:
        whole = await records.search("", None, None, None, 100)
        assert len(whole) == 15
        pages: list[RecordSummary] = []
        while page := await records.search(
            "", None, None, f"{pages[-1].ended}~{pages[-1].id}" if pages else None, 3
        ):
            pages += page
        assert pages == whole
        older = await records.search("", None, None, whole[0].ended, 10)
        assert [one.id for one in older] == ["old"]

    with_records(tmp_path, use)


def played(id: str, updated: int, public: bool = True, decisions: int = 9) -> Index:
    """The index of a finished table as the service writes it."""
    seats = (Sitting("Ada", "", "", ("guest-ada",)), Sitting("Bob", "", "", ("guest-bob",)))
    setup = Setup(id, "relati", {}, Clock(), public, True, "guest-ada", 1, None)
    clocks = waiting(Clock(), 2)
    return index(
        Summary(
            setup, seats, "finished", 3, None, 1, decisions, None, clocks, (), None, updated,
            "", "",
        )
    )  # fmt: skip


def test_private_games_are_listed_for_their_players_only(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "records.sqlite3")
    store.write([played("public", 2), played("private", 1, public=False)])
    store.close()

    async def use(records: RecordService) -> None:
        async def ids(guest: str, name: str | None = None) -> list[str]:
            return [found.id for found in await records.search(guest, None, name, None, 10)]

        assert await ids("") == await ids("guest-eve") == ["public"]
        assert await ids("guest-ada") == await ids("guest-bob") == ["public", "private"]
        assert await ids("guest-eve", "Ada") == ["public"]

    with_records(tmp_path, use)


def test_what_was_given_up_before_it_began_is_no_record(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "records.sqlite3")
    store.write([played("given up", 2, decisions=0), played("resigned at once", 1, decisions=1)])
    assert [one.table for one in store.each_finished()] == ["resigned at once"]
    assert store.unfinished() == []
    store.close()

    async def use(records: RecordService) -> None:
        found = await records.search("guest-ada", None, None, None, 10)
        assert [one.id for one in found] == ["resigned at once"]

    with_records(tmp_path, use)


def test_what_is_no_record_is_refused_with_its_place(tmp_path: Path) -> None:
    async def use(records: RecordService) -> None:
        text = write_dyr(short_game()).replace("3 @0", "4 @0")
        with pytest.raises(Refused) as refused:
            await records.hand_in(text)
        assert (refused.value.status, refused.value.code) == (422, "bad-record")
        assert refused.value.field == "text"
        assert refused.value.message["line"] == 6
        for nonsense in ("", "\x00", "{", "[Game", "{}", "[" * 10_000, '{"a":' * 5000):
            with pytest.raises(Refused):
                await records.hand_in(nonsense)
        assert await records.search("", None, None, None, 10) == []

    with_records(tmp_path, use)


def test_positions_are_read(tmp_path: Path) -> None:
    state = game("relati").start().play("B2")

    async def use(records: RecordService) -> None:
        position = json.loads(await records.position("relati", state.dump()))
        assert position["start"] == state.dump()
        assert position["view"]["turn"] == state.turn
        for name, text, field in (("chess", "x", "game"), ("relati", "nonsense", "text")):
            with pytest.raises(Refused) as refused:
                await records.position(name, text)
            assert (refused.value.status, refused.value.field) == (422, field)

    with_records(tmp_path, use)


def test_what_takes_too_long_is_given_up_and_the_next_is_read(tmp_path: Path) -> None:
    async def use(records: RecordService) -> None:
        reader = records._reader
        reader.seconds = 0.001
        with pytest.raises(Refused) as refused:
            await records.hand_in(write_dyr(short_game()))
        assert refused.value.code == "too-long-to-read"
        reader.seconds = 60.0
        assert (await records.hand_in(write_dyr(short_game()))).decisions == 6

    with_records(tmp_path, use)


def bushy(variations: int) -> str:
    """A record whose second move has so many variations of one move each."""
    state = game("tic-tac-toe").start()
    head = f'[Game "tic-tac-toe"] [Version "{state.game.version}"] [Seats "2"]\n[Result "*"]\n'
    return f"{head}1 @0 A1 2 @1 B1 " + "( 2 @1 C1 ) " * variations + "\n"


def test_a_record_has_only_so_many_decisions_with_its_variations(
    tmp_path: Path,
) -> None:
    read(bushy(8), most=10)
    with pytest.raises(BadRecord, match="at most 10 decisions") as caught:
        read(bushy(9), most=10)
    assert caught.value.line == 3
    with pytest.raises(BadRecord, match="at most 2 decisions"):
        read(write_json(read(bushy(8))), most=2)

    async def use(records: RecordService) -> None:
        assert (await records.hand_in(bushy(100))).decisions == 2
        with pytest.raises(Refused) as refused:
            await records.hand_in(bushy(FIXED.record_nodes))
        assert refused.value.code == "bad-record"
        assert "bad-record.many" in str(refused.value.message)

    with_records(tmp_path, use)


def test_reading_is_timed_by_the_cpu_and_the_process_stays(tmp_path: Path) -> None:
    async def use(records: RecordService) -> None:
        reader = records._reader
        first = await reader.run(os.getpid)
        reader.seconds = 0.1
        with pytest.raises(Refused) as refused:
            await reader.run(replay.check, bushy(20_000))
        assert refused.value.code == "too-long-to-read"
        await reader.run(time.sleep, 0.2)  # which is no work
        assert await reader.run(os.getpid) == first

    with_records(tmp_path, use)


def test_a_backlog_of_one_address_lets_others_read_first(tmp_path: Path) -> None:
    async def use(records: RecordService) -> None:
        reader, done = records._reader, []

        async def read_for(address: str, number: int) -> None:
            CALLER.set(Caller(address))
            try:
                await reader.run(time.sleep, 0.01)
                done.append(f"{address}{number}")
            except Refused as refused:
                done.append(refused.code)

        many = [asyncio.create_task(read_for("a", number)) for number in range(20)]
        await asyncio.sleep(0)
        await asyncio.gather(*many, asyncio.create_task(read_for("b", 0)))
        assert done[: done.index("a0")] == ["busy"] * (19 - FIXED.reading_waiting_each)
        assert done.index("b0") == done.index("a0") + 1

    with_records(tmp_path, use)


def test_a_reader_that_dies_is_replaced(tmp_path: Path) -> None:
    async def use(records: RecordService) -> None:
        with pytest.raises(Refused):
            await records._reader.run(os._exit, 1)
        assert (await records.hand_in(write_dyr(short_game()))).decisions == 6

    with_records(tmp_path, use)


def test_unknown_records_and_moments() -> None:
    assert milliseconds(moment(1_234_567_890_123)) == 1_234_567_890_123
    assert milliseconds(moment(0)) == 0
    for text in ("yesterday", "2024-13-01", "\x00", "9" * 40):
        with pytest.raises(Refused):
            milliseconds(text)


def test_an_id_is_the_content() -> None:
    one, other = short_game(), short_game(player="Eve")
    assert replay.check(write_dyr(one)) == replay.check(write_json(one))
    assert replay.check(write_dyr(one)).id != replay.check(write_dyr(other)).id


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans", "en"])
@pytest.mark.parametrize(
    ("verdict", "code", "key"),
    [
        ("resigned", None, "server:event.resigned"),
        ("time", None, "server:event.time"),
        ("illegal", "relati.no-path", "server:event.out"),
        ("timeout", None, "server:event.out"),
        ("out", None, "server:event.out"),
    ],
)
def test_any_verdict_is_worded(language: str, verdict: str, code: str | None, key: str) -> None:
    record = short_game().undone().withdrawn(1, verdict, code, "Z99" if code else None)
    entries = json.loads(replay.history(write_dyr(record), "x"))["entries"]
    assert entries[-1]["verdict"] == verdict
    told = events_of(record.nodes[-1], state_before_the_end(record))
    assert told[0].message.key == key
    said = locale.text(told[0].message, language)
    assert "{" not in said
    assert "event." not in said
    if key == "server:event.out":
        assert verdict in said
        assert (code or "") in said


def state_before_the_end(record: Record) -> State[Any]:
    return History.of_record(record.undone()).state
