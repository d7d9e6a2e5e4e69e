"""`duiyi ladder`: ratings from games, and what a final could tell."""
