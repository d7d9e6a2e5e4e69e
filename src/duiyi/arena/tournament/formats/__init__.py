"""Formats: which games come next, by what the results so far decide."""
