"""Certificates of puzzles: of proofs and of wins in so many turns, in one form.

`duiyi.players.certificate` says what the form is and verifies it by the rules alone. Here one is
written from an exhaustion, and read as a tree, so that any defence can be played out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from duiyi.analysis.puzzles.nodes import Node
from duiyi.analysis.puzzles.truth import Truth
from duiyi.core import CHANCE, Seat
from duiyi.players.certificate import HEAD

WORDS_A_LINE = 12


@dataclass(slots=True)
class Branch:
    """A position in a proof; none follow where the game is over."""

    after: dict[str, Branch] = field(default_factory=dict)
    """By token: one where the seat itself acts, all where the other one does."""


def written(name: str, node: Node, truth: Truth) -> str:
    """The certificate of a win that an exhaustion has found, from a position of the winner."""
    words = list(_words(node, truth, truth.task.number))
    count = sum(word == "{" for word in words) + _own(words)
    lines = [" ".join(words[at : at + WORDS_A_LINE]) for at in range(0, len(words), WORDS_A_LINE)]
    head = [HEAD, f"game {name}", f"position {node.dump()}", "result win"]
    return "\n".join([*head, f"seat {truth.seat} wins {count}", *lines, ""])


def _words(node: Node, truth: Truth, turns: int) -> Iterator[str]:
    """Depth first, every position by itself."""
    if node.over:
        yield "."
        return
    tokens = node.tokens()
    if node.actor == truth.seat:
        tokens = [next(token for token in tokens if truth.leads(node, token, turns))]
    else:
        yield "{"
    for token in tokens:
        later = node.play(token)
        ended = later.turn != node.turn and node.owner == truth.seat
        yield token
        yield from _words(later, truth, turns - 1 if ended and not later.over else turns)
    if node.actor != truth.seat:
        yield "}"


def _own(words: list[str]) -> int:
    """How many positions are the seat's own: each has one token, as each of the other's answers
    has; what is no sign is a token, and every position but the first is led to by one."""
    tokens = sum(word not in "{}." for word in words)
    ends = words.count(".")
    others = words.count("{")
    return tokens + 1 - ends - others


def tree_of(certificate: str) -> dict[Seat, Branch]:
    """The proofs of a certificate that was verified, by the seat that they are about."""
    lines = iter(certificate.splitlines()[4:])
    found: dict[Seat, Branch] = {}
    texts: dict[Seat, list[str]] = {}
    seat = 0
    for line in lines:
        if line.startswith("seat "):
            seat = int(line.split()[1])
            texts[seat] = []
        else:
            texts[seat] += line.split()
    for seat, words in texts.items():
        found[seat] = _Reader(words).branch()
    return found


class _Reader:
    """Reads the words of one proof; deep trees need no deep stack."""

    def __init__(self, words: list[str]) -> None:
        self._words = iter(words)
        self._marked: dict[str, Branch] = {}

    def branch(self) -> Branch:
        root = Branch()
        self._fill(root, next(self._words))
        return root

    def _fill(self, branch: Branch, word: str) -> None:
        open_: list[tuple[Branch, bool]] = []
        self._begin(branch, word, open_)
        while open_:
            current, several = open_[-1]
            if not several:
                open_.pop()
                continue
            word = next(self._words)
            if word == "}":
                open_.pop()
            else:
                self._follow(current, word, open_)

    def _begin(self, branch: Branch, word: str, open_: list[tuple[Branch, bool]]) -> None:
        """What stands for a position, from its first word on."""
        while True:
            if word.startswith("#"):
                self._marked[word[1:]] = branch
                word = next(self._words)
            if word == ".":
                return
            if word == "{":
                open_.append((branch, True))
                return
            later = self._next_branch(branch, word)
            if later is None:
                return
            branch, word = later

    def _next_branch(self, branch: Branch, token: str) -> tuple[Branch, str] | None:
        word = next(self._words)
        if word.startswith("="):
            branch.after[token] = self._marked[word[1:]]
            return None
        branch.after[token] = Branch()
        return branch.after[token], word

    def _follow(self, branch: Branch, token: str, open_: list[tuple[Branch, bool]]) -> None:
        later = self._next_branch(branch, token)
        if later is not None:
            self._begin(later[0], later[1], open_)


def most_turns(node: Node, branch: Branch, seat: Seat) -> int:
    """The most turns of a seat that a proof needs, whatever is answered."""
    known: dict[int, int] = {}
    todo: list[tuple[Node, Branch]] = [(node, branch)]
    while todo:
        at, here = todo[-1]
        waiting = [
            (at.play(token), later) for token, later in here.after.items() if id(later) not in known
        ]
        if waiting:
            todo += waiting
            continue
        todo.pop()
        known[id(here)] = max(
            (
                known[id(later)] + _passed(at, at.play(token), seat)
                for token, later in here.after.items()
            ),
            default=0,
        )
    return known[id(branch)]


def _passed(node: Node, later: Node, seat: Seat) -> int:
    """1 where a turn of the seat ends here."""
    if node.owner != seat or node.actor == CHANCE:
        return 0
    return int(later.over or later.turn != node.turn)
