"""Live tables: the service that routes and sockets ask, and everything on the event loop."""
