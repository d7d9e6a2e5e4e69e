"""Tables: what people, chance, computers and time do at them, and what is written about it."""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest

from duiyi.core import game, message
from duiyi.core.record_io import read, write_dyr
from duiyi.server import making, wire
from duiyi.server.course import MOST_FRAMES
from duiyi.server.effects import Effect
from duiyi.server.luck import Luck
from duiyi.server.refusal import Refused
from duiyi.server.store import Guest, Row
from duiyi.server.table import Table
from duiyi.server.wire import Clock, NewSeat, NewTable

from .conftest import Watch

ME, FRIEND, RANDOM = NewSeat("me"), NewSeat("friend"), NewSeat("computer", "random")
Refuse = Callable[..., None]


class Played:
    """A table with its rows, as a desk would keep them."""

    def __init__(self, new: NewTable, maker: Guest, luck: Luck, watch: Watch) -> None:
        self.luck, self.watch = luck, watch
        self.table, effect = Table.made("t", making.making(new, maker, luck), watch(), luck)
        self.rows: list[Row] = []
        self.take(effect)

    def take(self, effect: Effect) -> Effect:
        self.rows += [row for row in effect.rows if row.table == "t"]
        return effect

    def ask(self, guest: Guest, **request: Any) -> Effect:
        read = wire.decode(json.dumps(request))
        return self.take(self.table.request(guest, read, self.watch()))

    def play(self, guest: Guest, token: str | None = None) -> Effect:
        state = self.table.state
        chosen = token or state.text(state.actions()[0])
        return self.ask(guest, do="play", on=self.table.id, token=chosen)

    def again(self) -> Table:
        return Table.of_rows(self.rows, self.luck)


@pytest.fixture
def make(ann: Guest, luck: Luck, watch: Watch) -> Callable[..., Played]:
    def made(
        *seats: NewSeat,
        name: str = "relati-classic",
        options: Mapping[str, Any] | None = None,
        clock: Clock | None = None,
        **more: Any,
    ) -> Played:
        about = {"public": True, "undo": True, **more}
        new = NewTable(name, dict(options or {}), [*seats], clock or Clock(), **about)
        return Played(new, ann, luck, watch)

    return made


Make = Callable[..., Played]


def refuses(code: str, act: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code
    return caught.value


def types(effect: Effect) -> list[str]:
    return [json.loads(wire.text(message))["type"] for message in effect.room]


def same(first: Table, second: Table) -> None:
    """Equal in everything that anybody can see."""
    one, two = first.facts(), second.facts()
    assert one.clocks.at(0) == two.clocks.at(0)
    for name in ("sittings", "status", "id", "actor", "turn", "decisions", "outcome", "rematch"):
        assert getattr(one, name) == getattr(two, name), name
    assert first.state == second.state
    assert bytes(first.sheet().entries) == bytes(second.sheet().entries)
    assert bytes(first.sheet().view) == bytes(second.sheet().view)


# ---- beginning


def test_a_table_begins_when_all_seats_are_taken(make: Make, ann: Guest, bob: Guest) -> None:
    at = make(ME, FRIEND)
    assert at.table.facts().status == "waiting"
    refuses("not-running", lambda: at.play(ann))
    effect = at.take(at.table.sit(bob, None, None, None, at.watch()))
    assert at.table.status == "running"
    assert effect.anew
    assert effect.seats
    assert [row.kind for row in at.rows] == ["make", "sit", "start"]
    assert at.table.id == 3


def test_a_secret_takes_its_seat_and_works_on_another_device(
    make: Make, ann: Guest, bob: Guest, eve: Guest
) -> None:
    at = make(ME, FRIEND, public=False)
    secret = at.table.secrets(ann)["1"]
    refuses("by-link-only", lambda: at.table.sit(bob, 1, None, None, 0))
    refuses("wrong-secret", lambda: at.table.sit(bob, None, "x" * 24, None, 0))
    at.table.sit(bob, None, secret, "Bobby", 0)
    at.table.sit(eve, None, secret, "Eve", 0)
    sitting = at.table.sittings[1]
    assert sitting.holders == (bob.id, eve.id)
    assert sitting.name == "Bobby"
    assert at.table.secrets(eve) == {"1": secret}
    assert {*at.table.secrets(ann)} == {"0"}


def test_taken_seats_and_strange_seats_are_refused(make: Make, ann: Guest, bob: Guest) -> None:
    at = make(ME, RANDOM, FRIEND)
    refuses("seat-taken", lambda: at.table.sit(bob, 0, None, None, 0))
    refuses("seat-taken", lambda: at.table.sit(bob, 1, None, None, 0))
    refuses("no-such-seat", lambda: at.table.sit(bob, 3, None, None, 0))
    assert not at.table.sit(ann, 0, None, None, 0).rows


def test_leaving_frees_a_seat_only_before_the_start(make: Make, ann: Guest, bob: Guest) -> None:
    at = make(ME, FRIEND, FRIEND)
    at.take(at.table.sit(bob, 1, None, None, 0))
    at.take(at.table.leave(bob, 0))
    assert at.table.sittings[1].open
    assert at.table.sittings[1].name == ""
    same(at.table, at.again())
    at.take(at.table.sit(bob, 1, None, None, 0))
    at.take(at.table.sit(bob, 2, None, None, 0))
    refuses("has-begun", lambda: at.table.leave(bob, 0))


def test_a_table_left_by_its_maker_alone_is_given_up(make: Make, ann: Guest, bob: Guest) -> None:
    at = make(ME, FRIEND)
    at.take(at.table.leave(ann, 0))
    assert at.table.status == "finished"
    assert at.again().status == "finished"
    refuses("game-over", lambda: at.table.sit(bob, 0, None, None, 0))


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"game": "chess"}, "bad-options", "game"),
        ({"seats": [ME]}, "bad-options", "seats"),
        ({"seats": [ME] * 9}, "bad-options", "seats"),
        ({"options": {"colour": 1}}, "bad-options", "colour"),
        ({"game": "relati", "options": {"cannon": 3}}, "bad-options", "cannon"),
        ({"seats": [ME, NewSeat("computer", "deep")]}, "bad-options", "seats.1.player"),
        ({"clock": Clock("turn", 0)}, "bad-clock", "clock"),
        ({"start": "nonsense"}, "bad-position", "start"),
        ({"seats": [ME, NewSeat("me", name="\x07")]}, "bad-name", "name"),
    ],
)
def test_impossible_tables_are_refused(
    change: dict[str, Any], code: str, field: str, ann: Guest, luck: Luck
) -> None:
    possible = NewTable("relati-classic", {}, [ME, ME], Clock(), True, True)
    making.making(possible, ann, luck)
    new = msgspec.structs.replace(possible, **change)
    error = refuses(code, lambda: making.making(new, ann, luck))
    assert error.field == field


