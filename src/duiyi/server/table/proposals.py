"""Proposals that others have to agree to. They are not written down: a restart forgets them."""

from __future__ import annotations

from collections.abc import Set

from duiyi.core.state import Seat
from duiyi.server.wire import Proposal, ProposalKind
from duiyi.server.wire.refusal import refused


class Consent:
    """At most one proposal of each kind, and whose agreement it still needs."""

    def __init__(self) -> None:
        self._open: dict[str, Proposal] = {}
        self._needed: dict[str, frozenset[Seat]] = {}

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        return tuple(self._open.values())

    def ask(
        self, kind: ProposalKind, seat: Seat, held: Set[Seat], needed: Set[Seat]
    ) -> Proposal | None:
        """A seat asks; whoever asks for the same as another agrees with him.

        `held` are all seats of the asking guest. The proposal, once everybody has agreed.
        """
        if kind not in self._open:
            self._open[kind] = Proposal(kind, seat, ())
            self._needed[kind] = frozenset(needed)
        elif kind == "undo" and self._open[kind].seat not in held:
            raise refused("proposal-open")
        return self.agree(kind, held)

    def agree(self, kind: ProposalKind, held: Set[Seat]) -> Proposal | None:
        proposal = self._open.get(kind)
        if proposal is None:
            raise refused("no-proposal")
        agreed = {*proposal.agreed, *held} & (self._needed[kind] | {proposal.seat})
        proposal = Proposal(kind, proposal.seat, tuple(sorted(agreed)))
        self._open[kind] = proposal
        if not self._needed[kind] <= agreed:
            return None
        self.clear(kind)
        return proposal

    def refuse(self, kind: ProposalKind) -> None:
        if not self.clear(kind):
            raise refused("no-proposal")

    def clear(self, kind: ProposalKind) -> bool:
        """Whether there was one."""
        self._needed.pop(kind, None)
        return self._open.pop(kind, None) is not None
