"""Games for reports: real ones by the real referee, with every kind of fault in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import permutations
from typing import Any

import duiyi
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.game.played import Played
from duiyi.arena.game.referee import play_game
from duiyi.arena.report.data.contents import Contents, Place, ReportGame
from duiyi.arena.report.data.sources import condition_facts, game_facts
from duiyi.arena.report.data.totals import summed
from duiyi.arena.report.page.words import phrase
from duiyi.core import Outcome
from duiyi.core.clock import Clock
from duiyi.engine.bot import Answer, Beginning, Question, Spent
from duiyi.engine.fault import Fault, Verdict
from duiyi.players import make

SOON = Conditions(clock=Clock("turn", 5.0))


@dataclass
class Plays:
    """A bot that asks a player of ours, and at its n-th question does something else."""

    player: str
    seed: int = 0
    at: int = -1
    instead: Fault | tuple[str, ...] = ()
    info: tuple[str, ...] = ()
    last_words: bytes = b""
    slow: float = 0.001
    asked: int = field(default=0, init=False)

    def begin(self, beginning: Beginning) -> Spent:
        self.choose = make(self.player, self.seed)
        return Spent(0.02, 0.02, 0.05)

    def ask(self, question: Question) -> Answer:
        now, self.asked = self.asked, self.asked + 1
        spent = Spent(self.slow * (1 + now % 3), self.slow, self.slow * 4)
        if now == self.at:
            if isinstance(self.instead, Fault):
                raise self.instead
            return Answer(self.instead, spent, self.info)
        state = question.state
        return Answer((state.text(self.choose.choose(state)),), spent, self.info)

    def end(self, outcome: Outcome) -> None:
        pass

    def close(self) -> None:
        pass

    def stderr(self) -> bytes:
        return self.last_words


def played(
    game: str, bots: Sequence[Plays], names: Sequence[str] = (), seed: int = 1, **options: Any
) -> Played:
    """One game; with so many seats as there are bots."""
    start = duiyi.game(game).start(len(bots), **options)
    return play_game(
        start, bots, SOON, seed=seed, names=names or [f"bot {n}" for n in range(len(bots))]
    )


def offences() -> list[tuple[str, Plays]]:
    """A bot for each verdict, and for each way in which tzaar's rules can be broken by a move."""
    trace = b"bot.c:42: choose: Assertion `height > 0' failed.\n"
    talk = Fault(Verdict.protocol, "unknown-line", "Hello, I am here")
    late = Fault(Verdict.timeout, "timeout", spent=Spent(5.2, 5.2, 5.3))
    asleep = Fault(Verdict.timeout, "wall-cap", spent=Spent(4.0, 0.0, 15.0))
    abort = Fault(Verdict.crash, "signal-ABRT", detail="signal 6")
    large = Fault(Verdict.memory_limit, "memory", detail="613 MB")
    return [
        ("not its own", Plays("random", 1, 2, ("A1xE5",), last_words=b"thinking about A1xE5\n")),
        ("weak", Plays("random", 2, 3, ("E1xE2",))),
        ("pass first", Plays("random", 3, 1, ("pass",))),
        ("off the board", Plays("random", 4, 2, ("A1xZ9",))),
        ("bad token", Plays("greedy", 5, 2, ("D3-C3",))),
        ("chatty", Plays("greedy", 6, 1, talk)),
        ("late", Plays("greedy", 7, 3, late)),
        ("sleeper", Plays("random", 8, 3, asleep)),
        ("crasher", Plays("random", 9, 2, abort, last_words=trace)),
        ("quitter", Plays("random", 10, 1, Fault(Verdict.crash, "exit-3"))),
        ("flood", Plays("random", 11, 2, Fault(Verdict.output_limit, "stdout"))),
        ("glutton", Plays("random", 12, 2, large)),
    ]


def report_games(
    game: str, bots: dict[str, Plays], seats: int = 2, each: int = 1, **options: Any
) -> Iterator[ReportGame]:
    """Everybody against everybody, from each seat."""
    number = 0
    for names in permutations(bots, seats):
        for again in range(each):
            number += 1
            seated = [replace(bots[name], seed=bots[name].seed + 100 * number) for name in names]
            found = played(game, seated, names, seed=number, **options)
            yield ReportGame(f"r01-p{number:03}-g{again + 1}", 1 + number % 3, names, found)


def contents(
    title: str, games: Sequence[ReportGame], *, rated: bool = True, graded: bool = False
) -> Contents:
    """What a cup would make of these games; ratings are made up, but look like real ones."""
    sums = summed(games)
    record = games[0].played.record
    rows = sorted(sums.times, key=lambda name: -sums.score(name).points)
    places = []
    for rank, name in enumerate(rows, 1):
        score = sums.score(name)
        share = float(score.points / score.games) if score.games else 0.5
        rating = 800 * (share - 0.5)
        place = Place(rank, name, score.points or Fraction(0), score.games, score.wins, score.draws,
                      score.losses)  # fmt: skip
        if rated:
            place = replace(place, rating=rating, low=rating - 90 - 20 * rank, high=rating + 110)
        if graded:
            place = replace(place, grade=60 + 40 * share)
        places.append(place)
    return Contents(
        title=title,
        game=record.game.id,
        seats=record.seats,
        facts=(
            *game_facts(record.game.id, record.options, record.seats),
            *condition_facts(SOON),
        ),
        places=tuple(places),
        games=lambda: iter(games),
        count=len(games),
        ranked_by=(phrase("criterion.share"), phrase("criterion.wins")),
        model=phrase("model.bradley-terry") if rated else None,
        formula="60 + 40 * share" if graded else None,
    )
