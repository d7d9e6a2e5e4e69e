"""Classes as the page sees them: who may see what, and the arena process beside the server."""
