"""A hand-in on its way, written down after every step, so that the page can show it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from duiyi.classes.hand_ins import named
from duiyi.classes.rows import Job, Version, VersionState
from duiyi.classes.store.jobs import LeaseLost
from duiyi.classes.store.store import ClassStore
from duiyi.classes.validation import (
    StepName,
    StepState,
    Validation,
    write_validation,
)

LARGEST = 900_000
"""Bytes of a report; one that has more to say leaves its records out."""
TRIES = 3
"""So often a validation is begun that fails by the platform's fault."""
PAUSE = 30.0
STATES = {
    StepName.received: VersionState.received,
    StepName.compiled: VersionState.compiling,
    StepName.checked: VersionState.checking,
    StepName.tested: VersionState.testing,
    StepName.active: VersionState.testing,
}


class Progress:
    """That of one version, under the lease of its job."""

    def __init__(
        self, store: ClassStore, job: Job, version: Version, now: Callable[[], int]
    ) -> None:
        self._store, self._job, self._version, self._now = store, job, version, now
        self.name = named(version)

    def told(self, validation: Validation, over: bool) -> None:
        """`LeaseLost` where somebody else has the job by now: then nothing is written."""
        with self._store.transaction():
            if not over:
                self._check_lease()
                self._store.versions.progress(
                    self._version.id, _state(validation), report_of(validation)
                )
            elif validation.incident and self._job.attempts < TRIES:
                self._again(validation)
            else:
                self._end(validation)

    def _end(self, validation: Validation) -> None:
        """The version and its job end together."""
        id, stopped = self._version.id, validation.stopped
        self._store.jobs.finish(self._job, self._now(), {"ready": validation.ready})
        if stopped is not None or not validation.ready:
            step = stopped.name.value if stopped is not None else StepName.received.value
            self._store.versions.stop(id, step, validation.counts, report_of(validation))
            return
        took = (self._now() - self._version.arrived) / 1000
        active = validation.activated(round(max(0.0, took), 3))
        version = self._store.versions.passed(id, report_of(active))
        if version.state is not VersionState.active:
            # A newer one is active already: this one has passed, and may be chosen.
            self._store.versions.set_report(id, report_of(validation))

    def _again(self, validation: Validation) -> None:
        self._store.jobs.give_back(self._job, self._now(), PAUSE, validation.incident)
        self._store.versions.progress(
            self._version.id, VersionState.received, report_of(validation)
        )

    def _check_lease(self) -> None:
        held = self._store.jobs.get(self._job.id)
        if held is None or (held.owner, held.epoch) != (self._job.owner, self._job.epoch):
            raise LeaseLost


def report_of(validation: Validation) -> str:
    text = write_validation(validation)
    if len(text) > LARGEST:
        games = tuple(msgspec.structs.replace(game, record="") for game in validation.games)
        text = write_validation(msgspec.structs.replace(validation, games=games))
    return text.decode()


def _state(validation: Validation) -> VersionState:
    running = [step.name for step in validation.steps if step.state is StepState.running]
    done = [step.name for step in validation.steps if step.state is StepState.done]
    return STATES[(running or done or [StepName.received])[-1]]
