"""The ladder: who is how strong, as far as the games say, and which games would say most.

`ratings` makes a ladder of games, `places` its rows with possible places, `comparison` says what a
version does better or worse than the one before, `pairing` who meets next. Values in, values out:
nothing here reads files or knows a store. See `docs/architecture/ladder.md`.
"""
