"""The final over the real routes: who begins it, who watches, and who may know the order."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from tests.unit.server.classes.school import QUICK, ROLES, SECRET, School, now, passed, played

from duiyi.classes.final import FinalRow, final_of, write_final
from duiyi.classes.making import make_class
from duiyi.classes.people.tokens import new_id
from duiyi.classes.roles import Role
from duiyi.classes.roster import Entry
from duiyi.classes.rows import GameKind, Person
from duiyi.classes.settings import ClassSettings


@pytest.fixture(scope="module")
def cup(school: School) -> School:
    """Another class, which can be frozen."""
    store = school.store
    settings = ClassSettings(game="relati-classic")
    made = make_class(store, "cup", "Cup", settings, Entry("T1", "Teacher", ""), now())
    members = {"teacher": made.teacher}
    for who, role in (("ann", Role.student), ("ben", Role.student), ("assistant", Role.assistant)):
        members[who] = store.members.add(made.made.id, Entry(f"id of {who}", "", ""), now(), role)
    for who, member in members.items():
        person = Person(new_id(), f"cup-{who}", QUICK.hash(SECRET), now())
        store.people.add(person)
        store.members.join(member.id, person.id)
        members[who] = store.members.get(member.id) or member
    browsers = {**school.browsers, **{who: school.sign_in(f"cup-{who}") for who in members}}
    found = replace(school, kept=made.made, members=members, versions={}, browsers=browsers)
    for who in ("ann", "ben"):
        found.versions[who] = passed(found, who, who.encode())
    return found


def _final_game(cup: School) -> str:
    ladder = cup.store.games.get(played(cup))
    assert ladder is not None
    made = replace(ladder, id=new_id(), kind=GameKind.final)
    cup.store.games.add(made)
    return made.id


def test_only_teachers_begin_it_and_learn_the_order(cup: School) -> None:
    path = "api/classes/cup/final"
    for role in ROLES:
        answer = cup.browsers[role].get(path)
        assert answer.status_code == 404, "before it has begun there is none"
        if role != "teacher":
            assert cup.browsers[role].post(path, json={"games": 2}).status_code == 404
    wrong = cup.browsers["teacher"].post(path, json={"games": 3})
    assert wrong.json()["code"] == "class-final.games"
    begun = cup.browsers["teacher"].post(path, json={"games": 2})
    assert begun.status_code == 201, begun.text
    again = cup.browsers["teacher"].post(path, json={"games": 2})
    assert again.json()["code"] == "class-final.begun"
    late = cup.browsers["ann"].post("api/classes/cup/versions?name=x.c", content=b"late")
    assert late.json()["code"] == "class-hand-in.closed"

    final = final_of(cup.store, cup.kept.id)
    assert final is not None
    rows = tuple(
        FinalRow(cup.versions[who].id, 77.0, 1.0, 99.0, place)
        for place, who in enumerate(("ben", "ann"), 1)
    )
    done = msgspec.structs.replace(final, rows=rows, certainties=(0.87,), played=2, of=2)
    cup.store.ladders.put_final(cup.kept.id, write_final(done))
    shown = cup.browsers["teacher"].get(path).json()
    assert [row["place"] for row in shown["rows"]] == [1, 2]
    assert shown["rows"][0]["pseudonym"] == cup.members["ben"].pseudonym
    assert shown["certainties"] == [0.87]
    for role in ("ann", "ben", "assistant"):
        seen = cup.browsers[role].get(path)
        assert (seen.json()["rows"], seen.json()["certainties"]) == ([], [])
        assert "77" not in seen.text
        names = [one["pseudonym"] for one in seen.json()["frozen"]]
        assert names == sorted(names), "their order says nothing"
    mine = [one["mine"] for one in cup.browsers["ann"].get(path).json()["frozen"]]
    assert sum(mine) == 1
    id = _final_game(cup)
    games = "api/classes/cup/games"
    assert id in cup.browsers["teacher"].get(f"{games}?version={cup.versions['ann'].id}").text
    assert cup.browsers["teacher"].get(f"{games}/{id}").status_code == 200
    assert id not in cup.browsers["ann"].get(games).text
    assert cup.browsers["ann"].get(f"{games}/{id}").status_code == 404
    for role in ("stranger", "outsider", "operator"):
        assert cup.browsers[role].get(path).status_code == 404
