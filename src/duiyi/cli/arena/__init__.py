"""Commands for bots and their games."""
