"""The classroom: a hand-in validated, from what was sent to a program that may play."""

from duiyi.arena.classroom.pipeline import program_of, validate
from duiyi.arena.classroom.settings import Settings
from duiyi.arena.classroom.upload import Upload, packed

__all__ = ["Settings", "Upload", "packed", "program_of", "validate"]
