"""Routes about hints: what seems best in a position of a table or of a record."""

from __future__ import annotations

from duiyi.server.http.operations import KnownGuest, Operations
from duiyi.server.services import Services
from duiyi.server.wire.analysis import Hint, HintWanted

operations = Operations("hints")


@operations("POST", "/api/tables/{id}/hint", "What seems best.", example={"at": 0}, rate="hints")
async def table_hint(services: Services, guest: KnownGuest, id: str, wanted: HintWanted) -> Hint:
    """What seems best at a table: where you decide against computers alone, or after the end."""
    position = await services.tables.hint_position(id, guest, wanted.at)
    await services.tables.check_fairness(*position, id)
    return await services.computers.hint(*position, wanted.at, services.tables.randomness.seed())


@operations("POST", "/api/records/{id}/hint", "What seems best.", example={"at": 0}, rate="hints")
async def record_hint(services: Services, guest: KnownGuest, id: str, wanted: HintWanted) -> Hint:
    """What seems best in a position of a record."""
    position = await services.records.hint_position(id, wanted.at)
    await services.tables.check_fairness(*position)
    return await services.computers.hint(*position, wanted.at, services.tables.randomness.seed())
