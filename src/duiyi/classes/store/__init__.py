"""What is kept of classes: `store` is the interface, and SQLite is behind it."""