def test_a_table_may_begin_in_a_position(make: Make, ann: Guest) -> None:
    state = game("relati-classic").start(2).play("C3").play("A1")
    at = make(ME, ME, start=state.dump())
    assert at.table.state == state
    refuses("illegal", lambda: at.play(ann, "E5"))
    at.play(ann, "C4")
    same(at.table, at.again())
    assert at.table.record_of(at.table.course.copy()).start == state.dump()


def test_a_seed_that_is_not_given_is_drawn(make: Make) -> None:
    setup = {"setup": "random"}
    tables = [make(ME, ME, name="tzaar", options=setup).table for _ in range(2)]
    assert tables[0].state != tables[1].state
    given = make(ME, ME, name="tzaar", options={**setup, "seed": 7}).table
    assert given.state == game("tzaar").start(2, setup="random", seed=7)


# ---- playing


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
    assert [step.actor for step in at.table.course.steps] == [0, 1]


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
    refuses("game-over", lambda: at.play(ann, "A1"))
    same(at.table, at.again())


def test_a_computer_plays_only_what_it_was_asked_about(make: Make, ann: Guest) -> None:
    at = make(ME, RANDOM)
    at.play(ann, "C3")
    facts = at.table.facts()
    assert (facts.thinker, facts.dump) == ("random", at.table.state.dump())
    assert not at.table.computed(facts.id - 1, "A1", None, 0).rows
    notice = message("server:computer-slow", player="random")
    effect = at.take(at.table.computed(facts.id, "A1", notice, 0))
    assert types(effect) == ["notice", "played"]
    assert not at.table.computed(facts.id, "A1", None, 0).rows
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


# ---- time


def test_time_runs_from_the_start_and_a_late_move_loses(
    make: Make, ann: Guest, watch: Watch
) -> None:
    at = make(ME, ME, clock=Clock("turn", 10))
    watch.tick(9_999)
    at.play(ann, "C3")
    watch.tick(10_000)
    effect = at.play(ann, "A1")
    assert isinstance(effect.answer, wire.ErrorMessage)
    assert effect.answer.code == "time-up"
    assert [row.kind for row in effect.rows] == ["withdraw"]
    assert at.table.status == "finished"
    assert at.table.state.outcome is not None
    assert at.table.state.outcome.winner == 0
    same(at.table, at.again())


