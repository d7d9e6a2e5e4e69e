"""The text form of a record (`.dyr`): tags, one line per turn, comments and variations.

The grammar is in `docs/architecture/records.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from duiyi.core.errors import BadRecord
from duiyi.core.options import Options
from duiyi.core.record.check import Claim, Find, Flaw, Head, Replay, begin, judge_end, place, shown
from duiyi.core.record.json import json_text
from duiyi.core.record.model import Node, Record, Withdrawal
from duiyi.core.registry import game
from duiyi.core.state import CHANCE, Game, Seat, State

WIDTH = 100
"""How long a line of tags may get."""

_space = re.compile(r"[ \t\r\n]*+")
_STRING = r'"(?:[^"\\\n]++|\\[^\n])*+"'
_WORD = r"[A-Za-z][A-Za-z0-9_.-]*+"
_tag = re.compile(rf"\[[ \t]*+([A-Za-z][A-Za-z0-9_]*+)[ \t]*+({_STRING})[ \t\r\n]*+\]")
_cut_tag = re.compile(
    r'\[[ \t]*+(?:[A-Za-z][A-Za-z0-9_]*+[ \t]*+(?:"(?:[^"\\\n]++|\\[^\n])*+["\\]?+)?+)?+'
    r"[ \t\r\n]*+\Z"
)
_lexeme = re.compile(
    rf"""
    (?P<comment> \{{ (?:[^}}\\]++|\\.)*+ \}} )
  | (?P<string> \*?+{_STRING} )
  | (?P<open> \( )
  | (?P<close> \) )
  | (?P<withdrawal> !(?P<seat>[0-9]{{1,3}}) [ \t]++ (?P<verdict>{_WORD})
        (?:[ \t]++(?P<code>{_WORD}))?+ (?![^ \t\r\n(){{}}\[\]"]) (?:[ \t]*+(?P<text>{_STRING}))?+ )
  | (?P<word> [^ \t\r\n(){{}}\[\]"]++ )
    """,
    re.VERBOSE | re.DOTALL,
)
_number = re.compile(r"[0-9]+")
_bare = re.compile(r"""[!#-'*-Z\\^-z|~]+""")
_escape = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.?))|\r\n", re.DOTALL)
_escaped = {**dict(zip("bfnrt", "\b\f\n\r\t", strict=True)), **{char: char for char in '"\\/}'}}
_surrogate = re.compile(r"[\ud800-\udfff]")


def write_dyr(record: Record) -> str:
    """The record as text; `read` gives the same record back."""
    lines = [*_tag_lines(record)]
    if record.comments:
        lines.append(" ".join(map(_comment, record.comments)))
    lines += (" ".join(words) for words in _turns(record.nodes, record.first()))
    return "\n".join(lines) + "\n"


def _tag_lines(record: Record) -> Iterator[str]:
    ruleset = [("Game", record.game.id), ("Version", str(record.game.version))]
    ruleset.append(("Seats", str(record.seats)))
    if text := record.options.text():
        ruleset.append(("Options", text))
    yield from _filled(ruleset)
    if record.start is not None:
        yield from _filled([("Start", record.start)])
    outcome = record.outcome
    rest = [(f"Seat{seat}", name) for seat, name in enumerate(record.names) if name]
    rest += record.tags
    rest.append(("Result", " ".join(map(str, outcome.scores)) if outcome else "*"))
    if outcome:
        rest.append(("Reason", outcome.reason))
    yield from _filled(rest)


def _filled(tags: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Tags in lines of bounded width."""
    line = ""
    for name, value in tags:
        tag = f"[{name} {json_text(value)}]"
        if line and len(line) + len(tag) >= WIDTH:
            yield line
            line = ""
        line += f" {tag}" if line else tag
    yield line


def _turns(nodes: Sequence[Node], state: State[Any]) -> list[list[str]]:
    """The words of each turn: its number, who decides, what, and what is said about it."""
    turns: list[list[str]] = []
    turn: int | None = None
    actor: Seat | None = None
    for node in nodes:
        if state.turn != turn:
            turn, actor = state.turn, None
            turns.append([str(turn)])
        words = turns[-1]
        if isinstance(node, Withdrawal):
            words.append(_withdrawal(node))
            actor = None
        elif node.actor == CHANCE:
            words.append(
                "*" + (node.token if _bare.fullmatch(node.token) else json_text(node.token))
            )
        else:
            if node.actor != actor:
                words.append(f"@{node.actor}")
                actor = node.actor
            words.append(_token(node.token))
        words += map(_comment, node.comments)
        words += (_variation(line, state) for line in node.variations)
        state = node.after(state)
    return turns


def _variation(nodes: Sequence[Node], state: State[Any]) -> str:
    words = [word for turn in _turns(nodes, state) for word in turn]
    return " ".join(["(", *words, ")"])


def _withdrawal(node: Withdrawal) -> str:
    words = [f"!{node.seat}", node.verdict]
    if node.code is not None:
        words.append(node.code)
    if node.text is not None:
        words.append(json_text(node.text))
    return " ".join(words)


def _token(token: str) -> str:
    """The token as it is; in quotes where it would be taken for something else."""
    clear = _bare.fullmatch(token) and token[0] not in "*@!" and not _number.fullmatch(token)
    return token if clear else json_text(token)


def _comment(text: str) -> str:
    body = json_text(text)[1:-1].replace('\\"', '"').replace("}", "\\}")
    return f"{{{body}}}"


def read_dyr(text: str, find: Find = game, most: int | None = None) -> Record:
    """The record that a text of this form describes, replayed and found right."""
    try:
        head, at = _head(text)
        record, state = begin(head, find)
        moves = _Moves(text, state, most)
        moves.read(at)
        record = moves.replay.onto(record)
        judge_end(head, moves.replay.state, len(text.rstrip(" \t\r\n")))
    except Flaw as flaw:
        raise BadRecord(flaw.message, *place(text, flaw.at)) from None
    return record


def _head(text: str) -> tuple[Head, int]:
    claims: dict[str, Claim] = {}
    at = _skip(text, 0)
    while text.startswith("[", at):
        found = _tag.match(text, at)
        if found is None:
            raise Flaw("truncated-tag" if _cut_tag.match(text, at) else "tag", at)
        name, value = found.groups()
        if name in claims:
            raise Flaw("twice", at, name=shown(name))
        claims[name] = Claim(_unescaped(value[1:-1], found.start(2) + 1), at)
        at = _skip(text, found.end())
    if not claims:
        raise Flaw("not-a-record", at)

    def options(game: Game) -> Options:
        pairs = claims["Options"].value.split() if "Options" in claims else []
        return game.options.parse(pair[:WIDTH] for pair in pairs)

    return Head(claims, options, at), at


class _Moves:
    """Reads moves: turn numbers and actors must be where they are due, and right."""

    def __init__(self, text: str, state: State[Any], most: int | None) -> None:
        self.text = text
        self.replay = Replay(state, most)
        self.turn: int | None = None
        self.actor: Seat | None = None
        self.outer: list[tuple[int | None, Seat | None]] = []
        self.waiting: Claim | None = None
        """A turn number or an `@k` whose move has not come yet."""

    def read(self, at: int) -> None:
        while (at := _skip(self.text, at)) < len(self.text):
            found = _lexeme.match(self.text, at)
            if found is None:
                raise _stray(self.text, at)
            kind = found.lastgroup
            if kind in ("comment", "open", "close"):
                self._complete("no-move")
            if kind == "word":
                self._word(found.group(), at)
            elif kind == "string":
                star, string = found.group().split('"', 1)
                token = _unescaped(string[:-1], at + len(star) + 1)
                self._chance(token, at) if star else self._token(token, at)
            elif kind == "withdrawal":
                self._withdrawal(found, at)
            elif kind == "comment":
                self.replay.comment(_unescaped(found.group()[1:-1], at + 1), at)
            elif kind == "open":
                self.replay.open(at)
                self.outer.append((self.turn, self.actor))
                self.turn = self.actor = None
            else:
                self.replay.close(at)
                self.turn, self.actor = self.outer.pop()
            at = found.end()
        self._complete("truncated-move")

    def _word(self, word: str, at: int) -> None:
        if _number.fullmatch(word):
            self._turn(word, at)
        elif word[0] == "@":
            self._actor(word, at)
        elif word[0] == "!":
            raise Flaw("withdrawal", at)
        elif word[0] == "*":
            self._chance(word[1:], at)
        else:
            self._token(word, at)

    def _turn(self, number: str, at: int) -> None:
        self._complete("no-move")
        self.replay.running(at)
        expected = self.replay.state.turn
        if number != str(expected):
            raise Flaw("turn", at, expected=expected, found=shown(number))
        self.turn, self.actor = expected, None
        self.waiting = Claim(number, at)

    def _actor(self, word: str, at: int) -> None:
        if self.waiting and self.waiting.value[0] == "@":
            self._complete("no-move")
        self._in_turn(at)
        if not re.fullmatch(r"@[0-9]{1,3}", word):
            raise Flaw("actor-form", at, found=shown(word))
        self.replay.expect(int(word[1:]), at)
        self.actor = self.replay.state.actor
        self.waiting = Claim(word, at)

    def _token(self, token: str, at: int) -> None:
        self._in_turn(at)
        actor = self.replay.state.actor
        if actor != CHANCE and actor != self.actor:
            raise Flaw("actor-missing", at, expected=f"@{actor}")
        if actor == CHANCE:
            raise Flaw("chance-missing", at, token=shown(token))
        self.replay.decide(token, at)
        self.waiting = None

    def _chance(self, token: str, at: int) -> None:
        self._in_turn(at)
        self.replay.expect(CHANCE, at)
        self.replay.decide(token, at)
        self.waiting = None

    def _withdrawal(self, found: re.Match[str], at: int) -> None:
        self._in_turn(at)
        text = found["text"]
        text = text and _unescaped(text[1:-1], found.start("text") + 1)
        self.replay.withdraw(int(found["seat"]), found["verdict"], found["code"], text, at)
        self.actor = self.waiting = None

    def _in_turn(self, at: int) -> None:
        """Every move stands in its turn; a turn begins with its number."""
        self.replay.running(at)
        if self.turn != self.replay.state.turn:
            raise Flaw("turn-missing", at, expected=self.replay.state.turn)

    def _complete(self, key: str) -> None:
        if self.waiting:
            raise Flaw(key, self.waiting.at, after=self.waiting.value)


def _stray(text: str, at: int) -> Flaw:
    """What is wrong where nothing of the grammar stands."""
    if text[at] == "{":
        return Flaw("truncated-comment", at)
    if text[at] == '"':
        return Flaw("string" if "\n" in text[at:] else "truncated-string", at)
    if text[at] == "[":
        return Flaw("tag-late", at)
    return Flaw("unexpected", at, found=text[at])


def _unescaped(body: str, at: int) -> str:
    """What is meant inside a string or comment; a line end is one, however a file ends lines."""

    def plain(match: re.Match[str]) -> str:
        if match.group() == "\r\n":
            return "\n"
        code, char = match.groups()
        if code is None and char not in _escaped:
            raise Flaw("escape", at + match.start(), found=shown(match.group()))
        return _escaped[char] if code is None else chr(int(code, 16))

    text = _escape.sub(plain, body) if "\\" in body or "\r" in body else body
    if _surrogate.search(text):  # two halves written as \ud83d\ude00 are one character
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return text


def _skip(text: str, at: int) -> int:
    found = _space.match(text, at)
    assert found is not None
    return found.end()
