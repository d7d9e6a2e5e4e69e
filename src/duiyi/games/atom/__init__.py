"""atom (seed 004): build lattices of atoms, break the other's, and bring his life to 0."""

from duiyi.games.atom.actions import Action
from duiyi.games.atom.options import AtomOptions
from duiyi.games.atom.state import GAME, AtomGame, AtomState

__all__ = ["GAME", "Action", "AtomGame", "AtomOptions", "AtomState"]
