"""Games played by another implementation of the rules: the kernels must go through them exactly.

`tests/unit/games/test_traces.py` says what a trace is, and replays them by the Python rules.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from fractions import Fraction

import pytest
from tests.differential.cases import by_variant
from tests.differential.kernel import NOBODY, Kernel, KernelFor
from tests.unit.games.test_traces import COPIED, Trace, cases, shared_cases

import duiyi

Kernels = Callable[[str], KernelFor]
COPIES = json.loads(COPIED.read_text("utf-8"))


def replay(kernel: Kernel, trace: Trace) -> None:
    told = kernel.load(duiyi.game(trace["game"]).start(trace["seats"], **trace["options"]).dump())
    for number, (actor, token, count, digest) in enumerate(trace["plies"]):
        tokens = sorted(text for text, _ in told.tokens)
        assert (told.actor, len(tokens)) == (actor, count), (number, tokens)
        assert hashlib.sha1("\n".join(tokens).encode()).hexdigest()[:12] == digest, (number, tokens)
        told = kernel.play(token)
    scores = [Fraction(score) for score in trace["scores"]]
    assert (told.actor, told.tokens) == (NOBODY, ())
    assert told.winner == (scores.index(Fraction(1)) if 1 in scores else NOBODY)


def kernel_for(kernels: KernelFor, trace: Trace) -> Kernel:
    return kernels(duiyi.game(trace["game"]).start(trace["seats"], **trace["options"]))


@pytest.mark.parametrize("variant", by_variant(["installed", "portable", "sanitized"]))
@pytest.mark.parametrize("trace", cases(COPIES))
def test_a_copied_trace_replays_exactly(kernels_of: Kernels, variant: str, trace: Trace) -> None:
    replay(kernel_for(kernels_of(variant), trace), trace)


@pytest.mark.parametrize("trace", shared_cases())
def test_a_shared_trace_replays_exactly(kernels_of: Kernels, trace: Trace) -> None:
    replay(kernel_for(kernels_of("installed"), trace), trace)


def test_a_trace_with_another_actor_count_digest_or_score_is_refused(kernels_of: Kernels) -> None:
    trace = COPIES[0]
    kernel = kernel_for(kernels_of("installed"), trace)
    plies = trace["plies"]
    actor, token, count, digest = plies[1]
    for ply in ([0, token, count, digest], [actor, token, 1, digest], [actor, token, count, "0"]):
        with pytest.raises(AssertionError):
            replay(kernel, {**trace, "plies": [plies[0], ply, *plies[2:]]})
    with pytest.raises(AssertionError):
        replay(kernel, {**trace, "scores": trace["scores"][::-1]})
    with pytest.raises(AssertionError):
        replay(kernel, {**trace, "plies": plies[:-1]})
