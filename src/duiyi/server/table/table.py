"""A table as a value machine: requests in, log rows and messages out.

It knows rules and time, but no sockets, no storage and no threads. How the game itself goes is in
`game`; here is how a table begins, who sits there, and what needs everybody's consent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Raw

from duiyi.core.record import Decision, Record, Withdrawal
from duiyi.core.state import CHANCE, Seat
from duiyi.server import wire
from duiyi.server.storage.store import Guest, Row
from duiyi.server.table import clocks, creation
from duiyi.server.table import log as table_log
from duiyi.server.table import seats as seating
from duiyi.server.table.effects import Effect, Snapshot
from duiyi.server.table.game import GameTable
from duiyi.server.table.history import History, geometry
from duiyi.server.table.log import Make
from duiyi.server.table.randomness import Randomness
from duiyi.server.table.summary import Summary
from duiyi.server.wire.refusal import refused


@dataclass(slots=True, kw_only=True)
class Rematched(Effect):
    """A rematch is agreed on: the table of it is born, and its rows are among the rows."""

    born: Table


class Table(GameTable):
    """One table from its making to its end. Made by `made`, or from rows by `of_rows`."""

    # ---- beginnings

    @classmethod
    def made(cls, id: str, make: Make, now: int, randomness: Randomness) -> tuple[Table, Effect]:
        """A new table and its first rows."""
        table = cls(id, make, now, randomness)
        effect = Effect(rows=[table_log.row(id, 1, now, make)], seats=True, listed=True)
        table._start_if_full(effect, now)
        return table, effect

    @classmethod
    def of_rows(cls, rows: Sequence[Row], randomness: Randomness) -> Table:
        """The table that its log describes; `ValueError` or a core error when it is damaged."""
        first = table_log.line(rows[0])
        if not isinstance(first, Make):
            raise ValueError(f"the log of table {rows[0].table} does not begin with its making")
        table = cls(rows[0].table, creation.renewed(first), rows[0].at, randomness)
        for number, row in enumerate(rows[1:], 2):
            if row.n != number:
                raise ValueError(f"the log of table {row.table} has a gap before row {row.n}")
            table._follow(row)
        if table.history.state.outcome is not None:
            table._end()
        return table

    def resume(self, now: int) -> Effect:
        """Go on after a pause that is charged to nobody."""
        self.clocks = self.clocks.at(now)
        effect = Effect()
        if self.status == "running":
            self._draw(effect, now)
        return effect

    def _follow(self, row: Row) -> None:
        """Do again what a row says."""
        line = table_log.line(row)
        self.rows, self.updated = row.n, self._updated_by(line, row.at)
        match line:
            case table_log.Sit():
                self.sittings = seating.taken(self.sittings, line.seat, line.guest, line.name)
            case table_log.Leave():
                self._leave(line.guest)
            case table_log.Rename():
                self.sittings = seating.renamed(self.sittings, line.seats, line.name)
            case table_log.Start():
                self.id, self.status = row.n, "running"
            case table_log.Play() | table_log.Chance():
                actor = line.seat if isinstance(line, table_log.Play) else CHANCE
                self.history.follow(Decision(actor, line.token), line.own)
                self.id = row.n
            case table_log.Withdraw():
                self.history.follow(Withdrawal(line.seat, line.verdict), line.own)
                self.id = row.n
            case table_log.Undo():
                self.history.cut(line.keep)
                self.id = self.branch = row.n
            case table_log.Hint():
                self.sittings = seating.hinted(self.sittings, line.seat)
            case table_log.Rematch():
                self.rematch = line.id
            case _:
                pass
        if isinstance(line, table_log.Timed):
            state = self.history.state
            self.clocks = clocks.restored(
                self.clocks, line.left, line.acted, state.actor, state.turn
            )

    def request(self, guest: Guest, request: wire.ToServer, now: int) -> Effect:
        """What somebody at a socket asks for."""
        match request:
            case wire.Play():
                return self.play(guest, request, now)
            case wire.Resign():
                return self.resign(guest, request.seat, now)
            case wire.Undo():
                return self.ask_undo(guest, request.seat, now)
            case wire.Rematch():
                return self.ask_rematch(guest, request.seat, now)
            case wire.Answer():
                return self.answer(guest, request, now)
            case wire.Why():
                return self.why(request)
            case wire.Sync() | wire.Ping():
                return Effect()

    # ---- what others see

    def summary(self) -> Summary:
        state = self.history.state
        actor = state.actor if self.status == "running" else None
        thinker = ""
        if actor is not None and actor >= 0:
            thinker = self.sittings[actor].player
        return Summary(
            self.setup,
            self.sittings,
            self.status,
            self.id,
            actor,
            state.turn,
            len(self.history),
            state.outcome,
            self.clocks,
            self.consent.proposals,
            self.rematch,
            self.updated,
            thinker,
            state.dump() if thinker or seating.rivals(self.sittings) else "",
            self.branch,
        )

    def snapshot(self) -> Snapshot:
        state = self.state
        board = geometry(state.game, state.seats, self.options)
        return Snapshot(self.summary(), board, self.history.entries(), self._shown())

    def names(self) -> tuple[str, ...]:
        """By seat; computers by their ids, so that every reader is told their titles."""
        return tuple(sitting.player or sitting.name for sitting in self.sittings)

    def record_of(self, history: History) -> Record:
        """The record of a copy of this table's history. It says names as people read them; a tag
        keeps which computer it was."""
        tags = [("Date", wire.moment(self.setup.created)[:10]), ("Table", self.setup.id)]
        tags += [
            (f"Computer{seat}", sitting.player)
            for seat, sitting in enumerate(self.sittings)
            if sitting.player
        ]
        names = seating.names(self.sittings)
        return history.record(Record.of(history.first, names, tags, self.options))

    def _shown(self) -> Raw:
        if self._view is None:
            view = self.state.view(None, self.history.before)
            self._view = wire.raw(self.history.told(len(self.history), view))
        return self._view

    # ---- seats

    def sit(
        self, guest: Guest, seat: Seat | None, secret: str | None, name: str | None, now: int
    ) -> Effect:
        """A guest takes the seat of a secret, or an open one of a public table."""
        effect = Effect()
        if secret is not None:
            seat = seating.seat_of_secret(self.sittings, secret)
        elif seat is None or seat not in seating.held(self.sittings, guest.id):
            if not self.setup.public and guest.id != self.setup.maker:
                raise refused("by-link-only", 403)
            seat = seating.open_seat(self.sittings, seat)
        if guest.id in self.sittings[seat].holders:
            return effect
        if self.status == "finished":
            raise refused("game-over")
        given = (name or guest.name) if self.sittings[seat].open else None
        self.sittings = seating.taken(self.sittings, seat, guest.id, given)
        self._write(effect, table_log.Sit(seat, guest.id, given), now)
        effect.seats = effect.listed = True
        self._start_if_full(effect, now)
        return effect

    def leave(self, guest: Guest, now: int) -> Effect:
        """A guest gives up his seats; only before the game has begun."""
        if not seating.held(self.sittings, guest.id):
            return Effect()
        if self.status != "waiting":
            raise refused("has-begun")
        effect = Effect(seats=True, listed=True)
        self._leave(guest.id)
        self._write(effect, table_log.Leave(guest.id), now)
        return effect

    def rename(self, guest: Guest, before: str, now: int) -> Effect:
        """A guest who was called something else `before` goes by his new name at his seats. What
        is finished says who played it as he was called then."""
        effect = Effect()
        seats = seating.called(self.sittings, guest.id, before)
        seats = tuple(seat for seat in seats if self.sittings[seat].name != guest.name)
        if not seats or self.status == "finished":
            return effect
        self.sittings = seating.renamed(self.sittings, seats, guest.name)
        self._write(effect, table_log.Rename(seats, guest.name), now)
        effect.seats = effect.listed = True
        return effect

    def secrets(self, guest: Guest) -> dict[str, str]:
        """By seat, the secrets that a guest may know."""
        return seating.secrets(self.sittings, guest.id, guest.id == self.setup.maker)

    def _leave(self, guest: str) -> None:
        """A table that its maker leaves without anybody there is given up."""
        self.sittings = seating.left(self.sittings, guest)
        if guest == self.setup.maker and not seating.people(self.sittings):
            self.status = "finished"

    def _start_if_full(self, effect: Effect, now: int) -> None:
        if self.status != "waiting" or not seating.full(self.sittings):
            return
        self.status = "running"
        state = self.state
        self.clocks = clocks.started(self.setup.clock, state.seats, state.actor, state.turn, now)
        self.id = self._write(effect, table_log.Start(**clocks.kept(self.clocks)), now)
        effect.anew = True
        self._draw(effect, now)

    # ---- consent

    def ask_undo(self, guest: Guest, seat: Seat, now: int) -> Effect:
        """Back to before the seat's last decision, when everybody else agrees. Whoever has only
        computers against him may go on from a game that is over, too: he tries again."""
        if not self.setup.undo:
            raise refused("undo-off")
        if not self._retriable():
            self._running()
        self._holds(guest, seat)
        keep = self._undo_target(seat)
        if keep is None:
            raise refused("nothing-to-undo")
        out = self.state.out
        return self._ask("undo", guest, seat, seating.people(self.sittings) - out, now)

    def ask_rematch(self, guest: Guest, seat: Seat, now: int) -> Effect:
        """The same again with the seats moved on by one, when everybody agrees."""
        self._holds(guest, seat)
        if self.status != "finished":
            raise refused("not-finished")
        if self.rematch is not None:
            return Effect(answer=wire.RematchMessage(self.rematch))
        return self._ask("rematch", guest, seat, seating.people(self.sittings), now)

    def answer(self, guest: Guest, request: wire.Answer, now: int) -> Effect:
        self._holds(guest, request.seat)
        if request.yes:
            settled = self.consent.agree(request.kind, seating.held(self.sittings, guest.id))
        else:
            self.consent.refuse(request.kind)
            settled = None
        return self._agreed(settled, now)

    def _ask(
        self, kind: wire.ProposalKind, guest: Guest, seat: Seat, needed: set[Seat], now: int
    ) -> Effect:
        return self._agreed(
            self.consent.ask(kind, seat, seating.held(self.sittings, guest.id), needed), now
        )

    def _agreed(self, settled: wire.Proposal | None, now: int) -> Effect:
        if settled is not None and settled.kind == "rematch":
            return self._again(now)
        effect = Effect()
        if settled is None:
            effect.room.append(wire.ProposalsMessage(self.consent.proposals))
        else:
            self._undo(effect, settled.seat, now)
        return effect

    def _retriable(self) -> bool:
        """Whether the game is over, and nobody but those who would try again has anything of it."""
        over = self.status == "finished" and self.rematch is None
        return over and seating.alone(self.sittings)

    def _undo_target(self, seat: Seat) -> int | None:
        """How many nodes remain; `None` where there is nothing to take back."""
        keep = self.history.last_by(lambda actor: actor == seat)
        if keep is None:
            return None
        gone = any(isinstance(node, Withdrawal) for node in self.history.nodes[keep:])
        return None if gone else keep

    def _undo(self, effect: Effect, seat: Seat, now: int) -> None:
        keep = self._undo_target(seat)
        self.consent.clear("undo")
        if keep is None or not (self.status == "running" or self._retriable()):
            return
        effect.listed = self.status == "finished"
        self.status = "running"
        charged = self.clocks.charged(now)
        self.history.cut(keep)
        state = self.state
        self._view = None
        self.clocks = charged.undone(state.actor, state.turn)
        self.id = self._write(effect, table_log.Undo(keep=keep, **clocks.kept(self.clocks)), now)
        self.branch = self.id
        effect.anew = True

    def _again(self, now: int) -> Rematched:
        make = creation.again(self.make, self.sittings, self.randomness)
        born, first = Table.made(self.randomness.table_id(), make, now, self.randomness)
        effect = Rematched(born=born)
        self.rematch = born.setup.id
        self.consent.clear("rematch")
        self._write(effect, table_log.Rematch(self.rematch), now)
        effect.rows += first.rows
        effect.room.append(wire.RematchMessage(self.rematch))
        return effect
