"""What a check found: findings with everything that is needed to see them again."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field

from duiyi.core.check.walk import Step
from duiyi.core.options import Options

LONGEST_SHOWN = 400


@dataclass(frozen=True, slots=True)
class Finding:
    """A property that a game fell short of, and the way to the state where it did."""

    property: str
    game: str
    seats: int
    options: Options
    played: tuple[Step, ...]
    expected: str
    seen: str

    def script(self) -> str:
        """Python lines that lead to the state."""
        given = "".join(f", {name}={value!r}" for name, value in self.options.items())
        lines = ["import duiyi", f"state = duiyi.game({self.game!r}).start({self.seats}{given})"]
        for withdrawn, steps in itertools.groupby(self.played, lambda step: isinstance(step, int)):
            if withdrawn:
                lines += [f"state = state.withdraw({seat})" for seat in steps]
            else:
                tokens = " ".join(map(str, steps))
                lines += [f"for token in {tokens!r}.split():", "    state = state.play(token)"]
        return "\n".join(lines)

    def __str__(self) -> str:
        return (
            f"{self.property}\n"
            f"  expected: {self.expected}\n"
            f"  seen:     {self.seen}\n"
            "  where:\n" + "\n".join(f"    {line}" for line in self.script().splitlines())
        )


@dataclass(frozen=True, slots=True)
class Report:
    """All findings of a check, and how much was tested: property → number of states."""

    game: str
    findings: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()
    walks: int = 0
    decisions: int = 0
    tested: Mapping[str, int] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return not self.findings

    def __str__(self) -> str:
        found = [*(f"fault: {finding}" for finding in self.findings)]
        found += [f"warning: {finding}" for finding in self.warnings]
        tests = sum(self.tested.values())
        verdict = "conforms" if self.ok else f"has {len(self.findings)} faults"
        summary = (
            f"{self.game} {verdict}: {self.walks} games, {self.decisions} decisions, {tests} tests"
        )
        return "\n".join([*found, summary])


def shown(value: object) -> str:
    """A value in one line; of an exception also where it was raised."""
    if not isinstance(value, BaseException):
        return printable(repr(value))
    trace, where = value.__traceback__, ""
    while trace is not None:
        code = trace.tb_frame.f_code
        where = f" (in {code.co_name}, line {trace.tb_lineno} of {code.co_filename})"
        trace = trace.tb_next
    return printable(f"{type(value).__name__}: {value}{where}")


def printable(text: str) -> str:
    """The text such that any terminal can print it, shortened where it is very long."""
    text = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"
