"""The game at a table: moves, chance, withdrawals and time. Who sits there is in `table`.

Pure in what it does to the world: whoever calls says what time it is and takes the effects away.
A request that is refused changes nothing.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Raw

from duiyi.core.clock import Running
from duiyi.core.errors import DuiyiError
from duiyi.core.message import Message
from duiyi.core.record import Decision, Node, Withdrawal
from duiyi.core.registry import game as find_game
from duiyi.core.state import CHANCE, Seat, State
from duiyi.core.view.ended import ended_by
from duiyi.core.view.reading import meant
from duiyi.server import wire
from duiyi.server.limits import FIXED
from duiyi.server.storage.store import Guest
from duiyi.server.table import clocks, creation, log
from duiyi.server.table import seats as seating
from duiyi.server.table.effects import Effect
from duiyi.server.table.history import History, encoded_entry, events_of
from duiyi.server.table.log import Line, Make
from duiyi.server.table.proposals import Consent
from duiyi.server.table.randomness import Randomness
from duiyi.server.table.summary import Setup
from duiyi.server.wire import Status
from duiyi.server.wire.refusal import refused, refused_by

MOST_STEPS = FIXED.game_steps
"""Longer games end in resignation: no game of ours comes near."""


class GameTable:
    """A table as far as it plays."""

    def __init__(self, id: str, make: Make, at: int, randomness: Randomness) -> None:
        game = find_game(make.game)
        self.make = make
        self.randomness = randomness
        self.options = game.options.of_json(make.options)
        self.setup = Setup(
            id, make.game, make.options, make.clock, make.public, make.undo, make.maker, at,
            make.start, make.address,
        )  # fmt: skip
        self.sittings = make.sittings
        first = creation.first_state(game, len(make.sittings), self.options, make.start)
        # A table of an older version has no draws: it draws alike until the server stops.
        self.history = History(first, int(make.draws or randomness.draws(), 16))
        self.clocks = clocks.waiting(make.clock, len(make.sittings))
        self.status: Status = "waiting"
        self.rows = 1
        """How many rows there are; also the number of the last."""
        self.id = 0
        """The state id: the number of the last row that changed the game."""
        self.branch = 0
        """The state id after the last undo; 0 without one."""
        self.consent = Consent()
        self.rematch: str | None = None
        self.updated = at
        self._view: Raw | None = None

    @property
    def state(self) -> State[Any]:
        return self.history.state

    def play(self, guest: Guest, request: wire.Play, now: int) -> Effect:
        """What a person decides."""
        self._current(request.on)
        actor = self._decides(guest, request.seat if request.seat is not UNSET else None)
        effect = Effect()
        if self._too_late(effect, now):
            effect.answer = wire.error_message(refused("time-up"), request.ref)
            return effect
        state = self.state
        try:
            action = state.parse(request.token)
            later = state.play(action)
        except DuiyiError as error:
            raise refused_by(error) from None
        if len(self.history) >= MOST_STEPS:
            raise refused("too-long")
        self._step(effect, actor, action, None, later, now)
        effect.answer = wire.TakenMessage(self.id, request.ref)
        self._draw(effect, now)
        return effect

    def computed(self, on: int, token: str, notice: Message | None, now: int) -> Effect:
        """What a computer has decided about the state `on`; too late if that is over."""
        effect = Effect()
        state = self.state
        if self.status != "running" or on != self.id or self._too_late(effect, now):
            return effect
        actor = state.actor
        if actor is None or actor < 0 or not self.sittings[actor].player:
            return effect
        try:
            action = state.parse(token)
            later = state.play(action)
        except DuiyiError:
            action = state.actions()[0]
            later = state.play(action)
        if notice is not None:
            self._write(effect, log.Notice(wire.raw(notice)), now)
            effect.room.append(wire.NoticeMessage(notice))
        self._step(effect, actor, action, None, later, now)
        self._draw(effect, now)
        return effect

    def resign(self, guest: Guest, seat: Seat, now: int) -> Effect:
        self._running()
        self._holds(guest, seat)
        effect = Effect()
        if self._too_late(effect, now):
            return effect
        self._withdraw(effect, seat, "resigned", now)
        return effect

    def time_up(self, now: int) -> Effect:
        """The running seat loses if its time is up; nothing happens if it is not."""
        effect = Effect()
        if self.status == "running":
            self._too_late(effect, now)
        return effect

    def why(self, request: wire.Why) -> Effect:
        """Why a token or some clicks are not legal; changes nothing."""
        if request.on != self.id:
            raise refused("stale")
        try:
            if request.path is not UNSET:
                token, violation = self.state.why_path(request.path)
            elif request.token is not UNSET:
                token, violation = request.token, self.state.why_not(request.token)
            else:
                raise refused("why-what", 422)
        except DuiyiError as error:
            raise refused_by(error) from None
        return Effect(answer=wire.WhyMessage(violation, token, request.ref))

    def read(self, request: wire.Read) -> Effect:
        """Which legal decisions somebody means by what he typed; changes nothing."""
        if request.on != self.id:
            raise refused("stale")
        tokens = meant(self.state, request.text, request.language)
        return Effect(answer=wire.ReadMessage(tokens, request.ref))

    def hint(self, guest: Guest, at: int, now: int) -> Effect:
        """A guest wants to know what is best after so many decisions; whether he may.

        Help is for those who wrong nobody by it: while a game runs, for whoever decides, where all
        others are computers. After the end everybody may ask about everything.
        """
        if self.status == "waiting":
            raise refused("not-running")
        if at > len(self.history):
            raise refused("no-such-position", 404, "at")
        actor = self.history.at(at).actor
        if self.status == "finished":
            if actor is None or actor < 0:
                raise refused("nothing-to-decide")
            return Effect()
        if at != len(self.history):
            raise refused("hint-later")
        actor = self._decides(guest, None)
        if not seating.alone(self.sittings):
            raise refused("hint-unfair", 403)
        if self.sittings[actor].hinted:
            return Effect()
        effect = Effect(seats=True)
        self.sittings = seating.hinted(self.sittings, actor)
        self._write(effect, log.Hint(actor), now)
        return effect

    def coached(self, guest: Guest, at: int, token: str | None) -> Effect:
        """Whether a guest may hear the coach: where he plays against computers alone. Before a
        decision that is his, about one that is legal; without a token, about one that was made."""
        if self.status == "waiting":
            raise refused("not-running")
        if not seating.alone(self.sittings):
            raise refused("hint-unfair", 403)
        if not seating.held(self.sittings, guest.id):
            raise refused("not-your-seat", 403)
        if at >= len(self.history) + (token is not None):
            raise refused("no-such-position", 404, "at")
        if token is None:
            made = self.history.nodes[at]
            if not isinstance(made, Decision) or made.actor == CHANCE:
                raise refused("nothing-to-decide")
            return Effect()
        self._running()
        if at != len(self.history):
            raise refused("hint-later")
        self._decides(guest, None)
        try:
            self.state.play(token)
        except DuiyiError as error:
            raise refused_by(error) from None
        return Effect()

    def spoken_of(self, guest: Guest, at: int, token: str | None) -> tuple[str, Seat]:
        """What `coached` allows: the token, and the guest's seat that hears of it."""
        actor, held = self.history.at(at).actor, seating.held(self.sittings, guest.id)
        seat = actor if actor is not None and actor in held else min(held)
        if token is not None:
            return token, seat
        made = self.history.nodes[at]
        assert isinstance(made, Decision)
        return made.token, seat

    def _current(self, on: int) -> None:
        self._running()
        if on != self.id:
            raise refused("stale")

    def _running(self) -> None:
        if self.status != "running":
            raise refused("not-running" if self.status == "waiting" else "game-over")

    def _holds(self, guest: Guest, seat: Seat) -> None:
        if not 0 <= seat < len(self.sittings) or guest.id not in self.sittings[seat].holders:
            raise refused("not-your-seat", 403)

    def _decides(self, guest: Guest, seat: Seat | None) -> Seat:
        """The seat that decides now, if the guest may decide for it."""
        actor = self.state.actor
        assert actor is not None
        if seat is not None:
            self._holds(guest, seat)
        if (seat is None or seat == actor) and guest.id in self.sittings[actor].holders:
            return actor
        if seat is None and not seating.held(self.sittings, guest.id):
            raise refused("not-your-seat", 403)
        raise refused("not-your-turn")

    def _too_late(self, effect: Effect, now: int) -> bool:
        """Whether the running seat's time was up; it has lost by then."""
        deadline = self.clocks.deadline
        if deadline is None or now < deadline:
            return False
        seat = self.clocks.seat
        assert seat is not None
        self._withdraw(effect, seat, "time", now)
        return True

    def _withdraw(self, effect: Effect, seat: Seat, verdict: str, now: int) -> None:
        state = self.state
        try:
            later = state.withdraw(seat)
        except DuiyiError as error:
            raise refused_by(error) from None
        self._step(effect, seat, None, verdict, later, now)
        self._draw(effect, now)

    def _draw(self, effect: Effect, now: int) -> None:
        """Chance decides until it is somebody's turn; after an undo as it did before."""
        while self.state.actor == CHANCE:
            action = self.history.draw()
            self._step(effect, CHANCE, action, None, self.state.play(action), now)

    def _step(
        self,
        effect: Effect,
        actor: Seat,
        action: Any,
        verdict: str | None,
        later: State[Any],
        now: int,
    ) -> None:
        """Something has been decided: one more node, its row and its message."""
        state = self.state
        charged = self.clocks.charged(now)
        after = charged.passed(later.actor, later.turn)
        left = _own(charged, after, actor)
        node: Node
        if verdict is None:
            node, events = Decision(actor, state.text(action)), state.narrate(action)
        else:
            node = Withdrawal(actor, verdict)
            events = events_of(node, state)
        entry = encoded_entry(len(self.history) + 1, node, state, left, events)
        view = wire.raw(ended_by(node, later.view(None, state)))

        self.history.add(node, later, left, entry)
        self._view = view
        self.clocks = after
        if later.outcome is not None:
            self._end()
            effect.listed = True
        if self.consent.clear("undo"):
            effect.room.append(wire.ProposalsMessage(self.consent.proposals))
        self.id = self._write(effect, _line(node, left, self.clocks), now)
        effect.room.append(
            wire.PlayedMessage(
                self.id, Raw(entry), view, clocks.shown(self.clocks, now), self.status
            )
        )

    def _end(self) -> None:
        self.status = "finished"
        self.clocks = self.clocks.stopped()

    def _updated_by(self, line: Line, at: int) -> int:
        """A finished game ended when it ended, also if a rematch is agreed much later; a new name
        is no news of the game."""
        return self.updated if isinstance(line, log.Rematch | log.Rename) else at

    def _write(self, effect: Effect, line: Line, now: int) -> int:
        self.rows += 1
        self.updated = self._updated_by(line, now)
        effect.rows.append(log.row(self.setup.id, self.rows, now, line))
        return self.rows


def _own(charged: Running, after: Running, actor: Seat) -> int | None:
    """What the actor has left after deciding: with his increment, but without a new turn's time."""
    if actor < 0:
        return None
    shown = after if after.clock.kind == "game" else charged
    return shown.clocks.left[actor]


def _line(node: Node, left: int | None, after: Running) -> Line:
    times = clocks.kept(after)
    if times:
        times["own"] = left
    if isinstance(node, Withdrawal):
        return log.Withdraw(seat=node.seat, verdict=node.verdict, **times)
    if node.actor == CHANCE:
        return log.Chance(token=node.token, **times)
    return log.Play(seat=node.actor, token=node.token, **times)
