"""Exploring positions over HTTP, against a real server."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import httpx
import pytest
from tests.server_process import Served
from tests.unit.server.test_app import refusal
from tests.unit.server.test_app_hints import FRIEND, ME, new_table
from websockets.sync.client import connect

from duiyi import game
from duiyi.core.record.files import read, write_dyr, write_json
from duiyi.kernels import position
from duiyi.kernels.proof import prove
from duiyi.players.certificate import REPORT_EVERY

GAMES = ("relati-classic", "relati", "relati-legacy", "tzaar", "atom")


def explore(client: httpx.Client, name: str, *tokens: str, **more: Any) -> httpx.Response:
    return client.post("/api/explore", json={"game": name, "tokens": tokens, **more})


def first_line(name: str, length: int) -> tuple[list[str], Any]:
    """The first legal decision again and again, and where that leads."""
    state, tokens = game(name).start(), list[str]()
    while state.actor is not None and len(tokens) < length:
        action = next(iter(state.actions()), None) or state.chances()[-1][0]
        tokens.append(state.text(action))
        state = state.play(action)
    return tokens, state


@pytest.mark.parametrize("name", GAMES)
def test_every_position_of_a_line_is_told_and_the_last_can_be_played_on(
    client: httpx.Client, name: str
) -> None:
    tokens, state = first_line(name, 9)
    found = explore(client, name, *tokens).json()
    assert [step["at"] for step in found["steps"]] == list(range(10))
    assert [step["entry"] and step["entry"]["token"] for step in found["steps"]] == [None, *tokens]
    last = found["steps"][-1]
    assert last["text"] == state.dump()
    assert [step["view"] is None for step in found["steps"]] == [True] * 9 + [False]
    assert {one["token"] for one in last["view"]["choices"]} == {
        state.text(action) for action in state.actions()
    }
    assert (found["game"], found["seats"]) == (name, state.seats)
    again = explore(client, name, start=found["steps"][4]["text"], tokens=tokens[4:]).json()
    assert again["steps"][-1]["text"] == last["text"]
    assert again["steps"][-1]["view"] == last["view"]


def test_a_decision_has_the_clicks_that_make_it(client: httpx.Client) -> None:
    (token, *_), _ = first_line("tzaar", 1)
    steps = explore(client, "tzaar", token, paths=1).json()["steps"]
    choice = next(one for one in game("tzaar").start().view(None).choices if one.token == token)
    assert [step["path"] for step in steps] == [[], list(choice.paths[0])]


def test_where_chance_decides_all_results_have_exact_odds(client: httpx.Client) -> None:
    state, tokens = game("atom").start(), []
    while state.actor != -1:
        tokens.append(state.text(state.actions()[0]))
        state = state.play(tokens[-1])
    odds = explore(client, "atom", *tokens).json()["steps"][-1]["odds"]
    assert {one["token"]: Fraction(one["chance"]) for one in odds} == {
        state.text(action): chance for action, chance in state.chances()
    }
    drawn = explore(client, "atom", *tokens, odds[0]["token"]).json()["steps"][-1]
    assert drawn["entry"]["actor"] == -1


def test_a_seat_may_withdraw_in_a_line(client: httpx.Client) -> None:
    last = explore(client, "relati-classic", "E5", "!1 resigned").json()["steps"][-1]
    assert last["view"]["outcome"]["scores"] == ["1", "0"]
    assert (last["entry"]["token"], last["entry"]["verdict"]) == (None, "resigned")


def test_what_leads_nowhere_is_refused_with_the_part_that_is_wrong(client: httpx.Client) -> None:
    refusal(explore(client, "relati-classic", "E5", "E5"), 409, "illegal", "tokens")
    refusal(explore(client, "relati-classic", "?"), 422, "bad-token", "tokens")
    refusal(explore(client, "relati-classic", "!7 resigned"), 409, "illegal", "tokens")
    refusal(explore(client, "relati-classic", start="nonsense"), 422, "bad-position", "start")
    refusal(explore(client, "relati-classic", seats=9), 422, "bad-options", "seats")
    refusal(explore(client, "nothing"), 422, "bad-options", "game")
    refusal(explore(client, "tzaar", *["A1"] * 201), 422, "bad-field", "tokens")


def test_clicks_and_words_are_understood_at_the_end_of_a_line(client: httpx.Client) -> None:
    line = {"game": "relati-classic", "tokens": ["E5"]}
    found = client.post("/api/explore/why", json=line | {"path": ["E5"]}).json()
    assert found["violation"]["sites"] == ["E5"]
    assert client.post("/api/explore/read", json=line | {"text": "a1"}).json() == {"tokens": ["A1"]}
    assert client.post("/api/explore/read", json=line | {"text": "e5"}).json() == {"tokens": []}


def test_a_position_of_people_who_play_may_be_seen_but_is_guarded(
    server: Served, client: httpx.Client
) -> None:
    tokens, _ = first_line("relati-classic", 8)
    assert not explore(client, "relati-classic", *tokens).json()["steps"][-1]["guarded"]
    id = new_table(client, ME, FRIEND).json()["id"]
    with httpx.Client(base_url=server.url, timeout=60) as friend:
        friend.post(f"/api/tables/{id}/sit", json={"seat": 1})
        play(server, id, (client, friend), tokens)
        for who in (client, friend):
            steps = explore(who, "relati-classic", *tokens, views=9).json()["steps"]
            assert steps[-1]["guarded"]
            assert steps[-1]["view"]
            assert not steps[0]["guarded"]
            unseen = explore(who, "relati-classic", *tokens, views=0, guards=9).json()["steps"]
            assert [one["guarded"] for one in unseen] == [one["guarded"] for one in steps]
            assert unseen[-1]["view"] is None


def play(server: Served, id: str, people: tuple[httpx.Client, ...], tokens: list[str]) -> None:
    state = game("relati-classic").start()
    for token in tokens:
        assert state.actor is not None
        who = people[state.actor]
        cookie = "; ".join(f"{name}={value}" for name, value in who.cookies.items())
        address = f"{server.socket_url}api/tables/{id}/socket"
        with connect(address, proxy=None, additional_headers={"Cookie": cookie}) as socket:
            at = json.loads(socket.recv(60))["id"]
            socket.send(json.dumps({"do": "play", "on": at, "token": token, "ref": 1}))
            while json.loads(socket.recv(60)).get("ref") != 1:
                pass
        state = state.play(token)


def test_a_record_comes_back_in_its_other_form_with_variations_and_comments(
    client: httpx.Client,
) -> None:
    text = (
        '[Game "relati-classic"] [Version "1"] [Seats "2"] [Result "*"]\n'
        "1 @0 E5 {good} ( 1 @0 A1 {also} 2 @1 B2 ) 2 @1 E1\n"
    )
    record = read(text)
    twin = client.post("/api/records/convert", json={"text": text, "to": "json"}).json()["text"]
    assert twin == write_json(record)
    back = client.post("/api/records/convert", json={"text": twin, "to": "dyr"}).json()["text"]
    assert back == write_dyr(record)
    bad = client.post("/api/records/convert", json={"text": text + "3 @0 E5", "to": "dyr"})
    refusal(bad, 422, "bad-record", "text")


def test_a_certificate_is_checked_by_the_rules(client: httpx.Client) -> None:
    text = "TT.Tt/R5...../t....../t...r2..r4/T......./.......Z3/z6....../Tt2...R3/T.T2tt b 1 3"
    proof = prove(position(game("tzaar").load(text)), seconds=20)
    found = client.post("/api/explore/certificate", json={"text": proof.certificate})
    assert found.json() == {
        "game": "tzaar", "position": text, "result": proof.result,
        "positions": found.json()["positions"],
    }  # fmt: skip
    positions = found.json()["positions"]
    assert positions > 0
    job = {"text": proof.certificate, "job": 7}
    assert client.post("/api/explore/certificate", json=job).json()["positions"] == positions
    counted = client.get("/api/explore/certificate?job=7").json()["positions"]
    assert counted == positions // REPORT_EVERY * REPORT_EVERY > 0
    assert client.get("/api/explore/certificate?job=8").json() == {"positions": 0}
    refusal(client.get("/api/explore/certificate?job=-1"), 422, "bad-field", "job")
    wrong = proof.certificate.replace("result win", "result loss")
    refused = client.post("/api/explore/certificate", json={"text": wrong})
    refusal(refused, 422, "bad-certificate", "text")
