"""Puzzles that are proven: made from self-play, checked by the rules, judged try by try."""
