"""The page: everything in one file that asks for nothing else, unless its games are too many.

Games are packed one by one while they are read, and wait until the tables that sum them up can be
written before them. A policy in the page names its script and its style sheet by their hashes:
nothing that a bot is called, or says, can ever run.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

from duiyi.arena.report.data.contents import Contents
from duiyi.arena.report.data.exports import game_data
from duiyi.arena.report.data.totals import Sums
from duiyi.arena.report.page.faults import kind_of
from duiyi.arena.report.page.games import game_row, games_section, spoken
from duiyi.arena.report.page.markup import FIRST, Markup, Speaker, element, together
from duiyi.arena.report.page.sections import crossings, is_crossed, standings, times
from duiyi.arena.report.page.style import colours
from duiyi.arena.report.page.verdicts import Tally, verdicts
from duiyi.arena.report.page.words import Words, one_line
from duiyi.arena.report.replay.game import GamePacker, pack
from duiyi.arena.report.replay.storage import LARGEST_WHOLE, GameFile, PackedGames, tidy
from duiyi.core.locale import LANGUAGES
from duiyi.engine.fault import Verdict

Progress = Callable[[int, int], None]
"""Told how many games are done, and how many there are."""

NAMES = {"zh-Hant": "繁", "zh-Hans": "简", "en": "EN"}
THEMES = ("auto", "light", "dark")
_assets = files("duiyi.arena.report") / "assets"


@dataclass
class Gathered:
    """What was collected while the games were read."""

    sums: Sums = field(default_factory=Sums)
    packer: GamePacker = field(default_factory=GamePacker)
    words: Words = field(default_factory=Words)
    rows: list[dict[str, Any]] = field(default_factory=list)
    tally: Tally = field(default_factory=Counter)
    games: list[dict[str, Any]] = field(default_factory=list)


def write_page(
    contents: Contents, target: Path, progress: Progress | None = None, whole: int = LARGEST_WHOLE
) -> Gathered:
    """Writes the page; it is there as a whole or not at all. `whole`: so many bytes of games may
    be in the page itself."""
    folder = target.with_name(f"{target.stem}-games")
    with PackedGames() as packed_games:
        gathered = _gather(contents, packed_games, progress)
        files = packed_games.write_files(folder) if packed_games.size > whole else []
        fresh = target.with_name(f"{target.name}.new")
        with fresh.open("w", encoding="utf-8", newline="\n") as page:
            _write(page, contents, gathered, _Games(packed_games, folder.name, files))
        fresh.replace(target)
    tidy(folder, files)
    return gathered


@dataclass(frozen=True, slots=True)
class _Games:
    """The packed games; `files` where they lie beside the page."""

    packed_games: PackedGames
    folder: str
    files: Sequence[GameFile]

    def data(self) -> list[list[Any]]:
        """For each file its address and the number of its first game."""
        return [[f"{quote(self.folder)}/{file.name}", file.first] for file in self.files]


def _gather(contents: Contents, packed_games: PackedGames, progress: Progress | None) -> Gathered:
    found = Gathered()
    for number, game in enumerate(contents.games()):
        replayed = found.packer.replay(game.played)
        packed_games.add(replayed.packed)
        found.sums.add(game)
        found.rows.append(game_row(game, replayed, found.words))
        found.games.append(game_data(game, replayed))
        for offence in game.played.offences:
            if offence.verdict is not Verdict.infra:
                found.tally[game.names[offence.seat], kind_of(offence)] += 1
        if progress is not None:
            progress(number + 1, contents.count)
    return found


def _write(page: IO[str], contents: Contents, found: Gathered, games: _Games) -> None:
    speaker = Speaker(found.words)
    listed = any("faults" in row or "failed" in row for row in found.rows)
    footer = speaker.say("footer")
    if games.files:
        footer = speaker.say("footer.files", folder=one_line(games.folder))
    body = together(
        _masthead(contents, speaker, found.sums.counted),
        element(
            "main",
            standings(contents, found.sums, speaker),
            crossings(contents, found.sums, speaker),
            times(contents, found.sums, speaker),
            verdicts(contents, found.tally, speaker, listed=listed),
            games_section(speaker, len(found.rows)),
            id="main",
        ),
        element("footer", footer),
        _definitions(found.packer),
    )
    style = _style(found.packer)
    script = _script()
    page.write("<!doctype html>\n")
    page.write(f'<html lang="{FIRST}">\n')
    page.write(_head(contents, style, script, loads=bool(games.files)))
    page.write(f"<body>\n{body}\n")
    numbers = spoken(found.words)
    data = {
        "languages": LANGUAGES,
        "words": found.words.texts,
        "spoken": numbers,
        "boards": found.packer.boards,
        "games": found.rows,
        "files": games.data(),
    }
    page.write(f'<script type="application/json" id="data">{_json(data)}</script>\n')
    page.write(_packed("parts", pack(found.packer.shared.written())))
    if not games.files:
        for number, packed in enumerate(games.packed_games):
            page.write(_packed(f"game-{number}", packed))
    page.write(f"<script>{script}</script>\n</body>\n</html>\n")


def _packed(name: str, packed: str) -> str:
    """Something packed, in a script of a type that no browser runs."""
    return f'<script type="application/gzip" id="{name}">{packed}</script>\n'


def _masthead(contents: Contents, speaker: Speaker, counted: int) -> Markup:
    languages = [
        element("button", NAMES[language], type="button", data_language=language, lang=language,
                aria_pressed="true" if language == FIRST else "false")
        for language in LANGUAGES
    ]  # fmt: skip
    themes = [
        element("button", speaker.say(f"theme.{theme}"), type="button", data_theme=theme,
                aria_pressed="true" if theme == "auto" else "false")
        for theme in THEMES
    ]  # fmt: skip
    switches = element(
        "div",
        element("div", *languages, class_="segment", role="group", **speaker.label("language")),
        element("div", *themes, class_="segment", role="group", **speaker.label("theme")),
        class_="switches",
    )
    facts = [
        element("div", element("dt", speaker.tell(fact.label)),
                element("dd", one_line(fact.value) if isinstance(fact.value, str)
                        else speaker.tell(fact.value)))
        for fact in contents.facts
    ]  # fmt: skip
    facts.append(element("div", element("dt", speaker.say("fact.games")), element("dd", counted)))
    unfinished = []
    if contents.open_games:
        unfinished = [element("p", speaker.say("unfinished", count=contents.open_games),
                              class_="unfinished")]  # fmt: skip
    crossed = "cross" if is_crossed(contents) else "seats"
    links = [
        element("li", element("a", speaker.say(f"section.{name}"), href=f"#{name}"))
        for name in ("standings", crossed, "time", "verdicts", "games")
    ]
    title = element("h1", element("bdi", one_line(contents.title)))
    return element(
        "header",
        element("a", speaker.say("skip"), href="#main", class_="skip"),
        element("div", element("span", "弈", class_="seal", aria_hidden="true"), title, switches,
                class_="top"),
        element("dl", *facts, class_="facts"),
        *unfinished,
        element("nav", element("ul", *links), **speaker.label("sections")),
        element("noscript", element("p", speaker.say("no-script"), class_="unfinished")),
    )  # fmt: skip


def _head(contents: Contents, style: str, script: str, *, loads: bool) -> Markup:
    """`loads`: the page's own script, and nothing else, may load others."""
    dynamic = " 'strict-dynamic'" if loads else ""
    policy = (
        "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; "
        f"style-src '{_hash(style)}'; script-src '{_hash(script)}'{dynamic}"
    )
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("link", rel="icon", href="data:,"),
        element("title", one_line(contents.title), " · 對弈"),
        Markup(f"<style>{style}</style>"),
    )


def _definitions(packer: GamePacker) -> Markup:
    """The symbols of all boards; they were drawn here and are known to be harmless."""
    inside = Markup("".join(packer.definitions.values()))
    return element("svg", element("defs", inside), width=0, height=0, class_="definitions",
                   aria_hidden="true", focusable="false")  # fmt: skip


def _style(packer: GamePacker) -> str:
    looks = [painter.look for painter in packer.looks.values()]
    return colours(looks) + (_assets / "report.css").read_text("utf-8")


def _script() -> str:
    parts = ("board.js", "replay.js", "faults.js", "report.js")
    inside = "\n".join((_assets / part).read_text("utf-8") for part in parts)
    return f"(() => {{\n'use strict';\n{inside}}})();\n"


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"


def _json(data: Any) -> str:
    """JSON that ends no script, whatever is in it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
