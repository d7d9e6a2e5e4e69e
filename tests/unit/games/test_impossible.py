"""Impossible positions: what is said, where, and how it is mended."""

from __future__ import annotations

import pytest

from duiyi.core import game, locale
from duiyi.core.errors import BadPosition
from duiyi.core.study.editing import edited, judged, palette_of, problems_of

ATOM = "damage=attack,life_cap=none,turn_limit=200,max_height=24,max_width=23"
E9 = "........."
CASES = [
    (
        "relati-classic", "O..../...../...../...../..... O O 2",
        "by the rules the player to move is cross, not circle", (), ("actor",),
    ),
    (
        "relati", "/".join(["O*.....O*..", *[E9] * 7, "X*........"]) + " O X 3 -",
        "circle has more than one root", ("A1", "G1"), (),
    ),
    (
        "relati", "/".join(["O*........", "...X!.....", *[E9] * 6, "X*........"]) + " O X 3 cannon",
        "the cannon on D2 is cut off: it would be dead", ("D2",), (),
    ),
    (
        "relati", "/".join(["O*.o......", *[E9] * 7, "X*........"]) + " O X 3 -",
        "circle has dead symbols, but no extension that kills is on", ("C1",),
        ("option.cannon", "option.migration"),
    ),
    (
        "relati-legacy", "/".join(["..O*.O*....", *[E9] * 7, "X*........"]) + " 2 O 3",
        "circle has more than one source", ("C1", "E1"), (),
    ),
    (
        "relati-legacy", "/".join(["..O......", *[E9] * 7, "X*........"]) + " 2 X 3",
        "circle has plain pieces only: a source, or what became of it, must be there", ("C1",), (),
    ),
    (
        "relati-legacy", "/".join(["..O*......", *[E9] * 7, "X*........"]) + " 3 X 3 gone:O",
        "circle is said to be eliminated, but has an action", (), ("gone",),
    ),
    (
        "tzaar", "T..../....../......./......../......../......../......./....../....t w 1 3",
        "both sides lack a kind: one of them had lost before", (), ("counts",),
    ),
    (
        "tzaar", "ttttT/TrrrRT/TRzzZRT/TRZtTZRT/TRZTtzrt/trztTzrt/trzZZrt/trRRRt/tTTTT w 2 1",
        "White's turn 1 has no step 2", (), ("step", "turn"),
    ),
    (
        "atom", f"3 act:0 20:1.1.1.1:K0,0;K0,2;R4,0:-:- 20:1.1.1.1:-:-:- {ATOM}",
        "a cell must hang together and hold a black atom", ("0.1:4,0",), (),
    ),
    (
        "atom", f"3 act:0 20:1.1.1.1:R0,0:-:- 20:1.1.1.1:-:-:- {ATOM}",
        "a cell must hang together and hold a black atom", ("0.1:0,0",), (),
    ),
    (
        "atom", f"3 act:0 0:1.1.1.1:-:-:- 20:1.1.1.1:-:-:- {ATOM}",
        "the lives do not fit a game that is going on, or that ended so", ("0.life",),
        ("life.0", "phase"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "says", "sites", "fields"), CASES)
def test_it_is_said_at_its_sites_and_each_repair_leaves_less_wrong(
    name: str, text: str, says: str, sites: tuple[str, ...], fields: tuple[str, ...]
) -> None:
    kind = game(name)
    palette = palette_of(kind)
    assert palette is not None
    with pytest.raises(BadPosition) as caught:
        kind.load(text)
    assert (str(caught.value), caught.value.sites, caught.value.fields) == (says, sites, fields)
    now = judged(kind, palette, palette.read(kind, text))
    problems = problems_of(kind, palette, now)
    assert locale.text(problems[0].message) == says
    assert problems[0].repairs
    for repair in problems[0].repairs:
        mended = edited(kind, palette, now.arrangement, repair.operations)
        assert len(judged(kind, palette, mended).problems) < len(problems)
    for language in locale.LANGUAGES:
        assert locale.has(problems[0].message.key, language)


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(BadPosition) as caught:
        game("relati-legacy").load("/".join(["..O*.O*....", *[E9] * 7, "X*.X*......"]) + " 2 O 3")
    assert [str(one) for one in caught.value.also] == ["cross has more than one source"]
    assert caught.value.also[0].sites == ("A9", "C9")
