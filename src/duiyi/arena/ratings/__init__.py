"""Ratings: strengths that explain the results of games, with their uncertainty.

`picks` says what a game says, `strengths` finds what makes all of it most likely, `cholesky` solves
the equations for it, `bradley_terry` makes the tables of cups. They follow from the set of games
and not from its order, and know neither cups nor ladders. See `docs/architecture/ladder.md`.
"""
