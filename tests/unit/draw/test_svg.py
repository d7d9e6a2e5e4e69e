"""Pictures of positions: clean SVG, in which everything that the view has stands at its place."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from tests.unit.draw.svgs import SVG, Element, Picture, apart, inside, picture, walk

import duiyi
from duiyi.core import BadOptions, Game, Geometry, Site, State, View, message
from duiyi.core.registry import drawer, games
from duiyi.core.view import SPARE, Area, Edge, Piece, Stone
from duiyi.draw.canvas import FULL_WIDTH, LAYERS
from duiyi.draw.layout import board_of, grown, hull
from duiyi.draw.look import look_of, theme
from duiyi.draw.materials.trays import spread
from duiyi.draw.montage import compose
from duiyi.draw.svg import draw, draw_state
from duiyi.draw.terminal.board import draw_text

GAMES = [game.id for game in games()]
EXTENSIONS = dict.fromkeys(("continuous", "cannon", "chain", "migration"), True)
ATOM = (
    "7 {phase} 18:12.3.4.10:{first}:K0,0;K0,2;R1,1:- 7:3.0.21.1:K0,0;G1,-1;K1,1:{second}:- "
    "damage=attack,life_cap=40,turn_limit=200,max_height=24,max_width=23"
)
TALL = ";".join(f"K{r},{r % 2}" for r in range(20))
WIDE = ";".join(f"{'KRB'[at % 3]}0,{2 * at}" for at in range(20))
BLOB = ";".join(f"{'KKGB'[(r + at) % 4]}{r},{2 * at + r % 2}" for r in range(6) for at in range(5))


def positions(name: str) -> list[tuple[State[Any], State[Any] | None]]:
    """Some positions of a game, early and late."""
    how: dict[str, Any] = EXTENSIONS if name == "relati" else {}
    found = list(walk(name, 3, 60, **how))
    return [(duiyi.game(name).start(), None), *found[4::18]]


POSITIONS = {name: positions(name) for name in GAMES}
CASES = [
    pytest.param(name, at, theme, id=f"{name}-{at}-{theme}")
    for name in GAMES
    for at in range(len(POSITIONS[name]))
    for theme in ("light", "dark")
]


def drawn(name: str, at: int, theme: str, **how: Any) -> tuple[View, Picture, str]:
    state, since = POSITIONS[name][at]
    svg = draw_state(state, since=since, theme=theme, **how)
    return state.view(since=since), picture(svg), svg


@pytest.mark.parametrize(("name", "at", "theme"), CASES)
def test_a_picture_is_plain_svg(name: str, at: int, theme: str) -> None:
    _, shown, svg = drawn(name, at, theme, legal=True)
    assert not re.search(r"var\(|class=|style=|<style|<filter|<image|data:|@|clip", svg)
    assert not re.search(r"\d\.\d{3}", svg)
    ids = [e.attrib["id"] for e in shown.root.iter() if "id" in e.attrib]
    assert len(ids) == len(set(ids))
    assert all(identity.startswith(f"{theme}-") for identity in ids)
    asked = set(re.findall(r'(?:href="#|url\(#)([\w-]+)', svg))
    assert asked <= set(ids)
    assert [layer for layer in LAYERS if layer in shown.layers] == list(shown.layers)


@pytest.mark.parametrize(("name", "at", "theme"), CASES)
def test_every_piece_is_drawn_at_its_site(name: str, at: int, theme: str) -> None:
    view, shown, _ = drawn(name, at, theme)
    game = duiyi.game(name)
    state, _ = POSITIONS[name][at]
    geometry = game.geometry(state.seats, state.options)
    board = board_of(view, geometry, look_of(game).material)
    if look_of(game).material == "cloth":
        board = spread(board, view)
    glyphs = shown.glyphs()
    for piece in view.pieces:
        x, y = board.xy(piece.site)
        near = [
            e
            for e in glyphs
            if abs(e.middle[0] - x) < 0.01 * board.cell + 0.02
            and abs(e.middle[1] - y) < 0.25 * board.cell
        ]
        names = {e["data-glyph"] for e in near}
        assert any(piece.stack[-1].glyph in found for found in names) or names & {
            "mark-root", "mark-shield"
        }, piece  # fmt: skip
        layers = {e.layer for e in near if not e["data-glyph"].startswith("mark-last")}
        assert layers == {"inert"} if set(piece.marks) & look_of(game).inert else layers


@pytest.mark.parametrize(("name", "at", "theme"), CASES)
def test_nothing_leaves_the_picture_and_all_text_is_large_enough(
    name: str, at: int, theme: str
) -> None:
    _, shown, _ = drawn(name, at, theme, legal=True)
    whole = (0.0, 0.0, shown.width, shown.height)
    for element in shown.elements:
        assert inside(element.box, whole), element
    for text in shown.texts():
        assert float(text["font-size"]) * FULL_WIDTH / shown.width >= 11.99, text


@pytest.mark.parametrize("name", GAMES)
def test_the_last_action_is_marked(name: str) -> None:
    for state, since in POSITIONS[name][1:]:
        view = state.view(since=since)
        before, after = (picture(draw_state(state, since=s)) for s in (None, since))
        marks = [e for e in after.elements if e.layer in ("tint", "marks")]
        assert bool(view.last) == bool(marks)
        assert not [e for e in before.elements if e.layer in ("tint", "marks")]


def test_a_step_of_tzaar_leaves_a_dotted_way() -> None:
    state = duiyi.game("tzaar").start()
    after = state.play("D3xC3")
    ways = [e for e in picture(draw_state(after, since=state)).elements if e["data-way"]]
    assert [way["data-way"] for way in ways] == ["D3"]
    assert ways[0]["stroke-dasharray"]


@pytest.mark.parametrize("name", GAMES)
def test_drawing_twice_gives_the_same_bytes(name: str) -> None:
    state, since = POSITIONS[name][-1]
    assert draw_state(state, since=since) == draw_state(state, since=since)


def test_pictures_on_one_page_share_what_they_define() -> None:
    pictures = [
        draw_state(state, since=since, theme=theme, width=width)
        for name in GAMES
        for state, since in POSITIONS[name][:2]
        for theme in ("light", "dark")
        for width in (None, 120)
    ]
    page = compose(pictures, 4, 1600, 8)  # refuses one id for two things
    assert len(picture(page).root.findall(f"{SVG}svg")) == len(pictures)


@pytest.mark.parametrize("seats", [2, 4])
def test_every_connected_symbol_has_one_link_and_no_other_has_any(seats: int) -> None:
    for state, since in list(walk("relati", 5, 90, seats=seats, **EXTENSIONS))[10::12]:
        view = state.view(since=since)
        marks = {piece.site: piece.marks for piece in view.pieces}
        edges = [e for e in picture(draw_state(state, since=since)).elements if e["data-edge"]]
        links = [e["data-edge"].split() for e in edges if e["data-kind"] != "cut"]
        ends = Counter(end for _, end in links)
        for site, mark in marks.items():
            held = not set(mark) & {"root", "lost", "dead"}
            assert ends[site] == (1 if held else 0), (site, mark)
        for start, _ in links:
            assert not set(marks[start]) & {"cannon", "spent", "lost", "dead"}


def test_links_that_one_must_point_at_are_left_out() -> None:
    state = duiyi.game("relati").start()
    for token in "E5 A9 E4 B9 D4 A8 F3".split():
        state = state.play(token)
    view, geometry = state.view(), state.game.geometry(2, state.options)
    drawn = tuple(edge for edge in view.edges if edge.kind != SPARE)
    assert len(drawn) == 5 < len(view.edges)
    bare = replace(view, edges=drawn)
    assert draw(view, geometry, state.game) == draw(bare, geometry, state.game)
    assert draw_text(view, geometry) == draw_text(bare, geometry)


def test_a_cut_link_leaves_two_stubs_that_do_not_meet() -> None:
    state = duiyi.game("relati").start()
    for token in "E5 F5 C3 D4".split():
        before, state = state, state.play(token)
    shown = picture(draw_state(state, since=before))
    stubs = [e for e in shown.elements if e["data-kind"] == "cut"]
    assert [e["data-edge"] for e in stubs] == ["E5 C3", "E5 C3"]
    assert apart(stubs[0].box, stubs[1].box)
    assert not [e for e in picture(draw_state(state)).elements if e["data-kind"] == "cut"]


def legacy_zone() -> State[Any]:
    rows = ["." * 9] * 9
    rows[2] = ".X#..X#...."
    rows[3] = "..X*......"
    rows[4] = "..X...OO*."
    rows[6] = ".X#..X#...."
    return duiyi.game("relati-legacy").load(f"{'/'.join(rows)} 2 O 9")


def test_a_safe_zone_is_a_rectangle_around_its_cells() -> None:
    state = legacy_zone()
    view = state.view()
    board = board_of(view, state.game.geometry(2, state.options), "paper")
    (zone,) = [e for e in picture(draw_state(state)).elements if e["data-area"]]
    (left, top), (right, bottom) = board.outline("B3")[0], board.outline("E7")[2]
    assert zone.box == pytest.approx((left, top, right, bottom), abs=0.02)
    assert zone.layer == "areas"


def test_an_attack_has_its_arrow_while_it_is_considered() -> None:
    state = duiyi.game("relati-legacy").load(
        f"{'........./' * 4}...XOO*.../..X*....../........./........./......... 2 O 9"
    )
    shown = picture(draw_state(state, choice="AN:D5:E5"))
    (arrow,) = [e for e in shown.elements if e["data-kind"] == "attack"]
    assert arrow["data-edge"] == "E5 D5"
    assert not [e for e in picture(draw_state(state)).elements if e["data-kind"] == "attack"]
    with pytest.raises(BadOptions):
        draw_state(state, choice="AN:D5:D5")


def test_hex_has_its_goals_along_its_edges() -> None:
    shown = picture(draw_state(duiyi.game("hex").start()))
    strokes = [e for e in shown.elements if e["data-area"]]
    colours = Counter(e["stroke"] for e in strokes)
    assert len(colours) == 2
    assert abs(colours.total() - 2 * min(colours.values())) <= 2
    assert not [e for e in strokes if e["data-area"] == "goal F6"]


@pytest.mark.parametrize("legal", [True, False])
def test_what_may_be_done_is_marked_only_when_asked(legal: bool) -> None:
    state = duiyi.game("relati").start(cannon=True).play("E5").play("F5").play("E4").play("F4")
    found = {
        e["data-legal"]: e["data-glyph"]
        for e in picture(draw_state(state, legal=legal)).elements
        if e["data-legal"]
    }
    assert bool(found) == legal
    if legal:
        assert found["D5"] == "verb-link"
        assert found["E4"] == "verb-build"  # it may become a cannon: at the foot


def test_marks_say_what_would_happen() -> None:
    """The likely act in the centre, the other at the foot, a dog-ear on what can be taken."""
    state = duiyi.game("relati-legacy").load(
        f"{'........./' * 4}...XOO*.../..X*....../........./........./......... 2 O 9"
    )
    marks: dict[str, list[Element]] = {}
    for mark in picture(draw_state(state, legal=True)).elements:
        if mark["data-legal"]:
            marks.setdefault(mark["data-legal"], []).append(mark)
    glyphs = {site: [mark["data-glyph"] for mark in there] for site, there in marks.items()}
    assert glyphs["E4"] == ["verb-link", "foot-escape"]
    assert glyphs["A9"] == ["foot-escape"]
    assert glyphs["E5"] == ["verb-shield"]
    assert glyphs["D5"] == ["verb-take"]
    link, foot = (mark.middle for mark in marks["E4"])
    assert foot[0] > link[0]
    assert foot[1] > link[1]
    assert marks["A9"][0].layer == "dots"
    assert marks["D5"][0].layer == "marks"
    tiny = picture(draw_state(state, legal=True, width=120)).glyphs()
    assert "verb-shield" not in {mark["data-glyph"] for mark in tiny}


def test_others_links_fade_while_one_of_four_seats_chooses() -> None:
    state = duiyi.game("relati").start(4)
    for token in "E5 M5 E13 M13 E4 M4 E12 M12".split():
        state = state.play(token)
    shown = picture(draw_state(state, legal=True))
    opacity = {e["data-edge"]: float(e["opacity"]) for e in shown.elements if e["data-edge"]}
    assert opacity["E5 E4"] > opacity["M5 M4"] == opacity["E13 E12"]


def test_tiny_cells_have_no_gloss_no_shadow_and_no_dashes() -> None:
    state, since = list(walk("relati", 4, 120, seats=4, **EXTENSIONS))[-1]
    large = draw_state(state, since=since)
    tiny = draw_state(state, since=since, width=300)
    assert "g-gloss" in large
    assert "stroke-dasharray" in large
    assert "gloss" not in tiny
    assert "dasharray" not in tiny
    assert 'width="300"' in tiny


def test_stacks_show_their_height_inside_their_stone() -> None:
    text = "T.r../..Z12.../t2.....R/...z10..../T7...r3..t/..R5...T./...t4..z/.Z2...r/..R.t w 1 41"
    state = duiyi.game("tzaar").load(text)
    shown = picture(draw_state(state))
    board = board_of(state.view(), state.game.geometry(2, state.options), "slab")
    tops = {e.middle[0]: e for e in shown.glyphs() if e.layer == "pieces"}  # the last of a column
    for piece in state.view().pieces:
        height = len(piece.stack)
        x, y = board.xy(piece.site)
        numbers = [
            e
            for e in shown.texts()
            if abs(e.middle[0] - x) < 1 and abs(e.middle[1] - y) < 0.3 * board.cell
        ]
        assert [e.words for e in numbers] == ([str(height)] if height > 1 else [])
        for number in numbers:
            crown = min(
                (e for e in shown.glyphs() if abs(e.middle[0] - x) < 1),
                key=lambda e: abs(e.middle[1] - number.middle[1]),
            )
            (left, top, right, bottom), size = crown.box, crown.box[2] - crown.box[0]
            well = left + 0.24 * size, top + 0.24 * size, right - 0.24 * size, bottom - 0.24 * size
            assert inside(number.box, well)
    assert tops


@pytest.mark.parametrize("phase", ["act:3", "place:2,1"])
@pytest.mark.parametrize(
    ("first", "second"), [(BLOB, TALL), (TALL, WIDE), ("K0,0", "K0,0"), (WIDE, BLOB)]
)
def test_numbers_of_atom_stand_inside_their_tray_and_touch_nothing(
    phase: str, first: str, second: str
) -> None:
    state = duiyi.game("atom").load(ATOM.format(phase=phase, first=first, second=second))
    shown = picture(draw_state(state))
    trays = [e for e in shown.elements if e["fill"] == theme("light")["tray"] and e["rx"]]
    atoms = [e for e in shown.glyphs() if e["data-glyph"].startswith("atom-")]
    lines = [e for e in shown.elements if e.layer == "labels" and e.tag == "path"]
    labels = {edge.label for edge in state.view().edges if edge.label}
    texts = shown.texts()
    measures = [e for e in texts if e.words in labels and any(inside(e.box, t.box) for t in trays)]
    assert len(measures) >= len([edge for edge in state.view().edges if edge.label])
    for one in (*measures, *lines):
        assert all(apart(one.box, atom.box, 1.0) for atom in atoms), one
        assert any(inside(one.box, tray.box) for tray in trays), one
    for text in texts:
        others = [e for e in (*texts, *lines) if e is not text]
        assert all(apart(text.box, other.box, 1.0) for other in others), text


def test_atom_says_whose_side_is_whose_and_which_cells_are_empty() -> None:
    state = duiyi.game("atom").load(ATOM.format(phase="act:3", first=BLOB, second="K0,0"))
    shown = picture(draw_state(state, language="zh-Hant"))
    words = [e.words for e in shown.texts()]
    assert {"先手", "後手"} <= set(words) or sum("手" in word for word in words) >= 2
    assert words.count("空") == 2
    life = [e for e in shown.texts() if e["font-size"] == "46"]
    assert {e.words for e in life} == {"18", "7"}
    symbols = {e["data-glyph"] for e in shown.glyphs()}
    assert {"relati-circle", "relati-cross"} <= symbols


class Strange:
    """A game that draws with names that nobody knows."""

    id = "strange"
    look = "relati"


def strange(*pieces: Piece, sites: tuple[Site, ...], **more: Any) -> Picture:
    view = replace(View(0, 0, 1, (), message("x"), pieces), **more)
    game: Any = Strange()
    known: Game = game
    return picture(draw(view, Geometry(sites), known))


def test_unknown_glyphs_and_marks_are_still_shown() -> None:
    sites = tuple(Site(f"n{at}", at, at % 2, f"node {at}") for at in range(5))
    shown = strange(
        Piece("n0", (Stone("dragon", 1),)),
        Piece("n1", (Stone("circle", 0, "9"),), ("king",)),
        Piece("n2", (Stone("circle", 0),) * 5),
        sites=sites,
        edges=(Edge("n0", "n2", ("n1",), 0, "alliance"),),
        areas=(Area(("n3", "n4"), 1, "swamp"),),
    )
    assert {"dra", "ki", "9", "5"} <= {e.words for e in shown.texts()}
    assert {e["data-glyph"] for e in shown.glyphs()} == {"dragon", "relati-circle"}
    assert [e["data-edge"] for e in shown.elements if e["data-edge"]] == ["n0 n2"]
    assert len([e for e in shown.elements if e["data-area"]]) == 2


def test_a_board_without_sites_is_an_empty_sheet() -> None:
    assert strange(sites=()).layers == ("ground", "grid")
    assert strange(sites=(Site("x", 3, 3),)).layers == ("ground", "grid", "labels")


def test_a_state_draws_itself_for_a_notebook() -> None:
    state = duiyi.game("hex").start()
    shown = getattr(state, "_repr_svg_")()  # noqa: B009
    assert shown == draw_state(state)
    assert drawer("svg") is draw_state
    assert drawer("oil on canvas") is None


def test_the_hull_has_corners_only_and_grows_by_its_edges() -> None:
    points = [(float(x), y + 1e-9 * x) for x in range(4) for y in range(4)]
    corners = hull(points)
    assert len(corners) == 4
    assert sorted((round(x), round(y)) for x, y in grown(corners, 1)) == [
        (-1, -1), (-1, 4), (4, -1), (4, 4)
    ]  # fmt: skip
