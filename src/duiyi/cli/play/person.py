"""Somebody at this terminal who plays in a match: sees the board, types moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from duiyi.arena.bots.person import Person
from duiyi.cli.common.board import BoardPrinter
from duiyi.cli.common.screen import Screen
from duiyi.core import Message, Seat, State
from duiyi.core.record import Node

LEAVING = ("resign", "quit")


class TerminalPerson:
    """`person` is what bots are made of, `watch` what the referee tells of every node."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._printer = BoardPrinter(screen, plain=False)
        self._before: State[Any] | None = None
        self._last: State[Any] | None = None
        self.person = Person(self._ask, self._tell)

    def watch(self, node: Node, after: State[Any]) -> None:
        self._before, self._last = self._last, after
        if after.outcome is not None:
            self._printer.show(after, self._before)
            self._before = self._last = None

    def _ask(self, state: State[Any], seat: Seat) -> Sequence[str] | None:
        self._printer.show(state, self._before)
        symbol = self._printer.symbol(state.view(), seat).plain
        try:
            words = input(f"{symbol}> ").split()
        except EOFError:
            return None
        return None if words and words[0] in LEAVING else words

    def _tell(self, problem: Message) -> None:
        self._screen.out.print(self._screen.words(problem))
