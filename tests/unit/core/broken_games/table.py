"""The table of broken games, and what they are made with."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Self

from tests.unit.core.pebbles import Pebbles, PebblesState

from duiyi.core import Seat, View

Case = Callable[[Path], Pebbles]
BROKEN: dict[str, list[Case]] = {}
"""For each property the games that break it and no other."""


def breaks(name: str) -> Callable[[type], type]:
    """Enter a broken state, game or options."""

    def enter(cls: type) -> type:
        BROKEN.setdefault(name, []).append(lambda folder: _game(cls, folder))
        return cls

    return enter


def _game(cls: type, folder: Path) -> Pebbles:
    if issubclass(cls, PebblesState):
        return WithState(cls)
    if issubclass(cls, Translated):
        return cls(folder)
    game = cls()
    assert isinstance(game, Pebbles)
    return game


class WithState(Pebbles):
    """Pebbles with another class of states."""

    def __init__(self, state: type[PebblesState]) -> None:
        super().__init__()
        self.state = state  # type: ignore[misc]


class Translated(Pebbles):
    """Pebbles with locales of its own in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for language in ("en", "zh-Hant"):
            source = Pebbles.locales.fget(self) / f"{language}.json"  # type: ignore[attr-defined]
            texts = self.translate(language, json.loads(source.read_text("utf-8")))
            if texts:
                (folder / f"{language}.json").write_text(json.dumps(texts), "utf-8")
        super().__init__()

    @property
    def locales(self) -> Traversable:
        return self.folder

    def translate(self, language: str, texts: dict[str, str]) -> dict[str, str]:
        raise NotImplementedError


class Seen(PebblesState):
    """A state whose view is changed by `seen`."""

    def view(
        self, seat: Seat | None = None, since: Self | None = None, *, choices: bool = True
    ) -> View:
        view = self.seen(super().view(seat, since), seat, since)
        return view if choices else replace(view, choices=())

    def seen(self, view: View, seat: Seat | None, since: Self | None) -> View:
        raise NotImplementedError
