"""The games of a cup as records, a file each, beside the journal."""

from __future__ import annotations

from duiyi.arena.cup.director import RECORDS
from duiyi.arena.cup.journal import read_entry
from duiyi.arena.cup.results import CupResults


def write_missing_records(results: CupResults) -> None:
    """The director writes each when its game ends; killed, it may not have come to it."""
    folder = results.directory / RECORDS
    folder.mkdir(exist_ok=True)
    for game in results.games:
        file = folder / f"{game.id}.dyr"
        if not file.exists():
            played = read_entry(results.directory, game.place)["played"]
            file.write_text(played["record"], "utf-8")
