"""HTTP: middleware, routes, responses and the description of the interface."""
