"""The games of the page: the form that filters them, the board on which they are replayed, and
their list. What is in the list, and what happens on the board, `page/report.js` writes."""

from __future__ import annotations

from typing import Any

from duiyi.arena.report.data.contents import ReportGame
from duiyi.arena.report.page.figures import points
from duiyi.arena.report.page.markup import Markup, Speaker, element, together
from duiyi.arena.report.page.sections import column, section
from duiyi.arena.report.page.words import Words, one_line
from duiyi.arena.report.replay.game import Replayed
from duiyi.engine.fault import Verdict

SPOKEN = (
    "count", "position", "start", "chance", "opening", "board", "failed", "use", "eval",
    "not-counted", "any", "loading", "replay-game", "missing", "more", "turn", "open",
    "fault-count",
)  # fmt: skip
"""Messages with parameters that the page fills in by itself."""

_ICONS = {
    "first": "M7 5v14M18 6l-8 6 8 6z",
    "back": "M16 6l-8 6 8 6z",
    "forward": "M8 6l8 6-8 6z",
    "last": "M17 5v14M6 6l8 6-8 6z",
}


def spoken(words: Words) -> dict[str, int]:
    return {key: words.say(f"page.{key}") for key in SPOKEN}


def game_row(game: ReportGame, replayed: Replayed, words: Words) -> dict[str, Any]:
    """A game as the list has it; the same again for files beside the page."""
    scores = game.played.scores
    row: dict[str, Any] = {
        "id": one_line(game.id),
        "round": game.round,
        "names": [one_line(name) for name in game.names],
        "scores": None if scores is None else [points(score) for score in scores],
        "decisions": replayed.decisions,
    }
    if replayed.ended is not None:
        row["ended"] = words.number(replayed.ended)
    for at, (offence, why) in enumerate(
        zip(game.played.offences, replayed.explanations, strict=True)
    ):
        # What was nobody's fault is told apart: it is no reason to look for a fault.
        kind = "failed" if offence.verdict is Verdict.infra else "faults"
        turn = replayed.turns[offence.node]
        told = [offence.seat, words.number(why.title), turn, offence.node, at]
        row.setdefault(kind, []).append(told)
    return row


def games_section(speaker: Speaker, count: int) -> Markup:
    if not count:
        return section(speaker, "games", element("p", speaker.say("games.none")))
    return section(speaker, "games", _replay(speaker), _filter(speaker), _list(speaker))


def _filter(speaker: Speaker) -> Markup:
    def chosen(name: str) -> Markup:
        return element("label", speaker.say(f"filter.{name}"), element("select", id=f"by-{name}"))

    faults = element("label", element("input", type="checkbox", id="by-faults"),
                     speaker.say("filter.faults"), class_="check")  # fmt: skip
    count = element("output", id="count", for_="by-bot by-other by-round by-faults")
    return element("form", chosen("bot"), chosen("other"), chosen("round"), faults, count,
                   class_="filter", id="filter", autocomplete="off",
                   **speaker.label("filter"))  # fmt: skip


def _list(speaker: Speaker) -> Markup:
    keys = ("game", "round", "players", "result", "end", "decisions")
    head = [column(speaker, key, "num" if key in ("round", "decisions") else None) for key in keys]
    inside = element(
        "table",
        element("caption", speaker.say("table.games"), class_="unseen"),
        element("thead", element("tr", *head)),
        element("tbody", id="rows"),
    )
    return together(
        element("div", inside, class_="scroll games", tabindex=0, role="region",
                **speaker.label("table.games")),
        element("button", type="button", id="more-games", class_="plain", hidden=True),
    )  # fmt: skip


def _replay(speaker: Speaker) -> Markup:
    """The board and what belongs to it; hidden until a game is chosen."""
    buttons = [
        element("button", _icon(path), type="button", data_step=step,
                **speaker.label(f"step.{step}"))
        for step, path in _ICONS.items()
    ]  # fmt: skip
    slider = element("input", type="range", id="slider", min=0, max=0, value=0,
                     **speaker.label("slider"))  # fmt: skip
    controls = element("div", *buttons[:2], slider, *buttons[2:], class_="controls")
    side = element(
        "div",
        element("ul", id="sitting", class_="sitting"),
        element("p", id="said", class_="said", aria_live="polite"),
        element("p", id="prompt", class_="muted"),
        controls,
        element("div", id="moves", class_="moves", tabindex=0, role="region",
                **speaker.label("moves")),
        element("p", speaker.say("keys"), class_="note keys"),
        class_="side",
    )  # fmt: skip
    heading = element("h3", id="replay-heading")
    board = element("div", id="board", class_="board large")
    return element("div", heading, element("div", board, side, class_="table"), id="replay",
                   class_="replay", tabindex=-1, hidden=True, role="group",
                   aria_labelledby="replay-heading")  # fmt: skip


def _icon(path: str) -> Markup:
    return together(
        element("svg", element("path", d=path), viewBox="0 0 24 24", width=24, height=24,
                aria_hidden="true")
    )  # fmt: skip
