"""Drawing with characters: a view for the terminal."""
