"""The tables inside the SQLite file, and how an older file becomes a current one.

Only definitions: whoever runs them is `duiyi.database.file`.
"""

from __future__ import annotations

from duiyi.database.file import Schema

APPLICATION = int.from_bytes(b"duiy", "big")
"""What `PRAGMA application_id` says in a database of duiyi."""

_FIRST = """
CREATE TABLE log (
    room TEXT NOT NULL,
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (room, n)
) WITHOUT ROWID;
CREATE TRIGGER log_has_no_gap BEFORE INSERT ON log WHEN new.n <> 1
    AND NOT EXISTS (SELECT 1 FROM log WHERE room = new.room AND n = new.n - 1)
BEGIN SELECT RAISE(ABORT, 'the row before is missing'); END;
CREATE TRIGGER log_keeps_rows BEFORE DELETE ON log
BEGIN SELECT RAISE(ABORT, 'the log is only ever added to'); END;
CREATE TRIGGER log_keeps_data BEFORE UPDATE ON log
BEGIN SELECT RAISE(ABORT, 'the log is only ever added to'); END;

CREATE TABLE room (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    status TEXT NOT NULL,
    public INTEGER NOT NULL,
    names TEXT NOT NULL,
    folded TEXT NOT NULL,
    guests TEXT NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    summary TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX room_by_status ON room (status, updated);
CREATE INDEX finished_by_game ON room (game, updated) WHERE status = 'finished';

CREATE TABLE holder (
    guest TEXT NOT NULL,
    room TEXT NOT NULL,
    PRIMARY KEY (guest, room)
) WITHOUT ROWID;
CREATE TRIGGER holder_of_new AFTER INSERT ON room BEGIN
    INSERT OR IGNORE INTO holder (guest, room) SELECT value, new.id FROM json_each(new.guests);
END;
CREATE TRIGGER holder_of_changed AFTER UPDATE OF guests ON room WHEN old.guests <> new.guests
BEGIN
    DELETE FROM holder WHERE room = old.id
        AND guest IN (SELECT value FROM json_each(old.guests));
    INSERT OR IGNORE INTO holder (guest, room) SELECT value, new.id FROM json_each(new.guests);
END;

CREATE TABLE guest (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE kept (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    names TEXT NOT NULL,
    folded TEXT NOT NULL,
    added INTEGER NOT NULL,
    summary TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX kept_by_added ON kept (added);
CREATE INDEX kept_by_game ON kept (game, added);

CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;
"""

_SIZES = """
ALTER TABLE kept ADD COLUMN size INTEGER NOT NULL DEFAULT 0;
UPDATE kept SET size = max(4096, length(CAST(text AS BLOB)) + length(CAST(summary AS BLOB))
    + 2 * length(CAST(names AS BLOB)));
DROP INDEX kept_by_added;
CREATE INDEX kept_by_added ON kept (added, size);
"""

_OPENINGS = """
CREATE TABLE opening (
    position BLOB NOT NULL,
    child BLOB NOT NULL,
    games INTEGER NOT NULL,
    points INTEGER NOT NULL,
    PRIMARY KEY (position, child)
) WITHOUT ROWID;
CREATE TABLE opening_room (
    room TEXT PRIMARY KEY
) WITHOUT ROWID;
CREATE TABLE deal (
    text TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    at INTEGER NOT NULL,
    pairs TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX deal_by_moment ON deal (at);
"""

_PUZZLES = """
CREATE TABLE puzzle_rating (
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    tries INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    day INTEGER NOT NULL,
    morning REAL NOT NULL,
    PRIMARY KEY (game, puzzle)
) WITHOUT ROWID;
CREATE TABLE puzzle_solver (
    game TEXT NOT NULL,
    who TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    tries INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    day INTEGER NOT NULL,
    morning REAL NOT NULL,
    PRIMARY KEY (game, who)
) WITHOUT ROWID;
CREATE INDEX puzzle_solver_by_day ON puzzle_solver (day);
CREATE TABLE puzzle_mark (
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    who TEXT NOT NULL,
    day INTEGER NOT NULL,
    PRIMARY KEY (game, puzzle, who)
) WITHOUT ROWID;
CREATE INDEX puzzle_mark_by_day ON puzzle_mark (day);
"""

MIGRATIONS: tuple[str, ...] = (_FIRST, _SIZES, _OPENINGS, _PUZZLES)
"""What leads from version n to n + 1; a published one never changes. `PRAGMA user_version` counts
how many a file has had."""

SCHEMA = Schema(APPLICATION, MIGRATIONS)
