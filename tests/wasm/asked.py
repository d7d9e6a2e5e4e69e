"""A module for the page, run in Node; and what the native modules say to the same questions."""

from __future__ import annotations

import base64
import importlib
import json
import math
import random
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tests.browser.node import node

from duiyi.core import Game, State, game
from duiyi.kernels.native import GENERIC, MODULES, NEWER, built_for
from duiyi.kernels.thinker import MEMORY, NO_LIMIT
from duiyi.players.searches import SIMULATION, searching_of

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "build" / "engine"
LONGEST = 70
"""Decisions of a walk to a position."""


def modules(name: str) -> tuple[Path, Path]:
    """Of a game: the one without threads, and the one with them."""
    found = ENGINE / f"{name}.wasm", ENGINE / f"{name}.threads.wasm"
    assert all(one.exists() for one in found), "no kernels for the page: make install"
    return found


class Asked:
    """The module of a game, with helpers if it is to have threads; it knows what the game's
    searches have learnt."""

    def __init__(self, name: str, threads: int = 1) -> None:
        module = modules(name)[threads > 1]
        script = str(ROOT / "tests/wasm/asked.mjs")
        self._process = subprocess.Popen(
            [node(), script, str(ROOT / "web"), str(module), str(threads)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for kind, weights in searching_of(game(name)).weights.items():
            self("learnt", kind, base64.b64encode(weights.read_bytes()).decode())

    def __call__(self, *words: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(words) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert "failed" not in answer, answer
        return answer.get("said")

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


@cache
def native_modules() -> tuple[Any, ...]:
    """Those that this machine can run."""
    names = (GENERIC, NEWER) if built_for == NEWER else (GENERIC,)
    return tuple(importlib.import_module(MODULES[name]) for name in names)


def learnt(name: str, kind: str) -> bytes:
    weights = searching_of(game(name)).weights.get(kind)
    return b"" if weights is None else weights.read_bytes()


def searching(one: Game) -> dict[str, Any]:
    """What a game brings to searching, as the page is told."""
    brought = searching_of(one)
    return {
        "best": {str(seats): kind for seats, kind in brought.best.items()},
        "weights": list(brought.weights),
        "solved": sorted(brought.solved),
        "winningPositions": brought.winning_positions,
        "reviewNodes": brought.review_nodes,
    }


def kinds(one: Game, seats: int) -> set[str]:
    return {SIMULATION, searching_of(one).best.get(seats, SIMULATION)}


def positions(one: Game, count: int) -> Iterator[State[Any]]:
    """Where a seat decides, after random decisions with all numbers of seats and all options."""
    samples = list(one.samples())
    number = 0
    while count:
        chance = random.Random(f"{one.id} {number}")
        seats, options = samples[number % len(samples)]
        number += 1
        state = one.start(seats, **dict(options.items()))
        for _ in range(chance.randrange(LONGEST)):
            after = state.play(chance.choice(_decisions(state)))
            if after.outcome is not None:
                break
            state = after
        if state.actor is not None and state.actor >= 0:
            count -= 1
            yield state


def _decisions(state: State[Any]) -> list[Any]:
    if state.actor is not None and state.actor >= 0:
        return list(state.actions())
    return [result for result, _ in state.chances()]


def native_search(
    module: Any, name: str, text: str, kind: str, nodes: int, seed: int, lines: int
) -> dict[str, Any]:
    """What a native module finds, as the page's module says it; and the CPU time."""
    position = module.load(name, text)
    thinker = module.thinker(position, kind, learnt(name, kind))
    found = thinker.think(position, math.inf, nodes, MEMORY, 1, seed, lines, module.Control(), None)
    return {
        "lines": [
            {"tokens": line.tokens, "share": line.share, "visits": line.visits, "proof": line.proof}
            for line in found.lines
        ],
        "nodes": found.nodes,
        "depth": found.depth,
        "cpu": found.cpu_seconds,
    }


def native_proof(module: Any, name: str, text: str, nodes: int) -> dict[str, Any]:
    position = module.load(name, text)
    found = module.prove(position, math.inf, nodes, MEMORY, True, module.Control(), None)
    return {
        "result": found.value,
        "nodes": found.nodes,
        "token": found.token,
        "certificate": found.certificate,
    }


__all__ = ["NO_LIMIT", "Asked", "kinds", "learnt", "native_modules", "positions", "searching"]
