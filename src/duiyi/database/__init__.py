"""SQLite files: opened, recognised, brought up to date, written by one connection, read by some."""
