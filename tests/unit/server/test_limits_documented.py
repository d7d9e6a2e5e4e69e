"""The limits stand in the documentation as they are in the code."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

from duiyi.server.limits import FIXED, KILOBYTE, MEGABYTE, MINUTES_A_DAY, NORMAL, Rate

PAGE = Path(__file__).parents[3] / "docs" / "architecture" / "server.md"
BYTES = (
    "body",
    "edited_body",
    "record_body",
    "roster_body",
    "records_bytes",
    "record_bytes",
    "log_bytes",
    "head",
    "socket_frame",
)
_row = re.compile(r"^\| `([a-z_]+)` \| ([^|]+?) \|", re.MULTILINE)


def shown(name: str, value: object) -> str:
    """A limit as the page writes it."""
    if isinstance(value, Rate):
        if name in BYTES:
            day = round(value.per_minute * MINUTES_A_DAY)
            return f"{size(value.burst)}, then {size(day)} a day"
        return f"{value.burst:,}, then {value.per_minute:,.0f} a minute"
    if name in BYTES:
        assert isinstance(value, int)
        return size(value)
    if name.endswith("_seconds"):
        return f"{value:g} s"
    return f"{value:,}"


def size(count: int) -> str:
    assert count % KILOBYTE == 0
    if count % MEGABYTE == 0:
        return f"{count // MEGABYTE:,} MB"
    return f"{count // KILOBYTE:,} KB"


def test_the_page_has_every_limit_as_it_is() -> None:
    written = _row.findall(PAGE.read_text("utf-8").partition("## Limits")[2])
    expected = [
        (field.name, shown(field.name, getattr(limits, field.name)))
        for limits in (NORMAL, FIXED)
        for field in dataclasses.fields(limits)
    ]
    assert written == expected
