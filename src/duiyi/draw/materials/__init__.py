"""Materials: what a board is made of, and everything that is drawn only on it."""
