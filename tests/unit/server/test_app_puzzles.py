"""Puzzles over HTTP, against a real server."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from tests.meaningless import meaningless
from tests.server_process import Served
from tests.unit.server.test_app import refusal

from duiyi.analysis.puzzles.files import certificate, puzzles
from duiyi.analysis.puzzles.model import Puzzle
from duiyi.core import game
from duiyi.players.certificate import verified

GAMES = ("relati-classic", "relati", "relati-legacy", "tzaar", "atom")


def first(name: str, kind: str = "") -> Puzzle:
    return next(one for one in puzzles(name).values() if kind in ("", one.task.kind))


@pytest.mark.parametrize("name", GAMES)
def test_a_list_has_all_puzzles_and_no_solution(client: httpx.Client, name: str) -> None:
    answer = client.get(f"/api/puzzles/{name}")
    assert answer.headers["etag"]
    found = answer.json()
    assert [one["id"] for one in found["puzzles"]] == list(puzzles(name))
    assert {*found["puzzles"][0]} == {"id", "grade", "rating", "themes"}
    assert {theme for one in found["puzzles"] for theme in one["themes"]} == {
        theme["id"] for theme in found["themes"]
    }


@pytest.mark.parametrize("name", GAMES)
def test_what_is_sent_first_tells_no_solution_theme_or_value(
    client: httpx.Client, name: str
) -> None:
    puzzle = first(name)
    start = client.get(f"/api/puzzles/{name}/{puzzle.id}").json()
    wanted = {"id", "game", "options", "seat", "task", "facts", "geometry", "view", "rated"}
    assert {*start} == wanted
    assert all(choice.get("preview") is None for choice in start["view"]["choices"])
    assert start["view"]["actor"] == start["seat"] == puzzle.seat
    assert not {"themes", "line", "refuted", "grade"} & {*json.dumps(start).split('"')}


@pytest.mark.parametrize("name", GAMES)
def test_a_puzzle_is_solved_try_by_try(client: httpx.Client, name: str) -> None:
    puzzle = first(name)
    path = f"/api/puzzles/{name}/{puzzle.id}/try"
    wrong = next(iter(puzzle.refuted))
    answer = client.post(path, json={"played": [], "token": wrong}).json()
    assert answer["verdict"] == "wrong"
    assert answer["tokens"] == [wrong, *puzzle.refuted[wrong]]
    assert len(answer["frames"]) == len(answer["tokens"])
    assert answer["outline"] is None
    played: list[str] = []
    while answer["verdict"] != "solved":
        token = puzzle.line[len(played)]
        answer = client.post(path, json={"played": played, "token": token}).json()
        assert answer["verdict"] in ("right", "solved")
        played += answer["tokens"]
    assert tuple(played) == puzzle.line
    assert answer["outline"]["themes"] == list(puzzle.themes)
    assert [frame["at"] for frame in answer["frames"]][-1] == len(played)


def test_first_tries_of_guests_move_the_rating_once_for_each_address(server: Served) -> None:
    puzzle = list(puzzles("tzaar").values())[-1]
    path = f"/api/puzzles/tzaar/{puzzle.id}"
    wrong = {"played": [], "token": next(iter(puzzle.refuted))}

    def visit(address: str, *, guest: bool = True) -> dict[str, int]:
        with httpx.Client(
            base_url=server.url, timeout=60, headers={"x-forwarded-for": address}
        ) as client:
            if guest:
                client.get("/api/me")
            assert client.post(f"{path}/try", json=wrong).json()["verdict"] == "wrong"
            found: dict[str, int] = client.get(path).json()["rated"]
            return found

    assert visit("192.0.2.1", guest=False)["tries"] == 0
    once = visit("192.0.2.2")
    assert once["tries"] == 1
    assert once["rating"] > puzzle.rating
    assert [visit("192.0.2.2") for _ in range(5)] == [once] * 5
    assert visit("2001:db8::1")["tries"] == 2
    assert visit("2001:db8::2")["tries"] == 2


def test_hints_say_where_and_then_what(client: httpx.Client) -> None:
    puzzle = first("tzaar", "win")
    path = f"/api/puzzles/tzaar/{puzzle.id}/hint"
    where = client.post(path, json={"played": [], "step": 1}).json()
    assert where["sites"] == [puzzle.line[0][:2]]
    what = client.post(path, json={"played": [], "step": 2}).json()
    assert what["said"]["key"] == "core:puzzle.hint.kind"
    cells = first("relati-classic")
    path = f"/api/puzzles/relati-classic/{cells.id}/hint"
    among = client.post(path, json={"played": [], "step": 1}).json()["sites"]
    assert cells.line[0] in among
    assert len(among) > 1


def test_a_solution_is_told_and_other_defences_are_played_out(client: httpx.Client) -> None:
    puzzle = first("tzaar", "force")
    path = f"/api/puzzles/tzaar/{puzzle.id}/solution"
    told = client.post(path, json={"played": []}).json()
    assert tuple(told["tokens"]) == puzzle.line
    assert told["complete"]
    assert told["frames"][0]["entry"]["events"]
    other = told["defences"][0]
    played = [*told["tokens"][: other["at"]], other["token"]]
    instead = client.post(path, json={"played": played}).json()
    assert instead["complete"]
    assert instead["tokens"][: len(played)] == played


def test_a_certificate_is_downloaded_and_verified(client: httpx.Client) -> None:
    puzzle = first("tzaar", "force")
    answer = client.get(f"/api/puzzles/tzaar/{puzzle.id}/certificate.txt")
    assert answer.text == certificate("tzaar", puzzle.id)
    assert verified(answer.text.splitlines()).result == "win"
    tried = first("tzaar", "win")
    refusal(client.get(f"/api/puzzles/tzaar/{tried.id}/certificate.txt"), 404, "no-certificate")


def test_the_daily_puzzle_is_the_same_for_everybody_and_another_tomorrow(
    client: httpx.Client,
) -> None:
    days = [
        {one["game"]: one["id"] for one in client.get(f"/api/puzzles?date={day}").json()}
        for day in ("2026-11-18", "2026-11-18", "2026-11-19")
    ]
    assert days[0] == days[1] != days[2]
    assert {*GAMES} <= {*days[0]}
    assert client.get("/api/puzzles").status_code == 200
    grade = puzzles("tzaar")[days[0]["tzaar"]].grade
    assert grade == 2  # a Wednesday


@pytest.mark.parametrize("kind", ["win", "destroy"])
def test_atom_says_the_numbers_that_one_needs_while_it_is_solved(
    client: httpx.Client, kind: str
) -> None:
    longest = max(
        (one for one in puzzles("atom").values() if one.task.kind == kind),
        key=lambda one: len(one.line),
    )
    path = f"/api/puzzles/atom/{longest.id}"
    state: Any = game("atom").load(longest.position)
    said = client.get(path).json()["facts"]
    played: list[str] = []
    while True:
        numbers = dict(said["params"])
        assert numbers["attacks"] == state.phase.attacks
        assert numbers.get("placements") == getattr(state.phase, "placements", None)
        theirs = state.sides[1 - longest.seat].life
        assert numbers.get("life") == (theirs if kind == "win" else None)
        tried = {"played": played, "token": longest.line[len(played)]}
        answer = client.post(f"{path}/try", json=tried).json()
        if answer["verdict"] == "solved":
            assert answer["facts"] is None
            break
        played += answer["tokens"]
        for token in answer["tokens"]:
            state = state.play(token)
        said = answer["facts"]
    assert played or kind == "win", "something is played before the end"


@pytest.mark.parametrize("name", GAMES)
def test_clicks_that_mean_nothing_are_explained_and_count_for_nothing(
    client: httpx.Client, name: str
) -> None:
    puzzle = first(name)
    state = game(name).load(puzzle.position)
    view = state.view(puzzle.seat)
    site = meaningless(state)
    path = f"/api/puzzles/{name}/{puzzle.id}/try"
    answer = client.post(path, json={"played": [], "token": f"@{site}"}).json()
    assert answer["verdict"] == "refused"
    assert answer["frames"] == []
    _, broken = state.why_path([site])
    assert broken is not None
    assert answer["said"]["key"] == broken.message.key
    begins = next(choice.paths[0] for choice in view.choices)
    if len(begins) > 1:
        refusal(
            client.post(path, json={"played": [], "token": f"@{begins[0]}"}),
            422, "bad-puzzle-try", "token",
        )  # fmt: skip


def test_what_is_refused(client: httpx.Client) -> None:
    puzzle = first("tzaar")
    path = f"/api/puzzles/tzaar/{puzzle.id}"
    refusal(client.get("/api/puzzles/chess"), 404, "no-game", "game")
    refusal(client.get("/api/puzzles/chess/x"), 404, "no-game", "game")
    refusal(client.get("/api/puzzles/tzaar/nothing"), 404, "no-puzzle")
    refusal(client.get("/api/puzzles?date=yesterday"), 422, "bad-field", "date")
    bad = {"played": ["nonsense"], "token": "A1xA2"}
    refusal(client.post(f"{path}/try", json=bad), 422, "bad-puzzle-try", "played")
    theirs = {"played": list(puzzle.line), "token": "A1xA2"}
    assert client.post(f"{path}/try", json=theirs).status_code == 422
    unreadable = {"played": [], "token": "§"}
    refusal(client.post(f"{path}/try", json=unreadable), 422, "bad-puzzle-try", "token")
    illegal = client.post(f"{path}/try", json={"played": [], "token": "A1xI5"}).json()
    assert illegal["verdict"] == "refused"
    long = {"played": ["A1xA2"] * 101, "token": "A1xA2"}
    refusal(client.post(f"{path}/try", json=long), 422, "bad-field", "played")
    refusal(client.post(f"{path}/hint", json={"played": [], "step": 3}), 422, "bad-field", "step")
