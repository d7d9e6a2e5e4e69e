"""Lessons over HTTP, against a real server."""

from __future__ import annotations

import httpx
import pytest
from tests.unit.server.test_app import refusal

from duiyi.core import game, games
from duiyi.core.lessons import lessons

TAUGHT = [one.id for one in games() if lessons(one)]


def test_a_list_is_cached_and_names_what_can_be_begun(client: httpx.Client) -> None:
    for name in TAUGHT:
        answer = client.get(f"/api/lessons/{name}/words/zh-Hans")
        assert answer.headers["etag"]
        found = answer.json()
        assert [one["id"] for one in found["lessons"]] == [one.id for one in lessons(game(name))]
        assert found["words"]
    assert client.get("/api/lessons/hex/words/en").json()["lessons"] == []


@pytest.mark.parametrize("name", TAUGHT)
def test_the_solution_of_every_lesson_solves_it(client: httpx.Client, name: str) -> None:
    for lesson in lessons(game(name)):
        path = f"/api/lessons/{name}/{lesson.id}"
        step = client.get(path).json()["step"]
        played: list[str] = []
        while step is not None:
            text = step["solution"]
            answer = client.post(f"{path}/try", json={"played": played, "text": text}).json()
            assert answer["verdict"] in ("done", "onwards")
            played, step = [*played, text], answer["step"]
        assert len(played) == len(lesson.steps)


def test_what_is_refused(client: httpx.Client) -> None:
    name, (first, *_) = TAUGHT[0], lessons(game(TAUGHT[0]))
    path = f"/api/lessons/{name}/{first.id}"
    refusal(client.get("/api/lessons/chess/words/en"), 404, "no-game", "game")
    refusal(client.get(f"/api/lessons/{name}/words/fr"), 422, "bad-field", "language")
    refusal(client.get("/api/lessons/chess/first"), 404, "no-game", "game")
    refusal(client.get(f"/api/lessons/{name}/nothing"), 404, "no-lesson")
    wrong = {"played": ["nonsense"], "text": "x"}
    refusal(client.post(f"{path}/try", json=wrong), 422, "bad-lesson-try", "played")
    refusal(client.post(f"{path}/try", json={"text": "x"}), 422, "missing-field", "played")
    long = {"played": [], "text": "x" * 301}
    refusal(client.post(f"{path}/try", json=long), 422, "bad-field", "text")


def test_looking_at_lessons_makes_no_guest(client: httpx.Client) -> None:
    assert "set-cookie" not in client.get(f"/api/lessons/{TAUGHT[0]}/words/en").headers
