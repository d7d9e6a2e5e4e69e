"""What the others at a table have to agree to: undos and rematches."""

from __future__ import annotations

import json
from dataclasses import replace

from tests.unit.server.conftest import Watch
from tests.unit.server.played import FRIEND, ME, RANDOM, Make, Played, refuses, same, types

from duiyi.core.record import Decision
from duiyi.core.state import CHANCE
from duiyi.server import wire
from duiyi.server.storage.store import Guest
from duiyi.server.table.table import Rematched, Table
from duiyi.server.wire import Clock


def test_an_undo_happens_when_the_other_agrees(make: Make, ann: Guest, bob: Guest) -> None:
    at = make(ME, FRIEND)
    at.take(at.table.sit(bob, 1, None, None, 0))
    refuses("nothing-to-undo", lambda: at.ask(ann, do="undo", seat=0))
    at.play(ann, "C3")
    at.play(bob, "A1")
    id = at.table.id
    effect = at.ask(ann, do="undo", seat=0)
    assert at.table.summary().proposals == (wire.Proposal("undo", 0, (0,)),)
    assert types(effect) == ["proposals"]
    refuses("proposal-open", lambda: at.ask(bob, do="undo", seat=1))
    effect = at.ask(bob, do="answer", kind="undo", seat=1, yes=True)
    assert effect.anew
    assert [row.kind for row in effect.rows] == ["undo"]
    assert at.table.id == id + 1
    assert len(at.table.history) == 0
    assert at.table.summary().proposals == ()
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
    assert at.table.summary().proposals == ()
    refuses("no-proposal", lambda: at.ask(bob, do="answer", kind="undo", seat=1, yes=True))
    at.ask(ann, do="undo", seat=0)
    assert types(at.play(bob, "A1")) == ["proposals", "played"]
    assert at.table.summary().proposals == ()


def test_against_computers_and_at_one_screen_an_undo_happens_at_once(
    make: Make, ann: Guest
) -> None:
    at = make(ME, RANDOM)
    at.play(ann, "C3")
    at.take(at.table.computed(at.table.id, "A1", None, 0))
    at.ask(ann, do="undo", seat=0)
    assert len(at.table.history) == 0
    at = make(ME, ME)
    at.play(ann)
    at.play(ann)
    at.ask(ann, do="undo", seat=1)
    assert len(at.table.history) == 1


def test_after_an_undo_the_same_chance_gives_the_same_result(make: Make, ann: Guest) -> None:
    results = set()
    for _ in range(4):
        at = make(ME, ME, name="atom")
        seen = set()
        for _ in range(3):
            at.play(ann, "a")
            drawn = at.table.history.nodes[-1]
            assert isinstance(drawn, Decision)
            assert drawn.actor == CHANCE
            seen.add(drawn.token)
            at.ask(ann, do="undo", seat=0)
            at.table = at.again()
        assert len(seen) == 1
        results |= seen
    assert len(results) > 1, "every table draws for itself"


def test_other_decisions_before_do_not_change_the_dice(make: Make, ann: Guest) -> None:
    """Otherwise one would undo, place an atom elsewhere, and so on until they please."""
    at, second = make(ME, ME, name="atom"), []
    for choice in range(3):
        at.play(ann, "a")
        while len(chances(at.table)) < 2:
            state = at.table.state
            actions = [state.text(action) for action in state.actions()]
            last = "end" if "end" in actions else actions[choice % len(actions)]
            at.play(ann, "a" if "a" in actions else last)
        second.append(chances(at.table)[1])
        at.ask(ann, do="undo", seat=1)
        at.ask(ann, do="undo", seat=0)
        while at.table.history.nodes:
            at.ask(ann, do="undo", seat=0)
    assert len(set(second)) == 1


def chances(table: Table) -> list[str]:
    """What chance has decided."""
    nodes = table.history.nodes
    return [node.token for node in nodes if isinstance(node, Decision) and node.actor == CHANCE]


