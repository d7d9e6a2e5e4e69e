"""The referee: one game between any bots, from the first question to the verdict.

It asks, lets the rules judge every token, keeps the time, draws what chance decides, and writes
all of it down. A seat that commits a fault withdraws and the others play on (W-1…W-5). What is
nobody's fault ends the game without a score. How bots are run is not its business.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from itertools import chain, repeat
from typing import Any

from duiyi.arena.game.clocks import SECOND, cap, micro, started
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.game.notes import OPENING, condition_tags, unwaited, used, written
from duiyi.arena.game.played import Offence, Played, SeatUse
from duiyi.core import CHANCE, BadToken, IllegalAction, Options, Record, Seat, State
from duiyi.core.clock import Clocks
from duiyi.core.progress import Progress
from duiyi.core.record import Decision, Node, Withdrawal
from duiyi.engine.bot import Answer, Beginning, Bot, Question, Spent
from duiyi.engine.fault import Fault, Verdict

Watch = Callable[[Node, State[Any]], None]
"""Told of every node and the state after it."""

NOBODY: Seat = -1
"""Whose fault it is when the referee itself fails."""
LONGEST_TEXT = 256
"""How much of an offending text the record keeps; the longest token is far shorter."""
TOO_MANY = "too-many-tokens"


def play_game(
    start: State[Any],
    bots: Sequence[Bot],
    conditions: Conditions,
    *,
    seed: int,
    names: Sequence[str],
    options: Options | None = None,
    opening: Sequence[str] = (),
    tags: Sequence[tuple[str, str]] = (),
    watch: Watch | None = None,
) -> Played:
    """One game; the bots are closed at its end, however it ends.

    Chance follows from `seed` alone: its n-th draw is the same in every game that asks the same.
    `options` are those that the game was started with; the tokens of `opening`, chance included,
    are played before anybody is asked. Without scores in what is returned, something failed that
    is nobody's fault, and the game is to be played again.
    """
    record = Record.of(start, names, (*tags, *condition_tags(conditions)), options)
    game = _Game(Progress(start, seed), bots, conditions, watch)
    try:
        try:
            game.open(opening)
            game.begin()
            game.play()
        finally:
            game.close()
    except Fault as fault:
        game.note(game.asked, fault)
        game.valid = False
    except Exception:
        game.note(game.asked, Fault(Verdict.infra, "referee", detail=traceback.format_exc()))
        game.valid = False
    outcome = game.state.outcome
    return Played(
        record=game.progress.record(record),
        scores=outcome.scores if outcome and game.valid else None,
        offences=tuple(game.offences),
        uses=tuple(use.told() for use in game.uses),
    )


class _Meter:
    """What a seat has spent so far."""

    __slots__ = ("charged", "cpu", "longest", "questions", "start", "waited", "wall")

    def __init__(self) -> None:
        self.start = self.longest = Spent()
        self.charged = self.cpu = self.wall = self.waited = 0.0
        self.questions = 0

    def add(self, spent: Spent) -> None:
        self.questions += 1
        self.charged += spent.charged
        self.cpu += spent.cpu
        self.wall += spent.wall
        self.waited += spent.waited
        if spent.charged > self.longest.charged:
            self.longest = spent

    def told(self) -> SeatUse:
        total = Spent(self.charged, self.cpu, self.wall, self.waited)
        return SeatUse(self.start, total, self.longest, self.questions)


class _Game:
    """A game in progress between bots."""

    def __init__(
        self,
        progress: Progress,
        bots: Sequence[Bot],
        conditions: Conditions,
        watch: Watch | None,
    ) -> None:
        seats = progress.first.seats
        if len(bots) != seats:
            raise ValueError(f"{seats} seats, but {len(bots)} bots")
        self.progress = progress
        self.bots = bots
        self.conditions = conditions
        self.watch = watch
        self.told = [0] * seats
        self.clocks: Clocks = started(conditions.clock, seats)
        self.uses = [_Meter() for _ in bots]
        self.offences: list[Offence] = []
        self.asked: Seat = NOBODY
        self.valid = True

    @property
    def state(self) -> State[Any]:
        return self.progress.state

    # From the first to the last decision

    def open(self, tokens: Sequence[str]) -> None:
        """The moves that are given."""
        for token in tokens:
            actor = self.state.actor
            if actor is None:
                raise ValueError(f"an opening ends before the game does, unlike {tokens}")
            self.follow(Decision(actor, token, (OPENING,)))
        self.progress.opening = len(self.progress)

    def begin(self) -> None:
        """Every bot gets ready, in the order of seats; who does not withdraws."""
        first, conditions = self.progress.first, self.conditions
        allowance = micro(conditions.start_up)
        for seat, bot in enumerate(self.bots):
            if self.state.outcome is not None:
                return
            self.asked = seat
            beginning = Beginning(first, seat, conditions.clock, conditions.start_up)
            try:
                spent = self.uses[seat].start = bot.begin(beginning)
                if micro(spent.charged) > allowance:
                    raise Fault(Verdict.timeout, "start-up", spent=spent)
            except Fault as fault:
                self.uses[seat].start = fault.spent
                self.lose(seat, fault, used(micro(fault.spent.charged), fault.spent, None, ()))
            self.asked = NOBODY

    def play(self) -> None:
        while (actor := self.state.actor) is not None:
            if actor == CHANCE:
                self.draw()
            else:
                self.ask(actor)
        self.tell()

    def draw(self) -> None:
        action = self.progress.draw()
        self.add(Decision(CHANCE, self.state.text(action)), self.state.play(action))

    def ask(self, seat: Seat) -> None:
        """One question, and whatever comes of it."""
        clocks = self.clocks.at(self.state.turn)
        left = clocks.of(seat)
        limit = None if left is None else cap(left, self.conditions.wall_factor)
        question = Question(
            self.state,
            seat,
            self.progress.first,
            self.progress.nodes,
            self.told[seat],
            None if left is None else left / SECOND,
            None if limit is None else limit / SECOND,
        )
        self.told[seat] = len(self.progress)
        self.asked = seat
        fault = None
        try:
            answer = self.bots[seat].ask(question)
        except Fault as raised:
            fault = raised
            answer = Answer((), raised.spent)
        spent = answer.spent
        charged = micro(spent.charged)
        self.uses[seat].add(spent)
        self.clocks = clocks.charged(seat, charged)
        if fault is None and left is not None and limit is not None:
            fault = _late(answer, charged, left, limit)
        comments = used(charged, spent, self.clocks.of(seat), answer.info)
        if fault is None:
            self.answered(seat, answer, comments)
        else:
            self.lose(seat, fault, comments)
        self.asked = NOBODY

    def answered(self, seat: Seat, answer: Answer, comments: tuple[str, ...]) -> None:
        """Plays the tokens; the comments go to the last node that came of them."""
        steps, fault = judged(self.state, seat, answer.tokens, answer.written)
        last = len(steps) - 1 if fault is None else -1
        for at, (token, after) in enumerate(steps):
            self.add(Decision(seat, token, comments if at == last else ()), after)
        if fault is not None:
            self.lose(seat, fault, written(comments, fault.wrote))

    # Faults

    def lose(self, seat: Seat, fault: Fault, comments: tuple[str, ...]) -> None:
        """The seat withdraws; what is nobody's fault goes up to whoever plays the game."""
        if fault.verdict is Verdict.infra:
            raise fault
        self.note(seat, fault)
        self.bots[seat].close()
        text = fault.text[:LONGEST_TEXT] or None
        node = Withdrawal(seat, fault.verdict.value, fault.code, text, comments)
        self.follow(node)

    def note(self, seat: Seat, fault: Fault) -> None:
        stderr = "" if seat == NOBODY else _last_words(self.bots[seat])
        offence = Offence(
            seat=seat,
            verdict=fault.verdict,
            code=fault.code,
            text=fault.text[:LONGEST_TEXT],
            detail=fault.detail,
            position=self.state.dump(),
            node=len(self.progress),
            stderr=stderr,
            wrote=fault.wrote[:LONGEST_TEXT],
        )
        self.offences.append(offence)

    # What is common to all

    def add(self, node: Node, after: State[Any]) -> None:
        self.progress.add(node, after)
        if self.watch is not None:
            self.watch(node, after)

    def follow(self, node: Node) -> None:
        self.add(node, node.after(self.state))

    def tell(self) -> None:
        """How it ended, for those who are still there; nothing they say now counts."""
        outcome = self.state.outcome
        assert outcome is not None
        for seat, bot in enumerate(self.bots):
            if seat not in self.state.out:
                try:
                    bot.end(outcome)
                except Fault:
                    continue

    def close(self) -> None:
        """All of them, also when one cannot be closed."""
        failed: Exception | None = None
        for bot in self.bots:
            try:
                bot.close()
            except Exception as error:
                failed = failed or error
        if failed is not None:
            raise failed


