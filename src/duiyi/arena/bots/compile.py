"""Compiles what students hand in: C and C++, in a box, within limits, once.

A source is as dangerous to whoever compiles it as a program is to whoever runs it: it can include
what it should not see, and never come to an end. So the compiler sees a copy of the sources, the
system's headers and libraries, and nothing else. What came of it is kept in a cache, by the
contents of the sources and the version of the compiler.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from duiyi.arena.bots.compile_flags import check_flags, compiling, linking
from duiyi.arena.bots.sources import C, Sources, read_sources, suffix
from duiyi.arena.game.conditions import MEGABYTE, Limits
from duiyi.core import DuiyiError, Message, message
from duiyi.engine.box import Box
from duiyi.engine.fault import Fault, Verdict
from duiyi.engine.files.folder import Folder
from duiyi.engine.files.run import Runs
from duiyi.engine.open_box import OpenBox

FLAGS = ("-O2", "-pipe", "-fdiagnostics-color=never", "-fmax-errors=100")
C_FLAGS = ("-std=gnu17",)
CPP_FLAGS = ("-std=gnu++20",)
LIBRARIES = ("-pthread", "-lm")
PROGRAM = "program"
"""What the compiled program is called, in the box and in the cache."""
DIAGNOSTICS = "diagnostics.txt"
SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"
"""Where a sandbox finds programs."""
MOST_PRINTED = 4 * MEGABYTE
NO_MEMORY = ("out of memory", "virtual memory exhausted")
NO_ROOM = ("No space left on device", "File too large")
"""What the compiler and the linker say then."""
WALL = 3
"""So many times the seconds may pass by the wall clock."""
_object = re.compile(r"\./\.([0-9]+)\.o")
_number = re.compile(r" ([0-9]+(?:\.[0-9]+)+)$")
_defined = re.compile(r"multiple definition of `([^']+)'")


@dataclass(frozen=True, slots=True)
class CompileLimits:
    """What compiling one bot may use: seconds for all its sources, and bytes."""

    seconds: float = 60.0
    memory: int = 1000 * MEGABYTE
    output: int = 64 * MEGABYTE
    diagnostics: int = 65_536


@dataclass(frozen=True, slots=True)
class Compiled:
    """A program, and what the compiler had to say about it nevertheless."""

    program: Path
    diagnostics: str


class CompileError(DuiyiError):
    """The sources do not compile, or not within the limits; `diagnostics` are the compiler's."""

    keeps_lines = True

    def __init__(self, message: Message, diagnostics: str = "") -> None:
        super().__init__(message)
        self.args = (message, diagnostics)
        self.diagnostics = diagnostics


def compile_program(
    path: Path,
    cache: Path,
    *,
    trust: bool = False,
    limits: CompileLimits | None = None,
    flags: Sequence[str] = (),
    only: Sequence[str] = (),
    known: Sequence[Path] = (),
    extra: Sequence[str] = (),
) -> Compiled:
    """The program of a source or of a directory of sources; `CompileError` where it has none.

    `flags` are added to ours, and win over them; of a directory `only` these sources and folders
    of sources are compiled, where any are named. What one of the `known` caches has is taken from
    there. `extra` are flags of whoever calls, for compiling and linking, which are not checked.
    """
    limits = limits or CompileLimits()
    flags = check_flags(flags)
    sources = read_sources(path, only)
    compilers = {unit: _compiler(unit, trust) for unit in sources.units}
    key = _key(sources, {*compilers.values()}, (*flags, *extra))
    place = cache / key
    if (place / PROGRAM).is_file():
        return _kept(place)
    for other in (folder / key for folder in known):
        if (other / PROGRAM).is_file():
            found = _kept(other)
            return _keep(place, found.program.read_bytes(), found.diagnostics)
    box = _box(trust, limits)
    try:
        _lay_out(box.work, sources)
        runs = Runs(box, stdout=MOST_PRINTED, stderr=MOST_PRINTED, keep=limits.diagnostics)
        _run_all(runs, path, sources, _commands(sources, compilers, flags, extra), limits)
        program = _result(box, path, limits, runs)
        return _keep(place, program, _printed(runs, limits))
    finally:
        box.close()


