"""What a small game may say for itself: tokens of several sites, stacks, marks, meters, prompt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Self

import pytest
from tests.unit.core.pebbles import PEBBLES

from duiyi.core import (
    CHANCE,
    BadToken,
    Geometry,
    Message,
    Meter,
    Move,
    Seat,
    SimpleGame,
    SimpleState,
    Site,
    Stone,
    Violation,
    message,
)
from duiyi.core.check import check
from duiyi.core.locale import text
from duiyi.core.view.clicks import Clicks

PEGS = "ABC"


@dataclass(frozen=True)
class PegsState(SimpleState):
    """Stacks are moved onto each other; `A-B/pass` turns the moved stack's top stone over.

    `stacks` has the seats of the stones on each peg, from below to the top.
    """

    stacks: tuple[str, ...] = ("01", "10", "")

    def moves(self) -> Iterable[str]:
        for source in PEGS:
            for target in PEGS:
                if source != target and self.stack(source) and self.stack(target):
                    yield from (f"{source}-{target}/pass", f"{source}-{target}/{target}")

    def move(self, token: str) -> Self:
        source, target = token[0], token[2]
        stone = self.stack(source)[-1]
        stone = str(1 - int(stone)) if token.endswith("pass") else stone
        changed = {source: self.stack(source)[:-1], target: self.stack(target) + stone}
        stacks = tuple(changed.get(peg, self.stack(peg)) for peg in PEGS)
        if sum(map(bool, stacks)) == 1:
            return self.won_by(self.owner, stacks=stacks)
        return self.next(stacks=stacks)

    def stack(self, peg: str) -> str:
        return self.stacks[PEGS.index(peg)]

    def board(self) -> Mapping[str, tuple[Stone, ...]]:
        return {
            peg: tuple(Stone("pebble", int(seat), seat) for seat in stack)
            for peg, stack in zip(PEGS, self.stacks, strict=True)
        }

    def marks(self) -> Mapping[str, Sequence[str]]:
        return {peg: ["tall"] for peg in PEGS if len(self.stack(peg)) > 2}

    def meters(self) -> Sequence[Meter]:
        return [Meter(self.symbol(0), sum(stack.count("0") for stack in self.stacks), 0)]

    def prompt(self) -> Message:
        return message("symbol.star")

    def reason(self, token: str) -> Violation:
        return self.breach("not-legal", token[0], token=token)

    def valid(self) -> bool:
        return [type(stack) for stack in self.stacks] == [str] * 3 and (
            set("".join(self.stacks)) <= {"0", "1"}
        )


class Pegs(SimpleGame):
    id = "pegs"
    state = PegsState
    words = ("pass",)
    board = Geometry(tuple(Site(peg, at, 0) for at, peg in enumerate(PEGS)))

    @property
    def locales(self) -> Traversable:
        return files("tests.unit.core.pebbles") / "locales"


START: PegsState = Pegs().start()


def test_a_token_of_several_sites_is_played_by_as_many_clicks() -> None:
    assert START.path("A") == ("A",)
    assert START.path("A-B") == ("A", "B")
    assert START.path("A-B/C") == ("A", "B", "C")
    assert START.path("A-B/C/A") == ("A", "B", "C", "A")
    assert START.path("A-B/pass") == ("A", "B", "#pass")
    assert START.path("pass") == ("#pass",)
    choice = START.view().choices[0]
    assert (choice.token, choice.paths) == ("A-B/pass", (("A", "B", "#pass"),))


@pytest.mark.parametrize(
    "token", ["A/B", "A-B-C", "A-", "-A", "A-B/", "A--B", "a-B", "A-#pass", "#pass", "pass-A", "D"]
)
def test_what_is_not_put_together_from_sites_is_no_token(token: str) -> None:
    assert START.path(token) == ()
    with pytest.raises(BadToken):
        START.parse(token)


def test_clicks_lead_back_to_the_token() -> None:
    for token in ("A", "A-B", "A-B/C", "A-B/C/A", "A-B/pass", "pass"):
        assert START.clicked(START.path(token)) == token
        assert START.text(START.parse(token)) == token


def test_clicks_that_fit_nothing_are_explained_by_the_game() -> None:
    token, broken = START.why_path(("A", "C"))
    assert token == "A-C"
    assert broken is not None
    assert (broken.code, broken.sites) == ("not-legal", ("A",))
    assert broken == START.why_not("A-C")
    assert START.why_path(("A", "B")) == (None, None)
    assert START.why_path(("A", "B", "#pass")) == ("A-B/pass", None)


def test_a_site_whose_name_has_a_separator_is_one_site() -> None:
    class Odd(Pegs):
        id = "odd"
        board = Geometry((Site("A-1", 0, 0), Site("A", 1, 0)))

    state = Odd().start()
    assert state.path("A-1") == ("A-1",)
    assert state.path("A-1-A") == ()


def test_a_game_chooses_its_separators() -> None:
    class Chains(Pegs):
        id = "chains"
        separators = "x"

    state = Chains().start()
    assert state.path("AxBxC") == ("A", "B", "C")
    assert state.path("A-B") == ()
    assert state.clicked(("A", "B", "C")) == "AxBxC"


def test_a_game_may_write_its_own_paths() -> None:
    class Turned(PegsState):
        def path(self, token: str) -> Clicks:
            return super().path(token)[::-1] if "pass" not in token else super().path(token)

    class Back(Pegs):
        id = "back"
        state = Turned

    state = Back().start()
    assert state.view().choices[1].paths == (("B", "B", "A"),)
    assert state.parse("A-B") == Move("A-B")
    # no token is played by these clicks alone
    token, broken = state.why_path(("A", "C"))
    assert token is None
    assert broken.code == "nothing-here"


def test_stacks_marks_meters_and_prompt_are_shown() -> None:
    state = START.play("B-A/A")
    view = state.view()
    assert [(piece.site, "".join(s.label for s in piece.stack)) for piece in view.pieces] == [
        ("A", "010"),
        ("B", "1"),
    ]
    assert [piece.marks for piece in view.pieces] == [("tall",), ()]
    assert [(text(meter.name), meter.value, meter.seat) for meter in view.meters] == [
        ("circle", 2, 0)
    ]
    assert text(view.prompt) == "star"
    assert state.view(since=START).last == ("A", "B")


def test_narration_knows_the_sites() -> None:
    (told,) = START.narrate(Move("B-A/pass"))
    assert told.message["site1"] == "B"
    assert told.message["site2"] == "A"
    assert set(told.sites) == {"A", "B"}


def test_stones_on_stones_and_several_clicks_conform() -> None:
    report = check(Pegs(), walks=4, limit=60)
    assert report.ok, str(report)


def test_another_decision_in_the_same_turn() -> None:
    state = START.then(stacks=("0", "1", ""))
    assert (state.actor, state.owner, state.turn, state.stacks) == (0, 0, 1, ("0", "1", ""))
    assert START.then(1).actor == 1
    assert START.then(CHANCE).actor == CHANCE


def test_a_turn_that_begins_with_chance() -> None:
    state = START.next(actor=CHANCE)
    assert (state.actor, state.owner, state.turn) == (CHANCE, 1, 2)


def test_a_field_cannot_hide_a_method() -> None:
    with pytest.raises(TypeError, match=r"the field marks of Careless hides SimpleState\.marks"):

        class Careless(SimpleState):
            marks: str = ""  # type: ignore[assignment]


def test_a_board_may_depend_on_options() -> None:
    class Growing(type(PEBBLES)):  # type: ignore[misc]
        id = "growing"

        def geometry(self, seats: Seat, options: Any) -> Geometry:
            return Geometry(tuple(Site(f"S{at}", at, 0) for at in range(options.pebbles)))

    small, large = Growing().start(pebbles=3), Growing().start(pebbles=5)
    assert large.path("S4") == ("S4",)
    assert small.path("S4") == ()
