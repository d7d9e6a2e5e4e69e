"""The HTTP face against a real server: what is answered, and what is refused how."""

from __future__ import annotations

import gzip
import json
import socket
from collections.abc import Iterator

import httpx
import pytest
from tests.server_process import Served

from duiyi import game
from duiyi.core.record import Record
from duiyi.core.record.files import write_dyr

TABLE = {
    "game": "relati-classic",
    "options": {},
    "seats": [{"kind": "me"}, {"kind": "friend"}],
    "clock": {"kind": "none", "seconds": 0, "increment": 0},
    "public": True,
    "undo": True,
}


def refusal(answer: httpx.Response, status: int, code: str, field: str = "") -> None:
    """The answer is this refusal, in the shape of all refusals."""
    assert answer.headers["content-type"] == "application/json", answer.text
    said = answer.json()
    assert (answer.status_code, said["code"], said["field"]) == (status, code, field), said
    assert set(said) == {"code", "message", "field"}
    assert set(said["message"]) == {"key", "params"}


# ---- what everything has in common


@pytest.mark.parametrize("path", ["/health", "/api/games", "/api/nothing", "/", "/api/docs"])
def test_every_answer_is_strict(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "server" not in headers


def test_what_is_not_there_and_what_cannot_be_done(client: httpx.Client) -> None:
    refusal(client.get("/api/nothing"), 404, "not-found")
    refusal(client.post("/api/games", json={}), 405, "method")
    assert client.post("/api/games", json={}).headers["allow"] == "GET"
    assert client.post("/api/me", json={}).headers["allow"] == "DELETE, GET, PUT"
    refusal(client.get("/api/tables/x/sit"), 405, "method")
    refusal(client.get("/api/looks/chess"), 404, "no-game", "game")
    refusal(client.get("/api/rules/chess/en"), 404, "no-game", "game")
    refusal(client.get("/api/rules/tzaar/fr"), 422, "bad-field", "language")
    refusal(client.get("/api/words/fr"), 422, "bad-field", "language")
    refusal(client.get("/api/tables/nothing"), 404, "no-such-table")
    refusal(client.get("/api/records/nothing/course"), 404, "no-record")
    refusal(client.get("/api/tables?list=secret"), 422, "bad-field", "list")
    refusal(client.get("/api/records?limit=1e3"), 422, "bad-field", "limit")
    refusal(client.get("/api/records?before=then"), 422, "bad-field", "before")
    for path in ("/api/tables/%00", "/api/records/%ff%fe/course", "/api/looks/..%2f..%2fx"):
        assert client.get(path).status_code == 404


@pytest.mark.parametrize("path", ["session", "sessions", "classes/cs2", "classes/cs2/ladder"])
def test_without_classes_there_is_nothing_at_their_addresses(
    client: httpx.Client, path: str
) -> None:
    refusal(client.get(f"/api/{path}"), 404, "not-found")


def test_a_plug_in_shows_its_page_of_rules(client: httpx.Client) -> None:
    page = client.get("/api/rules/amazons/zh-Hant")
    assert page.status_code == 200
    assert page.json()["language"] == "zh-Hant"
    heading = [[[{"kind": "text", "text": "棋盤", "href": ""}]]]
    headings = [one["rows"] for one in page.json()["blocks"] if one["kind"] == "heading"]
    assert heading in headings
    none = client.get("/api/rules/hex/en").json()
    assert none == {"language": "en", "blocks": [], "clauses": {}}


def test_head_is_get_without_a_body(client: httpx.Client) -> None:
    for path in ("/health", "/api/games", "/api/me"):
        head, whole = client.head(path), client.get(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-type"] == whole.headers["content-type"]


def test_what_does_not_change_is_cached_and_compressed(client: httpx.Client) -> None:
    words = client.get("/api/words/zh-Hant")
    assert words.headers["content-encoding"] == "gzip"
    assert words.headers["vary"] == "Accept-Encoding"
    again = client.get("/api/words/zh-Hant", headers={"If-None-Match": words.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = client.get("/api/words/zh-Hant", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == words.json()


def test_the_interface_describes_itself(client: httpx.Client) -> None:
    document = client.get("/api/openapi.json").json()
    assert document["openapi"] == "3.1.0"
    for path, methods in document["paths"].items():
        for operation in methods.values():
            assert "4XX" in operation["responses"], path
            assert "422" not in operation["responses"], path
    assert set(_references(document)) <= set(document["components"]["schemas"])
    page = client.get("/api/docs").text
    for path in document["paths"]:
        assert f"<code>{path}</code>" in page
    assert "<script" not in page
    assert " style=" not in page
    assert client.get("/api/docs.css").headers["content-type"].startswith("text/css")


def _references(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"].removeprefix("#/components/schemas/")
        for inside in value.values():
            yield from _references(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from _references(inside)


# ---- guests


def test_a_guest_keeps_his_name(client: httpx.Client, server: Served) -> None:
    assert client.get("/api/me").json() == {"name": ""}
    cookie = client.cookies["duiyi-guest"]
    assert client.put("/api/me", json={"name": " 小明 "}).json() == {"name": "小明"}
    assert client.get("/api/me").json() == {"name": "小明"}
    assert client.cookies["duiyi-guest"] == cookie
    set_cookie = client.get("/api/me").headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="):
        assert part in set_cookie
    assert "Secure" not in set_cookie
    behind = client.get("/api/me", headers={"X-Forwarded-Proto": "https"})
    assert "Secure" in behind.headers["set-cookie"]


def test_looking_makes_no_guest(client: httpx.Client) -> None:
    for path in ("/health", "/api/games", "/api/tables", "/api/tables?list=mine", "/api/records"):
        assert "set-cookie" not in client.get(path).headers


def test_a_deleted_guest_cannot_come_back(client: httpx.Client, server: Served) -> None:
    client.put("/api/me", json={"name": "Eve"})
    old = client.cookies["duiyi-guest"]
    id = client.post("/api/tables", json=TABLE).json()["id"]
    gone = client.delete("/api/me")
    assert (gone.status_code, gone.content) == (204, b"")
    assert "duiyi-guest" not in client.cookies
    replayed = {"Cookie": f"duiyi-guest={old}"}
    again = httpx.get(server.url + "api/me", headers=replayed)
    assert again.json() == {"name": ""}
    assert again.cookies["duiyi-guest"] != old
    summary = httpx.get(f"{server.url}api/tables/{id}", headers=replayed).json()
    assert not any(seat["mine"] for seat in summary["seats"])


@pytest.mark.parametrize("name", ["", "a\nb", "x" * 31, "\u202ex"])
def test_bad_names_are_refused(client: httpx.Client, name: str) -> None:
    refusal(client.put("/api/me", json={"name": name}), 422, "bad-name", "name")


def test_a_forged_cookie_is_a_strangers(client: httpx.Client, server: Served) -> None:
    client.put("/api/me", json={"name": "Mallory"})
    content, _, signature = client.cookies["duiyi-guest"].partition("~")
    for forged in (f"{content}~{signature[:-3]}AAA", content, "x", "~" * 50, "a" * 5000):
        answer = httpx.get(server.url + "api/me", headers={"Cookie": f"duiyi-guest={forged}"})
        assert answer.json() == {"name": ""}
        assert "set-cookie" in answer.headers


# ---- other sites


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://127.0.0.1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_other_sites_cannot_act(client: httpx.Client, headers: dict[str, str]) -> None:
    refusal(client.put("/api/me", json={"name": "x"}, headers=headers), 403, "foreign-origin")
    refusal(client.post("/api/tables", json=TABLE, headers=headers), 403, "foreign-origin")
    assert client.get("/api/games", headers=headers).status_code == 200


def test_our_own_page_can_act(client: httpx.Client, server: Served) -> None:
    for origin in (server.url.rstrip("/"), server.url.rstrip("/").upper().replace("HTTP", "http")):
        answer = client.put("/api/me", json={"name": "x"}, headers={"Origin": origin})
        assert answer.status_code == 200


def test_sockets_of_other_sites_are_refused(client: httpx.Client, server: Served) -> None:
    id = client.post("/api/tables", json=TABLE).json()["id"]
    head = (
        f"GET /api/tables/{id}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    )
    for origin, status in (("http://evil.example", "403"), (server.url.rstrip("/"), "101")):
        with socket.create_connection(("127.0.0.1", server.port), 20) as line:
            line.sendall(f"{head}Origin: {origin}\r\n\r\n".encode())
            assert line.recv(4096).decode("latin-1").split()[1] == status


# ---- bodies


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        (b"", 400, "not-json", ""),
        (b"{", 400, "not-json", ""),
        (b"[" * 10_000, 422, "bad-request", ""),
        (b"\xff\xfe", 400, "not-json", ""),
        (b"[]", 422, "bad-request", ""),
        (b"null", 422, "bad-request", ""),
        (b"{}", 422, "missing-field", "name"),
        (b'{"name": 1}', 422, "bad-field", "name"),
        (b'{"name": null}', 422, "bad-field", "name"),
        (b'{"name": "x", "admin": true}', 422, "unknown-field", "admin"),
        (b'{"name": "' + b"x" * 17_000 + b'"}', 413, "too-large", ""),
    ],
)
def test_bad_bodies(client: httpx.Client, body: bytes, status: int, code: str, field: str) -> None:
    headers = {"Content-Type": "application/json"}
    refusal(client.put("/api/me", content=body, headers=headers), status, code, field)


def test_only_json_is_read(client: httpx.Client) -> None:
    refusal(client.put("/api/me", content=b'{"name": "x"}'), 415, "not-json-type")
    refusal(client.put("/api/me", data={"name": "x"}), 415, "not-json-type")
    typed = {"Content-Type": "application/json; charset=utf-8"}
    assert client.put("/api/me", content=b'{"name": "x"}', headers=typed).status_code == 200


def test_a_body_without_a_length_is_bounded_too(client: httpx.Client) -> None:
    def endless() -> Iterator[bytes]:
        yield b'{"name": "'
        for _ in range(40):
            yield b"x" * 1000

    headers = {"Content-Type": "application/json"}
    refusal(client.put("/api/me", content=endless(), headers=headers), 413, "too-large")


def test_a_compressed_body_is_not_unpacked(client: httpx.Client) -> None:
    bomb = gzip.compress(b'{"name": "' + b"x" * 10_000_000 + b'"}')
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    refusal(client.put("/api/me", content=bomb[:16_000], headers=headers), 400, "not-json")


# ---- tables


def test_a_table_is_made_listed_and_joined(client: httpx.Client, server: Served) -> None:
    client.put("/api/me", json={"name": "Ada"})
    made = client.post("/api/tables", json=TABLE)
    assert made.status_code == 201
    id = made.json()["id"]
    assert set(made.json()["secrets"]) == {"0", "1"}
    assert client.get(f"/api/tables/{id}/secrets").json() == made.json()
    assert id in [table["id"] for table in client.get("/api/tables?list=open").json()]
    assert id in [table["id"] for table in client.get("/api/tables?list=mine").json()]
    with httpx.Client(base_url=server.url, timeout=60) as friend:
        assert friend.get("/api/tables?list=mine").json() == []
        joined = friend.post(f"/api/tables/{id}/sit", json={"name": "Bob"}).json()
        assert [seat["name"] for seat in joined["seats"]] == ["Ada", "Bob"]
        assert [seat["mine"] for seat in joined["seats"]] == [False, True]
        assert joined["status"] == "running"
    assert id in [table["id"] for table in client.get("/api/tables?list=running").json()]
    course = client.get(f"/api/tables/{id}/course").json()
    assert (course["game"], course["names"]) == ("relati-classic", ["Ada", "Bob"])
    frames = client.get(f"/api/tables/{id}/frames?from=0&to=5").json()
    assert [frame["at"] for frame in frames] == [0]
    saved = client.get(f"/api/tables/{id}/record.dyr")
    assert saved.headers["content-disposition"] == f'attachment; filename="{id}.dyr"'
    assert '[Game "relati-classic"]' in saved.text
    assert json.loads(client.get(f"/api/tables/{id}/record.json").text)["game"]


def test_seats_of_a_table_by_link_need_their_secret(client: httpx.Client, server: Served) -> None:
    made = client.post("/api/tables", json={**TABLE, "public": False}).json()
    id = made["id"]
    assert id not in [table["id"] for table in client.get("/api/tables").json()]
    with httpx.Client(base_url=server.url, timeout=60) as friend:
        assert friend.get(f"/api/tables/{id}/secrets").json()["secrets"] == {}
        for body in ({}, {"seat": 1}, {"secret": "guessed"}):
            assert friend.post(f"/api/tables/{id}/sit", json=body).status_code in (403, 404, 409)
        taken = friend.post(f"/api/tables/{id}/sit", json={"secret": made["secrets"]["1"]})
        assert [seat["mine"] for seat in taken.json()["seats"]] == [False, True]


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"game": "chess"}, "bad-options", "game"),
        ({"game": 5}, "bad-field", "game"),
        ({"options": {"size": 3}}, "bad-options", "size"),
        ({"options": {"size": {}}}, "bad-field", "options[...]"),
        ({"seats": []}, "bad-options", None),
        ({"seats": [{"kind": "me"}] * 13}, "bad-field", "seats"),
        ({"seats": [{"kind": "king"}, {"kind": "me"}]}, "bad-field", "seats[0].kind"),
        ({"seats": [{"kind": "computer", "player": "x"}] * 2}, "bad-options", None),
        ({"public": "yes"}, "bad-field", "public"),
        ({"public": 1}, "bad-field", "public"),
        ({"start": "nonsense"}, "bad-position", "start"),
        ({"clock": {"kind": "turn", "seconds": -1}}, "bad-field", "clock.seconds"),
        ({"extra": 1}, "unknown-field", "extra"),
    ],
)
def test_bad_tables_are_refused(
    client: httpx.Client, change: dict[str, object], code: str, field: str | None
) -> None:
    answer = client.post("/api/tables", json={**TABLE, **change})
    refusal(answer, 422, code, answer.json()["field"] if field is None else field)


# ---- records


def test_a_record_is_handed_in_found_and_replayed(client: httpx.Client) -> None:
    state = game("relati").start()
    record = Record.of(state, ["Ada", "Bob"]).played(state, "B2").withdrawn(1, "resigned")
    kept = client.post("/api/records", json={"text": write_dyr(record)})
    assert kept.status_code == 200
    id = kept.json()["id"]
    assert kept.json() in client.get("/api/records?name=ada&game=relati").json()
    assert client.get("/api/records?name=nobody").json() == []
    assert len(client.get(f"/api/records/{id}/frames").json()) == 3
    assert len(client.get(f"/api/records/{id}/course").json()["entries"]) == 2
    saved = client.get(f"/api/records/{id}/record.dyr")
    assert saved.text == write_dyr(record)
    assert saved.headers["content-type"] == "text/plain; charset=utf-8"
    assert client.get(f"/api/records/{id}/record.json").headers["content-disposition"]


def test_bad_records_and_positions_are_refused(client: httpx.Client) -> None:
    refusal(client.post("/api/records", json={"text": "1. e4"}), 422, "bad-record", "text")
    long = client.post("/api/records", json={"text": "x" * 1_100_000})
    refusal(long, 413, "too-large")
    wrong = client.post("/api/positions", json={"game": "relati", "text": "?"})
    refusal(wrong, 422, "bad-position", "text")
    unknown = client.post("/api/positions", json={"game": "chess", "text": "?"})
    refusal(unknown, 422, "bad-options", "game")
    dump = game("tzaar").start().dump()
    read = client.post("/api/positions", json={"game": "tzaar", "text": dump}).json()
    assert (read["start"], read["view"]["choices"]) == (dump, [])
