"""Handing in over the real routes: sizes, days, names, rollback; teachers' rosters and links."""

from __future__ import annotations

import httpx
from msgspec.structs import replace
from tests.unit.server.classes.school import School, now, passed

from duiyi.classes.rows import VersionState


def refused(answer: httpx.Response, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text


def test_what_is_too_large_is_cut_off_and_what_is_empty_refused(school: School) -> None:
    most = school.kept.settings.bytes
    large = school.ask("ben", "POST", "/versions?name=x.c", content=b"x" * (most + 1))
    refused(large, 413, "too-large")

    def chunks() -> object:
        for _ in range(most // 100_000 + 2):
            yield b"x" * 100_000

    refused(school.ask("ben", "POST", "/versions?name=x.c", content=chunks()), 413, "too-large")
    refused(school.ask("ben", "POST", "/versions?name=x.c"), 422, "class-hand-in.empty")


def test_names_are_only_text(school: School) -> None:
    name = "<img src=x onerror=alert(1)>/../../bot.c"
    answer = school.ask("ann", "POST", "/versions", params={"name": name}, content=b"int x;")
    assert answer.status_code == 201
    shown = school.ask("ann", "GET", f"/versions/{answer.json()['id']}")
    assert shown.headers["content-type"] == "application/json"
    assert shown.json()["name"] == name
    assert not [*school.store.directory.rglob("bot.c")]
    long = school.ask("ann", "POST", "/versions", params={"name": "x" * 300}, content=b"x")
    refused(long, 422, "bad-field")


def test_a_version_that_passed_plays_again(school: School) -> None:
    first = school.versions["ann"]
    second = passed(school, "ann", b"second")
    assert [
        v.id for v in school.store.versions.active(school.kept.id) if v.member == first.member
    ] == [second.id]
    back = school.ask("ann", "POST", f"/versions/{first.id}/active")
    assert back.json()["state"] == VersionState.active
    shown = school.ask("ann", "GET", "").json()
    assert shown["active"] == first.number
    stopped = school.versions["stopped"].id
    refused(school.ask("ann", "POST", f"/versions/{stopped}/active"), 422, "class-not-ready")


def test_after_the_deadline_and_its_grace_nothing_is_taken(school: School) -> None:
    before = school.kept.settings
    late = replace(before, deadline=now() - 60_000, grace=30)
    school.store.classes.set_settings(school.kept.id, late)
    try:
        answer = school.ask("ben", "POST", "/versions?name=x.c", content=b"late")
        assert answer.json()["late"] is True
        closed = replace(before, deadline=now() - 60_000, grace=0)
        school.store.classes.set_settings(school.kept.id, closed)
        refused(
            school.ask("ben", "POST", "/versions?name=x.c", content=b"later"),
            422,
            "class-hand-in.closed",
        )
    finally:
        school.store.classes.set_settings(school.kept.id, before)


def test_a_roster_is_looked_at_first(school: School) -> None:
    text = "學號,姓名,電子郵件\nR1,新同學,r1@example.edu\n,nobody,\n"
    seen = school.ask("teacher", "POST", "/roster", json={"text": text}).json()
    assert [one["student"] for one in seen["added"]] == ["R1"]
    assert [one["line"] for one in seen["problems"]] == [3]
    assert school.store.members.by_student(school.kept.id, "R1") is None
    done = school.ask("teacher", "POST", "/roster", json={"text": text, "preview": False})
    assert done.status_code == 200
    assert school.store.members.by_student(school.kept.id, "R1") is not None
    links = school.ask("teacher", "POST", "/links").json()
    (link,) = (one for one in links if one["student"] == "R1")
    invited = school.browser().post("api/invitations", json={"token": link["token"]})
    assert invited.json()["student"] == "R1"


def test_a_request_and_its_answer(school: School) -> None:
    asked = school.ask("ann", "POST", "/reviews", json={"game": school.game, "text": "Why <b>?"})
    assert asked.status_code == 201
    id = asked.json()["id"]
    assert id not in school.ask("ben", "GET", "/reviews").text
    answered = school.ask("assistant", "POST", f"/reviews/{id}/answer", json={"text": "So."})
    assert answered.json()["answer"] == "So."
    own = school.ask("ann", "GET", "/reviews").json()
    assert [one["answer"] for one in own if one["id"] == id] == ["So."]
    nobody = school.ask("teacher", "POST", "/reviews/none/answer", json={"text": "So."})
    refused(nobody, 404, "not-found")
    foreign = school.ask("ann", "POST", "/reviews", json={"game": "none", "text": "Why?"})
    refused(foreign, 404, "not-found")
