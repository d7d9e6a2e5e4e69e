"""What became of a hand-in travels as JSON and comes back the same."""

from __future__ import annotations

import json
from fractions import Fraction

import msgspec
import pytest

from duiyi.classes import validation
from duiyi.classes.validation import (
    Action,
    BoardPlace,
    DialogueLine,
    File,
    Finding,
    Fix,
    Frame,
    Level,
    Measure,
    Segment,
    SourceLine,
    SourcePlace,
    Step,
    StepName,
    StepState,
    TestGame,
    Validation,
    begun,
    read_validation,
    sentence,
    write_validation,
)
from duiyi.core import message
from duiyi.core.locale import text

SAID = sentence(
    message(
        "validation.stop.illegal",
        token="A1xI5",
        name=message("fault", of=message("x", files=("a.c", message("y"))), count=3),
    )
)
WHOLE = Finding(
    level=Level.problem,
    sentence=SAID,
    heading=SAID,
    where=SAID,
    advice=(SAID, SAID),
    action=Action.source,
    source=SourcePlace("b.c", 4, 2, 7, (SourceLine(4, "x"),), (Fix(4, 2, 7, "a", "b"),)),
    board=BoardPlace("p w 1 1", 1, 3, "A1xI5", "jump", SAID, ("A1",), 42, ("a", "b")),
    dialogue=(DialogueLine("go", sent=True), DialogueLine("hm", bad=True, read=False)),
    frames=(Frame("main", "b.c", 3, "f();"),),
    measure=Measure("s", 5.0, 5.31, (Segment(2.9, True), Segment(2.41, False)), 5.2),
    own_words="b.c:4:2: error",
    stderr="best = -1",
    folded=True,
    times=2,
)


def full() -> Validation:
    done = begun("bot.zip", "00ff", 3)
    done = done.with_step(Step(StepName.tested, StepState.stopped, 1.5, (WHOLE,), 2))
    return msgspec.structs.replace(
        done,
        files=(File("a.c", 3), File(".git", 0, SAID)),
        interface="files-a",
        compiler="gcc 12",
        games=(TestGame("itself", 0, "text", ("1/2", "1/2"), "r", 9, 0.25, fault=True),),
        incident="7f3a",
    )


def test_all_of_it_comes_back_the_same() -> None:
    done = full()
    assert read_validation(write_validation(done)) == done
    assert read_validation(write_validation(begun("a", "b", 0))) == begun("a", "b", 0)


def test_the_example_above_leaves_nothing_out() -> None:
    """Every field of every struct differs from its default: one that did not travel would show."""
    kinds = {
        kind
        for kind in vars(validation).values()
        if isinstance(kind, type)
        and issubclass(kind, msgspec.Struct)
        and kind is not msgspec.Struct
    }
    seen: dict[type, set[str]] = {kind: set() for kind in kinds}

    def walk(value: object) -> None:
        if isinstance(value, msgspec.Struct):
            for field in msgspec.structs.fields(value):
                found = getattr(value, field.name)
                if field.default is msgspec.NODEFAULT or found != field.default:
                    seen[type(value)].add(field.name)
                walk(found)
        elif isinstance(value, tuple):
            for one in value:
                walk(one)

    walk(full())
    for kind in kinds:
        assert seen[kind] == {field.name for field in msgspec.structs.fields(kind)}, kind


def test_a_sentence_is_read_as_messages_are_and_says_the_same() -> None:
    said = message("validation.stop.line", file="b.c", line=4, count=2)
    assert json.loads(msgspec.json.encode(sentence(said))) == {
        "key": "core:validation.stop.line",
        "params": [["count", 2], ["file", "b.c"], ["line", 4]],
    }
    assert sentence(said).message == said
    half = message("x", value=Fraction(5, 2), third=Fraction(1, 3))
    assert text(sentence(half).message) == text(half)


def test_states_follow_from_the_steps() -> None:
    done = full()
    assert (done.ready, done.counts) == (False, False)
    assert done.stopped is not None
    assert done.heading == SAID
    ready = begun("a", "b", 0)
    for name in (StepName.received, StepName.compiled, StepName.checked, StepName.tested):
        ready = ready.with_step(Step(name, StepState.done))
    assert (ready.ready, ready.counts, ready.heading) == (True, True, None)
    assert ready.activated(1.0).step(StepName.active).state is StepState.done


@pytest.mark.parametrize("wrong", [b"[]", b'{"name": 1}', b'{"name":"a","sha256":"","size":0}'])
def test_what_is_none_is_refused(wrong: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        read_validation(wrong)
