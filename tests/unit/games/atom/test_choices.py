"""atom: click paths, labels, buttons and previews."""

from __future__ import annotations

import pytest
from tests.unit.games.atom.positions import fight, played, position, side, tower, wall, words

from duiyi.core.locale import LANGUAGES, catalog
from duiyi.core.view import BUTTON, Choice
from duiyi.games.atom import GAME, AtomState
from duiyi.games.atom.actions import Draw
from duiyi.games.atom.view import choice

PLACING = position("place:4,1", side("K0,0", held="1.0.1.0"), side())
ACTING = fight(
    side(tower(5) + " R0,2 B0,-2", "K0,0 G0,2 R0,4", life=19),
    side("", "K0,0 K0,2 K0,4 K1,5 G1,1", wall(5)),
    life_cap=19,
)
OPEN = fight(side("", tower(3)), side())
DESTROYING = fight(side(tower(4) + " R0,2"), side("", wall(2))).play("A12")
KEEPING = played(fight(side(tower(4)), side("", "K0,0 R1,1 K0,2 K0,4 K0,6 G1,7")), "A12 X0,2")
LOSING = fight(side("K0,0 R0,2"), side("K0,0", wall(1)), turn=4).play("E1:0,2")


def of(state: AtomState, token: str) -> Choice:
    (found,) = [one for one in state.view().choices if one.token == token]
    return found


PATHS = [
    (GAME.start(), "a", ("#a",)),
    (GAME.start(), "b", ("#b",)),
    (GAME.start(), "c", ("#c",)),
    (PLACING, "1B1,-1", ("0.B", "0.1:1,-1")),
    (PLACING, "3K0,0", ("0.K", "0.3:0,0")),
    (PLACING, "end", ("#end-placing",)),
    (ACTING, "A12", ("0.1", "1.2")),
    (ACTING, "A23", ("0.2", "1.3")),
    (ACTING, "E2:0,2", ("0.2:0,2", "#effect")),
    (ACTING, "end", ("#end",)),
    (OPEN, "D2", ("0.2", "#direct")),
    (DESTROYING, "X0,2", ("1.2:0,2",)),
    (DESTROYING.play("X0,0"), "X0,4", ("1.2:0,4",)),
    (DESTROYING.play("X0,0"), "stop", ("#stop",)),
    (LOSING, "L2:0,2", ("0.2:0,2",)),
]


@pytest.mark.parametrize(("state", "token", "path"), PATHS)
def test_clicks_from_ones_own_piece_to_the_target_or_a_button(
    state: AtomState, token: str, path: tuple[str, ...]
) -> None:
    found = of(state, token)
    assert found.paths == (path,)
    assert (found.default, found.edges) == (False, ())


def test_any_atom_of_a_part_may_be_clicked_to_keep_it() -> None:
    assert of(KEEPING, "H2:0,0").paths == (("1.2:0,0",), ("1.2:1,1",))
    assert of(KEEPING, "H2:0,4").paths == (("1.2:0,4",), ("1.2:0,6",), ("1.2:1,7",))


ALL = [GAME.start(), PLACING, ACTING, OPEN, DESTROYING, DESTROYING.play("X0,0"), KEEPING, LOSING]


@pytest.mark.parametrize("state", ALL)
def test_no_path_begins_another_and_all_lead_over_sites(state: AtomState) -> None:
    view = state.view()
    assert [one.token for one in view.choices] == [state.text(one) for one in state.actions()]
    paths = [path for one in view.choices for path in one.paths]
    assert len(set(paths)) == len(paths)
    for path in paths:
        assert not any(other != path and other[: len(path)] == path for other in paths)
        for click in path[:-1]:
            assert not click.startswith(BUTTON)
    ids = {site.id for site in view.sites}
    clicks = {click for path in paths for click in path if not click.startswith(BUTTON)}
    assert clicks <= ids


@pytest.mark.parametrize("state", ALL)
def test_only_the_actor_is_shown_choices(state: AtomState) -> None:
    assert state.actor is not None
    assert state.view(state.actor).choices == state.view().choices
    assert state.view(1 - state.actor).choices == ()


def test_chance_has_no_choices() -> None:
    state = GAME.start().play("a")
    assert state.view().choices == ()
    with pytest.raises(AssertionError, match="chance has no choices"):
        choice(state, Draw((5, 0, 0, 0)))


