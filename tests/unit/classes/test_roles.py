"""Who may do what, once more and in other words than the code has it: every role, every action."""

from __future__ import annotations

import re
from itertools import product

import pytest
from tests.unit.docs.pages import ROOT, table

from duiyi.classes.roles import TABLE, Action, Reach, Role, may

OWN_OF_STUDENTS = {
    *(Action.see_identity, Action.see_source, Action.see_usage, Action.see_progress),
    *(Action.see_requests, Action.hand_in, Action.make_active, Action.ask_review),
    Action.ask_deletion,
}
ANYBODY_IN_CLASS = {Action.see_ladder, Action.watch_final}
STAFF = {
    *(Action.see_identity, Action.see_source, Action.see_usage, Action.see_progress),
    *(Action.see_requests, Action.see_sums, Action.answer_review, Action.rerun_validation),
}
OWN_OF_STAFF = {Action.hand_in, Action.make_active, Action.ask_deletion}
TEACHERS = {
    *(Action.see_similarity, Action.see_grade, Action.see_order, Action.drive_final),
    *(Action.change_settings, Action.manage_members, Action.change_roles, Action.release_grades),
    *(Action.export_class, Action.delete_person, Action.delete_class),
}
OPERATORS = {
    *(Action.see_sums, Action.delete_person, Action.delete_class, Action.make_class),
    Action.invite_teacher,
}


def expected(role: Role, action: Action, own: bool, granted: bool) -> bool:
    """As part 10 of the look and the issue say it, role by role."""
    match role:
        case Role.guest:
            return action in ANYBODY_IN_CLASS and granted
        case Role.student:
            released = action is Action.see_grade and granted
            return action in ANYBODY_IN_CLASS or (own and (action in OWN_OF_STUDENTS or released))
        case Role.assistant:
            if action in (Action.see_similarity, Action.see_grade):
                return granted
            return action in ANYBODY_IN_CLASS | STAFF or (own and action in OWN_OF_STAFF)
        case Role.teacher:
            mine = own and action in OWN_OF_STAFF
            return action in ANYBODY_IN_CLASS | STAFF | TEACHERS or mine
        case Role.operator:
            return action in OPERATORS


@pytest.mark.parametrize(("role", "action"), [*product(Role, Action)])
def test_everybody_may_exactly_this(role: Role, action: Action) -> None:
    for own, granted in product((False, True), repeat=2):
        assert may(role, action, own, granted) is expected(role, action, own, granted)


def test_the_table_knows_every_role_and_action() -> None:
    assert {*TABLE} == {*product(Role, Action)}


def test_without_a_word_nothing_is_own_and_nothing_granted() -> None:
    for role, action in product(Role, Action):
        assert may(role, action) is (TABLE[role, action] is Reach.ALL)


def test_the_page_has_the_same_table() -> None:
    signs = {
        "–": Reach.NEVER,
        "own": Reach.OWN,
        "own, granted": Reach.OWN_GRANTED,
        "granted": Reach.GRANTED,
        "all": Reach.ALL,
    }
    columns = (Role.guest, Role.student, Role.assistant, Role.teacher, Role.operator)
    shown = {
        (role, Action(row[0].strip("`"))): signs[cell]
        for row in table(ROOT / "docs/architecture/classes.md", "Who may do what")
        for role, cell in zip(columns, row[1:], strict=True)
    }
    assert shown == TABLE


def test_the_page_names_every_module() -> None:
    page = (ROOT / "docs/architecture/classes.md").read_text("utf-8")
    parts = page.partition("## The parts")[2].partition("\n## ")[0]
    place = ROOT / "src/duiyi/classes"
    modules = {file.stem for file in place.rglob("*.py") if file.name != "__init__.py"}
    named = {name.rpartition("/")[2] for name in re.findall(r"`([\w/]+)`", parts)}
    assert named == modules - {"validation"}
