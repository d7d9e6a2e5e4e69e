"""`duiyi puzzles`: made from self-play, checked, listed and shown."""
