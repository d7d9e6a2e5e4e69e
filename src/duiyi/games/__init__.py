"""The games: rules only, each readable beside its seed.

This package can be called: `duiyi.games()` lists the installed games whether or not one of them
has been imported, which puts the package where the function of that name was.
"""

import sys
from types import ModuleType

from duiyi.core import registry
from duiyi.core.state import Game


class _Games(ModuleType):
    def __call__(self) -> tuple[Game, ...]:
        return registry.games()


sys.modules[__name__].__class__ = _Games
