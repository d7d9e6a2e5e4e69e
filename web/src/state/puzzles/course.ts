/**
 * How far somebody is in a puzzle, and what a try, a hint and the solution make of that. Pure: what
 * moves on the board meanwhile is `model.svelte.ts`.
 *
 *   asking, wrong, hint ── a try ──> trying ──> wrong, asking again, or solved
 *   any of them ── the solution ──> shown
 */
import type { Message, PuzzleAnswer, PuzzleHint } from '../../net/wire';
import type { Recall } from './cards';

export type Phase = 'asking' | 'trying' | 'wrong' | 'hint' | 'solved' | 'shown';
export interface Course {
  phase: Phase;
  /** All tokens so far, of both seats. */
  played: readonly string[];
  /** How the first try went, once that is decided; later ones do not count. */
  first: Recall | null;
  /** How many hints were opened, in the whole puzzle. */
  helped: number;
  /** The hint that is open at this decision, and which of the two it is. */
  hint: { step: 1 | 2; found: PuzzleHint } | null;
  /** What was said last of a try that was not right. */
  said: Message | null;
}

export function begun(): Course {
  return { phase: 'asking', played: [], first: null, helped: 0, hint: null, said: null };
}

/** Whether something may be tried now. */
export function open({ phase }: Course): boolean {
  return phase === 'asking' || phase === 'wrong' || phase === 'hint';
}

/** Solved, or given up. */
export function over({ phase }: Course): boolean {
  return phase === 'solved' || phase === 'shown';
}

export function trying(course: Course): Course {
  return { ...course, phase: 'trying' };
}

/** What a try has led to. */
export function judged(course: Course, answer: PuzzleAnswer): Course {
  const { verdict, said, tokens } = answer;
  if (verdict === 'solved' || verdict === 'right') {
    const played = [...course.played, ...tokens];
    if (verdict === 'right') return { ...course, phase: 'asking', played, hint: null, said: null };
    const first = course.first ?? (course.helped ? 'helped' : 'solved');
    return { ...course, phase: 'solved', played, first, hint: null, said: null };
  }
  const first = verdict === 'wrong' ? (course.first ?? 'missed') : course.first;
  return { ...course, phase: 'wrong', first, said };
}

/** Which hint comes next at this decision; null: both are open. */
export function nextHint({ hint }: Course): 1 | 2 | null {
  return hint ? (hint.step === 1 ? 2 : null) : 1;
}

export function hinted(course: Course, step: 1 | 2, found: PuzzleHint): Course {
  return { ...course, phase: 'hint', helped: course.helped + 1, hint: { step, found }, said: null };
}

export function showed(course: Course): Course {
  return { ...course, phase: 'shown', first: course.first ?? 'missed', hint: null, said: null };
}
