"""The reference of `bench/arena.py`: random games of connectx, in the environment of its own that
`make bench-arena` makes. For each line read it plays one game, and writes its CPU seconds."""

import sys
import time

from kaggle_environments import make  # type: ignore[import-not-found]

environment = make("connectx")
for _ in sys.stdin:
    begun = time.process_time()
    environment.reset()
    environment.run(["random", "random"])
    print(time.process_time() - begun, flush=True)
