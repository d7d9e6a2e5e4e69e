"""Editing positions over HTTP, against a real server."""

from __future__ import annotations

import httpx
import pytest
from tests.unit.server.test_app import refusal
from tests.unit.server.test_app_exploring import GAMES

from duiyi import game


@pytest.mark.parametrize("name", [*GAMES, "tic-tac-toe"])
def test_what_is_opened_can_be_changed_and_changed_back(client: httpx.Client, name: str) -> None:
    text = game(name).start().dump()
    first = client.post("/api/editor", json={"game": name}).json()
    assert first["text"] == text
    assert first["box"]
    assert first["problems"] == []
    same = {"game": name, "position": first["position"]}
    cleared = client.post("/api/editor/edit", json=same | {"operations": [{"do": "clear"}]}).json()
    assert cleared["position"]["pieces"] == {}
    again = client.post("/api/editor/edit", json=same | {"operations": []}).json()
    assert (again["text"], again["view"]) == (text, first["view"])


def test_an_impossible_position_is_drawn_with_what_is_wrong(client: httpx.Client) -> None:
    text = "/".join(["..O*.O*....", *["........."] * 7, "X*........"]) + " 2 O 3"
    found = client.post("/api/editor", json={"game": "relati-legacy", "text": text}).json()
    (problem,) = found["problems"]
    assert problem["sites"] == ["C1", "E1"]
    assert problem["message"]["key"] == "relati-legacy:bad-position.two-sources"
    assert {piece["site"] for piece in found["view"]["pieces"]} == {"C1", "E1", "A9"}
    repair = problem["repairs"][0]["operations"]
    wanted = {"game": "relati-legacy", "position": found["position"], "operations": repair}
    mended = client.post("/api/editor/edit", json=wanted).json()
    assert mended["problems"] == []
    game("relati-legacy").load(mended["text"])


def test_what_cannot_be_is_refused(client: httpx.Client) -> None:
    def edit(**more: object) -> httpx.Response:
        wanted = {"game": "tzaar", "position": {"seats": 2}, **more}
        return client.post("/api/editor/edit", json=wanted)

    opened = client.post("/api/editor", json={"game": "tzaar", "text": "nonsense"})
    refusal(opened, 422, "bad-position", "text")
    refusal(client.post("/api/editor", json={"game": "nothing"}), 422, "bad-options", "game")
    odd = {"seats": 2, "pieces": {"Z9": {"kind": "tzaar", "seat": 0}}}
    refusal(edit(position=odd), 422, "bad-position", "operations")
    refusal(edit(position={"seats": 9}), 422, "bad-options", "seats")
    many = [{"do": "clear"}] * 1001
    refusal(edit(operations=many), 422, "bad-field", "operations")
