"""What a class asks of a hand-in, as far as validating it needs to know."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from duiyi import players
from duiyi.arena.bots.compile import CompileLimits
from duiyi.arena.classroom.compiling.gcc import FLAGS
from duiyi.arena.compliance.checkup import RANDOM
from duiyi.arena.compliance.positions import EACH
from duiyi.arena.game.conditions import MEGABYTE, Conditions
from duiyi.arena.game.openings import turns_needed
from duiyi.arena.tournament.config import Format, TournamentConfig
from duiyi.core import Game, Options, game

GREEDY = "greedy"
COMPILING = CompileLimits(seconds=20.0, diagnostics=1 * MEGABYTE)


@dataclass(frozen=True)
class Settings:
    """`conditions` are those of the ladder, `largest` the bytes that may be sent. `interface` is
    that of the class, `None` where each hand-in chooses; `opponent` the player of ours whom it
    meets in the last step. The checkup plays `check_games`, by default one from each seat, and asks
    about `positions` of each kind."""

    game: str
    options: Options
    seats: int = 2
    conditions: Conditions = field(default_factory=Conditions)
    interface: str | None = None
    largest: int = 2 * MEGABYTE
    cflags: tuple[str, ...] = ()
    compiling: CompileLimits = COMPILING
    opponent: str = GREEDY
    check_games: int | None = None
    positions: int = EACH
    seed: int = 1
    core: int | None = None
    """That test games run on."""

    @property
    def ruleset(self) -> Game:
        return game(self.game)

    @property
    def met(self) -> str:
        """The opponent, or one that plays everything where that one does not play this game."""
        start = self.ruleset.start(self.seats, **dict(self.options.items()))
        return self.opponent if players.fits(self.opponent, start) else RANDOM

    @property
    def extra(self) -> tuple[str, ...]:
        """Flags of the compiler."""
        return FLAGS

    @cached_property
    def random_turns(self) -> int:
        return turns_needed(self.ruleset, self.seats, self.options, self.seats)

    @property
    def cup(self) -> TournamentConfig:
        """The same for whoever works for cups."""
        return TournamentConfig(
            title="",
            game=self.game,
            options=self.options,
            seats=self.seats,
            format=Format.match,
            games=self.seats,
            random_turns=0,
            seed=self.seed,
            conditions=self.conditions,
            bots=(),
            folder=Path(),
        )
