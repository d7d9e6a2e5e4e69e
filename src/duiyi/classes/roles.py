"""Roles, and the one table of who may do what in a class.

Every way into a class, page or command, asks `may`; nothing else decides. What a role may only do
with its own things is `OWN`; what a teacher can allow or has to release first is `GRANTED`.
"""

from __future__ import annotations

from enum import Enum, StrEnum, auto


class Role(StrEnum):
    """Who somebody is to a class; a guest is everybody who is not a member."""

    operator = "operator"
    """Runs the site: sums and deletion, never what a person has written or got."""
    teacher = "teacher"
    assistant = "assistant"
    student = "student"
    guest = "guest"


class Action(StrEnum):
    """What can be seen or done in a class."""

    see_ladder = "see-ladder"
    """The ladder and the moves of its games, under pseudonyms."""
    see_identity = "see-identity"
    """Which student, name and e-mail a pseudonym stands for."""
    see_source = "see-source"
    """Sources, versions, stderr, what the compiler said."""
    see_usage = "see-usage"
    """Time and memory of a game."""
    see_progress = "see-progress"
    """How far a hand-in has come, and its faults."""
    see_requests = "see-requests"
    see_similarity = "see-similarity"
    see_grade = "see-grade"
    see_sums = "see-sums"
    """Numbers without anybody's name: queue, load, counts."""
    see_order = "see-order"
    """The final's order, before the reveal has ended."""
    watch_final = "watch-final"
    drive_final = "drive-final"
    hand_in = "hand-in"
    make_active = "make-active"
    ask_review = "ask-review"
    answer_review = "answer-review"
    rerun_validation = "rerun-validation"
    change_settings = "change-settings"
    manage_members = "manage-members"
    """Roster, code, links, requests to join."""
    change_roles = "change-roles"
    release_grades = "release-grades"
    export_class = "export-class"
    ask_deletion = "ask-deletion"
    delete_person = "delete-person"
    delete_class = "delete-class"
    make_class = "make-class"
    invite_teacher = "invite-teacher"


class Reach(Enum):
    """How far a role's right goes."""

    NEVER = auto()
    OWN = auto()
    OWN_GRANTED = auto()
    """The own, and only once it is released."""
    GRANTED = auto()
    """Everybody's, if it is allowed or opened."""
    ALL = auto()


_signs = {
    "-": Reach.NEVER,
    "own": Reach.OWN,
    "own?": Reach.OWN_GRANTED,
    "?": Reach.GRANTED,
    "all": Reach.ALL,
}
_columns = (Role.guest, Role.student, Role.assistant, Role.teacher, Role.operator)
_rows = """
                    guest   student   assistant   teacher   operator
see-ladder          ?       all       all         all       -
see-identity        -       own       all         all       -
see-source          -       own       all         all       -
see-usage           -       own       all         all       -
see-progress        -       own       all         all       -
see-requests        -       own       all         all       -
see-similarity      -       -         ?           all       -
see-grade           -       own?      ?           all       -
see-sums            -       -         all         all       all
see-order           -       -         -           all       -
watch-final         ?       all       all         all       -
drive-final         -       -         -           all       -
hand-in             -       own       own         own       -
make-active         -       own       own         own       -
ask-review          -       own       -           -         -
answer-review       -       -         all         all       -
rerun-validation    -       -         all         all       -
change-settings     -       -         -           all       -
manage-members      -       -         -           all       -
change-roles        -       -         -           all       -
release-grades      -       -         -           all       -
export-class        -       -         -           all       -
ask-deletion        -       own       own         own       -
delete-person       -       -         -           all       all
delete-class        -       -         -           all       all
make-class          -       -         -           -         all
invite-teacher      -       -         -           -         all
"""


def _read(rows: str) -> dict[tuple[Role, Action], Reach]:
    _, *lines = rows.strip().splitlines()
    cells = ((line.split()[0], line.split()[1:]) for line in lines)
    return {
        (role, Action(action)): _signs[sign]
        for action, signs in cells
        for role, sign in zip(_columns, signs, strict=True)
    }


TABLE = _read(_rows)
"""How far each right goes; complete for every role and action."""


def may(role: Role, action: Action, own: bool = False, granted: bool = False) -> bool:
    """Whether somebody may do this with a thing that is his `own` or not, and that the teacher has
    `granted` (opened, released, allowed to assistants) or not."""
    match TABLE[role, action]:
        case Reach.ALL:
            return True
        case Reach.OWN:
            return own
        case Reach.OWN_GRANTED:
            return own and granted
        case Reach.GRANTED:
            return granted
    return False