def test_an_alarm_that_rings_too_early_does_nothing(make: Make, watch: Watch) -> None:
    at = make(ME, ME, clock=Clock("game", 10, 1))
    watch.tick(9_999)
    assert not at.table.time_up(watch()).rows
    watch.tick(1)
    assert [row.kind for row in at.table.time_up(watch()).rows] == ["withdraw"]
    assert not at.table.time_up(watch.tick(1)).rows


def test_clocks_of_a_table_read_again_are_those_of_its_last_row(
    make: Make, ann: Guest, watch: Watch
) -> None:
    at = make(ME, ME, clock=Clock("game", 60, 2))
    for pause in (5_000, 7_000, 11_000):
        watch.tick(pause)
        at.play(ann)
    left = at.table.clocks.left
    back = at.again()
    back.resume(watch.tick(1_000_000))
    assert back.clocks.left == left == (60_000 - 5_000 - 11_000 + 4_000, 60_000 - 7_000 + 2_000)
    assert back.clocks.deadline == watch() + left[1]
    assert [step.left for step in back.course.steps] == [57_000, 55_000, 48_000]


# ---- consent


def test_an_undo_happens_when_the_other_agrees(make: Make, ann: Guest, bob: Guest) -> None:
    at = make(ME, FRIEND)
    at.take(at.table.sit(bob, 1, None, None, 0))
    refuses("nothing-to-undo", lambda: at.ask(ann, do="undo", seat=0))
    at.play(ann, "C3")
    at.play(bob, "A1")
    id = at.table.id
    effect = at.ask(ann, do="undo", seat=0)
    assert at.table.facts().proposals == (wire.Proposal("undo", 0, (0,)),)
    assert types(effect) == ["proposals"]
    refuses("proposal-open", lambda: at.ask(bob, do="undo", seat=1))
    effect = at.ask(bob, do="answer", kind="undo", seat=1, yes=True)
    assert effect.anew
    assert [row.kind for row in effect.rows] == ["undo"]
    assert at.table.id == id + 1
    assert len(at.table.course) == 0
    assert at.table.facts().proposals == ()
    same(at.table, at.again())
    refuses("stale", lambda: at.ask(ann, do="play", on=id, token="C3"))


def test_an_undo_may_be_refused_and_is_forgotten_when_play_goes_on(
    make: Make, ann: Guest, bob: Guest
) -> None:
    at = make(ME, FRIEND)
    at.take(at.table.sit(bob, 1, None, None, 0))
    at.play(ann, "C3")
    at.ask(ann, do="undo", seat=0)
    at.ask(bob, do="answer", kind="undo", seat=1, yes=False)
    assert at.table.facts().proposals == ()
    refuses("no-proposal", lambda: at.ask(bob, do="answer", kind="undo", seat=1, yes=True))
    at.ask(ann, do="undo", seat=0)
    assert types(at.play(bob, "A1")) == ["proposals", "played"]
    assert at.table.facts().proposals == ()


def test_against_computers_and_at_one_screen_an_undo_happens_at_once(
    make: Make, ann: Guest
) -> None:
    at = make(ME, RANDOM)
    at.play(ann, "C3")
    at.take(at.table.computed(at.table.id, "A1", None, 0))
    at.ask(ann, do="undo", seat=0)
    assert len(at.table.course) == 0
    at = make(ME, ME)
    at.play(ann)
    at.play(ann)
    at.ask(ann, do="undo", seat=1)
    assert len(at.table.course) == 1


def test_undo_may_be_off_and_never_brings_back_who_has_withdrawn(
    make: Make, ann: Guest, bob: Guest
) -> None:
    at = make(ME, ME, undo=False)
    at.play(ann)
    refuses("undo-off", lambda: at.ask(ann, do="undo", seat=0))
    at = make(ME, ME, FRIEND)
    at.take(at.table.sit(bob, 2, None, None, 0))
    at.play(ann)
    at.ask(bob, do="resign", seat=2)
    refuses("nothing-to-undo", lambda: at.ask(ann, do="undo", seat=0))


def test_a_game_has_ended_when_it_ended_also_after_a_rematch(make: Make, ann: Guest) -> None:
    at = make(ME, ME)
    at.ask(ann, do="resign", seat=0)
    ended = at.watch()
    at.watch.tick(3_600_000)
    assert at.ask(ann, do="rematch", seat=0).born is not None
    assert at.table.facts().updated == ended
    same(at.table, at.again())
    assert at.again().facts().updated == ended


