"""A fault of a program as a finding: its sentence, its place, and the way back."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from duiyi.arena.bots.entrants import Kind
from duiyi.arena.classroom.compiling.program import Made
from duiyi.arena.classroom.faults.dialogue import dialogue, writer_of
from duiyi.arena.classroom.faults.sanitizer import crash_of
from duiyi.arena.classroom.stops import plain
from duiyi.arena.compliance import findings as compliance
from duiyi.arena.compliance.advice import Case
from duiyi.arena.compliance.checkup import spent_at
from duiyi.arena.game.notes import use_of
from duiyi.arena.report.page.faults import Kind as FaultKind
from duiyi.arena.report.page.faults import label_of
from duiyi.arena.report.page.words import cut, one_line, visible
from duiyi.classes.validation import (
    Action,
    BoardPlace,
    Finding,
    Level,
    Measure,
    Segment,
    Sentence,
    sentence,
)
from duiyi.core import BadToken, Message, Record, Violation, message
from duiyi.core.record import Withdrawal
from duiyi.engine.bot import Spent
from duiyi.engine.fault import Verdict

LONGEST_STDERR = 2_000
LONGEST_TOKEN = 60
SPOKEN = ("unknown-line", "answered-twice", "no-token", "not-text", "gave-up", "too-many-tokens")
"""Faults that are about a line of the conversation."""
SHOWN = 2
"""Legal moves that are shown."""


def fault_finding(
    case: Case, told: compliance.Finding, record: Record | None, made: Made
) -> Finding:
    """What a fault comes to. `told` is what check-bot says of it; `record` the game that it ended,
    if it was one."""
    base = told_finding(told, made)
    base = msgspec.structs.replace(
        base,
        heading=base.sentence,
        board=board_of(case),
        action=Action.position,
    )
    if case.verdict is Verdict.illegal:
        return _illegal(base, case, made)
    if case.verdict is Verdict.crash:
        return _crashed(base, case, record, made)
    if case.verdict is Verdict.timeout and not _withheld(case):
        return _slow(base, case, record, made)
    if case.verdict is Verdict.protocol and made.ready.kind is Kind.engine:
        return _said(base, case, made)
    return base


def told_finding(told: compliance.Finding, made: Made) -> Finding:
    """What check-bot says, with everything that a program wrote kept short and harmless."""
    folder = made.received.folder

    def words(said: Message) -> Sentence:
        return sentence(plain(said, made.received.name, folder))

    problem = told.level is compliance.Level.problem
    return Finding(
        Level.problem if problem else Level.warning,
        words(told.what),
        where=None if told.where is None else words(told.where),
        advice=tuple(map(words, told.advice)),
        stderr=visible(told.stderr)[-LONGEST_STDERR:],
        times=told.times,
    )


def with_measure(finding: Finding) -> Finding:
    """A warning with a bar to the limit, where it tells of one."""
    told = dict(finding.sentence.params)
    key = finding.sentence.key.removeprefix("core:bot.warning.")
    if key in ("slow", "slow-start"):
        measure = Measure("s", float(str(told["limit"])), float(str(told["used"])))
    elif key == "memory":
        measure = Measure("MB", float(str(told["limit"])), float(str(told["after"])))
    else:
        return finding
    return msgspec.structs.replace(finding, measure=measure)


# Moves


def board_of(case: Case) -> BoardPlace:
    """The position, with what could have been played there."""
    state = case.state
    actions = state.actions() if state.actor is not None else ()
    examples = tuple(state.text(action) for action in actions[:: max(1, len(actions) // SHOWN)])
    return BoardPlace(
        state.dump(), case.seat, state.turn, legal=len(actions), examples=examples[:SHOWN]
    )


def _illegal(base: Finding, case: Case, made: Made) -> Finding:
    broken = _broken(case)
    label = label_of(FaultKind(Verdict.illegal, case.code), case.state.game)
    token = cut(one_line(case.said), LONGEST_TOKEN)
    heading = message("validation.stop.illegal", token=token, name=label)
    board = board_of(case)
    folder = made.received.folder
    rule = base.sentence
    if broken is not None:
        rule = sentence(plain(broken.message, made.received.name, folder))
    board = msgspec.structs.replace(
        board,
        token=cut(one_line(case.text), LONGEST_TOKEN),
        code=case.code,
        rule=rule,
        sites=() if broken is None else broken.sites,
    )
    return msgspec.structs.replace(
        base, heading=sentence(heading), sentence=rule, board=board, action=Action.board
    )


def _broken(case: Case) -> Violation | None:
    try:
        if case.state.actor == case.seat:
            return case.state.why_not(case.text)
        return case.state.leftover(case.text)
    except BadToken:
        return None


# Crashes


def _crashed(base: Finding, case: Case, record: Record | None, made: Made) -> Finding:
    kind, _, which = case.code.partition("-")
    if kind == "signal":
        heading = message("validation.stop.crash", signal=f"SIG{which}")
    else:
        heading = message("validation.stop.exit", status=which)
    crash = crash_of(case, record, made)
    base = msgspec.structs.replace(base, heading=sentence(heading))
    if crash is None:
        return base
    top = crash.frames[0]
    column = len(made.sources.text(top.file, top.line)) - len(top.text) + 1
    source = made.sources.place(top.file, top.line, column, column + len(top.text))
    advice = base.advice if crash.why is None else (sentence(crash.why),)
    return msgspec.structs.replace(
        base,
        frames=crash.frames,
        source=source,
        own_words=crash.own_words,
        advice=advice,
        action=Action.source,
    )


# Time


def _withheld(case: Case) -> bool:
    """Whether it had answered in time, and nobody could hear it."""
    found = case.withheld
    return found is not None and bool(found.unfinished or found.lines)


def _slow(base: Finding, case: Case, record: Record | None, made: Made) -> Finding:
    clock = made.settings.conditions.clock
    own = case.code != "start-up" and clock.kind == "turn"
    limit = clock.seconds if own else case.left or 0.0
    parts = [*_turn(record, case)] if record is not None and own else []
    parts = parts or [(case.spent, False)]
    used = sum(spent.charged for spent, _ in parts)
    computed = sum(spent.cpu for spent, _ in parts)
    measure = Measure(
        "s",
        limit,
        round(used, 3),
        tuple(Segment(round(spent.charged, 3), answered) for spent, answered in parts),
        round(computed, 3),
    )
    key = "start-up" if case.code == "start-up" else "slow" if own else "slow-game"
    figures = {"limit": f"{limit:g}", "used": f"{used:.2f}"}
    how = "computed" if computed > used / 2 else "waited"
    said = message(f"validation.time.{how}", used=f"{used:.2f}", cpu=f"{computed:.2f}")
    return msgspec.structs.replace(
        base,
        heading=sentence(message(f"validation.stop.{key}", **figures)),
        sentence=sentence(said),
        measure=measure,
    )


def _turn(record: Record, case: Case) -> Iterator[tuple[Spent, bool]]:
    """What each decision of the seat cost in the turn that was too long."""
    state = record.first()
    for number, node in enumerate(record.nodes):
        own = (node.seat if isinstance(node, Withdrawal) else node.actor) == case.seat
        if own and use_of(node) is not None and state.turn == case.state.turn:
            yield spent_at(record, number), not isinstance(node, Withdrawal)
        state = node.after(state)


# Lines


def _said(base: Finding, case: Case, made: Made) -> Finding:
    if case.code == "bad-token":
        board = msgspec.structs.replace(
            board_of(case), token=cut(one_line(case.text), LONGEST_TOKEN), code=case.code
        )
        return msgspec.structs.replace(base, board=board, action=Action.board)
    if case.code not in SPOKEN:
        return base
    heading = base.sentence
    if case.code == "unknown-line":
        heading = sentence(message("validation.stop.stdout"))
    source = writer_of(case.text, made.sources) if case.text else None
    return msgspec.structs.replace(
        base,
        heading=heading,
        dialogue=dialogue(case, made.command, made.settings.conditions),
        source=source,
        action=Action.dialogue if source is None else Action.source,
    )
