"""The comparisons of a kernel with the Python rules: walks, counts, whole trees, random steps.

Each goes through positions by both sides at the same time, and raises a `Difference` with the
record that leads to it as soon as they do not say the same.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from tests.differential.drivers import Driver
from tests.differential.kernel import Kernel, Position, Refused, told_by_rules

from duiyi.core import State
from duiyi.core.perft import perft

WITHDRAWAL = "!"
"""In a record `!1` is the withdrawal of seat 1."""


@dataclass(frozen=True, slots=True)
class Record:
    """Where a comparison began, and what was decided since."""

    start: State[Any]
    decisions: tuple[str, ...] = ()

    def and_then(self, decision: str) -> Record:
        return Record(self.start, (*self.decisions, decision))

    def __str__(self) -> str:
        start = self.start
        head = f"game {start.game.id}, seats {start.seats}, options {start.options.text() or '-'}"
        return f"{head}\nfrom {start.dump()}\ntokens {' '.join(self.decisions) or '-'}"


class Difference(AssertionError):
    """The kernel and the rules disagree after a record."""

    def __init__(self, record: Record, what: str) -> None:
        super().__init__(f"{what}\n{record}")
        self.record = record


def decided(state: State[Any], decision: str) -> State[Any]:
    if decision.startswith(WITHDRAWAL):
        return state.withdraw(int(decision[1:]))
    return state.play(decision)


def _asked(kernel: Kernel, decision: str, record: Record) -> Position:
    """What the kernel says after a decision, or after a load."""
    try:
        if decision.startswith(WITHDRAWAL):
            return kernel.withdraw(int(decision[1:]))
        return kernel.play(decision)
    except Refused as refusal:
        raise Difference(record, f"the kernel refuses {refusal}") from None


def _loaded(kernel: Kernel, dump: str, record: Record) -> Position:
    try:
        return kernel.load(dump)
    except Refused as refusal:
        raise Difference(record, f"the kernel refuses {refusal}") from None


def _same(kernel: Position, rules: Position, record: Record) -> None:
    if kernel == rules:
        return
    lines = [
        f"{one.name}: the kernel says {getattr(kernel, one.name)}\n"
        f"{' ' * len(one.name)}     the rules say {getattr(rules, one.name)}"
        for one in fields(Position)
        if one.compare and getattr(kernel, one.name) != getattr(rules, one.name)
    ]
    raise Difference(record, "\n".join(lines))


def _same_hash(one: Position, other: Position, record: Record) -> None:
    if one.hash != other.hash:
        raise Difference(record, f"hash {one.hash} when played, {other.hash} when loaded")


def shortened(kernel: Kernel, found: Difference) -> Difference:
    """A difference after as few of the same decisions as can be.

    Hypothesis prefers small numbers to few, and a decision that is left out changes what the
    numbers behind it mean. Here the decisions themselves stay.
    """
    while True:
        shorter = next(_shorter(kernel, found.record), None)
        if shorter is None:
            return found
        found = shorter


def _shorter(kernel: Kernel, record: Record) -> Iterator[Difference]:
    decisions = record.decisions
    for size in range(min(8, len(decisions)), 0, -1):
        for at in range(len(decisions) - size + 1):
            difference = _retraced(kernel, record.start, (*decisions[:at], *decisions[at + size :]))
            if difference is not None:
                yield difference


def _retraced(kernel: Kernel, start: State[Any], decisions: Sequence[str]) -> Difference | None:
    """The first difference along these decisions; those that are not legal are left out."""
    record, state = Record(start), start
    try:
        told = _loaded(kernel, state.dump(), record)
        for decision in (*decisions, ""):
            rules = told_by_rules(state)
            _same(told, rules, record)
            kernel.keep()
            _same_hash(told, _loaded(kernel, rules.dump, record), record)
            kernel.again()
            if decision in _decisions(state, rules):
                record = record.and_then(decision)
                told, state = _asked(kernel, decision, record), decided(state, decision)
    except Difference as difference:
        return difference
    return None


def withdrawals(state: State[Any]) -> list[str]:
    return [f"{WITHDRAWAL}{seat}" for seat in range(state.seats) if seat not in state.out]


# Walks

NUMBERS = 1 << 24
"""A walk is made of whole numbers below this; 0 is the first token."""
_ways = 256
_places = {"atom": re.compile(r"-?\d+,-?\d+")}
_cell = re.compile(r"[A-W]\d+")


def walk(kernel: Kernel, start: State[Any], number: Callable[[], int], longest: int) -> None:
    """One game by both sides, for at most so many decisions; each is made of one `number()`.

    The low byte says how: by a withdrawal, as one of all tokens, or as one of those of one kind,
    so that what is rare comes about too; and whether the position is loaded anew before. The rest
    of the number modulo the number of options is the choice.
    """
    record, state = Record(start), start
    told = _loaded(kernel, state.dump(), record)
    for _ in range(longest):
        _same(told, told_by_rules(state), record)
        if state.outcome is not None:
            return
        choice, way = divmod(number(), _ways)
        if way % 8 == 7:
            loaded = _loaded(kernel, told.dump, record)
            _same(loaded, told, record)
            _same_hash(told, loaded, record)
        options = withdrawals(state) if way == _ways - 2 else [token for token, _ in told.tokens]
        if way % 2 == 1:
            kinds = list(by_kind(state.game.id, options).values())
            choice, kind = divmod(choice, len(kinds))
            options = kinds[kind]
        decision = options[choice % len(options)]
        record = record.and_then(decision)
        told, state = _asked(kernel, decision, record), decided(state, decision)
    _same(told, told_by_rules(state), record)


def by_kind(game: str, tokens: list[str]) -> dict[str, list[str]]:
    """Tokens that differ only in where on the board something is done are of one kind."""
    places = _places.get(game, _cell)
    found: dict[str, list[str]] = defaultdict(list)
    for token in tokens:
        found[places.sub("", token)].append(token)
    return found


# Counts


def count(kernel: Kernel, state: State[Any], most: int) -> None:
    """perft by both sides, as deep as there are at most so many sequences, to 8 at most."""
    record = Record(state)
    _loaded(kernel, state.dump(), record)
    for depth in range(9):
        found = kernel.perft(depth)
        if depth > 1 and found > most:
            return
        expected = perft(state, depth)
        if found != expected:
            raise Difference(record, f"perft {depth} is {found}; the rules count {expected}")


# Whole trees


def explore(kernel: Kernel, start: State[Any], depth: int | None = None) -> int:
    """Every position that can be reached by tokens and withdrawals, in at most so many decisions.

    Every decision is made by both sides, every position is come to by decisions from the start, so
    that what the kernel keeps from one to the next shows, and loaded too. Returns how many
    positions there are.
    """
    seen = {start.dump(): told_by_rules(start)}
    hashes = _Hashes(start.game.id)
    layer = [(start, Record(start))]
    while layer:
        following = []
        for state, record in layer:
            rules = seen[state.dump()]
            for told in (_loaded(kernel, rules.dump, record), _replayed(kernel, record)):
                _same(told, rules, record)
                hashes.meet(told, record)
            kernel.keep()
            for decision in _decisions(state, rules) if depth != 0 else ():
                after, then = decided(state, decision), record.and_then(decision)
                dump = after.dump()
                if dump not in seen:
                    seen[dump] = told_by_rules(after)
                    following.append((after, then))
                told = _asked(kernel, decision, then)
                _same(told, seen[dump], then)
                hashes.meet(told, then)
                kernel.again()
        layer, depth = following, None if depth is None else depth - 1
    return len(seen)


def _replayed(kernel: Kernel, record: Record) -> Position:
    told = _loaded(kernel, record.start.dump(), record)
    for decision in record.decisions:
        told = _asked(kernel, decision, record)
    return told


def _decisions(state: State[Any], rules: Position) -> list[str]:
    return [] if state.outcome else [*(token for token, _ in rules.tokens), *withdrawals(state)]


class _Hashes:
    """Equal for positions that differ only in what decides nothing, and for no others."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._by_key: dict[str, int | None] = {}
        self._by_hash: dict[int | None, str] = {}

    def meet(self, told: Position, record: Record) -> None:
        key = what_decides(self._game, told.dump)
        before = self._by_key.setdefault(key, told.hash)
        if before != told.hash:
            raise Difference(record, f"hash {told.hash}, but {before} before")
        other = self._by_hash.setdefault(told.hash, key)
        if other != key:
            raise Difference(record, f"hash {told.hash} is also that of {other}")


