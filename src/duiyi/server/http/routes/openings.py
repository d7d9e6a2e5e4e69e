"""Routes about openings and deals: what was played in a position, and whether a set-up is fair."""

from __future__ import annotations

from duiyi.core import game
from duiyi.server.http.operations import KnownGuest, Operations
from duiyi.server.services import Services
from duiyi.server.wire.openings import Deal, DealWanted, Openings, OpeningsWanted

DEAL = game("tzaar").start().dump()
operations = Operations("openings")


@operations(
    "POST", "/api/openings", "What was played.", rate="openings",
    example={"game": "relati-classic", "text": "", "tokens": ["C3"]},
)  # fmt: skip
async def openings_of(services: Services, guest: KnownGuest, wanted: OpeningsWanted) -> Openings:
    """What was played in a position, how often, and how it ended."""
    return await services.openings.openings(wanted)


@operations(
    "POST", "/api/deals", "What is known.", rate="openings",
    example={"game": "tzaar", "text": DEAL},
)  # fmt: skip
async def deal_of(services: Services, guest: KnownGuest, wanted: DealWanted) -> Deal:
    """How fair a set-up is; ask again while games of it are being played."""
    return await services.deals.fairness(wanted)
