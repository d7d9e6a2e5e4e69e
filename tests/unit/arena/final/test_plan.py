"""What a final promises beforehand."""

from __future__ import annotations

import random

import pytest

from duiyi.arena.final.plan import (
    certainty,
    choices,
    drawn_fields,
    forecast,
    rehearse,
    usual_field,
)


def test_the_table_is_that_of_the_design() -> None:
    """54 bots that differ by 150: certainties to a point."""
    table = choices(usual_field(54, 150), seconds=2, cores=2)
    assert [(one.games, one.each, one.all) for one in table] == [
        (2, 106, 2862),
        (4, 212, 5724),
        (6, 318, 8586),
        (12, 636, 17172),
    ]
    stated = [[round(100 * sure) for sure in one.certainties] for one in table]
    assert stated == [[65, 82, 97], [70, 91, 99], [74, 95, 100], [82, 99, 100]]
    assert table[1].seconds == 5724


def test_more_games_and_more_distance_are_surer() -> None:
    field = usual_field(20)
    assert certainty(field, 4, 0) == pytest.approx(0.5)
    rising = [certainty(field, games, 50) for games in (1, 2, 4, 8, 16)]
    assert rising == sorted(rising)
    assert certainty(field, 4, 20) < certainty(field, 4, 40)


def test_fields_are_centred_and_as_wide_as_asked() -> None:
    field = usual_field(101, 200)
    assert sum(field) == pytest.approx(0, abs=1e-6)
    assert field[50] == pytest.approx(0, abs=1e-6)
    drawn = drawn_fields(500, 200, count=2)
    assert drawn[0] != drawn[1]
    assert max(drawn[0]) > 350


def test_how_many_places_can_be_told_apart() -> None:
    """Few, where bots hardly differ; more where they do."""
    narrow = forecast(drawn_fields(12, 5, count=6), games=2)
    wide = forecast(drawn_fields(12, 400, count=6), games=8)
    assert narrow.high <= 2
    assert wide.low >= 5
    assert narrow.low <= narrow.high
    assert 0 <= wide.single_first <= 1
    assert narrow.most_again == 2800
    assert narrow.again <= narrow.most_again


def test_a_rehearsal_has_no_more_games_than_its_limit() -> None:
    ratings = {f"b{n}": 0.0 for n in range(12)}
    found = rehearse(ratings, 2, random.Random(1), again=4, looks=(10, 20))
    assert found.again <= 6 * 20
    assert sum(len(place.names) for place in found.places) == 12
    alone = rehearse(ratings, 2, random.Random(1), again=0)
    assert alone.again == 0


def test_the_same_seed_has_the_same_forecast() -> None:
    fields = drawn_fields(10, count=3)
    assert forecast(fields, 2, seed=1) == forecast(fields, 2, seed=1)
