"""A bot that writes down every line it gets, in the file that its argument names, and answers
with the last legal move."""

import sys

with open(sys.argv[1], "a", encoding="utf-8", buffering=1) as heard:
    for line in map(str.strip, sys.stdin):
        print(line, file=heard)
        word, _, rest = line.partition(" ")
        if word in ("hello", "game"):
            print("ready", flush=True)
        elif word == "go":
            print("heard", line, file=sys.stderr, flush=True)
            print("legal?", flush=True)
        elif word == "legal":
            print("info eval 1", flush=True)
            print("move", rest.split()[-1], flush=True)
        elif word == "quit":
            break
