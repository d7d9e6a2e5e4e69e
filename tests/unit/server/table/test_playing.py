"""Playing at a table: moves, chance, resigning, computers, and why something is not allowed."""

from __future__ import annotations

import json

from tests.unit.server.played import FRIEND, ME, RANDOM, Make, refuses, same, types

from duiyi.core import message
from duiyi.core.locale import text
from duiyi.server import wire
from duiyi.server.storage.store import Guest
from duiyi.server.wire import NewSeat


def test_a_move_is_a_row_an_answer_and_a_message(make: Make, ann: Guest) -> None:
    at = make(ME, ME)
    before = at.table.id
    effect = at.ask(ann, do="play", on=before, token="C3", ref=5)
    assert [row.kind for row in effect.rows] == ["play"]
    assert effect.answer == wire.TakenMessage(before + 1, 5)
    (played,) = effect.room
    shown = json.loads(wire.text(played))
    assert shown["id"] == at.table.id == effect.rows[0].n == before + 1
    assert shown["entry"]["token"] == "C3"
    assert shown["entry"]["at"] == 1
    assert shown["entry"]["events"]
    assert shown["view"]["actor"] == 1
    assert shown["view"]["last"] == ["C3"]
    assert len(shown["view"]["choices"]) == len(at.table.state.actions())


def test_stale_foreign_illegal_and_unreadable_moves_change_nothing(
    make: Make, ann: Guest, bob: Guest, eve: Guest
) -> None:
    at = make(ME, FRIEND)
    at.take(at.table.sit(bob, 1, None, None, 0))
    at.play(ann, "C3")
    count, id = len(at.rows), at.table.id
    refuses("stale", lambda: at.ask(bob, do="play", on=id - 1, token="A1"))
    refuses("stale", lambda: at.ask(bob, do="play", on=id + 1, token="A1"))
    refuses("not-your-turn", lambda: at.play(ann, "C4"))
    refuses("not-your-seat", lambda: at.play(eve, "A1"))
    refuses("not-your-seat", lambda: at.ask(ann, do="play", on=id, token="A1", seat=1))
    refuses("not-your-turn", lambda: at.ask(ann, do="play", on=id, token="C4", seat=0))
    refuses("not-your-seat", lambda: at.ask(ann, do="play", on=id, token="C4", seat=7))
    error = refuses("illegal", lambda: at.play(bob, "C3"))
    assert error.violation is not None
    assert error.violation.code == "occupied"
    refuses("bad-token", lambda: at.play(bob, "Z99"))
    assert (len(at.rows), at.table.id) == (count, id)
    at.play(bob, "A1")


def test_one_screen_may_play_all_seats(make: Make, ann: Guest) -> None:
    at = make(ME, NewSeat("me", name="Kid"))
    at.play(ann)
    at.play(ann)
    assert [sitting.name for sitting in at.table.sittings] == ["Ann", "Kid"]
    assert [node.actor for node in at.table.history.nodes] == [0, 1]


def test_chance_is_a_step_of_its_own_with_row_and_message(make: Make, ann: Guest) -> None:
    at = make(ME, ME, name="atom", options={"turn_limit": 12})
    state = at.table.state
    while all(state.play(action).actor != -1 for action in state.actions()):
        at.play(ann)
        state = at.table.state
    draws = next(action for action in state.actions() if state.play(action).actor == -1)
    effect = at.play(ann, state.text(draws))
    assert [row.kind for row in effect.rows][:2] == ["play", "chance"]
    assert types(effect) == ["played"] * len(effect.rows)
    assert isinstance(effect.answer, wire.TakenMessage)
    assert effect.answer.id == effect.rows[0].n
    assert at.table.state.actor != -1
    same(at.table, at.again())


