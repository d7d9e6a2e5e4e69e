"""Random games of relati legacy: everything happens in them, and all of it as in `naive`."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from tests.unit.games.relati_legacy import naive
from tests.unit.games.relati_legacy.boards import legacy

from duiyi.boards.square import bits
from duiyi.games.relati_legacy import GAME, Action, Defend, RelatiLegacyState
from duiyi.games.relati_legacy.zones import covered

CODES = {"L": 1, "R": 14, "E": 0.15, "AN": 1.5, "AR": 1, "AB": 0.3, "D": 2.5}
"""How likely each kind of action is: chosen so that boards fill up and rare things happen."""
GAMES_PER_SEATS = 6
BESIEGED = "X#B2 X#H2 X#B8 X#H8 X*I4 XI5 XI6 XG1 XC9 O*E5 OE4 OD5 OE6 OF6 OD3"
"""O is inside a zone of X, where nothing can be spent on attacks."""


def chosen(state: RelatiLegacyState, chance: random.Random) -> Action:
    """An action of a random kind; a source is rarely made a shield, which soon ends games."""
    by_code: dict[str, list[Action]] = {}
    source = state.sides[state.owner].source
    for action in state.actions():
        ruin = isinstance(action, Defend) and source >> action.cell & 1
        if not ruin or chance.random() < 0.1:
            by_code.setdefault(state.text(action).split(":")[0], []).append(action)
    if not by_code:
        return state.actions()[0]
    codes = sorted(by_code)
    (code,) = chance.choices(codes, [CODES[code] for code in codes])
    return chance.choice(by_code[code])


def attempts(state: RelatiLegacyState, chance: random.Random) -> Iterator[str]:
    """Tokens that may or may not be legal; more attacks where there are zones to hinder them."""
    labels = state.board.labels
    for code in ("L", "R", "E", "AB", "D"):
        yield f"{code}:{chance.choice(labels)}"
    taken = [labels[cell] for cell in bits(state.board.full & ~state.empty)] or labels
    for _ in range(3):
        code = chance.choice(("AN", "AR"))
        yield f"{code}:{chance.choice(taken)}:{chance.choice((*taken, *labels[:9]))}"
    yield f"AR:{chance.choice(labels)}:{chance.choice(taken)}"
    own = [labels[cell] for cell in bits(state.valid(state.owner))]
    if own and any(covered(state.board, side.shield) for side in state.sides):
        for _ in range(20):
            yield f"AR:{chance.choice(taken)}:{chance.choice(own)}"


def played_out(seats: int, number: int) -> Iterator[tuple[RelatiLegacyState, Action]]:
    """A random game: from the start, from a crowded position, or from within a zone, in turn."""
    chance = random.Random(f"{seats} {number}")
    starts = (
        lambda: GAME.start(seats, size=9),
        lambda: crowded(seats, chance),
        lambda: legacy(BESIEGED, f"{seats} O 9"),
    )
    state = starts[number % 3]()
    while state.actor is not None:
        action = chosen(state, chance)
        yield state, action
        state = state.play(action)


@cache
def words() -> dict[str, str]:
    found: dict[str, str] = json.loads((GAME.locales / "en.json").read_text("utf-8"))
    return found


def test_everything_happens_in_random_games() -> None:
    counted = dict.fromkeys(CODES, 0)
    counted |= {key: 0 for key in words() if key.startswith(("event.", "violation."))}
    happened: Counter[str] = Counter()
    for seats in GAME.seats:
        for number in range(GAMES_PER_SEATS):
            chance = random.Random(number)
            for state, action in played_out(seats, number):
                happened[state.text(action).split(":")[0]] += 1
                for event in state.narrate(action):
                    happened[event.message.key.removeprefix("relati-legacy:")] += 1
                for token in attempts(state, chance):
                    found = state.why_not(token)
                    if found:
                        happened[f"violation.{found.code}"] += 1
    for name in counted:
        print(f"{happened[name]:6} {name}")
    assert [name for name in counted if not happened[name]] == []


@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_go_as_the_naive_rules_say(seats: int) -> None:
    plies = [*played_out(seats, 0), *played_out(seats, 2)]
    for state, action in plies[:: len(plies) // 10]:
        assert_same(state, action)


@pytest.mark.parametrize("seed", range(24))
def test_crowded_positions_go_as_the_naive_rules_say(seed: int) -> None:
    chance = random.Random(seed)
    seats = 2 + seed % 5
    state = crowded(seats, chance)
    by_code: dict[str, list[Action]] = {}
    for action in state.actions():
        by_code.setdefault(state.text(action).split(":")[0], []).append(action)
    for code in sorted(by_code):
        assert_same(state, chance.choice(by_code[code]))


def crowded(seats: int, chance: random.Random) -> RelatiLegacyState:
    """Pieces of all kinds anywhere: more than games often have at once."""
    letters, density = "OXDUAH"[:seats], chance.choice((0.3, 0.6, 0.9))
    cells = ["."] * 81
    for cell in range(81):
        if chance.random() < density:
            mark = chance.choice(("", "", "", "", "#", "#", "!", "@", "dead"))
            letter = chance.choice(letters)
            cells[cell] = letter.lower() if mark == "dead" else letter + mark
    for letter, cell in zip(letters, chance.sample(range(81), seats), strict=True):
        cells[cell] = f"{letter}*"
    rows = "/".join("".join(cells[row * 9 : row * 9 + 9]) for row in range(9))
    return GAME.load(f"{rows} {seats} {chance.choice(letters)} 9")


def assert_same(state: RelatiLegacyState, action: Action) -> None:
    """Legal actions, the board after one of them, and who is next or has won."""
    before = naive.read(state.dump())
    found = [state.text(each) for each in state.actions()]
    assert len(set(found)) == len(found)
    assert set(found) == naive.actions(before)
    later = state.play(action)
    wanted = naive.play(before, state.text(action))
    assert naive.read(later.dump())[2] == wanted[2]
    assert (-1 if later.actor is None else later.actor, later.gone) == wanted[3:5]


def test_only_those_who_can_act_have_actions() -> None:
    plies = list(played_out(4, 0))
    for state, _ in plies[:: len(plies) // 6]:
        size, seats, board, _me, gone, out = naive.read(state.dump())
        for seat in range(4):
            able = bool(naive.actions((size, seats, board, seat, gone, out)))
            assert state.can_act(seat) == able
