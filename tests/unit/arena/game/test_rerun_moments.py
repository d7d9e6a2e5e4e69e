"""Which questions a record holds, and with how much time."""

from __future__ import annotations

import pytest

import duiyi
from duiyi.arena.bots.player_bot import PlayerBot
from duiyi.arena.game.clocks import SECOND
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.game.referee import play_game
from duiyi.arena.game.rerun import again, moments
from duiyi.core import Record
from duiyi.core.clock import Clock
from duiyi.core.record import Decision
from duiyi.engine.bot import Answer, Bot, Question

CONDITIONS = Conditions(clock=Clock("game", 30.0, 1.0), trust=True)


class Noting(PlayerBot):
    """A random player that notes its questions."""

    def __init__(self, seed: int) -> None:
        super().__init__("random", seed)
        self.questions: list[tuple[str, float | None, int, int]] = []

    def ask(self, question: Question) -> Answer:
        noted = (question.state.dump(), question.left, question.told, len(question.nodes))
        self.questions.append(noted)
        return super().ask(question)


@pytest.mark.parametrize(
    ("name", "seats"), [("tzaar", 2), ("relati", 3), ("relati-classic", 4), ("atom", 2)]
)
def test_every_question_of_a_game_is_found_with_its_time(name: str, seats: int) -> None:
    """All seats' questions, in order, with what was left, and what had been told before."""
    players = [Noting(seat) for seat in range(seats)]
    bots: list[Bot] = [*players]
    played = play_game(duiyi.game(name).start(seats), bots, CONDITIONS, seed=1, names=[""] * seats)
    found = moments(played.record)
    for seat, player in enumerate(players):
        own = [
            (
                moment.state.dump(),
                None if moment.clocks is None else (moment.clocks.of(seat) or 0) / SECOND,
                moment.told,
                len(moment.nodes),
            )
            for moment in found
            if moment.seat == seat
        ]
        assert own == player.questions


def test_what_came_of_a_question_is_told() -> None:
    state = duiyi.game("tzaar").start()
    record = Record.of(state)
    for token in ("D3xC3", "A4xA5", "pass"):
        record, state = record.played(state, token), state.play(token)
    record = record.withdrawn(0, "timeout", "timeout")
    second, third = moments(record, 2), moments(record, 3)
    assert [len(moment.recorded) for moment in second] == [2, 1]
    assert second[0].recorded == (Decision(1, "A4xA5"), Decision(1, "pass"))
    assert [moment.seat for moment in third] == [0]
    assert third[0].recorded == record.nodes[-1:]
    assert moments(record, 4) == []


def test_a_game_that_is_not_over_ends_with_a_question() -> None:
    state = duiyi.game("tzaar").start()
    record = Record.of(state).played(state, "D3xC3")
    (moment,) = moments(record, 2)
    assert (moment.seat, moment.recorded, moment.clocks) == (1, (), None)


def test_a_bot_is_asked_until_its_turn_is_through() -> None:
    state = duiyi.game("tzaar").start()
    record = Record.of(state).played(state, "D3xC3")
    (moment,) = moments(record, 2)
    result = again(moment, PlayerBot("random", 1), CONDITIONS)
    assert len(result.asked) == 2
    assert [one.fault for one in result.asked] == [None, None]
    assert result.outcome == tuple(token for one in result.asked for token in one.tokens)
