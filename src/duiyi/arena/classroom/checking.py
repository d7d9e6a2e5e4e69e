"""The third step: by which interface it is asked, and check-bot's look at it, in the sandbox."""

from __future__ import annotations

from dataclasses import dataclass, replace

from duiyi.arena.bots.entrants import Kind
from duiyi.arena.classroom.boxes import box_of
from duiyi.arena.classroom.compiling.program import Made
from duiyi.arena.classroom.faults.finding import fault_finding, told_finding, with_measure
from duiyi.arena.classroom.sources import SourceText
from duiyi.arena.classroom.stops import PlatformFailed, Stopped, refused
from duiyi.arena.compliance import Candidate, Report, check
from duiyi.arena.compliance.advice import Case
from duiyi.arena.compliance.watched import MEGABYTE
from duiyi.arena.intake.bot_folders import given_interface
from duiyi.arena.intake.smoke import NAMES, SPOKEN, interfaces, smoke
from duiyi.classes.validation import Finding, Level, Measure, sentence
from duiyi.core import DuiyiError, Message, Record, message
from duiyi.engine.fault import Verdict

MOST_FINDINGS = 12
ENOUGH = 20.0
"""Seconds of games: test games follow, and they are what counts."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The program with the interface that it speaks."""

    made: Made
    findings: tuple[Finding, ...]

    @property
    def interface(self) -> str:
        return NAMES[self.made.ready.kind]


def check_up(made: Made) -> Checked:
    """`Stopped` where it would lose games by its own fault."""
    made = spoken(made)
    settings = made.settings
    start = settings.ruleset.start(settings.seats, **dict(settings.options.items()))
    done: list[Message] = []
    report = check(
        _candidate(made),
        start,
        settings.conditions,
        games=settings.check_games or settings.seats,
        seed=settings.seed,
        options=settings.options,
        tell=done.append,
        each=settings.positions,
        enough=ENOUGH,
    )
    found = tuple(_findings(report, made))[:MOST_FINDINGS]
    if any(one.level is Level.problem for one in found):
        raise Stopped(sorted(found, key=lambda one: one.level is not Level.problem))
    return Checked(made, (*found, *_fine(done, report, made)))


def spoken(made: Made) -> Made:
    """With the interface that it says, that of the class, or that by which it makes a move."""
    settings, folder = made.settings, made.received.folder
    known = interfaces(settings.game)
    try:
        given = given_interface(folder, made.received.name) or settings.interface
    except DuiyiError as error:
        raise refused(error, folder, made.received.name) from None
    if given is None and len(known) == 1:
        given = known[0]
    if given is not None:
        return with_interface(made, given)
    tried = smoke(made.ready, None, settings.cup, _likely(made.sources))
    if tried.problem is not None and tried.reason == "machine":
        raise PlatformFailed(str(tried.problem))
    # Where it moves by none, the nearest one is looked into, and what is wrong is found there.
    nearest = "" if tried.problem is None else str(tried.problem["interface"])
    return with_interface(made, tried.interface or nearest)


def with_interface(made: Made, interface: str) -> Made:
    ready = replace(made.ready, kind=SPOKEN[interface])
    try:
        ready.check_game(made.settings.game, made.settings.seats)
    except DuiyiError as error:
        raise refused(error, made.received.folder, made.received.name) from None
    return replace(made, ready=ready)


def _likely(sources: SourceText) -> str | None:
    """Which interface is tried first: a program that never says `ready` does not speak the
    protocol. It decides nothing but how long it takes."""
    lines = (line for name in sources.names() for line in sources.lines(name))
    return "protocol" if any(b"ready" in line for line in lines) else None


def _candidate(made: Made) -> Candidate:
    ready, limits = made.ready, made.settings.conditions.limits
    if ready.kind is Kind.engine:
        return Candidate(ready.name, made.command.boxed, boxes=lambda: box_of(made.command, limits))
    return Candidate(ready.name, make=lambda conditions, seed: ready.bot(conditions, seed, None))


def _findings(report: Report, made: Made) -> list[Finding]:
    found = []
    for told, case in zip(report.findings, report.cases, strict=True):
        if case is None:
            found.append(with_measure(told_finding(told, made)))
        elif case.verdict is Verdict.infra:
            raise PlatformFailed(f"{case.code}: {case.detail}")
        else:
            found.append(fault_finding(case, told, _record(case, report), made))
    return found


def _record(case: Case, report: Report) -> Record | None:
    """The game in which a fault happened; there is none of a lone position."""
    position = case.state.dump()
    for played in report.played:
        for offence in played.offences:
            if (offence.code, offence.position) == (case.code, position):
                return played.record
    return None


def _fine(done: list[Message], report: Report, made: Made) -> list[Finding]:
    """What was done, and found right."""
    games = [said for said in done if said.key.startswith("core:bot.check.game.")]
    won = sum(said.key.endswith(".won") for said in games)
    told = [message("validation.fine.games", games=len(games), won=won)]
    told += [said for said in done if said not in games]
    found = [Finding(Level.fine, sentence(said)) for said in told]
    if report.memory:
        limit = made.settings.conditions.limits.memory // MEGABYTE
        held = max(1, report.memory // MEGABYTE)
        said = message("validation.fine.memory", held=held, limit=limit)
        found.append(
            Finding(Level.fine, sentence(said), measure=Measure("MB", float(limit), float(held)))
        )
    return found
