"""A worker process of `computers`: reads thoughts, one line of JSON each, and answers in kind.

It says `ready` first. A player may print what it likes: the answers have a pipe of their own.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from typing import Any

import duiyi
from duiyi import players

NICENESS = 5
"""People's requests go before a computer's thinking."""


def main() -> None:
    os.nice(NICENESS)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)
    questions: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(questions,), daemon=True).start()
    answers.write("ready\n")
    while True:
        answers.write(json.dumps(answer(json.loads(questions.get()))) + "\n")


def _read(questions: queue.SimpleQueue[str]) -> None:
    """Without the server nobody wants an answer, not even one that is being thought about."""
    for line in sys.stdin:
        questions.put(line)
    os._exit(0)


def answer(question: dict[str, Any]) -> dict[str, str]:
    """The chosen token, or what went wrong."""
    try:
        state = duiyi.game(question["game"]).load(question["dump"])
        player = players.make(question["player"], question["seed"], question["seconds"])
        return {"token": state.text(player.choose(state))}
    except Exception as error:  # a player may raise anything
        return {"failed": f"{type(error).__name__}: {error}"[:500]}


if __name__ == "__main__":
    main()
