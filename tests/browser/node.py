"""The Node that built the page: the virtual environment's own where it has one, or the system's."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

MODULES = Path(__file__).parents[2] / "web" / "node_modules"


def node() -> str:
    """Where it is; a test that needs the page's code fails without it, as `make test` brings it."""
    places = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    found = shutil.which("node", path=places)
    assert found, "the page's code needs Node: make install"
    assert (MODULES / "rolldown").is_dir(), "the page's code needs its packages: make install"
    return found
