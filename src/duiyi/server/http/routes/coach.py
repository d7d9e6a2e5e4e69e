"""Routes about the coach: what it says before and after a decision at a table."""

from __future__ import annotations

from duiyi.server.http.operations import KnownGuest, Operations
from duiyi.server.services import Services
from duiyi.server.wire.analysis import Coached, CoachWanted

operations = Operations("coach")


@operations(
    "POST", "/api/tables/{id}/coach", "What the coach says.", example={"at": 0}, rate="coach"
)
async def table_coach(
    services: Services, guest: KnownGuest, id: str, wanted: CoachWanted
) -> Coached:
    """A warning before a decision of yours, where you play against computers alone; or what one
    that was made did, and what threatens you now."""
    decided = await services.tables.coached_decision(id, guest, wanted.at, wanted.token)
    await services.tables.check_fairness(decided.game, decided.dump, id)
    return await services.computers.coach(decided, services.tables.randomness.seed())
