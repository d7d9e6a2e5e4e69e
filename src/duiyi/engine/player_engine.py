"""Our own players as engines: the bot's side of the protocol.

Whoever chooses is handed in, so that nothing here knows a player or a game. The referee's side is
`duiyi.engine.client`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from typing import Any, Protocol, TextIO

from duiyi.core import CHANCE, DuiyiError, Game, State, game, message
from duiyi.core.clock import Clock
from duiyi.engine import protocol
from duiyi.engine.protocol import FromBot, read_to_bot, write

MARGIN = 0.05
"""Seconds of what is left that are never used, of less than ten times that a tenth."""
BEAT = 0.002
"""Seconds between two attempts to stop somebody who thinks."""
PERIODS = 30
"""How many more turns a game is expected to last, for clocks that run for the whole game."""


class Chooser(Protocol):
    """Who answers: our players, as the engine needs them."""

    def prepare(self, rules: Game) -> None:
        """A game begins; no clock runs yet."""
        ...

    def choose(self, state: State[Any], allowed: float | None) -> Any:
        """One of the state's actions; where there is a clock, the rest of the turn may take
        `allowed` seconds."""
        ...

    def stop(self) -> None:
        """From another thread: what is being thought about is to be answered now."""
        ...


def serve_player(
    chooser: Chooser, reading: Iterable[str], writing: TextIO, name: str, author: str = "duiyi"
) -> None:
    """Answers the lines of `reading` until `quit` or their end.

    A line that cannot be understood or done is answered with `error`, and changes nothing. Lines
    are read while the chooser thinks, so that `stop` reaches it.
    """
    engine = _Engine(chooser, name, author)
    heard = _Heard(reading, chooser.stop)
    for text in heard:
        try:
            line = read_to_bot(text)
            if isinstance(line, protocol.Quit):
                return
            answers = engine.answer(line)
        except DuiyiError as error:
            answers = [protocol.Error(" ".join(str(error).split()))]
        for answer in answers:
            writing.write(f"{write(answer)}\n")
        writing.flush()


class _Heard:
    """The lines in their order. They are read by a thread of their own, which acts upon `stop` when
    it comes: everything before it is to be answered now."""

    def __init__(self, reading: Iterable[str], stop: Callable[[], None]) -> None:
        self._reading = reading
        self._stop = stop
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._read = self._done = 0

    def __iter__(self) -> Iterator[str]:
        threading.Thread(target=self._listen, daemon=True).start()
        while (text := self._lines.get()) is not None:
            yield text
            self._done += 1

    def _listen(self) -> None:
        for text in self._reading:
            if text.strip() == "stop":
                self._hurry()
            elif text.strip():
                self._read += 1
                self._lines.put(text)
        self._lines.put(None)

    def _hurry(self) -> None:
        """Again and again: whoever is to be stopped may only be about to begin."""
        while self._done < self._read:
            self._stop()
            time.sleep(BEAT)


def thinking_time(clock: Clock, left: float | None) -> float | None:
    """How many of the seconds that are left the rest of the turn may take."""
    if left is None:
        return None
    share = left / PERIODS + clock.increment / 2 if clock.kind == "game" else left
    return max(0.0, min(share, left - min(MARGIN, left / 10)))


class _Engine:
    def __init__(self, chooser: Chooser, name: str, author: str) -> None:
        self._chooser = chooser
        self._names = [protocol.Id("name", name), protocol.Id("author", author)]
        self._game: Game | None = None
        self._clock = Clock("none")
        self._state: State[Any] | None = None

    def answer(self, line: protocol.ToBot) -> list[FromBot]:
        match line:
            case protocol.Hello(version):
                if version != protocol.VERSION:
                    raise _refusal("version", found=version, known=protocol.VERSION)
                return [*self._names, protocol.Ready()]
            case protocol.Game():
                self._begin(line)
                return [protocol.Ready()]
            case protocol.Position(dump):
                self._state = None
                if self._game is None:
                    raise _refusal("no-game")
                self._state = self._game.load(dump)
            case protocol.Go(left):
                return [protocol.Move((self._chosen(left),))]
            case _:  # players ask nothing, and `stop` has been seen to
                pass
        return []

    def _begin(self, line: protocol.Game) -> None:
        self._game = self._state = None
        found = game(line.id)
        if line.version != found.version:
            raise _refusal("game-version", game=line.id, found=line.version, known=found.version)
        self._game, self._clock = found, line.clock
        self._chooser.prepare(found)

    def _chosen(self, left: float | None) -> str:
        state = self._state
        if state is None:
            raise _refusal("no-position")
        if state.actor is None:
            raise _refusal("finished")
        if state.actor == CHANCE:
            raise _refusal("chance")
        return state.text(self._chooser.choose(state, thinking_time(self._clock, left)))


def _refusal(key: str, **params: str | int) -> DuiyiError:
    return DuiyiError(message(f"engine.refused.{key}", **params))
