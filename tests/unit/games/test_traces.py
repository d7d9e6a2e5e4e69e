"""Games played by another implementation of the rules: ours must go through them exactly.

A trace is `{game, seats, options, plies, scores}`. A ply is the actor (-1 is chance), the token
that was chosen, the number of legal tokens, and the first 12 hex digits of the SHA-1 of the legal
tokens, sorted and joined by line feeds; scores are fractions as text.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import duiyi
from duiyi.core import games

ROOT = Path(__file__).parents[3]
SHARED = ROOT.parent / "shared" / "data" / "traces-2.json.gz"
COPIED = ROOT / "tests" / "data" / "traces.json"

Trace = dict[str, Any]


def of_installed_games(traces: Sequence[Trace]) -> list[Trace]:
    """Traces of games that are not there yet come in by themselves once those are registered."""
    installed = {game.id for game in games()}
    return [trace for trace in traces if trace["game"] in installed]


def name(number: int, trace: Trace) -> str:
    options = ",".join(f"{key}={value}" for key, value in trace["options"].items()) or "plain"
    return f"{number}-{trace['game']}-{trace['seats']}-{options}"


def cases(traces: Sequence[Trace]) -> list[Any]:
    return [pytest.param(trace, id=name(n, trace)) for n, trace in enumerate(traces)]


def shared_cases() -> list[Any]:
    if SHARED.is_file():
        return cases(of_installed_games(json.loads(gzip.decompress(SHARED.read_bytes()))))
    reason = "shared/data/traces-2.json.gz is not beside the checkout; only tests/data is replayed"
    return [pytest.param(None, id="absent", marks=pytest.mark.skip(reason=reason))]


def replay(trace: Trace) -> None:
    state = duiyi.game(trace["game"]).start(trace["seats"], **trace["options"])
    for number, (actor, token, count, digest) in enumerate(trace["plies"]):
        assert state.actor == actor, number
        chosen = state.actions()
        if actor == duiyi.CHANCE:
            chosen = [action for action, _ in state.chances()]
        tokens = sorted(state.text(action) for action in chosen)
        assert len(tokens) == count, (number, tokens)
        assert hashlib.sha1("\n".join(tokens).encode()).hexdigest()[:12] == digest, (number, tokens)
        state = state.play(token)
    assert state.outcome is not None
    assert [str(score) for score in state.outcome.scores] == trace["scores"]
    assert state.actor is None
    assert not state.actions()


@pytest.mark.parametrize("trace", cases(json.loads(COPIED.read_text("utf-8"))))
def test_a_copied_trace_replays_exactly(trace: Trace) -> None:
    replay(trace)


@pytest.mark.parametrize("trace", shared_cases())
def test_a_shared_trace_replays_exactly(trace: Trace) -> None:
    replay(trace)


def test_the_copied_traces_are_of_both_games_and_of_all_extensions() -> None:
    copied = json.loads(COPIED.read_text("utf-8"))
    assert [trace["game"] for trace in copied] == ["relati-classic"] * 2 + ["relati"] * 9
    on = [set(trace["options"]) for trace in copied]
    for friendly in (True, False):
        armed = [
            names for names in on if "cannon" in names and ("friendly_fire" in names) == friendly
        ]
        assert set().union(*armed) - {"friendly_fire"} == {
            "continuous", "cannon", "chain", "migration"
        }  # fmt: skip


def test_a_trace_with_another_actor_token_count_digest_or_score_is_refused() -> None:
    trace = json.loads(COPIED.read_text("utf-8"))[0]
    plies = trace["plies"]
    actor, token, count, digest = plies[1]
    for ply in ([0, token, count, digest], [actor, token, 1, digest], [actor, token, count, "0"]):
        with pytest.raises(AssertionError):
            replay({**trace, "plies": [plies[0], ply, *plies[2:]]})
    with pytest.raises(duiyi.IllegalAction):
        replay({**trace, "plies": [plies[0], [actor, plies[0][1], count, digest], *plies[2:]]})
    with pytest.raises(AssertionError):
        replay({**trace, "scores": trace["scores"][::-1]})
    with pytest.raises(AssertionError):
        replay({**trace, "plies": plies[:-1]})


def test_traces_of_games_that_are_not_installed_are_left_out() -> None:
    traces = [{"game": "relati"}, {"game": "no-such-game"}, {"game": "relati-classic"}]
    assert of_installed_games(traces) == [traces[0], traces[2]]
