"""From a game that was played by the runners to the row that is kept of it."""

from __future__ import annotations

import re
from typing import Any

from duiyi.arena.classroom.work.finals import kept_opening
from duiyi.arena.runners.task import TaskResult
from duiyi.classes.rows import ClassGame, GameKind, Job

_reason = re.compile(r'\[Reason "([^"]*)"\]')


def game_of(job: Job, kind: GameKind, result: TaskResult, finished: int) -> ClassGame:
    """The game has the id of its job: there is never a second one."""
    assert result.played is not None
    assert result.scores is not None
    played, payload = result.played, job.payload
    return ClassGame(
        id=job.id,
        class_id=job.class_id,
        kind=kind,
        seats=tuple(payload["seats"]),
        opening=kept_opening(payload),
        seed=payload["seed"],
        scores=tuple(map(float, result.scores)),
        reason=reason_of(played),
        created=job.created,
        finished=finished,
        verdicts=list(played["offences"]),
        usage=list(played["uses"]),
        record=played["record"],
        stderr=[list(map(list, lines)) for lines in result.stderr],
    )


def reason_of(played: Any) -> str:
    """Why it ended: the code of the first fault, or what the rules call it."""
    offences = played["offences"]
    if offences:
        return str(offences[0]["verdict"])
    found = _reason.search(played["record"])
    return found[1] if found else ""
