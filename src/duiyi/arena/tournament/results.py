"""The results of a cup, finished or not, for whoever shows them.

    results = read_results(Path("cup-results"))
    for row in results.standings.rows: print(row.rank, row.name, row.points, row.rating.value)
    for game in results.games: game.id, game.round, game.names, game.scores, game.played

`names` and `scores` are by seat. `game.played` reads the whole game (`Played`, its record replayed
and found right) from the journal each time it is asked for, so that a thousand games need not be
in memory together. `open_games` are those that are scheduled and have no result yet; in
`Attempt`s is what went wrong without being anybody's fault. `grades` is empty without a formula.
`absent` are those on the list who cannot play, `people` who is behind each name, `feedback` a
sentence for each. Reading changes nothing and works while the cup is being played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from duiyi.arena.intake.absent import Absent
from duiyi.arena.intake.students import PARTICIPANT, Student, student_of
from duiyi.arena.tournament.conduct import conduct_of, feedback_of, remark_of
from duiyi.arena.tournament.config import Format, TournamentConfig
from duiyi.arena.tournament.fields import BadCup
from duiyi.arena.tournament.grades import grades_of
from duiyi.arena.tournament.history import Attempt, FinishedGame, History, read_history
from duiyi.arena.tournament.plan import plan
from duiyi.arena.tournament.schedule import Plan, Round, ScheduledGame
from duiyi.arena.tournament.standings import Standings, standings_of
from duiyi.core import Message, message


@dataclass(frozen=True, slots=True)
class CupResults:
    """A cup as it stands; `games` in the order of the schedule."""

    directory: Path
    config: TournamentConfig
    entrants: tuple[str, ...]
    rounds: tuple[Round, ...]
    games: tuple[FinishedGame, ...]
    open_games: tuple[ScheduledGame, ...]
    attempts: tuple[Attempt, ...]
    standings: Standings
    grades: Mapping[str, float]
    finished: bool
    absent: tuple[Absent, ...] = ()
    people: Mapping[str, Student] = field(default_factory=dict)
    remarks: Mapping[str, Message] = field(default_factory=dict)
    """What has to be said beside a name in the standings."""
    feedback: Mapping[str, Message] = field(default_factory=dict)


def read_results(directory: Path) -> CupResults:
    """`BadCup` where there is no cup, or its journal is damaged."""
    history = read_history(directory)
    if history.config.format is Format.match:
        raise BadCup(message("cup.journal.match", directory=str(directory)))
    now = plan(history.config, history.scores, history.rounds)
    return results_of(directory, history, now)


def results_of(directory: Path, history: History, now: Plan) -> CupResults:
    finished = {game.id: game for game in history.games}
    pairs = [
        (scheduled, finished[scheduled.id].scores)
        for scheduled in now.games
        if scheduled.id in finished
    ]
    standings = standings_of(history.config, now.rounds, pairs)
    open_games = tuple(game for game in now.games if game.id not in finished)
    formula, absent = history.config.grades, history.config.absent
    games = tuple(finished[scheduled.id] for scheduled, _ in pairs)
    conduct = conduct_of(history.config.names, games)
    grades = grades_of(formula, standings, conduct) if formula else {}
    return CupResults(
        directory=directory,
        config=history.config,
        entrants=history.config.names,
        rounds=now.rounds,
        games=games,
        open_games=open_games,
        attempts=history.attempts,
        standings=standings,
        grades=grades | {one.name: 0.0 for one in absent if formula},
        finished=now.final and not open_games,
        absent=absent,
        people=_people(history),
        remarks={one.name: one.words for one in absent}
        | {name: said for name, one in conduct.items() if (said := remark_of(one))},
        feedback={one.name: one.words for one in absent}
        | {
            row.name: feedback_of(row, len(standings.rows), conduct[row.name])
            for row in standings.rows
        },
    )


def _people(history: History) -> dict[str, Student]:
    """Who is behind each name, by id, or by name where no id is said."""
    found = {}
    config = history.config
    named = [(one.name, one.id) for one in config.bots]
    for name, id in [*named, *((one.name, one.id) for one in config.absent)]:
        student = history.class_list.by_id(id) or student_of(name, history.class_list)
        participant = id.removeprefix(PARTICIPANT) if id.startswith(PARTICIPANT) else ""
        own = student.id or ("" if participant else id)
        found[name] = replace(student, id=own, participant=participant)
    return found
