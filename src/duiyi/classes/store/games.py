"""Games that were played in a class, with their records and what programs said on stderr; and the
ladders that the arena makes of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from duiyi.classes.rows import ClassGame, GameKind, Pulse
from duiyi.classes.standing import Standing, read_standing, write_standing
from duiyi.classes.store.database import ClassDatabase, as_json

LARGEST_RECORD = 2_000_000
LARGEST_STDERR = 64_000
"""Of one seat; the last of it is kept."""
AT_ONCE = 500
FIELDS = (
    "id, class, kind, seats, opening, seed, scores, reason, created, finished, verdicts, usage,"
    " record, stderr"
)
PUT = f"INSERT INTO game ({FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
RESULTS = """
SELECT n, id, seats, scores, opening, reason FROM game WHERE class = ? AND kind = ? AND n > ?
ORDER BY n LIMIT ?
"""
OF_VERSION = f"""
SELECT {FIELDS} FROM game WHERE id IN (SELECT game FROM game_seat WHERE version = ?)
ORDER BY n DESC LIMIT ?
"""
STDERR_OF_MEMBER = """
SELECT DISTINCT game.id, game.stderr, game.seats FROM game
JOIN game_seat ON game_seat.game = game.id JOIN version ON version.id = game_seat.version
WHERE version.member = ?
"""
PUT_STANDING = """
INSERT INTO standing (class, rows) VALUES (?, ?)
ON CONFLICT (class) DO UPDATE SET rows = excluded.rows
"""
PUT_FINAL = """
INSERT INTO final (class, body) VALUES (?, ?)
ON CONFLICT (class) DO UPDATE SET body = excluded.body
"""
BEAT = """
INSERT INTO pulse (one, at, owner, places, running, waiting) VALUES (1, ?, ?, ?, ?, ?)
ON CONFLICT (one) DO UPDATE SET at = excluded.at, owner = excluded.owner, places = excluded.places,
    running = excluded.running, waiting = excluded.waiting
"""


@dataclass(frozen=True, slots=True)
class Result:
    """What ratings need to know of a game; `n` counts in the order of arrival."""

    n: int
    id: str
    seats: tuple[str, ...]
    scores: tuple[float, ...]
    opening: str
    reason: str


class GamesTable:
    def __init__(self, database: ClassDatabase) -> None:
        self._database = database

    def add(self, game: ClassGame) -> None:
        if len(game.record.encode()) > LARGEST_RECORD:
            raise ValueError("the record is too large")
        with self._database.transaction() as run:
            self._database.change(PUT, _values(game))
            for seat, version in enumerate(game.seats):
                put = "INSERT INTO game_seat (game, seat, version) VALUES (?, ?, ?)"
                run(put, (game.id, seat, version))

    def get(self, id: str) -> ClassGame | None:
        found = self._database.row(f"SELECT {FIELDS} FROM game WHERE id = ?", (id,))
        return None if found is None else _game(found)

    def of_version(self, version: str, limit: int = 100) -> tuple[ClassGame, ...]:
        found = self._database.rows(OF_VERSION, (version, limit))
        return tuple(_game(values) for values in found)

    def results(self, class_id: str, kind: GameKind, after: int = 0) -> Iterator[Result]:
        while found := self._database.rows(RESULTS, (class_id, kind, after, AT_ONCE)):
            for n, id, seats, scores, opening, reason in found:
                yield Result(n, id, _texts(seats), _numbers(scores), opening, reason)
                after = n

    def of_class(self, class_id: str) -> Iterator[ClassGame]:
        after = 0
        asked = f"SELECT n, {FIELDS} FROM game WHERE class = ? AND n > ? ORDER BY n LIMIT ?"
        while found := self._database.rows(asked, (class_id, after, AT_ONCE)):
            for n, *values in found:
                yield _game(tuple(values))
                after = n

    def count(self, class_id: str) -> int:
        found = self._database.row("SELECT count(*) FROM game WHERE class = ?", (class_id,))
        return 0 if found is None else int(found[0])

    def forget(self, member: str) -> None:
        """What the member's programs have printed; the moves stay, others have played them."""
        with self._database.transaction() as run:
            versions = {
                id for (id,) in run("SELECT id FROM version WHERE member = ?", (member,)).fetchall()
            }
            for id, stderr, seats in run(STDERR_OF_MEMBER, (member,)).fetchall():
                lines = msgspec.json.decode(stderr)
                own = [version in versions for version in _texts(seats)]
                kept = [[] if mine else line for mine, line in zip(own, lines, strict=False)]
                text = as_json(kept)
                run("UPDATE game SET stderr = ? WHERE id = ?", (text, id))


