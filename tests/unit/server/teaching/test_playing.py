"""Diagrams of the rules that are played on."""

from __future__ import annotations

import json
from typing import Any

import pytest

import duiyi
from duiyi.core import CHANCE
from duiyi.server import wire
from duiyi.server.teaching.diagrams import diagrams
from duiyi.server.teaching.playing import diagram_answer
from duiyi.server.wire.refusal import Refused

GAMES = ("relati-classic", "relati", "relati-legacy", "tzaar", "atom")


def answer(game: str, name: str, *played: str, text: str = "") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(wire.encode(diagram_answer(game, name, played, text)))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_diagram_opens_with_all_that_can_be_done_in_it(game: str) -> None:
    known = duiyi.game(game)
    for name, drawn in diagrams(known, known.rules).items():  # type: ignore[attr-defined]
        opened = answer(game, name)
        assert opened["violation"] is None
        assert drawn.id == name
        shown = json.loads(bytes(drawn.view))
        if not opened["frames"]:  # chance has not been asked
            assert opened["view"]["actor"] == shown["actor"] != CHANCE
            tokens = {choice["token"] for choice in opened["view"]["choices"]}
            assert tokens >= {choice["token"] for choice in shown["choices"]}
        assert opened["view"]["choices"] or opened["view"]["outcome"]


def test_a_try_is_played_and_told_and_goes_on_from_there() -> None:
    first = answer("relati-classic", "beside", text="D2")
    (frame,) = first["frames"]
    assert (frame["entry"]["token"], frame["entry"]["actor"]) == ("D2", 0)
    assert frame["entry"]["events"]
    assert first["view"]["actor"] == 1
    second = answer("relati-classic", "beside", "D2", text="E4")
    assert [one["entry"]["at"] for one in second["frames"]] == [2]
    assert second["view"]["turn"] == first["view"]["turn"] + 1


def test_what_is_not_legal_is_explained_and_changes_nothing() -> None:
    for text in ("A1", "@A1", "nonsense"):
        refused = answer("relati-classic", "beside", text=text)
        assert refused["violation"]["message"]
        assert refused["frames"] == []
        assert refused["view"] == answer("relati-classic", "beside")["view"]


def test_chance_decides_by_itself() -> None:
    known = duiyi.game("atom")
    for name in diagrams(known, known.rules):  # type: ignore[attr-defined]
        if answer("atom", name, text="end")["view"]["choices"][0]["token"] != "a":
            continue
        after = answer("atom", name, "end", text="a")
        assert [frame["entry"]["actor"] for frame in after["frames"]] == [1, CHANCE]
        assert after["view"]["actor"] == 1
        return
    pytest.fail("no diagram in which a turn can be ended")


@pytest.mark.parametrize(
    ("name", "played", "code"),
    [("nothing", (), "no-diagram"), ("beside", ("A1",), "bad-diagram-try")],
)
def test_what_leads_nowhere_is_refused(name: str, played: tuple[str, ...], code: str) -> None:
    with pytest.raises(Refused) as refused:
        diagram_answer("relati-classic", name, played, "")
    assert refused.value.code == code