def what_decides(game: str, dump: str) -> str:
    """A dump without the turn's number, where no rule asks for it."""
    if game == "atom":
        return dump
    board, *between, turn = dump.split(" ")[:4]
    first = game == "tzaar" and (between[0], turn) == ("w", "1")
    return " ".join([board, *between, "1" if first else "-", *dump.split(" ")[4:]])


# Random steps

STEPS_FOR_EACH = 60
"""How many random steps there are for each place that an action leads to: so many that a place
that is never come to is further from the mean than may be."""
DEVIATIONS = 6
"""How far from the mean a count may be. Seeds decide the steps, so that it never flickers."""


def random_steps(driver: Driver, state: State[Any], seed: int) -> None:
    """Random steps lead where the actions lead, each as often as it should."""
    if state.outcome is not None:
        return
    record = Record(state)
    _loaded(driver, state.dump(), record)
    places, _ = driver.steps(0, seed)
    total = sum(weight for weight, _ in places)
    number = STEPS_FOR_EACH * len(places)
    places, elsewhere = driver.steps(number, seed)
    if elsewhere:
        raise Difference(record, f"{elsewhere} of {number} random steps are no actions")
    for at, (weight, found) in enumerate(places):
        expected = number * weight / total
        if abs(found - expected) > DEVIATIONS * (expected**0.5 + 1):
            what = f"random steps led {found} times to place {at}, not about {expected:.0f} times"
            raise Difference(record, what)
