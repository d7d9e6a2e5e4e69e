"""Mutation testing: does some test fail for every small fault in the rules?

    make mutants
    python -m tools.mutants --sample 60 --seed 1
    python -m tools.mutants --module 'src/duiyi/games/relati/*.py'

`tools.mutations` makes the mutants, `tools.mutant_trials` runs the tests against them. A mutant
that fails no test survives and is listed; one that uses far more CPU time than the unchanged
program counts as killed. Results are kept in `build/mutants.jsonl`, so that an interrupted run
goes on where it was; they hold as long as the module and the tests stay the same.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from tools import mutations
from tools.mutant_trials import SURVIVED, Trials, known_of, load_before
from tools.mutations import Mutant, mutants

MODULES = [
    "src/duiyi/games/relati_classic/*.py",
    "src/duiyi/games/relati/*.py",
    "src/duiyi/games/relati_legacy/*.py",
    "src/duiyi/games/tzaar/*.py",
    "src/duiyi/games/atom/*.py",
    "src/duiyi/games/*.py",
    "src/duiyi/boards/*.py",
]
TESTS = ["tests/unit/boards", "tests/unit/games"]
RESULTS = Path("build/mutants.jsonl")
MAKER = Path(mutations.__file__).resolve()


class Results:
    """What is known from earlier runs; new results are written down at once."""

    def __init__(self, path: Path, tests: Sequence[str]) -> None:
        self._path, self._tests = path, digest(test_files(tests))
        self._keys: dict[str, str] = {}
        self.done: dict[str, str] = {}
        self.hints: dict[str, str] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        for line in path.read_text().splitlines() if path.exists() else ():
            entry = json.loads(line)
            self.hints[entry["id"]] = entry["test"]
            if entry["key"] == self._key(entry["path"]):
                self.done[entry["id"]] = entry["status"]

    def _key(self, path: str) -> str:
        if path not in self._keys:
            there = [Path(path)] if Path(path).exists() else []
            self._keys[path] = f"{digest([*there, MAKER])}-{self._tests}"
        return self._keys[path]

    def add(self, mutant: Mutant, status: str, test: str) -> None:
        self.done[mutant.id] = status
        entry = {"id": mutant.id, "key": self._key(mutant.path), "status": status, "test": test}
        with self._path.open("a") as file:
            file.write(json.dumps(entry | asdict(mutant), ensure_ascii=False) + "\n")


def digest(paths: Iterable[Path]) -> str:
    total = hashlib.sha256()
    for path in sorted(paths):
        total.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def test_files(tests: Sequence[str]) -> set[Path]:
    """The files of the tests, and the Python files on the way from them to the root."""
    found: set[Path] = set()
    for name in tests:
        path = Path(name)
        found.update(path.rglob("*.*") if path.is_dir() else [path])
        found.update(near for parent in path.parents for near in parent.glob("*.py"))
    return {path for path in found if path.is_file() and path.suffix != ".pyc"}


def chosen(modules: Sequence[str], sample: int | None, seed: int) -> list[Mutant]:
    files = sorted({str(path) for pattern in modules for path in Path().glob(pattern)})
    found = [one for path in files for one in mutants(path)]
    if sample is not None and sample < len(found):
        kept = set(random.Random(seed).sample(range(len(found)), sample))
        found = [one for index, one in enumerate(found) if index in kept]
    return found


def try_all(
    picked: Sequence[Mutant], tests: Sequence[str], results: Results, jobs: int, errors: Console
) -> None:
    """Tries what has no result yet; ends the program when the tests fail without any change."""
    todo = [one for one in picked if one.id not in results.done]
    if not todo:
        return
    files = sorted({one.path for one in picked})
    load_before(files)
    with errors.status("the tests on the unchanged program"):
        known = known_of(tests, files)
    if known.failure:
        errors.print(f"The tests fail on the unchanged program:\n{known.failure}", markup=False)
        raise typer.Exit(2)
    lived = sum(results.done.get(one.id) == SURVIVED for one in picked)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=errors, transient=True) as progress:
        task = progress.add_task("", total=len(picked), completed=len(picked) - len(todo))
        for mutant, status, test in Trials(tests, known, results.hints, jobs).run(todo):
            results.add(mutant, status, test)
            lived += status == SURVIVED
            progress.update(task, advance=1, description=f"{lived} survived")


def main(
    module: Annotated[
        list[str] | None, typer.Option(help="Files to change; a pattern. Default: the rules.")
    ] = None,
    tests: Annotated[
        list[str] | None, typer.Option(help="Tests to run. Default: those of games and boards.")
    ] = None,
    sample: Annotated[int | None, typer.Option(min=1, help="Only so many, at random.")] = None,
    seed: Annotated[int, typer.Option(help="Of the sample.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="How many at once.")] = os.cpu_count() or 1,
    at_least: Annotated[float, typer.Option(help="Per cent that must be killed.")] = 95.0,
    only_list: Annotated[bool, typer.Option("--list", help="List the mutants, try none.")] = False,
    root: Annotated[Path, typer.Option(help="The project's directory.")] = Path(),
) -> None:
    """Try mutants of the rules; exit with 1 when too many survive, 2 when nothing can be tried."""
    os.chdir(root)
    sys.path.insert(0, str(Path().resolve()))
    output, errors = Console(soft_wrap=True, highlight=False), Console(stderr=True)
    picked = chosen(module or MODULES, sample, seed)
    if not picked:
        errors.print("There is nothing to change there.")
        raise typer.Exit(2)
    if only_list:
        for one in picked:
            output.print(str(one), markup=False)
        return
    results = Results(RESULTS, tests or TESTS)
    try_all(picked, tests or TESTS, results, jobs, errors)
    survivors = [one for one in picked if results.done[one.id] == SURVIVED]
    for one in survivors:
        output.print(str(one), markup=False)
    killed = len(picked) - len(survivors)
    share = 100 * killed / len(picked)
    output.print(f"killed/total = {killed}/{len(picked)} = {share:.1f} %")
    if share < at_least:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
