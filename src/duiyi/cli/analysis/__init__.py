"""Commands that examine: `analyse`, `solve`, `perft`, `check`, `bench`."""
