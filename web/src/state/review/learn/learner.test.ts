import { describe, expect, it } from 'vitest';
import type { Entry, Explored, View } from '../../../net/wire';
import { KnownEngine, line } from '../../../testing/engine';
import { allCards, cardAt, dropCard, dueNow, readKept } from '../../puzzles/kept.svelte';
import { nextDue } from '../../puzzles/next';
import { settings } from '../../settings.svelte';
import { Judge } from '../judging';
import { type Explorer, Learner } from './learner.svelte';
import { rememberLesson, returningKey } from './returning';
import type { Verdict } from '../verdicts';

/** One decision: b wins, a throws the win away. */
const LOOKS = {
  s: { actor: 0 },
  sa: { actor: 1 },
  sb: { actor: null, over: true, winner: 0 },
  saa: { actor: 0 },
};
const LINES = {
  s: [line('b', 1, { proof: 'win' }), line('a', 0.4)],
  sa: [line('a', 0.6)],
};
const LESSON: Verdict = {
  ...{ number: 0, seat: 0, token: 'a', loss: 0.6, mark: 'blunder', praise: '', missed: true, counted: true },
  before: { share: 1, proof: 'win' },
  after: { share: 0.4, proof: '' },
  better: ['b'],
};
const COURSE = {
  source: 'tables',
  ...{ id: 'g1', game: 'known', seats: 2, mine: [0], names: ['Ann', 'level-3'] },
  decisions: [{ before: 's' }],
  entries: [{ turn: 7 }] as Entry[],
} as const;
const REASON = { code: 'taken', message: { key: 'known:violation.taken', params: [] }, sites: ['C3'] };

function step(text: string): Explored {
  const known = LOOKS[text as keyof typeof LOOKS] as { actor: number | null; over?: boolean };
  const outcome = known.over ? { scores: ['1', '0'], reason: '' } : null;
  const view = { actor: known.actor, turn: 7, choices: [], outcome } as unknown as View;
  return { at: 0, entry: null, path: [], text, view, odds: [], guarded: false };
}
const SERVER = {
  explore: async ({ start, tokens }: { start: string; tokens: string[] }) => ({
    steps: ['', ...tokens].map((_, at) => step(start + tokens.slice(0, at).join(''))),
  }),
  explain: async ({ path }: { path: string[] }) => ({
    violation: path[0] === 'C3' ? REASON : null,
    token: null,
  }),
} as unknown as Explorer;

function learner(): { one: Learner; said: string[] } {
  settings.steps = false;
  const judge = new Judge(new KnownEngine(LOOKS, LINES), 100);
  const one = new Learner(COURSE, 0, [LESSON], judge, SERVER, async () => undefined);
  const said: string[] = [];
  one.onfirst = ({ number }, recall) => said.push(`${number} ${recall}`);
  return { one, said };
}

describe('somebody who learns', () => {
  it('has found it at the first try, or has not, whatever comes after', async () => {
    const { one, said } = learner();
    await one.begin();
    await one.play('a');
    expect(one.phase).toBe('wrong');
    await one.again();
    await one.play('b');
    expect(one.phase).toBe('good');
    expect(said).toEqual(['0 missed']);
    const other = learner();
    await other.one.begin();
    await other.one.play('b');
    expect(other.said).toEqual(['0 solved']);
  });
  it('has had help, or has seen it', async () => {
    const helped = learner();
    await helped.one.begin();
    await helped.one.help();
    await helped.one.play('b');
    expect(helped.said).toEqual(['0 helped']);
    const shown = learner();
    await shown.one.begin();
    await shown.one.show();
    expect(shown.said).toEqual(['0 missed']);
    const skipped = learner();
    await skipped.one.begin();
    await skipped.one.next();
    expect(skipped.said).toEqual([]);
  });
  it('is told why clicks mean nothing, until something is played', async () => {
    const { one } = learner();
    await one.begin();
    await one.why(['C3']);
    expect(one.reason).toEqual(REASON);
    await one.play('a');
    expect(one.reason).toBeNull();
  });
});

describe('a position that was missed', () => {
  const NOW = new Date(2026, 10, 18, 12).getTime();
  const DAY = 86_400_000;
  const key = returningKey(COURSE, 0);

  it('comes back where it is played, with what it is', () => {
    expect(rememberLesson(COURSE, 0, 'solved', NOW)).toBeNull();
    expect(rememberLesson(COURSE, 0, 'missed', NOW)).toMatchObject({
      game: 'known',
      href: '/review?table=g1&learn=0',
      own: { turn: 7, mine: true, names: ['level-3'] },
    });
    expect(dueNow(NOW)).toEqual([]);
    expect(dueNow(NOW + DAY).map((card) => card.key)).toEqual([key]);
    const [kept] = Object.values(readKept(JSON.stringify({ cards: allCards() })).cards);
    expect(kept!.own!.turn).toBe(7);
    expect(rememberLesson(COURSE, 0, 'solved', NOW + DAY)!.due).toBeGreaterThan(NOW + 2 * DAY);
  });
  it('comes back no more when its game is gone', () => {
    const gone = { ...COURSE, id: 'g2' };
    rememberLesson(gone, 0, 'missed', Date.now() - 99 * DAY);
    expect(nextDue('another')).toBe('/review?table=g2&learn=0');
    dropCard(returningKey(gone, 0));
    expect(cardAt(returningKey(gone, 0))).toBeNull();
    expect(nextDue('another')).toBe('/puzzles');
  });
  it('is left out where what is kept makes no sense', () => {
    const card = rememberLesson({ ...COURSE, id: 'g3' }, 0, 'missed', NOW)!;
    const read = (own: unknown) => readKept(JSON.stringify({ cards: { x: { ...card, own } } })).cards;
    expect(Object.keys(read({ turn: 3, mine: false, names: [] }))).toEqual(['x']);
    expect(Object.keys(read({ turn: 'x', mine: false, names: [] }))).toEqual([]);
    expect(Object.keys(read({ turn: 3, mine: false, names: [3] }))).toEqual([]);
  });
});
