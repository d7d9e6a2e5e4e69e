"""The messages: the same shapes as the page has, strict reading, the core's values as they are."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.unit.server.wire.twin import TYPESCRIPT

from duiyi.core import errors, games, view
from duiyi.core.locale import LANGUAGES, catalog
from duiyi.core.message import Message, message
from duiyi.core.outcome import Outcome, won
from duiyi.server import wire
from duiyi.server.wire.refusal import Refused

SERVER = Path(wire.__file__).parents[1]
_interface = re.compile(r"export interface (\w+) \{\n(.*?)\n\}", re.DOTALL)
_field = re.compile(r"^  (\w+)\??:", re.MULTILINE)
_request = re.compile(r"\{ do: '(\w+)'(.*?) \}")


def fields_of(kind: type) -> set[str]:
    if issubclass(kind, msgspec.Struct):
        tag = kind.__struct_config__.tag_field
        return {*kind.__struct_encode_fields__, *([tag] if tag else [])}
    return {*kind.__dataclass_fields__}  # type: ignore[attr-defined]


INTERFACES = {name: {*_field.findall(body)} for name, body in _interface.findall(TYPESCRIPT)}
CORE: list[type] = [
    Message, Outcome, errors.Violation, view.Site, view.Geometry, view.Stone, view.Piece,
    view.Edge, view.Area, view.Meter, view.SeatView, view.Choice, view.Consequence,
    view.Event, view.View,
]  # fmt: skip
STRUCTS: list[type] = [
    wire.Clock, wire.TableSeat, wire.TableSummary, wire.NewSeat, wire.NewTable, wire.MadeTable,
    wire.Entry, wire.Frame, wire.Clocks, wire.Proposal, wire.History, wire.TableMessage,
    wire.PlayedMessage, wire.SeatsMessage, wire.ProposalsMessage, wire.RematchMessage,
    wire.NoticeMessage, wire.TakenMessage, wire.WhyMessage, wire.ReadMessage, wire.ErrorMessage,
    wire.PongMessage,
]  # fmt: skip


@pytest.mark.parametrize("kind", CORE + STRUCTS, ids=lambda kind: kind.__name__)
def test_shapes_are_those_of_the_page(kind: type) -> None:
    assert fields_of(kind) == INTERFACES[kind.__name__]


def test_requests_are_those_of_the_page() -> None:
    found = {
        name: {"do", *re.findall(r"; (\w+)\??:", rest)}
        for name, rest in _request.findall(TYPESCRIPT)
    }
    own = {kind.__struct_config__.tag: fields_of(kind) for kind in wire.ToServer.__args__}
    assert own == found


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ('{"do":"play","on":17,"token":"C4"}', wire.Play(on=17, token="C4")),
        (
            '{"do":"play","on":0,"token":"C4","seat":1,"ref":9}',
            wire.Play(on=0, token="C4", seat=1, ref=9),
        ),
        ('{"do":"why","on":3,"path":["A1","#build"]}', wire.Why(on=3, path=["A1", "#build"])),
        (
            '{"do":"answer","kind":"undo","seat":0,"yes":false}',
            wire.Answer(kind="undo", seat=0, yes=False),
        ),
        ('{"do":"ping"}', wire.Ping()),
    ],
)
def test_requests_are_read(text: str, request_: wire.ToServer) -> None:
    assert wire.decode(text) == request_


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not-json"),
        ("nonsense", "not-json"),
        ('{"do":"ping"', "not-json"),
        ('{"do":"play","on":1,"token":"\\ud800"}', "not-json"),
        ("[" * 4000, "bad-message"),
        ("x" * 5000, "message-long"),
        ("null", "bad-message"),
        ("[]", "bad-message"),
        ("{}", "bad-message"),
        ('{"do":"dance"}', "bad-message"),
        ('{"do":"ping","extra":1}', "bad-message"),
        ('{"do":"play","token":"C4"}', "bad-message"),
        ('{"do":"play","on":"1","token":"C4"}', "bad-message"),
        ('{"do":"play","on":1.5,"token":"C4"}', "bad-message"),
        ('{"do":"play","on":-1,"token":"C4"}', "bad-message"),
        ('{"do":"play","on":1,"token":4}', "bad-message"),
        ('{"do":"play","on":1,"token":"C4","seat":null}', "bad-message"),
        ('{"do":"play","on":1,"token":"' + "x" * 65 + '"}', "bad-message"),
        ('{"do":"why","on":1,"path":["' + "x" * 33 + '"]}', "bad-message"),
        ('{"do":"why","on":1,"path":' + json.dumps(["A1"] * 9) + "}", "bad-message"),
        ('{"do":"resign","seat":true}', "bad-message"),
        ('{"do":"ping","ref":9007199254740993}', "bad-message"),
    ],
)
def test_what_is_no_request_is_refused(text: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        wire.decode(text)
    assert caught.value.code == code


def test_messages_and_fractions_travel_as_the_page_reads_them() -> None:
    said = message("x:y", count=2, of=message("z"), half=Fraction(5, 2), list=("a", Fraction(1, 3)))
    assert json.loads(wire.encode(said)) == {
        "key": "x:y",
        "params": [
            ["count", 2],
            ["half", "5/2"],
            ["list", ["a", "1/3"]],
            ["of", {"key": "core:z", "params": []}],
        ],
    }
    assert json.loads(wire.encode(won(1, 2, "withdrawn"))) == {
        "scores": ["0", "1"],
        "reason": "withdrawn",
    }


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_views_of_every_game_travel(game: Any) -> None:
    for seats, options in game.samples()[:6]:
        state = game.start(seats, **dict(options.items()))
        shown = json.loads(wire.encode(state.view()))
        assert {*shown} == INTERFACES["View"]
        assert len(shown["choices"]) == len(state.actions())
        assert json.loads(wire.encode(game.geometry(seats, options))).keys() == {"sites", "lines"}


def test_what_is_not_asked_for_is_left_out() -> None:
    assert wire.text(wire.PongMessage()) == '{"type":"pong"}'
    assert wire.text(wire.TakenMessage(4, 7)) == '{"type":"taken","id":4,"ref":7}'


def test_moments_are_texts() -> None:
    assert wire.moment(1_700_000_000_045) == "2023-11-14T22:13:20.045Z"


def test_everything_the_server_says_has_words_in_every_language() -> None:
    sources = [path.read_text("utf-8") for path in SERVER.rglob("*.py")]
    said = {key for text in sources for key in re.findall(r'[^_]refused\(\s*"([a-z-]+)"', text)}
    said |= {key for text in sources for key in re.findall(r'"server:([a-z.-]+)"', text)}
    said |= {"event.resigned", "event.time", "game-over", "not-running"}
    assert len(said) > 30
    catalogs = [catalog("server", language) for language in LANGUAGES]
    for known in catalogs:
        assert said <= {*known}
        assert {*known} == {*catalogs[0]}
