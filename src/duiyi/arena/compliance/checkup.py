"""The checkup: games, positions and manners, one after the other, until enough is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any

from duiyi.arena.bots.player_bot import PlayerBot
from duiyi.arena.compliance import program
from duiyi.arena.compliance.advice import Case, case_of, explained
from duiyi.arena.compliance.findings import Finding, Level
from duiyi.arena.compliance.positions import EACH, Moment, moments
from duiyi.arena.compliance.program import Withheld
from duiyi.arena.compliance.watched import MEGABYTE, KeptBox, Measured, Watched, growth
from duiyi.arena.game.clocks import SECOND, cap, micro
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.game.notes import use_of
from duiyi.arena.game.played import Offence, Played
from duiyi.arena.game.referee import judged, play_game
from duiyi.core import Message, Options, Record, Seat, State, message
from duiyi.core.message import Param
from duiyi.engine.bot import Beginning, Bot, Spent
from duiyi.engine.client import EngineBot, asked, game_line, legal_line
from duiyi.engine.fault import Fault, Verdict
from duiyi.engine.protocol import Hello, write

RANDOM = "random"
"""Against whom it plays."""
ENOUGH = 180.0
"""Seconds of games; once every seat has been played no more are begun after them."""
SAME = 2
"""Games that end by a fault of the bot, at most: then the others would, too."""
SLOW_START = 0.2
"""Of the allowance for getting ready."""
PATIENCE = 3.0
"""Seconds that a program is waited for once more when it was too late."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """The bot that is looked at: how its program is started where it speaks the engine protocol,
    otherwise what makes it for one game, from the conditions and a seed."""

    name: str
    arguments: tuple[str, ...] | None = None
    make: Callable[[Conditions, int], Bot] | None = None
    boxes: Callable[[], Measured] = KeptBox
    """Where the program runs."""

    def bot(self, conditions: Conditions, seed: int) -> Watched:
        """For one game; a program runs in a box that we can look into."""
        if self.arguments is None:
            assert self.make is not None
            return Watched(self.make(conditions, seed), conditions.clock)
        limits, box = conditions.limits, self.boxes()
        sizes = {"line": limits.line, "stdout": limits.stdout, "stderr": limits.stderr}
        bot = EngineBot(box, self.arguments, cores=conditions.cores, **sizes)
        return Watched(bot, conditions.clock, box)


@dataclass(frozen=True, slots=True)
class Report:
    """What was seen: the findings, the games with the bot's results, and how long it took."""

    findings: tuple[Finding, ...]
    played: tuple[Played, ...]
    results: tuple[str, ...]
    longest: Spent
    start: Spent
    names: dict[str, str]
    cases: tuple[Case | None, ...] = ()
    """For each finding the fault that it tells of, if it does."""
    memory: int = 0
    """The most that it held, as far as that is known."""

    @property
    def ok(self) -> bool:
        return not any(finding.level is Level.problem for finding in self.findings)


Tell = Callable[[Message], None]


def check(
    candidate: Candidate,
    first: State[Any],
    conditions: Conditions,
    *,
    games: int,
    seed: int,
    options: Options | None = None,
    tell: Tell = lambda said: None,
    each: int = EACH,
    enough: float | None = None,
) -> Report:
    """Looks at a bot; `tell` hears what has been done while it goes on. Of each kind of position
    there are as many as `each` says. After `enough` seconds no other game is begun, even if not
    every seat has been played."""
    checkup = _Checkup(candidate, first, options, conditions, seed, tell)
    checkup.games(games, enough)
    if checkup.started:
        checkup.positions(each)
        checkup.manners()
    return Report(
        tuple(checkup.findings.values()),
        tuple(checkup.played),
        tuple(checkup.results),
        checkup.longest,
        checkup.start,
        checkup.names,
        tuple(checkup.cases.get(kind) for kind in checkup.findings),
        checkup.memory,
    )


