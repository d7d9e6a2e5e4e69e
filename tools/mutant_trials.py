"""Runs tests against mutants, each in a child process of its own.

A child runs the tests until one fails: first those that call the changed function, quick ones
before slow ones. Children are forked from a process that has loaded already what they need.
"""

from __future__ import annotations

import gc
import importlib
import multiprocessing
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from itertools import pairwise
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
from tools.mutations import Mutant, module_name, mutated

LOADED_BEFORE = ("hypothesis.strategies", "rich.console", "duiyi.core", "duiyi.core.check")
PYTEST = ("-x", "-q", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist")

COMPILED = Path("build/mutants")
LIKELY = 40
CPU_FACTOR, CPU_EXTRA = 8, 1.0
"""A test may use so many times the CPU time of the unchanged program, and so much more."""
WALL = 600.0
"""Seconds after which a child is given up whatever it does."""
MEMORY = 4 << 30

KILLED, TIMEOUT, SURVIVED = "killed", "timeout", "survived"

Result = tuple[Mutant, str, str]
Attempt = Callable[[Mutant, dict[str, int], Connection], None]

fork = multiprocessing.get_context("fork")


@dataclass
class Known:
    """What the unchanged program showed: how long each test takes and which functions it calls."""

    loading: float = 0.0
    seconds: dict[str, float] = field(default_factory=dict)
    calls: dict[str, set[tuple[str, str]]] = field(default_factory=dict)
    failure: str = ""

    def ranks(self, mutant: Mutant, first: Sequence[str]) -> dict[str, int]:
        """The order of the tests for a mutant: likely and quick killers first."""
        path = str(Path(mutant.path).resolve())

        def key(test: str) -> tuple[bool, bool, float]:
            if mutant.function:
                calls = (path, mutant.function) in self.calls[test]
            else:
                calls = any(file == path for file, _ in self.calls[test])
            return test not in first, not calls, self.seconds[test]

        return {test: rank for rank, test in enumerate(sorted(self.seconds, key=key))}

    def allowance(self, test: str) -> float:
        """What a test may need: in another order it may be the one that makes what others share."""
        return self._by_file.get(test.partition("::")[0], 0.0)

    @cached_property
    def _by_file(self) -> Mapping[str, float]:
        """Seconds of all tests of a file together; asked for when all have run."""
        total: dict[str, float] = {}
        for test, seconds in self.seconds.items():
            file = test.partition("::")[0]
            total[file] = total.get(file, 0.0) + seconds
        return total


class Watcher:
    """A pytest plugin that is told of failures."""

    def failed(self, test: str, why: str) -> None:
        raise NotImplementedError

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed(report.nodeid, report.longreprtext)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed(report.nodeid, report.longreprtext)


class Recorder(Watcher):
    """For the unchanged program: fills in a `Known`."""

    def __init__(self, files: Iterable[str]) -> None:
        self.known = Known()
        self._files = frozenset(files)
        self._start = time.process_time()

    def pytest_collection_finish(self) -> None:
        self.known.loading = time.process_time() - self._start

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        called: set[tuple[str, str]] = set()

        def notice(frame: FrameType, event: str, _: object) -> None:
            code = frame.f_code
            if event == "call" and code.co_filename in self._files:
                called.add((code.co_filename, code.co_qualname.split(".<locals>")[0]))

        start = time.process_time()
        sys.setprofile(notice)
        try:
            return (yield)
        finally:
            sys.setprofile(None)
            self.known.seconds[item.nodeid] = time.process_time() - start
            self.known.calls[item.nodeid] = called

    def failed(self, test: str, why: str) -> None:
        self.known.failure = self.known.failure or f"{test}\n{why}"


class Trial(Watcher):
    """For a mutant: orders the tests, bounds their CPU time, and ends with the first failure."""

    def __init__(self, known: Known, ranks: dict[str, int], answer: Connection) -> None:
        self._known, self._ranks, self._answer = known, ranks, answer
        self._now = "loading"
        signal.signal(signal.SIGPROF, lambda *_: self._end(TIMEOUT, self._now))
        self._allow(known.loading)

    def _allow(self, seconds: float) -> None:
        signal.setitimer(signal.ITIMER_PROF, seconds * CPU_FACTOR + CPU_EXTRA)

    def _end(self, status: str, test: str) -> None:
        self._answer.send((status, test))
        os._exit(0)

    def failed(self, test: str, why: str) -> None:
        self._end(KILLED, test)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self._ranks.get(item.nodeid, -1))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        self._now = item.nodeid
        self._allow(self._known.allowance(item.nodeid))
        return (yield)


