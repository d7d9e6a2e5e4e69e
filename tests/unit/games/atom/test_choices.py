"""atom: click paths, labels, buttons and previews."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.unit.games.atom.positions import fight, played, position, side, tower, wall, words

from duiyi.core.locale import LANGUAGES, catalog
from duiyi.core.message import Message
from duiyi.core.view import BUTTON, Choice
from duiyi.games.atom import GAME, AtomState
from duiyi.games.atom.actions import Draw
from duiyi.games.atom.phases import Keeping
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


def test_a_direct_attack_goes_to_the_number_of_the_life_or_to_a_button() -> None:
    assert of(OPEN, "D2").paths == (("0.2", "1.life"), ("0.2", "#direct"))


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
ONE = position("choose", side("K0,0"), side())
LABELS = [
    (
        FULL,
        "a",
        "More atoms: draw 8, not 5",
        "多抽：抽 8 个，平常 5 个",
        "多抽：抽 8 個，平常 5 個",
    ),
    (
        FULL,
        "b",
        "More building: place 7, not 4",
        "多放：放 7 个，平常 4 个",
        "多放：放 7 個，平常 4 個",
    ),
    (FULL, "c", "More attacks: 3, not 1", "多攻：攻 3 次，平常 1 次", "多攻：攻 3 次，平常 1 次"),
    (
        ONE,
        "c",
        "More attacks: 1, as always",
        "多攻：攻 1 次，跟平常一样",
        "多攻：攻 1 次，跟平常一樣",
    ),
    (
        GAME.start(),
        "a",
        "More atoms: draw 5, as always",
        "多抽：抽 5 个，跟平常一样",
        "多抽：抽 5 個，跟平常一樣",
    ),
    (
        GAME.start(),
        "b",
        "More building: place 4, as always",
        "多放：放 4 个，跟平常一样",
        "多放：放 4 個，跟平常一樣",
    ),
    (
        GAME.start(),
        "c",
        "More attacks: none in the very first turn",
        "多攻：整局的第一个回合不能进攻",
        "多攻：整局的第一個回合不能進攻",
    ),
    (
        PLACING,
        "1B1,-1",
        "blue to 1,-1 of cell 1",
        "蓝原子放到 1 格的 1,-1",
        "藍原子放到 1 格的 1,-1",
    ),
    (PLACING, "end", "done placing", "放完", "放完"),
    (ACTING, "end", "end the turn", "结束回合", "結束回合"),
    (ACTING, "A23", "cell 2 attacks cell 3", "2 格进攻 3 格", "2 格進攻 3 格"),
    (OPEN, "D2", "cell 2 hits the player", "2 格直攻玩家", "2 格直攻玩家"),
    (ACTING, "E2:0,2", "use green 0,2 of cell 2", "发动 2 格的绿原子 0,2", "發動 2 格的綠原子 0,2"),
    (DESTROYING, "X0,2", "destroy black 0,2", "破坏黑原子 0,2", "破壞黑原子 0,2"),
    (DESTROYING.play("X0,0"), "stop", "leave the rest", "到此为止", "到此為止"),
    (
        LOSING,
        "L2:0,2",
        "give up black 0,2 of cell 2",
        "拿掉自己 2 格的黑原子 0,2",
        "拿掉自己 2 格的黑原子 0,2",
    ),
    (
        KEEPING,
        "H2:0,4",
        "keep this part of cell 2: 3 atoms",
        "留下 2 格的这一块：3 个原子",
        "留下 2 格的這一塊：3 個原子",
    ),
]


@pytest.mark.parametrize(("state", "token", "en", "hans", "hant"), LABELS)
def test_labels(state: AtomState, token: str, en: str, hans: str, hant: str) -> None:
    assert words(of(state, token).label) == (en, hans, hant)


PREVIEWS = [
    (
        ACTING,
        "A12",
        "5 > 2.5: breaks, −4 life, up to 2 of theirs go",
        "5＞2.5：攻破，对方 −4 命，最多破坏 2 个",
        "5＞2.5：攻破，對方 −4 命，最多破壞 2 個",
    ),
    (
        ACTING,
        "A13",
        "5 = 5: holds, nothing happens",
        "5＝5：攻不破，什么都不会发生",
        "5＝5：攻不破，什麼都不會發生",
    ),
    (OPEN, "D2", "−3 life, to 17", "对方 −3 命，剩 17", "對方 −3 命，剩 17"),
    (
        fight(side(tower(1)), side("K0,0")),
        "A11",
        "1 > 0: breaks, −1 life, up to 1 of theirs goes",
        "1＞0：攻破，对方 −1 命，最多破坏 1 个",
        "1＞0：攻破，對方 −1 命，最多破壞 1 個",
    ),
    (
        fight(side(tower(4)), side("K0,0 B0,2")),
        "A11",
        "4 > 0: −4 life, but blue saves every atom",
        "4＞0：对方 −4 命，但蓝原子保住所有原子",
        "4＞0：對方 −4 命，但藍原子保住所有原子",
    ),
    (
        fight(side(tower(4)), side("K0,0", life=4)),
        "A11",
        "4 > 0: breaks, −4 life, you win",
        "4＞0：攻破，对方 −4 命，你就赢了",
        "4＞0：攻破，對方 −4 命，你就贏了",
    ),
    (
        fight(side(tower(4)), side(life=4)),
        "D1",
        "−4 life, to 0: you win",
        "对方 −4 命，剩 0：你就赢了",
        "對方 −4 命，剩 0：你就贏了",
    ),
    (
        ACTING,
        "E1:0,2",
        "the other gives up 2; 1 of your own goes",
        "对方拿掉 2 个；自己少 1 个",
        "對方拿掉 2 個；自己少 1 個",
    ),
    (
        ACTING,
        "E1:0,-2",
        "+1 black; 1 of your own goes",
        "得 1 个黑原子；自己少 1 个",
        "得 1 個黑原子；自己少 1 個",
    ),
    (
        ACTING,
        "E2:0,2",
        "+0 life; 2 of your own go",
        "恢复 0 点生命；自己少 2 个",
        "恢復 0 點生命；自己少 2 個",
    ),
    (
        ACTING,
        "E2:0,4",
        "the other gives up 0; 1 of your own goes",
        "对方拿掉 0 个；自己少 1 个",
        "對方拿掉 0 個；自己少 1 個",
    ),
    (
        fight(side("K0,0 G0,2 K1,1"), side()),
        "E1:0,2",
        "+2 life; 1 of your own goes",
        "恢复 2 点生命；自己少 1 个",
        "恢復 2 點生命；自己少 1 個",
    ),
    (
        fight(side("K0,0 G0,2 K0,4"), side()),
        "E1:0,2",
        "+2 life; 1 of your own goes; a cell of yours falls apart, and you keep one part",
        "恢复 2 点生命；自己少 1 个；你的格子断开，只留一块",
        "恢復 2 點生命；自己少 1 個；你的格子斷開，只留一塊",
    ),
    (
        fight(side(tower(3)), side("K0,0 G0,2")).play("A11"),
        "X0,0",
        "2 of theirs go",
        "对方少 2 个",
        "對方少 2 個",
    ),
    (
        fight(side(tower(3)), side(wall(2))).play("A11"),
        "X0,2",
        "1 of theirs goes; the cell falls apart, and the other keeps one part",
        "对方少 1 个；格子断开，对方只留一块",
        "對方少 1 個；格子斷開，對方只留一塊",
    ),
    (LOSING, "L2:0,2", "1 of your own goes", "自己少 1 个", "自己少 1 個"),
    (KEEPING, "H2:0,4", "2 of your own go", "自己少 2 个", "自己少 2 個"),
    (
        fight(side("K0,0"), side(), turn=20, turn_limit=20),
        "end",
        "the last turn: the game ends without a winner",
        "最后一个回合：对局结束，没有赢家",
        "最後一個回合：對局結束，沒有贏家",
    ),
]


@pytest.mark.parametrize(("state", "token", "en", "hans", "hant"), PREVIEWS)
def test_previews(state: AtomState, token: str, en: str, hans: str, hant: str) -> None:
    preview = of(state, token).preview
    assert preview is not None
    assert words(preview) == (en, hans, hant)


def test_previews_tell_what_the_options_make_of_an_attack() -> None:
    for damage, loss in (("none", 0), ("excess", 2), ("attack", 4)):
        mine, theirs = side(tower(5)), side("K0,0 K0,2 K0,4 K1,5 G1,1")
        preview = of(fight(mine, theirs, damage=damage), "A11").preview
        assert preview is not None
        assert words(preview)[0] == f"5 > 2.5: breaks, −{loss} life, up to 1 of theirs goes"


def test_a_red_previews_no_more_atoms_than_there_are() -> None:
    preview = of(fight(side("K0,0 R0,2 K1,1"), side("K0,0")), "E1:0,2").preview
    assert preview is not None
    assert words(preview)[0] == "the other gives up 1; 1 of your own goes"


def test_what_only_asks_or_ends_has_no_preview() -> None:
    for state in ALL:
        for one in state.view().choices:
            assert (one.preview is not None) == (one.token[0] in "ADEXLH")


def atoms(state: AtomState, seat: int) -> int:
    return sum(map(len, state.sides[seat].cells))


def said(preview: Message) -> Message:
    """Without what is said around it."""
    what = dict(preview.params).get("what", preview)
    assert isinstance(what, Message)
    return what


def test_previews_count_the_atoms_that_go_and_name_the_end() -> None:
    """In random games: every preview that counts, against what playing the choice does."""
    counted = Counter[str]()
    for seed in range(8):
        choose, state = random.Random(seed), GAME.start()
        for _ in range(400):
            if state.outcome is not None:
                break
            for one in state.view().choices:
                if one.preview is None:
                    continue
                later, key = state.play(one.token), said(one.preview).key.partition(":")[2]
                counted[key] += 1
                lost = [atoms(state, seat) - atoms(later, seat) for seat in (0, 1)]
                assert state.actor is not None
                own, theirs = lost[state.actor], lost[1 - state.actor]
                params = dict(said(one.preview).params)
                match key:
                    case "preview.own" | "preview.R" | "preview.B" | "preview.G":
                        assert (own, theirs) == (params["count"], 0)
                    case "preview.destroy":
                        assert (own, theirs) == (0, params["count"])
                    case _:
                        assert (own, theirs) == (0, 0)
                apart = said(one.preview) is not one.preview
                keeps = isinstance(later.phase, Keeping) and one.verb != "keep"
                assert apart == keeps
                wins = later.outcome is not None and later.outcome.winner == state.actor
                assert key.endswith("-wins") == wins
            action = choose.choice(state.actions() or [draw for draw, _ in state.chances()])
            state = state.play(action)
    assert {"preview.own", "preview.destroy", "preview.R", "preview.B", "preview.G"} <= set(counted)


def test_every_label_and_preview_of_the_catalog_is_reached() -> None:
    found = {of(state, token).label.key for state, token, *_ in LABELS}
    for state, token, *_ in PREVIEWS:
        preview = of(state, token).preview
        assert preview is not None
        found |= {preview.key, said(preview).key}
    written = [key for key in catalog("atom", "en") if key.startswith(("choice.", "preview."))]
    assert found == {f"atom:{key}" for key in written}


def test_every_button_is_worded() -> None:
    paths = [*(path for _, _, path in PATHS), *of(OPEN, "D2").paths]
    pressed = {path[-1] for path in paths if path[-1].startswith(BUTTON)}
    for language in LANGUAGES:
        written = {key for key in catalog("atom", language) if key.startswith("button.")}
        assert {f"button.{one.removeprefix(BUTTON)}" for one in pressed} == written
