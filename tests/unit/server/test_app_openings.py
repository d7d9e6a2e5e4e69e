"""Openings and deals over HTTP."""

from __future__ import annotations

import random
import re
from typing import Any

import httpx
import msgspec
import pytest
from tests.unit.server.test_app import refusal
from tests.unit.server.wire.twin import TYPESCRIPT

from duiyi import game
from duiyi.core.study.symmetry import symmetries
from duiyi.server.limits import FIXED
from duiyi.server.wire import openings


def asked(client: httpx.Client, **wanted: Any) -> dict[str, Any]:
    answer = client.post("/api/openings", json=wanted)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("name", ["tzaar", "relati-classic", "relati", "relati-legacy", "atom"])
def test_self_play_of_every_game_is_there(client: httpx.Client, name: str) -> None:
    rows = asked(client, game=name)["selfplay"]
    assert rows
    state = game(name).start()
    for row in rows:
        assert row["token"] == row["tokens"][0]
        assert all(state.why_not(token) is None for token in row["tokens"])
        assert row["low"] <= row["score"] <= row["high"]
        assert row["proven"] == ""
    assert [row["games"] for row in rows] == sorted((row["games"] for row in rows), reverse=True)


def test_tokens_lead_to_a_position_and_symmetric_ones_are_one(client: httpx.Client) -> None:
    by_tokens = asked(client, game="relati-classic", tokens=["C3"])["selfplay"]
    state = game("relati-classic").start().play("C3")
    assert asked(client, game="relati-classic", text=state.dump())["selfplay"] == by_tokens
    turned = random.Random(1).choice(list(symmetries(state).of(state))).state(state)
    again = asked(client, game="relati-classic", text=turned.dump())["selfplay"]
    assert [row["games"] for row in again] == [row["games"] for row in by_tokens]


@pytest.mark.parametrize(
    "wanted",
    [
        {"game": "tzaar", "text": "nonsense"},
        {"game": "tzaar", "tokens": ["A1xA1"]},
        {"game": "chess"},
        {"game": "tzaar", "tokens": ["x"] * 41},
    ],
)
def test_no_such_position(client: httpx.Client, wanted: dict[str, Any]) -> None:
    assert client.post("/api/openings", json=wanted).status_code in (409, 422)


def test_a_deal_is_begun_to_be_played_out(client: httpx.Client) -> None:
    text = game("tzaar").start(setup="random", seed=77).dump()
    answer = client.post("/api/deals", json={"game": "tzaar", "text": text})
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["running"]
    assert found["wanted"] == FIXED.deal_games
    assert found["low"] <= found["score"] <= found["high"]


def test_what_is_no_deal_is_refused(client: httpx.Client) -> None:
    for name in ("relati", "atom"):
        wanted = {"game": name, "text": game(name).start().dump()}
        refusal(client.post("/api/deals", json=wanted), 422, "bad-position", "text")


@pytest.mark.parametrize("name", ["OpeningRow", "Openings", "Deal"])
def test_fields_are_those_of_the_twin(name: str) -> None:
    found = re.search(rf"export interface {name} \{{(.*?)\n\}}", TYPESCRIPT, re.S)
    assert found is not None
    expected = re.findall(r"^  (\w+)\??:", found[1], re.M)
    fields = msgspec.structs.fields(getattr(openings, name))
    assert [field.encode_name for field in fields] == expected
