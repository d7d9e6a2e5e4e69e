"""Where puzzles of relati legacy come from: the last blow, and the only way to survive one."""

from __future__ import annotations

from typing import Any

from duiyi.core.study.puzzling import FORCE, SAVE, WIN, Puzzling
from duiyi.games.relati_legacy.actions import Action, Attack, Bomb, Defend, Escape

THEMES: dict[type[Action], str] = {
    Attack: "attack",
    Bomb: "bomb",
    Escape: "escape",
    Defend: "shield",
}


def themes(first: Any, last: Any, line: tuple[str, ...]) -> tuple[str, ...]:
    """By what the first action is."""
    found = THEMES.get(type(first.parse(line[0])))
    return (found,) if found else ()


PUZZLING = Puzzling(
    tasks=(WIN, FORCE, SAVE),
    short_turns=True,
    setups=({"size": 9}, {"size": 11}, {"size": 15}),
    themes=themes,
    grades=(10.4, 10.9, 11.3, 12.5),
)
