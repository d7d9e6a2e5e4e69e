"""The server's and the page's own words: one catalog per directory under `words/`."""

from __future__ import annotations

from importlib.resources import files

from duiyi.core.locale import add_catalog


def add_catalogs() -> tuple[str, ...]:
    """Make every catalog known; their names."""
    found = sorted(
        (directory for directory in (files("duiyi.server") / "words").iterdir()),
        key=lambda directory: directory.name,
    )
    names = tuple(directory.name for directory in found if directory.is_dir())
    for directory in found:
        if directory.is_dir():
            add_catalog(directory.name, directory)
    return names
