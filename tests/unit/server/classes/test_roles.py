"""Who may do what, over the real routes: a table, and everybody tries everything."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from tests.unit.server.classes.school import MEMBERS, ROLES, School

from duiyi.server.app import OPERATIONS
from duiyi.server.classes.access import Asker
from duiyi.server.classes.service import ClassService
from duiyi.server.http.operations import is_body

STAFF = ("assistant", "teacher")
OF_ANN = ("ann", *STAFF)
REQUESTS: list[tuple[str, str, Any, tuple[str, ...]]] = [
    ("GET", "", None, (*MEMBERS, "operator")),
    ("GET", "/ladder", None, MEMBERS),
    ("GET", "/ratings", None, MEMBERS),
    ("GET", "/versions", None, MEMBERS),
    ("GET", "/versions?member={member}", None, OF_ANN),
    ("GET", "/versions/{version}", None, OF_ANN),
    ("POST", "/versions/{version}/active", None, ("ann",)),
    ("GET", "/games", None, MEMBERS),
    ("GET", "/games?version={version}", None, OF_ANN),
    ("GET", "/games/{game}", None, MEMBERS),
    ("GET", "/games/{game}/record.dyr", None, MEMBERS),
    ("GET", "/members", None, STAFF),
    ("GET", "/code", None, ("teacher",)),
    ("PUT", "/code", None, ("teacher",)),
    ("DELETE", "/code", None, ("teacher",)),
    ("POST", "/roster", {"text": "id,name\nB9,Nine\n", "preview": True}, ("teacher",)),
    ("POST", "/links", None, ("teacher",)),
    ("POST", "/members/{member}/link", None, ("teacher",)),
    ("GET", "/sums", None, (*STAFF, "operator")),
    ("GET", "/reviews", None, MEMBERS),
    ("POST", "/reviews", {"game": "{game}", "text": "Why?"}, ("ann", "ben")),
    ("POST", "/reviews/{review}/answer", {"text": "So."}, STAFF),
]
ELSEWHERE = {"version": "x", "member": "x", "game": "x", "review": "x"}


@pytest.mark.parametrize("role", ROLES)
def test_everybody_may_what_the_table_says_and_nothing_else(school: School, role: str) -> None:
    asked = school.ask("ben", "POST", "/reviews", json={"game": school.game, "text": "Why?"})
    names = {
        "version": school.versions["ann"].id,
        "member": school.members["ann"].id,
        "game": school.game,
        "review": asked.json().get("id", "x"),
    }
    for method, path, body, allowed in REQUESTS:
        answer = school.ask(role, method, path.format(**names), json=_filled(body, names))
        what = (role, method, path, answer.status_code, answer.text)
        if role in allowed:
            assert answer.status_code in (200, 201, 204), what
            continue
        assert answer.status_code == 404, what
        # Exactly what is answered where there is no such class.
        missing = path.format(**ELSEWHERE)
        nowhere = school.browsers[role].request(
            method, f"api/classes/nowhere{missing}", json=_filled(body, ELSEWHERE)
        )
        assert (answer.status_code, answer.content) == (404, nowhere.content), what
        assert _kept(answer.headers) == _kept(nowhere.headers)


def _filled(body: Any, names: dict[str, str]) -> Any:
    if body is None:
        return None
    return {key: names["game"] if value == "{game}" else value for key, value in body.items()}


def _kept(headers: Any) -> dict[str, str]:
    return {key: value for key, value in headers.items() if key.lower() != "date"}


@pytest.mark.parametrize("role", ROLES)
def test_who_may_hand_in_and_have_it_validated_again(school: School, role: str) -> None:
    answer = school.ask(role, "POST", "/versions?name=bot.c", content=b"int main(){}")
    if role in MEMBERS:
        assert answer.status_code == 201, answer.text
        assert answer.json()["state"] == "received"
        assert answer.json()["queue"] is not None
    else:
        assert answer.status_code == 404
    again = school.ask(role, "POST", f"/versions/{school.versions['stopped'].id}/validate")
    if role in STAFF:
        # The first of them has it validated; then it is not stopped any more.
        assert again.status_code in (204, 422), again.text
    else:
        assert again.status_code == 404


@pytest.mark.parametrize("role", ["stranger", "outsider", "ben", "operator"])
def test_nothing_of_one_student_is_seen_by_another(school: School, role: str) -> None:
    """Everything that can be read is read; nothing of what is Ann's alone is in it."""
    version, member = school.versions["ann"].id, school.members["ann"].id
    paths = [
        path.format(version=version, member=member, game=school.game, review="x")
        for method, path, _, _ in REQUESTS
        if method == "GET"
    ]
    read = "".join(school.ask(role, "GET", path).text for path in paths)
    read += school.browsers[role].get("api/session").text
    for secret in (
        *("B10000001", "Name of ann", "ann@example.edu", "stderr of ann", "finding of ann"),
        *("source of ann", "0.222", version, member, school.versions["ann"].sha256),
    ):
        assert secret not in read, (role, secret)
    if role == "ben":
        assert "stderr of ben" in read
        assert school.members["ann"].pseudonym in read


