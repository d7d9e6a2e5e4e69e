"""Cups: many bots, a schedule, a journal that survives anything, standings and grades.

`duiyi.arena.cup.config` reads `cup.toml`; `plan` says which games there are; `director` has them
played by workers and writes each into the journal; `results.read_results` is what everybody else
reads. See `docs/architecture/cup.md`.
"""
