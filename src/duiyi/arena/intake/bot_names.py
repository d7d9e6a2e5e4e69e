"""Names of bots: as people write them in any script, but safe in file names and tables."""

from __future__ import annotations

import unicodedata

from duiyi.arena.tournament.fields import Fields

LONGEST = 40
SIGNS = " ._-+()"


def name_problem(name: str) -> str | None:
    """`long`, `start` or `sign`; `None` when it is a name.

    It begins with a letter or digit (no spreadsheet takes it for a formula, no shell for an
    option), and has only letters, digits and a few signs.
    """
    if not name or len(name) > LONGEST:
        return "long"
    if not name[0].isalnum() or name != name.strip() or name.endswith("."):
        return "start"
    if not all(_fits(sign) for sign in name):
        return "sign"
    return None


def check_name(name: str, fields: Fields) -> None:
    if problem := name_problem(name):
        raise fields.bad(f"name-{problem}", name=name[:60], longest=LONGEST, signs=SIGNS.strip())


def clean_name(text: str) -> str:
    """The nearest name: what does not fit becomes `_`; `bot` when nothing is left."""
    kept = "".join(
        sign if _fits(sign) else "_" for sign in unicodedata.normalize("NFC", text).strip()
    )
    kept = kept.lstrip(SIGNS)[:LONGEST].rstrip(" .")
    return kept if kept and name_problem(kept) is None else "bot"


def _fits(sign: str) -> bool:
    return sign.isalnum() or unicodedata.category(sign) in ("Mn", "Mc") or sign in SIGNS
