"""The engine in the page, in a real browser: its worker, its policy, and what it finds."""

from __future__ import annotations

import mimetypes
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route
from tests.browser.node import node
from tests.browser.visitors import THREE_CORES, Visit, Visitor
from tests.differential.programs import GAMES
from tests.selection import first_quick, slow_but
from tests.wasm.asked import kinds, native_modules, native_search, positions

from duiyi.core import game
from duiyi.kernels.thinker import MEMORY
from duiyi.players.searches import SIMULATION, searching_of

ROOT = Path(__file__).parents[2]
TYPES = {".js": "text/javascript", ".wasm": "application/wasm"}
LOAD = "globalThis.engine = await import('/engine-test/engine.js')"
OF = "(await (await fetch('/api/games')).json()).find((one) => one.id === name)"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("engine")
    words = [node(), str(ROOT / "tests/wasm/page.mjs"), str(ROOT / "web"), str(folder)]
    subprocess.run(words, check=True)
    return folder


@pytest.fixture
def visitor(visit: Visit, built: Path) -> Visitor:
    """Somebody whose page has loaded the engine; its files come as the server sends others."""
    came: Visitor = visit("/")

    def answer(route: Route) -> None:
        file = built / route.request.url.split("/engine-test/")[1]
        kind = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "text/plain"
        headers = {"content-type": kind, "cross-origin-embedder-policy": "require-corp"}
        headers["cross-origin-resource-policy"] = "same-origin"
        route.fulfill(body=file.read_bytes(), headers=headers)

    came.context.route("**/engine-test/**", answer)
    came.page.evaluate(f"async () => {{ {LOAD} }}")
    return came


def searches(visitor: Visitor, name: str, asked: list[Any]) -> list[Any]:
    """What one worker finds: for each position, kind and limits."""
    found: list[Any] = visitor.page.evaluate(
        f"""async ([name, asked]) => {{
          const game = {OF};
          const own = new engine.LocalEngine(name, game.searching);
          const found = [];
          for (const [text, kind, limits] of asked)
            found.push(await own.search(text, kind, limits));
          own.close();
          return found;
        }}""",
        [name, asked],
    )
    return found


def compare(visitor: Visitor, name: str, count: int, seeds: tuple[int, ...], nodes: int) -> None:
    asked = [
        (state.dump(), kind, {"nodes": nodes, "memory": MEMORY, "seed": seed, "lines": 3})
        for state in positions(game(name), count)
        for kind in sorted(kinds(game(name), state.seats))
        for seed in seeds
    ]
    assert len(asked) >= count * len(seeds)
    for (text, kind, limits), said in zip(asked, searches(visitor, name, asked), strict=True):
        found = native_search(native_modules()[-1], name, text, kind, nodes, limits["seed"], 3)
        assert said["lines"] == found["lines"], (text, kind, limits)
        assert (said["nodes"], said["depth"]) == (found["nodes"], found["depth"])
    assert visitor.troubles == []


@pytest.mark.parametrize("name", slow_but("tzaar", of=GAMES))
def test_the_browser_finds_what_the_native_kernels_find(visitor: Visitor, name: str) -> None:
    compare(visitor, name, 2, (2,), 400)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_browser_finds_the_same_in_many_positions(visitor: Visitor, name: str) -> None:
    compare(visitor, name, 50, (0, 1, 2), 1000)


def test_thinking_is_heard_stopped_at_once_and_goes_on_elsewhere(visitor: Visitor) -> None:
    assert visitor.page.evaluate("crossOriginIsolated") is True
    text = game("tzaar").start().dump()
    found = visitor.page.evaluate(
        f"""async ([name, text]) => {{
          const game = {OF};
          const own = engine.engineFor(game);
          let heard = 0;
          const first = new Promise((resolve) => {{
            own.think(text, {{ seconds: 600 }}, () => {{ heard += 1; resolve(null); }})
              .catch((error) => {{ globalThis.ended = error instanceof engine.Stopped; }});
          }});
          await first;
          own.stop();
          const again = await own.think(text, {{ nodes: 500, lines: 2 }});
          return {{ heard, inPage: engine.inPage(game), ended: globalThis.ended, again }};
        }}""",
        ["tzaar", text],
    )
    assert found["heard"] >= 1
    assert (found["inPage"], found["ended"]) == (True, True)
    assert found["again"]["thought"]["nodes"] >= 500
    assert visitor.troubles == []


TAKEN_AWAY = {
    "isolation": "Object.defineProperty(globalThis, 'crossOriginIsolated', { value: false })",
    "sharing": "delete globalThis.SharedArrayBuffer",
}


def undecided(name: str) -> str:
    """A position of two seats in which there is something to think about."""
    native = native_modules()[-1]
    for state in positions(game(name), 100):
        kind = searching_of(game(name)).best.get(2, SIMULATION)
        if state.seats == 2 and len(state.actions()) > 5:
            text = state.dump()
            if native_search(native, name, text, kind, 2000, 1, 1)["nodes"] >= 2000:
                return text
    raise AssertionError(name)


