"""What `duiyi ladder` shows: the ladder, and the plan of a final."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from duiyi.arena.final.again import usual_looks
from duiyi.arena.final.plan import GAPS, Choice, Forecast
from duiyi.arena.ladder.places import Row
from duiyi.arena.ladder.ratings import Ladder
from duiyi.cli.common.screen import Screen

EVEN, NEW, MARK = "=", "°", "◇"
PLAIN_MARK = "-"


def show_ladder(
    screen: Screen, ladder: Ladder, rows: Sequence[Row], games: int, even: str | None
) -> None:
    """A row for each; references have a mark instead of a place."""
    mark = MARK if screen.shows(MARK) else PLAIN_MARK
    own = {row.name: {*row.even, row.name} for row in rows}.get(even or "", set())
    table = Table(box=None, pad_edge=False)
    table.add_column(screen.phrase("ladder.place"), justify="right", no_wrap=True)
    table.add_column(screen.phrase("ladder.possible"), no_wrap=True)
    table.add_column(screen.phrase("ladder.name"))
    for head in ("rating", "interval", "games", "even"):
        table.add_column(_head(screen, head), justify="right", no_wrap=True)
    for row in rows:
        low, high = _whole(row.rating.low), _whole(row.rating.high)
        sign = EVEN if row.name in own else " "
        table.add_row(
            mark if row.reference else f"{sign}{row.place}" if even else str(row.place),
            "" if row.reference else _range(row.best, row.worst),
            f"{row.name} {NEW}" if row.new else row.name,
            _whole(row.rating.value),
            "" if row.reference else f"[{low}, {high}]",
            str(row.games),
            "" if row.reference else str(len(row.even)),
        )
    screen.out.print(table)
    screen.say("ladder.sum", bots=sum(not row.reference for row in rows), games=games)
    if even is not None:
        screen.say("ladder.even-with", name=even, count=len(own) - 1)


def show_plan(
    screen: Screen,
    table: Sequence[Choice],
    found: Forecast,
    games: int,
    again: int,
    seconds: float,
) -> None:
    """`seconds` a game, on all cores together."""
    shown = Table(box=None, pad_edge=False)
    for head in ("pairing", "each", "all", "time"):
        shown.add_column(_head(screen, head), justify="right", no_wrap=True)
    for gap in GAPS:
        shown.add_column(f"{gap:g} Elo", justify="right", no_wrap=True)
    for one in table:
        chosen = f"> {one.games}" if one.games == games else str(one.games)
        sure = [_percent(value) for value in one.certainties]
        shown.add_row(chosen, f"{one.each:,}", f"{one.all:,}", duration(screen, one.seconds), *sure)
    screen.out.print(shown)
    if again > 1:
        screen.say(
            "ladder.again",
            count=again,
            most=found.most_again,
            looks=", ".join(map(str, usual_looks(2))),
            usual=round(found.again),
            time=duration(screen, found.again * seconds),
        )
    screen.say(
        "ladder.places",
        places=_range(found.low, found.high),
        bots=table[0].each // table[0].games + 1,
        first=_percent(found.single_first),
    )


def _head(screen: Screen, key: str) -> str:
    heads = {
        "rating": screen.phrase("ladder.rating"),
        "interval": screen.phrase("ladder.interval"),
        "games": screen.phrase("ladder.games"),
        "even": screen.phrase("ladder.even"),
        "pairing": screen.phrase("ladder.pairing"),
        "each": screen.phrase("ladder.each"),
        "all": screen.phrase("ladder.all"),
        "time": screen.phrase("ladder.time"),
    }
    return heads[key]


def duration(screen: Screen, seconds: float) -> str:
    """In minutes, or in hours from two of them on."""
    minutes = max(1, round(seconds / 60))
    if minutes < 120:
        return screen.phrase("ladder.minutes", minutes=minutes)
    return screen.phrase("ladder.hours", hours=f"{seconds / 3600:.1f}")


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _whole(value: float) -> str:
    return str(round(value)).replace("-", "−")


def _percent(value: float) -> str:
    if value > 0.995:
        return "> 99 %"
    return f"{value * 100:.0f} %"
