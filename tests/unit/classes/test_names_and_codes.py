"""Pseudonyms and codes: drawn by lot, read whatever way people type them."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duiyi.classes.people import codes, pseudonyms, tokens
from duiyi.classes.roster import MOST
from duiyi.core.locale import LANGUAGES


def test_animals_have_a_short_name_of_their_own_in_every_language() -> None:
    animals = pseudonyms.animals()
    for language in LANGUAGES:
        names = [names[language] for names in animals.values()]
        assert len({*names}) == len(animals), Counter(names).most_common(3)
    assert max(len(names["en"]) for names in animals.values()) <= 9
    assert all(names["en"].lower() == key for key, names in animals.items())
    assert len(animals) * len(pseudonyms.NUMBERS) >= 5 * MOST


def test_a_pseudonym_is_one_key_in_three_languages() -> None:
    assert [pseudonyms.shown("wildcat-29", language) for language in LANGUAGES] == [
        *("石虎-29", "石虎-29", "Wildcat-29"),
    ]
    assert pseudonyms.shown("unicorn-10", "en") == "unicorn-10"


def test_nobody_gets_one_that_is_taken_even_when_almost_all_are() -> None:
    every = {f"{animal}-{n}" for animal in pseudonyms.animals() for n in pseudonyms.NUMBERS}
    taken = every - {"owl-42"}
    assert pseudonyms.draw(taken) == "owl-42"
    drawn: set[str] = set()
    for _ in range(300):
        drawn.add(pseudonyms.draw(drawn))
    assert len(drawn) == 300
    assert drawn <= every


def test_the_same_class_draws_others_each_time() -> None:
    first, second = ([pseudonyms.draw(()) for _ in range(20)] for _ in range(2))
    assert first != second


def test_codes_have_no_letters_that_look_like_others() -> None:
    assert not {*codes.ALPHABET} & {*"0O1IL8B5S2Z"}
    assert len(codes.ALPHABET) ** codes.LENGTH > 2e10
    assert len({codes.new_code() for _ in range(200)}) == 200


@given(st.data())
def test_a_code_is_read_however_it_is_typed(data: st.DataObject) -> None:
    code = codes.new_code()
    between = data.draw(
        st.lists(st.sampled_from(["", " ", "-", ".", " - "]), min_size=8, max_size=8)
    )
    typed = "".join(sign + space for sign, space in zip(code, between, strict=True))
    full_width = "".join(chr(ord(sign) + 0xFEE0) for sign in code)
    assert codes.read_code(codes.shown_code(code)) == code
    assert codes.read_code(full_width.lower()) == code
    if len(typed) <= 4 * codes.LENGTH:
        assert codes.read_code(typed.lower()) == code


@pytest.mark.parametrize("typed", ["", "ACDE", "ACDEFGHI", "ACDEFGHJK", "١٢٣٤٥٦٧٨", "x" * 10_000])
def test_what_cannot_be_a_code_is_none(typed: str) -> None:
    assert codes.read_code(typed) is None


def test_ids_are_22_letters_and_a_hash_is_for_one_purpose() -> None:
    assert len(tokens.new_id()) == 22
    assert tokens.hashed("link", "x") != tokens.hashed("session", "x")
    assert tokens.keyed(b"1", "x") != tokens.keyed(b"2", "x")
