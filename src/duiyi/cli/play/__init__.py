"""Commands for people who play: `play` and `games`."""
