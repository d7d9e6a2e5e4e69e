"""Lessons: positions with something to do in them, as data that a game's package brings.

`model` says what a lesson is, `files` reads `lessons/lessons.toml`, `judge` says what a try was.
Words are a catalog beside the lessons: `lessons/en.json` and the other languages.
"""

from duiyi.core.lessons.files import BadLesson, catalog_name, lessons
from duiyi.core.lessons.judge import Tried, Verdict, begun, tried
from duiyi.core.lessons.model import Goal, Lesson, Step, Wrong

__all__ = [
    "BadLesson",
    "Goal",
    "Lesson",
    "Step",
    "Tried",
    "Verdict",
    "Wrong",
    "begun",
    "catalog_name",
    "lessons",
    "tried",
]
