"""Where a report's matter comes from: a cup with its journal, or a directory of games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from duiyi.arena.conditions import Conditions
from duiyi.arena.cup.results import CupResults, read_results
from duiyi.arena.cup.students import Student
from duiyi.arena.marks import conditions_of
from duiyi.arena.match import GAMES
from duiyi.arena.played_json import played_of
from duiyi.arena.report.matter import Fact, Failure, Matter, Place, ReportGame
from duiyi.arena.report.sums import Sums
from duiyi.arena.report.words import phrase
from duiyi.core import DuiyiError, Options, Record
from duiyi.core.message import Message
from duiyi.engine.bot import Clock


def of_cup(directory: Path) -> Matter:
    """A cup as it stands, finished or not."""
    return of_results(read_results(directory))


def of_results(results: CupResults) -> Matter:
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
    return Matter(
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


def of_match(directory: Path) -> Matter:
    """The games of a match as far as they are played. It has no ratings: points decide, then
    wins."""
    path = directory / GAMES
    lines = _lines(path)
    if not lines:
        raise DuiyiError(phrase("no-games", directory=str(directory), file=GAMES))

    def games() -> Iterator[ReportGame]:
        with path.open("rb") as file:
            for number in sorted(lines):
                file.seek(lines[number])
                played = played_of(json.loads(file.readline())["played"])
                yield ReportGame(f"{number:05}", 1, _names(played.record), played)

    sums = Sums()
    for game in games():
        sums.add(game)
    first = next(games()).played.record
    conditions = conditions_of(first)
    return Matter(
        title=directory.resolve().name,
        game=first.game.id,
        seats=first.seats,
        facts=(
            *game_facts(first.game.id, first.options, first.seats),
            *(condition_facts(conditions) if conditions else ()),
        ),
        places=_ranked(sums),
        games=games,
        count=len(lines),
        ranked_by=(phrase("criterion.share"), phrase("criterion.wins")),
    )


def _lines(path: Path) -> dict[int, int]:
    """Where each game's line begins; games finish in any order, and a last line that is not whole
    does not count yet."""
    found: dict[int, int] = {}
    if path.is_file():
        start = 0
        with path.open("rb") as file:
            for line in file:
                if line.endswith(b"\n"):
                    found.setdefault(json.loads(line)["game"], start)
                start += len(line)
    return found


def _names(record: Record) -> tuple[str, ...]:
    return tuple(name or f"seat {seat}" for seat, name in enumerate(record.names))


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
