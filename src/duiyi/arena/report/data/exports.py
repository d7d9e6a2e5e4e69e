"""The files beside the page: `standings.csv`, `games.csv`, `grades.csv` and `results.json`.

A spreadsheet takes a cell that begins with `=` or the like for a formula, so what a bot is called
is written with an apostrophe before it then. Files begin with a mark by which spreadsheets know
that they are UTF-8. `standings.csv` and `games.csv` are for people, in their language;
`grades.csv` has the columns that Moodle's grade import knows, and `results.json` is for programs.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Any

from duiyi.arena.game.played import SeatUse
from duiyi.arena.intake.students import PARTICIPANT
from duiyi.arena.report.data.contents import Contents, Place, ReportGame
from duiyi.arena.report.data.totals import Sums, Time
from duiyi.arena.report.page.words import one_line, phrase
from duiyi.arena.report.replay.game import Replayed
from duiyi.core.locale import FALLBACK, text
from duiyi.engine.bot import Spent

DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%", "\uff1d", "\uff0b", "\uff0d", "\uff20")
VERSION = 1
"""Of the form of `results.json`."""


def plain(foreign: str) -> str:
    """Somebody's text for a cell: no formula, nothing invisible."""
    shown = one_line(foreign)
    return f"'{shown}" if shown.lstrip().startswith(DANGEROUS) else shown


GRADES = (
    "Identifier", "ID number", "Full name", "Email address", "Bot", "Rank", "Grade", "Feedback",
)  # fmt: skip
"""The columns of `grades.csv`; those of Moodle have its own names."""


def write_sheets(
    directory: Path,
    contents: Contents,
    sums: Sums,
    games: Sequence[dict[str, Any]],
    language: str = FALLBACK,
) -> None:
    """All of them; `games` are those of `game_data`."""
    _table(directory / "standings.csv", *_standings(contents, sums, language))
    _table(directory / "games.csv", *_games(contents, games, language))
    graded = [place for place in (*contents.places, *contents.absent) if place.grade is not None]
    if graded:
        _table(directory / "grades.csv", GRADES, (_grade(place, language) for place in graded))
    _whole(directory / "results.json", _json(contents, sums, games))


def game_data(game: ReportGame, replayed: Replayed) -> dict[str, Any]:
    """A game as `results.json` has it; its moves are in its record."""
    played = game.played
    return {
        "id": game.id,
        "round": game.round,
        "names": [*game.names],
        "scores": None if played.scores is None else [str(score) for score in played.scores],
        "reason": None if replayed.ended is None else replayed.ended.key,
        "ended": None if replayed.ended is None else text(replayed.ended),
        "end": replayed.ended,
        "decisions": replayed.decisions,
        "turns": replayed.turns[-1],
        "offences": [asdict(offence) for offence in played.offences],
        "uses": [_use(use) for use in played.uses],
    }


def _grade(place: Place, language: str) -> Sequence[object]:
    said = "" if place.feedback is None else text(place.feedback, language)
    identifier = f"{PARTICIPANT}{place.participant}" if place.participant else ""
    return (
        identifier, plain(place.id), plain(place.full_name), plain(place.email), plain(place.name),
        place.rank, f"{place.grade:.4g}", plain(said),
    )  # fmt: skip


def _head(names: Iterable[str], language: str) -> list[str]:
    """The names of columns in words; those of a seat have its number behind them."""
    found = []
    for name in names:
        word, seat = name.rstrip("0123456789"), name[len(name.rstrip("0123456789")) :]
        found.append(text(phrase(f"sheet.{word}", seat=seat), language))
    return found


