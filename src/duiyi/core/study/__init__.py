"""What a game may bring to those who study it: symmetries, and where its puzzles come from."""
