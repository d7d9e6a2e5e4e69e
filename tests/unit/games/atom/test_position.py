"""atom: the position text, written and read."""

from __future__ import annotations

import pytest
from tests.unit.games.atom.positions import (
    fight,
    phase,
    played,
    position,
    result,
    side,
    tower,
    wall,
    words,
)

import duiyi
from duiyi.core.locale import catalog
from duiyi.games.atom import GAME, AtomState
from duiyi.games.atom.phases import Destroying, Keeping, Losing

RULES = "damage=attack,life_cap=none,turn_limit=200,max_height=24,max_width=23"
START = f"1 choose 20:7.1.1.1:-:-:- 20:7.1.1.1:-:-:- {RULES}"


def test_the_start_as_text() -> None:
    assert GAME.start().dump() == START
    assert GAME.load(START) == GAME.start()


STATES: dict[str, AtomState] = {
    "choose": GAME.start(damage="none", life_cap=7, turn_limit=9, max_height=5, max_width=4),
    "draw:6,4,1": position("choose", side("K0,0"), side()).play("a"),
    "place:3,0": played(GAME.start(), "a +5000 1K0,0"),
    "act:2": fight(side(tower(4)), side(wall(3)), attacks=2),
    "destroy:1,3,2,first": fight(side(tower(4) + " R0,2"), side("", "", wall(3)), attacks=2).play(
        "A13"
    ),
    "destroy:0,1,1,more": played(fight(side(tower(4) + " R0,2"), side(wall(3))), "A11 X0,2"),
    "keep:0,1,1": played(fight(side(tower(4)), side(wall(3))), "A11 X0,2"),
    "keep:1,0,2,G2": fight(side("", "K0,0 G0,2 K0,4"), side()).play("E2:0,2"),
    "lose:1,2,-": fight(side("K0,0 R0,2 K1,1"), side(wall(3))).play("E1:0,2"),
    "lose:1,1,2": played(fight(side("K0,0 R0,2 K1,1"), side("K0,0", wall(3))), "E1:0,2 L2:0,2"),
    "keep:1,1,13": played(
        fight(side("K0,0 R0,2 K1,1"), side(wall(2), "", wall(2))), "E1:0,2 L3:0,2 L1:0,2"
    ),
    "over": fight(side(tower(4)), side(life=3)).play("D1"),
}


@pytest.mark.parametrize("written", STATES)
def test_every_phase_is_written_and_read(written: str) -> None:
    state = STATES[written]
    assert phase(state) == written
    loaded = GAME.load(state.dump())
    assert loaded == state
    assert hash(loaded) == hash(state)
    assert (loaded.actor, loaded.outcome) == (state.actor, state.outcome)
    assert loaded.actions() == state.actions()


def test_a_whole_text() -> None:
    state = fight(
        side("R0,2 K0,0 B-1,-1", "", "K4,-2", life=-0 + 12, held="1.20.3.0"),
        side(wall(1), life=33),
        turn=6,
        damage="excess",
        life_cap=40,
    )
    assert state.dump() == (
        "6 act:1 33:0.0.0.0:K0,0;K0,2:-:- 12:1.20.3.0:B-1,-1;K0,0;R0,2:-:K4,-2 "
        "damage=excess,life_cap=40,turn_limit=200,max_height=24,max_width=23"
    )


def refused(text: str) -> tuple[str, ...]:
    with pytest.raises(duiyi.BadPosition) as caught:
        GAME.load(text)
    return words(caught.value.message)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        START + " ",
        " " + START,
        START.replace(" ", "  ", 1),
        START + " out:0 out:1",
        "1 2 3 4",
    ],
)
def test_five_fields_or_six_with_single_spaces(text: str) -> None:
    assert refused(text)[0] in (
        "the position must have the form "
        "TURN PHASE SIDE SIDE OPTIONS [out:SEAT], with single spaces",
        "turn:  is not allowed; allowed: 1-999999",
        "out:  is not allowed; allowed: out:0, out:1",
        "phase:  is not allowed; allowed: choose, draw, place, act, destroy, keep, lose, over",
    )


