"""Who asks about classes, and what that allows: the one place that says no.

What somebody may not see answers exactly like what does not exist. Everything here may block.
"""

from __future__ import annotations

from dataclasses import dataclass

from duiyi.classes.errors import BadClass
from duiyi.classes.errors import Refused as ClassRefused
from duiyi.classes.people.sign_in import session_of
from duiyi.classes.roles import Action, Role, may
from duiyi.classes.rows import Class, Member, MemberState, Person, Session
from duiyi.classes.store.store import ClassStore
from duiyi.core.message import message
from duiyi.server.wire.refusal import Refused

HAND_IN = "hand-in"
PAGE = "page"
DEVICE_ACTIONS = (Action.hand_in, Action.see_source, Action.see_progress, Action.see_ladder)
"""What a device may do that was allowed to hand in."""
LONGEST_TOKEN = 100
FORBIDDEN = ("sign-in", "link", "code", "device-code")


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: a person who is signed in, or nobody."""

    token: str = ""
    person: Person | None = None
    session: Session | None = None

    @property
    def id(self) -> str:
        return "" if self.person is None else self.person.id


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody in a class: his member there, if he is one, and his role."""

    asker: Asker
    kept: Class
    member: Member | None
    role: Role

    def may(self, action: Action, owner: str | None = None, granted: bool = False) -> bool:
        """`owner` is the member whose thing it is."""
        session = self.asker.session
        if session is not None and session.scope == HAND_IN and action not in DEVICE_ACTIONS:
            return False
        own = self.member is not None and owner == self.member.id
        return may(self.role, action, own=own, granted=granted or self._granted(action))

    def require(self, action: Action, owner: str | None = None) -> None:
        if not self.may(action, owner):
            raise nothing()

    @property
    def own(self) -> Member:
        """The member who asks; whoever is none has nothing of his own."""
        if self.member is None:
            raise nothing()
        return self.member

    def _granted(self, action: Action) -> bool:
        settings = self.kept.settings
        if action in (Action.see_ladder, Action.watch_final):
            return settings.open_ladder
        if action is Action.see_similarity:
            return settings.assistants_see_similarity
        if action is Action.see_grade:
            if self.role is Role.assistant:
                return settings.assistants_see_grades
            return settings.grades_released
        return False


def nothing() -> Refused:
    """As everywhere where there is nothing."""
    return Refused(404, "not-found", message("http:not-found"))


def signed_out() -> Refused:
    return Refused(401, "signed-out", message("http:signed-out"))


def asker_of(store: ClassStore, token: str, now: int) -> Asker:
    """Nobody, where the token is not worth anything."""
    if not token or len(token) > LONGEST_TOKEN or not token.isascii():
        return Asker()
    session = session_of(store, token, now)
    person = store.people.get(session.person) if session is not None else None
    return Asker() if person is None else Asker(token, person, session)


def visit(store: ClassStore, asker: Asker, slug: str) -> Visit:
    """`nothing` where there is no such class, or nothing in it for whoever asks."""
    kept = store.classes.by_slug(slug[:60])
    if kept is None:
        raise nothing()
    member = store.members.by_person(kept.id, asker.id) if asker.person is not None else None
    if member is not None and member.state is MemberState.joined:
        return Visit(asker, kept, member, member.role)
    operator = asker.person is not None and asker.person.operator
    found = Visit(asker, kept, None, Role.operator if operator else Role.guest)
    if not (found.may(Action.see_ladder) or found.may(Action.see_sums)):
        raise nothing()
    return found


def refused_by_class(error: BadClass | ClassRefused) -> Refused:
    """What a class has refused, as the interface says it."""
    if isinstance(error, BadClass):
        return Refused(422, f"class-{error.key}", error.message, error.field)
    if error.key in FORBIDDEN:
        return Refused(403, f"class-{error.key}", error.message)
    if error.key == "pause":
        return Refused(429, "class-pause", error.message)
    return Refused(409, f"class-{error.key}", error.message)
