"""What a student copies reads the same lines as we write, and needs nothing but an old Python."""

from __future__ import annotations

import ast
import importlib.util
import io
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from duiyi.core import CHANCE, game
from duiyi.core.clock import Clock
from duiyi.engine import protocol
from duiyi.engine.protocol import Step, write

SDK = Path(__file__).parents[3] / "sdk" / "python"


@pytest.fixture(scope="module")
def sdk() -> ModuleType:
    found = importlib.util.spec_from_file_location("duiyi_bot", SDK / "duiyi_bot.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.mark.parametrize("file", sorted(SDK.glob("*.py")), ids=lambda file: file.name)
def test_it_is_python_3_8_and_needs_nothing(file: Path) -> None:
    tree = ast.parse(file.read_text("utf-8"), feature_version=(3, 8))
    imported = {
        name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [a.name for a in node.names]
        )
    }
    assert imported <= {*sys.stdlib_module_names, "duiyi_bot"}


def test_the_lines_are_read_as_they_are_meant(sdk: ModuleType) -> None:
    options = ("chain=on", "cannon=off")
    line = write(protocol.Game("relati", 1, 3, 2, Clock("game", 60.0, 0.5), options))
    read = sdk.read_game(line.removeprefix("game "))
    assert (read.id, read.version, read.seats, read.seat) == ("relati", 1, 3, 2)
    assert read.clock == ("game", 60.0, 0.5)
    assert read.options == {"chain": "on", "cannon": "off"}
    assert sdk.read_game("tzaar version 1 seats 2 seat 0 clock none").clock == ("none",)
    steps = (Step(0, "b"), Step(CHANCE, "+31"), Step(0, "@x"), Step(2, None), Step(1, "since"))
    left, read_steps = sdk.read_go(write(protocol.Go(4.93, steps)).removeprefix("go "))
    assert left == 4.93
    assert [(CHANCE if s.seat is None else s.seat, s.token) for s in read_steps] == [
        (step.actor, step.token) for step in steps
    ]
    assert sdk.read_go("") == (None, [])


def test_a_tzaar_position_is_read(sdk: ModuleType) -> None:
    state = game("tzaar").start()
    for token in ("C2xC3", "B2xC3", "E5+E6"):
        state = state.play(token)
    pieces, side, step, turn = sdk.read_tzaar(state.dump())
    assert (side, step, turn) == ("w", 1, 3)
    assert len(pieces) == 57
    assert pieces["E6"] == ("b", "T", 2)
    assert pieces["C3"] == ("b", "R", 1)
    assert "C2" not in pieces
    high, *_ = sdk.read_tzaar("Z12..../" + "/".join(["......"] * 8) + " w 1 3")
    assert high == {"A1": ("w", "Z", 12)}


class Stream:
    """A text stream over bytes, as `sys.stdin` and `sys.stdout` are."""

    def __init__(self, data: bytes = b"") -> None:
        self.buffer = io.BytesIO(data)


def talk(sdk: ModuleType, monkeypatch: pytest.MonkeyPatch, bot: Any, lines: str) -> list[str]:
    output = Stream()
    monkeypatch.setattr("sys.stdin", Stream(lines.encode()))
    monkeypatch.setattr("sys.stdout", output)
    bot.run()
    return output.buffer.getvalue().decode().splitlines()


def test_a_bot_may_print_ask_tell_and_answer_with_several_tokens(
    sdk: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[object] = []

    class Mine(sdk.Bot):  # type: ignore[misc, name-defined]
        name = "mine"
        author = "me"

        def begin(self) -> None:
            seen.append(self.game.id)

        def choose(self, position: str, legal: list[str]) -> list[str]:
            print("thinking", flush=True)
            self.info("eval\n0.5")
            seen.extend([position, self.left])
            return legal[:2]

        def end(self, scores: list[str], reason: str) -> None:
            seen.extend([scores, reason])

    lines = (
        "hello 1\r\ngame tzaar version 1 seats 2 seat 0 clock turn 5\n\nposition a b  c\n"
        "go left 1.500\nlegal x y z\nstop\nresult 1 0 won\nquit\nhello 1\n"
    )
    assert talk(sdk, monkeypatch, Mine(), lines) == [
        "id name mine",
        "id author me",
        "ready",
        "ready",
        "legal?",
        "info eval 0.5",
        "move x y",
    ]
    assert seen == ["tzaar", "a b  c", 1.5, ["1", "0"], "won"]
    assert "thinking" in capsys.readouterr().err


def test_a_bot_that_knows_the_rules_asks_nothing_and_ends_with_its_input(
    sdk: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Knowing(sdk.Bot):  # type: ignore[misc, name-defined]
        wants_legal = False

        def choose(self, position: str, legal: None) -> str:
            assert legal is None
            return "C3"

    assert talk(sdk, monkeypatch, Knowing(), "position p\ngo\n") == ["move C3"]
    assert talk(sdk, monkeypatch, Knowing(), "hello 2\n") == ["error this bot speaks version 1"]
