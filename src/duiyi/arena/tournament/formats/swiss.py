"""Swiss pairings by py4swiss (the FIDE's Dutch system). Nothing else knows that library.

A round counts as won, drawn or lost by the points of all its games. Where a pairing has an even
number of games both have had both seats, and the library is told of alternating colours, so that
its rules about colours never decide. A bye counts as a round won; nobody gets a second one. Bots
meet again only where there is no other way: then the library is not told who met in the oldest
rounds, as few of them as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from duiyi.arena.tournament.config import TournamentConfig
from duiyi.arena.tournament.schedule import (
    Pairing,
    Plan,
    Round,
    Scores,
    games_of,
    games_of_rounds,
    points_of,
)

Won = Callable[[Pairing], Fraction]
"""1, ½ or 0: how the pairing ended for the first of its two."""


@dataclass(frozen=True, slots=True)
class _Meeting:
    """A round of one bot, as the library is told of it."""

    opponent: int
    white: bool
    points: Fraction
    bye: bool = False


def plan(config: TournamentConfig, scores: Mapping[str, Scores], known: Sequence[Round]) -> Plan:
    """`known` are rounds that were drawn before: a round that has been announced stays, whatever
    another version of the library would pair."""
    rounds: list[Round] = []
    length = config.rounds or 1
    while len(rounds) < length:
        if len(rounds) < len(known):
            rounds.append(known[len(rounds)])
        else:
            rounds.append(
                swiss_round(
                    config.names,
                    length,
                    rounds,
                    lambda pairing: round_result(pairing, config.games, scores),
                    colours=config.games % 2 == 1,
                )
            )
        if not all(game.id in scores for game in games_of_rounds(rounds[-1:], config.games)):
            break
    return Plan(tuple(rounds), games_of_rounds(rounds, config.games), len(rounds) == length)


def round_result(pairing: Pairing, games: int, scores: Mapping[str, Scores]) -> Fraction:
    """1, ½ or 0: how a pairing of two ended for its first, by the points of its games."""
    ahead = points_of(games_of(pairing, games), scores, pairing.names[0]) * 2 - games
    return Fraction(1) if ahead > 0 else Fraction(0) if ahead < 0 else Fraction(1, 2)


def swiss_round(
    names: Sequence[str], rounds: int, earlier: Sequence[Round], won: Won, *, colours: bool
) -> Round:
    """The round after `earlier`; `names` are in the order of seeding, `rounds` in all."""
    histories = _histories(names, earlier, won, colours)
    for forgotten in range(len(earlier) + 1):
        pairs = _paired(histories, rounds, forgotten)
        if pairs is not None:
            break
    else:
        raise ValueError("with all meetings forgotten every round can be paired")
    number = len(earlier) + 1
    played = [(names[one - 1], names[other - 1]) for one, other in pairs if one and other]
    byes = tuple(names[one - 1] for one, other in pairs if not other)
    return Round(
        number, tuple(Pairing(number, at, pair) for at, pair in enumerate(played, 1)), byes
    )


def _histories(
    names: Sequence[str], earlier: Sequence[Round], won: Won, colours: bool
) -> list[list[_Meeting]]:
    number = {name: at for at, name in enumerate(names, 1)}
    histories: list[list[_Meeting]] = [[] for _ in names]

    def tell(name: str, opponent: int, white: bool, points: Fraction, bye: bool = False) -> None:
        history = histories[number[name] - 1]
        alternating = len(history) % 2 == number[name] % 2
        history.append(_Meeting(opponent, white if colours else alternating, points, bye))

    for round in earlier:
        for pairing in round.pairings:
            first, second = pairing.names
            points = won(pairing)
            tell(first, number[second], True, points)
            tell(second, number[first], False, 1 - points)
        for name in round.byes:
            tell(name, 0, False, Fraction(1), bye=True)
    return histories


def _paired(
    histories: Sequence[Sequence[_Meeting]], rounds: int, forgotten: int
) -> list[tuple[int, int]] | None:
    """Pairs of numbers, 0 for a bye; `None` where the rules allow no round."""
    # The library and what it needs take most of a second: only Swiss cups wait for it.
    from py4swiss.engines import DutchEngine  # type: ignore[import-untyped]
    from py4swiss.engines.common import PairingError  # type: ignore[import-untyped]
    from py4swiss.trf import ParsedTrf  # type: ignore[import-untyped]
    from py4swiss.trf.codes import PlayerCode  # type: ignore[import-untyped]
    from py4swiss.trf.sections import PlayerSection, XSection  # type: ignore[import-untyped]

    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=number,
            points_times_ten=int(10 * sum(told.points for told in history)),
            rank=number,
            results=[_result(told, at < forgotten) for at, told in enumerate(history)],
        )
        for number, history in enumerate(histories, 1)
    ]
    trf = ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=rounds))
    try:
        found = DutchEngine.generate_pairings(trf)
    except PairingError:
        return None
    return [(pair.white, pair.black) for pair in found]


def _result(told: _Meeting, forgotten: bool) -> object:
    from py4swiss.trf.results import (  # type: ignore[import-untyped]
        ColorToken,
        ResultToken,
        RoundResult,
    )

    none = ColorToken.BYE_OR_NOT_PAIRED
    if told.bye:
        return RoundResult(id=0, color=none, result=ResultToken.PAIRING_ALLOCATED_BYE)
    if forgotten:
        byes = {
            Fraction(1): ResultToken.FULL_POINT_BYE,
            Fraction(1, 2): ResultToken.HALF_POINT_BYE,
            Fraction(0): ResultToken.ZERO_POINT_BYE,
        }
        return RoundResult(id=0, color=none, result=byes[told.points])
    results = {
        Fraction(1): ResultToken.WIN,
        Fraction(1, 2): ResultToken.DRAW,
        Fraction(0): ResultToken.LOSS,
    }
    color = ColorToken.WHITE if told.white else ColorToken.BLACK
    return RoundResult(id=told.opponent, color=color, result=results[told.points])
