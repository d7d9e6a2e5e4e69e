"""`duiyi render`: pictures of positions and of records, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.commands import Run

import duiyi
from duiyi.draw.svg import draw_state

MOVES = "E5 F5 C3 D4"


@pytest.fixture
def record(run: Run) -> Path:
    run("play", "relati", "--save", "g.dyr", typed="".join(f"{move}\n" for move in MOVES.split()))
    return Path("g.dyr")


def test_svg_goes_to_stdout(run: Run) -> None:
    ran = run("render", "tzaar")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == draw_state(duiyi.game("tzaar").start())


def test_a_position_with_options(run: Run) -> None:
    state = duiyi.game("relati").start(3, cannon=True)
    how = ("--seats", "3", "-o", "cannon=on", "--theme", "dark", "--legal", "--no-coordinates")
    ran = run("render", "relati", *how, "--width", "300", "--language", "zh-Hant")
    expected = draw_state(
        state, theme="dark", legal=True, coordinates=False, width=300, language="zh-Hant"
    )
    assert ran.out == expected
    again = run("render", "relati", "--position", state.dump())
    assert again.out == draw_state(state)


def test_png_goes_to_a_file(run: Run) -> None:
    assert run("render", "hex", "--format", "png", "--width", "200").out == "saved to hex.png\n"
    data = Path("hex.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == 200


def test_the_name_of_the_file_tells_the_format(run: Run) -> None:
    assert run("render", "hex", "--out", "a.png").code == 0
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")
    assert run("render", "hex", "--out", "a.svg").code == 0
    ElementTree.parse("a.svg")


def test_a_record_after_a_turn_or_a_move(run: Run, record: Path) -> None:
    states = [duiyi.game("relati").start()]
    for move in MOVES.split():
        states.append(states[-1].play(move))
    last = run("render", "relati", "--record", str(record))
    assert last.out == draw_state(states[4], since=states[3])
    for option in ("--turn", "--move"):
        ran = run("render", "relati", "--record", str(record), option, "2")
        assert ran.out == draw_state(states[2], since=states[1])
    before = run("render", "relati", "--record", str(record), "--move", "0")
    assert before.out == draw_state(states[0])


def test_one_choice_can_be_shown(run: Run) -> None:
    ran = run("render", "tzaar", "--choice", "D3xC3")
    assert ran.out == draw_state(duiyi.game("tzaar").start(), choice="D3xC3")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nothing",), "there is no game nothing"),
        (("tzaar", "--format", "gif"), "gif"),
        (("tzaar", "--out", "x.gif"), "a picture is a .svg or a .png file"),
        (("tzaar", "--format", "png", "--out", "x.svg"), "x.svg is not a .png file"),
        (("tzaar", "--out", "no/x.svg"), "no/x.svg: No such file or directory"),
        (("tzaar", "--turn", "1"), "about a --record"),
        (("tzaar", "--move", "1"), "about a --record"),
        (("tzaar", "--position", "?"), "the position must have the form"),
        (("tzaar", "--choice", "A1xA2"), "A1xA2 is not legal here"),
        (("tzaar", "--record", "none.dyr"), "none.dyr: No such file or directory"),
        (("tzaar", "--record", "g.dyr"), "g.dyr is a record of relati, not of tzaar"),
        (("relati", "--record", "g.dyr", "--move", "9"), "the moves of this record are 1 to 4"),
        (("relati", "--record", "g.dyr", "--turn", "9"), "the turns of this record are 1 to 5"),
        (("relati", "--record", "g.dyr", "--turn", "1", "--move", "1"), "one of them says where"),
        (("relati", "--record", "g.dyr", "--seats", "2"), "--record says it all"),
        (("tzaar", "--width", "3"), "greater than or equal to 60"),
        (("tzaar", "--theme", "pink"), "pink"),
    ],
)
def test_wrong_input_is_one_line(
    run: Run, record: Path, arguments: tuple[str, ...], said: str
) -> None:
    ran = run("render", *arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert said in ran.err
    assert ran.err.startswith("duiyi: ")
    assert ran.err.count("\n") == 1