def test_resigning_out_of_turn_ends_a_game_of_two(make: Make, ann: Guest, bob: Guest) -> None:
    at = make(ME, FRIEND)
    at.take(at.table.sit(bob, 1, None, None, 0))
    refuses("not-your-seat", lambda: at.ask(bob, do="resign", seat=0))
    effect = at.ask(bob, do="resign", seat=1)
    shown = json.loads(wire.text(effect.room[0]))
    assert shown["status"] == "finished"
    assert shown["entry"]["verdict"] == "resigned"
    assert shown["entry"]["token"] is None
    assert shown["entry"]["events"][0]["message"]["key"] == "server:event.resigned"
    assert shown["view"]["outcome"] == {"scores": ["1", "0"], "reason": "withdrawn"}
    # Of two somebody resigns; nobody "has withdrawn".
    prompt = at.table.history.told(1, at.table.state.view()).prompt
    assert text(prompt, "en") == "the opponent resigns: circle wins"
    assert shown["view"]["prompt"]["key"] == prompt.key
    assert shown["entry"]["events"][1]["message"] == shown["view"]["prompt"]
    assert json.loads(at.table.history.frames(1, 2))[0]["view"]["prompt"]["key"] == prompt.key
    refuses("game-over", lambda: at.play(ann, "A1"))
    same(at.table, at.again())


def test_the_last_of_several_has_been_left_by_all_others(make: Make, ann: Guest) -> None:
    at = make(ME, ME, ME, name="relati")
    at.ask(ann, do="resign", seat=0)
    at.ask(ann, do="resign", seat=2)
    view = at.table.history.told(2, at.table.state.view())
    assert text(view.prompt, "en").startswith("all others have withdrawn")


def test_a_computer_plays_only_what_it_was_asked_about(make: Make, ann: Guest) -> None:
    at = make(ME, RANDOM)
    at.play(ann, "C3")
    summary = at.table.summary()
    assert (summary.thinker, summary.dump) == ("random", at.table.state.dump())
    assert not at.table.computed(summary.id - 1, "A1", None, 0).rows
    notice = message("server:computer-slow", player="random")
    effect = at.take(at.table.computed(summary.id, "A1", notice, 0))
    assert types(effect) == ["notice", "played"]
    assert not at.table.computed(summary.id, "A1", None, 0).rows
    same(at.table, at.again())


def test_nobody_plays_for_a_computer(make: Make, ann: Guest) -> None:
    at = make(ME, RANDOM)
    at.play(ann, "C3")
    refuses("not-your-turn", lambda: at.play(ann, "A1"))
    refuses("not-your-seat", lambda: at.ask(ann, do="resign", seat=1))


def test_why_tells_the_rule_and_changes_nothing(make: Make, ann: Guest) -> None:
    at = make(ME, ME)
    at.play(ann, "C3")
    count = len(at.rows)
    answer = at.ask(ann, do="why", on=at.table.id, token="C3").answer
    assert isinstance(answer, wire.WhyMessage)
    assert answer.violation is not None
    answer = at.ask(ann, do="why", on=at.table.id, path=["C3"], ref=1).answer
    assert isinstance(answer, wire.WhyMessage)
    assert answer.violation is not None
    assert answer.violation.code == "occupied"
    answer = at.ask(ann, do="why", on=at.table.id, token="A1").answer
    assert isinstance(answer, wire.WhyMessage)
    assert answer.violation is None
    refuses("bad-token", lambda: at.ask(ann, do="why", on=at.table.id, token="?"))
    refuses("stale", lambda: at.ask(ann, do="why", on=at.table.id - 1, token="A1"))
    refuses("why-what", lambda: at.ask(ann, do="why", on=at.table.id))
    assert len(at.rows) == count


def test_what_was_typed_is_read_and_changes_nothing(make: Make, ann: Guest) -> None:
    at = make(ME, ME)
    count = len(at.rows)

    def read(typed: str) -> tuple[str, ...]:
        answer = at.ask(ann, do="read", on=at.table.id, text=typed, language="en", ref=4).answer
        assert isinstance(answer, wire.ReadMessage)
        assert answer.ref == 4
        return answer.tokens

    assert [read(typed) for typed in ("C3", "c3", "Z9", "")] == [("C3",), ("C3",), (), ()]
    refuses("stale", lambda: at.ask(ann, do="read", on=at.table.id + 1, text="C3", language="en"))
    assert len(at.rows) == count
