"""The parts below the rules: lines of the board, links, zones, words."""

from __future__ import annotations

import json
import re

import pytest

from duiyi.boards.square import DIRECTIONS, bits, square
from duiyi.core.locale import LANGUAGES
from duiyi.games.links import Holding, direct, reach, tree
from duiyi.games.relati_legacy import GAME
from duiyi.games.relati_legacy.attacks import line
from duiyi.games.relati_legacy.zones import Zone, covered, stands, widest, zone_around, zones

BOARD = square(9)


def cells(labels: str) -> int:
    found = [BOARD.cell(label) for label in labels.split()]
    return sum(1 << cell for cell in found if cell is not None)


def labels(found: int) -> str:
    return " ".join(BOARD.label(cell) for cell in bits(found))


def at(label: str) -> int:
    cell = BOARD.cell(label)
    assert cell is not None
    return cell


# boards


@pytest.mark.parametrize(
    ("direction", "moved"),
    [
        ("F", "E4 A8 I8"),
        ("B", "A2 I2 E6"),
        ("L", "H1 D5 H9"),
        ("R", "B1 F5 B9"),
        ("FR", "F4 B8"),
        ("FL", "D4 H8"),
        ("BR", "B2 F6"),
        ("BL", "H2 D6"),
    ],
)
def test_a_set_is_moved_one_step_and_what_leaves_the_board_is_gone(
    direction: str, moved: str
) -> None:
    assert labels(BOARD.moved(cells("A1 I1 E5 A9 I9"), direction)) == moved


def test_lines_go_in_eight_directions_to_the_edge() -> None:
    found = BOARD.lines[at("C3")]
    assert tuple(found) == DIRECTIONS == ("F", "B", "L", "R", "FR", "FL", "BR", "BL")
    named = {way: " ".join(BOARD.label(cell) for cell in line) for way, line in found.items()}
    assert named == {
        "F": "C2 C1",
        "B": "C4 C5 C6 C7 C8 C9",
        "L": "B3 A3",
        "R": "D3 E3 F3 G3 H3 I3",
        "FR": "D2 E1",
        "FL": "B2 A1",
        "BR": "D4 E5 F6 G7 H8 I9",
        "BL": "B4 A5",
    }
    assert labels(BOARD.line_bits["BL"][at("C3")]) == "B4 A5"
    assert BOARD.line_bits["F"][at("C1")] == 0


def test_lines_are_swept_over_passable_cells_only() -> None:
    passable = BOARD.full & ~cells("C1 B2")
    assert labels(BOARD.swept(cells("A1"), passable)) == "B1 A2 A3 A4 A5 A6 A7 A8 A9"
    assert BOARD.swept(0, BOARD.full) == 0
    assert labels(BOARD.swept(cells("A1"), cells("A2 A4 D4"))) == "A2"


def test_a_line_from_target_to_medium_and_beyond() -> None:
    found = line(BOARD, at("B5"), at("E5"))
    assert found is not None
    assert [BOARD.label(cell) for cell in found.between] == ["C5", "D5"]
    assert found.material == at("F5")
    edge = line(BOARD, at("G5"), at("I5"))
    assert edge is not None
    assert edge.material is None
    near = line(BOARD, at("B2"), at("C3"))
    assert near is not None
    assert (near.between, near.material) == ((), at("D4"))
    assert line(BOARD, at("B5"), at("C7")) is None
    assert line(BOARD, at("B5"), at("B5")) is None


# links


def test_links_begin_at_roots_go_on_over_relays_and_end_at_ends() -> None:
    held = Holding(cells("A1"), cells("C1"), cells("A3 E1"))
    found = reach(BOARD, held, held.all)
    assert labels(found.connected) == "A1 C1 E1 A3"
    only_ends = Holding(cells("A1"), 0, cells("C1 E1"))
    assert labels(reach(BOARD, only_ends, only_ends.all).connected) == "A1 C1"
    assert reach(BOARD, Holding(0, cells("A1")), 0) == (0, 0)


