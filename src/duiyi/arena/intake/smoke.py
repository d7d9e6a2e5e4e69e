"""One turn of a new bot in the sandbox: whether it moves at all, and by which interface.

Nothing that a hand-in says or contains decides its interface. Every interface that the game has is
tried, and the one by which it makes a legal first move is its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from duiyi.arena.bots.entrants import Kind, Ready
from duiyi.arena.compliance.advice import Case, case_of, explained
from duiyi.arena.compliance.findings import Finding
from duiyi.arena.compliance.positions import Moment
from duiyi.arena.game.clocks import SECOND, cap, micro
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.game.openings import opening_of
from duiyi.arena.game.referee import judged
from duiyi.arena.tournament.config import TournamentConfig
from duiyi.core import CHANCE, Message, message
from duiyi.core.chance import Dice
from duiyi.core.record import Decision, Node
from duiyi.engine.bot import Beginning
from duiyi.engine.fault import Fault, Verdict
from duiyi.engine.files.tzaar import GAME as FILES_GAME
from duiyi.engine.files.tzaar import PASS

AGAIN = 3
"""So often a turn is tried that fails by nobody's fault."""
NAMES = {Kind.engine: "protocol", Kind.files_a: "files-a", Kind.files_b: "files-b"}
SPOKEN = {name: kind for kind, name in NAMES.items()}


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of asking by one interface; without a case it moved."""

    kind: Kind
    case: Case | None
    finding: Finding | None = None

    @property
    def interface(self) -> str:
        return NAMES[self.kind]


@dataclass(frozen=True, slots=True)
class Smoke:
    """`interface` is that by which the bot moves; otherwise `reason` and `problem` say why it
    cannot take part, and `trials` what was seen by every interface."""

    interface: str
    reason: str = ""
    problem: Message | None = None
    trials: tuple[Message, ...] = ()
    printed: str = ""
    """The last that it wrote to stderr."""


def interfaces(game: str) -> tuple[str, ...]:
    """Those by which a game can be played, in the order in which they are tried."""
    return ("files-a", "files-b", "protocol") if game == FILES_GAME else ("protocol",)


def smoke(
    ready: Ready, given: str | None, config: TournamentConfig, likely: str | None = None
) -> Smoke:
    """Asks a bot for its first move, by the interface that it was given, or by each in turn, the
    `likely` one first."""
    if ready.kind not in NAMES:
        return Smoke(given or "protocol")
    moment = first_moment(config)
    known = interfaces(config.game)
    first = given or likely
    order = known if first is None else (first, *(one for one in known if one != first))
    trials: list[Trial] = []
    for name in order:
        trial = _tried(replace(ready, kind=SPOKEN[name]), moment, config.conditions)
        if trial.case is None:
            if not trials or given is None:
                return Smoke(name)
            wrong = message(
                "cup.smoke.interface", given=order[0], found=name, problem=_told(trials[0])
            )
            return Smoke("", "interface", wrong)
        trials.append(trial)
        if trial.case.verdict is Verdict.infra:
            break
    return _failed(trials, given)


def first_moment(config: TournamentConfig) -> Moment:
    """The first decision of a game of the cup."""
    opening = opening_of(config.ruleset, config.seats, config.options, config.seed, 0)
    state, dice = opening.start, Dice(config.seed)
    nodes: list[Node] = []
    while state.actor == CHANCE:
        action = dice.choose(state)
        nodes.append(Decision(CHANCE, state.text(action)))
        state = state.play(action)
    return Moment("", opening.start, tuple(nodes), state)


def _tried(ready: Ready, moment: Moment, conditions: Conditions) -> Trial:
    case = None
    for _ in range(AGAIN):
        case = _case(ready, moment, conditions)
        if case is None or case.verdict is not Verdict.infra:
            break
    return Trial(ready.kind, case, None if case is None else explained(case))


def _case(ready: Ready, moment: Moment, conditions: Conditions) -> Case | None:
    """What went wrong in the first turn, if anything."""
    clock = conditions.clock
    left = None if clock.kind == "none" else clock.seconds
    limit = None if left is None else cap(micro(left), conditions.wall_factor) / SECOND
    state = moment.state
    bot = ready.bot(conditions, 1, None)
    try:
        bot.begin(Beginning(moment.first, moment.seat, clock, conditions.start_up))
        answer = bot.ask(moment.question(left, limit))
        steps, fault = judged(state, moment.seat, answer.tokens)
        state = steps[-1][1] if steps else state
    except Fault as raised:
        fault = raised
    finally:
        bot.close()
    if fault is None:
        return None
    stderr = bot.stderr().decode("utf-8", "replace")
    allowed = conditions.start_up if fault.code == "start-up" else left
    case = case_of(fault, state, moment.seat)
    return replace(case, stderr=stderr, spent=fault.spent, left=allowed)


# In words


def _failed(trials: Sequence[Trial], given: str | None) -> Smoke:
    infra = next((one for one in trials if one.case and one.case.verdict is Verdict.infra), None)
    if infra is not None and infra.case is not None:
        problem = message("cup.smoke.machine", detail=infra.case.detail)
        return Smoke("", "machine", problem, tuple(map(_line, trials)))
    best = trials[0] if given else min(trials, key=_distance)
    assert best.case is not None
    reason = "stdout" if best.case.code == "printed-answer" else "no-move"
    key = "given" if given else "best" if _distance(best) == 0 else "none"
    problem = message(f"cup.smoke.{key}", interface=best.interface, problem=_told(best))
    lines = tuple(map(_line, trials)) if key == "none" else ()
    return Smoke("", reason, problem, lines, best.case.stderr)


def _distance(trial: Trial) -> int:
    """0 where it answered, if wrongly, so that this is what it was written for."""
    case = trial.case
    assert case is not None
    if case.verdict is Verdict.illegal:
        return 0 if case.text != PASS or trial.kind is not Kind.files_b else 3
    if case.verdict is Verdict.protocol:
        silent = case.code in ("no-answer", "unknown-line", "closed-output")
        return 2 if silent else 0
    return 1 if case.verdict in (Verdict.timeout, Verdict.memory_limit) else 2


def _told(trial: Trial) -> Message:
    """What happened, and what helps against it."""
    finding = trial.finding
    assert finding is not None
    if not finding.advice or _only_for_talkers(trial):
        return finding.what
    return message("cup.smoke.advice", problem=finding.what, advice=finding.advice[0])


def _only_for_talkers(trial: Trial) -> bool:
    """Whether the advice is about a program that is to go on, which one with files is not."""
    case = trial.case
    return case is not None and trial.kind is not Kind.engine and case.code.startswith("exit")


def _line(trial: Trial) -> Message:
    assert trial.finding is not None
    return message("cup.smoke.trial", interface=trial.interface, problem=trial.finding.what)
