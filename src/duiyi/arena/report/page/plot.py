"""The rating plot: a dot with its error bar for each entrant, as SVG that fits any width.

Across, everything is in per cent, so that nothing is scaled: lines stay as thin and text as large
on a phone as on a desk. Names stand beside it, in HTML.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor, log10

from duiyi.arena.report.data.contents import Place
from duiyi.arena.report.page.figures import MINUS, ratings
from duiyi.arena.report.page.markup import Markup, Speaker, element, name_of, together
from duiyi.arena.report.page.words import one_line

ROW = 32
AXIS = 28
"""Heights, in pixels."""


def rating_plot(places: Sequence[Place], speaker: Speaker) -> Markup:
    """A figure; nothing where there are no ratings."""
    rated = sorted(
        (place for place in places if place.rating is not None),
        key=lambda place: -(place.rating or 0.0),
    )
    if not rated:
        return Markup("")
    low = min(_bounds(place)[0] for place in rated)
    high = max(_bounds(place)[1] for place in rated)
    ticks = scale(low, high)
    height = ROW * len(rated)
    lines = [
        element("line", x1=_at(tick, ticks), x2=_at(tick, ticks), y1=0, y2=height,
                class_="zero" if tick == 0 else "tick")
        for tick in ticks
    ]  # fmt: skip
    marks = [
        element("text", f"{tick:g}".replace("-", MINUS), x=_at(tick, ticks), y=height + 18,
                text_anchor=_anchor(tick, ticks))
        for tick in ticks
    ]  # fmt: skip
    rating = ratings(place.rating for place in rated)
    bars = [_bar(place, row, ticks, rating) for row, place in enumerate(rated)]
    svg = element("svg", *lines, *bars, *marks, height=height + AXIS, width="100%", role="img",
                  **speaker.label("plot.label", count=len(rated)))  # fmt: skip
    names = element("ol", *(element("li", name_of(place.name)) for place in rated))
    return element("figure", element("div", names, svg, class_="plot"),
                   element("figcaption", speaker.say("plot.caption")))  # fmt: skip


def scale(low: float, high: float) -> list[float]:
    """Round numbers from below the lowest to above the highest, at most six steps."""
    span = max(high - low, 1e-9)
    step = 10.0 ** floor(log10(span / 5))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= 5)
    first, last = floor(low / step), ceil(high / step)
    return [step * number for number in range(first, max(last, first + 1) + 1)]


def _bounds(place: Place) -> tuple[float, float]:
    value = place.rating or 0.0
    return (
        value if place.low is None else place.low,
        value if place.high is None else place.high,
    )


def _at(value: float, ticks: Sequence[float]) -> str:
    share = (value - ticks[0]) / (ticks[-1] - ticks[0])
    return f"{2 + 96 * share:.2f}%"


def _anchor(tick: float, ticks: Sequence[float]) -> str:
    return "start" if tick == ticks[0] else "end" if tick == ticks[-1] else "middle"


def _bar(place: Place, row: int, ticks: Sequence[float], rating: Callable[[float], str]) -> Markup:
    y = ROW * row + ROW / 2
    low, high = _bounds(place)
    value = place.rating or 0.0
    words = f"{one_line(place.name)}: {rating(value)} ({rating(low)} … {rating(high)})"
    ends = [
        element("line", x1=_at(end, ticks), x2=_at(end, ticks), y1=y - 5, y2=y + 5, class_="bar")
        for end in (low, high)
    ]
    middle = element("line", x1=_at(low, ticks), x2=_at(high, ticks), y1=y, y2=y, class_="bar")
    dot = element("circle", cx=_at(value, ticks), cy=y, r=5, class_="dot")
    return element("g", element("title", words), together(*ends, middle, dot))
