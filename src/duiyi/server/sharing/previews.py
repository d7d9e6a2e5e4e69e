"""Previews: what an address of the page is about, for those who show a link and run no script.

The page's HTML gets a title, a sentence and the address of a picture. Whatever somebody wrote is
escaped. Of a table that is not public only its game is told: its card, never its position.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from duiyi.core import game as find_game
from duiyi.core.errors import DuiyiError
from duiyi.core.locale import FALLBACK, has, text
from duiyi.core.message import message
from duiyi.core.state import Game
from duiyi.server.computers.opponents import english
from duiyi.server.fair_queue import CALLER
from duiyi.server.http.examples import walk
from duiyi.server.limiter import Limiter, too_fast
from duiyi.server.limits import FIXED
from duiyi.server.live.service import TableService
from duiyi.server.records.reader import Reader
from duiyi.server.records.service import RecordService
from duiyi.server.sharing.picture import SIZE, picture
from duiyi.server.storage.store import Guest
from duiyi.server.wire import TableSummary
from duiyi.server.wire.refusal import Refused

SITE = "對弈 duiyi"
FRONT = "relati"
"""The game whose card stands for the whole site."""
OF_GAMES = ("new", "rules", "learn", "puzzles")
NOBODY = Guest("", "", 0, 0)


@dataclass(frozen=True, slots=True)
class Preview:
    """`picture` is the part of the address of a picture behind `/api/previews/`."""

    title: str
    description: str
    picture: str

    def tags(self, base: str, path: str) -> str:
        """As they stand in the head of the page; `base` is where the site is."""
        said: Mapping[str, str] = {
            "og:type": "website",
            "og:site_name": SITE,
            "og:title": self.title,
            "og:description": self.description,
            "og:url": f"{base}/{path}",
            "og:image": f"{base}/api/previews/{self.picture}",
            "og:image:width": str(SIZE[0]),
            "og:image:height": str(SIZE[1]),
        }
        tags = [f'<meta property="{name}" content="{escape(one)}">' for name, one in said.items()]
        tags.append(f'<meta name="description" content="{escape(self.description)}">')
        return "".join(tags)


class Previews:
    """Asked on the event loop; pictures are drawn in the reader's process and remembered."""

    def __init__(
        self, tables: TableService, records: RecordService, reader: Reader, limiter: Limiter
    ) -> None:
        self._tables, self._records = tables, records
        self._reader, self._limiter = reader, limiter
        self._drawn: OrderedDict[tuple[str, str], bytes] = OrderedDict()

    async def of(self, path: str) -> Preview:
        """What stands at a path of the page; the site itself where that cannot be said."""
        kind, _, id = path.strip("/").partition("/")
        try:
            if kind in OF_GAMES and id:
                return _of_game(find_game(id.partition("/")[0]))
            if kind in ("table", "replay") and id:
                return _of_table(await self._tables.summary(id, NOBODY))
            if kind == "record" and id:
                kept = await self._records.summary(id)
                return _of_game(find_game(kept.game), kept.names, f"records/{id}.png")
        except (Refused, DuiyiError):
            pass
        return Preview(SITE, text(message("app:hero.title"), FALLBACK), f"games/{FRONT}.png")

    async def game(self, id: str) -> bytes:
        """The card of a game."""
        known = find_game(id)
        state, _ = await asyncio.to_thread(walk, known)
        return await self._picture(known.id, state.dump())

    async def table(self, id: str) -> bytes:
        """A public table as it stands; of another the card of its game."""
        summary = await self._tables.summary(id, NOBODY)
        if not summary.public:
            return await self.game(summary.game)
        return await self._picture(*await self._tables.position(id, summary.decisions))

    async def record(self, id: str) -> bytes:
        """How a record that was handed in ends."""
        kept = await self._records.summary(id)
        return await self._picture(*await self._records.position_at(id, kept.decisions))

    async def _picture(self, game: str, dump: str) -> bytes:
        """Those that are drawn anew count for the address that asks."""
        key = (game, dump)
        if key not in self._drawn:
            if not self._limiter.of_address("previews", CALLER.get().address):
                raise too_fast()
            self._drawn[key] = await self._reader.run(picture, game, dump)
        self._drawn.move_to_end(key)
        found = self._drawn[key]
        while len(self._drawn) > FIXED.previews_kept:
            self._drawn.popitem(last=False)
        return found


def _of_table(table: TableSummary) -> Preview:
    names = [
        english(seat.name) if seat.kind == "computer" else seat.name
        for seat in table.seats
        if table.public
    ]
    picture = f"tables/{table.id}.png" if table.public else f"games/{table.game}.png"
    return _of_game(find_game(table.game), names, picture)


def _of_game(game: Game, names: list[str] | tuple[str, ...] = (), picture: str = "") -> Preview:
    title = text(message(f"{game.id}:title"), FALLBACK)
    about = next(
        (text(message(key), FALLBACK) for key in _about(game.id) if has(key, FALLBACK)), title
    )
    described = " – ".join(filter(None, names)) or " ".join(about.split("\n"))
    return Preview(f"{title} · {SITE}", described, picture or f"games/{game.id}.png")


def _about(game: str) -> tuple[str, str]:
    return f"app:about.{game}", f"{game}:summary"
