"""The sandbox: boxes for programs that nobody has to trust. Linux only.

`SandboxBox` is a `duiyi.engine.box.Box`; `probe` tells what this machine can do, and `require`
refuses in words where it cannot do enough. How programs are spoken to, timed and judged is not
decided here.
"""

from duiyi.arena.sandbox.box import SandboxBox
from duiyi.arena.sandbox.mechanisms import Mechanisms
from duiyi.arena.sandbox.pieces import ALL, Pieces
from duiyi.arena.sandbox.probe import Finding, Report, SandboxMissing, State, probe, require
from duiyi.arena.sandbox.spawn import reap_orphans

__all__ = [
    "ALL",
    "Finding",
    "Mechanisms",
    "Pieces",
    "Report",
    "SandboxBox",
    "SandboxMissing",
    "State",
    "probe",
    "reap_orphans",
    "require",
]