@dataclass(slots=True)
class _Checkup:
    candidate: Candidate
    first: State[Any]
    options: Options | None
    conditions: Conditions
    seed: int
    tell: Tell
    findings: dict[tuple[str, str], Finding] = field(default_factory=dict)
    cases: dict[tuple[str, str], Case] = field(default_factory=dict)
    memory: int = 0
    played: list[Played] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    withheld: dict[str, Withheld | None] = field(default_factory=dict)
    """By the code of a fault: it takes a while, so it is looked into once."""
    started: bool = True
    """Whether it has always got as far as the first question."""
    longest: Spent = field(default_factory=Spent)
    start: Spent = field(default_factory=Spent)
    names: dict[str, str] = field(default_factory=dict)

    # Games

    def games(self, number: int, enough: float | None) -> None:
        begun = monotonic()
        least, most = (self.first.seats, ENOUGH) if enough is None else (1, enough)
        for at in range(number):
            if self.results.count("fault") >= SAME or not self.started:
                return
            if at >= least and monotonic() - begun > most:
                self.tell(message("bot.check.enough", games=at))
                return
            self.game(at)

    def game(self, at: int) -> None:
        """The bot on one of the seats, random players on the others."""
        seat = at % self.first.seats
        watched = self.candidate.bot(self.conditions, self.seed + at)
        bots: list[Bot] = [PlayerBot(RANDOM, self.seed + at) for _ in range(self.seats)]
        names = [RANDOM] * self.seats
        bots[seat], names[seat] = watched, self.candidate.name
        played = play_game(
            self.first,
            bots,
            self.conditions,
            seed=self.seed + at,
            names=names,
            options=self.options,
        )
        self.played.append(played)
        self.results.append(result(played, seat))
        self.tell(message(f"bot.check.game.{self.results[-1]}", number=at + 1, seat=seat))
        self.names |= getattr(watched.bot, "names", {})
        use = played.uses[seat]
        self.longest = max(self.longest, use.longest, key=_charged)
        self.start = max(self.start, use.start, key=_charged)
        for offence in played.offences:
            self.started = self.started and use.questions > 0
            self.offence(offence, played.record, at, watched.left)
        self.notes(watched)

    def offence(self, offence: Offence, record: Record, at: int, left: float | None) -> None:
        """`left` is what it had when it was asked."""
        state = record.game.load(offence.position)
        seat = max(offence.seat, 0)
        where = message("bot.where.game", number=at + 1, turn=state.turn, seat=seat)
        spent = spent_at(record, offence.node)
        case = replace(case_of(offence, state, seat), where=where)
        self.fault(replace(case, stderr=offence.stderr, spent=spent, left=left))

    def notes(self, watched: Watched) -> None:
        """What does not lose a game yet."""
        if watched.slow:
            worst = max(watched.slow, key=lambda slow: slow.used)
            used, limit = f"{worst.used:.2f}", f"{worst.allowed:g}"
            self.warn("slow", worst.position, used=used, limit=limit, turn=worst.turn)
        if watched.start.charged > SLOW_START * self.conditions.start_up:
            used, limit = f"{watched.start.charged:.2f}", f"{self.conditions.start_up:g}"
            self.warn("slow-start", used=used, limit=limit)
        held, most = max(watched.memory, default=0), self.conditions.limits.memory
        self.memory = max(self.memory, held)
        if held > most:
            detail = f"{held // MEGABYTE} MB > {most // MEGABYTE} MB"
            what = message("bot.problem.memory", detail=detail)
            self.found(Finding(Level.problem, what, (message("bot.advice.memory"),)))
        elif grown := growth(watched.memory):
            before, after = (size // MEGABYTE for size in grown)
            count, limit = len(watched.memory), f"{most // MEGABYTE}"
            self.warn("memory", before=before, after=after, answers=count, limit=limit)

    # Positions

    def positions(self, each: int) -> None:
        """Not for a bot that has trouble with ordinary games: one thing at a time."""
        if "fault" in self.results:
            return
        kinds: dict[str, int] = {}
        for moment in moments(self.first, self.seed, each):
            if self.candidate.arguments is None and moment.begun:
                continue  # programs that work with files answer for whole turns
            self.position(moment)
            kinds[moment.kind] = kinds.get(moment.kind, 0) + 1
        for kind, count in kinds.items():
            self.tell(message(f"bot.check.positions.{kind}", count=count))

    def position(self, moment: Moment) -> None:
        clock = self.conditions.clock
        left = None if clock.kind == "none" else clock.seconds
        limit = None if left is None else cap(micro(left), self.conditions.wall_factor) / SECOND
        bot = self.candidate.bot(self.conditions, self.seed)
        state, spent = moment.state, Spent()
        try:
            bot.begin(Beginning(moment.first, moment.seat, clock, self.conditions.start_up))
            answer = bot.ask(moment.question(left, limit))
            steps, fault = judged(moment.state, moment.seat, answer.tokens, answer.written)
            state = steps[-1][1] if steps else state
        except Fault as raised:
            fault, spent = raised, raised.spent
        finally:
            bot.close()
        if fault is not None:
            where = message(f"bot.where.{moment.kind}", turn=moment.state.turn, seat=moment.seat)
            stderr = bot.stderr().decode("utf-8", "replace")
            case = replace(case_of(fault, state, moment.seat), where=where)
            self.fault(replace(case, stderr=stderr, spent=spent, left=left))

    # The program

    def manners(self) -> None:
        arguments = self.candidate.arguments
        if arguments is None:
            return
        try:
            found = program.manners(
                arguments, self.game_line(0), self.conditions.start_up, self.candidate.boxes
            )
        except Fault:
            return  # it did not start, which games have shown already
        if not found.quits:
            self.warn("quit")
        if not found.ends:
            self.warn("end-of-input")
        if found.quits and found.ends:
            self.tell(message("bot.check.manners"))

    def looked_into(self, case: Case) -> Withheld | None:
        """Whether a program that was too late had answered, without flushing."""
        arguments = self.candidate.arguments
        if case.verdict is not Verdict.timeout or arguments is None:
            return None
        lines, word = [write(Hello()), self.game_line(case.seat)], "ready"
        if case.code != "start-up":
            moment = Moment("", case.state, (), case.state)
            lines += asked(moment.question(case.left, None)).splitlines()
            word = "move"
        legal = legal_line(case.state).rstrip()
        return program.withheld(arguments, lines, legal, word, PATIENCE, self.candidate.boxes)

    def game_line(self, seat: Seat) -> str:
        return write(game_line(Beginning(self.first, seat, self.conditions.clock, 0.0)))

    # What is common to all

    @property
    def seats(self) -> int:
        return self.first.seats

    def fault(self, case: Case) -> None:
        if case.code == "start-up":
            case = replace(case, left=self.conditions.start_up)
        if case.code not in self.withheld:
            self.withheld[case.code] = self.looked_into(case)
        case = replace(case, withheld=self.withheld[case.code])
        self.found(explained(case), case)

    def warn(self, name: str, position: str = "", **params: Param) -> None:
        what = message(f"bot.warning.{name}", **params)
        advice = (message(f"bot.advice.{name}"),)
        self.found(Finding(Level.warning, what, advice, position=position))

    def found(self, finding: Finding, case: Case | None = None) -> None:
        """The same thing again is counted, not told again."""
        params = dict(finding.what.params)
        kind = finding.what.key, str(params.get("code", params.get("signal", "")))
        known = self.findings.get(kind)
        self.findings[kind] = finding if known is None else known.again()
        if case is not None:
            self.cases.setdefault(kind, case)


def result(played: Played, seat: Seat) -> str:
    """`won`, `lost`, `drawn`, `fault`, or `infra` for what was nobody's fault."""
    if played.scores is None:
        return "infra"
    if any(offence.seat == seat for offence in played.offences):
        return "fault"
    score = played.scores[seat]
    return "won" if score == 1 else "lost" if score == 0 else "drawn"


def spent_at(record: Record, node: int) -> Spent:
    """What the answer cost that a node of a record ends; nothing where that is not told."""
    use = use_of(record.nodes[node]) if node < len(record.nodes) else None
    if use is None:
        return Spent()
    return Spent(*(time / SECOND for time in (use.charged, use.cpu, use.wall, use.waited)))


def _charged(spent: Spent) -> float:
    return spent.charged
