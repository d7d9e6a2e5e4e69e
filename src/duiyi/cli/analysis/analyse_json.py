"""What `duiyi analyse --json` prints; `docs/analyse-and-solve.md` describes it."""

from __future__ import annotations

from typing import Any

from duiyi.analysis import Analysis, Judged, Mark, SeatSummary, summary
from duiyi.cli.analysis.analyse_shown import Found


def position_json(analysis: Analysis, chances: tuple[float, ...]) -> dict[str, Any]:
    state = analysis.state
    return {
        "game": state.game.id,
        "position": state.dump(),
        "turn": state.turn,
        "seat": state.actor,
        "chances": [_rounded(share) for share in chances],
        **_searched(analysis),
    }


def record_json(found: Found) -> dict[str, Any]:
    record = found.record
    return {
        "file": found.file,
        "game": record.game.id,
        "seats": record.seats,
        "names": list(record.names),
        "complete": found.complete,
        "decisions": [_decision(one) for one in found.decisions],
        "summary": [_summary(one) for one in summary(found.decisions, record.seats)],
    }


def _decision(one: Judged) -> dict[str, Any]:
    return {
        "number": one.number + 1,
        "turn": one.state.turn,
        "seat": one.seat,
        "token": one.token,
        "share": _rounded(one.share),
        "best": _rounded(one.best),
        "loss": _rounded(one.loss),
        "mark": one.mark.value,
        "forced": one.forced,
        **_searched(one.analysis),
    }


def _searched(analysis: Analysis) -> dict[str, Any]:
    lines = [
        {
            "tokens": list(line.tokens),
            "share": _rounded(line.share),
            "proof": line.proof or None,
            "visits": line.visits,
        }
        for line in analysis.lines
    ]
    return {
        "lines": lines,
        "search": analysis.kind,
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "cpu_seconds": round(analysis.cpu_seconds, 3),
    }


def _summary(one: SeatSummary) -> dict[str, Any]:
    return {
        "seat": one.seat,
        "decisions": one.decisions,
        "as_searched": one.as_searched,
        "inaccuracies": one.marks[Mark.inaccuracy],
        "mistakes": one.marks[Mark.mistake],
        "blunders": one.marks[Mark.blunder],
        "loss": _rounded(one.loss),
    }


def _rounded(share: float) -> float:
    return round(share, 4)
