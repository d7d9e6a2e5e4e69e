"""Records over HTTP, for every game: handed in, replayed, downloaded; and the list of them."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server_process import Served
from tests.unit.server.test_app import refusal
from websockets.sync.client import connect

from duiyi import game
from duiyi.core.record import Decision, Record
from duiyi.core.record.files import read, write_dyr, write_json
from duiyi.core.record.formats import formats
from duiyi.core.state import CHANCE, State

LITTLE_GOLEM = Path(__file__).parents[2] / "data" / "littlegolem"
GAMES: dict[str, dict[str, Any]] = {
    "relati": {"cannon": True},
    "relati-classic": {},
    "relati-legacy": {"size": 9},
    "tzaar": {},
    "atom": {"turn_limit": 12},
}
TABLE = {
    "game": "relati-classic",
    "options": {},
    "seats": [{"kind": "me"}, {"kind": "me", "name": "Bob"}],
    "clock": {"kind": "none", "seconds": 0, "increment": 0},
    "public": False,
    "undo": True,
}
DECISIONS = 30


def choose(state: State[Any], chance: random.Random) -> str:
    if state.actor == CHANCE:
        return state.text(chance.choice([action for action, _ in state.chances()]))
    return state.text(chance.choice(state.actions()))


def random_record(state: State[Any], seed: int, **options: Any) -> Record:
    """A game of so many decisions with comments, variations and a fault at its end."""
    chance = random.Random(seed)
    chosen = state.game.options.of_json({**state.options.json(), **options})
    record = Record.of(state, ["Ada 對", "Bob"], [("Event", "Test")], chosen).commented("before")
    while len(record.nodes) < DECISIONS and state.outcome is None:
        token = choose(state, chance)
        record = record.played(state, token)
        if len(record.nodes) % 7 == 3:
            other = Decision(state.actor or 0, choose(state, chance), ("or so",))
            *before, last = record.nodes
            last = dataclasses.replace(last, variations=((other,),), comments=("good", "對"))
            record = dataclasses.replace(record, nodes=(*before, last))
        state = state.play(token)
    if state.outcome is None:
        record = record.withdrawn(1, "illegal", "no-such-rule", "Z99 ?")
    return record


def hand_in(client: httpx.Client, text: str) -> dict[str, Any]:
    answer = client.post("/api/records", json={"text": text})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def whole(client: httpx.Client, record: Record) -> dict[str, Any]:
    """Hand a record in in both forms and compare everything that comes back."""
    summary = hand_in(client, write_dyr(record))
    assert hand_in(client, write_json(record)) == summary
    assert summary["decisions"] == len(record.nodes)
    at = f"/api/records/{summary['id']}"
    dyr, json = client.get(f"{at}/record.dyr").text, client.get(f"{at}/record.json").text
    assert (dyr, json) == (write_dyr(record), write_json(record))
    assert read(dyr) == read(json) == record
    course = client.get(f"{at}/course").json()
    tokens = [node.token if isinstance(node, Decision) else None for node in record.nodes]
    assert [entry["token"] for entry in course["entries"]] == tokens
    assert course["names"] == ["Ada 對", "Bob"]
    frames = client.get(f"{at}/frames", params={"from": 0, "to": 100}).json()
    assert [frame["at"] for frame in frames] == list(range(len(tokens) + 1))
    assert [frame["entry"] for frame in frames[1:]] == course["entries"]
    assert client.get(f"{at}/frames", params={"from": 5, "to": 9}).json() == frames[5:9]
    sites = {site["id"] for site in course["geometry"]["sites"]}
    moving = {site["id"] for frame in frames for site in frame["view"]["sites"]}
    pieces = {piece["site"] for frame in frames for piece in frame["view"]["pieces"]}
    assert pieces
    assert pieces <= sites | moving
    return summary


@pytest.mark.parametrize("name", GAMES)
def test_a_record_of_every_game(client: httpx.Client, name: str) -> None:
    options = GAMES[name]
    record = random_record(game(name).start(**options), 1, **options)
    summary = whole(client, record)
    listed = client.get("/api/records", params={"game": name}).json()
    assert summary in listed
    assert {one["game"] for one in listed} == {name}


def test_games_from_elsewhere_are_the_same_records(client: httpx.Client) -> None:
    source = (LITTLE_GOLEM / "2552914.sgf").read_text("utf-8")
    record = read(source)
    summary = hand_in(client, source)
    assert summary["names"] == ["white", "black"]
    assert hand_in(client, write_dyr(record)) == summary
    for one in formats():
        assert hand_in(client, one.write(record)) == summary


def test_a_game_from_elsewhere_that_cannot_be_read_is_told_where(client: httpx.Client) -> None:
    answer = client.post("/api/records", json={"text": "(;FF[TZAAR]\n;W[zzop])"})
    refusal(answer, 422, "bad-record", "text")
    said = dict(answer.json()["message"]["params"])
    assert (said["line"], said["column"]) == (2, 4)
    assert said["problem"]["key"] == "tzaar:bad-record.golem-point"
    assert dict(said["problem"]["params"]) == {"found": "zz"}


@pytest.mark.parametrize("name", GAMES)
def test_a_record_that_begins_in_the_middle(client: httpx.Client, name: str) -> None:
    chance, state = random.Random(2), game(name).start(**GAMES[name])
    for _ in range(6):
        state = state.play(choose(state, chance))
    record = random_record(state, 3)
    assert record.start == state.dump()
    whole(client, record)


def test_games_played_here_by_who_played_them(client: httpx.Client, server: Served) -> None:
    """Private ones are the players' own; tables that were given up are nobody's."""
    made = [client.post("/api/tables", json=TABLE | {"public": public}) for public in (False, True)]
    private, public = (answer.json()["id"] for answer in made)
    friends = {"seats": [{"kind": "me"}, {"kind": "friend"}], "public": True}
    given_up = client.post("/api/tables", json=TABLE | friends).json()["id"]
    for table in (private, public):
        resign(server, client, table)
    assert client.post(f"/api/tables/{given_up}/leave").json()["status"] == "finished"

    def listed(visitor: httpx.Client) -> set[str]:
        found = visitor.get("/api/records", params={"game": "relati-classic", "limit": 100}).json()
        return {one["id"] for one in found if one["source"] == "table"}

    assert listed(client) >= {private, public}
    assert given_up not in listed(client)
    with httpx.Client(base_url=server.url, timeout=60) as stranger:
        assert public in listed(stranger)
        stranger.get("/api/me")
        assert listed(stranger) & {private, public, given_up} == {public}


def resign(server: Served, client: httpx.Client, table: str) -> None:
    cookie = f"duiyi-guest={client.cookies['duiyi-guest']}"
    with connect(
        f"{server.socket_url}api/tables/{table}/socket", additional_headers={"Cookie": cookie}
    ) as socket:
        socket.send('{"do":"resign","seat":0}')
        while '"status":"finished"' not in str(socket.recv(timeout=30)):
            pass


def test_positions_as_text_begin_another_game(client: httpx.Client) -> None:
    state = game("relati-classic").start().play("E5")
    record = Record.of(game("relati-classic").start()).played(state.game.start(), "E5")
    kept = client.post("/api/records", json={"text": write_dyr(record)}).json()["id"]
    said = client.get(f"/api/records/{kept}/position", params={"at": 1}).json()
    assert said == {"game": "relati-classic", "text": state.dump()}
    table = client.post("/api/tables", json=TABLE | {"start": said["text"]}).json()["id"]
    again = client.get(f"/api/tables/{table}/position").json()
    assert again == said
    for of in (f"records/{kept}", f"tables/{table}"):
        refusal(client.get(f"/api/{of}/position", params={"at": 2}), 404, "no-such-position", "at")


def test_a_new_name_is_at_all_tables_and_a_bad_one_at_none(client: httpx.Client) -> None:
    client.put("/api/me", json={"name": "Ada"})
    table = client.post("/api/tables", json=TABLE).json()["id"]

    def called() -> str:
        return str(client.get(f"/api/tables/{table}").json()["seats"][0]["name"])

    assert called() == "Ada"
    assert client.put("/api/me", json={"name": "  Ada   Lovelace "}).json()["name"] == called()
    refusal(client.put("/api/me", json={"name": "x" * 31}), 422, "bad-name", "name")
    assert called() == "Ada Lovelace"
    assert '"Ada Lovelace"' in client.get(f"/api/tables/{table}/record.dyr").text
