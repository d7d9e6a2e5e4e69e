"""Games whose views, words or records break one property each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Self

from tests.unit.core.broken_games.table import Seen, Translated, breaks
from tests.unit.core.pebbles import SITES, Pebbles, PebblesState

from duiyi.core import Meter, Move, Seat, View, Violation
from duiyi.core.errors import violation
from duiyi.core.message import Message, message
from duiyi.core.view import Area, Event

# --- views


@breaks("view-sites")
class AreaNowhere(PebblesState):
    def areas(self) -> Sequence[Area]:
        return (Area(("A", "Z"), None, "zone"),)


@breaks("view-sites")
class TwoPiecesOnASite(Seen):
    def seen(self, view: View, seat: Seat | None, since: Self | None) -> View:
        return replace(view, pieces=view.pieces * 2)


@breaks("view-state")
class ShowsAnotherTurn(Seen):
    def seen(self, view: View, seat: Seat | None, since: Self | None) -> View:
        return replace(view, turn=view.turn + 1)


@breaks("view-state")
class ShowsNoSeats(Seen):
    def seen(self, view: View, seat: Seat | None, since: Self | None) -> View:
        return replace(view, seats=())


@breaks("choices")
class EverybodyChooses(Seen):
    def seen(self, view: View, seat: Seat | None, since: Self | None) -> View:
        return PebblesState.view(self)


@breaks("choices")
class AnotherOrderOfChoices(Seen):
    def seen(self, view: View, seat: Seat | None, since: Self | None) -> View:
        return replace(view, choices=view.choices[::-1])


class Clicks(Seen):
    """A state whose click paths are changed by `clicks_of`."""

    def seen(self, view: View, seat: Seat | None, since: Self | None) -> View:
        choices = (replace(c, paths=(self.clicks_of(c.paths[0]),)) for c in view.choices)
        return replace(view, choices=tuple(choices))

    def clicks_of(self, clicks: tuple[str, ...]) -> tuple[str, ...]:
        raise NotImplementedError


@breaks("click-paths")
class PassBeginsWithASite(Clicks):
    """The path of `pass` goes on where that of a site already ends."""

    def clicks_of(self, clicks: tuple[str, ...]) -> tuple[str, ...]:
        return (next(iter(self.moves())), *clicks) if clicks == ("#pass",) else clicks


@breaks("click-paths")
class AllTheSameClick(Clicks):
    def clicks_of(self, clicks: tuple[str, ...]) -> tuple[str, ...]:
        return ("A",)


@breaks("click-paths")
class NothingToClick(Clicks):
    def clicks_of(self, clicks: tuple[str, ...]) -> tuple[str, ...]:
        return ()


@breaks("click-paths")
class ButtonFirst(Clicks):
    def clicks_of(self, clicks: tuple[str, ...]) -> tuple[str, ...]:
        return ("#pass", *clicks)


@breaks("why-path")
class SilentAboutClicks(PebblesState):
    def why_path(self, path: Sequence[str]) -> tuple[str | None, Violation | None]:
        return None, None


@breaks("why-path")
class ConfusedByUnknownSites(PebblesState):
    def why_path(self, path: Sequence[str]) -> tuple[str | None, Violation | None]:
        for click in path:
            if not click.startswith("#") and click not in SITES:
                raise KeyError(click)
        return super().why_path(path)


@breaks("why-path")
class BlamesAnotherRule(PebblesState):
    def why_path(self, path: Sequence[str]) -> tuple[str | None, Violation | None]:
        token, broken = super().why_path(path)
        return token, broken and violation("core", "game-over")


@breaks("why-path")
class AgainstLegalClicks(PebblesState):
    def why_path(self, path: Sequence[str]) -> tuple[str | None, Violation | None]:
        _, broken = super().why_path(path)
        return None, broken or violation("core", "nothing-here", site=path[0])


@breaks("view-since")
class AnotherPromptSince(Seen):
    def seen(self, view: View, seat: Seat | None, since: Self | None) -> View:
        return replace(view, prompt=message("symbol.circle")) if since else view


@breaks("view-since")
class AlwaysLast(Seen):
    def seen(self, view: View, seat: Seat | None, since: Self | None) -> View:
        return replace(view, last=("A",))


@breaks("watched")
class BareToOnlookers(PebblesState):
    def view(
        self, seat: Seat | None = None, since: Self | None = None, *, choices: bool = True
    ) -> View:
        view = super().view(seat, since, choices=choices)
        return view if choices else replace(view, pieces=())


@breaks("watched")
class LetsOnlookersPlay(PebblesState):
    def view(
        self, seat: Seat | None = None, since: Self | None = None, *, choices: bool = True
    ) -> View:
        return super().view(seat, since)


@breaks("one-view")
class HidesPebblesOfOthers(Seen):
    def seen(self, view: View, seat: Seat | None, since: Self | None) -> View:
        if seat is None:
            return view
        own = (piece for piece in view.pieces if piece.stack[0].seat == seat)
        return replace(view, pieces=tuple(own))


@breaks("one-view")
class TellsOneSeatMore(Seen):
    def seen(self, view: View, seat: Seat | None, since: Self | None) -> View:
        secret = Meter(message("symbol.circle"), self.turn, 1)
        return replace(view, meters=(secret,)) if seat == 1 else view


@breaks("view-json")
class EndlessMeter(Seen):
    def seen(self, view: View, seat: Seat | None, since: Self | None) -> View:
        endless: Any = float("inf")
        return replace(view, meters=(Meter(message("symbol.circle"), endless),))


# --- words


@breaks("narration")
class Silent(PebblesState):
    def narrate(self, action: Move) -> Sequence[Event]:
        return ()


@breaks("narration")
class TellsOfNowhere(PebblesState):
    def narrate(self, action: Move) -> Sequence[Event]:
        return [replace(event, causes=("Z",)) for event in super().narrate(action)]


@breaks("english")
class WithoutWords(Seen):
    def seen(self, view: View, seat: Seat | None, since: Self | None) -> View:
        return replace(view, prompt=self.say("prompt.nowhere"))


@breaks("english")
class WithoutParameters(Seen):
    def seen(self, view: View, seat: Seat | None, since: Self | None) -> View:
        return replace(view, prompt=self.say("prompt.play"))


@breaks("english")
class VerbWithoutWords(Seen):
    def seen(self, view: View, seat: Seat | None, since: Self | None) -> View:
        named = (replace(choice, verb="juggle") for choice in view.choices)
        return replace(view, choices=tuple(named))


@breaks("english")
class NotationWithoutWords(PebblesState):
    def notation(self, action: Move) -> Message:
        return self.say("notation.nowhere")


@breaks("languages")
class HalfTranslated(Translated):
    id = "pebbles-half"

    def translate(self, language: str, texts: dict[str, str]) -> dict[str, str]:
        return texts if language == "en" else {"title": texts["title"]}


@breaks("languages")
class AsksForTooMuch(Translated):
    id = "pebbles-curious"

    def translate(self, language: str, texts: dict[str, str]) -> dict[str, str]:
        return texts if language == "en" else texts | {"event.pass": "{symbol} {weather}"}


@breaks("all-languages")
class EnglishOnly(Translated):
    id = "pebbles-english"

    def translate(self, language: str, texts: dict[str, str]) -> dict[str, str]:
        return texts if language == "en" else {}


# --- records


@breaks("record")
class AnotherVersionEachTime(Pebbles):
    """What was written is refused as a record of other rules."""

    @property
    def version(self) -> int:  # type: ignore[override]
        self.asked = getattr(self, "asked", 0) + 1
        return self.asked
