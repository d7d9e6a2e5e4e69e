"""Collecting puzzles from many games until there are enough of every grade.

Games are shared out to processes and taken in the order of their seeds, so that the same seed gives
the same puzzles whatever the number of processes. A journal has what was found in each game, so
that whoever is interrupted goes on from there.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread

from duiyi.analysis.puzzles.making.grading import grade
from duiyi.analysis.puzzles.making.whole import made_in
from duiyi.analysis.puzzles.model import GRADES, Made, puzzling_of, read, write
from duiyi.core import game

AHEAD = 3
"""Games in work for each process."""
Told = Callable[[int, Counter[int]], None]
"""Hears of the number of games, and of puzzles by grade."""


def collected(
    name: str, *, count: int, games: int, seed: int, jobs: int, journal: Path, told: Told
) -> list[Made]:
    """So many puzzles, as evenly over the grades as so many games give."""
    found: dict[str, Made] = {}
    grades: Counter[int] = Counter()
    limits = puzzling_of(game(name)).grades
    for number, puzzles in enumerate(_games(name, seed, games, jobs, journal), 1):
        for made in (_graded(one, limits) for one in puzzles):
            if found.setdefault(made.puzzle.id, made) is made:
                grades[made.puzzle.grade] += 1
        told(number, grades)
        if all(grades[each] >= -(-count // len(GRADES)) for each in GRADES):
            break
    return spread(list(found.values()), count)


def _graded(made: Made, limits: tuple[float, ...]) -> Made:
    """By the limits of today: a journal may be older."""
    puzzle = made.puzzle
    return replace(made, puzzle=replace(puzzle, grade=grade(puzzle.work, limits)))


def spread(made: list[Made], count: int) -> list[Made]:
    """So many of them: of each grade in turn the next, tasks taking turns within a grade."""
    waiting = {each: _by_task([m for m in made if m.puzzle.grade == each]) for each in GRADES}
    chosen: list[Made] = []
    while len(chosen) < count and any(waiting.values()):
        for left in waiting.values():
            if left and len(chosen) < count:
                chosen.append(left.pop(0))
    return sorted(chosen, key=lambda one: (one.puzzle.grade, one.puzzle.work, one.puzzle.id))


def _by_task(made: list[Made]) -> list[Made]:
    seen: Counter[str] = Counter()
    numbered = []
    for one in made:
        seen[one.puzzle.task.kind] += 1
        numbered.append((seen[one.puzzle.task.kind], one))
    return [one for _, one in sorted(numbered, key=lambda each: each[0])]


def _games(name: str, seed: int, games: int, jobs: int, journal: Path) -> Iterator[list[Made]]:
    done = _journal(journal)
    seeds = range(seed, seed + games)
    yield from (done[each] for each in seeds if each in done)
    left = [each for each in seeds if each not in done]
    with journal.open("a", encoding="utf-8") as file:
        for each, puzzles in _worked(name, left, jobs):
            lines = [[write(made.puzzle), made.certificate] for made in puzzles]
            file.write(json.dumps([each, lines]) + "\n")
            file.flush()
            yield puzzles


def _journal(journal: Path) -> dict[int, list[Made]]:
    """What was found before; a line that was cut off is left out."""
    found: dict[int, list[Made]] = {}
    if journal.is_file():
        for line in journal.read_text("utf-8").splitlines():
            try:
                seed, lines = json.loads(line)
            except ValueError:
                continue
            found[seed] = [Made(read(puzzle), certificate) for puzzle, certificate in lines]
    return found


def _end_with_parent() -> None:
    """Whoever shares games out may be killed: then nobody wants what is found."""

    def watch() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def _worked(name: str, seeds: list[int], jobs: int) -> Iterator[tuple[int, list[Made]]]:
    if jobs == 1:
        yield from ((seed, made_in(name, seed)) for seed in seeds)
        return
    spawn = get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_end_with_parent) as workers:
        waiting: list[tuple[int, Future[list[Made]]]] = []
        todo = iter(seeds)
        try:
            while True:
                while len(waiting) < jobs * AHEAD and (seed := next(todo, None)) is not None:
                    waiting.append((seed, workers.submit(made_in, name, seed)))
                if not waiting:
                    return
                seed, future = waiting.pop(0)
                yield seed, future.result()
        finally:
            workers.shutdown(wait=False, cancel_futures=True)
