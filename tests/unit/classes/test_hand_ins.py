"""Hand-ins: numbered, bounded, counted only when they compile; one active version at most."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.unit.classes.cs2 import ANN, BEN, DAY, NOW, Cs2

from duiyi.classes.errors import BadClass
from duiyi.classes.hand_ins import ARRIVALS, left_today, stop_the_dead, validate_again
from duiyi.classes.rows import ClassState, JobKind, VersionState
from duiyi.classes.settings import MINUTE
from duiyi.classes.store.jobs import MOST_ATTEMPTS


@pytest.fixture
def inside(cs2: Cs2) -> Cs2:
    cs2.let_in(ANN)
    cs2.let_in(BEN)
    return cs2


def change(cs2: Cs2, **settings: object) -> None:
    changed = msgspec.structs.replace(cs2.joined.settings, **settings)
    cs2.store.classes.set_settings(cs2.joined.id, changed)


def left(cs2: Cs2, now: int = NOW) -> int:
    return left_today(cs2.store, cs2.joined, cs2.member(ANN).id, now).count


def refused(cs2: Cs2, data: bytes = b"x", at: int = NOW) -> str:
    with pytest.raises(BadClass) as found:
        cs2.hand_in(ANN, data, at)
    return found.value.key


def test_a_hand_in_is_a_version_a_file_and_a_job(inside: Cs2) -> None:
    version = inside.hand_in(ANN, b"int main;")
    assert (version.number, version.size, version.state) == (1, 9, VersionState.received)
    assert inside.store.uploads.read(version.sha256) == b"int main;"
    job = inside.store.jobs.take("worker", NOW, 10)
    assert job is not None
    assert (job.kind, job.payload) == (JobKind.validate, {"version": version.id})
    assert inside.hand_in(ANN).number == 2
    assert inside.hand_in(BEN).number == 1


def test_only_what_compiles_counts_and_never_what_the_platform_spoilt(inside: Cs2) -> None:
    change(inside, hand_ins=2)
    versions = inside.store.versions
    one = inside.hand_in(ANN)
    assert left(inside) == 1, "what is on its way counts until it is known"
    versions.stop(one.id, "compiled", counts=False, report="{}")
    assert left(inside) == 2
    two = inside.hand_in(ANN)
    versions.stop(two.id, "tested", counts=True, report="{}")
    three = inside.hand_in(ANN)
    assert (left(inside), refused(inside)) == (0, "hand-in.many")
    versions.stop(three.id, "tested", counts=False, report="{}")
    assert left(inside) == 1, "a fault of ours costs nothing, wherever it happens"
    assert left(inside, NOW + DAY) == 2


def test_what_never_compiles_is_bounded_too(inside: Cs2) -> None:
    change(inside, hand_ins=1)
    for _ in range(ARRIVALS):
        version = inside.hand_in(ANN)
        inside.store.versions.stop(version.id, "compiled", counts=False, report="{}")
    assert refused(inside) == "hand-in.many"


def test_a_refused_hand_in_leaves_nothing_behind(inside: Cs2) -> None:
    change(inside, hand_ins=1, bytes=1_000)
    inside.hand_in(ANN)
    files = {*inside.store.uploads.directory.iterdir()}
    assert refused(inside, b"other") == "hand-in.many"
    assert refused(inside, b"x" * 1_001) == "hand-in.large"
    assert refused(inside, b"") == "hand-in.empty"
    assert {*inside.store.uploads.directory.iterdir()} == files


def test_after_the_deadline_it_is_late_and_after_grace_closed(inside: Cs2) -> None:
    deadline = inside.joined.settings.deadline
    assert deadline is not None
    assert not inside.hand_in(ANN, at=deadline).late
    assert inside.hand_in(ANN, at=deadline + 30 * MINUTE).late
    assert refused(inside, at=deadline + 30 * MINUTE + 1) == "hand-in.closed"
    inside.store.classes.set_state(inside.joined.id, ClassState.frozen)
    assert refused(inside) == "hand-in.closed"


def states(cs2: Cs2) -> dict[int, VersionState]:
    return {one.number: one.state for one in cs2.store.versions.of_member(cs2.member(ANN).id)}


def test_the_newest_that_passes_is_active_and_any_can_be_again(inside: Cs2) -> None:
    versions = inside.store.versions
    one, two, three = (inside.hand_in(ANN) for _ in range(3))
    assert versions.passed(one.id, "{}").state is VersionState.active
    assert versions.passed(three.id, "{}").state is VersionState.active
    assert versions.passed(two.id, "{}").state is VersionState.ready, "an older one came later"
    assert states(inside) == {1: "ready", 2: "ready", 3: "active"}
    versions.activate(one.id)
    assert states(inside) == {1: "active", 2: "ready", 3: "ready"}
    assert [version.id for version in versions.active(inside.joined.id)] == [one.id]


def test_a_stop_never_removes_the_active_version(inside: Cs2) -> None:
    one = inside.active(ANN)
    two = inside.hand_in(ANN)
    inside.store.versions.progress(two.id, VersionState.checking, "{}")
    inside.store.versions.stop(two.id, "checked", counts=True, report="{}")
    assert states(inside) == {1: "active", 2: "stopped"}
    for version in (two.id, "unknown"):
        with pytest.raises(BadClass):
            inside.store.versions.activate(version)
    assert inside.store.versions.get(one.id) is not None


def test_what_has_stopped_is_validated_again_once(inside: Cs2) -> None:
    version = inside.hand_in(ANN)
    inside.store.jobs.take("worker", NOW, 10)
    with pytest.raises(BadClass):
        validate_again(inside.store, version.id, NOW)
    inside.store.versions.stop(version.id, "compiled", counts=False, report="{}")
    validate_again(inside.store, version.id, NOW)
    with pytest.raises(BadClass):
        validate_again(inside.store, version.id, NOW)
    job = inside.store.jobs.take("worker", NOW, 10)
    assert job is not None
    assert job.payload == {"version": version.id}
    assert inside.store.jobs.take("worker", NOW, 10) is None


def test_nobody_waits_for_ever_for_a_validation_that_always_fails(inside: Cs2) -> None:
    store, version = inside.store, inside.hand_in(ANN)
    for _ in range(MOST_ATTEMPTS):
        job = store.jobs.take("worker", NOW, 10)
        assert job is not None
        assert stop_the_dead(store) == 0
        store.jobs.give_back(job, NOW, 0, "no sandbox")
    assert (stop_the_dead(store), stop_the_dead(store)) == (1, 0)
    found = store.versions.get(version.id)
    assert found is not None
    assert (found.state, found.stopped_at, found.counts) == ("stopped", "platform", False)
    validate_again(store, version.id, NOW)
    assert stop_the_dead(store) == 0, "an old failure does not stop a new try"


def test_the_same_content_is_one_file_until_nobody_names_it(inside: Cs2) -> None:
    for entry in (ANN, BEN):
        inside.hand_in(entry, b"same")
    store = inside.store
    assert len([*store.uploads.directory.iterdir()]) == 1
    store.versions.forget(inside.member(ANN).id)
    assert store.sweep(old=0) == 0
    store.versions.forget(inside.member(BEN).id)
    assert store.sweep() == 0, "what is young may be on its way"
    assert store.sweep(old=0) == 1


def test_names_of_uploads_lead_nowhere_else(inside: Cs2) -> None:
    for name in ("../classes.db", "", "a" * 63, "/etc/passwd"):
        with pytest.raises(ValueError, match="not the name"):
            inside.store.uploads.read(name)
    assert Path(inside.store.directory, "classes.db").stat().st_mode & 0o077 == 0
    assert inside.store.uploads.directory.stat().st_mode & 0o077 == 0
