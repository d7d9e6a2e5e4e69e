"""`duiyi new-bot`: what it makes compiles without a warning and plays at once."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from tests.arena.command_lines import SDK, commands
from tests.commands import Run

FILES = {
    "c": {"bot.c", "duiyi.h", "Makefile", "README.md", "README.zh-Hant.md"},
    "cpp": {"bot.cpp", "duiyi.h", "Makefile", "README.md", "README.zh-Hant.md"},
    "python": {"bot.py", "duiyi_bot.py", "README.md"},
}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)
    return commands(monkeypatch, capsys)


def build(directory: Path) -> None:
    made = subprocess.run(
        ["make", "-C", directory, "CFLAGS=-std=c11 -O1 -Wall -Wextra -Werror -pedantic"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (made.returncode, made.stderr) == (0, "")


@pytest.mark.parametrize("game", ["tzaar", "relati-classic"])
@pytest.mark.parametrize("language", FILES)
def test_a_new_bot_compiles_and_plays_at_once(
    run: Run, tmp_path: Path, language: str, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = run("new-bot", game, "--language", language, "mybot")
    directory = tmp_path / "mybot"
    assert made.code == 0
    assert {file.name for file in directory.iterdir()} == FILES[language]
    command = "'python3 bot.py'" if language == "python" else "./bot"
    assert f"duiyi check-bot {command} --game {game}" in made.out
    assert f"duiyi match {command} random --game {game}" in made.out
    if language != "python":
        assert "    make " in made.out
        build(directory)
    monkeypatch.chdir(directory)
    checked = run("check-bot", command.strip("'"), "--game", game, "--games", "2")
    assert (checked.code, checked.err) == (0, ""), checked.out
    assert "is ready: 2 games" in checked.out


@pytest.mark.parametrize("language", FILES)
def test_the_bot_is_called_like_its_directory_whatever_that_is(
    run: Run, tmp_path: Path, language: str
) -> None:
    """Also where the name would end the string in its source."""
    directory = tmp_path / 'my "best" \\ 棋'
    assert run("new-bot", "tzaar", "--language", language, str(directory)).code == 0
    start = ["python3", "bot.py"]
    if language != "python":
        build(directory)
        start = ["./bot"]
    said = subprocess.run(
        start, cwd=directory, input=b"hello 1\nquit\n", capture_output=True, timeout=60, check=True
    )
    assert said.stdout.decode().splitlines()[0] == 'id name my "best" \\ 棋'


def test_a_directory_that_is_not_empty_is_left_as_it_is(run: Run, tmp_path: Path) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "bot.c").write_text("mine")
    said = run("new-bot", "tzaar", "full")
    assert (said.code, said.out) == (2, "")
    assert said.err == (
        "duiyi: full is not empty: give the name of a new directory, or empty this one first\n"
    )
    assert [file.name for file in full.iterdir()] == ["bot.c"]
    assert (full / "bot.c").read_text() == "mine"


def test_an_empty_directory_and_one_whose_parents_are_missing_will_do(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    assert run("new-bot", "tzaar", "empty").code == 0
    assert run("new-bot", "tzaar", "deep/down/bot").code == 0
    assert (tmp_path / "deep" / "down" / "bot" / "bot.c").is_file()


def test_what_cannot_be_made_is_said_in_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "is not a directory" in run("new-bot", "tzaar", "file").err
    assert "tzaar" in run("new-bot", "tzar", "bot").err
    assert run("new-bot", "tzaar", "bot", "--language", "cobol").code == 2
    assert sorted(os.listdir(tmp_path)) == ["file"]


def test_make_debug_says_where_a_bot_went_wrong(run: Run, tmp_path: Path) -> None:
    run("new-bot", "tzaar", "bot")
    source = tmp_path / "bot" / "bot.c"
    wrong = "int main(void)\n{\n    volatile int at = 60;\n    tzaar_board wrong;\n"
    wrong += "    wrong.at[at].height = 1;\n"
    source.write_text(source.read_text().replace("int main(void)\n{\n", wrong))
    subprocess.run(["make", "-s", "-C", source.parent, "debug"], check=True, timeout=120)
    ran = subprocess.run(
        [source.parent / "bot"], input=b"quit\n", capture_output=True, timeout=60, check=False
    )
    assert ran.returncode != 0
    assert b"bot.c:" in ran.stderr


@pytest.mark.parametrize("page", ["write-a-bot.md", "write-a-bot.zh-Hant.md"])
def test_the_strategy_of_the_tutorial_compiles_and_plays(
    run: Run, tmp_path: Path, page: str
) -> None:
    """As its reader would do it: `choose` is replaced by what stands there."""
    tutorial = (SDK.parent / "docs" / page).read_text("utf-8")
    (block,) = re.findall(r"```c\n(.*?)```", tutorial, re.DOTALL)
    run("new-bot", "tzaar", "bot")
    source = tmp_path / "bot" / "bot.c"
    before, _, rest = source.read_text().partition("/* The step after which")
    source.write_text(f"{before}{block}\nint main(void){rest.partition('int main(void)')[2]}")
    build(source.parent)
    said = run("check-bot", "bot/bot", "--game", "tzaar", "--games", "1", "--seconds", "0.8")
    assert (said.code, said.err) == (0, ""), said.out
