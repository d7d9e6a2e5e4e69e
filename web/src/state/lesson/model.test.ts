import { describe, expect, it } from 'vitest';
import { Refused } from '../../net/api';
import type { Frame, LessonAnswer, LessonStart, LessonStep, LessonTry, View } from '../../net/wire';
import { entry, view, words } from '../../testing/messages';
import { LessonModel, type News, type Teacher } from './model.svelte';
import { STAYS } from './showing.svelte';

const step = (number: number): LessonStep => ({
  number,
  ask: words(`ask.${number}`),
  look: words(`look.${number}`),
  act: words(`act.${number}`),
  sites: ['C3'],
  solution: `S${number}`,
});
const piece = (site: string): View['pieces'][number] => ({
  site,
  stack: [{ glyph: 'circle', seat: 0, label: '' }],
  marks: [],
});
const START: LessonStart = {
  outline: { id: 'first', number: 1, topic: words('topic'), steps: 2, clause: '' },
  game: 'x',
  options: {},
  seat: 0,
  geometry: { sites: [], lines: [] },
  view: view({ turn: 1 }),
  step: step(1),
};
const led = (token: string, at = 1): Frame => ({
  at,
  entry: entry(at, { token, events: [{ message: words(`did.${token}`), sites: [token], causes: [] }] }),
  view: view({ turn: at + 1, pieces: [piece(token)] }),
});
const ANSWERS: Record<string, LessonAnswer> = {
  S1: {
    verdict: 'onwards',
    said: words('ask.2'),
    sites: [],
    frames: [led('S1'), led('T1', 2)],
    step: step(2),
  },
  S2: { verdict: 'done', said: words('closing'), sites: [], frames: [led('S2')], step: null },
  W: { verdict: 'wrong', said: words('why'), sites: [], frames: [led('W')], step: step(1) },
  '@C5>D5': { verdict: 'refused', said: words('refused'), sites: ['D5'], frames: [], step: step(1) },
};

/** A lesson whose board rests at once; what it tells and waits for is kept. */
async function begun(answers = ANSWERS) {
  const news: News[] = [];
  const pauses: number[] = [];
  const tries: LessonTry[] = [];
  const shown: number[] = [];
  const teacher: Teacher = {
    begin: () => Promise.resolve(START),
    answer: (_game, _id, made) => {
      tries.push(made);
      const found = answers[made.text];
      if (found) return Promise.resolve(found);
      const refusal = { code: 'bad', message: words('bad'), field: '' };
      return Promise.reject(new Refused(refusal, 422));
    },
    pause: (ms) => {
      pauses.push(ms);
      return Promise.resolve();
    },
  };
  const model = new LessonModel('x', 'first', teacher);
  model.onnews = (one) => news.push(one);
  await model.begin();
  /** As a board does: what moves comes to rest. */
  const settle = async (doing: Promise<void>): Promise<void> => {
    let over = false;
    void doing.then(() => (over = true));
    while (!over) {
      await new Promise((resolve) => setTimeout(resolve));
      shown.push(model.position!.view.turn);
      model.rest();
    }
  };
  return { model, news, pauses, tries, shown, settle, kinds: () => news.map((one) => one.kind) };
}

describe('a lesson', () => {
  it('begins by asking, and the learner may choose', async () => {
    const { model, kinds } = await begun();
    expect(kinds()).toEqual(['asked']);
    expect(model.choosing).toEqual([0]);
    expect(model.course?.phase).toBe('asking');
  });
  it('plays what is right, with what follows by itself, and asks for the next step', async () => {
    const { model, kinds, settle, tries, shown } = await begun();
    const trying = model.try('S1');
    expect(model.choosing, 'nobody chooses meanwhile').toEqual([]);
    await settle(trying);
    expect(kinds()).toEqual(['asked', 'happened', 'happened', 'asked']);
    expect([...new Set(shown)]).toEqual([2, 3]);
    await settle(model.try('S2'));
    expect(tries.at(-1)).toEqual({ played: ['S1'], text: 'S2' });
    expect(model.course?.phase).toBe('done');
    expect(kinds().slice(4)).toEqual(['happened', 'done']);
    expect(model.choosing).toEqual([]);
  });
  it('plays what is wrong, says why at once, waits and takes it back', async () => {
    const { model, kinds, settle, pauses, shown } = await begun();
    await settle(model.try('W'));
    expect(kinds()).toEqual(['asked', 'answered', 'again']);
    expect([...new Set(shown)]).toEqual([2, 1]);
    expect(pauses).toEqual([STAYS.moving]);
    expect(model.course).toMatchObject({ phase: 'wrong', answer: { said: words('why'), taken: true } });
    expect(model.position?.view).toBe(START.view);
    expect(model.position?.entry?.events[0]?.sites).toEqual(['W']);
    expect(model.choosing).toEqual([0]);
  });
  it('sends clicks that mean nothing as such, and nothing moves', async () => {
    const { model, kinds, settle, tries, pauses } = await begun();
    await settle(model.click(['C5', 'D5']));
    expect(tries).toEqual([{ played: [], text: '@C5>D5' }]);
    expect(kinds()).toEqual(['asked', 'answered']);
    expect(pauses).toEqual([]);
  });
  it('opens a hint after three wrong tries, and points', async () => {
    const { model, kinds, settle } = await begun();
    for (let at = 0; at < 3; at++) await settle(model.try('W'));
    expect(kinds().slice(-2)).toEqual(['again', 'hint']);
    expect(model.pointed).toEqual(['C3']);
  });
  it('shows the solution at the third hint, and asks the same again', async () => {
    const { model, kinds, settle, news } = await begun();
    let seen = 0;
    model.onseen = () => (seen += 1);
    await model.hint();
    await model.hint();
    expect(news.slice(1)).toEqual([
      { kind: 'hint', said: words('look.1') },
      { kind: 'hint', said: words('act.1') },
    ]);
    await settle(model.hint());
    expect(seen).toBe(1);
    expect(kinds().slice(3)).toEqual(['happened', 'happened', 'again']);
    expect(model.course).toMatchObject({ phase: 'shown', played: [] });
    expect(model.position?.view).toBe(START.view);
    expect(model.choosing).toEqual([0]);
  });
  it('takes one try at a time', async () => {
    const { model, settle, tries } = await begun();
    const first = model.try('W');
    await Promise.all([model.try('S1'), model.hint(), model.show()]);
    await settle(first);
    expect(tries.map((one) => one.text)).toEqual(['W']);
  });
  it('stays as it was when the server cannot be asked', async () => {
    const { model, settle } = await begun({});
    await settle(model.try('S1'));
    expect(model.refused).toEqual(words('bad'));
    expect(model.course?.phase).toBe('asking');
  });
  it('begins again, also while something moves', async () => {
    const { model, kinds } = await begun();
    const trying = model.try('W');
    await new Promise((resolve) => setTimeout(resolve));
    await model.begin();
    model.rest();
    await trying;
    expect(kinds()).toEqual(['asked', 'answered', 'asked']);
    expect(model.course).toMatchObject({ phase: 'asking', wrongs: 0 });
    expect(model.position?.view).toBe(START.view);
  });
});