ALL_PHASES = "choose, draw, place, act, destroy, keep, lose, over"
FORM = "LIFE:K.R.B.G:CELL:CELL:CELL"
EMPTY_SIDE = "20:0.0.0.0:-:-:-"
DEAD = "0:0.0.0.0:-:-:-"


def text_of(
    turn: str = "3",
    phase: str = "act:1",
    first: str = EMPTY_SIDE,
    second: str = EMPTY_SIDE,
    options: str = RULES,
    out: str = "",
) -> str:
    return f"{turn} {phase} {first} {second} {options}{out}"


def test_the_plain_text_of_these_tests_is_good() -> None:
    assert GAME.load(text_of()).dump() == text_of()


FIELDS = [
    ({"turn": "0"}, "turn: 0 is not allowed; allowed: 1-999999"),
    ({"turn": "03"}, "turn: 03 is not allowed; allowed: 1-999999"),
    ({"turn": "-1"}, "turn: -1 is not allowed; allowed: 1-999999"),
    ({"phase": "chose"}, f"phase: chose is not allowed; allowed: {ALL_PHASES}"),
    ({"phase": "choose:"}, f"phase: choose: is not allowed; allowed: {ALL_PHASES}"),
    ({"phase": "choose:1"}, f"phase: choose:1 is not allowed; allowed: {ALL_PHASES}"),
    ({"phase": "over:"}, f"phase: over: is not allowed; allowed: {ALL_PHASES}"),
    ({"phase": "act"}, "phase:  is not allowed; allowed: 0-3"),
    ({"phase": "act:4"}, "phase: 4 is not allowed; allowed: 0-3"),
    ({"phase": "act:-1"}, "phase: -1 is not allowed; allowed: 0-3"),
    ({"phase": "act:01"}, "phase: 01 is not allowed; allowed: 0-3"),
    ({"phase": "act:1,1"}, f"phase: act:1,1 is not allowed; allowed: {ALL_PHASES}"),
    ({"phase": "draw:4,4,1"}, "phase: 4 is not allowed; allowed: 5-8"),
    ({"phase": "draw:9,4,1"}, "phase: 9 is not allowed; allowed: 5-8"),
    ({"phase": "draw:5,3,1"}, "phase: 3 is not allowed; allowed: 4-7"),
    ({"phase": "draw:5,8,1"}, "phase: 8 is not allowed; allowed: 4-7"),
    ({"phase": "draw:5,4,4"}, "phase: 4 is not allowed; allowed: 0-3"),
    ({"phase": "draw:5,4"}, f"phase: draw:5,4 is not allowed; allowed: {ALL_PHASES}"),
    ({"phase": "place:8,1"}, "phase: 8 is not allowed; allowed: 0-7"),
    ({"phase": "place:7,4"}, "phase: 4 is not allowed; allowed: 0-3"),
    ({"phase": "place:7"}, f"phase: place:7 is not allowed; allowed: {ALL_PHASES}"),
    ({"phase": "destroy:3,1,1,first"}, "phase: 3 is not allowed; allowed: 0-2"),
    ({"phase": "destroy:2,0,1,first"}, "phase: 0 is not allowed; allowed: 1-3"),
    ({"phase": "destroy:2,4,1,first"}, "phase: 4 is not allowed; allowed: 1-3"),
    ({"phase": "destroy:2,1,0,first"}, "phase: 0 is not allowed; allowed: 1-999999"),
    ({"phase": "destroy:2,1,1,x"}, f"phase: destroy:2,1,1,x is not allowed; allowed: {ALL_PHASES}"),
    ({"phase": "keep:4,1,1"}, "phase: 4 is not allowed; allowed: 0-3"),
    ({"phase": "keep:3,2,1"}, "phase: 2 is not allowed; allowed: 0-1"),
    ({"phase": "keep:3,1,0"}, "phase: 0 is not allowed; allowed: 123"),
    ({"phase": "keep:3,1,21"}, "phase: 21 is not allowed; allowed: 123"),
    ({"phase": "keep:3,1,11"}, "phase: 11 is not allowed; allowed: 123"),
    ({"phase": "keep:3,1,-"}, "phase: - is not allowed; allowed: 123"),
    ({"phase": "keep:3,0,1,R7"}, "phase: 7 is not allowed; allowed: 0-6"),
    ({"phase": "keep:3,0,1,K2"}, f"phase: keep:3,0,1,K2 is not allowed; allowed: {ALL_PHASES}"),
    ({"phase": "keep:3,0,1,"}, f"phase: keep:3,0,1, is not allowed; allowed: {ALL_PHASES}"),
    ({"phase": "keep:4,0,1,R2"}, "phase: 4 is not allowed; allowed: 0-3"),
    ({"phase": "keep:3,2,1,R2"}, "phase: 2 is not allowed; allowed: 0-1"),
    ({"phase": "lose:4,1,-"}, "phase: 4 is not allowed; allowed: 0-3"),
    ({"phase": "lose:3,0,-"}, "phase: 0 is not allowed; allowed: 1-6"),
    ({"phase": "lose:3,7,-"}, "phase: 7 is not allowed; allowed: 1-6"),
    ({"phase": "lose:3,1,32"}, "phase: 32 is not allowed; allowed: 123"),
    ({"first": "20:0.0.0.0:-:-"}, f"side: 20:0.0.0.0:-:- is not allowed; allowed: {FORM}"),
    ({"first": "20:0.0.0:-:-:-"}, f"side: 20:0.0.0:-:-:- is not allowed; allowed: {FORM}"),
    ({"first": "20:0.0.0.0.0:-:-:-"}, f"side: 20:0.0.0.0.0:-:-:- is not allowed; allowed: {FORM}"),
    ({"second": "20:0.00.0.0:-:-:-"}, f"side: 20:0.00.0.0:-:-:- is not allowed; allowed: {FORM}"),
    ({"second": "20:0.0.0.0:-:-:-:-"}, f"side: 20:0.0.0.0:-:-:-:- is not allowed; allowed: {FORM}"),
    ({"second": "a:0.0.0.0:-:-:-"}, f"side: a:0.0.0.0:-:-:- is not allowed; allowed: {FORM}"),
    ({"second": "020:0.0.0.0:-:-:-"}, "life: 020 is not allowed; allowed: 20"),
    ({"second": "-0:0.0.0.0:-:-:-"}, "life: -0 is not allowed; allowed: 20"),
    ({"first": "20:0.0.0.0::-:-"}, "atom:  is not allowed; allowed: K0,0"),
    ({"first": "20:0.0.0.0:Y0,0:-:-"}, "atom: Y0,0 is not allowed; allowed: K0,0"),
    ({"first": "20:0.0.0.0:K0,0;:-:-"}, "atom:  is not allowed; allowed: K0,0"),
    ({"first": "20:0.0.0.0:-:K00,0:-"}, "atom: K00,0 is not allowed; allowed: K0,0"),
    ({"first": "20:0.0.0.0:-:-:K0,-0"}, "atom: K0,-0 is not allowed; allowed: K0,0"),
    ({"first": "20:0.0.0.0:-:-:K0,1000000"}, "atom: K0,1000000 is not allowed; allowed: K0,0"),
    (
        {"options": "x"},
        "there is no option x; there are: damage, life_cap, turn_limit, max_height, max_width",
    ),
    (
        {"options": "damage=none"},
        "options: damage=none is not allowed; allowed: "
        "damage=none,life_cap=none,turn_limit=200,max_height=24,max_width=23",
    ),
    (
        {"options": RULES.replace("23", "24")},
        "max_width (24) must be smaller than max_height (24): a wall must be breakable",
    ),
    (
        {"options": RULES.replace("none", "0")},
        "option life_cap: 0 is not allowed; allowed: 1-999, none",
    ),
    ({"phase": "over", "out": " out:2"}, "out: out:2 is not allowed; allowed: out:0, out:1"),
    ({"phase": "over", "out": " out:"}, "out: out: is not allowed; allowed: out:0, out:1"),
    ({"phase": "over", "out": " 0"}, "out: 0 is not allowed; allowed: out:0, out:1"),
]


