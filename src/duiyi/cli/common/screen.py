"""The screen: where a command writes, and in which language."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping

import typer
from rich.console import Console

from duiyi.core import BadRecord, DuiyiError, Message, message
from duiyi.core.locale import FALLBACK, text
from duiyi.core.message import Param

TRADITIONAL = ("tw", "hk", "mo", "hant")


class Screen:
    """Output for a person; what is about a game is said in the chosen language."""

    def __init__(self, language: str = FALLBACK) -> None:
        self.language = language
        self.out = Console(highlight=False, markup=False, emoji=False)
        self.errors = Console(stderr=True, highlight=False, markup=False, emoji=False)

    def drop_styles(self) -> None:
        """From now on no colour, no underlining."""
        self.out = Console(highlight=False, markup=False, emoji=False, color_system=None)

    @classmethod
    def of_environment(cls) -> Screen:
        """The screen of this process. Characters that it cannot show or read become `?`."""
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        return cls(language_of(os.environ))

    def words(self, said: Message) -> str:
        return text(said, self.language)

    def phrase(self, key: str, **params: Param) -> str:
        """A phrase of the command line itself."""
        return self.words(message(f"cli.{key}", **params))

    def say(self, key: str, **params: Param) -> None:
        self.out.print(self.phrase(key, **params))

    def line(self, words: str) -> None:
        """A line that another program may read: never wrapped."""
        self.out.print(words, soft_wrap=True)

    def error(self, error: DuiyiError) -> str:
        """What was wrong, in words."""
        return self.words(explained(error))

    def shows(self, characters: str) -> bool:
        """Whether the terminal has these characters."""
        try:
            characters.encode(self.out.encoding)
        except UnicodeError:
            return False
        return True


def explained(error: DuiyiError) -> Message:
    """The error as a message; of a record also where."""
    if isinstance(error, BadRecord):
        return message("bad-record.at", line=error.line, column=error.column, problem=error.message)
    return error.message


def screen_of(context: typer.Context) -> Screen:
    """The screen that `main` has made for this command."""
    screen = context.find_object(Screen)
    return screen if screen is not None else Screen.of_environment()


def language_of(environment: Mapping[str, str]) -> str:
    """The language that the locale asks for: the first variable that is set decides."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    asked = next((environment[name] for name in names if environment.get(name)), "")
    language, *rest = asked.partition(".")[0].partition("@")[0].lower().split("_")
    if language != "zh":
        return FALLBACK
    return "zh-Hant" if any(place in TRADITIONAL for place in rest) else "zh-Hans"