class InPlace(SourceFileLoader):
    """Loads a mutant as if it were its module; also the finder that leads the import to it."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(module_name(mutant.path), str(Path(mutant.path).resolve()))
        self._mutant = mutant

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        if name != self.name:
            return None
        package = [str(Path(self.path).parent)] if self.path.endswith("__init__.py") else None
        return spec_from_file_location(
            name, self.path, loader=self, submodule_search_locations=package
        )

    def get_code(self, fullname: str) -> CodeType:
        return compile(mutated(self._mutant), self.path, "exec", dont_inherit=True)


def load_before(modules: Iterable[str]) -> None:
    """Loads what the tests need anyway, so that the children have it already.

    What they compile themselves they keep for each other, apart from everybody else's.
    """
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(COMPILED.resolve())
    for name in LOADED_BEFORE:
        importlib.import_module(name)
    gc.freeze()
    loaded = sorted(sys.modules.keys() & {module_name(path) for path in modules})
    if loaded:
        raise RuntimeError(f"loaded too early to be changed: {', '.join(loaded)}")


def _prepare_child() -> None:
    """No output, no unbounded memory, no search for the smallest example."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    from hypothesis import Phase, settings

    phases = (Phase.explicit, Phase.generate)
    settings.register_profile(
        "mutants", phases=phases, derandomize=True, database=None, deadline=None
    )
    settings.load_profile("mutants")


def _record(tests: Sequence[str], files: Sequence[str], answer: Connection) -> None:
    _prepare_child()
    recorder = Recorder(str(Path(file).resolve()) for file in files)
    code = pytest.main([*PYTEST, *tests], plugins=[recorder])
    if code and not recorder.known.failure:
        recorder.known.failure = f"pytest ended with status {int(code)}"
    answer.send(recorder.known)


def known_of(tests: Sequence[str], files: Sequence[str]) -> Known:
    """Runs the tests on the unchanged program."""
    ours, answer = fork.Pipe(duplex=False)
    child = fork.Process(target=_record, args=(tests, files, answer))
    child.start()
    answer.close()
    try:
        known: Known = ours.recv()
    except EOFError:
        known = Known(failure="the test process died")
    child.join()
    return known


class Running:
    """A mutant that is being tried, by `attempt` in a child process."""

    def __init__(self, mutant: Mutant, attempt: Attempt, ranks: dict[str, int]) -> None:
        self.mutant = mutant
        self.answer, answer = fork.Pipe(duplex=False)
        self._child = fork.Process(target=attempt, args=(mutant, ranks, answer))
        self._child.start()
        self._until = time.monotonic() + WALL
        answer.close()

    def result(self) -> tuple[str, str] | None:
        """How it ended, as status and test; `None` while it goes on."""
        if not self.answer.poll():
            if time.monotonic() < self._until:
                return None
            self.stop()
            return TIMEOUT, "given up"
        try:
            status, test = self.answer.recv()
        except EOFError:
            status, test = KILLED, "the process died"
        self._child.join()
        return status, test

    def stop(self) -> None:
        self._child.kill()
        self._child.join()


