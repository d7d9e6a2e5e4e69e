"""Commands for whoever runs a server: `serve` and `db`."""