Steps = list[tuple[str, State[Any]]]
"""Tokens that were played, each with the state after it."""


def judged(
    state: State[Any], seat: Seat, tokens: Sequence[str], written: Sequence[str] = ()
) -> tuple[Steps, Fault | None]:
    """The tokens of one `move` that the rules let the seat play, and the fault that ended them.

    They are played while the seat is the actor; what is left over then is judged as such, unless
    the game is over. `written` is what the bot itself wrote for each token, where that differs.
    """
    steps: Steps = []
    if not tokens:
        return steps, Fault(Verdict.protocol, "no-token")
    for token, wrote in zip(tokens, chain(written, repeat("")), strict=False):
        if state.actor != seat:
            if state.outcome is not None:
                break
            broken = state.leftover(token)
            if broken is None:
                continue
            verdict = Verdict.protocol if broken.code == TOO_MANY else Verdict.illegal
            return steps, Fault(verdict, broken.code, token, wrote=wrote)
        try:
            state = state.play(token)
        except IllegalAction as error:
            return steps, Fault(Verdict.illegal, error.violation.code, token, wrote=wrote)
        except BadToken:
            return steps, Fault(Verdict.protocol, "bad-token", token, wrote=wrote)
        steps.append((token, state))
    return steps, None


def _late(answer: Answer, charged: int, left: int, limit: int) -> Fault | None:
    """The clock's verdict on an answer that did come."""
    if charged > left:
        code = "timeout"
    elif unwaited(answer.spent) > limit:
        code = "wall-cap"
    else:
        return None
    return Fault(Verdict.timeout, code, " ".join(answer.tokens), spent=answer.spent)


def _last_words(bot: Bot) -> str:
    """Beside a verdict they are a help, never a reason to lose the verdict."""
    try:
        return bot.stderr().decode("utf-8", "replace")
    except Exception:
        return ""
