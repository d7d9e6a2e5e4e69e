"""A class that has played: a cup of tzaar with its journal, as large as a test or a bench wants it.

The games are real ones by the real referee. Every fifth student's program commits a fault now and
then, each another one; so the report has something to explain.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.report_contents import Plays, offences, played

from duiyi.arena.game.played_json import played_data
from duiyi.arena.tournament.config import read_config
from duiyi.arena.tournament.history import game_entry, head_entry
from duiyi.arena.tournament.journal import Journal
from duiyi.arena.tournament.plan import plan

FAULTY = 5
"""Every so many-th student's program commits faults."""
SELDOM = 3
"""In every so many-th of its games."""


def class_cup(directory: Path, students: int, *, games: int | None = None) -> int:
    """A round robin, everybody twice against everybody; how many games were played.

    With `games` only so many of them are played, and the others are still open.
    """
    directory.mkdir(parents=True, exist_ok=True)
    names = [f"學生 {number:02}" for number in range(1, students + 1)]
    bots = "\n".join(f'  {{ name = "{name}", spec = "random" }},' for name in names)
    lines = ('title = "疊套棋期末賽"', 'game = "tzaar"', "games = 2", "bots = [", bots, "]\n")
    (directory / "cup.toml").write_text("\n".join(lines), "utf-8")
    config = read_config(directory / "cup.toml")
    scheduled = plan(config, {}).games[:games]
    with Journal(directory) as journal:
        journal.add(head_entry(config, ["x"] * students))
        for number, game in enumerate(scheduled):
            seated = [_bot(names.index(name), number) for name in game.names]
            found = played("tzaar", seated, game.names, seed=number)
            assert found.scores is not None
            journal.add(game_entry(game, found.scores, played_data(found)))
    return len(scheduled)


def _bot(student: int, number: int) -> Plays:
    """What a student's program does in a game."""
    known = [bot for _, bot in offences()]
    if student % FAULTY == FAULTY - 1 and (student + number) % SELDOM == 0:
        return replace(known[(student // FAULTY + number) % len(known)], seed=7 * number)
    return Plays("random", 1000 * number + student)
