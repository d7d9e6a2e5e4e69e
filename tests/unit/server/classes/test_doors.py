"""Coming in, and trying to: sessions, links, codes, devices; forgery, fixation, guessing."""

from __future__ import annotations

import httpx
import pytest
from tests.unit.server.classes.school import SECRET, School, now

from duiyi.classes.people.joining import make_link, open_code
from duiyi.classes.roster import Entry
from duiyi.classes.rows import MemberState

COOKIE = "duiyi-session"


def invite(school: School, student: str) -> str:
    """Somebody new on the roster: the token of the link."""
    member = school.store.members.add(school.kept.id, Entry(student, f"Name {student}", ""), 1)
    return make_link(school.store, member, now())


def refused(answer: httpx.Response, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text


def test_a_link_lets_in_once(school: School) -> None:
    token = invite(school, "L1")
    client = school.browser()
    looked = client.post("api/invitations", json={"token": token})
    assert looked.json() == {
        "slug": "cs2", "title": "Programming 2", "student": "L1", "resets": False,
    }  # fmt: skip
    body = {"token": token, "login": "link-one", "password": SECRET}
    joined = client.post("api/invitations/redeem", json=body)
    assert joined.status_code == 200, joined.text
    assert joined.json()["slug"] == "cs2"
    cookie = joined.headers["set-cookie"]
    assert all(part in cookie for part in (COOKIE, "HttpOnly", "SameSite=Lax", "Path=/"))
    account = client.get("api/session").json()
    assert account["login"] == "link-one"
    assert [one["slug"] for one in account["classes"]] == ["cs2"]
    assert account["classes"][0]["role"] == "student"
    again = school.browser()
    refused(again.post("api/invitations/redeem", json=body), 403, "class-link")
    invented = again.post("api/invitations", json={"token": "x" * 43})
    used = again.post("api/invitations", json={"token": token})
    assert invented.content == used.content


def test_a_code_lets_in_whoever_is_on_the_roster_and_all_others_wait(school: School) -> None:
    school.store.members.add(school.kept.id, Entry("C1", "Name C1", ""), 1)
    code = open_code(school.store, school.kept.id)
    listed = {"code": code.lower(), "student": "c1", "login": "code-one", "password": SECRET}
    client = school.browser()
    assert client.post("api/join", json=listed).json()["slug"] == "cs2"
    stranger = {"code": code, "student": "X9", "login": "code-two", "password": SECRET}
    waiting = school.browser()
    assert waiting.post("api/join", json=stranger).json() == {
        "slug": "", "title": "", "pseudonym": "", "waiting": True,
    }  # fmt: skip
    assert waiting.get("api/classes/cs2").status_code == 404
    assert waiting.get("api/session").json()["classes"] == []
    rows = school.ask("teacher", "GET", "/members").json()
    (row,) = (one for one in rows if one["student"] == "X9")
    assert row["member"] == MemberState.waiting
    assert school.ask("teacher", "POST", f"/members/{row['id']}/admit").status_code == 204
    assert waiting.get("api/classes/cs2").json()["role"] == "student"
    assert school.ask("teacher", "DELETE", "/code").json() == {"code": ""}
    late = {**stranger, "student": "X10", "login": "code-three"}
    refused(school.browser().post("api/join", json=late), 403, "class-code")


def test_wrong_names_and_wrong_passwords_get_the_same_answer(school: School) -> None:
    client = school.browser()
    wrong = client.post("api/session", json={"login": "ann", "password": "wrong horse"})
    nobody = client.post("api/session", json={"login": "nobody-at-all", "password": "wrong horse"})
    refused(wrong, 403, "class-sign-in")
    assert wrong.content == nobody.content
    assert "set-cookie" not in wrong.headers


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("api/session", {"login": "ben", "password": "wrong horse"}),
        ("api/join", {"code": "ACDE-FGHJ", "student": "B1", "login": "z", "password": SECRET}),
        ("api/invitations", {"token": "x" * 43}),
    ],
)
def test_guessing_leads_to_a_pause(school: School, path: str, body: dict[str, str]) -> None:
    client = school.browser()
    answers = [client.post(path, json=body) for _ in range(8)]
    codes = [one.status_code for one in answers]
    assert codes[:5] == [403] * 5
    assert codes[-1] == 429
    said = answers[-1].json()
    assert said["code"] == "class-pause"
    assert any(name == "seconds" and value > 0 for name, value in said["message"]["params"])
    if path == "api/session":
        # The right one does not help from there either; from elsewhere it does.
        right = client.post(path, json={"login": "ben", "password": SECRET})
        assert right.status_code == 429
        assert school.browser().post(path, json={"login": "ben", "password": SECRET}).is_success


def test_a_session_is_new_and_the_one_before_ends(school: School) -> None:
    """Whoever gives somebody a cookie does not come in with him."""
    client = school.browser()
    client.cookies.set(COOKIE, "planted-by-somebody-else")
    first = client.post("api/session", json={"login": "ann", "password": SECRET})
    token = first.headers["set-cookie"].partition("=")[2].partition(";")[0]
    assert token != "planted-by-somebody-else"
    assert len(token) > 40
    client.cookies.clear()
    client.cookies.set(COOKIE, token)
    second = client.post("api/session", json={"login": "ann", "password": SECRET})
    assert second.status_code == 200
    old = school.browser()
    old.cookies.set(COOKIE, token)
    assert old.get("api/session").json()["login"] == ""


