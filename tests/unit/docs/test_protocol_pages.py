"""The pages about the protocol keep their word: conversations happen as they are told."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.unit.docs.pages import ROOT, Block, blocks

from duiyi.core import Game, Outcome, State, game
from duiyi.core.record import Decision, Node, Withdrawal
from duiyi.engine import protocol
from duiyi.engine.bot import Beginning, Question
from duiyi.engine.client import EngineBot
from duiyi.engine.fault import CODES, Verdict
from duiyi.engine.player_engine import serve_player
from duiyi.engine.protocol import Step, read_from_bot, read_to_bot, write
from duiyi.engine.scripted import Exit, ScriptedBox

PAGES = [ROOT / "docs" / "protocol.md", ROOT / "docs" / "protocol.zh-Hant.md"]
TALKS = [block for page in PAGES for block in blocks(page, "talk")]
FILES_ONLY = {"no-answer", "printed-answer", "bad-answer", "not-a-step", "log-changed"}


def lines_of(talk: Block) -> list[protocol.ToBot | protocol.FromBot]:
    return [
        (read_to_bot if line.startswith("> ") else read_from_bot)(line[2:]) for line in talk.lines
    ]


def node_of(step: Step) -> Node:
    if step.token is None:
        return Withdrawal(step.actor, "resigned")
    return Decision(step.actor, step.token)


def asked(talk: Block) -> Iterator[tuple[Question, protocol.Move]]:
    """The questions of a conversation with their answers."""
    lines = lines_of(talk)
    first = next(line for line in lines if isinstance(line, protocol.Game))
    state: State[Any] | None = None
    question: Question | None = None
    for line in lines:
        if isinstance(line, protocol.Position):
            state = game(first.id).load(line.dump)
        elif isinstance(line, protocol.Go):
            assert state is not None
            nodes = tuple(map(node_of, line.since))
            question = Question(state, first.seat, state, nodes, 0, line.left, None)
        elif isinstance(line, protocol.Move):
            assert question is not None
            yield question, line


def test_there_are_conversations() -> None:
    assert len(TALKS) == 8


@pytest.mark.parametrize("talk", TALKS, ids=str)
def test_every_line_is_written_as_we_write_it(talk: Block) -> None:
    for text, line in zip(talk.lines, lines_of(talk), strict=True):
        assert text[2:] == write(line)


@pytest.mark.parametrize("talk", TALKS, ids=str)
def test_the_referee_says_what_the_page_says(talk: Block) -> None:
    lines = lines_of(talk)
    first = next(line for line in lines if isinstance(line, protocol.Game))
    results = [line for line in lines if isinstance(line, protocol.Result)]
    start = next(asked(talk))[0].state
    box = ScriptedBox(*talk.lines, *([Exit(0)] if results else []))
    bot = EngineBot(box, ["bot"])
    bot.begin(Beginning(start, first.seat, first.clock, 10.0))
    for question, move in asked(talk):
        assert bot.ask(question).tokens == move.tokens
    for result in results:
        bot.end(Outcome(result.scores, result.reason))
    bot.close()
    box.verify()


@pytest.mark.parametrize("talk", TALKS, ids=str)
def test_the_moves_are_legal_and_what_happened_leads_from_one_position_to_the_next(
    talk: Block,
) -> None:
    before: State[Any] | None = None
    for question, move in asked(talk):
        if before is None:
            start = question.state.options
            before = question.state.game.start(question.state.seats, **dict(start.items()))
        for node in question.nodes:
            assert not isinstance(node, Decision) or before.actor == node.actor
            before = node.after(before)
        assert before == question.state
        after = before
        for token in move.tokens:
            assert after.actor == question.seat
            after = after.play(token)


class Told:
    """Chooses what it was told to, one after the other."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = iter(tokens)

    def prepare(self, rules: Game) -> None:
        pass

    def choose(self, state: State[Any], allowed: float | None) -> Any:
        return state.parse(next(self._tokens))

    def stop(self) -> None:
        pass


@pytest.mark.parametrize("talk", TALKS, ids=str)
def test_our_own_engine_takes_part_in_it(talk: Block) -> None:
    moves = Told([token for _, move in asked(talk) for token in move.tokens[:1]])
    reading = [line[2:] for line in talk.lines if line.startswith("> ")]
    writing = io.StringIO()
    serve_player(moves, reading, writing, "page")
    said = [read_from_bot(line) for line in writing.getvalue().splitlines()]
    assert [type(line) for line in said[:4]] == [
        protocol.Id,
        protocol.Id,
        protocol.Ready,
        protocol.Ready,
    ]
    assert said[4:] == [protocol.Move(move.tokens[:1]) for _, move in asked(talk)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_line_verdict_and_code_is_explained(page: Path) -> None:
    text = page.read_text("utf-8")
    for word in protocol.FORMS:
        assert f"| `{word}" in text
    for verdict, codes in CODES.items():
        if verdict is Verdict.infra:
            assert "`infra`" in text
            continue
        rows = [line for line in text.splitlines() if line.startswith(f"| `{verdict.value}` |")]
        for code in (code for code in codes if code not in FILES_ONLY):
            assert any(f"`{code}" in row for row in rows), code


def test_both_languages_tell_the_same_conversations() -> None:
    english, chinese = (blocks(page, "talk") for page in PAGES)
    assert [talk.lines for talk in english] == [talk.lines for talk in chinese]