def test_a_game_tells_each_side_its_own(school: School) -> None:
    ann = school.ask("ann", "GET", f"/games/{school.game}").json()
    assert [one["seat"] for one in ann["words"]] == [0]
    assert ann["words"][0]["stderr"] == [{"turn": 1, "text": "stderr of ann"}]
    assert "0.222" in ann["record"]
    assert "0.111" not in ann["record"]
    assert "[opening]" in ann["record"]
    assert ann["game"]["longest"] == 0.4
    ben = school.ask("ben", "GET", f"/games/{school.game}").json()
    assert ben["words"][0]["offence"]["detail"] == "detail of ben"
    assert "detail of ben" not in str(ann)
    teacher = school.ask("teacher", "GET", f"/games/{school.game}").json()
    assert [one["seat"] for one in teacher["words"]] == [0, 1]
    assert teacher["record"].count("[use") == 2


def test_the_ladder_has_pseudonyms_and_names_only_for_teachers(school: School) -> None:
    ben = school.ask("ben", "GET", "/ladder").json()
    assert [row["mine"] for row in ben["rows"]] == [False, True]
    assert [row["name"] for row in ben["rows"]] == ["", "Name of ben"]
    teacher = school.ask("teacher", "GET", "/ladder").json()
    assert [row["student"] for row in teacher["rows"]] == ["B10000001", "B10000002"]
    assert [row["pseudonym"] for row in ben["rows"]] == [
        school.members[who].pseudonym for who in ("ann", "ben")
    ]


def test_a_ladder_that_is_opened_is_all_that_guests_see(school: School) -> None:
    before = school.kept.settings
    opened = replace(before, open_ladder=True, names="names")
    school.store.classes.set_settings(school.kept.id, opened)
    try:
        for role in ("stranger", "outsider"):
            shown = school.ask(role, "GET", "/ladder")
            assert [row["name"] for row in shown.json()["rows"]] == ["", ""]
            assert "B10000001" not in shown.text
            assert school.ask(role, "GET", "").json()["role"] == "guest"
            record = school.ask(role, "GET", f"/games/{school.game}/record.dyr")
            assert record.status_code == 200
            assert "[use" not in record.text
            for path in ("/members", "/versions", "/reviews", "/sums", "/games", "/ratings"):
                assert school.ask(role, "GET", path).status_code == 404, path
        ben = school.ask("ben", "GET", "/ladder").json()
        assert [row["name"] for row in ben["rows"]] == ["Name of ann", "Name of ben"]
        assert [row["student"] for row in ben["rows"]] == ["", "B10000002"]
    finally:
        school.store.classes.set_settings(school.kept.id, before)
    assert school.ask("stranger", "GET", "/ladder").status_code == 404


def test_every_route_about_classes_knows_who_asks_and_counts_it() -> None:
    routes = [one for one in OPERATIONS if ClassService in one.parameters.values()]
    assert len(routes) > len(REQUESTS)
    for one in routes:
        kinds = [*one.parameters.values()]
        assert Asker in kinds, one.path
        assert one.rate in ("classes", "doors", "hand_ins"), one.path
        # Who asks is counted before anything that he sends is read.
        bodies = [at for at, kind in enumerate(kinds) if is_body(kind)]
        assert all(kinds.index(Asker) < at for at in bodies), one.path
