"""Tournaments, which are matches and cups: a plan, a journal that survives anything, standings.

`config` says what is played; `plan` which games there are; `director` has them played by workers
and writes each into the journal; `history` reads it, and `results` makes standings and grades of
it. Formats are in `formats`, ratings in `ratings`. See `docs/architecture/tournament.md`.
"""