FULL = position("choose", side("K0,0", "K0,0", "K0,0"), side())
LABELS = [
    (FULL, "a", "draw 8 atoms", "抽取 8 个原子", "抽取 8 個原子"),
    (FULL, "b", "place up to 7 atoms", "最多放 7 个原子", "最多放 7 個原子"),
    (FULL, "c", "attack up to 3 times", "最多进攻 3 次", "最多進攻 3 次"),
    (
        position("choose", side("K0,0"), side()),
        "c",
        "attack up to 1 time",
        "最多进攻 1 次",
        "最多進攻 1 次",
    ),
    (GAME.start(), "a", "draw 5 atoms", "抽取 5 个原子", "抽取 5 個原子"),
    (GAME.start(), "b", "place up to 4 atoms", "最多放 4 个原子", "最多放 4 個原子"),
    (GAME.start(), "c", "attack up to 0 times", "最多进攻 0 次", "最多進攻 0 次"),
    (
        PLACING,
        "1B1,-1",
        "blue to 1,-1 of cell 1",
        "蓝原子放到格子 1 的 1,-1",
        "藍原子放到格子 1 的 1,-1",
    ),
    (PLACING, "end", "end the placement", "结束排布", "結束排布"),
    (ACTING, "end", "end the turn", "结束回合", "結束回合"),
    (ACTING, "A23", "cell 2 attacks cell 3", "格子 2 攻击格子 3", "格子 2 攻擊格子 3"),
    (OPEN, "D2", "cell 2 attacks the player", "格子 2 直接攻击玩家", "格子 2 直接攻擊玩家"),
    (ACTING, "E2:0,2", "use 0,2 of cell 2", "发动格子 2 的 0,2", "發動格子 2 的 0,2"),
    (DESTROYING, "X0,2", "destroy 0,2", "破坏 0,2", "破壞 0,2"),
    (DESTROYING.play("X0,0"), "stop", "destroy no more", "不再破坏", "不再破壞"),
    (
        LOSING,
        "L2:0,2",
        "give up 0,2 of cell 2",
        "破坏自己格子 2 的 0,2",
        "破壞自己格子 2 的 0,2",
    ),
    (
        KEEPING,
        "H2:0,4",
        "keep this part of cell 2: 3 atoms",
        "保留格子 2 的这一块：3 个原子",
        "保留格子 2 的這一塊：3 個原子",
    ),
]


@pytest.mark.parametrize(("state", "token", "en", "hans", "hant"), LABELS)
def test_labels(state: AtomState, token: str, en: str, hans: str, hant: str) -> None:
    assert words(of(state, token).label) == (en, hans, hant)


PREVIEWS = [
    (
        ACTING,
        "A12",
        "5 against 2.5: 4 damage, 2 atoms",
        "5 对 2.5：4 点伤害，2 个原子",
        "5 對 2.5：4 點傷害，2 個原子",
    ),
    (ACTING, "A13", "5 against 5: nothing happens", "5 对 5：攻不破", "5 對 5：攻不破"),
    (OPEN, "D2", "3 damage", "3 点伤害", "3 點傷害"),
    (
        fight(side(tower(1)), side("K0,0")),
        "A11",
        "1 against 0: 1 damage, 1 atom",
        "1 对 0：1 点伤害，1 个原子",
        "1 對 0：1 點傷害，1 個原子",
    ),
    (
        ACTING,
        "E1:0,2",
        "the other gives up 2 atoms",
        "对方破坏自己的 2 个原子",
        "對方破壞自己的 2 個原子",
    ),
    (ACTING, "E1:0,-2", "1 black to hold", "得 1 个黑原子", "得 1 個黑原子"),
    (ACTING, "E2:0,2", "0 life", "恢复 0 点生命", "恢復 0 點生命"),
    (
        ACTING,
        "E2:0,4",
        "the other gives up 0 atoms",
        "对方破坏自己的 0 个原子",
        "對方破壞自己的 0 個原子",
    ),
    (fight(side("K0,0 G0,2 K1,1"), side()), "E1:0,2", "2 life", "恢复 2 点生命", "恢復 2 點生命"),
]


@pytest.mark.parametrize(("state", "token", "en", "hans", "hant"), PREVIEWS)
def test_previews(state: AtomState, token: str, en: str, hans: str, hant: str) -> None:
    preview = of(state, token).preview
    assert preview is not None
    assert words(preview) == (en, hans, hant)


def test_previews_tell_what_the_options_make_of_an_attack() -> None:
    for damage, said in (("none", "0 damage"), ("excess", "2 damage"), ("attack", "4 damage")):
        mine, theirs = side(tower(5)), side("K0,0 K0,2 K0,4 K1,5 G1,1")
        preview = of(fight(mine, theirs, damage=damage), "A11").preview
        assert preview is not None
        assert words(preview)[0] == f"5 against 2.5: {said}, 1 atom"


def test_a_red_previews_no_more_atoms_than_there_are() -> None:
    preview = of(fight(side("K0,0 R0,2 K1,1"), side("K0,0")), "E1:0,2").preview
    assert preview is not None
    assert words(preview)[0] == "the other gives up 1 atom"


def test_only_attacks_and_effects_have_a_preview() -> None:
    for state in ALL:
        for one in state.view().choices:
            assert (one.preview is not None) == (one.token[0] in "ADE")


def test_every_label_and_preview_of_the_catalog_is_reached() -> None:
    found = {of(state, token).label.key for state, token, *_ in LABELS}
    for state, token, *_ in PREVIEWS:
        preview = of(state, token).preview
        assert preview is not None
        found.add(preview.key)
    written = [key for key in catalog("atom", "en") if key.startswith(("choice.", "preview."))]
    assert found == {f"atom:{key}" for key in written}


def test_every_button_is_worded() -> None:
    pressed = {path[-1] for _, _, path in PATHS if path[-1].startswith(BUTTON)}
    for language in LANGUAGES:
        written = {key for key in catalog("atom", language) if key.startswith("button.")}
        assert {f"button.{one.removeprefix(BUTTON)}" for one in pressed} == written
