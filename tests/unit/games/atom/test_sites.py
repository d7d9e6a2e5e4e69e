"""atom: the six trays, the lattice points in them, and the holdings."""

from __future__ import annotations

import random
from itertools import combinations
from math import isclose

import pytest
from tests.unit.games.atom.positions import fight, played, position, side, tower, wall

from duiyi.boards.triangle import neighbours
from duiyi.core.view import Site
from duiyi.games.atom import GAME, AtomState
from duiyi.games.atom.view import BRACKET, GAP, HOLDING, MARGIN, SMALLEST


def by_id(state: AtomState) -> dict[str, Site]:
    found = {site.id: site for site in state.view().sites}
    assert len(found) == len(state.view().sites)
    return found


def box(site: Site) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in site.outline], [y for _, y in site.outline]
    return min(xs), min(ys), max(xs), max(ys)


def trays(state: AtomState) -> list[Site]:
    return [site for site in state.view().sites if site.outline]


BIG = fight(side(tower(9), wall(7), "K0,0"), side(wall(12), "", "K4,4 R5,5"))


def test_the_start_has_six_trays_eight_holdings_and_two_lives() -> None:
    sites = by_id(GAME.start())
    assert [site.id for site in trays(GAME.start())] == ["0.1", "0.2", "0.3", "1.1", "1.2", "1.3"]
    assert sorted(set(sites) - {site.id for site in trays(GAME.start())}) == sorted(
        f"{seat}.{name}" for seat in (0, 1) for name in (*"KRBG", "life")
    )
    assert [sites[f"1.{colour}"].label for colour in "KRBG"] == list("KRBG")
    assert {sites[f"1.{colour}"].group for colour in "KRBG"} == {"1.held"}
    assert [(sites[one].label, sites[one].group) for one in ("0.1", "1.3")] == [
        ("1", "0.1"),
        ("3", "1.3"),
    ]


def test_measures_in_edges_of_the_lattice() -> None:
    assert (SMALLEST, MARGIN, BRACKET, GAP, HOLDING) == (4.0, 0.7, 1.1, 0.6, 1.2)


def test_a_small_tray() -> None:
    edge = SMALLEST + 2 * MARGIN + BRACKET
    sites = by_id(GAME.start())
    for number in range(3):
        left = number * (edge + GAP)
        above, below = box(sites[f"1.{number + 1}"]), box(sites[f"0.{number + 1}"])
        top = HOLDING + GAP
        assert above == pytest.approx((left, top, left + edge, top + edge))
        top += edge + GAP
        assert below == pytest.approx((left, top, left + edge, top + edge))
    assert {sites[f"1.{colour}"].y for colour in "KRBG"} == {HOLDING / 2}
    under = HOLDING + 3 * GAP + 2 * edge + HOLDING / 2
    assert [sites[f"0.{colour}"].y for colour in "KRBG"] == pytest.approx([under] * 4)
    across = [sites[f"0.{colour}"].x for colour in "KRBG"]
    assert across == [sites[f"1.{colour}"].x for colour in "KRBG"] == sorted(set(across))


def test_the_outline_is_a_rectangle_around_the_middle() -> None:
    for tray in trays(BIG):
        left, top, right, bottom = box(tray)
        assert tray.outline == ((left, top), (right, top), (right, bottom), (left, bottom))
        assert (tray.x, tray.y) == pytest.approx(((left + right) / 2, (top + bottom) / 2))


@pytest.mark.parametrize("state", [GAME.start(), BIG], ids=["start", "big"])
def test_trays_are_of_one_size_and_do_not_overlap(state: AtomState) -> None:
    boxes = [box(tray) for tray in trays(state)]
    sizes = {(round(r - left, 6), round(b - t, 6)) for left, t, r, b in boxes}
    assert len(sizes) == 1
    for one, other in combinations(boxes, 2):
        beside = one[2] < other[0] or other[2] < one[0]
        assert beside or one[3] < other[1] or other[3] < one[1]
    for site in state.view().sites:
        if site.group.endswith("held"):
            assert site.y < min(b[1] for b in boxes) or site.y > max(b[3] for b in boxes)


def test_the_largest_cell_decides_the_size() -> None:
    wide, high = 12.0, 9 * 3**0.5 / 2
    left, top, right, bottom = box(trays(BIG)[0])
    assert right - left == pytest.approx(wide + 2 * MARGIN + BRACKET)
    assert bottom - top == pytest.approx(high + 2 * MARGIN + BRACKET)


