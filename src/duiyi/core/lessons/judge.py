"""What a try in a lesson was: done, a step onwards, wrong in a way that has an answer, or refused.

Nothing is kept: a lesson goes on from the tokens that have been played in it so far.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from duiyi.core.errors import BadToken, IllegalAction, Violation
from duiyi.core.lessons.files import lessons
from duiyi.core.lessons.model import CLICKS, Lesson, Step, matches
from duiyi.core.message import Message, message
from duiyi.core.state import Game, State
from duiyi.core.view import Choice, View
from duiyi.core.view.spectator import watched


class Verdict(Enum):
    """`onwards`: right, and there is a next step. `other`: legal, not what is asked. `later`: a
    verb that a later lesson teaches. `refused`: not legal, or clicks that mean nothing."""

    DONE = "done"
    ONWARDS = "onwards"
    WRONG = "wrong"
    OTHER = "other"
    LATER = "later"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Tried:
    """What a try was. `states`: the position before it, after it, and after each decision that
    follows by itself; only the first where nothing was played. `tokens` lead from each to the
    next. `step`: the one that is asked for now."""

    verdict: Verdict
    said: Message
    states: tuple[State[Any], ...]
    tokens: tuple[str, ...] = ()
    violation: Violation | None = None
    step: Step | None = None


def begun(game: Game, lesson: Lesson, steps: int = 0) -> State[Any]:
    """The position in which step `steps + 1` is asked for, when all before were solved as the
    lesson says."""
    state = game.load(lesson.position)
    for step in lesson.steps[:steps]:
        state = _after(state, step, step.solution)[0][-1]
    return state


def shown(state: State[Any], step: Step) -> str:
    """What "show me" plays: the solution, or what else is asked for where others came before."""
    known = {state.text(action): action for action in state.actions()}
    for token in (step.solution, *known):
        if token in known and _fits(state, step, token, state.play(known[token])):
            return token
    return step.solution


def offered(lesson: Lesson, view: View) -> tuple[Choice, ...]:
    """The choices whose verbs have been taught so far."""
    if not lesson.verbs:
        return view.choices
    return tuple(one for one in view.choices if not one.verb or one.verb in lesson.verbs)


def tried(game: Game, lesson: Lesson, played: tuple[str, ...], text: str) -> Tried:
    """What trying a token, or clicks that mean none (`@C5>D5`), is after these tokens.

    `played` holds the learner's tokens only, one for each step that is done; `IllegalAction` and
    `BadToken` when they do not lead here.
    """
    state = game.load(lesson.position)
    for step, token in zip(lesson.steps, played, strict=False):
        state = _after(state, step, token)[0][-1]
    if len(played) >= len(lesson.steps):
        raise IllegalAction(Violation("lesson-over", message("lesson.over")))
    step = lesson.steps[len(played)]
    if text.startswith(CLICKS):
        return _clicked(state, lesson, step, text)
    return _played(state, lesson, step, text)


def _clicked(state: State[Any], lesson: Lesson, step: Step, text: str) -> Tried:
    """Clicks that mean an illegal token are answered as the token is."""
    token, broken = state.why_path(text.removeprefix(CLICKS).split(">"))
    answer = _answer(lesson, step, text) or (token and _answer(lesson, step, token)) or None
    said = answer or (broken.message if broken else message("lesson.try"))
    return Tried(Verdict.WRONG if answer else Verdict.REFUSED, said, (state,), (), broken, step)


def _played(state: State[Any], lesson: Lesson, step: Step, token: str) -> Tried:
    answer = _answer(lesson, step, token)
    try:
        action = state.parse(token)
        after = state.play(action)
    except (BadToken, IllegalAction) as error:
        broken = getattr(error, "violation", None)
        kind = Verdict.WRONG if answer else Verdict.REFUSED
        return Tried(kind, answer or error.message, (state,), (), broken, step)
    if answer is not None:
        return Tried(Verdict.WRONG, answer, (state, after), (token,), None, step)
    if _fits(state, step, token, after):
        states, tokens = _after(state, step, token)
        if step.number == len(lesson.steps):
            return Tried(Verdict.DONE, lesson.say("done"), states, tokens)
        following = lesson.steps[step.number]
        return Tried(
            Verdict.ONWARDS, lesson.said(following, "ask"), states, tokens, None, following
        )
    verb = next(choice.verb for choice in state.view().choices if choice.token == token)
    if lesson.verbs and verb and verb not in lesson.verbs:
        return Tried(Verdict.LATER, _comes(state.game, verb), (state,), (), None, step)
    said = message("lesson.other", asked=lesson.said(step, "ask"))
    return Tried(Verdict.OTHER, said, (state, after), (token,), None, step)


def _comes(game: Game, verb: str) -> Message:
    """In which lesson a verb is taught."""
    for lesson in lessons(game):
        if verb in lesson.verbs:
            return message("lesson.later", number=lesson.number)
    return message("lesson.never")


def _fits(state: State[Any], step: Step, token: str, after: State[Any]) -> bool:
    events = tuple(state.narrate(state.parse(token)))
    return step.goal.fits(token, events, watched(after, state))


def _after(
    state: State[Any], step: Step, token: str
) -> tuple[tuple[State[Any], ...], tuple[str, ...]]:
    """The state, that after the token, and those after what follows by itself; and the tokens."""
    states, tokens = [state, state.play(token)], [token]
    for either in step.then:
        tokens.append(followed(states[-1], either))
        states.append(states[-1].play(tokens[-1]))
    return tuple(states), tuple(tokens)


def followed(state: State[Any], either: tuple[str, ...]) -> str:
    """Of what may follow, the first that is legal; the last where none is."""
    return next((token for token in either if state.why_not(token) is None), either[-1])


def _answer(lesson: Lesson, step: Step, text: str) -> Message | None:
    for wrong in step.wrong:
        if matches(wrong.tries, text):
            return lesson.said(step, f"wrong.{wrong.name}")
    return None
