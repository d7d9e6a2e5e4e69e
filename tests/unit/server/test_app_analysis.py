"""The server's analysis over HTTP, and what the engine in the page is given."""

from __future__ import annotations

import httpx
from tests.unit.server.test_app import refusal
from tests.unit.server.test_app_hints import FRIEND, ME, new_table, play, played, resign

from duiyi import game, kernels
from duiyi.players.searches import searching_of


def analysis(client: httpx.Client, name: str, text: str, **more: object) -> httpx.Response:
    return client.post("/api/analysis", json={"game": name, "text": text, **more})


def followed(client: httpx.Client, name: str, text: str, steps: list[object]) -> httpx.Response:
    wanted = {"game": name, "text": text, "steps": steps}
    return client.post("/api/analysis/position", json=wanted)


def fair(client: httpx.Client, name: str, text: str) -> bool:
    answer = client.post("/api/analysis/fair", json={"game": name, "text": text})
    found: bool = answer.json()["fair"]
    return found


def test_a_position_has_so_many_lines_as_were_asked_for(client: httpx.Client) -> None:
    start = game("tzaar").start()
    found = analysis(client, "tzaar", start.dump(), lines=3).json()
    assert (found["kind"], len(found["lines"])) == ("alphabeta", 3)
    for line in found["lines"]:
        assert start.why_not(line["tokens"][0]) is None
        assert 0 <= line["share"] <= 1
    assert found["nodes"] > 0


def test_a_game_without_a_kernel_is_analysed_too(client: httpx.Client) -> None:
    start = game("tic-tac-toe").start()
    assert "tic-tac-toe" not in kernels.GAMES
    found = analysis(client, "tic-tac-toe", start.dump()).json()
    assert found["kind"] == "rules"
    assert start.why_not(found["lines"][0]["tokens"][0]) is None


def test_what_is_no_position_or_leaves_nothing_to_decide_is_refused(client: httpx.Client) -> None:
    start = game("relati-classic").start()
    refusal(analysis(client, "relati-classic", "nothing"), 422, "bad-position", "text")
    refusal(analysis(client, "no-game", start.dump()), 422, "bad-options", "game")
    over = start.withdraw(0).dump()
    refusal(analysis(client, "relati-classic", over), 409, "nothing-to-decide")
    refusal(analysis(client, "relati-classic", start.dump(), lines=6), 422, "bad-field", "lines")


def test_a_position_is_played_on_from(client: httpx.Client) -> None:
    start = game("relati").start(3)
    state = start.play("E5").withdraw(1)
    found = followed(client, "relati", start.dump(), ["E5", 1]).json()
    assert found["text"] == state.dump()
    assert found["tokens"] == [state.text(action) for action in state.actions()]
    assert (found["actor"], found["out"], found["over"]) == (state.actor, [1], False)
    refusal(followed(client, "relati", start.dump(), ["Z9"]), 422, "bad-token", "text")
    refusal(followed(client, "relati", start.dump(), ["E5", "E5"]), 409, "illegal", "text")
    refusal(followed(client, "relati", start.dump(), [7]), 409, "illegal", "text")


def test_chance_has_weights_and_the_end_a_winner(client: httpx.Client) -> None:
    start = game("atom").start()
    state = start.play(start.actions()[0])
    found = followed(client, "atom", state.dump(), []).json()
    if state.actor == -1:
        assert found["tokens"] == []
        assert abs(sum(weight for _, weight in found["chances"]) - 1) < 1e-9
    over = followed(client, "atom", start.dump(), [0]).json()
    assert (over["over"], over["winner"], over["actor"]) == (True, 1, None)


def test_nobody_is_helped_in_a_game_that_people_play(client: httpx.Client) -> None:
    id = new_table(client, ME, FRIEND, game="relati").json()["id"]
    moves = ["E5", "F5", "C3", "G6", "D4", "H5"]
    start = game("relati").start()
    text = played(start, moves).dump()
    with httpx.Client(base_url=client.base_url, timeout=60) as friend:
        friend.post(f"/api/tables/{id}/sit", json={"seat": 1})
        for number, token in enumerate(moves):
            play(friend if number % 2 else client, id, token)
        for one in (client, friend):
            refusal(analysis(one, "relati", text), 403, "hint-running")
            assert fair(one, "relati", text) is False
        assert fair(client, "relati", start.dump()) is True
        resign(client, id)
    assert fair(client, "relati", text) is True


def test_the_catalogue_says_what_an_engine_needs_and_where_weights_are(
    client: httpx.Client,
) -> None:
    games = {one["id"]: one["searching"] for one in client.get("/api/games").json()}
    assert games["tic-tac-toe"] is None
    for name in kernels.GAMES:
        brought = searching_of(game(name))
        assert games[name]["best"] == {str(n): kind for n, kind in brought.best.items()}
        assert games[name]["solved"] == sorted(brought.solved)
        for kind in games[name]["weights"]:
            answer = client.get(f"/api/weights/{name}/{kind}")
            assert answer.content == brought.weights[kind].read_bytes()
            assert answer.headers["etag"]
    refusal(client.get("/api/weights/tzaar/nothing"), 404, "not-found")
    refusal(client.get("/api/weights/nothing/alphabeta"), 404, "no-game", "game")


def test_the_page_may_run_an_engine_and_share_memory_with_it(client: httpx.Client) -> None:
    headers = client.get("/").headers
    policy = dict(
        part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
    )
    assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert policy["worker-src"] == "'self'"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-embedder-policy"] == "require-corp"
