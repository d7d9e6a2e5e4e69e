"""Openings and deals: what finished games tell of a position, and whether a set-up is fair."""
