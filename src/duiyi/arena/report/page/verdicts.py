"""Faults in the page: first how often each program committed which, then the list of them.

The list is filled by `page/faults.js`; what is told of a fault lies with its game, and is read when
somebody opens it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from duiyi.arena.report.data.contents import Contents, Failure
from duiyi.arena.report.page.faults import Kind, kinds, label_of
from duiyi.arena.report.page.markup import Markup, Speaker, element, name_of
from duiyi.arena.report.page.sections import column, section, table
from duiyi.arena.report.page.words import one_line, visible
from duiyi.core.registry import game as game_of
from duiyi.core.state import Game
from duiyi.engine.fault import CODES, Verdict

Tally = Counter[tuple[str, Kind]]
"""How often each bot committed each kind of fault."""


def verdicts(contents: Contents, tally: Tally, speaker: Speaker, *, listed: bool) -> Markup:
    """`listed`: there is something to list, be it nobody's fault."""
    inside: list[Markup] = []
    if tally:
        inside.append(_fault_table(contents, tally, speaker))
    else:
        inside.append(element("p", speaker.say("verdicts.none")))
    if listed:
        inside.append(_list(speaker))
    if contents.failures:
        inside.append(_failures(contents.failures, speaker))
    return section(speaker, "verdicts", *inside)


def _fault_table(contents: Contents, tally: Tally, speaker: Speaker) -> Markup:
    """Programs in the order of the standings, those without a fault left out."""
    game: Game = game_of(contents.game)
    shown = kinds(game, {kind for _, kind in tally})
    words = {kind: speaker.words.number(label_of(kind, game)) for kind in shown}
    guilty = {bot for bot, _ in tally}
    names = [place.name for place in contents.places if place.name in guilty]
    names += sorted(guilty.difference(names))
    head = [column(speaker, "bot", None)]
    head += [
        element("th", speaker.tell(label_of(kind, game)), scope="col", class_="num kind")
        for kind in shown
    ]
    head.append(element("th", speaker.say("faults.all"), scope="col", class_="num"))
    rows = []
    for name in names:
        counts = [(tally[name, kind], str(words[kind])) for kind in shown]
        rows.append(_fault_row(name_of(name), name, counts))
    sums = [(sum(tally[name, kind] for name in names), str(words[kind])) for kind in shown]
    rows.append(_fault_row(speaker.say("faults.all"), "", sums, class_="sum"))
    return element(
        "div",
        table(speaker, "faults", head, rows),
        element("p", speaker.say("faults.note"), class_="note"),
    )


def _fault_row(
    heading: Markup, bot: str, counts: Sequence[tuple[int, str]], class_: str | None = None
) -> Markup:
    cells = [element("th", heading, scope="row")]
    for count, label in (*counts, (sum(count for count, _ in counts), "")):
        chosen = f"{label}\n{one_line(bot)}"
        shown = element("a", count, href="#faults", data_faults=chosen) if count else "·"
        cells.append(element("td", shown, class_="num" if count else "num none"))
    return element("tr", *cells, class_=class_)


def _list(speaker: Speaker) -> Markup:
    all_ = element("button", speaker.say("faults.any"), type="button", data_faults="\n",
                   class_="plain", id="all-faults", hidden=True)  # fmt: skip
    count = element("output", id="fault-count", class_="muted")
    return element(
        "div",
        element("p", count, " ", all_, class_="chosen", id="faults", tabindex=-1),
        element("div", id="fault-list"),
        element("button", type="button", id="more-faults", class_="plain", hidden=True),
    )


def _cause(code: str, speaker: Speaker) -> str:
    """What a code means, where there are words for it."""
    known = code in CODES[Verdict.infra]
    return speaker.say(f"fault.{Verdict.infra.value}.{code}") if known else ""


def _failures(failures: Sequence[Failure], speaker: Speaker) -> Markup:
    """What was nobody's fault, and was played again."""
    items = [
        element("li", element("b", one_line(one.game)), " ", element("code", one_line(one.code)),
                " ", _cause(one.code, speaker), element("pre", visible(one.detail), dir="ltr"))
        for one in failures
    ]  # fmt: skip
    summary = element("summary", speaker.say("failures", count=len(failures)))
    return element("details", summary, element("ul", *items), class_="verdict")
