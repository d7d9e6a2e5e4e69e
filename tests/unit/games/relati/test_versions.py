"""Games of relati's version 1 are games with `friendly_fire` today where cannons were on (R-10)."""

from __future__ import annotations

import json

import pytest

import duiyi
from duiyi.core.record import Record
from duiyi.core.record.dyr import write_dyr
from duiyi.core.record.files import read
from duiyi.core.record.json import write_json
from duiyi.games.relati import GAME, RelatiOptions, RelatiState

CANNONS = "E5 G8 G5 H7 G6 H8 build:G5 I8"
OWN_SHOT = f"{CANNONS} fire:G5:B"
"""The cannon on G5 shoots the own G6."""


def recorded(state: RelatiState, line: str) -> Record:
    record = Record.of(state)
    for token in line.split():
        record, state = record.played(state, state.parse(token)), state.play(token)
    return record


def old(text: str) -> str:
    """As version 1 wrote it: it did not know the option."""
    text = text.replace('[Version "2"]', '[Version "1"]').replace('"version": 2', '"version": 1')
    for known in (" friendly_fire=on", " friendly_fire=off", ",friendly_fire"):
        text = text.replace(known, "")
    assert "friendly" not in text
    return text


def test_a_record_of_version_1_with_cannons_is_read_as_one_with_friendly_fire() -> None:
    record = recorded(GAME.start(2, cannon=True, friendly_fire=True), OWN_SHOT)
    assert read(old(write_dyr(record))) == record
    assert record.options == RelatiOptions(cannon=True, friendly_fire=True)


def test_a_record_of_version_1_without_cannons_is_read_as_it_is() -> None:
    record = recorded(GAME.start(2, continuous=True, migration=True), "E5 G4 E3 E4")
    assert read(old(write_dyr(record))) == record
    assert record.options == RelatiOptions(continuous=True, migration=True)


def test_a_json_record_of_version_1_is_renewed_too() -> None:
    record = recorded(GAME.start(3, cannon=True, friendly_fire=True), "E5 G8")
    told = json.loads(write_json(record))
    told["version"] = 1
    del told["options"]["friendly_fire"]
    assert read(json.dumps(told)) == record


@pytest.mark.parametrize("on", ["cannon", "cannon,chain", "continuous,cannon,migration"])
def test_a_start_position_of_version_1_is_renewed_with_its_options(on: str) -> None:
    names = on.split(",")
    options = dict.fromkeys([*names, "friendly_fire"], True)
    state = GAME.start(2, **options)
    for token in CANNONS.split():
        state = state.play(token)
    record = recorded(state, "fire:G5:B")
    assert record.start == state.dump()
    text = old(write_dyr(record))
    assert f" {on} " in text or f' {on}"' in text
    assert read(text) == record


def test_a_record_of_today_in_which_an_own_symbol_is_shot_is_refused() -> None:
    text = write_dyr(recorded(GAME.start(2, cannon=True, friendly_fire=True), OWN_SHOT))
    with pytest.raises(duiyi.BadRecord) as caught:
        read(text.replace("friendly_fire=on", "friendly_fire=off"))
    assert "own symbols are no targets" in str(caught.value)


@pytest.mark.parametrize("version", ["0", "3", "01", "x"])
def test_any_other_version_is_refused(version: str) -> None:
    text = write_dyr(recorded(GAME.start(2), "E5"))
    with pytest.raises(duiyi.BadRecord) as caught:
        read(text.replace('[Version "2"]', f'[Version "{version}"]'))
    assert f"the record is of version {version} of relati" in str(caught.value)


def test_a_bad_start_position_of_version_1_is_refused_as_any_other() -> None:
    text = old(write_dyr(recorded(GAME.start(2, cannon=True, friendly_fire=True), "E5")))
    for start in ("", "x", "1 2 3 4 5 6", "......... O - 1 cannon"):
        with pytest.raises(duiyi.BadRecord):
            read(text.replace("[Result", f'[Start "{start}"] [Result'))
