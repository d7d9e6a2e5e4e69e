"""What a worker remembers: its players, as many as fit, and none of a game that did not happen."""

from __future__ import annotations

from typing import Any

from duiyi.server.computers.players import LONG_WEIGHT, MOST, Memory


def question(table: str, seat: int = 0, player: str = "level-3", branch: int = 0) -> dict[str, Any]:
    return {
        "table": table, "seat": seat, "player": player, "branch": branch,
        "seed": 1, "seconds": 0.2, "most": 1.0,
    }  # fmt: skip


def test_the_same_player_is_asked_again() -> None:
    memory = Memory()
    first = memory.player(question("a"))
    assert memory.player(question("a")) is first
    assert memory.player(question("a", seat=1)) is not first
    assert memory.player(question("a", branch=5)) is not first
    assert memory.player(question("a")) is not first


def test_another_player_at_the_same_seat_is_another_player() -> None:
    memory = Memory()
    first = memory.player(question("a"))
    assert memory.player(question("a", player="greedy")) is not first


def test_players_are_told_the_time_of_each_decision() -> None:
    player: Any = Memory().player(question("a", player="strong"))
    assert player.allowed == 0.2


def test_only_so_many_are_remembered_and_the_longest_unasked_go_first() -> None:
    memory = Memory()
    kept = [memory.player(question(f"table {number}")) for number in range(MOST)]
    assert memory.player(question("table 0")) is kept[0]
    memory.player(question("one more"))
    assert len(memory) == MOST
    assert memory.player(question("table 0")) is kept[0]
    assert memory.player(question("table 1")) is not kept[1]


def test_those_who_think_long_are_fewer() -> None:
    memory = Memory()
    for number in range(MOST):
        memory.player(question(f"table {number}", player="strong"))
    assert len(memory) == MOST // LONG_WEIGHT
    quick = memory.player(question("quick"))
    memory.player(question("another", player="strong"))
    assert memory.player(question("quick")) is quick
    assert len(memory) == MOST // LONG_WEIGHT


def test_a_table_is_forgotten_with_all_its_seats() -> None:
    memory = Memory()
    for seat in range(3):
        memory.player(question("a", seat))
    other = memory.player(question("b"))
    memory.forget("a")
    assert len(memory) == 1
    assert memory.player(question("b")) is other


def test_nobody_is_remembered_for_a_question_without_a_table() -> None:
    memory = Memory()
    memory.player(question(""))
    assert len(memory) == 0
