/**
 * How far somebody is in a lesson, and what a try, a hint and "show me" make of that. Pure: what
 * moves on the board meanwhile is `model.svelte.ts`.
 *
 *   asking ── a try ──> trying ──> wrong, or asking for the next step, or done
 *   asking, wrong, shown ── a hint ──> hint
 *   any of them ── show me ──> trying ──> shown, which asks again
 */
import type { LessonAnswer, LessonStep, Message } from '../../net/wire';

export type Phase = 'asking' | 'trying' | 'wrong' | 'hint' | 'shown' | 'done';

export interface Course {
  phase: Phase;
  /** What is asked for; the last one when the lesson is done. */
  step: LessonStep;
  /** The learner's tokens so far, one for each step that is done. */
  played: readonly string[];
  /** Wrong tries in this step. */
  wrongs: number;
  /** How many hints of this step are open. */
  hints: 0 | 1 | 2;
  /** The answer to the last try; when the lesson is done, its closing sentence. */
  answer: Answer | null;
}
export interface Answer {
  said: Message;
  /** The try was played, and taken back. */
  taken: boolean;
  verdict: LessonAnswer['verdict'];
}

/** After so many wrong tries the first hint opens by itself. */
export const PATIENCE = 3;

export function begun(step: LessonStep): Course {
  return { phase: 'asking', step, played: [], wrongs: 0, hints: 0, answer: null };
}

/** Whether something may be tried now. */
export function open({ phase }: Course): boolean {
  return phase !== 'trying' && phase !== 'done';
}

/** Something is under way on the board; what was said before stays until there is an answer. */
export function trying(course: Course, answer: Answer | null = course.answer): Course {
  return { ...course, phase: 'trying', answer };
}

export function answerOf({ verdict, said, frames }: LessonAnswer): Answer {
  return { said, taken: frames.length > 0, verdict };
}

/** What a try has led to, once the board rests again. */
export function judged(course: Course, text: string, made: LessonAnswer): Course {
  if (made.verdict === 'done') return { ...course, phase: 'done', hints: 0, answer: answerOf(made) };
  if (made.verdict === 'onwards' && made.step) {
    return { ...begun(made.step), played: [...course.played, text] };
  }
  const answer = answerOf(made);
  if (made.verdict === 'later') return { ...course, phase: 'wrong', answer };
  const wrongs = course.wrongs + 1;
  if (wrongs < PATIENCE || course.hints > 0) return { ...course, phase: 'wrong', wrongs, answer };
  return { ...course, phase: 'hint', wrongs, hints: 1, answer };
}

/** One hint more; null: there is none left, and the solution is to be shown. */
export function hinted(course: Course): Course | null {
  if (course.hints === 2) return null;
  return { ...course, phase: 'hint', hints: course.hints === 0 ? 1 : 2, answer: null };
}

/** The solution has been shown: the same is asked for again. */
export function showed(course: Course): Course {
  return { ...course, phase: 'shown', answer: null };
}

/** The hint that was opened last. */
export function hintOf({ hints, step }: Course): Message | null {
  return hints === 0 ? null : hints === 1 ? step.look : step.act;
}