def thought_for_a_time(visitor: Visitor, name: str, text: str, seconds: float) -> tuple[Any, str]:
    """What the page's engine finds, and which module it loaded for it."""
    loaded: list[str] = []
    visitor.page.on("request", lambda one: loaded.append(one.url))
    found = visitor.page.evaluate(
        f"""async ([name, text, seconds]) => {{
          const game = {OF};
          const own = engine.engineFor(game);
          const found = await own.think(text, {{ seconds, lines: 2 }});
          const legal = (await own.look(text)).tokens;
          own.close();
          return {{ ...found, here: own.here, legal }};
        }}""",
        [name, text, seconds],
    )
    (module,) = [one.rsplit("/", 1)[1] for one in loaded if one.endswith(".wasm")]
    return found, module


@pytest.mark.parametrize("name", slow_but("tzaar", of=GAMES))
def test_an_isolated_page_searches_with_several_threads(visitor: Visitor, name: str) -> None:
    visitor.page.evaluate(THREE_CORES)
    found, module = thought_for_a_time(visitor, name, undecided(name), 1)
    assert ".threads" in module
    if found["kind"] != "solver":
        assert found["threads"] == 2
        assert found["thought"]["nodes"] > 0
    firsts = [line["tokens"][0] for line in found["thought"]["lines"]]
    assert firsts
    assert set(firsts) <= set(found["legal"])
    assert (found["here"], visitor.troubles) == (True, [])


@pytest.mark.parametrize(
    ("name", "without"),
    first_quick(("tzaar", "isolation"), ("tzaar", "sharing"), ("atom", "isolation")),
)
def test_a_page_that_shares_no_memory_searches_with_one(
    visitor: Visitor, name: str, without: str
) -> None:
    visitor.page.evaluate(f"{THREE_CORES}; {TAKEN_AWAY[without]}")
    found, module = thought_for_a_time(visitor, name, undecided(name), 0.3)
    assert ".threads" not in module
    assert "threads" not in found
    assert found["thought"]["lines"]
    assert (found["here"], visitor.troubles) == (True, [])


def test_one_thread_does_what_several_have_no_memory_for(visitor: Visitor) -> None:
    visitor.page.evaluate(THREE_CORES)
    more_than_is_shared = 600 << 20
    limits = {"seconds": 0.3, "memory": more_than_is_shared}
    loaded: list[str] = []
    visitor.page.on("request", lambda one: loaded.append(one.url))
    text = game("tzaar").start().dump()
    (found,) = searches(visitor, "tzaar", [(text, "mcts", limits)])
    assert found["lines"]
    assert [".threads" in one for one in loaded if one.endswith(".wasm")] == [True, False]
    assert visitor.troubles == []


@pytest.mark.parametrize("name", slow_but("tzaar", of=GAMES))
def test_fifty_searches_of_several_threads_are_stopped_at_any_moment(
    visitor: Visitor, name: str
) -> None:
    visitor.page.evaluate(THREE_CORES)
    found = visitor.page.evaluate(
        f"""async ([name, text]) => {{
          const game = {OF};
          const own = new engine.LocalEngine(name, game.searching);
          const kinds = ['mcts', game.searching.best['2'] ?? 'mcts'];
          await own.search(text, kinds[0], {{ seconds: 0.01 }});
          let stopped = 0;
          const ended = []; // a small game may be proven before anybody stops the search
          while (stopped < 50 && ended.length < 100) {{
            const limits = {{ seconds: 60, memory: 8 * 2 ** 20 }};
            const kind = kinds[(stopped + ended.length) % 2];
            const found = own.search(text, kind, limits).then(
              (thought) => ended.push(thought),
              (error) => {{ stopped += error instanceof engine.Stopped; }},
            );
            await new Promise((resolve) => setTimeout(resolve, 30 * Math.random() ** 2));
            own.stop();
            await found;
          }}
          const last = await own.think(text, {{ seconds: 0.3 }});
          own.close();
          return {{ stopped, ended, last }};
        }}""",
        [name, undecided(name)],
    )
    assert found["stopped"] == 50
    assert all(thought["lines"][0]["proof"] for thought in found["ended"])
    assert found["last"]["thought"]["lines"]
    assert found["last"]["kind"] == "solver" or found["last"]["threads"] == 2
    assert visitor.troubles == []


@pytest.mark.parametrize("name", slow_but("tzaar", of=GAMES))
def test_the_module_with_threads_finds_what_the_native_kernels_find(
    visitor: Visitor, name: str
) -> None:
    visitor.page.evaluate(THREE_CORES)
    compare(visitor, name, 2, (2,), 400)


def test_a_game_without_a_kernel_is_thought_about_by_the_server(visitor: Visitor) -> None:
    start = game("tic-tac-toe").start()
    found = visitor.page.evaluate(
        f"""async ([name, text]) => {{
          const game = {OF};
          const own = engine.engineFor(game);
          const analyst = new engine.Analyst(own, {{ nodes: 100 }});
          return {{
            inPage: engine.inPage(game),
            chances: await analyst.chances(text),
            after: (await own.look(text, ['B2'])).text,
            wrong: await own.look(text, ['Z9']),
          }};
        }}""",
        ["tic-tac-toe", start.dump()],
    )
    assert found["inPage"] is False
    assert sum(found["chances"]) == pytest.approx(1)
    assert found["after"] == start.play("B2").dump()
    assert found["wrong"] is None
    visitor.troubles.clear()  # the browser reports that the server refused what is not legal
