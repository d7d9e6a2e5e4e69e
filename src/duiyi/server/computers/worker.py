"""A worker process of `pool`: reads questions, one line of JSON each, and answers in kind.

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
from duiyi.analysis.openings.deal import pair
from duiyi.server import wire
from duiyi.server.computers.coaching import coached
from duiyi.server.computers.hints import analysed, hint
from duiyi.server.computers.players import Memory
from duiyi.server.computers.puzzling import Puzzled, judged

DEAL_SEED = 1
"""Of the games of a deal, so that `duiyi explore deal` plays the same."""
NICENESS = 5
"""People's requests go before a computer's thinking."""


def main() -> None:
    os.nice(NICENESS)
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    questions: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(questions,), daemon=True).start()
    memory = Memory()
    answers.write(b"ready\n")
    while True:
        question = json.loads(questions.get())
        if "forget" in question:
            memory.forget(question["forget"])
        elif "prepare" in question:
            duiyi.games()
        else:
            answers.write(wire.encode(answer(question, memory)) + b"\n")


def _read(questions: queue.SimpleQueue[str]) -> None:
    """Without the server nobody wants an answer, not even one that is being thought about."""
    for line in sys.stdin:
        questions.put(line)
    os._exit(0)


def answer(question: dict[str, Any], memory: Memory) -> dict[str, Any]:
    """The chosen token, the hint, lines, what the coach says, a pair of games, or what is right in
    a puzzle; or what went wrong."""
    try:
        if "puzzle" in question:
            return {"puzzled": judged(Puzzled(**question))}
        state = duiyi.game(question["game"]).load(question["dump"])
        if "pair" in question:
            return {"pair": pair(state, DEAL_SEED, question["pair"])}
        if "made" in question:
            decision = question["at"], question["token"], question["seat"], question["made"]
            return {"coached": coached(state, *decision, question["seed"])}
        if "lines" in question:
            wanted = question["lines"], question["seconds"], question["seed"]
            return {"analysed": analysed(state, *wanted)}
        if "player" not in question:
            asked = question["at"], question["seconds"], question["seed"]
            return {"hint": hint(state, *asked)}
        player = memory.player(question)
        return {"token": state.text(player.choose(state))}
    except Exception as error:  # a player may raise anything
        return {"failed": f"{type(error).__name__}: {error}"[:500]}


if __name__ == "__main__":
    main()
