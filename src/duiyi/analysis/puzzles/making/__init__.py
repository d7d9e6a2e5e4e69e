"""Making puzzles: self-play, what is found in it, how hard it is, and enough of every grade."""