def test_a_rematch_moves_everybody_on_by_one(make: Make, ann: Guest, bob: Guest) -> None:
    at = make(ME, FRIEND, RANDOM, clock=Clock("game", 60, 1))
    at.take(at.table.sit(bob, 1, None, None, 0))
    refuses("not-finished", lambda: at.ask(ann, do="rematch", seat=0))
    at.ask(ann, do="resign", seat=0)
    at.ask(bob, do="resign", seat=1)
    old = at.table.sittings
    assert types(at.ask(bob, do="rematch", seat=1)) == ["proposals"]
    effect = at.ask(ann, do="answer", kind="rematch", seat=0, yes=True)
    new = effect.born
    assert new is not None
    assert new.status == "running"
    assert [sitting.name for sitting in new.sittings] == ["random", "Ann", "Bob"]
    assert [sitting.holders for sitting in new.sittings] == [(), (ann.id,), (bob.id,)]
    assert {s.secret for s in new.sittings if s.secret}.isdisjoint({s.secret for s in old})
    assert effect.room == [wire.RematchMessage(new.setup.id)]
    assert new.setup.clock == at.table.setup.clock
    back = Table.of_rows([row for row in effect.rows if row.table != "t"], at.luck)
    same(back, new)
    assert at.again().rematch == new.setup.id
    assert at.ask(ann, do="rematch", seat=0).answer == wire.RematchMessage(new.setup.id)


# ---- courses


@pytest.mark.parametrize("name", ["relati-classic", "relati", "atom", "tzaar"])
def test_rows_bring_back_any_course(make: Make, ann: Guest, watch: Watch, name: str) -> None:
    """Random games with undos and withdrawals, read again after every twentieth row."""
    chooser = random.Random(name)
    options = {"turn_limit": 12} if name == "atom" else {}
    seats = [ME] * (3 if name.startswith("relati") else 2)
    at = make(*seats, name=name, options=options, clock=Clock("game", 3600, 2))
    for number in range(80):
        if at.table.status != "running":
            break
        watch.tick(chooser.randrange(3_000))
        actor = at.table.state.actor
        assert actor is not None
        if chooser.random() < 0.1:
            with contextlib.suppress(Refused):
                at.ask(ann, do="undo", seat=actor)
        elif number == 60 and len(seats) > 2:
            at.ask(ann, do="resign", seat=actor)
        else:
            state = at.table.state
            at.play(ann, state.text(chooser.choice(state.actions())))
        if number % 20 == 19:
            same(at.table, at.again())
    same(at.table, at.again())


def test_frames_are_the_positions_one_after_another(make: Make, ann: Guest) -> None:
    at = make(ME, ME, ME, ME, name="relati-classic")
    while at.table.status == "running":
        at.play(ann)
    course = at.table.course
    total = len(course)
    assert total > 70
    state = course.first
    frames = json.loads(course.frames(0, 100))
    for at_, frame in enumerate(frames):
        before = state
        if at_:
            state = course.steps[at_ - 1].after(state)
        assert frame["at"] == at_
        assert frame["view"] == json.loads(
            wire.encode(state.view(1 if state.actor == 0 else 0, before if at_ else None))
        )
        assert frame["view"]["choices"] == []
        assert (frame["entry"] is None) == (at_ == 0)
    assert len(frames) == total + 1
    assert json.loads(course.frames(37, 43)) == frames[37:43]
    assert json.loads(course.frames(total + 5, total + 9)) == []
    assert MOST_FRAMES == 100


def test_few_states_of_a_long_course_are_kept(make: Make, ann: Guest) -> None:
    at = make(ME, ME, ME, ME)
    while at.table.status == "running":
        at.play(ann)
    assert len(at.table.course._states) < 12
    for number in (0, 1, 31, 32, 33, len(at.table.course)):
        assert at.table.course.at(number).turn >= 1


def test_a_table_downloads_as_a_record_with_clocks(make: Make, ann: Guest, watch: Watch) -> None:
    at = make(ME, RANDOM, clock=Clock("game", 3700, 0))
    watch.tick(40_900)
    at.play(ann, "C3")
    at.ask(ann, do="resign", seat=0)
    text = write_dyr(at.table.record_of(at.table.course.copy()))
    record = read(text)
    assert record.names == ("Ann", "random")
    assert record.nodes[0].comments == ("[clk 1:00:59.1]",)
    assert record.outcome == at.table.state.outcome


def test_damaged_logs_are_refused(make: Make, ann: Guest, luck: Luck) -> None:
    at = make(ME, ME)
    at.play(ann, "C3")
    at.play(ann, "A1")
    with pytest.raises(ValueError, match="gap"):
        Table.of_rows([*at.rows[:2], *at.rows[3:]], luck)
    with pytest.raises(ValueError, match="making"):
        Table.of_rows(at.rows[1:], luck)
    with pytest.raises(ValueError, match="unknown kind"):
        Table.of_rows([*at.rows, Row("t", 5, 0, "dance", b"{}")], luck)
