"""Routes about analysis: for games without a kernel, and for browsers that cannot run one."""

from __future__ import annotations

from msgspec import structs

from duiyi.core import game
from duiyi.server.http.operations import KnownGuest, Operations
from duiyi.server.services import Services
from duiyi.server.wire.analysis import Analysed, AnalysisWanted, Fairness, Followed, FollowWanted
from duiyi.server.wire.http import PositionText
from duiyi.server.wire.refusal import Refused

POSITION = game("relati-classic").start().play("E5").dump()
WANTED = {"game": "relati-classic", "text": POSITION}
operations = Operations("analysis")


@operations("POST", "/api/analysis", "The best lines.", example=WANTED, rate="analysis")
async def analyse(services: Services, guest: KnownGuest, wanted: AnalysisWanted) -> Analysed:
    """What seems best in a position, but for those of games that people play now."""
    dump = await services.records.deciding(wanted.game, wanted.text)
    await services.tables.check_fairness(wanted.game, dump)
    seed = services.tables.randomness.seed()
    found = await services.computers.analysis(wanted.game, dump, wanted.lines, seed)
    left = services.limiter.left("analysis", guest.id)
    return structs.replace(found, left=left, of=services.limits.analysis.burst)


@operations(
    "POST", "/api/analysis/position", "Where it leads.", rate="followed",
    example={**WANTED, "steps": ["E4", 0]},
)  # fmt: skip
async def follow(services: Services, guest: KnownGuest, wanted: FollowWanted) -> Followed:
    """A position after some steps."""
    return await services.records.followed(wanted.game, wanted.text, wanted.steps)


@operations("POST", "/api/analysis/fair", "Whether it is.", example=WANTED, rate="followed")
async def judge_fairness(services: Services, guest: KnownGuest, position: PositionText) -> Fairness:
    """Whether somebody may be helped with a position: not while people play a game with it."""
    dump = (await services.records.followed(position.game, position.text, ())).text
    try:
        await services.tables.check_fairness(position.game, dump)
    except Refused:
        return Fairness(False)
    return Fairness(True)
