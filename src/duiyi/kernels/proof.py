"""Proofs on kernels: the value of a position beyond doubt, with a certificate.

`duiyi.players.certificate` checks certificates by the Python rules alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from duiyi.core import BadOptions, message
from duiyi.kernels.games import Games
from duiyi.kernels.native import Control, Report, native
from duiyi.kernels.position import Position
from duiyi.kernels.thinker import MEMORY, NO_LIMIT

GAMES = Games(lambda kernel: kernel.provable)
"""Where positions of two seats can be proven."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What was found out about a position."""

    result: str
    """`win`, `loss` or `draw` for whoever is to act; `unknown` where a limit came first."""
    nodes: int
    cpu_seconds: float
    """Without the certificate."""
    token: str
    """A decision that keeps a win or a draw; empty otherwise."""
    certificate: str
    """Empty where the result is unknown, where none was wanted, and where memory was too small."""


def provable(position: Position) -> bool:
    return position.game in GAMES and position.seats == 2


def prove(
    position: Position,
    *,
    seconds: float = math.inf,
    nodes: int | None = None,
    memory: int = MEMORY,
    certificate: bool = True,
    control: Control | None = None,
    report: Report | None = None,
) -> Proof:
    """Searches for the value; `BadOptions` where positions of this kind cannot be proven.

    A certificate is made with as much time and memory again as the limits say.
    """
    if not provable(position):
        known = tuple(GAMES)
        raise BadOptions(message("bad-options.no-proof", game=position.game, known=known), "game")
    if position.over:
        raise ValueError("the game is over")
    found = native.prove(
        position.native,
        seconds,
        NO_LIMIT if nodes is None else nodes,
        memory,
        certificate,
        control or native.Control(),
        report,
    )
    return Proof(found.value, found.nodes, found.cpu_seconds, found.token, found.certificate)
