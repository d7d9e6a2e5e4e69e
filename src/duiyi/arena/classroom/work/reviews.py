"""Requests to look at a game again: the referee's rules judge its record once more, before anybody
else looks."""

from __future__ import annotations

from typing import Any

import msgspec

from duiyi.arena.game.judge import Finding, judge
from duiyi.classes.store.store import ClassStore
from duiyi.classes.validation import sentence
from duiyi.core import DuiyiError
from duiyi.core.record.dyr import read_dyr

AT_ONCE = 5
"""Judged in one go: others wait meanwhile."""
STANDS, DOUBTFUL, UNREADABLE = "stands", "doubtful", "unreadable"


def judge_requests(store: ClassStore) -> int:
    """Those that nobody has judged yet; how many."""
    waiting = store.reviews.unjudged(AT_ONCE)
    for review in waiting:
        game = store.games.get(review.game)
        verdict = {"judged": UNREADABLE} if game is None else judged(game.record)
        store.reviews.set_verdict(review.id, verdict)
    return len(waiting)


def judged(text: str) -> dict[str, Any]:
    """What the rules say about every verdict of a record; a game without any stands as it is."""
    try:
        found = judge(read_dyr(text))
    except DuiyiError:
        return {"judged": UNREADABLE}
    wrong = any(one.finding is Finding.contradicted for one in found)
    return {
        "judged": DOUBTFUL if wrong else STANDS,
        "findings": [
            {
                "seat": one.seat,
                "turn": one.turn,
                "verdict": one.verdict,
                "finding": one.finding.value,
                "reason": msgspec.to_builtins(sentence(one.reason)),
            }
            for one in found
        ],
    }
