"""Our own players as engines: the bot's side of the protocol.

Whoever chooses is handed in, so that nothing here knows a player or a game. The referee's side is
`duiyi.engine.engine_bot`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TextIO

from duiyi.core import CHANCE, DuiyiError, Game, State, game, message
from duiyi.engine import protocol
from duiyi.engine.bot import Clock
from duiyi.engine.protocol import FromBot, read_to_bot, write

Choose = Callable[[State[Any], "float | None"], Any]
"""Chooses one of the state's actions, within so many seconds where there is a clock."""
MARGIN = 0.05
"""Seconds of what is left that are never used."""
DECISIONS = 2
"""How many more decisions a turn is expected to need: each takes that part of what is left."""
PERIODS = 30
"""How many more turns a game is expected to last, for clocks that run for the whole game."""


def serve_player(
    choose: Choose, reading: Iterable[str], writing: TextIO, name: str, author: str = "duiyi"
) -> None:
    """Answers the lines of `reading` until `quit` or their end.

    A line that cannot be understood or done is answered with `error`, and changes nothing.
    """
    engine = _Engine(choose, name, author)
    for text in reading:
        if not text.strip():
            continue
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


def thinking_time(clock: Clock, left: float | None) -> float | None:
    """How many of the seconds that are left the next decision may take."""
    if left is None:
        return None
    share = left / PERIODS + clock.increment / 2 if clock.kind == "game" else left
    return max(0.0, min(share, left - MARGIN) / DECISIONS)


class _Engine:
    def __init__(self, choose: Choose, name: str, author: str) -> None:
        self._choose = choose
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
            case _:  # players answer at once and ask nothing
                pass
        return []

    def _begin(self, line: protocol.Game) -> None:
        self._game = self._state = None
        found = game(line.id)
        if line.version != found.version:
            raise _refusal("game-version", game=line.id, found=line.version, known=found.version)
        self._game, self._clock = found, line.clock

    def _chosen(self, left: float | None) -> str:
        state = self._state
        if state is None:
            raise _refusal("no-position")
        if state.actor is None:
            raise _refusal("finished")
        if state.actor == CHANCE:
            raise _refusal("chance")
        return state.text(self._choose(state, thinking_time(self._clock, left)))


def _refusal(key: str, **params: str | int) -> DuiyiError:
    return DuiyiError(message(f"engine.refused.{key}", **params))
