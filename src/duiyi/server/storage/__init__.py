"""Storage: the append-only log of tables and everything else that outlives the process."""
