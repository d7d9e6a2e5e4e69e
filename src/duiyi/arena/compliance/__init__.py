"""Compliance: whether a bot can be let into a match, and if not, what is wrong and what helps.

It plays ordinary games through the referee, asks about positions that ordinary games seldom have,
and looks at the manners of the program itself. It runs on the author's own machine, without
a sandbox, or wherever its caller makes boxes.
"""

from duiyi.arena.compliance.checkup import Candidate, Report, check
from duiyi.arena.compliance.findings import Finding, Level

__all__ = ["Candidate", "Finding", "Level", "Report", "check"]
