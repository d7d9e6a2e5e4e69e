"""Engines: programs in any language that play, and how they are spoken to.

What runs the games, judges them and locks programs in is `duiyi.arena`.
"""
