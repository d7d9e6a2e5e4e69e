"""A bot for duiyi in one file, with Python 3.8 or later and nothing else.

    from duiyi_bot import Bot

    class MyBot(Bot):
        name = "my bot"

        def choose(self, position, legal):
            return legal[0]

    MyBot().run()

Copy this file next to yours. `print` is safe: it goes to stderr, where nobody mistakes it for a
move. What else there is to know stands at the class `Bot`.
"""

import json
import re
import sys

VERSION = 1


class Game:
    """The game that is played: what the line `game` says."""

    def __init__(self, id, version, seats, seat, clock, options):
        self.id = id  # such as "tzaar"
        self.version = version
        self.seats = seats  # how many play
        self.seat = seat  # which of them you are, counted from 0
        self.clock = clock  # ("none",), ("turn", 5.0) or ("game", 60.0, 0.5)
        self.options = options  # rules that are switched, such as {"chain": "on"}


class Step:
    """Something that has happened. A token without a seat is chance; a seat without a token has
    withdrawn."""

    def __init__(self, seat, token):
        self.seat = seat
        self.token = token

    def __repr__(self):
        return f"Step({self.seat!r}, {self.token!r})"


class Bot:
    """Override `choose`; the other methods are there if you want them.

    While you choose there are also:
    `self.game`   the game that is played (class `Game`)
    `self.left`   seconds that you may still use in this turn or game; None without a clock
    `self.since`  what has happened since you were asked last, your own moves first (class `Step`)
    """

    name = "bot"
    author = ""
    wants_legal = True  # False: `legal` is None, which saves a question

    def choose(self, position, legal):
        """The move: one token, or a list of the tokens of several decisions in a row.

        `position` is the text of the position, `legal` the list of tokens that are legal now.
        """
        raise NotImplementedError

    def begin(self):
        """A game begins: `self.game` tells which."""

    def end(self, scores, reason):
        """The game is over; `scores` has one text per seat, such as "1", "0" or "1/2"."""

    def info(self, text):
        """Says something that is kept with the game, such as `eval 0.41`."""
        self._say("info " + " ".join(str(text).split()))

    def run(self):
        """Talks with the referee until the game is over."""
        self.game = None
        self.left = None
        self.since = []
        self._input = sys.stdin.buffer
        self._output = sys.stdout.buffer
        sys.stdout = sys.stderr
        position = None
        while True:
            word, rest = self._read()
            if word == "hello":
                if rest != str(VERSION):
                    self._say(f"error this bot speaks version {VERSION}")
                    return
                self._say("id name " + self.name)
                if self.author:
                    self._say("id author " + self.author)
                self._say("ready")
            elif word == "game":
                self.game = read_game(rest)
                self.begin()
                self._say("ready")
            elif word == "position":
                position = rest
            elif word == "go":
                self.left, self.since = read_go(rest)
                legal = self._ask_legal() if self.wants_legal else None
                tokens = self.choose(position, legal)
                self._say("move " + (tokens if isinstance(tokens, str) else " ".join(tokens)))
            elif word == "result":
                words = rest.split()
                self.end(words[:-1], words[-1])
            elif word == "quit":
                return
            # `stop` asks for the answer at once, and it is always on its way

    def _ask_legal(self):
        self._say("legal?")
        while True:
            word, rest = self._read()
            if word == "legal":
                return rest.split()
            if word == "quit":
                sys.exit(0)

    def _read(self):
        line = self._input.readline()
        if not line:
            return "quit", ""  # the referee is gone
        word, _, rest = line.decode("utf-8").strip().partition(" ")
        return word, rest.strip()

    def _say(self, line):
        self._output.write(line.encode("utf-8") + b"\n")
        self._output.flush()  # without it the line would wait here until time is up


def read_game(rest):
    """What follows the word `game`, as a `Game`."""
    words = rest.split()
    options = []
    if "options" in words:
        at = words.index("options")
        words, options = words[:at], words[at + 1 :]
    clock = words[words.index("clock") + 1 :]
    return Game(
        id=words[0],
        version=int(words[2]),
        seats=int(words[4]),
        seat=int(words[6]),
        clock=(clock[0], *map(float, clock[1:])),
        options=dict(pair.split("=", 1) for pair in options),
    )


def read_go(rest):
    """What follows the word `go`: the seconds that are left, and the steps since the last one."""
    words = rest.split()
    left = float(words[1]) if words[:1] == ["left"] else None
    steps = []
    seat = None
    for word in words[words.index("since") + 1 :] if "since" in words else []:
        if word[0] == "@":
            seat = int(word[1:])
        elif word[0] == "!":
            steps.append(Step(int(word[1:]), None))
        elif word[0] == "*":
            steps.append(Step(None, word[1:]))
        else:
            steps.append(Step(seat, json.loads(word) if word[0] == '"' else word))
    return left, steps


def read_tzaar(position):
    """A tzaar position: the pieces by point, whose turn it is ("w" or "b"), the step and the turn.

    A piece is a triple of colour, kind and height: {"A1": ("b", "T", 1), ...}. Kinds are
    Z (Tzaar), R (Tzarra) and T (Totts).
    """
    columns, side, step, turn = position.split()[:4]
    pieces = {}
    for index, column in enumerate(columns.split("/")):
        signs = re.findall(r"\.|[A-Za-z][0-9]*", column)
        for number, sign in enumerate(signs, 1):
            if sign != ".":
                colour = "w" if sign[0].isupper() else "b"
                point = "ABCDEFGHI"[index] + str(number)
                pieces[point] = (colour, sign[0].upper(), int(sign[1:] or 1))
    return pieces, side, int(step), int(turn)
