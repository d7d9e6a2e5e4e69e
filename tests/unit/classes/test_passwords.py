"""Passwords: argon2id, renewed when parameters rise, and unknown people cost what known ones do."""

from __future__ import annotations

import time

import pytest

from duiyi.classes.errors import BadClass
from duiyi.classes.people.passwords import LONGEST, MEMORY_KILOBYTES, PASSES, Passwords

SLOW_ENOUGH = Passwords(memory=4_096, passes=2)


def test_the_parameters_are_those_that_owasp_recommends() -> None:
    kept = Passwords().hash("correct horse")
    assert kept.startswith(f"$argon2id$v=19$m={MEMORY_KILOBYTES},t={PASSES},p=1$")
    assert (MEMORY_KILOBYTES, PASSES) == (19_456, 2)


def test_the_right_password_is_right_and_every_hash_has_its_own_salt(passwords: Passwords) -> None:
    kept = passwords.hash("correct horse")
    assert kept != passwords.hash("correct horse")
    assert passwords.verify(kept, "correct horse").right
    assert not passwords.verify(kept, "correct horsf").right
    assert passwords.verify(kept, "correct horse").renewed is None


def test_an_older_hash_is_renewed_once_its_password_is_there(passwords: Passwords) -> None:
    old = Passwords(memory=32, passes=1).hash("correct horse")
    found = passwords.verify(old, "correct horse")
    assert found.right
    assert found.renewed is not None
    assert passwords.verify(found.renewed, "correct horse").renewed is None
    assert passwords.verify(old, "wrong horse").renewed is None


def test_composed_and_decomposed_signs_are_the_same_password(passwords: Passwords) -> None:
    kept = passwords.hash("Zoë was here")
    assert passwords.verify(kept, "Zoe\u0308 was here").right


@pytest.mark.parametrize("password", ["", "1234567", "x" * (LONGEST + 1)])
def test_too_short_and_too_long_ones_are_refused(passwords: Passwords, password: str) -> None:
    with pytest.raises(BadClass, match="8 to 200"):
        passwords.hash(password)


@pytest.mark.parametrize("kept", [None, "", "nonsense", "$argon2id$v=19$m=8,t=1,p=1$AAAA$AAAA"])
def test_whoever_has_no_password_never_comes_in(passwords: Passwords, kept: str | None) -> None:
    assert not passwords.verify(kept, "").right
    assert not passwords.verify(kept, "correct horse").right


def test_unknown_people_cost_as_much_time_as_known_ones() -> None:
    kept = SLOW_ENOUGH.hash("correct horse")

    def cost(of: str | None) -> float:
        began = time.process_time()
        for _ in range(5):
            SLOW_ENOUGH.verify(of, "wrong horse")
        return time.process_time() - began

    ratios = sorted(cost(None) / cost(kept) for _ in range(5))
    assert 0.5 < ratios[2] < 2.0
