"""Drawing: from a view and a geometry to something that can be seen. It knows no game."""

from duiyi.draw.terminal.board import draw_text, legend

__all__ = ["draw_text", "legend"]
