"""Analysis: what searches think of positions, and of the decisions of whole games.

    analyst = Analyst(Limits(seconds=1))
    analyst.position(state).best.tokens
    [found.mark for found in judged(record, analyst)]

Knows no command line and no server: both may use it.
"""

from duiyi.analysis.annotation import annotated
from duiyi.analysis.game import Judged, SeatSummary, judged, summary
from duiyi.analysis.mistakes import Mark, mark_of
from duiyi.analysis.position import Analysis, Analyst
from duiyi.players.thinking import Limits

__all__ = [
    "Analysis",
    "Analyst",
    "Judged",
    "Limits",
    "Mark",
    "SeatSummary",
    "annotated",
    "judged",
    "mark_of",
    "summary",
]