@dataclass
class Trials:
    """Tries mutants, so many at once."""

    tests: Sequence[str]
    known: Known
    hints: dict[str, str]
    """The tests that killed a mutant in an earlier run, by its id."""
    jobs: int
    _killers: dict[tuple[str, str], str] = field(default_factory=dict)

    def run(self, todo: Sequence[Mutant]) -> Iterator[tuple[Mutant, str, str]]:
        """Yields each mutant with its status and the test that told.

        Where only the code of a function differs, it is first exchanged in a process that has
        loaded the tests already, and a few likely tests are run: most mutants die of those, in
        no time. The others, and who survives that, are imported afresh and meet all tests.
        """
        left = []
        with self._warm(todo) as results:
            for mutant, status, test in results:
                if status == SURVIVED:
                    left.append(mutant)
                else:
                    yield mutant, status, test
        yield from self._parallel(left, self._try_afresh)

    @contextmanager
    def _warm(self, todo: Sequence[Mutant]) -> Iterator[Iterator[Result]]:
        """The results of the process that has loaded the tests already."""
        ours, answer = fork.Pipe(duplex=False)
        child = fork.Process(target=self._serve, args=(todo, answer))
        child.start()
        answer.close()

        def results() -> Iterator[Result]:
            missing = dict.fromkeys(todo)
            while missing:
                try:
                    result = ours.recv()
                except EOFError:
                    break
                del missing[result[0]]
                yield result
            yield from ((mutant, SURVIVED, "") for mutant in missing)

        try:
            yield results()
        finally:
            if child.is_alive() and child.pid:
                os.killpg(child.pid, signal.SIGKILL)
            child.join()

    def _serve(self, todo: Sequence[Mutant], answer: Connection) -> None:
        os.setpgid(0, 0)
        _prepare_child()
        pytest.main([*PYTEST, *self.tests], plugins=[Server(self, todo, answer)])

    def _parallel(self, todo: Sequence[Mutant], attempt: Attempt) -> Iterator[Result]:
        waiting, running = list(reversed(todo)), list[Running]()
        try:
            while waiting or running:
                while waiting and len(running) < self.jobs:
                    mutant = waiting.pop()
                    running.append(Running(mutant, attempt, self._ranks(mutant)))
                wait([one.answer for one in running], timeout=5)
                for one, result in [(one, one.result()) for one in running]:
                    if result is not None:
                        running.remove(one)
                        self._killers[one.mutant.path, one.mutant.function] = result[1]
                        yield one.mutant, *result
        finally:
            for one in running:
                one.stop()

    def _ranks(self, mutant: Mutant) -> dict[str, int]:
        last = self._killers.get((mutant.path, mutant.function), "")
        return self.known.ranks(mutant, (self.hints.get(mutant.id, ""), last))

    def _try_afresh(self, mutant: Mutant, ranks: dict[str, int], answer: Connection) -> None:
        _prepare_child()
        sys.meta_path.insert(0, InPlace(mutant))
        code = pytest.main([*PYTEST, *self.tests], plugins=[Trial(self.known, ranks, answer)])
        answer.send((KILLED, f"pytest status {int(code)}") if code else (SURVIVED, ""))


class Server:
    """A pytest plugin: in place of running the tests, tries mutants with the tests loaded."""

    def __init__(self, trials: Trials, todo: Sequence[Mutant], answer: Connection) -> None:
        self._trials, self._todo, self._answer = trials, todo, answer
        self._session: pytest.Session

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._session = session
        gc.collect()
        gc.freeze()
        for result in self._trials._parallel(self._todo, self._try_exchanged):
            self._answer.send(result)
        return True

    def _try_exchanged(self, mutant: Mutant, ranks: dict[str, int], answer: Connection) -> None:
        if exchange(mutant):
            trial = Trial(self._trials.known, ranks, answer)
            self._session.config.pluginmanager.register(trial)
            items = sorted(self._session.items, key=lambda item: ranks.get(item.nodeid, -1))
            for item, following in pairwise([*items[:LIKELY], None]):
                hook = self._session.config.hook
                hook.pytest_runtest_protocol(item=item, nextitem=following)
        answer.send((SURVIVED, ""))


def exchange(mutant: Mutant) -> bool:
    """Gives the live function the mutant's code; whether that makes the difference."""
    found: Any = sys.modules.get(module_name(mutant.path))
    for name in mutant.function.split("."):
        found = vars(found).get(name) if found else None
    for inner in ("fget", "func", "__wrapped__", "__func__"):  # property, cached_property, …
        found = getattr(found, inner, found)
    code = _code_of(compile(mutated(mutant), mutant.path, "exec"), mutant.function)
    if code is None or not isinstance(found, FunctionType):
        return False
    code = code.replace(co_filename=found.__code__.co_filename)
    if code == found.__code__ or code.co_freevars != found.__code__.co_freevars:
        return False
    found.__code__ = code
    return True


def _code_of(code: CodeType, function: str) -> CodeType | None:
    inside = [const for const in code.co_consts if isinstance(const, CodeType)]
    for one in inside:
        if one.co_qualname == function:
            return one
        if function.startswith(f"{one.co_qualname}."):
            return _code_of(one, function)
    return None
