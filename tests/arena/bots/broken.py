"""A bot that does one thing wrong, which its argument names; otherwise it plays what is legal."""

import sys
from collections.abc import Iterator

mode = sys.argv[1]
flush = mode != "no-flush"


def lines() -> Iterator[str]:
    if mode != "spins":
        yield from map(str.strip, sys.stdin)
        return
    while True:
        yield sys.stdin.readline().strip()


for line in lines():
    word = line.split(" ")[0]
    if word in ("hello", "game"):
        print("ready", flush=flush)
    elif word == "go":
        if mode == "debug":
            print("I think", line)
        if mode == "raises":
            print([][1])
        print("legal?", flush=flush)
    elif word == "legal":
        print("move", line.split(" ")[1], flush=flush)
    elif word == "quit":
        break
