"""The final: what its games say about the order of bots, and how many it takes to say it.

`belief` is how sure the order of every two is, `places` who shares a place, `again` who meets once
more, `plan` what may be promised beforehand. Which games there are is a format of tournaments
(`duiyi.arena.tournament.formats.final`). See `docs/architecture/ladder.md`.
"""
