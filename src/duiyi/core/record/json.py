"""The JSON twin of a record: the same content for programs that would rather not parse text."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from duiyi.core.errors import BadOptions, BadRecord
from duiyi.core.message import message
from duiyi.core.options import Options
from duiyi.core.record.check import Claim, Find, Flaw, Head, Replay, begin, judge_end, place, shown
from duiyi.core.record.model import Node, Record, Withdrawal, free_tag
from duiyi.core.registry import game
from duiyi.core.state import CHANCE, Game

FORMAT = "duiyi-record-1"
_REQUIRED = ("format", "game", "version", "seats", "moves")
_OPTIONAL = ("options", "start", "names", "tags", "comments", "result", "reason")
_ABOUT = ("comments", "variations")
_score = re.compile(r"[0-9]+(/[0-9]+)?")
_space = re.compile(r"[ \t\r\n]*+")
_bracket = re.compile(r'"(?:[^"\\]++|\\.)*+"|([\[{])|([\]}])', re.DOTALL)
_unseen = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")
_DEEPEST = 100
Path = tuple[str | int, ...]
T = TypeVar("T")


def json_text(value: object) -> str:
    """JSON in one line; what an editor would not show or a file could not hold is escaped."""
    text = json.dumps(value, ensure_ascii=False)
    return _unseen.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def write_json(record: Record) -> str:
    """The record as JSON, one move per line; `read` gives the same record back."""
    outcome = record.outcome
    moves = ",\n".join(f"    {json_text(_written(node))}" for node in record.nodes)
    fields: dict[str, object] = {
        "format": FORMAT,
        "game": record.game.id,
        "version": record.game.version,
        "seats": record.seats,
        "options": record.options.json(),
        "start": record.start,
        "names": record.names,
        "tags": dict(record.tags),
        "comments": record.comments,
        "result": outcome and [*map(str, outcome.scores)],
        "reason": outcome and outcome.reason,
    }
    lines = [f'  "{name}": {json_text(value)}' for name, value in fields.items()]
    lines.append(f'  "moves": [\n{moves}\n  ]' if moves else '  "moves": []')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _written(node: Node) -> dict[str, object]:
    fields: dict[str, object]
    if isinstance(node, Withdrawal):
        faults = {"code": node.code, "text": node.text}
        fields = {"withdraw": node.seat, "verdict": node.verdict}
        fields |= {name: text for name, text in faults.items() if text is not None}
    elif node.actor == CHANCE:
        fields = {"chance": node.token}
    else:
        fields = {"actor": node.actor, "token": node.token}
    if node.comments:
        fields["comments"] = node.comments
    if node.variations:
        fields["variations"] = [[_written(other) for other in line] for line in node.variations]
    return fields


def read_json(text: str, find: Find = game, most: int | None = None) -> Record:
    """The record that JSON of this form describes, replayed and found right."""
    try:
        return _record(_parsed(text), find, most)
    except Flaw as flaw:
        offset = flaw.at if isinstance(flaw.at, int) else locate(text, flaw.at)
        raise BadRecord(flaw.message, *place(text, offset)) from None


class _Twice:
    """Stands for an object in which a key occurs twice."""

    def __init__(self, key: str) -> None:
        self.key = key


def _members(pairs: list[tuple[str, object]]) -> object:
    ((key, times),) = Counter(key for key, _ in pairs).most_common(1) or [("", 0)]
    return _Twice(key) if times > 1 else dict(pairs)


def _integer(digits: str) -> object:
    """No number of a record is longer than this; Python refuses to read really long ones."""
    return int(digits) if len(digits) <= 30 else math.inf


_decoder = json.JSONDecoder(
    object_pairs_hook=_members, parse_int=_integer, parse_constant=lambda _: math.nan
)


def _parsed(text: str) -> object:
    try:
        return _decoder.decode(text)
    except json.JSONDecodeError as error:
        cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string")
        raise Flaw("truncated-json" if cut else "json", error.pos) from None
    except RecursionError:
        raise Flaw("json-deep", _too_deep(text), limit=_DEEPEST) from None


def _too_deep(text: str) -> int:
    """Where brackets are nested deeper than in any record."""
    depth = 0
    for found in _bracket.finditer(text):
        depth += bool(found[1]) - bool(found[2])
        if depth > _DEEPEST:
            return found.start()
    return 0


def _record(value: object, find: Find, most: int | None) -> Record:
    fields = _object(value, (), _REQUIRED, _OPTIONAL)
    if _is(str, fields["format"], ("format",)) != FORMAT:
        raise Flaw("format", ("format",), expected=FORMAT, found=shown(str(fields["format"])))
    head = Head(_claims(fields), _options(fields), ())
    record, state = begin(head, find)
    replay = Replay(state, most)
    for index, comment in enumerate(_list(fields, "comments", ())):
        replay.comment(_is(str, comment, ("comments", index)), ())
    _line(fields["moves"], ("moves",), replay)
    judge_end(head, replay.state, ("moves",))
    return replay.onto(record)


def _claims(fields: Mapping[str, object]) -> dict[str, Claim]:
    """What the members say, by the names of the tags that say it in the text form."""
    claims = {
        "Game": Claim(_is(str, fields["game"], ("game",)), ("game",)),
        "Version": Claim(str(_is(int, fields["version"], ("version",))), ("version",)),
        "Seats": Claim(str(_is(int, fields["seats"], ("seats",))), ("seats",)),
        "Result": Claim(_result(fields), ("result",) if "result" in fields else ()),
    }
    for tag, name in (("Start", "start"), ("Reason", "reason")):
        if fields.get(name) is not None:
            claims[tag] = Claim(_is(str, fields[name], (name,)), (name,))
    for seat, value in enumerate(_list(fields, "names", ())):
        claims[f"Seat{seat}"] = Claim(_is(str, value, ("names", seat)), ("names", seat))
    for name, value in _is(dict, fields.get("tags", {}), ("tags",)).items():
        if not free_tag(name):
            raise Flaw("tag-name", ("tags", name), name=shown(name))
        claims[name] = Claim(_is(str, value, ("tags", name)), ("tags", name))
    return claims


def _result(fields: Mapping[str, object]) -> str:
    """The result as the text form writes it."""
    if fields.get("result") is None:
        return "*"
    scores = _list(fields, "result", ())
    for index, score in enumerate(scores):
        if not _score.fullmatch(_is(str, score, ("result", index))):
            raise Flaw("result-form", ("result", index), found=shown(score))
    return " ".join(scores)


def _options(fields: Mapping[str, object]) -> Callable[[Game], Options]:
    values = _is(dict, fields.get("options", {}), ("options",))
    for name, value in values.items():
        if value is not None and type(value) not in (bool, int, str):
            raise Flaw("type", ("options", name), expected=message("bad-record.kind.value"))

    def options(game: Game) -> Options:
        try:
            return game.options.of_json({name[:100]: value for name, value in values.items()})
        except BadOptions as error:
            path = ("options", error.field) if error.field in values else ("options",)
            raise Flaw("options", path, problem=error.message) from None

    return options


def _line(value: object, path: Path, replay: Replay) -> None:
    for index, node in enumerate(_is(list, value, path)):
        _node(node, (*path, index), replay)


def _node(value: object, path: Path, replay: Replay) -> None:
    if isinstance(value, dict) and "withdraw" in value:
        node = _object(value, path, ("withdraw", "verdict"), ("code", "text", *_ABOUT))
        code, text = (
            None if node.get(name) is None else _is(str, node[name], (*path, name))
            for name in ("code", "text")
        )
        seat = _is(int, node["withdraw"], (*path, "withdraw"))
        verdict = _is(str, node["verdict"], (*path, "verdict"))
        replay.withdraw(seat, verdict, code, text, path)
    elif isinstance(value, dict) and "chance" in value:
        node = _object(value, path, ("chance",), _ABOUT)
        replay.expect(CHANCE, path)
        replay.decide(_is(str, node["chance"], (*path, "chance")), (*path, "chance"))
    else:
        node = _object(value, path, ("actor", "token"), _ABOUT)
        replay.expect(_is(int, node["actor"], (*path, "actor")), (*path, "actor"))
        replay.decide(_is(str, node["token"], (*path, "token")), (*path, "token"))
    for index, comment in enumerate(_list(node, "comments", path)):
        at = (*path, "comments", index)
        replay.comment(_is(str, comment, at), at)
    for index, line in enumerate(_list(node, "variations", path)):
        at = (*path, "variations", index)
        replay.open(at)
        _line(line, at, replay)
        replay.close(at)


def _is(kind: type[T], value: object, path: Path) -> T:
    """The value, which must be of this kind."""
    if isinstance(value, _Twice):
        raise Flaw("twice", (*path, value.key), name=shown(value.key))
    if type(value) is not kind:
        raise Flaw("type", path, expected=message(f"bad-record.kind.{kind.__name__}"))
    return value


def _list(fields: Mapping[str, object], name: str, path: Path) -> Sequence[Any]:
    return _is(list, fields.get(name, []), (*path, name))


def _object(
    value: object, path: Path, required: Iterable[str], optional: Iterable[str]
) -> Mapping[str, object]:
    """The object, which must have the required members, and no others than these."""
    fields: dict[str, object] = _is(dict, value, path)
    known = (*required, *optional)
    for name in required:
        if name not in fields:
            raise Flaw("missing", path, name=name)
    for name in fields:
        if name not in known:
            raise Flaw("unknown", (*path, name), name=shown(name), known=known)
    return fields


def locate(text: str, path: Path) -> int:
    """The offset of the value at a path of keys and indices in valid JSON."""
    at = _skip(text, 0)
    for step in path:
        at = _skip(text, at + 1)
        position = 0
        while True:
            found: object = position
            if isinstance(step, str):
                found, at = _plain.raw_decode(text, at)
                at = _skip(text, _skip(text, at) + 1)
            if found == step:
                break
            at = _skip(text, _skip(text, _plain.raw_decode(text, at)[1]) + 1)
            position += 1
    return at


_plain = json.JSONDecoder(parse_int=float)


def _skip(text: str, at: int) -> int:
    found = _space.match(text, at)
    assert found is not None
    return found.end()
