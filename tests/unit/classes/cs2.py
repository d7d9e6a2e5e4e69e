"""A class of tzaar with three on its roster, and steps that many tests take."""

from __future__ import annotations

from dataclasses import dataclass

from duiyi.classes.hand_ins import hand_in
from duiyi.classes.making import Made, make_class
from duiyi.classes.people.joining import Account, make_link, redeem
from duiyi.classes.people.passwords import Passwords
from duiyi.classes.people.tokens import new_id
from duiyi.classes.roster import Entry
from duiyi.classes.rows import Class, ClassGame, GameKind, Member, Person, Version
from duiyi.classes.settings import ClassSettings
from duiyi.classes.store.sqlite import SqliteClasses

QUICK = Passwords(memory=64, passes=1)
NOW = 1_790_000_000_000
DAY = 86_400_000
HERE = "192.0.2.7"
SECRET = "correct horse"
ANN = Entry("B10000001", "王小明", "ann@example.edu")
BEN = Entry("B10000002", "陳大文", "ben@example.edu")
EVE = Entry("B10000003", "Eve Li", "")
TEACHER = Entry("T1", "Teacher Lin", "lin@example.edu")


@dataclass(frozen=True)
class Cs2:
    """The class and who is to be in it."""

    store: SqliteClasses
    made: Made

    @property
    def joined(self) -> Class:
        found = self.store.classes.get(self.made.made.id)
        assert found is not None
        return found

    def member(self, entry: Entry) -> Member:
        found = self.store.members.by_student(self.joined.id, entry.id)
        assert found is not None
        return found

    def let_in(self, entry: Entry, password: str = SECRET) -> tuple[Person, Member]:
        """By a link of their own."""
        token = make_link(self.store, self.member(entry), NOW)
        account = Account(login=entry.id, password=password)
        return redeem(self.store, QUICK, token, account, HERE, NOW)

    def hand_in(self, entry: Entry, data: bytes = b"int main;", at: int = NOW) -> Version:
        return hand_in(self.store, self.joined, self.member(entry), data, at)

    def active(self, entry: Entry, data: bytes = b"int main;") -> Version:
        return self.store.versions.passed(self.hand_in(entry, data).id, "{}")

    def play(self, *versions: Version, stderr: str = "", record: str = "") -> ClassGame:
        game = ClassGame(
            id=new_id(),
            class_id=self.joined.id,
            kind=GameKind.ladder,
            seats=tuple(one.id for one in versions),
            opening="open-1",
            seed=7,
            scores=(1.0, 0.0),
            reason="no-moves",
            created=NOW,
            finished=NOW + 1000,
            record=record,
            stderr=[[[1, stderr if seat == 0 else "theirs"]] for seat in range(len(versions))],
        )
        self.store.games.add(game)
        return game


def make_cs2(store: SqliteClasses, slug: str = "cs2") -> Cs2:
    settings = ClassSettings(game="tzaar", deadline=NOW + 30 * DAY)
    roster = (ANN, BEN, EVE)
    made = make_class(store, slug, "Programming 2", settings, TEACHER, NOW, roster)
    return Cs2(store, made)