# The commands


def _commands(
    sources: Sources, compilers: dict[str, str], own: Sequence[str], extra: Sequence[str]
) -> Iterator[list[str]]:
    """One for each source, and one that links; the only one does both."""
    objects: list[str] = []
    linker = max(compilers.values(), key=lambda compiler: compiler.endswith("g++"))
    for number, unit in enumerate(sources.units):
        c = suffix(unit) in C
        flags = C_FLAGS if c else CPP_FLAGS
        command = [compilers[unit], *FLAGS, *flags, *compiling(own, c), *extra, _safe(unit)]
        if len(sources.units) == 1:
            yield [*command, "-o", f"./.{PROGRAM}", *linking(own), *LIBRARIES]
            return
        objects.append(f"./.{number}.o")
        yield [*command, "-c", "-o", objects[-1], "-pthread"]
    yield [linker, *extra, *objects, "-o", f"./.{PROGRAM}", *linking(own), *LIBRARIES]


def _safe(name: str) -> str:
    """A name that is no option, and no file of options."""
    return f"./{name}" if name[0] in "-@" else name


def _compiler(unit: str, trust: bool) -> str:
    name = "gcc" if suffix(unit) in C else "g++"
    found = shutil.which(name, path=None if trust else SYSTEM_PATH)
    if found is None:
        raise DuiyiError(message("arena.compile.no-compiler", compiler=name, file=unit))
    return found


def _run_all(
    runs: Runs,
    path: Path,
    sources: Sources,
    commands: Iterator[list[str]],
    limits: CompileLimits,
) -> None:
    left = limits.seconds
    for command in commands:
        try:
            ran = runs.run(command, left, WALL * left)
        except Fault as fault:
            raise _stopped(fault, path, limits, _printed(runs, limits)) from fault
        left -= ran.spent.charged
        if ran.status:
            printed = _named(_printed(runs, limits), sources)
            raise _twice(path, printed, sources) or _failed(path, printed, limits)


def _box(trust: bool, limits: CompileLimits) -> Box:
    if trust:
        return OpenBox()
    from duiyi.arena.sandbox import SandboxBox, require

    require()
    room = limits.output + 16 * MEGABYTE
    return SandboxBox(Limits(memory=limits.memory, scratch=256 * MEGABYTE, work=2 * room))


def _lay_out(work: Path, sources: Sources) -> None:
    """Nothing runs in the box yet."""
    for name, data in sources.files:
        file = work / name
        file.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        file.write_bytes(data)
        file.chmod(0o644)
    for folder in work.rglob("*"):
        if folder.is_dir():
            folder.chmod(0o755)


# What came of it


def _result(box: Box, path: Path, limits: CompileLimits, runs: Runs) -> bytes:
    folder = Folder(box.work)
    try:
        program = folder.read(f".{PROGRAM}", limits.output)
    except Fault as fault:
        raise CompileError(_too_large(path, limits), _printed(runs, limits)) from fault
    finally:
        folder.close()
    if program is None:
        raise _failed(path, _printed(runs, limits), limits)
    return program


