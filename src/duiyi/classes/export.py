"""Everything of a class in one zip: tables as CSV, what was handed in, records of all games.

Names of files are pseudonyms and numbers. Texts of people are shown by spreadsheets as they are: a
cell that begins like a formula gets an apostrophe before it.
"""

from __future__ import annotations

import csv
import io
import os
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from duiyi.classes.rows import Class, ClassGame, Member, Version
from duiyi.classes.store.database import as_json
from duiyi.classes.store.store import ClassStore

Progress = Callable[[int, int], None]
FORMULA = ("=", "+", "-", "@", "\t", "\r")
BOM = "\ufeff"
"""Without it spreadsheets on Windows read Chinese as something else."""
OWNER_ONLY = 0o600


def export_class(
    store: ClassStore, exported: Class, target: Path, progress: Progress = lambda done, of: None
) -> int:
    """Write the zip, which appears when it is whole; how many files are in it."""
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        handle = os.open(beside, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, OWNER_ONLY)
        with os.fdopen(handle, "wb") as file, zipfile.ZipFile(file, "w") as archive:
            count = _write(store, exported, archive, progress)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
    return count


def _write(store: ClassStore, exported: Class, archive: zipfile.ZipFile, progress: Progress) -> int:
    members = {member.id: member for member in store.members.of_class(exported.id)}
    versions = {version.id: version for version in store.versions.of_class(exported.id)}
    handed_in = [version for version in versions.values() if version.sha256]
    total = len(handed_in) + store.games.count(exported.id) + 7
    done = 0

    def put(name: str, data: str | bytes) -> None:
        nonlocal done
        archive.writestr(name, data, zipfile.ZIP_DEFLATED)
        done += 1
        progress(done, max(total, done))

    put("class.json", msgspec.json.format(msgspec.json.encode(replace(exported, code=None))))
    put("members.csv", csv_text(MEMBER_COLUMNS, map(_member_row, members.values())))
    put("versions.csv", csv_text(VERSION_COLUMNS, _version_rows(versions.values(), members)))
    for version in handed_in:
        folder = f"hand-ins/{members[version.member].pseudonym}"
        data = store.uploads.read(version.sha256)
        kind = "zip" if data.startswith(b"PK\x03\x04") else "source"
        put(f"{folder}/v{version.number}.{kind}", data)
    rows = []
    for game in store.games.of_class(exported.id):
        rows.append(_game_row(game, versions, members))
        put(f"games/{game.id}.dyr", game.record)
        if any(game.stderr):
            archive.writestr(f"games/{game.id}.stderr.json", msgspec.json.encode(game.stderr))
    put("games.csv", csv_text(GAME_COLUMNS, rows))
    put("reviews.csv", csv_text(REVIEW_COLUMNS, _review_rows(store, exported, members)))
    put("audit.csv", csv_text(AUDIT_COLUMNS, _audit_rows(store, exported)))
    put("incidents.csv", csv_text(INCIDENT_COLUMNS, _incident_rows(store, exported)))
    return len(archive.namelist())


MEMBER_COLUMNS = ("id", "name", "email", "role", "state", "pseudonym", "since")
VERSION_COLUMNS = (
    *("pseudonym", "id", "version", "arrived", "late", "bytes", "sha256", "state", "stopped_at"),
    *("counts", "report"),
)
GAME_COLUMNS = (
    *("game", "kind", "seats", "scores", "reason", "opening", "seed", "started", "finished"),
    *("verdicts", "usage"),
)
REVIEW_COLUMNS = ("pseudonym", "id", "game", "asked", "text", "verdict", "answered", "answer")
AUDIT_COLUMNS = ("at", "actor", "action", "subject", "detail")
INCIDENT_COLUMNS = ("number", "at", "kind", "detail", "job")


def _member_row(member: Member) -> Sequence[object]:
    return (
        *(member.student, member.name, member.email, member.role.value, member.state.value),
        *(member.pseudonym, _moment(member.created)),
    )


def _version_rows(
    versions: Iterable[Version], members: dict[str, Member]
) -> Iterator[Sequence[object]]:
    for version in versions:
        member = members[version.member]
        yield (
            *(member.pseudonym, member.student, version.number, _moment(version.arrived)),
            *(int(version.late), version.size, version.sha256, version.state.value),
            *(version.stopped_at, int(version.counts), version.report),
        )


def _game_row(
    game: ClassGame, versions: dict[str, Version], members: dict[str, Member]
) -> Sequence[object]:
    def seat(id: str) -> str:
        version = versions.get(id)
        return id if version is None else f"{members[version.member].pseudonym}/v{version.number}"

    return (
        *(game.id, game.kind.value, " ".join(map(seat, game.seats))),
        *(" ".join(f"{score:g}" for score in game.scores), game.reason, game.opening, game.seed),
        *(
            _moment(game.created),
            _moment(game.finished),
            as_json(game.verdicts),
            as_json(game.usage),
        ),
    )


def _review_rows(
    store: ClassStore, exported: Class, members: dict[str, Member]
) -> Iterator[Sequence[object]]:
    for review in store.reviews.of_class(exported.id):
        member = members[review.member]
        answered = _moment(review.answered) if review.answered else ""
        yield (
            *(member.pseudonym, member.student, review.game, _moment(review.created)),
            *(review.text, as_json(review.verdict), answered, review.answer),
        )


def _audit_rows(store: ClassStore, exported: Class) -> Iterator[Sequence[object]]:
    for line in reversed(store.audit.of_class(exported.id, limit=1_000_000)):
        yield _moment(line.at), line.actor, line.action, line.subject, as_json(line.detail)


def _incident_rows(store: ClassStore, exported: Class) -> Iterator[Sequence[object]]:
    for one in reversed(store.incidents.of_class(exported.id, limit=1_000_000)):
        yield one.n, _moment(one.at), one.kind, one.detail, one.job


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table that spreadsheets open as it is meant, whatever people have written into it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([_plain(cell) for cell in row] for row in rows)
    return BOM + text.getvalue()


def _plain(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
