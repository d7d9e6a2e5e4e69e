"""Where a report's contents come from: the journal of a cup or of a match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from duiyi.arena.game.conditions import Conditions
from duiyi.arena.intake.students import Student
from duiyi.arena.report.data.contents import Contents, Fact, Failure, Place, ReportGame
from duiyi.arena.report.data.totals import Sums
from duiyi.arena.report.page.words import phrase
from duiyi.arena.tournament.history import FinishedGame, read_history
from duiyi.arena.tournament.journal import NAME as JOURNAL
from duiyi.arena.tournament.old_match import convert_match
from duiyi.arena.tournament.results import CupResults, read_results
from duiyi.core import DuiyiError, Options
from duiyi.core.clock import Clock
from duiyi.core.message import Message


def of_cup(directory: Path) -> Contents:
    """A cup as it stands, finished or not."""
    return of_results(read_results(directory))


def of_results(results: CupResults) -> Contents:
    config, table = results.config, results.standings

    def games() -> Iterator[ReportGame]:
        for game in results.games:
            yield ReportGame(game.id, game.round, game.names, game.played)

    places = tuple(
        Place(
            row.rank, row.name, row.points, row.games, row.wins, row.draws, row.losses,
            row.rating.value, row.rating.low, row.rating.high, **_person(results, row.name),
        )
        for row in table.rows
    )  # fmt: skip
    last = len(table.rows) + 1
    absent = tuple(
        Place(last, one.name, Fraction(0), 0, 0, 0, 0, **_person(results, one.name))
        for one in results.absent
    )
    format_ = Fact(phrase("fact.format"), phrase(f"format.{config.format.value}"))
    return Contents(
        title=config.title,
        game=config.game,
        seats=config.seats,
        facts=(
            *game_facts(config.game, config.options, config.seats),
            format_,
            *condition_facts(config.conditions),
        ),
        places=places,
        games=games,
        count=len(results.games),
        open_games=len(results.open_games),
        ranked_by=tuple(phrase(f"criterion.{name}") for name in table.criteria),
        model=phrase(f"model.{table.model}"),
        formula=config.grades,
        failures=tuple(Failure(one.id, one.code, one.detail) for one in results.attempts),
        absent=absent,
    )


def _person(results: CupResults, name: str) -> dict[str, Any]:
    """What is known of who is behind a name, and what there is to say."""
    student = results.people.get(name, Student())
    return {
        "grade": results.grades.get(name),
        "remark": results.remarks.get(name),
        "feedback": results.feedback.get(name),
        "id": student.id,
        "full_name": student.name,
        "email": student.email,
        "participant": student.participant,
    }


def of_match(directory: Path) -> Contents:
    """The games of a match as far as they are played. It has no ratings: points decide, then
    wins."""
    convert_match(directory)
    finished: list[FinishedGame] = []
    if (directory / JOURNAL).is_file():
        history = read_history(directory)
        finished += sorted(history.games, key=lambda game: game.id)
    if not finished:
        raise DuiyiError(phrase("no-games", directory=str(directory), file=JOURNAL))

    def games() -> Iterator[ReportGame]:
        for game in finished:
            yield ReportGame(game.id, game.round, game.names, game.played)

    sums = Sums()
    for game in games():
        sums.add(game)
    config = history.config
    return Contents(
        title=config.title,
        game=config.game,
        seats=config.seats,
        facts=(
            *game_facts(config.game, config.options, config.seats),
            *condition_facts(config.conditions),
        ),
        places=_ranked(sums),
        games=games,
        count=len(finished),
        ranked_by=(phrase("criterion.share"), phrase("criterion.wins")),
    )


def _ranked(sums: Sums) -> tuple[Place, ...]:
    rows = []
    for name in sums.times:
        score = sums.score(name)
        rows.append(
            Place(0, name, score.points, score.games, score.wins, score.draws, score.losses)
        )
    rows.sort(key=_merit, reverse=True)
    ranked: list[Place] = []
    for number, row in enumerate(rows, 1):
        even = ranked and _merit(ranked[-1]) == _merit(row)
        ranked.append(replace(row, rank=ranked[-1].rank if even else number))
    return tuple(ranked)


def _merit(place: Place) -> tuple[float, int]:
    return float(place.points / place.games) if place.games else 0.0, place.wins


def game_facts(game: str, options: Options, seats: int) -> tuple[Fact, ...]:
    """Which game, and the options that are not as usual."""
    usual = type(options)().text().split()
    chosen = [pair for pair in options.text().split() if pair not in usual]
    facts = [Fact(phrase("fact.game"), Message(f"{game}:title"))]
    if chosen:
        facts.append(Fact(phrase("fact.options"), " ".join(chosen)))
    if seats > 2:
        facts.append(Fact(phrase("fact.seats"), str(seats)))
    return tuple(facts)


def condition_facts(conditions: Conditions) -> tuple[Fact, ...]:
    facts = [Fact(phrase("fact.clock"), _clock(conditions.clock))]
    if conditions.cores > 1:
        facts.append(Fact(phrase("fact.cores"), str(conditions.cores)))
    trust = "sandbox.off" if conditions.trust else "sandbox.on"
    return (*facts, Fact(phrase("fact.sandbox"), phrase(trust)))


def _clock(clock: Clock) -> Message:
    key = "game-increment" if clock.kind == "game" and clock.increment else clock.kind
    return phrase(f"clock.{key}", seconds=f"{clock.seconds:g}", increment=f"{clock.increment:g}")
