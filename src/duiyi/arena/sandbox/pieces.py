"""The pieces of the sandbox, each of which can be left out.

Nobody but a test leaves one out: to show that the attack which it stops succeeds without it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pieces:
    """What a box is made of. A piece that is `False` leaves the bot what the piece takes away."""

    network: bool = True
    """A network of its own with nobody in it, and no internet sockets at all."""
    mounts: bool = True
    """A file system of its own: system and program read-only, nothing else of the host."""
    pids: bool = True
    """Process numbers of its own: it neither sees nor reaches others, and ends with its first."""
    user: bool = True
    """A user of its own, whom no other bot and nothing else on the machine has."""
    capabilities: bool = True
    """No capabilities, not even within its own namespaces."""
    environment: bool = True
    """Nothing of our environment variables, also not those of its first process."""
    seccomp: bool = True
    """System calls that no bot needs are refused."""
    marks: bool = True
    """No lock, lease, watch or hint on a file that other bots see: it would stay while one is
    stopped, and tell the next one something."""
    session: bool = True
    """A session of its own, without our terminal."""
    limits: bool = True
    """Limits of a single process: file size, open files, core dumps."""
    processes: bool = True
    """A bound on the number of its processes and threads."""
    memory: bool = True
    """A bound on the memory of all its processes together."""
    scratch: bool = True
    """A bound on what it writes outside of its working directory."""
    work: bool = True
    """A bound on what it leaves in its working directory."""
    die_with_parent: bool = True
    """It ends when we do, however we end."""
    reaper: bool = True
    """We, not the first process of the machine, get the orphans and clear them away."""
    inside: bool = True
    """Limits are set inside of its namespaces, where they count its own processes alone."""


ALL = Pieces()
