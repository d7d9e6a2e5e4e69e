"""The fourth step: a game against itself and one against a player of ours, by the referee of the
ladder. What loses a game there stops the hand-in here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace

from duiyi.arena.bots.entrants import Kind, Ready
from duiyi.arena.classroom.compiling.program import Made
from duiyi.arena.classroom.faults.finding import fault_finding, told_finding, with_measure
from duiyi.arena.classroom.stops import PlatformFailed, Stopped
from duiyi.arena.compliance import findings as compliance
from duiyi.arena.compliance.advice import case_of, explained
from duiyi.arena.compliance.checkup import spent_at
from duiyi.arena.compliance.watched import NEARLY
from duiyi.arena.game.clocks import SECOND
from duiyi.arena.game.notes import use_of
from duiyi.arena.game.openings import seed_of
from duiyi.arena.game.played import Offence, Played
from duiyi.arena.game.played_json import played_of
from duiyi.arena.runners.task import GameTask, run_game
from duiyi.classes.validation import Finding, TestGame
from duiyi.core import Message, Record, message
from duiyi.core.record import Withdrawal
from duiyi.core.record.dyr import write_dyr

ITSELF = "itself"


def test_games(made: Made, tell: Callable[[TestGame], None]) -> list[Finding]:
    """Plays both; `tell` hears of each. `Stopped` after the first that ends by its fault."""
    found: list[Finding] = []
    for number, opponent in enumerate((ITSELF, made.settings.met)):
        played = _played(made, opponent, number)
        game = _told(played, opponent, made)
        tell(game)
        faults = [one for one in played.offences if _is_own(one, opponent)]
        if faults:
            raise Stopped([_fault(offence, played, opponent, made) for offence in faults[:1]])
        found += _near(game, played, opponent, made)
    return found


def _played(made: Made, opponent: str, number: int) -> Played:
    """As a ladder plays it."""
    settings = made.settings
    bots = [made.ready] * settings.seats
    if opponent != ITSELF:
        other = Ready(opponent, opponent, Kind.player, player=opponent)
        bots = [made.ready, *[other] * (settings.seats - 1)]
    seeds = tuple(seed_of(settings.seed, number, seat) for seat in range(settings.seats))
    task = GameTask(
        id=f"test-{number}",
        game=settings.game,
        options=settings.options,
        bots=_named(bots),
        seeds=seeds,
        opening=seed_of(settings.seed, "test", number),
        random_turns=settings.random_turns,
        conditions=settings.conditions,
        tags=(),
    )
    result = run_game(task, settings.core)
    if result.played is None:
        raise PlatformFailed(f"{result.code}: {result.detail}")
    return played_of(result.played)


def _named(bots: list[Ready]) -> tuple[Ready, ...]:
    """With a number where there are several of a name."""
    names = [bot.name for bot in bots]
    return tuple(
        replace(bot, name=f"{bot.name} {seat + 1}") if names.count(bot.name) > 1 else bot
        for seat, bot in enumerate(bots)
    )


def _is_own(offence: Offence, opponent: str) -> bool:
    return opponent == ITSELF or offence.seat == 0


def _told(played: Played, opponent: str, made: Made) -> TestGame:
    record = played.record
    last = record.last()
    own = _own_seats(opponent, made)
    turns = _turns(record)
    longest = max((spent for (seat, _), spent in turns.items() if seat in own), default=0.0)
    assert played.scores is not None
    return TestGame(
        opponent,
        0,
        write_dyr(record),
        tuple(map(str, played.scores)),
        last.outcome.reason if last.outcome is not None else "",
        last.turn,
        round(longest, 3),
        any(_is_own(one, opponent) for one in played.offences),
    )


def _own_seats(opponent: str, made: Made) -> range:
    return range(made.settings.seats if opponent == ITSELF else 1)


def _turns(record: Record) -> dict[tuple[int, int], float]:
    """Seconds that each seat was charged in each turn."""
    found: dict[tuple[int, int], float] = defaultdict(float)
    state = record.first()
    for node in record.nodes:
        use = use_of(node)
        if use is not None:
            seat = node.seat if isinstance(node, Withdrawal) else node.actor
            found[seat, state.turn] += use.charged / SECOND
        state = node.after(state)
    return found


def _fault(offence: Offence, played: Played, opponent: str, made: Made) -> Finding:
    record, conditions = played.record, made.settings.conditions
    state = record.game.load(offence.position)
    starting = offence.code == "start-up"
    case = replace(
        case_of(offence, state, offence.seat),
        where=_where(opponent, state.turn, offence.seat),
        stderr=offence.stderr,
        spent=spent_at(record, offence.node),
        left=conditions.start_up if starting else conditions.clock.seconds,
    )
    return fault_finding(case, explained(case), record, made)


def _where(opponent: str, turn: int, seat: int) -> Message:
    if opponent == ITSELF:
        return message("validation.where.itself", turn=turn, seat=seat)
    return message("validation.where.test", opponent=opponent, turn=turn, seat=seat)


def _near(game: TestGame, played: Played, opponent: str, made: Made) -> list[Finding]:
    """A warning for a turn that was nearly too long."""
    clock = made.settings.conditions.clock
    if clock.kind != "turn" or not NEARLY * clock.seconds < game.longest <= clock.seconds:
        return []
    own = _own_seats(opponent, made)
    turns = [(spent, *at) for at, spent in _turns(played.record).items() if at[0] in own]
    used, seat, turn = max(turns)
    what = message("bot.warning.slow", used=f"{used:.2f}", limit=f"{clock.seconds:g}", turn=turn)
    told = compliance.Finding(
        compliance.Level.warning,
        what,
        (message("bot.advice.slow"),),
        _where(opponent, turn, seat),
    )
    return [with_measure(told_finding(told, made))]
