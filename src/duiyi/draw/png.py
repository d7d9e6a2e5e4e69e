"""SVG to PNG, by resvg. Letters and digits need fonts on the machine; shapes do not."""

from __future__ import annotations

import resvg_py


def to_png(svg: str, width: int | None = None) -> bytes:
    """The picture as PNG, as wide as the SVG says or as asked for."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
