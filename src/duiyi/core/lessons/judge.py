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
from duiyi.core.view.clicks import Clicks, begins


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
        for token in (step.solution, *step.then):
            state = state.play(token)
    return state


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
        state = _after(state, step, token)[-1]
    if len(played) >= len(lesson.steps):
        raise IllegalAction(Violation("lesson-over", message("lesson.over")))
    step = lesson.steps[len(played)]
    if text.startswith(CLICKS):
        return _clicked(state, lesson, step, text)
    return _played(state, lesson, step, text)


def _clicked(state: State[Any], lesson: Lesson, step: Step, text: str) -> Tried:
    """Clicks that mean an illegal token are answered as the token is; those that are an action
    that has not been taught yet, or begin one, as that action is."""
    clicks = tuple(text.removeprefix(CLICKS).split(">"))
    token, broken = state.why_path(clicks)
    answer = _answer(lesson, step, text) or (token and _answer(lesson, step, token)) or None
    if broken is None and token is not None:
        return _played(state, lesson, step, token)
    if broken is None and answer is None and (verb := _untaught(state, lesson, clicks)):
        return Tried(Verdict.LATER, _comes(state.game, verb), (state,), (), None, step)
    said = answer or (broken.message if broken else message("lesson.try"))
    return Tried(Verdict.WRONG if answer else Verdict.REFUSED, said, (state,), (), broken, step)


def _untaught(state: State[Any], lesson: Lesson, clicks: Clicks) -> str:
    """The verb that clicks begin, where all that they begin is taught later."""
    view = state.view()
    if begins(offered(lesson, view), clicks):
        return ""
    return next((one.verb for one in view.choices if begins((one,), clicks)), "")


def _played(state: State[Any], lesson: Lesson, step: Step, token: str) -> Tried:
    answer = _answer(lesson, step, token)
    try:
        action = state.parse(token)
        after = state.play(action)
    except (BadToken, IllegalAction) as error:
        broken = getattr(error, "violation", None)
        kind = Verdict.WRONG if answer else Verdict.REFUSED
        return Tried(kind, answer or error.message, (state,), (), broken, step)
    events = tuple(state.narrate(action))
    if answer is not None:
        return Tried(Verdict.WRONG, answer, (state, after), (token,), None, step)
    if step.goal.fits(token, events, after.view(since=state)):
        states = _after(state, step, token)
        tokens = (token, *step.then)
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


def _after(state: State[Any], step: Step, token: str) -> tuple[State[Any], ...]:
    """The state, that after the token, and those after what follows by itself."""
    states = [state, state.play(token)]
    for follows in step.then:
        states.append(states[-1].play(follows))
    return tuple(states)


def _answer(lesson: Lesson, step: Step, text: str) -> Message | None:
    for wrong in step.wrong:
        if matches(wrong.tries, text):
            return lesson.said(step, f"wrong.{wrong.name}")
    return None