def test_points_lie_in_their_tray_with_room_for_brackets() -> None:
    sites = by_id(BIG)
    for site in sites.values():
        if ":" in site.id:
            left, top, right, bottom = box(sites[site.group])
            assert site.id.startswith(site.group + ":")
            assert site.label == site.id.split(":")[1]
            assert left + BRACKET + MARGIN - 1e-9 <= site.x <= right - MARGIN + 1e-9
            assert top + MARGIN - 1e-9 <= site.y <= bottom - BRACKET - MARGIN + 1e-9


def test_neighbours_are_one_apart_and_rows_go_up() -> None:
    state = position("place:4,1", side("K0,0", held="1.0.0.0"), side())
    sites = by_id(state)
    middle = sites["0.1:0,0"]
    for r, h in neighbours((0, 0)):
        near = sites[f"0.1:{r},{h}"]
        assert isclose((near.x - middle.x) ** 2 + (near.y - middle.y) ** 2, 1)
        assert (near.y < middle.y) == (r > 0)
        assert (near.x > middle.x) == (h > 0)


def test_a_cell_is_in_the_middle_of_its_tray() -> None:
    sites = by_id(BIG)
    left, top, right, bottom = box(sites["0.3"])
    one = sites["0.3:0,0"]
    assert one.x == pytest.approx((left + BRACKET + right) / 2)
    assert one.y == pytest.approx((top + bottom - BRACKET) / 2)
    low, high = sites["1.3:4,4"], sites["1.3:5,5"]
    left, top, right, bottom = box(sites["1.3"])
    assert (low.x + high.x) / 2 == pytest.approx((left + BRACKET + right) / 2)
    assert (low.y + high.y) / 2 == pytest.approx((top + bottom - BRACKET) / 2)


def points(state: AtomState, tray: str) -> list[str]:
    return [site.label for site in state.view().sites if site.group == tray and not site.outline]


def test_where_the_player_may_place_points_are_shown() -> None:
    state = position("place:1,1", side("K0,0", held="2.0.0.0"), side("K0,0"))
    around = ["-1,-1", "-1,1", "0,-2", "0,0", "0,2", "1,-1", "1,1"]
    assert points(state, "0.1") == around
    assert points(state, "0.2") == points(state, "0.3") == ["0,0"]
    assert points(state, "1.1") == ["0,0"]
    assert points(state, "1.2") == []
    done = state.play("1K0,2")
    assert points(done, "0.1") == ["0,0", "0,2"]
    assert points(done, "0.2") == []
    assert points(state.play("end"), "0.1") == ["0,0"]


def test_the_second_player_is_shown_where_he_may_place() -> None:
    state = position("place:1,1", side("K0,0"), side("K0,0", held="2.0.0.0"), turn=2)
    assert len(points(state, "1.1")) == 7
    assert points(state, "0.1") == ["0,0"]


def test_points_beyond_the_caps_are_not_shown() -> None:
    state = position("place:4,1", side("K0,0 K0,2 K1,1 K2,2"), side(), max_height=2, max_width=1)
    assert points(state, "0.1") == ["0,0", "0,2", "1,1", "2,0", "2,2"]


def test_an_id_stays_while_its_point_does() -> None:
    """Whatever happens elsewhere: an atom's site has the same id, label and group."""
    rng = random.Random(4)
    state = GAME.start(turn_limit=12)
    while state.outcome is None:
        before = by_id(state)
        chances = [action for action, _ in state.chances()]
        state = state.play(rng.choice(chances or list(state.actions())))
        after = by_id(state)
        for seat, one in enumerate(state.sides):
            for number, cell in enumerate(one.cells):
                for r, h, _ in cell:
                    id_ = f"{seat}.{number + 1}:{r},{h}"
                    assert id_ in after
                    if id_ in before:
                        assert (after[id_].label, after[id_].group) == (
                            before[id_].label,
                            before[id_].group,
                        )
        assert [site.id for site in trays(state)] == [site.id for site in trays(GAME.start())]


def test_sites_follow_the_cells_when_a_cell_is_cut() -> None:
    state = fight(side(tower(4)), side(wall(3)))
    assert points(state, "1.1") == ["0,0", "0,2", "0,4", "0,6"]
    assert points(played(state, "A11 X0,2 H1:0,4"), "1.1") == ["0,4", "0,6"]