def test_a_table_of_an_older_version_draws_alike_too(make: Make, ann: Guest) -> None:
    at = make(ME, ME, name="atom")
    old = json.loads(at.rows[0].data)
    del old["draws"]
    at.rows[0] = replace(at.rows[0], data=json.dumps(old).encode())
    at.table = at.again()
    seen = set()
    for _ in range(3):
        at.play(ann, "a")
        seen.update(chances(at.table))
        at.ask(ann, do="undo", seat=0)
    assert len(seen) == 1


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


def test_a_game_has_ended_when_it_ended_also_after_a_rematch(
    make: Make, ann: Guest, watch: Watch
) -> None:
    at = make(ME, ME)
    at.ask(ann, do="resign", seat=0)
    ended = watch()
    watch.tick(3_600_000)
    assert isinstance(at.ask(ann, do="rematch", seat=0), Rematched)
    assert at.table.summary().updated == ended
    same(at.table, at.again())
    assert at.again().summary().updated == ended


def test_a_rematch_moves_everybody_on_by_one(make: Make, ann: Guest, bob: Guest) -> None:
    at = make(ME, FRIEND, RANDOM, clock=Clock("game", 60, 1))
    at.take(at.table.sit(bob, 1, None, None, 0))
    refuses("not-finished", lambda: at.ask(ann, do="rematch", seat=0))
    at.ask(ann, do="resign", seat=0)
    at.ask(bob, do="resign", seat=1)
    old = at.table.sittings
    assert types(at.ask(bob, do="rematch", seat=1)) == ["proposals"]
    effect = at.ask(ann, do="answer", kind="rematch", seat=0, yes=True)
    assert isinstance(effect, Rematched)
    new = effect.born
    assert new.status == "running"
    assert [sitting.name for sitting in new.sittings] == ["random", "Ann", "Bob"]
    assert [sitting.holders for sitting in new.sittings] == [(), (ann.id,), (bob.id,)]
    assert {s.secret for s in new.sittings if s.secret}.isdisjoint({s.secret for s in old})
    assert effect.room == [wire.RematchMessage(new.setup.id)]
    assert new.setup.clock == at.table.setup.clock
    back = Table.of_rows([row for row in effect.rows if row.table != "t"], at.randomness)
    same(back, new)
    assert at.again().rematch == new.setup.id
    assert at.ask(ann, do="rematch", seat=0).answer == wire.RematchMessage(new.setup.id)


def finish(at: Played, guest: Guest) -> None:
    """To the end of the game: whoever's turn it is takes the first action."""
    while at.table.status == "running":
        actor = at.table.state.actor
        assert actor is not None
        if at.table.sittings[actor].player:
            at.take(at.table.computed(at.table.id, "nothing", None, at.now()))
        else:
            at.play(guest)


def test_whoever_lost_to_computers_takes_back_and_tries_again(make: Make, ann: Guest) -> None:
    at = make(ME, RANDOM, clock=Clock("game", 600, 5))
    finish(at, ann)
    ended = len(at.table.history)
    effect = at.ask(ann, do="undo", seat=0)
    assert (effect.anew, effect.listed) == (True, True)
    assert (at.table.status, at.table.state.actor) == ("running", 0)
    assert ended - 2 <= len(at.table.history) < ended
    assert at.table.clocks.seat == 0
    same(at.table, at.again())
    finish(at, ann)
    assert at.again().status == "finished"


def test_what_was_resigned_or_played_with_others_stays_over(
    make: Make, ann: Guest, bob: Guest
) -> None:
    at = make(ME, RANDOM)
    at.play(ann)
    at.ask(ann, do="resign", seat=0)
    refuses("nothing-to-undo", lambda: at.ask(ann, do="undo", seat=0))
    at = make(ME, FRIEND)
    at.take(at.table.sit(bob, 1, None, None, 0))
    while at.table.status == "running":
        at.play(ann if at.table.state.actor == 0 else bob)
    refuses("game-over", lambda: at.ask(ann, do="undo", seat=0))
    at = make(ME, RANDOM)
    finish(at, ann)
    at.ask(ann, do="rematch", seat=0)
    refuses("game-over", lambda: at.ask(ann, do="undo", seat=0))
