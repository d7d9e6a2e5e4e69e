"""The report as a page: its sections, its words and its style."""
