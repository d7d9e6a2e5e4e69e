import { describe, expect, it } from 'vitest';
import type { LessonAnswer, LessonStep } from '../../net/wire';
import { frame, words } from '../../testing/messages';
import {
  type Course,
  PATIENCE,
  answerOf,
  begun,
  hinted,
  hintOf,
  judged,
  open,
  showed,
  trying,
} from './course';

const step = (number: number): LessonStep => ({
  number,
  ask: words(`x.lessons:${number}.ask`),
  look: words(`x.lessons:${number}.look`),
  act: words(`x.lessons:${number}.act`),
  sites: ['A1'],
  solution: 'A1',
});
const answer = (verdict: LessonAnswer['verdict'], more: Partial<LessonAnswer> = {}): LessonAnswer => ({
  verdict,
  said: words(`x.lessons:${verdict}`),
  sites: [],
  frames: [],
  step: verdict === 'done' ? null : step(1),
  ...more,
});
/** After so many wrong tries. */
function mistaken(count: number, verdict: LessonAnswer['verdict'] = 'wrong'): Course {
  let course = begun(step(1));
  for (let at = 0; at < count; at++) course = judged(trying(course), `T${at}`, answer(verdict));
  return course;
}

describe('a course', () => {
  it('asks, with nothing said and no hint open', () => {
    const course = begun(step(1));
    expect(course).toMatchObject({ phase: 'asking', wrongs: 0, hints: 0, answer: null, played: [] });
    expect(open(course)).toBe(true);
    expect(hintOf(course)).toBeNull();
  });
  it('takes nothing while something is tried, and says nothing new', () => {
    const course = trying(mistaken(1));
    expect(open(course)).toBe(false);
    expect(course.answer?.said.key).toBe('x.lessons:wrong');
  });
  it('is done with the closing sentence, and takes nothing more', () => {
    const course = judged(trying(mistaken(1)), 'A1', answer('done'));
    expect(course).toMatchObject({ phase: 'done', answer: { said: words('x.lessons:done') } });
    expect(open(course)).toBe(false);
  });
  it('goes on to the next step with what was played, forgetting tries and hints', () => {
    const course = judged(trying(hinted(mistaken(2))!), 'A1', answer('onwards', { step: step(2) }));
    expect(course).toMatchObject({ phase: 'asking', played: ['A1'], wrongs: 0, hints: 0, answer: null });
    expect(course.step.number).toBe(2);
    const next = judged(trying(course), 'B2', answer('onwards', { step: step(3) }));
    expect(next.played).toEqual(['A1', 'B2']);
  });
  it.each(['wrong', 'other', 'refused'] as const)('opens the first hint after three tries: %s', (verdict) => {
    expect(mistaken(PATIENCE - 1, verdict)).toMatchObject({ phase: 'wrong', hints: 0 });
    expect(mistaken(PATIENCE, verdict)).toMatchObject({ phase: 'hint', hints: 1 });
    expect(mistaken(PATIENCE + 1, verdict)).toMatchObject({ phase: 'wrong', hints: 1 });
  });
  it('does not count what is taught later as wrong', () => {
    expect(mistaken(PATIENCE + 1, 'later')).toMatchObject({ phase: 'wrong', wrongs: 0, hints: 0 });
  });
  it('says whether a try has to be taken back', () => {
    expect(answerOf(answer('wrong', { frames: [frame(1)] })).taken).toBe(true);
    expect(answerOf(answer('refused')).taken).toBe(false);
  });
});

describe('hints', () => {
  it('say where to look, then what to do, then there are none left', () => {
    const first = hinted(mistaken(1))!;
    expect(first).toMatchObject({ phase: 'hint', answer: null });
    expect(hintOf(first)?.key).toBe('x.lessons:1.look');
    const second = hinted(first)!;
    expect(hintOf(second)?.key).toBe('x.lessons:1.act');
    expect(hinted(second)).toBeNull();
  });
  it('stay open when the solution has been shown: it is seen, not done', () => {
    const course = showed(trying(hinted(begun(step(1)))!));
    expect(course).toMatchObject({ phase: 'shown', hints: 1, played: [] });
    expect(open(course)).toBe(true);
  });
});