@pytest.mark.parametrize(("fields", "said"), FIELDS)
def test_a_field_with_a_value_that_is_not_allowed(fields: dict[str, str], said: str) -> None:
    assert refused(text_of(**fields))[0] == said


def cell_in_first(atoms: str) -> dict[str, str]:
    return {"first": f"20:0.0.0.0:{atoms}:-:-"}


OFF = (
    "{0} is not on the lattice: both numbers must be even or both odd",
    "{0} 不在格点上：两个数必须同为偶数或同为奇数",
    "{0} 不在格點上：兩個數必須同為偶數或同為奇數",
)
ORDER = (
    "the atoms of {0} must be in order, each point once",
    "{0} 的原子必须照顺序，每个格点一次",
    "{0} 的原子必須照順序，每個格點一次",
)
CELL = (
    "a cell must hang together and hold a black atom",
    "格子必须连通，并且有黑原子",
    "格子必須連通，並且有黑原子",
)
SIZE = (
    "a cell is higher or wider than the options allow",
    "有格子超过选项允许的高度或宽度",
    "有格子超過選項允許的高度或寬度",
)
LIFE = (
    "the lives do not fit a game that is going on, or that ended so",
    "生命值不符：对局若在进行，不会是这个数；若已结束，也不会这样结束",
    "生命值不符：對局若在進行，不會是這個數；若已結束，也不會這樣結束",
)
TURN = (
    "the turn number does not fit the turn limit",
    "回合数与回合上限不符",
    "回合數與回合上限不符",
)
PHASE = (
    "the phase does not fit the turn and the cells",
    "阶段与回合、格子不符",
    "階段與回合、格子不符",
)
TALL = ";".join(tower(25).split())
WIDE = ";".join(wall(24).split())
WALL_3 = "20:0.0.0.0:K0,0;K0,2;K0,4:-:-"
BROKEN = "20:0.0.0.0:K0,0;K0,4:-:-"
NO_BLACK = "20:0.0.0.0:R0,0;G0,2:-:-"