def test_signing_out_and_ending_sessions_elsewhere(school: School) -> None:
    here, there = school.sign_in("ben"), school.sign_in("ben")
    listed = here.get("api/sessions").json()
    (own,) = (one for one in listed if one["here"])
    assert there.get("api/session").json()["login"] == "ben"
    for one in listed:
        if one["id"] not in (own["id"],) and one["created"] >= own["created"]:
            assert here.delete(f"api/sessions/{one['id']}").status_code == 204
    assert there.get("api/session").json()["login"] == ""
    refused(there.get("api/sessions"), 401, "signed-out")
    assert here.delete("api/sessions/nothing").status_code == 404
    assert here.delete("api/session").status_code == 204
    assert here.get("api/session").json()["login"] == ""


def test_a_session_of_somebody_else_cannot_be_ended(school: School) -> None:
    ann = school.sign_in("ann")
    (own, *_) = ann.get("api/sessions").json()
    assert school.browsers["teacher"].delete(f"api/sessions/{own['id']}").status_code == 404
    assert ann.get("api/session").json()["login"] == "ann"


def test_another_password_ends_all_other_sessions(school: School) -> None:
    token = invite(school, "P1")
    body = {"token": token, "login": "changer", "password": SECRET}
    client, other = school.browser(), school.browser()
    assert client.post("api/invitations/redeem", json=body).is_success
    assert other.post("api/session", json={"login": "changer", "password": SECRET}).is_success
    wrong = client.put("api/password", json={"old": "no", "password": "new horse"})
    refused(wrong, 403, "class-sign-in")
    done = client.put("api/password", json={"old": SECRET, "password": "new horse"})
    assert done.json()["login"] == "changer"
    assert client.get("api/session").json()["login"] == "changer"
    assert other.get("api/session").json()["login"] == ""


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}],
)
def test_another_site_changes_nothing(school: School, headers: dict[str, str]) -> None:
    ann = school.browsers["ann"]
    version = school.versions["ann"].id
    for method, path, more in (
        ("POST", "api/session", {"json": {"login": "ann", "password": SECRET}}),
        ("DELETE", "api/session", {}),
        ("POST", "api/classes/cs2/versions?name=x.c", {"content": b"x"}),
        ("POST", f"api/classes/cs2/versions/{version}/active", {}),
        ("POST", "api/devices/decide", {"json": {"code": "ACDE-FGHJ", "allowed": True}}),
    ):
        answer = ann.request(method, path, headers=headers, **more)
        refused(answer, 403, "foreign-origin")
    assert ann.get("api/session").json()["login"] == "ann"


def test_nobody_gets_another_role_by_asking(school: School) -> None:
    code = open_code(school.store, school.kept.id)
    body = {"code": code, "student": "E1", "login": "climber", "password": SECRET}
    client = school.browser()
    refused(client.post("api/join", json={**body, "role": "teacher"}), 422, "unknown-field")
    assert client.post("api/join", json=body).json()["waiting"]
    # The id of a teacher leads nowhere either: only students come by code.
    again = {**body, "student": "T1", "login": "climber-two"}
    assert school.browser().post("api/join", json=again).json()["waiting"]
    waiting = [
        one for one in school.ask("teacher", "GET", "/members").json() if one["member"] == "waiting"
    ]
    for row in waiting:
        assert row["role"] == "student"
        assert client.post(f"api/classes/cs2/members/{row['id']}/admit").status_code == 404


# Devices


def test_a_device_hands_in_and_may_do_nothing_else(school: School) -> None:
    device = school.browser()
    asked = device.post("api/devices", json={"label": "laptop"}).json()
    token = {"deviceCode": asked["deviceCode"]}
    refused(device.post("api/devices/token", json=token), 409, "class-authorization_pending")
    teacher = school.browsers["teacher"]
    assert (
        teacher.post("api/devices/look", json={"code": asked["code"]}).json()["label"] == "laptop"
    )
    decided = {"code": asked["code"], "allowed": True}
    assert teacher.post("api/devices/decide", json=decided).status_code == 204
    given = device.post("api/devices/token", json=token).json()
    refused(device.post("api/devices/token", json=token), 409, "class-expired_token")
    armed = school.browser(given["token"])
    handed = armed.post("api/classes/cs2/versions?name=bot.c", content=b"int main(){}")
    assert handed.status_code == 201, handed.text
    own = armed.get(f"api/classes/cs2/versions/{handed.json()['id']}")
    assert own.json()["validation"]["name"] == "bot.c"
    # Though it acts for the teacher, it is no teacher.
    for method, path in (
        *(("GET", "/members"), ("GET", "/code"), ("PUT", "/code"), ("POST", "/links")),
        *(("GET", "/reviews"), ("GET", "/sums")),
        ("POST", f"/versions/{school.versions['stopped'].id}/validate"),
    ):
        assert armed.request(method, f"api/classes/cs2{path}").status_code == 404, path


def test_a_device_that_is_refused_or_unknown(school: School) -> None:
    device = school.browser()
    asked = device.post("api/devices", json={"label": "x"}).json()
    refused(
        school.browsers["stranger"].post("api/devices/look", json={"code": asked["code"]}),
        401,
        "signed-out",
    )
    ann = school.sign_in("ann")
    refused(ann.post("api/devices/look", json={"code": "QQQQ-QQQQ"}), 403, "class-device-code")
    no = {"code": asked["code"], "allowed": False}
    assert ann.post("api/devices/decide", json=no).status_code == 204
    refused(
        device.post("api/devices/token", json={"deviceCode": asked["deviceCode"]}),
        409,
        "class-access_denied",
    )
    refused(
        device.post("api/devices/token", json={"deviceCode": "x" * 43}), 409, "class-expired_token"
    )
