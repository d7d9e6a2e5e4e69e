"""Settings: every field filled in, and each that cannot be is named."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from duiyi.classes.errors import BadClass
from duiyi.classes.settings import (
    ClassSettings,
    checked,
    clean_title,
    read_deadline,
    shown_moment,
)
from duiyi.core.clock import Clock


def moment(*when: int) -> int:
    return round(datetime(*when, tzinfo=UTC).timestamp() * 1000)  # type: ignore[arg-type, misc]


def test_a_game_is_all_that_must_be_said() -> None:
    found = checked(ClassSettings(game="tzaar"))
    assert (found.seats, found.grace, found.hand_ins, found.bytes) == (2, 30, 10, 2_000_000)
    assert (found.names, found.clock, found.deadline) == ("pseudonyms", Clock("turn", 5.0), None)
    assert found.options, "the game's own options are filled in"
    assert not found.open_ladder
    assert not found.grades_released


def test_settings_survive_the_way_through_json() -> None:
    settings = checked(ClassSettings(game="relati", seats=3, deadline=5, formula="points"))
    assert msgspec.json.decode(msgspec.json.encode(settings), type=ClassSettings) == settings


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"seats": 9}, "seats"),
        ({"options": {"nonsense": 1}}, "options"),
        ({"clock": Clock("days", 5.0)}, "clock"),
        ({"clock": Clock("turn", 0.0)}, "clock"),
        ({"clock": Clock("turn", 1e9)}, "clock"),
        ({"clock": Clock("game", 5.0, -1.0)}, "clock"),
        ({"zone": "Mars/Base"}, "zone"),
        ({"zone": "../../etc/passwd"}, "zone"),
        ({"zone": ""}, "zone"),
        ({"grace": -1}, "grace"),
        ({"hand_ins": 0}, "hand-ins"),
        ({"bytes": 10**9}, "bytes"),
        ({"formula": "__import__('os')"}, "formula"),
        ({"formula": ""}, "formula"),
    ],
)
def test_what_cannot_be_is_named(change: dict[str, Any], field: str) -> None:
    settings = msgspec.structs.replace(ClassSettings(game="tzaar"), **change)
    with pytest.raises(BadClass) as refused:
        checked(settings)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("text", "zone", "at"),
    [
        ("2026-12-18 23:59", "Asia/Taipei", moment(2026, 12, 18, 15, 59)),
        ("2026-12-18T23:59+01:00", "Asia/Taipei", moment(2026, 12, 18, 22, 59)),
        ("2026-12-18", "Asia/Taipei", moment(2026, 12, 18, 15, 59, 59)),
        ("2026-07-01 12:00", "Europe/Berlin", moment(2026, 7, 1, 10)),
        ("2026-12-01 12:00", "Europe/Berlin", moment(2026, 12, 1, 11)),
    ],
)
def test_a_deadline_is_read_where_the_class_is(text: str, zone: str, at: int) -> None:
    assert read_deadline(text, zone) == at


def test_a_moment_is_shown_as_the_zones_clocks_do() -> None:
    assert shown_moment(moment(2026, 12, 18, 15, 59), "Asia/Taipei") == "2026-12-18 23:59 +0800"


@pytest.mark.parametrize("text", ["", "tomorrow", "2026-13-01", "99999-01-01", "0001-01-01 00:00"])
def test_what_is_no_deadline_is_refused(text: str) -> None:
    with pytest.raises(BadClass, match="deadline"):
        read_deadline(text, "Asia/Taipei")


def test_grace_follows_the_deadline_and_then_it_is_closed() -> None:
    settings = ClassSettings(game="tzaar", deadline=1_000, grace=1)
    assert [settings.late(at) for at in (1_000, 1_001)] == [False, True]
    assert [settings.closed(at) for at in (61_000, 61_001)] == [False, True]
    assert not ClassSettings(game="tzaar").closed(10**15)


def test_days_begin_at_midnight_where_the_class_is() -> None:
    settings = ClassSettings(game="tzaar", zone="Asia/Taipei")
    assert settings.day(moment(2026, 1, 1, 15, 59)) + 1 == settings.day(moment(2026, 1, 1, 16))


@pytest.mark.parametrize("title", ["", " \n ", "x" * 81])
def test_a_title_is_one_short_line(title: str) -> None:
    assert clean_title(" 程式設計\n(二)\x00 ") == "程式設計 (二)"
    with pytest.raises(BadClass):
        clean_title(title)