def test_a_blocked_path_carries_nothing() -> None:
    held = Holding(cells("A1"), cells("C1"))
    walls = held.all | cells("A2 B1 B2")
    assert labels(reach(BOARD, held, walls).connected) == "A1"
    assert labels(reach(BOARD, held, walls).linkable) == "B1 A2 B2"
    assert labels(direct(BOARD, at("A1"), walls)) == "B1 A2 B2"
    assert labels(direct(BOARD, at("A1"), held.all)) == "B1 C1 A2 B2 C2 A3 B3 C3"


def test_the_tree_prefers_cheap_links() -> None:
    held = Holding(cells("A1"), cells("B1 C1 D1"))
    links = [(BOARD.label(x.source), BOARD.label(x.target)) for x in tree(BOARD, held, held.all)]
    assert links == [("A1", "B1"), ("B1", "C1"), ("C1", "D1")]
    assert tree(BOARD, Holding(0, cells("A1")), 0) == ()
    ends = Holding(cells("A1"), 0, cells("B1 C1"))
    links = [(BOARD.label(x.source), BOARD.label(x.target)) for x in tree(BOARD, ends, cells("A1"))]
    assert links == [("A1", "B1"), ("A1", "C1")]


# zones


def test_l_15_zones_between_every_two_rows() -> None:
    shields = cells("B2 E2 G2 B4 E4 G6 B6")
    assert list(widest(BOARD, shields)) == [
        Zone(1, 1, 3, 4),
        Zone(1, 1, 5, 6),
    ]
    assert zones(BOARD, shields) == (Zone(1, 1, 5, 6),)
    assert zone_around(BOARD, shields, at("C3")) == Zone(1, 1, 3, 4)
    assert zone_around(BOARD, shields, at("G6")) == Zone(1, 1, 5, 6)
    assert zone_around(BOARD, shields, at("H6")) is None


def test_l_15_three_shields_and_shields_on_one_line_make_no_zone() -> None:
    assert list(widest(BOARD, cells("B2 E2 B4"))) == []
    assert list(widest(BOARD, cells("B2 C2 D2 E2"))) == []
    assert list(widest(BOARD, cells("B2 B3 B4 B5"))) == []
    assert list(widest(BOARD, cells("B2 E2 C4 F4"))) == []
    assert list(widest(BOARD, cells("C1 A2 C3 A4"))) == []
    assert covered(BOARD, cells("B2 E2 B4")) == 0


def test_l_15_zones_that_overlap_cover_both() -> None:
    shields = cells("A1 C1 A2 C2 B4 D4 B5 D5")
    assert zones(BOARD, shields) == (Zone(0, 0, 1, 2), Zone(3, 1, 4, 3))
    assert labels(covered(BOARD, shields)) == "A1 B1 C1 A2 B2 C2 B4 C4 D4 B5 C5 D5"


def test_l_15_a_zone_has_four_corners_all_of_which_must_stand() -> None:
    zone = Zone(1, 1, 5, 6)
    assert [BOARD.label(corner) for corner in zone.corners(BOARD)] == ["B2", "G2", "B6", "G6"]
    assert stands(BOARD, zone, cells("B2 G2 B6 G6"))
    for missing in ("B2", "G2", "B6", "G6"):
        assert not stands(BOARD, zone, cells("B2 G2 B6 G6") & ~cells(missing))
    assert zone.cells(BOARD).bit_count() == 30


@pytest.mark.parametrize(
    ("other", "inside"),
    [
        (Zone(1, 1, 5, 6), True),
        (Zone(2, 2, 4, 5), True),
        (Zone(0, 1, 5, 6), False),
        (Zone(1, 0, 5, 6), False),
        (Zone(1, 1, 6, 6), False),
        (Zone(1, 1, 5, 7), False),
    ],
)
def test_l_15_a_zone_inside_another(other: Zone, inside: bool) -> None:
    assert Zone(1, 1, 5, 6).contains(other) == inside


# words


def test_all_languages_have_the_same_messages_with_the_same_blanks() -> None:
    catalogs = {
        language: json.loads((GAME.locales / f"{language}.json").read_text("utf-8"))
        for language in LANGUAGES
    }
    english = catalogs["en"]
    for language, catalog in catalogs.items():
        assert list(catalog) == sorted(english), language
        for key, template in catalog.items():
            blanks = set(re.findall(r"\{(\w+)", template))
            assert blanks <= set(re.findall(r"\{(\w+)", english[key])) | {"count"}, (language, key)
            assert template, (language, key)
