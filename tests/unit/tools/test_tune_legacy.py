"""The file of weights that the tuner of relati legacy writes."""

from __future__ import annotations

import re

from tools.tune_legacy import GUESS, NUMBERS, PHASES, WEIGHTS, header


def numbers(text: str) -> list[float]:
    inside = text[text.index("{\n    ") : text.index("};")]
    return [float(word) for word in re.findall(r"(-?[\d.]+)F,", inside)]


def test_all_weights_are_written_in_order() -> None:
    weights = [at / 8 - 2 for at in range(NUMBERS * PHASES)]
    text = header(weights)
    assert numbers(text) == weights
    assert f"array<float, {len(weights)}>" in text


def test_the_file_is_as_the_tuner_writes_it() -> None:
    text = WEIGHTS.read_text()
    weights = numbers(text)
    assert header(weights) == text
    assert len(weights) == len(GUESS) * PHASES
