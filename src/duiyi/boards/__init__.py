"""Boards: sites, neighbours, lines and labels. They know no game."""
