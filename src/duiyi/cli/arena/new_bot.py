"""`duiyi new-bot`: a directory with a bot in it that plays at once."""

from __future__ import annotations

import json
import re
import shlex
import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from duiyi.cli.arena import sdk
from duiyi.cli.common.arguments import GameName, Interface
from duiyi.cli.common.screen import Screen, screen_of
from duiyi.core import DuiyiError, game, message

HELP = """Make a directory with a bot in it that compiles and plays at once.

In C and C++ the bot for tzaar knows the rules and makes the best single step; otherwise it asks
the referee what is legal. Its strategy is yours to write. DIR must be new or empty. With
`--interface` the bot is a C program for tzaar that reads and writes the files of a course.

    duiyi new-bot tzaar --language c mybot
    duiyi new-bot relati --language python mybot
    duiyi new-bot tzaar --interface files-a mybot
"""
WITH_BOARD = "tzaar"
"""The game whose rules the SDK knows; of the others it knows what the referee tells."""

SIMPLE, STRATEGY = "/* Any legal step", "#define WIN "
"""Where the functions begin that choose, in the bots for files and in the one that is greedy."""
SETTINGS = "bot.toml"
_row = re.compile(r"\| ((?:`[^`]+`(?:, |、)?)+) \|")
_file = re.compile(r"`(?:Makefile|[\w-]+\.(?:c|cpp|h|py|toml))`")


class BotLanguage(StrEnum):
    """What `--language` knows."""

    c = "c"
    cpp = "cpp"
    python = "python"


@dataclass(frozen=True, slots=True)
class Kit:
    """What a directory is made of: files of the SDK by their names in it, and what is run there.

    `named` is the text of its source where its name stands, up to the closing quote; a bot that
    never says its name has none. `strategy` is a file of the SDK whose functions take the place of
    those in the source; `settings` are what `bot.toml` says.
    """

    files: dict[str, str]
    source: str
    named: str
    build: str | None
    command: str
    strategy: str = ""
    settings: str = ""

    @property
    def made(self) -> tuple[str, ...]:
        """The names of all files of the directory."""
        return (*self.files, *([SETTINGS] if self.settings else []))


def new_bot(
    context: typer.Context,
    name: GameName,
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="New, or empty.")],
    language: Annotated[
        BotLanguage, typer.Option("--language", help="What the bot is written in.")
    ] = BotLanguage.c,
    interface: Annotated[
        Interface, typer.Option("--interface", help="How the bot is spoken to.")
    ] = Interface.protocol,
) -> None:
    chosen = game(name)
    kit = kit_of(chosen.id, language, interface)
    make(kit, directory)
    tell(screen_of(context), kit, chosen.id, directory)


def kit_of(name: str, language: BotLanguage, interface: Interface = Interface.protocol) -> Kit:
    if interface is not Interface.protocol:
        if name != WITH_BOARD or language is not BotLanguage.c:
            raise DuiyiError(message("cli.new-bot.interface", interface=interface.value))
        return _files_kit(interface)
    if language is BotLanguage.python:
        return _python_kit()
    starter = "greedy" if name == WITH_BOARD else "legal"
    source = f"bot.{language}"
    files = {
        source: f"c/{starter}_bot.{language}",
        "duiyi.h": "c/duiyi.h",
        "Makefile": "c/bot.mk",
        "README.md": "c/README.md",
        "README.zh-Hant.md": "c/README.zh-Hant.md",
    }
    return Kit(files, source, f'duiyi_start(&bot, "{starter}"', "make", "./bot")


def _files_kit(interface: Interface) -> Kit:
    files = {
        "bot.c": f"c/{interface.value.replace('-', '_')}_bot.c",
        "duiyi_files.h": "c/duiyi_files.h",
        "duiyi.h": "c/duiyi.h",
        "Makefile": "c/bot.mk",
        "README.md": "c/FILES.md",
        "README.zh-Hant.md": "c/FILES.zh-Hant.md",
    }
    return Kit(
        files,
        "bot.c",
        "",
        "make",
        "./bot",
        strategy="c/greedy_bot.c",
        settings=f'interface = "{interface.value}"\n',
    )


def _python_kit() -> Kit:
    files = {
        "bot.py": "python/random_bot.py",
        "duiyi_bot.py": "python/duiyi_bot.py",
        "README.md": "python/README.md",
    }
    python = "python" if sys.platform == "win32" else "python3"
    return Kit(files, "bot.py", 'name = "random bot"', None, f"{python} bot.py")


def make(kit: Kit, directory: Path) -> None:
    """Writes the files; a directory that holds anything is left as it is."""
    if directory.exists() and not directory.is_dir():
        raise DuiyiError(message("cli.new-bot.not-a-directory", directory=str(directory)))
    if directory.is_dir() and any(directory.iterdir()):
        raise DuiyiError(message("cli.new-bot.not-empty", directory=str(directory)))
    texts = {
        file: (sdk.directory() / place).read_text("utf-8") for file, place in kit.files.items()
    }
    directory.mkdir(parents=True, exist_ok=True)
    texts[kit.source] = _source(texts[kit.source], kit, directory.resolve().name)
    for file in texts:
        if file.endswith(".md"):
            texts[file] = _listed(texts[file], kit)
    if kit.settings:
        texts[SETTINGS] = kit.settings
    for file, text in texts.items():
        (directory / file).write_text(text, "utf-8")


def _source(text: str, kit: Kit, name: str) -> str:
    """The source with its strategy, and with the directory's name as the bot's."""
    if kit.strategy:
        told = (sdk.directory() / kit.strategy).read_text("utf-8")
        head, main = text.partition(SIMPLE)[0], text.partition("int main(")
        text = f"{head}{STRATEGY}{told.partition(STRATEGY)[2].partition('int main(')[0]}"
        text += main[1] + main[2]
    if not kit.named:
        return text
    call = kit.named.partition('"')[0]
    readable = "".join(letter for letter in name if letter.isprintable())
    return text.replace(kit.named, f"{call}{json.dumps(readable, ensure_ascii=False)}", 1)


def _listed(text: str, kit: Kit) -> str:
    """A page of the SDK as one of the directory: with the files that are there, by their names."""
    for file, place in kit.files.items():
        for mark in ("`{}`", "]({})"):
            text = text.replace(mark.format(Path(place).name), mark.format(file))
    made = {f"`{file}`" for file in kit.made}
    lines = []
    for line in text.splitlines(keepends=True):
        row = _row.match(line)
        named = _file.findall(row[1]) if row else []
        there = [file for file in named if file in made]
        if row is None or not named:
            lines.append(line)
        elif there:
            lines.append(f"| {', '.join(there)} |{line[row.end() :]}")
    return "".join(lines)


def tell(screen: Screen, kit: Kit, name: str, directory: Path) -> None:
    """What was made, and what to do with it."""
    screen.say("new-bot.made", directory=str(directory), files=kit.made)
    bot = shlex.quote(kit.command) if " " in kit.command else kit.command
    steps = [(f"cd {shlex.quote(str(directory))}", "")]
    if kit.build:
        steps.append((kit.build, screen.phrase("new-bot.build")))
    steps += [
        (f"duiyi check-bot {bot} --game {name}", screen.phrase("new-bot.check")),
        (f"duiyi match {bot} random --game {name}", screen.phrase("new-bot.match")),
    ]
    screen.say("new-bot.next")
    width = max(len(command) for command, _ in steps) + 2
    for command, meaning in steps:
        screen.line(f"    {command:{width}}{f'# {meaning}' if meaning else ''}".rstrip())
    screen.say("new-bot.edit", file=kit.source, readme="README.md")
