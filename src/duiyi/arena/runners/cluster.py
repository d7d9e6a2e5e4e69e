"""The same cup on a Dask cluster: games as tasks that may be run any number of times.

The scheduler runs the games of a killed worker again on another; after a few killed workers it
gives a game up, and then it is reported as lost like that of any worker. The bots' files are sent
along (`parcels`), each bot's once to each worker, or lie in a directory that all machines share.
"""

from __future__ import annotations

import dataclasses
import queue
import uuid
from collections.abc import Sequence
from typing import Any

from duiyi.arena.runners.parcels import Parcel, packed, unpacked
from duiyi.arena.runners.pool import Event, Lost
from duiyi.arena.runners.task import GameTask, TaskResult, run_game
from duiyi.arena.tournament.bots import ReadyBots
from duiyi.arena.tournament.fields import BadCup
from duiyi.core import message

CONNECT = 10
"""Seconds for reaching the scheduler."""
FETCH = 60
"""Seconds for a result that is ready to come over."""


class Cluster:
    """A `Runner` on a Dask scheduler."""

    def __init__(self, address: str, bots: ReadyBots, *, shared: bool = False) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise BadCup(message("cup.dask.missing")) from None
        connect: Any = Client  # the library has types for some of its functions only
        # Everything is packed before anything is asked for: a bot may be too large.
        parcels = {} if shared else {bot.name: packed(bot) for bot in bots.bots}
        try:
            self._client = connect(address, timeout=CONNECT, set_as_default=False)
        except (OSError, ValueError, ImportError) as error:
            said = message("cup.dask.unreachable", address=address, problem=str(error)[:200])
            raise BadCup(said) from None
        self._address = address
        self._run = uuid.uuid4().hex[:8]
        self._tries = 0
        self._futures: dict[str, Any] = {}
        self._done: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._parcels = {name: self._sent(parcel) for name, parcel in parcels.items()}

    @property
    def places(self) -> int:
        return sum(self._client.nthreads().values())

    def submit(self, task: GameTask) -> None:
        self._tries += 1
        parcels = [self._parcels.get(bot.name) for bot in task.bots]
        future = self._client.submit(
            play_here,
            task,
            parcels,
            key=f"duiyi-{self._run}-{task.id}-{self._tries}",
            pure=False,
        )
        self._futures[task.id] = future
        future.add_done_callback(lambda _: self._done.put(task.id))

    def events(self, seconds: float) -> Sequence[Event]:
        ids: list[str] = []
        try:
            ids.append(self._done.get(timeout=seconds))
            while True:
                ids.append(self._done.get_nowait())
        except queue.Empty:
            pass
        if self._client.status != "running":
            raise BadCup(message("cup.dask.gone", address=self._address))
        return [self._event(id) for id in ids if id in self._futures]

    def close(self) -> None:
        futures = [*self._futures.values()]
        self._futures.clear()
        if futures and self._client.status == "running":
            self._client.cancel(futures, force=True)
        self._client.close(timeout=CONNECT)

    def _sent(self, parcel: Parcel | None) -> Any:
        """As a task of its own, which the scheduler can repeat: scattered data would be gone with
        the worker that holds it."""
        if parcel is None:
            return None
        return self._client.submit(
            handed_over, parcel, key=f"duiyi-{self._run}-bot-{parcel.mark}", pure=True
        )

    def _event(self, id: str) -> Event:
        future = self._futures.pop(id)
        try:
            if future.status != "finished":
                error = future.exception(timeout=FETCH) if future.status == "error" else None
                return Lost(id, f"{future.status} {type(error).__name__ if error else ''}".strip())
            result = future.result(timeout=FETCH)
        except Exception as error:
            return Lost(id, f"{type(error).__name__}: {error}"[:200])
        finally:
            future.release()
        return result if isinstance(result, TaskResult) else Lost(id, "no result")


# On the cluster's machines


def handed_over(parcel: Parcel) -> Parcel:
    return parcel


def play_here(task: GameTask, parcels: Sequence[Parcel | None]) -> TaskResult:
    """Plays a game with the bots' files on this machine."""
    bots = tuple(unpacked(bot, parcel) for bot, parcel in zip(task.bots, parcels, strict=True))
    return run_game(dataclasses.replace(task, bots=bots))
