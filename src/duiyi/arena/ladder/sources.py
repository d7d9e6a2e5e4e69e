"""Games for a ladder from where they are kept: records, and the journals of cups and matches.

Both say who sat where, how it ended, and which games are twins: in a record all that was decided
before the bots were asked, in a journal what the schedule says.
"""

from __future__ import annotations

from duiyi.arena.game.notes import OPENING
from duiyi.arena.ratings.picks import GameResult
from duiyi.arena.tournament.history import History
from duiyi.arena.tournament.plan import plan
from duiyi.core import CHANCE, Record
from duiyi.core.record import Decision


def game_of(record: Record) -> GameResult | None:
    """`None` where the game has no result, or somebody in it no name."""
    outcome = record.outcome
    if outcome is None or not all(record.names):
        return None
    return GameResult(record.names, outcome.scores, _opening(record))


def _opening(record: Record) -> str:
    """All that twin games share: options, set-up, what was played and drawn before the first
    decision of a bot."""
    words = [record.game.id, record.options.text(), record.start or ""]
    words.append(dict(record.tags).get("Opening", ""))
    for node in record.nodes:
        if not isinstance(node, Decision):
            break
        if node.actor != CHANCE and OPENING not in node.comments:
            break
        words.append(node.token)
    return "\n".join(words)


def games_of(history: History) -> list[GameResult]:
    """Those of a cup or a match that count."""
    scores = history.scores
    return [
        GameResult(game.names, scores[game.id], game.opening)
        for game in plan(history.config, scores, history.rounds).games
        if game.id in scores
    ]
