"""`duiyi hand-in --dry-run`: the five steps in the terminal, in three languages."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.arena.command_lines import commands
from tests.arena.handed_in import GREEDY, HEADER
from tests.commands import Run

from duiyi.classes.validation import read_validation

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there is no sandbox")
WRONG = "#include <stdio.h>\n\nint main(void)\n{\n    int best = three;\n    return bets;\n}\n"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return commands(monkeypatch, capsys)


def test_a_folder_is_tried_step_by_step(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mybot"
    folder.mkdir()
    (folder / "duiyi.h").write_text(HEADER)
    (folder / "bot.c").write_text(GREEDY)
    (folder / "notes.txt").write_text("x")
    said = run("hand-in", "--dry-run", str(folder), "--game", "tzaar")
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0] == "Trying mybot.zip as the class would: tzaar, 5 s for a turn."
    steps = ("received", "compiled", "checked", "test games")
    assert [line.partition(",")[0] for line in lines[1:5]] == [f"[x] {step}" for step in steps]
    assert "  notes.txt: not used: neither a source nor a header" in lines
    assert any(line.startswith("  game against greedy: ") for line in lines)
    assert lines[-1] == "mybot.zip is ready: it would play now."
    assert sorted(path.name for path in folder.iterdir()) == ["bot.c", "duiyi.h", "notes.txt"]


@pytest.mark.parametrize(
    ("language", "seal", "last", "words"),
    [
        (
            "en",
            "[!] compiled",
            "bot.c stops at “compiled”: bot.c: 2 errors",
            "bets is not declared",
        ),
        ("zh-Hant", "[譯] 編譯", "bot.c 停在編譯：bot.c 有 2 個錯誤", "這裡沒有宣告 bets"),
        ("zh-Hans", "[译] 编译", "bot.c 停在编译：bot.c 有 2 个错误", "这里没有声明 bets"),
    ],
)
def test_what_stops_it_is_said_with_its_line_in_three_languages(
    run: Run, tmp_path: Path, language: str, seal: str, last: str, words: str
) -> None:
    source = tmp_path / "bot.c"
    source.write_text(WRONG.replace("return bets;", "return\tbets; // 漢字"))
    said = run("hand-in", "--dry-run", str(source), "--game", "tzaar", "--language", language)
    assert said.code == 1
    assert any(line.startswith(seal) for line in said.out.splitlines())
    assert said.out.splitlines()[-1].startswith(last)
    assert words in said.out
    assert "  bot.c:6:12: error: ‘bets’ undeclared" in said.out
    assert "  > 6 |     return    bets; // 漢字\n      |               ~~~~\n" in said.out
    assert "best" in said.out.partition("bets;")[2]


def test_as_json_it_can_be_read_by_programs(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "bot.c"
    source.write_text(WRONG)
    said = run("hand-in", "--dry-run", "--json", str(source), "--game", "tzaar")
    assert said.code == 1
    done = read_validation(said.out)
    assert done.stopped is not None
    assert done.stopped.name.value == "compiled"


def test_only_a_dry_run_is_there_and_wrong_input_is_one_line(run: Run, tmp_path: Path) -> None:
    for words in (
        (str(tmp_path), "--game", "tzaar"),
        ("--dry-run", str(tmp_path / "missing"), "--game", "tzaar"),
        ("--dry-run", str(tmp_path), "--game", "chess"),
    ):
        said = run("hand-in", *words)
        assert (said.code, said.out) == (2, "")
        assert said.err.startswith("duiyi: ")
        assert said.err.count("\n") == 1