def named(said: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(one.format(name) for one in said)


IMPOSSIBLE = [
    (cell_in_first("K0,1"), named(OFF, "K0,1")),
    (cell_in_first("K0,0;R-1,2"), named(OFF, "R-1,2")),
    (cell_in_first("K0,2;K0,0"), named(ORDER, "K0,2;K0,0")),
    (cell_in_first("K0,0;K0,0"), named(ORDER, "K0,0;K0,0")),
    (cell_in_first("K0,0;R0,0"), named(ORDER, "K0,0;R0,0")),
    (cell_in_first("K0,0;K0,4"), CELL),
    (cell_in_first("R0,0;G0,2"), CELL),
    ({"second": BROKEN}, CELL),
    ({"second": NO_BLACK}, CELL),
    (cell_in_first(TALL), SIZE),
    (cell_in_first(WIDE), SIZE),
    ({"second": f"20:0.0.0.0:-:-:{WIDE}"}, SIZE),
    ({"turn": "201"}, TURN),
    ({"turn": "4", "options": RULES.replace("200", "3")}, TURN),
    ({"phase": "over"}, TURN),
    ({"phase": "over", "turn": "199"}, TURN),
    ({"first": DEAD}, LIFE),
    ({"second": EMPTY_SIDE.replace("20", "-3", 1)}, LIFE),
    ({"out": " out:0"}, LIFE),
    ({"phase": "over", "first": DEAD}, LIFE),
    ({"phase": "over", "turn": "4", "second": DEAD}, LIFE),
    ({"phase": "over", "turn": "1", "second": DEAD}, LIFE),
    ({"phase": "over", "first": DEAD, "second": DEAD}, LIFE),
    ({"phase": "over", "second": DEAD, "out": " out:1"}, LIFE),
    ({"phase": "over", "first": DEAD, "out": " out:1"}, LIFE),
    ({"turn": "1"}, PHASE),
    ({"turn": "1", "phase": "place:4,1"}, PHASE),
    ({"turn": "1", "phase": "draw:5,4,1"}, PHASE),
    ({"phase": "draw:5,4,0"}, PHASE),
    ({"phase": "draw:6,4,1"}, PHASE),
    ({"phase": "draw:5,5,1"}, PHASE),
    ({"phase": "draw:5,4,2"}, PHASE),
    ({"phase": "destroy:0,1,1,first"}, PHASE),
    ({"phase": "destroy:0,1,4,first", "second": WALL_3}, PHASE),
    ({"phase": "destroy:0,2,1,more", "second": WALL_3}, PHASE),
    ({"turn": "1", "phase": "destroy:0,1,1,first", "second": WALL_3}, PHASE),
    ({"phase": "destroy:0,1,1,first", "second": BROKEN}, CELL),
    ({"phase": "destroy:0,1,1,first", "second": NO_BLACK}, CELL),
    ({"phase": "destroy:0,2,1,more", "second": BROKEN}, CELL),
    ({"phase": "destroy:0,1,1,more", "first": BROKEN}, CELL),
    ({"phase": "keep:0,1,1", "second": WALL_3}, PHASE),
    ({"phase": "keep:0,1,1", "second": NO_BLACK}, PHASE),
    ({"phase": "keep:0,1,1,R2", "second": BROKEN}, PHASE),
    ({"phase": "keep:0,0,1", "first": BROKEN}, PHASE),
    ({"phase": "keep:0,0,12,R2", "first": BROKEN}, PHASE),
    ({"phase": "keep:0,1,2", "second": BROKEN}, CELL),
    ({"phase": "keep:0,0,1,R2", "second": BROKEN}, CELL),
    ({"turn": "1", "phase": "keep:1,0,1,R2", "first": BROKEN}, PHASE),
    ({"phase": "lose:0,1,-"}, PHASE),
    ({"phase": "lose:0,4,-", "second": WALL_3}, PHASE),
    ({"phase": "lose:0,6,1", "second": f"20:0.0.0.0:{';'.join(wall(9).split())}:-:-"}, PHASE),
    ({"phase": "lose:0,4,123", "second": f"20:0.0.0.0:{';'.join(wall(9).split())}:-:-"}, PHASE),
    ({"phase": "lose:0,1,2", "second": BROKEN}, CELL),
    ({"phase": "lose:0,1,1", "first": BROKEN, "second": WALL_3}, CELL),
]


@pytest.mark.parametrize(("fields", "said"), IMPOSSIBLE)
def test_a_position_that_cannot_be(fields: dict[str, str], said: tuple[str, ...]) -> None:
    assert refused(text_of(**fields)) == said


POSSIBLE = [
    {"turn": "200"},
    {"turn": "3", "options": RULES.replace("200", "3")},
    {"turn": "1", "phase": "act:0"},
    {"turn": "1", "phase": "place:7,0"},
    {"turn": "1", "phase": "draw:5,4,0"},
    {"turn": "1", "phase": "keep:0,0,1,R2", "first": BROKEN},
    {"phase": "draw:5,4,1"},
    {"phase": "draw:6,4,1", "first": WALL_3},
    {"phase": "draw:5,5,1", "first": WALL_3},
    {"phase": "place:0,3"},
    {"phase": "act:3"},
    {"phase": "destroy:2,1,3,first", "second": WALL_3},
    {"phase": "destroy:0,1,2,more", "second": BROKEN},
    {"phase": "destroy:0,1,2,more", "second": NO_BLACK},
    {"phase": "keep:3,1,1", "second": BROKEN},
    {"phase": "keep:3,1,123", "second": "20:0.0.0.0:K0,0;K0,4:R0,0:-"},
    {"phase": "keep:0,0,1,B0", "first": BROKEN},
    {"phase": "lose:3,3,-", "second": WALL_3},
    {"phase": "lose:0,2,1", "second": BROKEN},
    {"phase": "lose:0,2,1", "second": NO_BLACK},
    {"phase": "lose:0,5,1", "second": f"20:0.0.0.0:{';'.join(wall(9).split())}:-:-"},
    {"phase": "lose:0,3,123", "second": f"20:0.0.0.0:{';'.join(wall(9).split())}:-:-"},
    {"phase": "over", "turn": "200"},
    {"phase": "over", "turn": "2", "first": DEAD},
    {"phase": "over", "second": EMPTY_SIDE.replace("20", "-9", 1)},
    {"phase": "over", "first": BROKEN, "second": NO_BLACK, "out": " out:0"},
    {"first": EMPTY_SIDE.replace("20", "1", 1), "second": EMPTY_SIDE.replace("20", "1", 1)},
    {"first": "999999:999999.0.10.7:-:-:-"},
    cell_in_first(";".join(tower(24).split())),
    cell_in_first(";".join(wall(23).split())),
    cell_in_first("K-999999,999999"),
]


@pytest.mark.parametrize("fields", POSSIBLE)
def test_a_position_that_can_be(fields: dict[str, str]) -> None:
    state = GAME.load(text_of(**fields))
    assert state.dump() == text_of(**fields)
    assert (state.actor is None) == (state.outcome is not None) == (fields.get("phase") == "over")
    if state.outcome is None:
        assert state.actions() or state.chances()


def test_how_a_finished_game_ended() -> None:
    assert result(GAME.load(text_of(phase="over", turn="200"))) == "1/2 1/2 turn-limit"
    assert result(GAME.load(text_of(phase="over", turn="4", first=DEAD))) == "0 1 life"
    assert result(GAME.load(text_of(phase="over", second=DEAD))) == "1 0 life"
    assert result(GAME.load(text_of(phase="over", out=" out:1"))) == "1 0 withdrawn"


def test_phases_as_they_are_read() -> None:
    state = GAME.load(text_of(phase="keep:3,1,13", second=BROKEN))
    assert state.phase == Keeping(3, 1, (0, 2), None)
    state = GAME.load(text_of(phase="keep:2,0,1,B4", first=BROKEN))
    assert state.phase == Keeping(2, 0, (0,), ("B", 4))
    state = GAME.load(text_of(phase="lose:1,2,13", second=BROKEN))
    assert state.phase == Losing(1, 2, frozenset({0, 2}))
    state = GAME.load(text_of(phase="destroy:1,1,2,more", second=BROKEN))
    assert state.phase == Destroying(1, 0, 2, False)


def test_long_or_strange_values_are_shortened_and_escaped() -> None:
    said = refused(text_of(first="20:0.0.0.0:" + "字" * 80 + ":-:-"))[0]
    assert said == "atom: " + "\\u5b57" * 40 + " is not allowed; allowed: K0,0"
    many = ";".join(["K0,0"] * 30)
    assert refused(text_of(**cell_in_first(many)))[0].startswith(f"the atoms of {many[:40]} must")


def test_every_reason_of_the_game_is_reached() -> None:
    keys = {key for key in catalog("atom", "en") if key.startswith("bad-position.")}
    assert len(keys) == len({OFF, ORDER, CELL, SIZE, LIFE, TURN, PHASE}) == 7
