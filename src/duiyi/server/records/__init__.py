"""Records: finished games and records that were handed in."""
