"""The arena at work for classes: jobs taken from the store, validations, games, ratings.

`worker` is the loop; it alone knows the store. `validators` and the runners' pool are processes
that know neither the store nor each other. See `docs/architecture/classroom.md`.
"""
