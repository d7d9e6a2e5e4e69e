"""Hints and levels over HTTP, against a real server."""

from __future__ import annotations

import json
from typing import Any

import httpx
from tests.server_process import Served
from tests.unit.server.test_app import refusal
from websockets.sync.client import connect

from duiyi import game
from duiyi.core.record import Record
from duiyi.core.record.files import write_dyr

ME, FRIEND, LEVEL = {"kind": "me"}, {"kind": "friend"}, {"kind": "computer", "player": "level-3"}


def new_table(client: httpx.Client, *seats: dict[str, str], **more: Any) -> httpx.Response:
    table = {
        "game": "relati-classic", "options": {}, "seats": seats, "public": True, "undo": True,
        "clock": {"kind": "none", "seconds": 0, "increment": 0},
    }  # fmt: skip
    return client.post("/api/tables", json=table | more)


def hint(client: httpx.Client, id: str, at: int, source: str = "tables") -> httpx.Response:
    return client.post(f"/api/{source}/{id}/hint", json={"at": at})


def test_a_hint_against_a_level_is_legal_and_shown_at_the_seat(client: httpx.Client) -> None:
    id = new_table(client, ME, LEVEL).json()["id"]
    found = hint(client, id, 0).json()
    start = game("relati-classic").start()
    assert start.why_not(found["token"]) is None
    assert (found["at"], found["actor"], found["path"]) == (0, 0, [found["token"]])
    assert (found["line"][0]["actor"], found["line"][0]["token"]) == (0, found["token"])
    assert 0 <= found["share"] <= 1
    assert set(found["label"]) == {"key", "params"}
    seats = client.get(f"/api/tables/{id}").json()["seats"]
    assert [seat["hinted"] for seat in seats] == [True, False]


def test_where_it_would_be_unfair_or_makes_no_sense_there_is_none(client: httpx.Client) -> None:
    id = new_table(client, ME, FRIEND).json()["id"]
    refusal(hint(client, id, 0), 409, "not-running")
    with httpx.Client(base_url=client.base_url, timeout=60) as friend:
        friend.post(f"/api/tables/{id}/sit", json={"seat": 1})
        refusal(hint(friend, id, 0), 409, "not-your-turn")
    refusal(hint(client, id, 0), 403, "hint-unfair")
    refusal(hint(client, id, 1), 404, "no-such-position", "at")
    refusal(hint(client, "nothing", 0), 404, "no-such-table")
    refusal(hint(client, "nothing", 0, "records"), 404, "no-record")
    refusal(client.post(f"/api/tables/{id}/hint", json={"at": -1}), 422, "bad-field", "at")
    refusal(client.post(f"/api/tables/{id}/hint", json={}), 422, "missing-field", "at")


def test_a_record_has_hints_for_every_decision(client: httpx.Client) -> None:
    state = game("tzaar").start()
    record = Record.of(state)
    for _ in range(3):
        action = state.actions()[0]
        record, state = record.played(state, action), state.play(action)
    id = client.post("/api/records", json={"text": write_dyr(record)}).json()["id"]
    found = hint(client, id, 3, "records").json()
    assert state.why_not(found["token"]) is None
    assert found["actor"] == state.actor
    refusal(hint(client, id, 4, "records"), 409, "nothing-to-decide")


def test_a_level_answers_and_a_player_that_does_not_fit_is_refused(
    server: Served, client: httpx.Client
) -> None:
    id = new_table(client, LEVEL, ME).json()["id"]
    with connect(f"{server.socket_url}api/tables/{id}/socket", proxy=None) as socket:
        table = json.loads(socket.recv(60))
        while not table.get("entries") and table["type"] != "played":
            table = json.loads(socket.recv(60))
    perfect = {"kind": "computer", "player": "perfect"}
    assert new_table(client, ME, perfect).status_code == 201
    refusal(new_table(client, ME, perfect, ME), 422, "player-unfit", "seats.1.player")
    refusal(new_table(client, ME, perfect, game="tzaar"), 422, "player-unfit", "seats.1.player")


def test_players_say_which_level_they_are_and_where_they_can_play(client: httpx.Client) -> None:
    found = {one["name"]: one for one in client.get("/api/players").json()}
    assert [found[f"level-{number}"]["level"] for number in range(1, 9)] == [*range(1, 9)]
    assert found["perfect"]["fits"]["relati-classic"] == [2]
    assert found["strong"]["fits"]["relati-legacy"] == [2, 3, 4, 5, 6]


def test_no_way_around_helps_in_a_game_that_people_are_playing(client: httpx.Client) -> None:
    """Its record, its position with other numbers and options, what was before, what may follow."""
    id = new_table(client, ME, FRIEND, game="relati").json()["id"]
    moves = ["E5", "F5", "C3", "G6", "D4", "H5"]
    with httpx.Client(base_url=client.base_url, timeout=60) as friend:
        friend.post(f"/api/tables/{id}/sit", json={"seat": 1})
        for number, token in enumerate(moves):
            play(friend if number % 2 else client, id, token)
        start = game("relati").start()
        state = played(start, moves)
        candidate = state.text(state.actions()[0])
        other_rules = played(game("relati").start(cannon=True), moves)
        longer = played(start, [*moves, candidate])
        for text in (
            record_of(start, moves),
            record_of(start, [*moves, candidate]),
            record_of(start, moves[:-1]),
            record_of(played(start, ["C3", "F5", "E5", "G6", "D4", "H5"]), []),
            record_of(state, []),
            record_of(longer, []),
            record_of(other_rules, []),
        ):
            handed = client.post("/api/records", json={"text": text}).json()
            refusal(hint(client, handed["id"], handed["decisions"], "records"), 403, "hint-running")
        refusal(
            new_table(client, ME, LEVEL, game="relati", start=state.dump()), 403, "hint-running"
        )
        mine = new_table(client, ME, ME, game="relati", start=state.dump()).json()["id"]
        refusal(hint(client, mine, 0), 403, "hint-running")
        # What has nothing to do with it is thought about.
        apart = client.post("/api/records", json={"text": record_of(start, ["A1", "I9"])}).json()
        assert hint(client, apart["id"], 2, "records").status_code == 200
        resign(client, id)
    assert hint(client, mine, 0).status_code == 200


def played(state: Any, moves: list[str]) -> Any:
    for token in moves:
        state = state.play(token)
    return state


def record_of(state: Any, moves: list[str]) -> str:
    record = Record.of(state, ["Ann", "Bob"])
    for token in moves:
        record, state = record.played(state, token), state.play(token)
    return write_dyr(record)


def ask(client: httpx.Client, id: str, **request: Any) -> dict[str, Any]:
    """Over a socket: what is answered."""
    url = str(client.base_url).replace("http", "ws", 1)
    cookie = f"duiyi-guest={client.cookies['duiyi-guest']}"
    with connect(f"{url}api/tables/{id}/socket", additional_headers={"Cookie": cookie}) as socket:
        on = json.loads(socket.recv(timeout=60))["id"]
        if request["do"] == "play":
            request["on"] = on
        socket.send(json.dumps(request | {"ref": 1}))
        while True:
            answer: dict[str, Any] = json.loads(socket.recv(timeout=60))
            if answer.get("ref") == 1 or (request["do"] == "resign" and answer["type"] == "played"):
                return answer


def play(client: httpx.Client, id: str, token: str) -> None:
    assert ask(client, id, do="play", token=token)["type"] == "taken"


def resign(client: httpx.Client, id: str) -> None:
    assert ask(client, id, do="resign", seat=0)["status"] == "finished"
