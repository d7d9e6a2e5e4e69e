"""The sections of the page that are tables: standings, who met whom, time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from duiyi.arena.report.data.contents import Contents, Place
from duiyi.arena.report.data.totals import Score, Sums, Time
from duiyi.arena.report.page.figures import points, ratings, seconds
from duiyi.arena.report.page.markup import Markup, Speaker, element, game_link, name_of, together
from duiyi.arena.report.page.plot import rating_plot
from duiyi.arena.report.page.words import one_line
from duiyi.core.message import Message

MOST_CROSSED = 60
"""With more entrants nobody reads a cross table."""


def section(speaker: Speaker, name: str, *inside: object) -> Markup:
    """A sheet with its heading; `name` is also its anchor."""
    heading = element("h2", speaker.say(f"section.{name}"), id=f"{name}-heading")
    return element("section", heading, *inside, id=name, class_="sheet",
                   aria_labelledby=f"{name}-heading")  # fmt: skip


def table(speaker: Speaker, name: str, head: Sequence[Markup], rows: Sequence[Markup]) -> Markup:
    """A table that scrolls by itself where it is too wide, also by keys."""
    inside = element(
        "table",
        element("caption", speaker.say(f"table.{name}"), class_="unseen"),
        element("thead", element("tr", *head)),
        element("tbody", *rows),
    )
    return element("div", inside, class_=f"scroll {name}", tabindex=0, role="region",
                   **speaker.label(f"table.{name}"))  # fmt: skip


def column(speaker: Speaker, key: str, kind: str | None = "num") -> Markup:
    return element("th", speaker.say(f"column.{key}"), scope="col", class_=kind)


def standings(contents: Contents, sums: Sums, speaker: Speaker) -> Markup:
    rated = any(place.rating is not None for place in contents.places)
    graded = any(place.grade is not None for place in (*contents.places, *contents.absent))
    keys = ["points", "played", "wins", "draws", "losses", "faults"]
    head = [column(speaker, "rank"), column(speaker, "bot", None)]
    head += [column(speaker, keys[0])]
    head += [column(speaker, "rating"), column(speaker, "interval")] * rated
    head += [column(speaker, key) for key in keys[1:]]
    head += [column(speaker, "grade")] * graded
    rating = ratings(place.rating for place in contents.places)
    rows = [
        _standing(place, sums, rating if rated else None, graded, speaker)
        for place in (*contents.places, *contents.absent)
    ]
    notes = [_ranked_by(contents.ranked_by, speaker)] if contents.ranked_by else []
    if contents.model is not None:
        notes.append(element("p", speaker.tell(contents.model), class_="note"))
    if contents.formula:
        formula = element("code", contents.formula)
        notes.append(element("p", speaker.say("grades"), " ", formula, class_="note"))
    ranks = element("div", table(speaker, "standings", head, rows), *notes, class_="ranks")
    plot = rating_plot(contents.places, speaker)
    return section(speaker, "standings", element("div", ranks, plot, class_="standing"))


def _ranked_by(names: Sequence[Message], speaker: Speaker) -> Markup:
    told: list[object] = [speaker.say("ranked-by"), " "]
    for number, name in enumerate(names):
        told += [" › "] * (number > 0) + [speaker.tell(name)]
    return element("p", *told, class_="note")


def _standing(
    place: Place,
    sums: Sums,
    rating: Callable[[float], str] | None,
    graded: bool,
    speaker: Speaker,
) -> Markup:
    said = place.remark
    remark = [] if said is None else [element("small", speaker.tell(said), class_="remark")]
    cells = [
        element("td", place.rank, class_="num rank"),
        element("th", name_of(place.name), *remark, scope="row"),
        element("td", element("b", points(place.points)), class_="num"),
    ]
    if rating is not None:
        cells += [
            element("td", "–" if place.rating is None else rating(place.rating), class_="num"),
            element("td", _interval(place, rating), class_="num interval"),
        ]
    counts = (place.games, place.wins, place.draws, place.losses, sums.faults.get(place.name, 0))
    cells += [
        element("td", count, class_="num" if count else "num none") for count in counts
    ]  # fmt: skip
    if graded:
        grade = "" if place.grade is None else f"{place.grade:.4g}"
        cells.append(element("td", grade, class_="num"))
    return element("tr", *cells)


def _interval(place: Place, rating: Callable[[float], str]) -> str:
    if place.low is None or place.high is None:
        return ""
    return f"{rating(place.low)} … {rating(place.high)}"


def is_crossed(contents: Contents) -> bool:
    """Whether there is a cross table."""
    return contents.seats == 2 and len(contents.places) <= MOST_CROSSED


def crossings(contents: Contents, sums: Sums, speaker: Speaker) -> Markup:
    """Who met whom; with more than two seats, who did what from which seat."""
    if is_crossed(contents):
        return section(speaker, "cross", _cross_table(contents.places, sums, speaker))
    return section(speaker, "seats", _seat_table(contents, sums, speaker))


def _cross_table(places: Sequence[Place], sums: Sums, speaker: Speaker) -> Markup:
    head = [column(speaker, "bot", None)]
    for number, place in enumerate(places, 1):
        head.append(
            element("th", element("span", number, aria_hidden="true"),
                    element("span", name_of(place.name), class_="unseen"),
                    scope="col", class_="num", title=one_line(place.name))
        )  # fmt: skip
    rows = []
    for number, place in enumerate(places, 1):
        cells = [element("th", element("span", number, class_="number"), name_of(place.name),
                         scope="row")]  # fmt: skip
        for other in places:
            score = sums.met.get((place.name, other.name))
            cells.append(_met(score, place, other))
        rows.append(element("tr", *cells))
    return table(speaker, "cross", head, rows)


def _met(score: Score | None, place: Place, other: Place) -> Markup:
    if score is None:
        return element("td", "·" if place is not other else "", class_="num none")
    kind = "better" if 2 * score.points > score.games else "worse"
    level = 2 * score.points == score.games
    shown = together(points(score.points), element("small", f"/{score.games}"))
    link = element(
        "a", shown, href="#games", data_bots=f"{one_line(place.name)}\n{one_line(other.name)}"
    )
    return element("td", link, class_=f"num {'level' if level else kind}")


def _seat_table(contents: Contents, sums: Sums, speaker: Speaker) -> Markup:
    head = [column(speaker, "bot", None)]
    head += [
        element("th", speaker.say("column.seat", seat=seat + 1), scope="col", class_="num")
        for seat in range(contents.seats)
    ]
    head.append(column(speaker, "all"))
    rows = []
    for place in contents.places:
        cells = [element("th", name_of(place.name), scope="row")]
        scores = [sums.seated.get((place.name, seat)) for seat in range(contents.seats)]
        cells += [_seated(score) for score in (*scores, sums.score(place.name))]
        rows.append(element("tr", *cells))
    return table(speaker, "seats", head, rows)


def _seated(score: Score | None) -> Markup:
    if score is None or not score.games:
        return element("td", "·", class_="num none")
    share = f"{float(score.points / score.games):.0%}"
    return element("td", points(score.points), element("small", f"/{score.games}"), " ",
                   element("small", share, class_="share"), class_="num")  # fmt: skip


def times(contents: Contents, sums: Sums, speaker: Speaker) -> Markup:
    """What everybody spent. Seconds."""
    keys = ("questions", "charged", "cpu", "wall", "mean", "longest", "start")
    head = [column(speaker, "bot", None), *(column(speaker, key) for key in keys)]
    rows = [_time(place.name, sums.times.get(place.name, Time())) for place in contents.places]
    note = element("p", speaker.say("time.note"), class_="note")
    return section(speaker, "time", table(speaker, "time", head, rows), note)


def _time(name: str, time: Time) -> Markup:
    mean = time.total.charged / time.questions if time.questions else 0.0
    totals = (time.total.charged, time.total.cpu, time.total.wall, mean)
    cells = [element("th", name_of(name), scope="row"), element("td", time.questions, class_="num")]
    cells += [element("td", seconds(value), class_="num") for value in totals]
    for spent, game in ((time.longest, time.longest_in), (time.start, time.start_in)):
        inside: object = seconds(spent.charged)
        if game:
            inside = element("a", inside, href=game_link(game))
        cells.append(element("td", inside, class_="num"))
    return element("tr", *cells)
