"""A class of relati: a teacher, an assistant, two students who have handed in and met, somebody of
another class, an operator; each with a browser of their own."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import httpx
from tests.server_process import Served

from duiyi.classes.hand_ins import hand_in
from duiyi.classes.making import make_class
from duiyi.classes.people.passwords import Passwords
from duiyi.classes.people.tokens import new_id
from duiyi.classes.roles import Role
from duiyi.classes.roster import Entry
from duiyi.classes.rows import Class, ClassGame, GameKind, Member, Person, Version
from duiyi.classes.settings import ClassSettings
from duiyi.classes.standing import Standing, StandingRow
from duiyi.classes.store.sqlite import SqliteClasses
from duiyi.classes.validation import (
    Finding,
    Level,
    Sentence,
    Step,
    StepName,
    StepState,
    begun,
    write_validation,
)

QUICK = Passwords(memory=64, passes=1)
SECRET = "correct horse"
ROLES = ("stranger", "outsider", "ann", "ben", "assistant", "teacher", "operator")
MEMBERS = ("ann", "ben", "assistant", "teacher")
RECORD = """[Game "relati-classic"] [Version "1"] [Seats "2"]
[Seat0 "{0}"] [Seat1 "{1}"]
[Result "*"]
1 @0 E5 {{[opening]}}
2 @1 C1 {{[clk 0:04.111] [use 0.111 0.111 0.111 0.000]}}
3 @0 D4 {{[clk 0:04.222] [use 0.222 0.222 0.222 0.000]}}
"""
_addresses = count(1)


def now() -> int:
    return time.time_ns() // 1_000_000


@dataclass
class School:
    """`browsers` are by role; nobody else is signed in by them."""

    store: SqliteClasses
    server: Served
    kept: Class
    members: dict[str, Member]
    versions: dict[str, Version] = field(default_factory=dict)
    browsers: dict[str, httpx.Client] = field(default_factory=dict)
    game: str = ""
    _opened: list[httpx.Client] = field(default_factory=list)

    def browser(self, token: str = "") -> httpx.Client:
        """A new one, at an address of its own."""
        address = f"198.51.{next(_addresses) % 250}.7"
        headers = {"X-Forwarded-For": address}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        client = httpx.Client(base_url=self.server.url, headers=headers, timeout=60)
        self._opened.append(client)
        return client

    def sign_in(self, login: str, password: str = SECRET) -> httpx.Client:
        client = self.browser()
        answer = client.post("api/session", json={"login": login, "password": password})
        assert answer.status_code == 200, answer.text
        return client

    def ask(self, role: str, method: str, path: str, **more: Any) -> httpx.Response:
        """About the class."""
        return self.browsers[role].request(method, f"api/classes/cs2{path}", **more)

    def close(self) -> None:
        for client in self._opened:
            client.close()


def make_school(store: SqliteClasses, server: Served) -> School:
    settings = ClassSettings(game="relati-classic")
    roster = [Entry(f"B1000000{at}", f"Name of {who}", f"{who}@example.edu")
              for at, who in enumerate(("ann", "ben"), 1)]  # fmt: skip
    teacher = Entry("T1", "Name of teacher", "teacher@example.edu")
    made = make_class(store, "cs2", "Programming 2", settings, teacher, now(), roster)
    other = make_class(store, "other", "Another class", settings, teacher, now())
    helper = store.members.add(
        made.made.id, Entry("A1", "Name of assistant", ""), now(), Role.assistant
    )
    entries = {
        "teacher": made.teacher,
        "assistant": helper,
        "outsider": other.teacher,
        **{who: store.members.by_student(made.made.id, f"B1000000{at}")
           for at, who in enumerate(("ann", "ben"), 1)},
    }  # fmt: skip
    members = {}
    for who, member in entries.items():
        assert member is not None
        person = Person(new_id(), who, QUICK.hash(SECRET), now())
        store.people.add(person)
        store.members.join(member.id, person.id)
        joined = store.members.get(member.id)
        assert joined is not None
        members[who] = joined
    store.people.add(Person(new_id(), "operator", QUICK.hash(SECRET), now(), operator=True))
    school = School(store, server, made.made, members)
    for who in ("ann", "ben"):
        school.versions[who] = passed(school, who, f"/* source of {who} */".encode())
    school.versions["stopped"] = stopped(school, "ann")
    school.game = played(school)
    standing = Standing(
        now(),
        4,
        tuple(
            StandingRow(school.versions[who].id, 1100.0 - at, 1000.0, 1200.0, 4, at, 1, 2)
            for at, who in enumerate(("ann", "ben"), 1)
        ),
    )
    store.ladders.put_standing(school.kept.id, standing)
    school.browsers = {who: school.sign_in(who) for who in ROLES if who != "stranger"}
    school.browsers["stranger"] = school.browser()
    return school


def passed(school: School, who: str, data: bytes = b"x") -> Version:
    kept = hand_in(school.store, school.kept, school.members[who], data, now(), "bot.c")
    done = begun("bot.c", kept.sha256, kept.size)
    for name in StepName:
        found = (Finding(Level.fine, Sentence("core:fine"), own_words=f"finding of {who}"),)
        done = done.with_step(Step(name, StepState.done, 0.1, found))
    return school.store.versions.passed(kept.id, write_validation(done).decode())


def stopped(school: School, who: str) -> Version:
    kept = hand_in(school.store, school.kept, school.members[who], b"broken", now(), "bad.c")
    said = Finding(Level.problem, Sentence("core:x"), heading=Sentence("core:heading"))
    report = begun("bad.c", kept.sha256, kept.size).with_step(
        Step(StepName.compiled, StepState.stopped, 0.1, (said,))
    )
    school.store.versions.stop(kept.id, "compiled", False, write_validation(report).decode())
    found = school.store.versions.get(kept.id)
    assert found is not None
    return found


def played(school: School) -> str:
    seats = [school.versions[who] for who in ("ann", "ben")]
    names = [school.members[who].pseudonym for who in ("ann", "ben")]
    use = {"start": [0.1] * 4, "total": [1.0] * 4, "longest": [0.4] * 4, "questions": 3}
    offence = {
        "seat": 1,
        "verdict": "timeout",
        "code": "turn",
        "text": "",
        "detail": "detail of ben",
        "position": "",
        "node": 2,
        "stderr": "last words of ben",
        "wrote": "",
    }
    game = ClassGame(
        id=new_id(),
        class_id=school.kept.id,
        kind=GameKind.ladder,
        seats=tuple(one.id for one in seats),
        opening="m0000001",
        seed=1,
        scores=(1.0, 0.0),
        reason="timeout",
        created=now(),
        finished=now(),
        verdicts=[offence],
        usage=[use, use],
        record=RECORD.format(*names),
        stderr=[[[1, "stderr of ann"]], [[1, "stderr of ben"]]],
    )
    school.store.games.add(game)
    return game.id
