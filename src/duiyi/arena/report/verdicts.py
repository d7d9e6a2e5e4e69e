"""The verdict list: each fault with what it was, why, the position, and the bot's last words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from duiyi.arena.played import Offence
from duiyi.arena.report.explain import Explanation
from duiyi.arena.report.markup import Markup, Speaker, element, game_link, name_of
from duiyi.arena.report.matter import Failure
from duiyi.arena.report.sections import section
from duiyi.arena.report.words import one_line, visible
from duiyi.engine.fault import as_written

SHOWN_OPEN = 1
"""So many are unfolded from the beginning."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A fault of a game; `number` is the game's place in the page."""

    number: int
    game: str
    bot: str
    turn: int
    offence: Offence
    explanation: Explanation


def verdicts(listed: Sequence[Listed], failures: Sequence[Failure], speaker: Speaker) -> Markup:
    inside: list[Markup] = []
    if not listed:
        inside.append(element("p", speaker.say("verdicts.none")))
    for place, one in enumerate(sorted(listed, key=lambda one: (one.bot, one.number))):
        inside.append(_verdict(one, speaker, place < SHOWN_OPEN))
    if failures:
        inside.append(_failures(failures, speaker))
    return section(speaker, "verdicts", *inside)


def _verdict(one: Listed, speaker: Speaker, open_: bool) -> Markup:
    offence, why = one.offence, one.explanation
    where = one_line(one.game), " · ", speaker.say("turn", turn=one.turn)
    summary = element(
        "summary",
        element("span", speaker.tell(why.title), class_="tag"), " ",
        element("b", name_of(one.bot)), " ",
        element("span", *where, class_="muted"),
    )  # fmt: skip
    words = [element("p", speaker.tell(why.told), class_="told")]
    if why.rule is not None:
        words.append(element("p", speaker.tell(why.rule), class_="rule"))
    link = element("a", speaker.say("verdicts.open"), href=game_link(one.game, offence.node))
    words.append(element("p", link))
    words.append(element("dl", *_evidence(offence, speaker)))
    board = element("div", class_="board", data_game=one.number, data_at=offence.node)
    body = element("div", element("div", *words, class_="words"), board, class_="fault")
    return element("details", summary, body, class_="verdict", open=open_)


def _evidence(offence: Offence, speaker: Speaker) -> list[Markup]:
    code = f"{offence.verdict.value} {offence.code}"
    rows = [(speaker.say("evidence.code"), element("code", one_line(code)))]
    if said := as_written(offence.text, offence.wrote):
        rows.append((speaker.say("evidence.text"), _quoted(said)))
    if offence.detail:
        rows.append((speaker.say("evidence.detail"), _quoted(offence.detail)))
    if offence.stderr:
        rows.append((speaker.say("evidence.stderr"), _quoted(offence.stderr)))
    rows.append((speaker.say("evidence.position"), _quoted(offence.position)))
    return [part for name, what in rows for part in (element("dt", name), element("dd", what))]


def _quoted(foreign: str) -> Markup:
    """A bot's own words; letters stand as they came, from left to right."""
    return element("pre", visible(foreign), dir="ltr")


def _failures(failures: Sequence[Failure], speaker: Speaker) -> Markup:
    """What was nobody's fault, and was played again."""
    items = [
        element("li", element("b", one_line(one.game)), " ", element("code", one_line(one.code)),
                _quoted(one.detail))
        for one in failures
    ]  # fmt: skip
    summary = element("summary", speaker.say("failures", count=len(failures)))
    return element("details", summary, element("ul", *items), class_="verdict")
