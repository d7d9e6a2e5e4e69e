"""Running the suite: walks over a game's samples, with the properties tested along them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from duiyi.core.check.properties import Broken, Property, Warned, expect, properties
from duiyi.core.check.report import Finding, Report, printable, shown
from duiyi.core.check.walk import Choose, Point, Step, walk
from duiyi.core.options import Options
from duiyi.core.state import Game

LIMIT = 30_000
"""Decisions after which a game counts as endless: atom with its highest turn limit needs many."""
ENOUGH = 3
"""A property that failed in so many walks is not tested in further ones."""


def check(
    game: Game,
    *,
    walks: int = 3,
    seed: int = 0,
    limit: int = LIMIT,
    thorough: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Play `walks` random games of every sample and test all properties along them.

    The same arguments give the same report. `limit` is the number of decisions after which a game
    that has not ended counts as endless; `thorough` tests everything in every state, which is
    slow; `progress` is told how many games of how many are done.
    """
    report = Report(game.id)
    try:
        samples = list(game.samples())
        expect(bool(samples), "samples() has a configuration", samples)
    except Exception as error:
        broken = error if isinstance(error, Broken) else Broken("no exception", error)
        found = _finding("samples", game, game.seats.start, game.options(), (), broken)
        return replace(report, findings=(found,))
    for number in range(walks * len(samples)):
        seats, options = samples[number % len(samples)]
        turn = number // len(samples)
        failed = Counter(finding.property for finding in (*report.findings, *report.warnings))
        known = f"{seed} {seats} {options.text()} {turn}"
        report = merged(
            report,
            check_walk(
                game,
                seats,
                options,
                random.Random(known).randrange,
                limit=limit,
                thorough=thorough,
                withdrawals=turn % 2 == 1,
                skip={name for name, times in failed.items() if times >= ENOUGH},
                samples=lambda n, known=known: random.Random(f"{known} {n}").randrange,  # type: ignore[misc]
            ),
        )
        if progress is not None:
            progress(number + 1, walks * len(samples))
    return report


def check_walk(
    game: Game,
    seats: int,
    options: Options,
    choose: Choose,
    *,
    limit: int = LIMIT,
    thorough: bool = False,
    withdrawals: bool = False,
    skip: set[str] | frozenset[str] = frozenset(),
    samples: Callable[[int], Choose] | None = None,
) -> Report:
    """Test all properties along one game that `choose` decides; each is reported once."""
    open_tests = [test for test in properties() if test.name not in skip]
    tested: Counter[str] = Counter()
    findings: dict[str, Finding] = {}
    warnings: dict[str, Finding] = {}
    played: tuple[Step, ...] = ()
    try:
        for point in walk(
            game, seats, options, choose, limit=limit, withdrawals=withdrawals, samples=samples
        ):
            played = point.played
            for test, broken in _tested(point, open_tests, thorough, tested):
                found = _finding(test.name, game, seats, options, played, broken)
                (warnings if isinstance(broken, Warned) else findings)[test.name] = found
            open_tests = [t for t in open_tests if not {t.name} & {*findings, *warnings}]
    except Exception as error:  # the walk itself cannot go on
        name = "legal" if tested else "start"
        broken = Broken("the game can be played on", error)
        if name not in skip:
            findings.setdefault(name, _finding(name, game, seats, options, played, broken))
    return Report(
        game.id, tuple(findings.values()), tuple(warnings.values()), 1, len(played), tested
    )


def merged(one: Report, other: Report) -> Report:
    """Two reports on the same game as one; each warning is given once."""
    warned = {warning.expected: warning for warning in (*other.warnings, *one.warnings)}
    return Report(
        one.game,
        (*one.findings, *other.findings),
        tuple(warned.values()),
        one.walks + other.walks,
        one.decisions + other.decisions,
        Counter(one.tested) + Counter(other.tested),
    )


def _tested(
    point: Point, tests: Sequence[Property], thorough: bool, tested: Counter[str]
) -> Iterator[tuple[Property, Broken]]:
    """The properties that do not hold here."""
    for test in tests:
        try:
            if not test.applies(point, thorough):
                continue
            tested[test.name] += 1
            test.test(point)
        except Broken as broken:
            yield test, broken
        except Exception as error:  # a game under test may raise anything
            yield test, Broken("no exception", error)


def _finding(
    name: str,
    game: Game,
    seats: int,
    options: Options,
    played: tuple[Step, ...],
    broken: Broken,
) -> Finding:
    return Finding(
        name, game.id, seats, options, played, printable(broken.expected), shown(broken.seen)
    )
