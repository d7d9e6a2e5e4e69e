"""A table: one game with its seats, clocks and log. Pure; no sockets, no storage, no threads."""
