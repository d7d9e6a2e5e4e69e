"""`duiyi new-bot`: what it makes compiles without a warning and plays at once."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.arena.command_lines import SDK, commands
from tests.commands import Run
from tests.selection import slow_but

from duiyi.arena.bots.entrants import prepare, read_entrant
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.intake.bot_folders import folder_bot
from duiyi.core.record import Withdrawal
from duiyi.core.record.dyr import read_dyr

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


@pytest.mark.parametrize("interface", slow_but("files-b", of=["files-a", "files-b"]))
def test_a_bot_for_a_course_interface_compiles_and_plays_at_once(
    run: Run, tmp_path: Path, interface: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`bot.toml` remembers the interface: nothing has to be said about it any more."""
    made = run("new-bot", "tzaar", "--interface", interface, "mybot")
    directory = tmp_path / "mybot"
    assert made.code == 0
    assert {file.name for file in directory.iterdir()} == FILES["c"] | {"duiyi_files.h", "bot.toml"}
    build(directory)
    monkeypatch.chdir(directory)
    checked = run("check-bot", "./bot", "--game", "tzaar", "--games", "2")
    assert (checked.code, checked.err) == (0, ""), checked.out
    assert "./bot is ready: 2 games, 2 won" in checked.out
    played = run("match", "./bot", "greedy", "--game", "tzaar", "--games", "2", "--records", "r")
    # A busy machine is spoken of before a match; that is no fault of the bot.
    told = [line for line in played.err.splitlines() if not line.startswith("This machine is busy")]
    assert (played.code, told) == (0, []), played.out
    records = [read_dyr(file.read_text("utf-8")) for file in Path("r").glob("*.dyr")]
    assert len(records) == 2
    for record in records:
        assert not any(isinstance(node, Withdrawal) for node in record.nodes)
        assert record.last().outcome is not None


@pytest.mark.parametrize("interface", slow_but("files-b", of=["files-a", "files-b"]))
def test_a_bot_is_handed_in_as_it_was_made(run: Run, tmp_path: Path, interface: str) -> None:
    """A cup compiles its folder and speaks to it as `bot.toml` says."""
    run("new-bot", "tzaar", "--interface", interface, str(tmp_path / "bots" / "me"))
    entry = folder_bot(tmp_path / "bots" / "me", tmp_path, "cup.toml")
    assert entry.spec == f"{interface}:./bots/me"
    ready = prepare(read_entrant(entry.spec), Conditions(trust=True), tmp_path / "cache", tmp_path)
    assert (ready.kind.value, ready.diagnostics) == (interface, "")


def test_the_interface_can_be_said_where_nothing_remembers_it(run: Run, tmp_path: Path) -> None:
    run("new-bot", "tzaar", "--interface", "files-b", "mybot")
    (tmp_path / "mybot" / "bot.toml").unlink()
    build(tmp_path / "mybot")
    check = ("check-bot", "mybot/bot", "--game", "tzaar", "--games", "1")
    said = run(*check, "--interface", "files-b")
    assert (said.code, said.err) == (0, ""), said.out
    assert run(*check).code == 1


def test_what_is_said_comes_before_what_is_remembered(run: Run, tmp_path: Path) -> None:
    run("new-bot", "tzaar", "mybot")
    build(tmp_path / "mybot")
    (tmp_path / "mybot" / "bot.toml").write_text('interface = "files-a"\n')
    check = ("check-bot", "mybot/bot", "--game", "tzaar", "--games", "1")
    assert run(*check, "--interface", "protocol").code == 0
    assert run(*check).code == 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('interface = "files-c"', "interface is “files-c”; it is one of protocol, files-a"),
        ("interface = ", "bot.toml cannot be read: "),
        ("#" * 70_000, "bot.toml cannot be read: more than 65536 bytes"),
    ],
)
def test_settings_that_make_no_sense_are_told(
    run: Run, tmp_path: Path, text: str, problem: str
) -> None:
    (tmp_path / "bot.py").write_text("")
    (tmp_path / "bot.toml").write_text(text)
    said = run("check-bot", "python3 bot.py", "--game", "tzaar")
    assert said.code == 2
    assert problem in said.err


def test_settings_that_are_a_link_are_passed_over(run: Run, tmp_path: Path) -> None:
    """It could lead to what the bot's author may not read."""
    (tmp_path / "secret").write_text("root:secret")
    (tmp_path / "bot.py").write_text("")
    (tmp_path / "bot.toml").symlink_to("secret")
    said = run("check-bot", "python3 bot.py", "--game", "tzaar", "--games", "1")
    assert said.code == 1
    assert "secret" not in said.out + said.err


@pytest.mark.parametrize(
    "arguments", [["relati"], ["tzaar", "--language", "cpp"], ["tzaar", "--language", "python"]]
)
def test_the_course_interfaces_are_for_tzaar_in_c(
    run: Run, tmp_path: Path, arguments: list[str]
) -> None:
    said = run("new-bot", *arguments, "--interface", "files-a", "bot")
    assert said.code == 2
    assert "--interface files-a is for tzaar in C" in said.err
    assert not (tmp_path / "bot").exists()


@pytest.mark.parametrize(
    "options",
    [
        ["--language", "c"],
        ["--language", "cpp"],
        ["--interface", "files-a"],
        ["--interface", "files-b"],
        ["--language", "python"],
    ],
)
def test_its_pages_name_files_that_exist(run: Run, tmp_path: Path, options: list[str]) -> None:
    run("new-bot", "tzaar", *options, "bot")
    there = {file.name for file in (tmp_path / "bot").iterdir()}
    for page in (tmp_path / "bot").glob("*.md"):
        text = page.read_text("utf-8")
        rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
        listed = set(re.findall(r"`((?:[\w-]+\.(?:c|cpp|h|py|toml))|Makefile)`", "".join(rows)))
        assert listed <= there
        if "python" not in options:
            assert listed == {file for file in there if not file.endswith(".md")}
        linked = set(re.findall(r"\]\(([^)]+)\)", text))
        assert linked <= there
        named = set(re.findall(r"`([\w-]+\.(?:cpp|h|py|toml))`", text))
        assert named <= there


def test_what_read_tzaar_returns_is_told_by_an_example_that_holds() -> None:
    page = (SDK / "python" / "README.md").read_text("utf-8")
    example = doctest.DocTestParser().get_doctest(page, {}, "README.md", None, 0)
    sys.path.insert(0, str(SDK / "python"))
    try:
        ran = doctest.DocTestRunner().run(example)
    finally:
        sys.path.remove(str(SDK / "python"))
    assert (ran.failed, ran.attempted) == (0, 4)


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


@pytest.mark.slow
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