def _failed(path: Path, printed: str, limits: CompileLimits) -> CompileError:
    """The compiler itself meets a limit first, where it is not stopped at it."""
    if any(words in printed for words in NO_MEMORY):
        said = _over("memory", path, limits.memory // MEGABYTE, printed)
    elif any(words in printed for words in NO_ROOM):
        said = _too_large(path, limits)
    else:
        said = message("arena.compile.failed", file=str(path), output=printed)
    return CompileError(said, printed)


def _named(printed: str, sources: Sources) -> str:
    """The linker's words with the sources' names instead of our own for what came of them."""
    return _object.sub(lambda found: sources.units[int(found[1])], printed)


def _twice(path: Path, printed: str, sources: Sources) -> CompileError | None:
    """What the linker says of two programs in one folder, or of an old copy of one, in words."""
    found = _defined.search(printed)
    if found is None:
        return None
    symbol = found[1]
    lines = [line for line in printed.splitlines() if f"`{symbol}'" in line]
    there = [unit for unit in sources.units if any(unit in line for line in lines)]
    first = min(there, key=_likely, default=sources.units[0])
    said = message(
        "arena.compile.two-mains",
        file=str(path),
        files=tuple(there[:8]),
        symbol=symbol,
        first=first,
        output=printed,
    )
    return CompileError(said, printed)


def _likely(unit: str) -> tuple[int, int, str]:
    """Sorts first what is rather the bot than a copy of it."""
    return unit.count("/"), int(Path(unit).stem.lower() not in ("main", "bot")), unit


def _stopped(fault: Fault, path: Path, limits: CompileLimits, printed: str) -> DuiyiError:
    """In words for whoever handed it in. What is nobody's fault is not theirs either."""
    match fault.verdict, fault.code:
        case Verdict.timeout, _:
            said = _over("time", path, round(limits.seconds), printed)
        case Verdict.memory_limit, _:
            said = _over("memory", path, limits.memory // MEGABYTE, printed)
        case Verdict.output_limit, "file":
            said = _too_large(path, limits)
        case Verdict.output_limit, _:
            said = _over("printed", path, MOST_PRINTED // MEGABYTE, printed)
        case _:
            return DuiyiError(
                message("arena.compile.infra", file=str(path), problem=fault.detail or str(fault))
            )
    return CompileError(said, printed)


def _over(what: str, path: Path, limit: int, printed: str) -> Message:
    return message(f"arena.compile.{what}", file=str(path), limit=limit, output=printed[:2000])


def _too_large(path: Path, limits: CompileLimits) -> Message:
    return message("arena.compile.output", file=str(path), limit=limits.output // MEGABYTE)


def _printed(runs: Runs, limits: CompileLimits) -> str:
    """As the compiler printed it, without what could steer a terminal; cut where it is long."""
    text = runs.head.decode("utf-8", "replace")
    clean = "".join(sign if sign.isprintable() or sign in "\n\t" else "?" for sign in text)
    return clean + "\n…\n" if len(runs.head) >= limits.diagnostics else clean


# The cache


def _key(sources: Sources, compilers: set[str], flags: Sequence[str]) -> str:
    """Of all that decides what comes out."""
    digest = hashlib.sha256()
    parts = [*FLAGS, *C_FLAGS, *CPP_FLAGS, *LIBRARIES, *flags, *sources.units]
    parts += [_version(compiler) for compiler in sorted(compilers)]
    for part in parts:
        digest.update(f"{len(part)}:{part}".encode("utf-8", "surrogateescape"))
    for name, data in sources.files:
        digest.update(f"{name}\0{len(data)}:".encode("utf-8", "surrogateescape") + data)
    return digest.hexdigest()[:40]


def described(sources: Sources, flags: Sequence[str]) -> str:
    """Which compiler, and with which flags, for people: `gcc 12.2.0 -O2 -std=gnu17`."""
    c = not sources.is_cpp
    compiler = _compiler(sources.units[0] if c else "x.cpp", trust=False)
    number = _number.search(_version(compiler).partition("\n")[0])
    words = [Path(compiler).name, number[1] if number else "", FLAGS[0]]
    return " ".join([*filter(None, words), *(C_FLAGS if c else CPP_FLAGS), *compiling(flags, c)])


@lru_cache
def _version(compiler: str) -> str:
    ran = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False)
    return ran.stdout


def _kept(place: Path) -> Compiled:
    try:
        diagnostics = (place / DIAGNOSTICS).read_text("utf-8")
    except OSError:
        diagnostics = ""
    return Compiled(place / PROGRAM, diagnostics)


def _keep(place: Path, program: bytes, diagnostics: str) -> Compiled:
    """All at once: whoever finds the directory finds all that is in it."""
    place.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=".new-", dir=place.parent))
    try:
        (made / PROGRAM).write_bytes(program)
        (made / PROGRAM).chmod(0o755)
        (made / DIAGNOSTICS).write_text(diagnostics, "utf-8")
        made.chmod(0o755)
        try:
            os.rename(made, place)
        except OSError:
            if not (place / PROGRAM).is_file():  # else somebody else has just made the same
                raise
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return _kept(place)
