"""The tables of the classes' file, and how an older file becomes a current one.

Rows of a class go with it, and those of a person with the person: the foreign keys say so.
"""

from __future__ import annotations

from duiyi.database.file import Schema

APPLICATION = int.from_bytes(b"duic", "big")

_FIRST = """
CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE person (
    id TEXT PRIMARY KEY,
    login TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    created INTEGER NOT NULL,
    operator INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE session (
    hash TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    person TEXT NOT NULL REFERENCES person ON DELETE CASCADE,
    scope TEXT NOT NULL,
    label TEXT NOT NULL,
    created INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    expires INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX session_of_person ON session (person, created);
CREATE TABLE companion (
    guest TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES person ON DELETE CASCADE,
    at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX companion_of_person ON companion (person);
CREATE TABLE lesson (
    person TEXT NOT NULL REFERENCES person ON DELETE CASCADE,
    lesson TEXT NOT NULL,
    PRIMARY KEY (person, lesson)
) WITHOUT ROWID;
CREATE TABLE device (
    hash TEXT PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    polled INTEGER NOT NULL,
    interval INTEGER NOT NULL,
    state TEXT NOT NULL,
    person TEXT REFERENCES person ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX device_of_person ON device (person);
CREATE TABLE attempt (
    key TEXT PRIMARY KEY,
    failures INTEGER NOT NULL,
    until INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    good INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX attempt_by_moment ON attempt (seen);

CREATE TABLE class (
    id TEXT PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    settings TEXT NOT NULL,
    created INTEGER NOT NULL,
    state TEXT NOT NULL,
    code TEXT UNIQUE
) WITHOUT ROWID;
CREATE TABLE member (
    id TEXT PRIMARY KEY,
    class TEXT NOT NULL REFERENCES class ON DELETE CASCADE,
    role TEXT NOT NULL,
    student TEXT NOT NULL,
    folded TEXT,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    pseudonym TEXT NOT NULL,
    created INTEGER NOT NULL,
    person TEXT REFERENCES person ON DELETE SET NULL,
    state TEXT NOT NULL,
    UNIQUE (class, pseudonym),
    UNIQUE (class, person)
) WITHOUT ROWID;
CREATE UNIQUE INDEX member_by_student ON member (class, folded)
    WHERE state IN ('invited', 'joined');
CREATE INDEX member_of_person ON member (person);
CREATE TABLE link (
    hash TEXT PRIMARY KEY,
    class TEXT NOT NULL REFERENCES class ON DELETE CASCADE,
    member TEXT NOT NULL REFERENCES member ON DELETE CASCADE,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    used INTEGER
) WITHOUT ROWID;
CREATE INDEX link_of_member ON link (member);
CREATE INDEX link_of_class ON link (class);

CREATE TABLE version (
    id TEXT PRIMARY KEY,
    class TEXT NOT NULL REFERENCES class ON DELETE CASCADE,
    member TEXT NOT NULL REFERENCES member ON DELETE CASCADE,
    number INTEGER NOT NULL,
    arrived INTEGER NOT NULL,
    day INTEGER NOT NULL,
    late INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    size INTEGER NOT NULL,
    state TEXT NOT NULL,
    stopped_at TEXT NOT NULL,
    counts INTEGER NOT NULL,
    report TEXT NOT NULL,
    UNIQUE (member, number)
) WITHOUT ROWID;
CREATE UNIQUE INDEX version_active ON version (member) WHERE state = 'active';
CREATE INDEX version_of_class ON version (class, arrived);
CREATE INDEX version_by_upload ON version (sha256);

CREATE TABLE job (
    n INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    class TEXT NOT NULL REFERENCES class ON DELETE CASCADE,
    member TEXT REFERENCES member ON DELETE CASCADE,
    payer TEXT NOT NULL,
    kind TEXT NOT NULL,
    priority INTEGER NOT NULL,
    key TEXT UNIQUE,
    payload TEXT NOT NULL,
    state TEXT NOT NULL,
    not_before INTEGER NOT NULL,
    owner TEXT,
    until INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    created INTEGER NOT NULL,
    finished INTEGER,
    result TEXT
);
CREATE INDEX job_queued ON job (priority, payer, n) WHERE state = 'queued';
CREATE INDEX job_leased ON job (until) WHERE state = 'leased';
CREATE INDEX job_dead ON job (kind) WHERE state = 'dead';
CREATE INDEX job_finished ON job (finished) WHERE finished IS NOT NULL;
CREATE INDEX job_of_class ON job (class, state);
CREATE INDEX job_of_member ON job (member);
CREATE TABLE payer (
    id TEXT PRIMARY KEY,
    class TEXT NOT NULL REFERENCES class ON DELETE CASCADE,
    served INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX payer_by_turn ON payer (served);

CREATE TABLE game (
    n INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    class TEXT NOT NULL REFERENCES class ON DELETE CASCADE,
    kind TEXT NOT NULL,
    seats TEXT NOT NULL,
    opening TEXT NOT NULL,
    seed INTEGER NOT NULL,
    scores TEXT NOT NULL,
    reason TEXT NOT NULL,
    created INTEGER NOT NULL,
    finished INTEGER NOT NULL,
    verdicts TEXT NOT NULL,
    usage TEXT NOT NULL,
    record TEXT NOT NULL,
    stderr TEXT NOT NULL
);
CREATE INDEX game_of_class ON game (class, n);
CREATE TABLE game_seat (
    game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    version TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE INDEX game_seat_of_version ON game_seat (version);

CREATE TABLE review (
    n INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    class TEXT NOT NULL REFERENCES class ON DELETE CASCADE,
    member TEXT NOT NULL REFERENCES member ON DELETE CASCADE,
    game TEXT NOT NULL,
    text TEXT NOT NULL,
    verdict TEXT NOT NULL,
    created INTEGER NOT NULL,
    answer TEXT NOT NULL,
    answered_by TEXT NOT NULL,
    answered INTEGER NOT NULL
);
CREATE INDEX review_of_class ON review (class, answered);
CREATE INDEX review_of_member ON review (member);

CREATE TABLE audit (
    n INTEGER PRIMARY KEY,
    class TEXT REFERENCES class ON DELETE CASCADE,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL
);
CREATE INDEX audit_of_class ON audit (class, n);
CREATE TABLE incident (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    class TEXT REFERENCES class ON DELETE CASCADE,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    detail TEXT NOT NULL,
    job TEXT NOT NULL
);
CREATE INDEX incident_of_class ON incident (class, n);
"""

_LADDERS = """
CREATE TABLE mark (
    class TEXT NOT NULL REFERENCES class ON DELETE CASCADE,
    name TEXT NOT NULL,
    rating REAL NOT NULL,
    PRIMARY KEY (class, name)
) WITHOUT ROWID;
CREATE TABLE standing (
    class TEXT PRIMARY KEY REFERENCES class ON DELETE CASCADE,
    rows TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE pulse (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at INTEGER NOT NULL,
    owner TEXT NOT NULL,
    places INTEGER NOT NULL,
    running INTEGER NOT NULL,
    waiting INTEGER NOT NULL
);
CREATE TABLE final (
    class TEXT PRIMARY KEY REFERENCES class ON DELETE CASCADE,
    body TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX job_by_kind ON job (class, kind, n);
"""

SCHEMA = Schema(APPLICATION, (_FIRST, _LADDERS))