def _standings(
    contents: Contents, sums: Sums, language: str
) -> tuple[Sequence[str], Iterable[Sequence[object]]]:
    head = (
        "rank", "bot", "points", "games", "wins", "draws", "losses", "faults", "rating",
        "rating_low", "rating_high", "charged", "cpu", "wall", "longest_decision", "longest_start",
        "remark",
    )  # fmt: skip
    rows = []
    for place in (*contents.places, *contents.absent):
        time = sums.times.get(place.name, Time())
        spent = (*_spent(time.total), time.longest.charged, time.start.charged)
        rows.append(
            (
                place.rank, plain(place.name), _decimal(place.points), place.games, place.wins,
                place.draws, place.losses, sums.faults.get(place.name, 0),
                *(_figure(one, 2) for one in (place.rating, place.low, place.high)),
                *(_figure(one, 6) for one in spent),
                plain(text(place.remark, language)) if place.remark else "",
            )
        )  # fmt: skip
    return _head(head, language), rows


def _games(
    contents: Contents, games: Sequence[dict[str, Any]], language: str
) -> tuple[Sequence[str], Iterable[Sequence[object]]]:
    head = ["game", "round"]
    for seat in range(contents.seats):
        head += [f"seat{seat}", f"score{seat}", f"charged{seat}", f"verdict{seat}", f"code{seat}"]
    head += ["ended", "decisions", "turns"]
    rows = []
    for game in games:
        row: list[object] = [plain(game["id"]), game["round"]]
        faults = {one["seat"]: one for one in game["offences"]}
        for seat, name in enumerate(game["names"]):
            score = "" if game["scores"] is None else _decimal(Fraction(game["scores"][seat]))
            fault = faults.get(seat)
            row += [plain(name), score, _figure(game["uses"][seat]["total"][0], 6)]
            row += [_verdict(fault, language), plain(fault["code"])] if fault else ["", ""]
        ended = text(game["end"], language) if game["end"] is not None else ""
        rows.append([*row, plain(ended), game["decisions"], game["turns"]])
    return _head(head, language), rows


def _verdict(fault: dict[str, Any], language: str) -> str:
    """The word that other programs know where it is English."""
    if language == FALLBACK:
        return str(fault["verdict"])
    return text(phrase(f"verdict.{fault['verdict']}"), language)


def _json(contents: Contents, sums: Sums, games: Sequence[dict[str, Any]]) -> str:
    data = {
        "version": VERSION,
        "title": contents.title,
        "game": contents.game,
        "seats": contents.seats,
        "open_games": contents.open_games,
        "standings": [
            {
                **_place(place),
                "points": str(place.points),
                "faults": sums.faults.get(place.name, 0),
                "time": _time(sums.times.get(place.name, Time())),
            }
            for place in contents.places
        ],
        "failures": [asdict(failure) for failure in contents.failures],
        "absent": [_place(place) | {"points": "0"} for place in contents.absent],
        "games": [{key: game[key] for key in game if key != "end"} for game in games],
    }
    return json.dumps(data, indent=1) + "\n"


def _place(place: Place) -> dict[str, Any]:
    said = {"remark": place.remark, "feedback": place.feedback}
    plain = {name: None if one is None else text(one) for name, one in said.items()}
    return {**asdict(place), **plain}


def _time(time: Time) -> dict[str, Any]:
    return {
        "total": _spent(time.total),
        "questions": time.questions,
        "longest": _spent(time.longest),
        "longest_in": time.longest_in,
        "start": _spent(time.start),
        "start_in": time.start_in,
    }


def _use(use: SeatUse) -> dict[str, Any]:
    return {
        "start": _spent(use.start),
        "total": _spent(use.total),
        "longest": _spent(use.longest),
        "questions": use.questions,
    }


def _spent(spent: Spent) -> list[float]:
    return [spent.charged, spent.cpu, spent.wall]


def _decimal(value: Fraction) -> str:
    return _figure(float(value), 6)


def _figure(value: float | None, digits: int) -> str:
    """A number that every spreadsheet reads: no more digits than it has."""
    if value is None:
        return ""
    written = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if written in ("-0", "") else written


def _table(path: Path, head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    fresh = path.with_name(f"{path.name}.new")
    with fresh.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(head)
        writer.writerows(rows)
    fresh.replace(path)


def _whole(path: Path, written: str) -> None:
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_text(written, "utf-8")
    fresh.replace(path)