class LaddersTable:
    def __init__(self, database: ClassDatabase) -> None:
        self._database = database

    def marks(self, class_id: str) -> dict[str, float]:
        asked = "SELECT name, rating FROM mark WHERE class = ? ORDER BY name"
        return {name: float(rating) for name, rating in self._database.rows(asked, (class_id,))}

    def fix_marks(self, class_id: str, marks: Mapping[str, float]) -> None:
        with self._database.transaction() as run:
            if self.marks(class_id):
                return
            for name, rating in sorted(marks.items()):
                put = "INSERT INTO mark (class, name, rating) VALUES (?, ?, ?)"
                run(put, (class_id, name, rating))

    def standing(self, class_id: str) -> Standing | None:
        found = self._database.row("SELECT rows FROM standing WHERE class = ?", (class_id,))
        return None if found is None else read_standing(found[0])

    def put_standing(self, class_id: str, standing: Standing) -> None:
        self._database.change(PUT_STANDING, (class_id, write_standing(standing)))

    def final(self, class_id: str) -> str | None:
        found = self._database.row("SELECT body FROM final WHERE class = ?", (class_id,))
        return None if found is None else str(found[0])

    def put_final(self, class_id: str, body: str) -> None:
        self._database.change(PUT_FINAL, (class_id, body))

    def beat(self, pulse: Pulse) -> None:
        values = (pulse.at, pulse.owner, pulse.places, pulse.running, pulse.waiting)
        self._database.change(BEAT, values)

    def pulse(self) -> Pulse | None:
        found = self._database.row("SELECT at, owner, places, running, waiting FROM pulse")
        return None if found is None else Pulse(*found)


_texts = msgspec.json.Decoder(tuple[str, ...]).decode
_numbers = msgspec.json.Decoder(tuple[float, ...]).decode


def last_lines(turns: Sequence[Sequence[Any]]) -> list[Any]:
    """The last turns of a seat's stderr, each `[turn, text]`, as much as is kept."""
    kept: list[Any] = []
    left = LARGEST_STDERR
    for turn, text in reversed(turns):
        cut = text[-left:] if left > 0 else ""
        if not cut and text:
            break
        kept.append([turn, cut])
        left -= len(cut)
    return kept[::-1]


def _values(game: ClassGame) -> tuple[Any, ...]:
    stderr = [last_lines(turns) for turns in game.stderr]
    return (
        *(game.id, game.class_id, game.kind, as_json(game.seats), game.opening, game.seed),
        *(as_json(game.scores), game.reason, game.created, game.finished, as_json(game.verdicts)),
        *(as_json(game.usage), game.record, as_json(stderr)),
    )


def _game(values: tuple[Any, ...]) -> ClassGame:
    id, class_id, kind, seats, opening, seed, scores, reason, created, finished, *rest = values
    verdicts, usage, record, stderr = rest
    return ClassGame(
        *(id, class_id, GameKind(kind), _texts(seats), opening, seed, _numbers(scores), reason),
        *(created, finished),
        verdicts=msgspec.json.decode(verdicts),
        usage=msgspec.json.decode(usage),
        record=record,
        stderr=msgspec.json.decode(stderr),
    )
