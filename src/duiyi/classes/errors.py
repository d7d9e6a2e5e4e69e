"""What is refused in a class: each with a key, so that everybody reads it in the own language."""

from __future__ import annotations

from duiyi.core import DuiyiError, message
from duiyi.core.message import Param


class BadClass(DuiyiError):
    """What was to be made or changed cannot be: `field` is what is wrong with it."""

    def __init__(self, key: str, field: str = "", **params: Param) -> None:
        super().__init__(message(f"class.{key}", **params))
        self.args = (key, field)
        self.key, self.field = key, field


class Refused(DuiyiError):
    """Somebody may not come in, or not now: `seconds` until the next try counts."""

    def __init__(self, key: str, seconds: int = 0, **params: Param) -> None:
        said = params | ({"seconds": seconds} if seconds else {})
        super().__init__(message(f"class.refused.{key}", **said))
        self.args = (key, seconds)
        self.key, self.seconds = key, seconds
