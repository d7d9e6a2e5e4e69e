"""The nine violations of tzaar (T-8), each through the protocol and through both file interfaces.

Each ends a game with its own code; the record keeps the offending text, `duiyi judge` comes to the
same verdict, and the report explains it in three languages.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.arena.command_lines import commands
from tests.arena.misbehaving import (
    BOT,
    HERE,
    UNHURRIED,
    assert_undisturbed,
    hurried,
    leaving_nothing,
    play,
)
from tests.commands import Run

from duiyi import game
from duiyi.arena.game.judge import Finding, judge
from duiyi.arena.game.played import Played
from duiyi.arena.report.page.explain import explain
from duiyi.core.locale import LANGUAGES, has, text
from duiyi.core.record.dyr import read_dyr, write_dyr
from duiyi.engine.files.interface_b import Cell, cells_of, changes
from duiyi.engine.files.tzaar import read_position

TZAAR = game("tzaar")
FAULTY = HERE / "bots" / "files_faulty.c"
WEAK = "Tt2.../ZRz.../......./......../......../......../......./..r.../t.... w 1 3"
"""A1 is white and beside a black stack on A2."""


class Violation(NamedTuple):
    """What White says: in the protocol, in both lines of A, in the cells that B rewrites."""

    move: str
    lines: str
    cells: str
    start: str = ""

    @property
    def text(self) -> str:
        """The token that breaks the rule: the last one."""
        return self.move.split()[-1]


NINE = {
    "no-such-piece": Violation("I9xC3", "E,4,4,-2,0 P,0,0,0,0", "0,8,0,0,0 4,2,1,1,2"),
    "not-your-piece": Violation("A1xB1", "E,-4,0,-3,-1 P,0,0,0,0", "4,0,0,0,0 5,1,2,1,1"),
    "off-board": Violation("C2xA97", "E,-2,-1,-4,-4 P,0,0,0,0", "5,2,0,0,0 8,0,1,1,2"),
    "not-a-line": Violation("C2xG3", "E,-2,-1,2,-2 P,0,0,0,0", "5,2,0,0,0 6,6,1,1,2"),
    "jump": Violation("C2xC4", "E,-2,-1,-2,1 P,0,0,0,0", "5,2,0,0,0 3,2,1,1,2"),
    "first-turn-two-steps": Violation(
        "C2xC3 C3xC4", "E,-2,-1,-2,0 E,-2,0,-2,1", "5,2,0,0,0 4,2,0,0,0 3,2,1,1,2"
    ),
    "first-step-must-capture": Violation("C2+B1", "S,-2,-1,-3,-1 P,0,0,0,0", "5,2,0,0,0 5,1,1,2,2"),
    "too-weak": Violation("A1xA2", "E,-4,0,-4,1 P,0,0,0,0", "4,0,0,0,0 3,0,1,1,1", WEAK),
}
"""All but `timeout`, in the order in which they are judged."""
WAYS = ("protocol", "files-a", "files-b")


@pytest.fixture
def nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with leaving_nothing(monkeypatch):
        yield


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)
    return commands(monkeypatch, capsys)


def spec_of(way: str, code: str) -> str:
    if code == "timeout":
        return f"{BOT} 1 busy" if way == "protocol" else f"{way}:{FAULTY} spins --"
    found = NINE[code]
    return {
        "protocol": f"{BOT} 1 line move {found.move}",
        "files-a": f"files-a:{FAULTY} say {found.lines} --",
        "files-b": f"files-b:{FAULTY} rewrite {found.cells} --",
    }[way]


def written_of(way: str, code: str) -> str:
    """What the program itself wrote, where that was no token: the line, or the change."""
    if way == "protocol" or code == "timeout":
        return ""
    found = NINE[code]
    if way == "files-a":
        return found.lines.split()[len(found.move.split()) - 1]
    state = TZAAR.load(found.start) if found.start else TZAAR.start()
    before = cells_of(read_position(state.dump()))
    after = dict(before)
    for word in found.cells.split():
        row, column, *cell = map(int, word.split(","))
        after[column - 4, 4 - row] = Cell(*cell)
    return changes(before, after)


def assert_recorded(played: Played, line: str) -> None:
    """The record has it in its last line, and says the same when it has been read again."""
    written = write_dyr(played.record)
    assert f" {line} {{" in written.rstrip().splitlines()[-1]
    (judgement,) = judge(read_dyr(written))
    assert judgement.finding is Finding.confirmed
    assert (judgement.seat, judgement.verdict) == (0, line.split()[1])


def assert_explained(played: Played, about: str) -> None:
    """In every language, and about this very move."""
    (offence,) = played.offences
    why = explain(offence, TZAAR)
    for part in (why.title, why.told, *([why.rule] if why.rule else [])):
        assert all(has(part.key, language) for language in LANGUAGES)
        assert text(part, "en") != text(part, "zh-Hant")
    said = [text(why.told), text(why.rule) if why.rule else ""]
    assert about in " ".join(said)


@pytest.mark.usefixtures("nothing_is_left")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("code", [*NINE, "timeout"])
def test_a_violation_ends_the_game_with_its_own_code(code: str, way: str, run: Run) -> None:
    timed = code == "timeout"
    found = Violation("", "", "") if timed else NINE[code]
    conditions = hurried() if timed else UNHURRIED
    start = TZAAR.load(found.start) if found.start else TZAAR.start()
    played = play(spec_of(way, code), conditions, start=start)
    (offence,) = played.offences
    broken = "" if timed else found.text
    verdict = "timeout" if timed else "illegal"
    assert (offence.seat, offence.verdict, offence.code) == (0, verdict, code)
    assert offence.text == broken
    wrote = written_of(way, code)
    assert offence.wrote == wrote
    assert offence.node == len(found.move.split()[:-1])
    assert TZAAR.load(offence.position).actor == (1 if code == "first-turn-two-steps" else 0)
    assert_undisturbed(played, conditions, 0)
    assert_recorded(played, f"!0 {verdict} {code}" + (f' "{broken}"' if broken else ""))
    assert_explained(played, "time" if timed else f"{broken} ({wrote})" if wrote else broken)
    Path("game.dyr").write_text(write_dyr(played.record), "utf-8")
    ran = run("judge", "game.dyr")
    assert ran.code == 0
    assert not wrote or f" ({wrote})\n" in ran.out
    assert f"seat 0, {verdict} {code}: confirmed: " in ran.out


def test_they_are_the_nine_of_the_rules() -> None:
    """With the one that the clock finds."""
    start = TZAAR.start()
    judged = {code: start.why_not(found.text) for code, found in NINE.items() if not found.start}
    named = {code for code, broken in judged.items() if broken is not None and broken.code == code}
    assert named == NINE.keys() - {"too-weak", "first-turn-two-steps"}
    assert len({*NINE, "timeout"}) == 9
