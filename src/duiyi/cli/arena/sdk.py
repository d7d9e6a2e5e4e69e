"""The SDK: what a bot author copies, and where it lies.

In a checkout that is `sdk/`; an installed duiyi has a copy of it in its package.
"""

from __future__ import annotations

from pathlib import Path

import duiyi
from duiyi.core import DuiyiError, message


def directory() -> Path:
    """The checkout's own comes first: there it may have been edited since it was installed."""
    checkout = Path(__file__).parents[4]
    places = [Path(place) / "sdk" for place in duiyi.__path__]
    if (checkout / "pyproject.toml").is_file():
        places.insert(0, checkout / "sdk")
    for place in places:
        if (place / "c" / "duiyi.h").is_file():
            return place
    raise DuiyiError(message("cli.new-bot.no-sdk", places=tuple(map(str, places))))
