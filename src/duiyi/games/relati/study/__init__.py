"""What studies ask of the game: analyses, puzzles, openings. No rule depends on it."""
