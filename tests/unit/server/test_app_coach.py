"""The coach over HTTP, against a real server."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
from tests.unit.analysis.coached import SETUPS, blunders
from tests.unit.server.test_app import refusal
from tests.unit.server.test_app_hints import FRIEND, LEVEL, ME, ask, new_table, play

from duiyi import game
from duiyi.server.app import make_app
from duiyi.server.computers.coaching import Decided
from duiyi.server.http.static import Page
from duiyi.server.services import Services
from duiyi.server.storage.sqlite import SqliteStore


def coach(client: httpx.Client, id: str, at: int, token: str | None = None) -> httpx.Response:
    return client.post(f"/api/tables/{id}/coach", json={"at": at, "token": token})


def test_it_warns_before_a_blunder_and_nothing_is_written_down(client: httpx.Client) -> None:
    made = next(one for one in blunders(SETUPS[0], 12) if one.state.actor == 0)
    start = made.state.dump()
    id = new_table(client, ME, LEVEL, start=start).json()["id"]
    said = coach(client, id, 0, made.token).json()
    assert (said["at"], said["token"], said["did"], said["threat"]) == (0, made.token, [], None)
    warning = said["warning"]
    assert warning["kind"] == "reply"
    assert warning["reason"]["key"] == "core:coach.reply"
    assert warning["clause"].startswith("relati-classic:")
    seats = client.get(f"/api/tables/{id}").json()["seats"]
    assert [seat["hinted"] for seat in seats] == [False, False]


def test_after_a_decision_it_says_what_that_did(client: httpx.Client) -> None:
    id = new_table(client, ME, ME).json()["id"]
    assert coach(client, id, 0, "C3").json()["warning"] is None
    play(client, id, "C3")
    said = coach(client, id, 0).json()
    assert (said["token"], said["warning"]) == ("C3", None)
    assert [one["key"] for one in said["did"]] == ["relati-classic:event.place"]
    assert said["threat"]["key"] == "core:coach.quiet"


def test_where_it_would_be_unfair_or_makes_no_sense_it_says_nothing(client: httpx.Client) -> None:
    id = new_table(client, ME, FRIEND).json()["id"]
    refusal(coach(client, id, 0, "C3"), 409, "not-running")
    with httpx.Client(base_url=client.base_url, timeout=60) as friend:
        friend.post(f"/api/tables/{id}/sit", json={"seat": 1})
        refusal(coach(friend, id, 0, "C3"), 403, "hint-unfair")
    refusal(coach(client, "nothing", 0), 404, "no-such-table")
    refusal(client.post(f"/api/tables/{id}/coach", json={"at": -1}), 422, "bad-field", "at")
    alone = new_table(client, ME, LEVEL).json()["id"]
    refusal(coach(client, alone, 0, "Z9"), 422, "bad-token", "token")
    refusal(coach(client, alone, 0), 404, "no-such-position", "at")


def test_no_way_around_helps_in_a_game_that_people_are_playing(client: httpx.Client) -> None:
    id = new_table(client, ME, FRIEND, game="relati").json()["id"]
    moves = ["E5", "F5", "C3", "G6", "D4", "H5"]
    with httpx.Client(base_url=client.base_url, timeout=60) as friend:
        friend.post(f"/api/tables/{id}/sit", json={"seat": 1})
        state = game("relati").start()
        for number, token in enumerate(moves):
            play(friend if number % 2 else client, id, token)
            state = state.play(token)
        mine = new_table(client, ME, ME, game="relati", start=state.dump()).json()["id"]
        token = state.text(state.actions()[0])
        refusal(coach(client, mine, 0, token), 403, "hint-running")
        ask(client, id, do="resign", seat=0)
    assert coach(client, mine, 0, token).status_code == 200


def test_at_the_first_move_after_the_start_its_worker_is_there(tmp_path: Path) -> None:
    """The answer to whoever asks first comes from the worker that was ready before."""
    start = game("tzaar").start()
    decided = Decided("tzaar", start.dump(), 0, start.text(start.actions()[0]), 0, made=False)

    async def visit() -> None:
        store = SqliteStore(tmp_path / "coach.sqlite3")
        app = make_app(store, page=Page({}))
        try:
            async with app.router.lifespan_context(app):
                services: Services = app.state.services
                assert services.computers.idle == 1
                asked = asyncio.create_task(services.computers.coach(decided, 1))
                await asyncio.sleep(0)
                assert services.computers.idle == 0
                assert (await asked).token == decided.token
                assert services.computers.idle == 1
        finally:
            store.close()

    asyncio.run(visit())
